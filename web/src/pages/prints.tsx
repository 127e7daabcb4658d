// Prints for the floor: layout, placard, rack card and rules, with every choice of the house. A preview and the files.

import { useSignal } from "@preact/signals";
import { capital } from "../format";
import { Typed } from "../parts/controls";
import { GamePick, gamePage, type Picked } from "../parts/gamepick";
import { Button, Field, Head, Later, Top } from "../parts/pieces";
import { Notice, Waiting } from "../parts/states";
import { place } from "../router";

const KINDS = [
  ["layout", "Layout", "The felt of a table, one to one"],
  ["placard", "Placard", "Limits, pays and rules on one sheet"],
  ["rack-card", "Rack card", "Both sides of a card for players"],
  ["rules", "Rules of play", "Numbered and cited, with the choices made alone"],
] as const;
const LIMITS = [
  ["minimum", "Least base wager", "5.00"],
  ["maximum", "Largest base wager", "500.00"],
  ["bonus_minimum", "Least bonus wager", "1.00"],
  ["bonus_maximum", "Largest bonus wager", "100.00"],
] as const;
const SIZES = ["tabloid", "letter", "half-letter", "a4"];

function Prints({ picked }: { picked: Picked }) {
  const { query } = place.value;
  const what = KINDS.find(([id]) => id === query.get("what"))?.[0] ?? "placard";
  const [, title, words] = KINDS.find(([id]) => id === what) ?? KINDS[1];
  const asked = new URLSearchParams({ game: picked.spec, what });
  if (what === "placard" && query.get("size")) asked.set("size", query.get("size") ?? "");
  if (what !== "layout") for (const [id] of LIMITS) if (query.get(id)) asked.set(id, query.get(id) ?? "");
  const limit = ([id, name, usual]: (typeof LIMITS)[number]) => (
    <Typed key={id} title={name} value={query.get(id) ?? ""} placeholder={usual} change={(value) => picked.open(null, { [id]: value })} />
  );
  return (
    <main class="house">
      <Top title="Prints" words="What lies at a table on paper and on cloth, with the choices of your house.">
        <Button to={`/api/v1/print?${asked}`} download={`${picked.game.name}-${what}.svg`} words="SVG" />
        <Button kind="primary" to={`/api/v1/print?${asked}&format=pdf`} download words="PDF" />
      </Top>
      <div class="sm results-first">
        <aside class="panel pad stack" aria-label="What is printed">
          <Field
            title="Print"
            value={what}
            options={KINDS.map(([id, name]) => [id, name])}
            set={(value) => picked.open(null, { what: value })}
          />
          <Later soon>{() => <GamePick picked={picked} tables />}</Later>
          {what === "placard" && (
            <Field
              title="Paper"
              value={query.get("size") ?? "tabloid"}
              options={SIZES.map((size) => [size, capital(size)])}
              set={(value) => picked.open(null, { size: value === "tabloid" ? "" : value })}
            />
          )}
          {what !== "layout" && <Later>{() => LIMITS.map(limit)}</Later>}
        </aside>
        <section class="panel" aria-label={title}>
          <Head title={`${title}, ${picked.game.title}`} spec={picked.spec} note={words} />
          <Sheets
            key={asked.toString()}
            address={`/api/v1/print?${asked}`}
            title={`${title}, ${picked.game.title}`}
            pages={what === "rack-card" ? 2 : what === "rules" ? MOST_PAGES : 1}
          />
        </section>
      </div>
    </main>
  );
}

const MOST_PAGES = 40;

/** The pages one after the other; the next is asked for when the one before is drawn. */
function Sheets({ address, title, pages }: { address: string; title: string; pages: number }) {
  const drawn = useSignal(0);
  const ended = useSignal(false);
  const why = useSignal("");
  const shown = Math.min(pages, drawn.value + (ended.value ? 0 : 1));
  const refuse = () => {
    ended.value = true;
    if (drawn.value) return;
    fetch(address)
      .then((answer) => answer.json())
      .then((told: { detail?: string; hint?: string }) => {
        const said = [told.detail, told.hint].filter((each) => each !== undefined);
        why.value = said.map(capital).join(". ");
      })
      .catch(() => undefined);
  };
  return (
    <div class="sheetview">
      {ended.value && !drawn.value && (
        <Notice kind="warn" title="This cannot be printed.">
          {why.value}
        </Notice>
      )}
      {!ended.value && !drawn.value && <Waiting rows={6} />}
      {Array.from({ length: shown }, (_, at) => {
        const page = `${address}&page=${at + 1}`;
        const name = pages > 1 ? `${title}, page ${at + 1}` : title;
        const isDrawn = () => (drawn.value = Math.max(drawn.value, at + 1));
        // A picture is read beside the page's own work; the drawing, as a link, is for printers and for the eye that comes close.
        return (
          <a key={page} href={page} target="_blank" rel="noreferrer" aria-label={`${name}, in full size`} hidden={at >= drawn.value}>
            <img src={`${page}&format=png`} alt={name} decoding="async" onLoad={isDrawn} onError={refuse} />
          </a>
        );
      })}
    </div>
  );
}

export default gamePage("/prints", "prints", Prints);
