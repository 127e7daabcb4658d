// A drawing of the house's document model, built element by element: no markup is ever trusted.
import { h, type JSX } from "preact";

export type Tree = [string, Record<string, string>, ...(Tree | string)[]];
const KNOWN = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "tspan", "title", "polyline", "polygon"]);

export function Drawing({ tree, label }: { tree: Tree; label?: string }): JSX.Element {
  return build(tree, 0, label);
}

/** The drawing's own title. */
export function titleOf(tree: Tree): string | undefined {
  for (const child of tree.slice(2)) if (Array.isArray(child) && child[0] === "title") return String(child[2]);
  return undefined;
}

function build(tree: Tree, key: number, label?: string): JSX.Element {
  const [name, attributes, ...children] = tree;
  const safe = Object.fromEntries(Object.entries(attributes).filter(([attribute]) => !/^(on|href|style|xlink)/i.test(attribute)));
  const inner = children.map((child, place) => (typeof child === "string" ? child : build(child, place)));
  return h(KNOWN.has(name) ? name : "g", { ...safe, key, ...(name === "svg" ? { class: "plot", "aria-label": label } : {}) }, inner);
}
