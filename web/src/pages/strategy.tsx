// How to play each base wager: the chart in color, and what simpler ways cost. Every figure is the house's own.

import { Problem, useAsked } from "../api";
import type { ChartLine, EdgeRecord, PlayLine, SimplerPlay, StrategyRecord } from "../api-types";
import { capital, count, fixed, hundredfold, percent, tens } from "../format";
import { GamePick, gamePage, type Picked } from "../parts/gamepick";
import { Button, Head, Rows, Top } from "../parts/pieces";
import { Empty, Refused, Waiting } from "../parts/states";
import { anchor, muted, say } from "../parts/words";

type Told = StrategyRecord | EdgeRecord;
type Grid = Record<string, Record<string, string>>;

/** The tint of a decision: the trade's letters have theirs, any other action takes the next one. */
const TINTS: Record<string, string> = { H: "a", S: "s", P: "p", D: "d", R: "f" };
const tintOf = (letters: string): string => TINTS[letters.charAt(0)] ?? "a";
const ORDER = ["a", "d", "p", "e"];

/** Actions from the least to the most that is put up, each with a letter and a tint; giving up has the plain one. */
function legendOf(actions: string[]): Map<string, { letter: string; tint: string }> {
  let next = 0;
  return new Map(
    actions.map((action) => {
      const size = /(\d+)x$/.exec(action)?.[1];
      const tint = /^(fold|surrender)/.test(action) ? "s" : (ORDER[next++ % ORDER.length] ?? "a");
      return [action, { letter: size ? `${size}×` : action.charAt(0).toUpperCase(), tint }];
    }),
  );
}

function Strategy({ picked }: { picked: Picked }) {
  const { game, spec } = picked;
  const asked = `/strategy?${new URLSearchParams({ game: spec })}`;
  const told = useAsked<Told>(asked);
  const record = told.value && !told.problem ? told.value : undefined;
  const isLate = told.problem instanceof Problem && told.problem.status === 504;
  const otherwise = isLate ? (
    <Button kind="small" press={told.again} words="Ask again" />
  ) : (
    say`The ${anchor(`/calculator/${game.name}`, "calculator")} says what every decision is worth.`
  );
  const edge = (
    <div class="num">
      <span class="label">{record && "cost" in record ? "House edge by this chart" : "House edge"}</span>
      <p class="fig">{percent(record?.house_edge?.percent)}</p>
    </div>
  );
  return (
    <main class="house">
      <Top title="Strategy" words="The best way to play each base wager, and what a simpler way costs.">
        <Button to={`/api/v1${asked}`} download={`${game.name}-strategy.json`} words="JSON" />
        <Button to={`/simulate/${game.name}`} words="Simulate it" />
        <Button kind="primary" to={`/calculator/${game.name}`} words="Calculate a hand" />
      </Top>
      <div class="sm">
        <aside class="panel pad stack" aria-label="Which game">
          <GamePick picked={picked} />
        </aside>
        <section class={told.waiting ? "panel is-waiting" : "panel"} aria-label={game.title}>
          <Head title={game.title} spec={record?.game ?? spec} note={edge} />
          {told.problem ? (
            <div class="pad">
              <Refused problem={told.problem} hint={otherwise} />
            </div>
          ) : !record ? (
            <Waiting rows={8} />
          ) : (
            <Chart record={record} />
          )}
        </section>
      </div>
    </main>
  );
}

export default gamePage("/strategy", "strategy", Strategy);

function Chart({ record }: { record: Told }) {
  const by = "cost" in record ? record : undefined;
  const ways = [...(by ? byTotals(by) : []), ...simplerWays(record)];
  const { chart } = record;
  const drawn = Array.isArray(chart) ? chart.length > 0 && <Classes chart={chart} /> : chart && <Totals chart={chart} />;
  return (
    <>
      {"plays" in record && record.plays?.length ? <Plays plays={record.plays} /> : drawn || <Empty title="There is nothing to decide" />}
      {ways.length > 0 && (
        <Rows
          kind="cost"
          of={ways}
          id={([way]) => way}
          columns={[
            [by ? "Way to play" : "A simpler way", ([way]) => way],
            ["House edge", ([, edge]) => edge, "num"],
            ["Costs", ([, , cost]) => cost, "num"],
          ]}
        />
      )}
      <p class="note pad">
        {capital(record.method)}
        {"error_bound" in record && record.error_bound ? `, off by less than ${record.error_bound}` : ""}.{" "}
        {"notes" in record && record.notes.map((note) => `${capital(note)}. `)}A cost is what a round loses beside the best play, in base
        wagers. Rulebook <span class="mono">{record.game_hash.slice(0, 8)}</span>.
      </p>
    </>
  );
}

type Way = [way: string, edge: string, cost: string];

/** Where one amount alone can be put up, the smallest is the largest, and either means never to fold. */
function simplerWays(record: Told): Way[] {
  const one = Array.isArray(record.chart) && record.chart.length && record.chart.every((line) => line.actions.length <= 2);
  const cost = ({ cost: { decimal } }: SimplerPlay) => (decimal === "0" ? "nothing" : percent(hundredfold(decimal)));
  return Object.entries(record.strategies ?? {})
    .filter(([way]) => !one || !/largest/.test(way))
    .map(([way, play]) => [
      capital(one && way === "smallest on every hand" ? "never fold" : way),
      percent(play.house_edge.percent),
      cost(play),
    ]);
}

function byTotals({ by_composition: best, house_edge, cost }: EdgeRecord): Way[] {
  const totals: Way = ["By totals, this chart", percent(house_edge?.percent, 6), cost ? percent(hundredfold(cost), 6) : "–"];
  return best ? [["By the cards of the hand", percent(hundredfold(best).replace(/^-/, ""), 6), "best"], totals] : [totals];
}

/** A hand with the letters of what is played, by up-card. */
type Played = [hand: string, plays: Record<string, string>];

/** Rows that are played alike, one after the other, are one. */
function merged(rows: Played[]): Played[] {
  const found: { first: string; last: string; plays: Record<string, string> }[] = [];
  for (const [name, plays] of rows) {
    const before = found.at(-1);
    if (before && !name.includes(",") && JSON.stringify(before.plays) === JSON.stringify(plays)) before.last = name;
    else found.push({ first: name, last: name, plays });
  }
  return found.map(({ first, last, plays }) => [first === last ? first : `${first} to ${last}`, plays]);
}

const PLAYS: Record<string, string> = { h: "hit", s: "stand", p: "split", d: "double", r: "surrender" };
/** "double, else hit", from "Dh". */
const meaningOf = (letters: string): string => [...letters.toLowerCase()].map((letter) => PLAYS[letter] ?? letter).join(", else ");

function Totals({ chart }: { chart: Grid }) {
  const kinds = new Map<string, Played[]>();
  for (const [hand, plays] of Object.entries(chart)) {
    const [kind = "", name = hand] = /^(\w+) (.+)$/.exec(hand)?.slice(1) ?? [];
    kinds.set(kind, [...(kinds.get(kind) ?? []), [name.replace(",", ", "), plays]]);
  }
  const used = [...new Set(Object.values(chart).flatMap((plays) => Object.values(plays)))];
  return (
    <>
      <Key of={used.map((letters) => [letters, tintOf(letters), meaningOf(letters)])} />
      <div class="charts">
        {[...kinds].map(([kind, rows]) => (
          <Rows
            key={kind}
            kind="ch"
            caption={`${capital(kind)} hands against the dealer's up-card`}
            of={merged(rows)}
            id={([name]) => name}
            columns={[[kind, ([name]) => name, "rowhead"], ...Object.keys(rows[0]?.[1] ?? {}).map(against)]}
          />
        ))}
      </div>
    </>
  );
}

/** What is played against an up-card. */
const against = (up: string) =>
  [up, ([, { [up]: letters = "" }]: Played) => <i class={`k-${tintOf(letters)}`} title={meaningOf(letters)} children={letters} />] as const;

interface Stretch {
  from: string;
  to: string;
  hands: bigint;
  /** Hands by the decision that is best for them. */
  best: Map<string, bigint>;
}

/** Classes of one kind from the best hand down, those decided alike put together. */
function stretchesOf(lines: ChartLine[]): Stretch[] {
  const found: Stretch[] = [];
  for (const line of lines) {
    const some = line.actions.map((each) => [each.action, BigInt(each.best_hands)] as const);
    const best = new Map(some.filter(([, hands]) => hands > 0n || some.length === 1));
    const before = found.at(-1);
    const alike = before && [...before.best.keys()].sort().join() === [...best.keys()].sort().join();
    if (before && alike) {
      before.to = line.hand;
      before.hands += BigInt(line.hands);
      for (const [action, hands] of best) before.best.set(action, (before.best.get(action) ?? 0n) + hands);
    } else found.push({ from: line.hand, to: line.hand, hands: BigInt(line.hands), best });
  }
  return found;
}

const share = (part: bigint, whole: bigint): number => (whole ? Number((part * 100_000n) / whole) / 1000 : 0);

function Classes({ chart }: { chart: ChartLine[] }) {
  const lines = [...chart].reverse();
  const counts = (line: ChartLine) => line.actions.filter((each) => each.best_hands !== "0" || line.actions.length === 1);
  const actions = [...new Set(chart.flatMap((line) => counts(line).map((each) => each.action)))];
  const legend = legendOf(actions.sort((a, b) => amountOf(chart, a) - amountOf(chart, b)));
  const kinds = new Map<string, ChartLine[]>();
  for (const line of lines) {
    const kind = line.hand.split(",")[0] ?? line.hand;
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  // Kinds of hands that are all played in one way share a band.
  const bands: { name: string; last: string; way: string | null; lines: ChartLine[] }[] = [];
  const only = (own: ChartLine[]) => {
    const [first, ...more] = stretchesOf(own);
    return first && !more.length && first.best.size === 1 ? [...first.best.keys()].join() : null;
  };
  for (const [kind, own] of kinds) {
    const before = bands.at(-1);
    const way = only(own);
    if (before && way !== null && before.way === way) {
      before.last = kind;
      before.lines.push(...own);
    } else bands.push({ name: kind, last: kind, way, lines: [...own] });
  }
  const total = lines.reduce((sum, line) => sum + BigInt(line.hands), 0n);
  const stretches = stretchesOf(lines);
  return (
    <>
      <Key of={told(legend)} mixed={stretches.some((each) => each.best.size > 1)} />
      <div class="bands" role="img" aria-label={`Best decisions of ${count(total.toString())} hands, best hands first`}>
        {bands.map(({ name, last, lines: own }) => {
          const hands = own.reduce((sum, line) => sum + BigInt(line.hands), 0n);
          return (
            <div class="band" key={name}>
              <span class="name">{capital(tens(name)) + (last !== name ? ` to ${tens(last)}` : "")}</span>
              <Track
                legend={legend}
                least={4}
                of={stretchesOf(own).flatMap(({ best, from, to }) =>
                  [...best].map(
                    ([action, part]): Tracked => [action, share(part, hands), best.size > 1, to === from ? from : `${from} to ${to}`],
                  ),
                )}
              />
              <span class="num muted">{share(hands, total).toFixed(2)} %</span>
            </div>
          );
        })}
      </div>
      <Rows
        kind="cost"
        of={stretches}
        id={(each) => each.from}
        columns={[
          ["Hands", ({ from, to }) => `${capital(tens(from))}${to === from ? "" : ` to ${tens(to)}`}`],
          [`Of ${count(total.toString())}`, (each) => count(each.hands.toString()), "num"],
          [
            "Best",
            ({ best, hands }) => (best.size === 1 ? <b>{[...best.keys()].join()}</b> : `by the other cards: ${shares(best, hands)}`),
          ],
        ]}
      />
    </>
  );
}

type Legend = ReturnType<typeof legendOf>;
type Tracked = [action: string, percent: number, mixed: boolean, hands: string];

/** Parts of a band in the tints of what is played there; the letters stand where there is room for them. */
const Track = ({ of, legend, least }: { of: Tracked[]; legend: Legend; least: number }) => (
  <span class="track" aria-hidden="true">
    {of.map(([action, width, mixed, hands]) => {
      const { letter, tint } = legend.get(action) ?? { letter: "", tint: "a" };
      const told = { class: `k-${tint}${mixed ? " mixed" : ""}`, title: hands && `${hands}: ${action}` };
      return <i key={hands + action} {...told} style={{ width: `${width}%` }} children={width > least ? letter : ""} />;
    })}
  </span>
);

const shares = (best: Map<string, bigint>, hands: bigint): string =>
  [...best].map(([action, part]) => `${action} ${share(part, hands).toFixed(2)} %`).join(", ");

const amountOf = (chart: ChartLine[], action: string): number =>
  Number(chart.flatMap((line) => line.actions).find((each) => each.action === action)?.amount ?? 0);

type Explained = readonly [letter: string, tint: string, words: string];

/** What the letters and tints stand for. */
const Key = ({ of, mixed = false }: { of: Explained[]; mixed?: boolean }) => (
  <p class="key pad">
    {of.map(([letter, tint, words]) => (
      <span key={words}>
        <i class={`k-${tint}`}>{letter}</i>
        {words}
      </span>
    ))}
    {mixed && muted("striped: the other cards decide")}
  </p>
);

const told = (legend: Legend) => [...legend].map(([action, { letter, tint }]) => [letter, tint, action] as const);

function Plays({ plays }: { plays: readonly PlayLine[] }) {
  const legend = legendOf([...new Set(plays.flatMap((play) => Object.keys(play.best)))].sort());
  return (
    <>
      <Key of={told(legend)} mixed={plays.some((play) => Object.keys(play.best).length > 1)} />
      <Rows
        kind="cost plays"
        of={plays}
        id={(play) => play.question + play.hand}
        columns={[
          ["What is seen", (play, at) => (plays[at - 1]?.question === play.question ? "" : capital(play.question)), "muted"],
          ["Your hand", (play) => capital(tens(play.hand))],
          ["Best", (play) => <Best play={play} legend={legend} />],
        ]}
      />
    </>
  );
}

function Best({ play, legend }: { play: PlayLine; legend: Legend }) {
  const hands = Object.values(play.best).reduce((sum, each) => sum + BigInt(each), 0n);
  const parts = Object.entries(play.best)
    .map(([action, part]) => [action, share(BigInt(part), hands)] as const)
    .sort((a, b) => b[1] - a[1]);
  return (
    <>
      <Track legend={legend} least={12} of={parts.map(([action, part]): Tracked => [action, part, parts.length > 1, ""])} />
      <span class="note">
        {parts.map(([action, part]) => (part === 100 ? action : `${action} ${fixed(part.toFixed(3), 1)} %`)).join(", ")}
      </span>
    </>
  );
}
