// Where a sentence is from, and what a badge says a thing is.
import type { Cite } from "../book";
import { citeText } from "../book";

/** A citation; it leads to the place of the handbook that lists the document. */
export const Citation = ({ game, text }: { game: string; text: string }) => (
  <a class="cite" href={`/handbook/${game}#source-${encodeURIComponent(text.split(" ")[0] ?? "")}`}>
    {text}
  </a>
);

export const Citations = ({ game, cites }: { game: string; cites: readonly Cite[] }) => (
  <>
    {cites.map((cite) => (
      <Citation key={citeText(cite)} game={game} text={citeText(cite)} />
    ))}
  </>
);

export const Sample = ({ words = "Sample" }: { words?: string }) => (
  <span class="badge sample" title="Not the maker's table: from a public source or from us">
    {words}
  </span>
);
