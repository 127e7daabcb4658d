// The frame of the pages at the door: the mark, a heading, a form, and a note at the foot.
import type { ComponentChildren } from "preact";
import { Mark } from "./icons";
import { say } from "./words";

type Opening = { heading: string; note: ComponentChildren; art?: ComponentChildren; children: ComponentChildren };

export function Door({ heading, note, art, children }: Opening) {
  return (
    <div class={art ? "lg" : "lg one"}>
      <main class="fm">
        <a class="brand" href="/">{say`${<Mark />} Croupier`}</a>
        <div class="in">
          <h1 tabIndex={-1}>{heading}</h1>
          {children}
        </div>
        <p class="note">{note}</p>
      </main>
      {art}
    </div>
  );
}
