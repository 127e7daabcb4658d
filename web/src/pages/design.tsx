// Design: the pays that bring a wanted house edge. The house searches and counts; the page only asks and shows.
import { useEffect, useState } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { Game, Games, Paytable } from "../book";
import { payWords } from "../book";
import { capital, count, fixed, money } from "../format";
import { Choose, Typed } from "../parts/controls";
import { Sample } from "../parts/cites";
import { FieldError, Notice, Trouble, Waiting } from "../parts/states";
import { go, place } from "../router";
import { firstTable, tablesOf, withDecks } from "../sheet";
import { useTitle } from "./handbook";

interface Candidate { house_edge: string; hit_frequency: string; rows: { event: string; label: string; pay: number; count: string; return: string; shown: string }[]; shown: { house_edge: string; away: string; standard_deviation: string; hit_frequency: string } }
interface Found { game: string; wager: string; like: string; complete?: boolean; fits?: boolean; tables?: Candidate[]; fixed_return?: string; rates?: { seed_cents: number; rate: string; shown: { rate: string; average_meter_cents: number | null } }[] }

export default function Design({ game }: { game: string }) {
  const games = useAsked<Games>("/games");
  const designable = games.value?.games.filter((each) => each.wagers.some((wager) => wager.kind === "bonus" || wager.kind === "jackpot"));
  // A wager with pays to search is the better example; a jackpot has only its seed and rate.
  const name = game || (designable?.find((each) => each.wagers.some((wager) => wager.kind === "bonus")) ?? designable?.[0])?.name;
  const found = useAsked<Game>(name ? `/games/${encodeURIComponent(name)}` : null);
  const shown = found.value?.name === name ? found.value : undefined;
  useTitle(shown ? `${shown.title}: design` : "Design");
  const problem = games.problem ?? found.problem;
  if (problem && !shown) return <main class="house"><Trouble problem={problem} again={() => { games.again(); found.again(); }} /></main>;
  if (!shown || !designable) return <main class="house"><Waiting rows={8} /></main>;
  return <Desk key={shown.name} game={shown} games={designable} />;
}

const FIELDS = { edge: "target_edge", tolerance: "tolerance", hit: "hit_frequency", top: "max_top_pay", deviation: "deviation" } as const;

function Desk({ game, games }: { game: Game; games: Games["games"] }) {
  const query = place.value.query;
  const wagers = game.wagers.filter((each) => each.kind === "bonus" || each.kind === "jackpot");
  const wager = wagers.find((each) => each.id === query.get("wager")) ?? wagers.find((each) => each.kind === "bonus") ?? wagers[0];
  const tables = tablesOf(game, wager, game.editions[0]?.id);
  const like = tables.find(({ id }) => id === query.get("like")) ?? firstTable(game, tables);
  const isJackpot = wager?.kind === "jackpot";
  const bounds = Object.fromEntries(query.getAll("row").map((text) => text.split("=", 2) as [string, string]));
  const move = (changes: Record<string, string>, rows = bounds) => {
    const next = new URLSearchParams();
    const all: Record<string, string> = { wager: wager?.id ?? "", like: like?.id ?? "", ...Object.fromEntries(Object.keys(FIELDS).map((key) => [key, query.get(key) ?? ""])), take: query.get("take") ?? "", ...changes };
    for (const [key, value] of Object.entries(all)) if (value) next.set(key, value);
    for (const [event, range] of Object.entries(rows)) if (range) next.append("row", `${event}=${range}`);
    go(`/design/${game.name}?${next}`, true);
  };
  const edge = query.get("edge") ?? (isJackpot ? "25" : "5.5");
  const decks = withDecks(game, {}, like?.table).decks;
  const sent = new URLSearchParams({ game: decks ? `${game.name}(decks=${decks})` : game.name, wager: wager?.id ?? "", target_edge: edge });
  if (like) sent.set("like", like.id);
  if (!isJackpot) {
    for (const [key, name] of Object.entries(FIELDS)) if (key !== "edge" && query.get(key)) sent.set(name, query.get(key) ?? "");
    for (const [event, range] of Object.entries(bounds)) sent.append("row", `${event}=${range}`);
  }
  const asked = useRested(sent.toString());
  const found = useAsked<Found>(wager && like ? `/design?${asked}` : null);
  const refused = found.problem instanceof Problem ? found.problem : undefined;
  const beside = (name: string) => (refused?.message.startsWith(`${name} `) || refused?.message.startsWith(`query.${name}`) ? `${capital(refused.message)}. ${capital(refused.hint ?? "")}` : "");
  const placed = refused && [...Object.values(FIELDS), "row"].some((each) => beside(each));
  const value = found.value?.wager === wager?.id ? found.value : undefined;
  return (
    <main class="pg">
      <aside class="ctl" aria-label="What the table should come to">
        <Choose title="Game" value={game.name} choose={(next) => go(`/design/${next}`)} options={games.map((each) => [each.name, each.title])} />
        <Choose title="Wager" value={wager?.id ?? ""} choose={(next) => go(`/design/${game.name}?wager=${next}`, true)} options={wagers.map((each) => [each.id, each.title])} />
        <Choose mono title="Rows of" value={like?.id ?? ""} choose={(next) => move({ like: next, take: "" }, {})} options={tables.map(({ id, table }) => [id, table.status === "sample" ? `${id} (sample)` : id])} />
        <Typed title="House edge wanted, in percent" value={edge} change={(next) => move({ edge: next, take: "" })} error={beside("target_edge")} />
        {!isJackpot && (
          <>
            <Typed title="Near enough, in percent" value={query.get("tolerance") ?? ""} placeholder="0.1" change={(next) => move({ tolerance: next, take: "" })} error={beside("tolerance")} />
            <Typed title="Hit frequency, in percent" value={query.get("hit") ?? ""} placeholder="any, as in 25" change={(next) => move({ hit: next, take: "" })} error={beside("hit_frequency")} />
            <Typed title="Largest top pay" value={query.get("top") ?? ""} placeholder="1000" change={(next) => move({ top: next.replace(/\D/g, ""), take: "" })} error={beside("max_top_pay")} />
            <Typed title="Standard deviation" value={query.get("deviation") ?? ""} placeholder="any, as in 2-4" change={(next) => move({ deviation: next, take: "" })} error={beside("deviation")} />
          </>
        )}
      </aside>
      <div class={found.waiting ? "pm is-waiting" : "pm"} aria-busy={found.waiting}>
        <div class="hd">
          <div>
            <h1 tabIndex={-1}>Design: {wager?.title}</h1>
            <p class="soft">{isJackpot ? "For each seed, the rate at which the meter must grow to bring the wanted edge." : "Pays that a felt prints, from the wager's own rows, for the wanted house edge. Every table is counted exactly."}</p>
          </div>
          <div class="tools"><a class="btn" href={`/sheets/${game.name}?wager=${wager?.id ?? ""}${like ? `&paytable=${like.id}` : ""}`}>Par sheet</a></div>
        </div>
        {found.problem && !placed && <Notice kind={refused && refused.status < 500 ? "warn" : "bad"} title={refused ? `${capital(refused.message)}.` : "The house cannot be reached."}>{refused?.hint ? capital(refused.hint) : ""}</Notice>}
        {!isJackpot && like && <Bounds table={like.table} id={like.id} bounds={bounds} error={beside("row")} change={(event, range) => move({ take: "" }, { ...bounds, [event]: range })} />}
        {!value && !found.problem && <Waiting rows={8} />}
        {value?.tables && <Candidates found={value} asked={asked} take={Number(query.get("take") ?? "1")} choose={(at) => move({ take: String(at) })} />}
        {value?.rates && <Rates found={value} />}
      </div>
    </main>
  );
}

/** A search waits until the typing stops. */
function useRested(value: string): string {
  const [rested, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function Bounds({ table, id, bounds, change, error }: { table: Paytable; id: string; bounds: Record<string, string>; change: (event: string, range: string) => void; error: string }) {
  const rows = table.rows.filter((row) => row.pay.kind === "odds");
  return (
    <section class="panel ptb bounds" tabIndex={0}>
      <div class="ph"><h2>Rows and their bounds</h2><span class="note mono">{id}</span>{table.status === "sample" && <Sample />}</div>
      <table>
        <thead><tr><th>Row</th><th class="num">Pays today</th><th>Least</th><th>Most</th></tr></thead>
        <tbody>
          {rows.map((row) => {
            const [least = "", most = ""] = (bounds[row.event] ?? "").split("-", 2);
            const set = (low: string, high: string) => change(row.event, low || high ? `${low || high}-${high || low}` : "");
            return (
              <tr key={row.event}>
                <td>{row.label}</td><td class="num soft">{payWords(row.pay, table.basis)}</td>
                <td><input class="input small" inputMode="numeric" aria-label={`Least for ${row.label}`} placeholder="any" value={least} onChange={(event) => set(event.currentTarget.value.replace(/\D/g, ""), most)} /></td>
                <td><input class="input small" inputMode="numeric" aria-label={`Most for ${row.label}`} placeholder="any" value={most} onChange={(event) => set(least, event.currentTarget.value.replace(/\D/g, ""))} /></td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {error && <FieldError id="bounds-error">{error}</FieldError>}
    </section>
  );
}

function Candidates({ found, asked, take, choose }: { found: Found; asked: string; take: number; choose: (at: number) => void }) {
  const tables = found.tables ?? [];
  const at = Math.min(Math.max(1, take || 1), tables.length);
  const best = tables[at - 1];
  if (!best) return null;
  const labels = tables.reduce((most, each) => (each.rows.length > most.length ? each.rows : most), best.rows);
  return (
    <>
      {!found.fits && <Notice title="No table fits within the tolerance.">These come nearest.</Notice>}
      <section class="panel ptb" tabIndex={0}>
        <div class="ph"><h2>Tables found, best first</h2><span class="note">pays are to 1; exact</span></div>
        <table class="cands">
          <thead><tr><th>Row</th>{tables.map((_, place) => <th key={place} class="num"><button class="btn small" aria-pressed={place + 1 === at} onClick={() => choose(place + 1)}><span class="sr">Table </span>{place + 1}</button></th>)}</tr></thead>
          <tbody>{labels.map((row) => <tr key={row.event}><td>{row.label}</td>{tables.map((each, place) => <td key={place} class={place + 1 === at ? "num cmp" : "num"}>{each.rows.find((one) => one.event === row.event)?.pay.toLocaleString("en-US") ?? "–"}</td>)}</tr>)}</tbody>
          <tfoot>
            {([["House edge", "house_edge", " %"], ["Away from it", "away", " %"], ["Hit frequency", "hit_frequency", " %"], ["Standard deviation", "standard_deviation", ""]] as const).map(([title, key, unit]) => <tr key={key}><td>{title}</td>{tables.map((each, place) => <td key={place} class={place + 1 === at ? "num cmp" : "num"}>{fixed(each.shown[key].replace("−", "-"), key === "hit_frequency" ? 2 : 4)}{unit}</td>)}</tr>)}
          </tfoot>
        </table>
      </section>
      <section class="panel ptb" tabIndex={0}>
        <div class="ph"><h2>Table {at}, row by row</h2><a class="btn small" href={`/api/v1/design?${asked}&format=toml&place=${at}`} download>Paytable file</a></div>
        <table><thead><tr><th>Row</th><th class="num">Pays</th><th class="num">Combinations</th><th class="num">Return</th></tr></thead><tbody>{best.rows.map((row) => <tr key={row.event}><td>{row.label}</td><td class="num">{row.pay.toLocaleString("en-US")} to 1</td><td class="num">{count(row.count)}</td><td class="num">{fixed(row.shown.replace("−", "-"), 4)} %</td></tr>)}</tbody><tfoot><tr><td>House edge</td><td class="num" /><td class="num">{best.house_edge}</td><td class="num">{fixed(best.shown.house_edge.replace("−", "-"), 4)} %</td></tr></tfoot></table>
      </section>
      <p class="note">{found.complete ? "Every table within this distance was looked at." : "The search was stopped before its end: bounds on rows make it complete."} <span class="mono">{found.game}</span></p>
    </>
  );
}

function Rates({ found }: { found: Found }) {
  return (
    <section class="panel ptb" tabIndex={0}>
      <div class="ph"><h2>Seed and rate</h2><span class="note">in the long run, envy left out; the fixed pays return {found.fixed_return} %; exact</span></div>
      <table><thead><tr><th class="num">Seed for a $1 wager</th><th class="num">Rate</th><th class="num">Average meter when paid</th></tr></thead><tbody>{found.rates?.map((each) => <tr key={each.seed_cents}><td class="num">${money(each.seed_cents)}</td><td class="num">{each.shown.rate} %</td><td class="num">{each.shown.average_meter_cents === null ? "–" : `$${money(each.shown.average_meter_cents)}`}</td></tr>)}</tbody></table>
    </section>
  );
}
