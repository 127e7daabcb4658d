// Where a sentence is from, and what a badge says a thing is.
import type { CiteRecord as Cite } from "../api-types";
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

/** Readings of the handbook by their numbers, each with its question. */
export const Readings = ({ game, of }: { game: string; of: readonly { id: string; question: string }[] }) => (
  <>
    {of.map((each, at) => (
      <span key={each.id}>
        {at > 0 && ", "}
        <a href={`/handbook/${game}#reading-${each.id}`} title={each.question}>
          {each.id}
        </a>
      </span>
    ))}
    .{" "}
  </>
);

export const Sample = ({ words = "Sample" }: { words?: string }) => (
  <span class="badge sample" title="Not the maker's table: from a public source or from us">
    {words}
  </span>
);
