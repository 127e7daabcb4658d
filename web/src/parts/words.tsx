// Sentences with something set apart in them: a figure, a key, a link. A sentence stays in one piece where it is written.
import type { ComponentChildren } from "preact";

type Kids = ComponentChildren;

/** A sentence with its parts in their places; what is false or nothing is left out. */
export const say = (texts: TemplateStringsArray, ...parts: Kids[]): Kids => texts.flatMap((text, at) => [text, parts[at]]);

const span = (kind: string) => (words: Kids) => <span class={kind}>{words}</span>;
export const mono = span("mono");
export const muted = span("muted");
export const softly = span("soft");
export const noted = span("note");
export const bold = (words: Kids) => <b>{words}</b>;
export const keycap = (key: Kids) => <kbd>{key}</kbd>;
export const anchor = (address: string, words: Kids) => <a href={address}>{words}</a>;
