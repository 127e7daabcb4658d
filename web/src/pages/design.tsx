// Design: the pays that bring a wanted house edge. The house searches and counts; the page only asks and shows.

import { Problem, useAsked } from "../api";
import type { DesignRecord, GamesRecord as Games, PaytableRecord as Paytable, RatesRecord } from "../api-types";
import { payWords } from "../book";
import { capital, count, fixed, fraction, money, thousands } from "../format";
import { Sample } from "../parts/cites";
import { Typed } from "../parts/controls";
import { gamePage, type Picked } from "../parts/gamepick";
import { Button, type Column, Field, Later, Rows, Sheaf, titled, useRested } from "../parts/pieces";
import { FieldError, Notice, Refused, Waiting } from "../parts/states";
import { say } from "../parts/words";
import { place } from "../router";
import { firstTable, tablesOf, withDecks } from "../sheet";

/** Tables with pays; of a jackpot, rates. */
type Found = Partial<DesignRecord> & Partial<RatesRecord>;

const FIELDS = { edge: "target_edge", tolerance: "tolerance", top: "max_top_pay" } as const;

const WANTED: [key: keyof typeof FIELDS, title: string, usual: string][] = [
  ["edge", "House edge wanted, in percent", ""],
  ["tolerance", "Near enough, in percent", "0.1"],
  ["top", "Largest top pay", "1000"],
];

function Design({ picked: { game, games, open } }: { picked: Picked }) {
  const query = place.value.query;
  const wagers = game.wagers.filter((each) => each.kind === "bonus" || each.kind === "jackpot");
  const wager = wagers.find((each) => each.id === query.get("wager")) ?? wagers.find((each) => each.kind === "bonus") ?? wagers[0];
  const tables = tablesOf(game, wager, game.editions[0]?.id);
  const like = tables.find(({ id }) => id === query.get("like")) ?? firstTable(game, tables);
  const isJackpot = wager?.kind === "jackpot";
  const bounds = Object.fromEntries(query.getAll("row").map((text) => text.split("=", 2) as [string, string]));
  const bind = (event: string, range: string) => {
    const rows = Object.entries({ ...bounds, [event]: range }).filter(([, each]) => each);
    open(null, { take: "", row: rows.map((each) => each.join("=")) });
  };
  const edge = query.get("edge") ?? (isJackpot ? "25" : "5.5");
  const decks = withDecks(game, {}, like?.table).decks;
  const sent = new URLSearchParams({ game: decks ? `${game.name}(decks=${decks})` : game.name, wager: wager?.id ?? "", target_edge: edge });
  if (like) sent.set("like", like.id);
  if (!isJackpot) {
    for (const [key, name] of Object.entries(FIELDS)) if (key !== "edge" && query.get(key)) sent.set(name, query.get(key) ?? "");
    for (const [event, range] of Object.entries(bounds)) sent.append("row", `${event}=${range}`);
  }
  const asked = useRested(sent.toString(), 250);
  const found = useAsked<Found>(wager && like ? `/design?${asked}` : null);
  const refused = found.problem instanceof Problem ? found.problem : undefined;
  const beside = (name: string) =>
    refused?.message.startsWith(`${name} `) || refused?.message.startsWith(`query.${name}`)
      ? `${capital(refused.message)}. ${capital(refused.hint ?? "")}`
      : "";
  const placed = refused && [...Object.values(FIELDS), "row"].some((each) => beside(each));
  const value = found.value?.wager === wager?.id ? found.value : undefined;
  return (
    <main class="pg">
      <aside class="ctl" aria-label="What the table should come to">
        <Field title="Game" value={game.name} set={(next) => open(next)} options={titled(games)} />
        <Field title="Wager" value={wager?.id ?? ""} set={(next) => open(game.name, { wager: next })} options={titled(wagers)} />
        <Field
          mono
          title="Rows of"
          value={like?.id ?? ""}
          set={(next) => open(null, { like: next, take: "", row: "" })}
          options={tables.map(({ id, table }) => [id, table.status === "sample" ? `${id} (sample)` : id])}
        />
        {WANTED.filter(([key]) => key === "edge" || !isJackpot).map(([key, title, usual]) => (
          <Typed
            key={key}
            title={title}
            value={key === "edge" ? edge : (query.get(key) ?? "")}
            placeholder={usual}
            change={(next) => open(null, { [key]: key === "top" ? next.replace(/\D/g, "") : next, take: "" })}
            error={beside(FIELDS[key])}
          />
        ))}
      </aside>
      <div class={found.waiting ? "pm is-waiting" : "pm"} aria-busy={found.waiting}>
        <div class="hd">
          <div>
            <h1 tabIndex={-1}>Design: {wager?.title}</h1>
            <p class="soft">
              {isJackpot
                ? "For each seed, the rate at which the meter must grow to bring the wanted edge."
                : "Pays that a felt prints, from the wager's own rows, for the wanted house edge. Every table is counted exactly."}
            </p>
          </div>
          <div class="tools">
            <Button to={`/sheets/${game.name}?wager=${wager?.id ?? ""}${like ? `&paytable=${like.id}` : ""}`} words="Par sheet" />
          </div>
        </div>
        {found.problem && !placed && <Refused problem={found.problem} />}
        <div class="designed">
          {!isJackpot && like && <Bounds table={like.table} id={like.id} bounds={bounds} error={beside("row")} change={bind} />}
          {!value && !found.problem && <Waiting rows={8} />}
          {value?.tables && (
            <Candidates
              found={value}
              asked={asked}
              take={Number(query.get("take") ?? "1")}
              choose={(at) => open(null, { take: String(at) })}
            />
          )}
          {value?.rates && <Rates found={value} />}
        </div>
      </div>
    </main>
  );
}

type Summary = Games["games"][number];
const has = (game: Summary, ...kinds: string[]) => game.wagers.some((wager) => kinds.includes(wager.kind));

// A wager with pays to search is the better example; a jackpot has only its seed and rate.
export default gamePage(
  "/design",
  "design",
  Design,
  (game) => has(game, "bonus", "jackpot"),
  (games) => games.find((game) => has(game, "bonus")) ?? games[0],
);

type Bounded = {
  table: Paytable;
  id: string;
  bounds: Record<string, string>;
  change: (event: string, range: string) => void;
  error: string;
};

function Bounds({ table, id, bounds, change, error }: Bounded) {
  const bound = ({ event, label }: Paytable["rows"][number], which: "Least" | "Most") => {
    const ends = (bounds[event] ?? "").split("-", 2);
    const at = which === "Least" ? 0 : 1;
    const set = (typed: string) => {
      const [low = "", high = ""] = at ? [ends[0], typed] : [typed, ends[1]];
      change(event, low || high ? `${low || high}-${high || low}` : "");
    };
    return (
      <input
        class="input small"
        inputMode="numeric"
        aria-label={`${which} for ${label}`}
        placeholder="any"
        value={ends[at] ?? ""}
        onChange={(typed) => set(typed.currentTarget.value.replace(/\D/g, ""))}
      />
    );
  };
  const note = say`${<span class="note mono">{id}</span>}${table.status === "sample" && <Sample />}`;
  return (
    <Sheaf kind="bounds" title="Rows and their bounds" note={note}>
      <Rows
        of={table.rows.filter((row) => row.pay.kind === "odds")}
        id={(row) => row.event}
        columns={[
          ["Row", (row) => row.label],
          ["Pays today", (row) => payWords(row.pay, table.basis), "num soft"],
          ["Least", (row) => bound(row, "Least")],
          ["Most", (row) => bound(row, "Most")],
        ]}
      />
      {error && <FieldError id="bounds-error">{error}</FieldError>}
    </Sheaf>
  );
}

const FIGURES = [
  ["House edge", "house_edge", " %", 4],
  ["Away from it", "away", " %", 4],
  ["Hit frequency", "hit_frequency", " %", 2],
  ["Standard deviation", "standard_deviation", "", 4],
] as const;

function Candidates({ found, asked, take, choose }: { found: Found; asked: string; take: number; choose: (at: number) => void }) {
  const tables = found.tables ?? [];
  const at = Math.min(Math.max(1, take || 1), tables.length);
  const best = tables[at - 1];
  if (!best) return null;
  const file = <Button kind="small" to={`/api/v1/design?${asked}&format=toml&place=${at}`} download words="Paytable file" />;
  const candidate = ({ rows }: DesignRecord["tables"][number], place: number): Column<(typeof best.rows)[number]> => [
    <Button
      kind="small"
      aria-pressed={place + 1 === at}
      press={() => choose(place + 1)}
      words={say`${<span class="sr">Table </span>}${place + 1}`}
    />,
    ({ event }) => thousands(rows.find((one) => one.event === event)?.pay ?? "–"),
    place + 1 === at ? "num cmp" : "num",
  ];
  const labels = tables.reduce((most, each) => (each.rows.length > most.length ? each.rows : most), best.rows);
  return (
    <>
      {!found.fits && <Notice title="No table fits within the tolerance.">These come nearest.</Notice>}
      <Sheaf title="Tables found, best first" note="pays are to 1; exact">
        <Rows
          kind="cands"
          of={labels}
          id={(row) => row.event}
          columns={[["Row", (row) => row.label], ...tables.map(candidate)]}
          foot={FIGURES.map(([title, key, unit, places]) => [
            title,
            ...tables.map(({ shown }) => fixed(shown[key].replace("−", "-"), places) + unit),
          ])}
        />
      </Sheaf>
      <Later>
        {() => (
          <Sheaf kind="rowwise" title={`Table ${at}, row by row`} note={file}>
            <Rows
              of={best.rows}
              id={(row) => row.event}
              columns={[
                ["Row", (row) => row.label],
                ["Pays", (row) => `${thousands(row.pay)} to 1`, "num"],
                ["Combinations", (row) => count(row.count), "num"],
                ["Return", (row) => shownPercent(row.shown), "num"],
              ]}
              foot={[["House edge", "", fraction(best.house_edge), shownPercent(best.shown.house_edge)]]}
            />
          </Sheaf>
        )}
      </Later>
      <p class="note">
        {found.complete
          ? "Every table within this distance was looked at. "
          : "The search was stopped before its end: bounds on rows make it complete. "}
        <span class="mono">{found.game}</span>
      </p>
    </>
  );
}

const shownPercent = (text: string): string => `${fixed(text.replace("−", "-"), 4)} %`;

function Rates({ found }: { found: Found }) {
  const note = `in the long run, envy left out; the fixed pays return ${found.fixed_return} %; exact`;
  return (
    <Sheaf title="Seed and rate" note={note}>
      <Rows
        of={found.rates ?? []}
        id={(each) => each.seed_cents}
        columns={[
          ["Seed for a $1 wager", (each) => `$${money(each.seed_cents)}`, "num"],
          ["Rate", (each) => `${each.shown.rate} %`, "num"],
          ["Average meter when paid", ({ shown: { average_meter_cents: cents } }) => (cents === null ? "–" : `$${money(cents)}`), "num"],
        ]}
      />
    </Sheaf>
  );
}
