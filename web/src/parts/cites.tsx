// Where a sentence is from, and what a badge says a thing is.
import type { Cite } from "../book";
import { citeText } from "../book";

/** A citation; it leads to the place of the handbook that lists the document. */
export function Citation({ game, text }: { game: string; text: string }) {
  return (
    <a class="cite" href={`/handbook/${game}#source-${encodeURIComponent(text.split(" ")[0] ?? "")}`}>
      {text}
    </a>
  );
}

export function Citations({ game, cites }: { game: string; cites: readonly Cite[] }) {
  return (
    <>
      {cites.map((cite) => (
        <Citation key={citeText(cite)} game={game} text={citeText(cite)} />
      ))}
    </>
  );
}

export function Sample({ words = "Sample" }: { words?: string }) {
  return (
    <span class="badge sample" title="Not the maker's table: from a public source or from us">
      {words}
    </span>
  );
}
