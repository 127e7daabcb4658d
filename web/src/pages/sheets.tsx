// Par sheets, live: every figure is the house's, exact, and the address holds the whole configuration.
import { useEffect, useState } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { Game, Games } from "../book";
import { capital, count, fixed, percent } from "../format";
import { Controls } from "../parts/controls";
import { Sample } from "../parts/cites";
import { Drawing, titleOf, type Tree } from "../parts/drawing";
import { Notice, Trouble, Waiting } from "../parts/states";
import { go, place } from "../router";
import type { Choice, Sheet, SheetRow, SheetWager } from "../sheet";
import { address, firstTable, question, readChoice, tablesOf } from "../sheet";
import { useTitle } from "./handbook";

export default function Sheets({ game }: { game: string }) {
  const games = useAsked<Games>("/games");
  const name = game || games.value?.games[0]?.name;
  const edition = place.value.query.get("edition");
  const found = useAsked<Game>(name ? `/games/${encodeURIComponent(edition ? `${name}(edition=${edition})` : name)}` : null);
  const shown = found.value?.name === name ? found.value : undefined;
  useTitle(shown ? `${shown.title}: par sheet` : "Par sheets");
  const problem = games.problem ?? found.problem;
  if (problem && !shown) return <main class="house"><Trouble problem={problem} again={() => { games.again(); found.again(); }} /></main>;
  if (!shown || !games.value) return <main class="house"><Waiting rows={8} /></main>;
  return <Live key={shown.name} game={shown} games={games.value.games} />;
}

interface Drawings { drawings: { section: string; caption: string; drawing: Tree }[] }

/** A value that must stay the same for a moment before the house is asked. */
function useRested<T>(value: T, ms: number): T {
  const [rested, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function Live({ game, games }: { game: Game; games: Games["games"] }) {
  const choice = readChoice(place.value.query, game);
  const wager = game.wagers.find((each) => each.id === choice.wager);
  const tables = tablesOf(game, wager, choice.keys.edition);
  const table = tables.find(({ id }) => id === choice.table)?.table ?? tables[0]?.table;
  const isJackpot = wager?.kind === "jackpot";
  const asked = useRested(question(game, choice, table ? choice.table : "", isJackpot), 40);
  const against = useRested(choice.against ? question(game, choice, choice.against, isJackpot) : "", 40);
  const sheet = useAsked<Sheet>(`/sheet?${asked}&luck=false`);
  const other = useAsked<Sheet>(against ? `/sheet?${against}&luck=false` : null);
  // What follows from the counts comes at once; what luck does over many rounds takes longer and is drawn when it is known.
  const counts = useAsked<Drawings>(`/sheet?${asked}&format=drawings&luck=false`);
  const whole = useAsked<Drawings>(useRested(`/sheet?${asked}&format=drawings`, 350));
  const plots = whole.waiting || whole.problem ? counts : whole;
  const change = (changes: Partial<Choice>) => {
    const next = { ...choice, ...changes };
    if (changes.wager !== undefined || (changes.table === "" && !changes.keys)) next.table = firstTable(game, tablesOf(game, game.wagers.find((each) => each.id === next.wager), next.keys.edition))?.id ?? "";
    go(address(game, next), true);
  };
  const figures = sheet.value?.wagers.find((each) => each.wager === choice.wager);
  const compared = against ? other.value?.wagers.find((each) => each.wager === choice.wager) : undefined;
  const unsolved = sheet.value?.unsolved.find((each) => each.wager === choice.wager);
  return (
    <main class="pg">
      <Controls game={game} games={games} choice={choice} table={table} change={change} figures={figures} open={(name) => go(`/sheets/${name}`)} />
      <div class={sheet.waiting ? "pm is-waiting" : "pm"} aria-busy={sheet.waiting}>
        <div class="hd">
          <div>
            <h1 tabIndex={-1}>{wager && wager.kind !== "base" ? wager.title : game.title}</h1>
            <p class="mono soft spec">{sheet.value?.game ?? game.configuration}</p>
          </div>
          <div class="tools">
            {wager && wager.kind !== "base" && <a class="btn" href={`/design/${game.name}?wager=${wager.id}${choice.table ? `&like=${choice.table}` : ""}`}>Design</a>}
            {(["pdf", "xlsx", "csv", "json"] as const).map((format) => <a key={format} class="btn" href={`/api/v1/sheet?${asked}&format=${format}&download=true`} download>{format.toUpperCase()}</a>)}
          </div>
        </div>
        {sheet.problem && <Refusal problem={sheet.problem} />}
        {unsolved && <Notice title="Not solved yet.">{unsolved.why}</Notice>}
        {figures ? <Figures figures={figures} compared={compared} against={choice.against} isJackpot={isJackpot} /> : !sheet.problem && !unsolved && <Waiting rows={8} />}
        <div class="plots">
          {plots.value?.drawings.slice(0, 4).map((each) => (
            <section class="panel" key={each.caption}><h2>{titleOf(each.drawing) ?? each.caption}</h2><Drawing tree={each.drawing} label={each.caption} /></section>
          ))}
        </div>
        {whole.waiting && figures && <p class="note" role="status">Sessions and bankroll are being worked out…</p>}
        {sheet.value && <Footer sheet={sheet.value} figures={figures} game={game} />}
      </div>
    </main>
  );
}

function Refusal({ problem }: { problem: Error }) {
  return <Notice kind={problem instanceof Problem && problem.status < 500 ? "warn" : "bad"} title={problem instanceof Problem ? `${capital(problem.message)}.` : "The house cannot be reached."}>{problem instanceof Problem && problem.hint ? capital(problem.hint) : ""}</Notice>;
}

function Figures({ figures, compared, against, isJackpot }: { figures: SheetWager; compared: SheetWager | undefined; against: string; isJackpot: boolean }) {
  const edge = figures.house_edge;
  const award = figures.top_award;
  const hit = figures.hit_frequency ? percent(String(Number(figures.hit_frequency) * 100)) : "–";
  const push = figures.push_frequency ? Number(figures.push_frequency) : 0;
  return (
    <>
      <section class="panel figs" aria-label="Key figures">
        <div><span class="label">House edge</span><p class="v">{edge ? percent(edge.percent) : "–"}</p><p class="note">{edge ? `${fraction(edge.fraction)}, exact` : "needs a meter, or a seed and a rate"}</p></div>
        {isJackpot ? (
          <>
            <div><span class="label">Fixed return</span><p class="v">{percent(figures.fixed_return?.percent)}</p><p class="note">{fraction(figures.fixed_return?.fraction)}</p></div>
            <div><span class="label">Break-even meter</span><p class="v">{figures.break_even_meter ? `$${fixed(figures.break_even_meter, 2)}` : "–"}</p><p class="note">top meter</p></div>
          </>
        ) : (
          <>
            <div><span class="label">Element of risk</span><p class="v">{percent(figures.element_of_risk?.percent)}</p><p class="note">{fraction(figures.element_of_risk?.fraction)}</p></div>
            <div><span class="label">Deals counted</span><p class="v">{short(figures.total)}</p><p class="note">{count(figures.total)}</p></div>
          </>
        )}
        <div><span class="label">Top award</span><p class="v">{award ? `1 in ${fixed(award.one_in, 0)}` : figures.meters?.[0]?.one_in ? `1 in ${fixed(figures.meters[0].one_in, 0)}` : "–"}</p><p class="note">{award ? `net ${award.net.replace("-", "−")}` : "the top meter"}</p></div>
        <div><span class="label">Hit frequency</span><p class="v">{hit}</p><p class="note">{push ? `pushes ${percent(String(push * 100), 2)}` : "no pushes"}</p></div>
        <div><span class="label">Standard deviation</span><p class="v">{fixed(figures.standard_deviation, 4)}</p><p class="note">per unit wagered</p></div>
      </section>
      <section class="panel ptb" tabIndex={0}>
        <div class="ph"><h2>Every outcome</h2><span class="note">{count(figures.total)} deals counted, exact</span></div>
        <table>
          <thead><tr><th>Event</th><th class="num">Pays</th><th class="num">Combinations</th><th class="num">Probability</th><th class="num">1 in</th><th class="num">Return</th>{compared && <><th class="num cmp">{against.replace(/^PT-/, "")} comb.</th><th class="num cmp">Return</th></>}</tr></thead>
          <tbody>
            {figures.pays.map((row, at) => {
              const beside = compared?.pays.find((each) => (row.row ? each.row === row.row : each.event === row.event));
              return (
                <tr key={`${row.event}${at}`}>
                  <td>{row.row === null ? capital(row.event) : row.event}</td><td class="num">{paysOf(row)}</td><td class="num">{count(row.count)}</td><td class="num">{fixed(row.probability, 10)}</td>
                  <td class="num">{fixed(row.one_in, 2)}</td><td class="num">{row.return === null ? "–" : percent(times100(row.return))}</td>
                  {compared && <><td class="num cmp">{beside ? count(beside.count) : "–"}</td><td class="num cmp">{beside?.return ? percent(times100(beside.return)) : "–"}</td></>}
                </tr>
              );
            })}
          </tbody>
          {edge && <tfoot><tr><td>House edge</td><td /><td class="num">{count(figures.total)}</td><td class="num">1</td><td /><td class="num">{percent(edge.percent)}</td>{compared && <><td class="num cmp">{count(compared.total)}</td><td class="num cmp">{percent(compared.house_edge?.percent)}</td></>}</tr></tfoot>}
        </table>
      </section>
      {figures.strategy && figures.strategy.stretches.length > 0 && (
        <section class="panel ptb strat" tabIndex={0}>
          <div class="ph"><h2>How to play</h2><span class="note">the best bet for every class of hand</span></div>
          <table><thead><tr><th>From</th><th>To</th><th class="num">Hands</th><th>Best</th></tr></thead><tbody>{figures.strategy.stretches.slice(0, 24).map((each) => <tr key={each.from}><td>{each.from}</td><td>{each.to}</td><td class="num">{count(each.hands)}</td><td>{each.best ?? "the other cards decide"}</td></tr>)}</tbody></table>
        </section>
      )}
    </>
  );
}

/** A row without a hand of its own is told by what it brings: a win or a loss of so many units. */
function paysOf(row: SheetRow): string {
  const sign = row.row !== null || row.pays === "0" ? "" : row.event.startsWith("win") ? "+" : row.event.startsWith("lose") ? "−" : "";
  return `${/^\d/.test(row.pays) ? sign : ""}${row.pays.replace(/^-/, "−")}`;
}

/** A decimal text times a hundred, by moving the point: a percentage is a rendering. */
function times100(text: string): string {
  const negative = text.startsWith("-");
  const [whole = "0", rest = ""] = text.replace("-", "").split(".");
  const digits = rest.padEnd(2, "0");
  return `${negative ? "-" : ""}${BigInt(whole + digits.slice(0, 2))}.${digits.slice(2) || "0"}`;
}

/** A fraction with its digits in groups. */
const fraction = (text: string | undefined): string => (text ?? "").split("/").map((each) => each.replaceAll(/\B(?=(\d{3})+$)/g, ",")).join("/");

function short(total: string): string {
  const power = total.length - 1;
  return power < 9 ? count(total) : `${total.charAt(0)}.${total.slice(1, 3)} × 10^${power}`;
}

function Footer({ sheet, figures, game }: { sheet: Sheet; figures: SheetWager | undefined; game: Game }) {
  return (
    <p class="note">
      {sheet.samples.map((each) => <span key={each.id}><Sample words={`${each.id}: sample`} /> </span>)}
      {figures?.notes.map((each) => <span key={each}>{capital(each)}. </span>)}
      {sheet.interpretations.length > 0 && <>Readings: {sheet.interpretations.map((each, at) => <span key={each.id}>{at > 0 && ", "}<a href={`/handbook/${game.name}#reading-${each.id}`} title={each.question}>{each.id}</a></span>)}. </>}
      Rulebook <span class="mono">{sheet.rulebook_hash.slice(0, 8)}</span>, software {sheet.software}.
    </p>
  );
}
