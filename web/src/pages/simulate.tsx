// Rounds are dealt until you stop: the estimate beside the exact line, its error shrinking. The house's workers deal.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, Problem } from "../api";
import type { SimulatedSoFar, SimulatedWager } from "../api-types";
import { capital, count, fixed, hundredfold, percent, signed, thousands } from "../format";
import { Typed } from "../parts/controls";
import { GamePick, gamePage, type Picked } from "../parts/gamepick";
import { Button, Field, Figure, Head, LOST, Rows, Tag, Top, useHearing, WON } from "../parts/pieces";
import { isTyping } from "../parts/search";
import { Refused, Waiting } from "../parts/states";
import { bold, mono, muted, say } from "../parts/words";
import { place } from "../router";

type Point = { rounds: number; mean: number; error: number };

const FIRST = 1000;
/** Four redraws a second at the most. */
const PAUSE_MS = 250;

function Simulate({ picked }: { picked: Picked }) {
  const { query } = place.value;
  const seed = /^\d{1,18}$/.test(query.get("seed") ?? "") ? (query.get("seed") ?? "1") : "1";
  const most = picked.game.editions[0]?.seats[1] ?? 1;
  const seats = Math.min(most, Math.max(1, Number(query.get("seats") ?? 1) || 1));
  return <Run key={`${picked.spec} ${seed} ${seats}`} picked={picked} seed={seed} seats={seats} most={most} />;
}

export default gamePage("/simulate", "simulation", Simulate, () => true);

/** The next number of rounds: half as many again, in figures that read well, and no more than a second's work. */
function after(rounds: number, seconds: number): number {
  const wanted = rounds * (seconds > 1 ? 1.25 : 2);
  const step = 10 ** Math.max(3, Math.floor(Math.log10(wanted)) - 1);
  return Math.max(rounds + FIRST, Math.round(wanted / step) * step);
}

function Run({ picked, seed, seats, most }: { picked: Picked; seed: string; seats: number; most: number }) {
  const told = useSignal<SimulatedSoFar | null>(null);
  const problem = useSignal<Error | null>(null);
  const running = useSignal(true);
  const rate = useSignal(0);
  const points = useSignal<Record<string, Point[]>>({});
  const wager = useSignal(place.value.query.get("wager") ?? "");
  const limit = useRef(Number.POSITIVE_INFINITY);
  const next = useRef(FIRST);
  useEffect(() => {
    if (!running.value) return undefined;
    const stop = new AbortController();
    const go = async () => {
      while (!stop.signal.aborted) {
        const rounds = Math.min(next.current, limit.current);
        const began = performance.now();
        const asked = new URLSearchParams({ game: picked.spec, rounds: String(rounds), seed, seats: String(seats) });
        const found = await ask<SimulatedSoFar>(`/simulate?${asked}`, { signal: stop.signal });
        if (stop.signal.aborted) return;
        const seconds = (performance.now() - began) / 1000;
        const before = Number(told.value?.rounds ?? 0);
        rate.value = (rounds - before) / seconds;
        told.value = found;
        limit.current = found.most;
        const pointsOf = (each: SimulatedWager): Point[] => [
          ...(points.value[each.wager] ?? []).filter((point) => point.rounds < rounds),
          { rounds, mean: Number(each.mean), error: Number(each.standard_error) },
        ];
        points.value = Object.fromEntries(found.wagers.map((each) => [each.wager, pointsOf(each)]));
        if (rounds >= limit.current) {
          running.value = false;
          return;
        }
        next.current = after(rounds, seconds);
        await new Promise((done) => setTimeout(done, Math.max(0, PAUSE_MS - seconds * 1000)));
      }
    };
    go().catch((error: Error) => {
      if (stop.signal.aborted) return;
      problem.value = error;
      running.value = false;
    });
    return () => stop.abort();
  }, [running.value]);
  const finished = told.value !== null && Number(told.value.rounds) >= limit.current;
  const toggle = () => {
    problem.value = null;
    if (!finished) running.value = !running.value;
  };
  useHearing("keydown", (event) => {
    const on = (event.target as HTMLElement | null)?.closest?.("button, a, summary");
    if (isTyping(event) || event.key !== " " || event.repeat || on) return;
    event.preventDefault();
    toggle();
  });
  const line = told.value?.wagers.find((each) => each.wager === wager.value) ?? told.value?.wagers[0];
  const title = (id: string) => picked.game.wagers.find((each) => each.id === id)?.title ?? capital(id);
  return (
    <main class="house">
      <Top title="Simulate" words="Rounds are dealt until you stop. The estimate has to come to the exact line.">
        <Button download={`${picked.game.name}-simulation.csv`} to={csvOf(points.value, line?.wager ?? "")} words="CSV" />
        <Button to={`/sheets/${picked.game.name}`} words="Par sheet" />
        <Button
          kind="primary"
          disabled={finished}
          aria-keyshortcuts="Space"
          press={toggle}
          {...(finished ? { words: "All dealt" } : { mark: "Space", words: running.value ? "Stop" : "Continue" })}
        />
      </Top>
      <div class="sm results-first">
        <aside class="panel pad stack" aria-label="What is simulated">
          <GamePick picked={picked} tables />
          {told.value && told.value.wagers.length > 1 && line && (
            <Field
              title="Wager shown"
              value={line.wager}
              options={told.value.wagers.map((each) => [each.wager, title(each.wager)])}
              set={(value) => (wager.value = value)}
            />
          )}
          {most > 1 && (
            <Field
              title="Seats"
              value={String(seats)}
              options={Array.from({ length: most }, (_, at) => [String(at + 1), String(at + 1)])}
              set={(value) => picked.open(null, { seats: value === "1" ? "" : value })}
            />
          )}
          <Typed title="Seed" value={seed} change={(value) => picked.open(null, { seed: value === "1" ? "" : value.replace(/\D/g, "") })} />
          <p class="note">The same seed deals the same rounds, on any machine. Played {told.value ? words(told.value) : "as stated"}.</p>
        </aside>
        <div class="stack sim">
          {problem.value && (
            <Refused problem={problem.value} {...(problem.value instanceof Problem ? {} : { hint: "Continue asks again." })} />
          )}
          {line && told.value ? (
            <>
              <Figures told={told.value} line={line} rate={running.value ? rate.value : 0} />
              <section class="panel" aria-label="The estimate closes in">
                <Head title="The estimate closes in" note="bands: 95 and 99 %" />
                <Plot points={points.value[line.wager] ?? []} exact={line.exact === null ? null : Number(line.exact)} />
              </section>
              <Outcomes line={line} />
              <p class="note">
                {told.value.by === "kernel" ? "Dealt by a kernel made from the game" : "Played card by card"}
                {say`, seed ${seed}, at most ${thousands(told.value.most)} rounds here; the command deals more. `}
                {say`Rulebook ${mono(told.value.game_hash.slice(0, 8))}.`}
              </p>
            </>
          ) : (
            !problem.value && (
              <div class="panel">
                <Waiting rows={8} />
              </div>
            )
          )}
        </div>
      </div>
    </main>
  );
}

const words = ({ strategy }: SimulatedSoFar): string =>
  strategy === "optimal" ? "by the best decisions" : strategy === "chart" ? "by the chart" : "by the game's stated rule";

function Figures({ told, line, rate }: { told: SimulatedSoFar; line: SimulatedWager; rate: number }) {
  const z = line.z === null ? null : Number(line.z);
  const far = z !== null && Math.abs(z) > 4;
  const verdict = z === null ? "" : <Tag {...(far ? LOST : WON)} words={far ? "disagrees" : "agrees"} />;
  const off = `standard error ${percent(hundredfold(line.standard_error))}`;
  const isKnown = line.exact !== null;
  return (
    <section class="panel figs fours" aria-label="Figures" aria-live="polite">
      <Figure title="Rounds" value={count(told.rounds)} note={rate ? `${speed(rate)} a second` : "stopped"} />
      <Figure title="Simulated" value={percent(hundredfold(line.mean))} note={off} />
      <Figure
        title="Exact"
        value={isKnown ? percent(hundredfold(line.exact ?? "")) : "–"}
        note={isKnown ? "what a wager brings" : "not known for this play"}
      />
      <Figure title="Apart" value={z === null ? "–" : `${sigma(z)} σ`} note={verdict} />
    </section>
  );
}

const speed = (rate: number): string => (rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} M` : thousands(Math.round(rate)));

/** The drawing is as wide as the screen lets it be, so that its words keep their size. */
const boxOf = (w = Math.max(340, Math.min(1040, innerWidth - 32))) => ({
  w,
  h: w > 700 ? 330 : 240,
  left: 66,
  right: 92,
  top: 14,
  bottom: 34,
});

/** The estimate over the number of rounds, on a logarithmic axis, with its bands and the exact line. */
function Plot({ points, exact }: { points: Point[]; exact: number | null }) {
  const box = boxOf();
  const last = points.at(-1);
  if (!last) return null;
  const low = Math.log10(FIRST);
  const high = Math.max(4, Math.log10(last.rounds));
  const first = points.find((point) => point.rounds >= 2 * FIRST) ?? last;
  const middle = exact ?? last.mean;
  const reach = Math.max(3.2 * first.error, 1.3 * Math.abs(first.mean - middle), 1e-6);
  const x = (rounds: number) => box.left + ((Math.log10(rounds) - low) / (high - low)) * (box.w - box.left - box.right);
  const y = (value: number) =>
    Math.min(box.h - box.bottom, Math.max(box.top, box.top + ((middle + reach - value) / (2 * reach)) * (box.h - box.top - box.bottom)));
  const step = niceStep((200 * reach) / 4) / 100;
  const ticks = Array.from({ length: 12 }, (_, at) => (Math.floor((middle - reach) / step) + at) * step).filter(
    (value) => value > middle - reach && value < middle + reach,
  );
  const path = (side: (point: Point) => number, of = points) =>
    of.map((point) => `${x(point.rounds).toFixed(1)} ${y(side(point)).toFixed(1)}`).join(" L");
  const band = (width: number) =>
    `M${path((point) => point.mean + width * point.error)} L${path((point) => point.mean - width * point.error, [...points].reverse())} Z`;
  const end = box.w - box.right + 10;
  const at = y(last.mean);
  const on = exact === null ? null : y(exact);
  const apart = on === null ? at : Math.abs(at - on) < 34 ? (last.mean >= (exact ?? 0) ? on - 34 : on + 34) : at;
  const powers = Array.from({ length: Math.floor(high) - low + 1 }, (_, at) => 10 ** (low + at)).filter(
    (_, at) => box.w > 500 || at % 2 === 0,
  );
  const label = `After ${thousands(last.rounds)} rounds ${(100 * last.mean).toFixed(4)} percent${exact === null ? "" : `, exact ${(100 * exact).toFixed(4)} percent`}`;
  const decimals = Math.max(1, Math.ceil(-Math.log10(step * 100)));
  return (
    <svg class="simplot" viewBox={`0 0 ${box.w} ${box.h}`} role="img" aria-label={label}>
      {ticks.map((value) => (
        <g key={value}>
          <path d={`M${box.left} ${y(value)}H${box.w - box.right}`} stroke="var(--line)" />
          <text x={box.left - 8} y={y(value) + 4} text-anchor="end">
            {`${(100 * value).toFixed(decimals).replace("-", "−")} %`}
          </text>
        </g>
      ))}
      {powers.map((rounds) => (
        <text key={rounds} x={x(rounds)} y={box.h - 10} text-anchor="middle">
          {rounds >= 1e6 ? `${rounds / 1e6} M` : thousands(rounds)}
        </text>
      ))}
      <path d={band(2.576)} fill="var(--plot-softer)" />
      <path d={band(1.96)} fill="var(--plot-soft)" />
      {on !== null && <path d={`M${box.left} ${on}H${box.w - box.right}`} stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="6 4" />}
      <path d={`M${path((point) => point.mean)}`} fill="none" stroke="var(--accent)" stroke-width="2" />
      <circle cx={x(last.rounds)} cy={at} r="5" fill="var(--surface)" stroke="var(--accent)" stroke-width="2" />
      <Told x={end} y={apart} kind="sim" name="simulated" value={last.mean} />
      {on !== null && <Told x={end} y={on} kind="strong" name="exact" value={exact ?? 0} />}
    </svg>
  );
}

type ToldAt = { x: number; y: number; kind: string; name: string; value: number };

/** A figure at the end of its line, under its name. */
const Told = ({ x, y, kind, name, value }: ToldAt) => (
  <>
    <text class={kind} x={x} y={y - 2}>
      {name}
    </text>
    <text x={x} y={y + 13}>
      {`${(100 * value).toFixed(5).replace("-", "−")} %`}
    </text>
  </>
);

/** One, two or five times a power of ten, near to what is wanted. */
function niceStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1);
}

function Outcomes({ line }: { line: SimulatedWager }) {
  const square = line.chi_square;
  const chi = square ? `χ² ${fixed(square.statistic, 1)} at ${square.freedom}, p = ${fixed(square.probability, 2)}` : "";
  const rows = [...line.outcomes].sort((a, b) => Number(a.net) - Number(b.net));
  return (
    <section class="panel ptb" tabIndex={0} aria-label="Every outcome, against its expected count">
      <Head title="Every outcome, against its expected count" note={chi} />
      <Rows
        kind="outs"
        of={rows.slice(0, 60)}
        id={({ net, event }, at) => `${net}${event ?? ""}${at}`}
        columns={[
          ["Net", ({ net, event }) => say`${bold(signed(net))} ${muted(event?.replaceAll("_", " "))}`],
          ["Count", (each) => count(each.count), "num"],
          ["Expected", (each) => (each.expected === null ? "–" : fixed(each.expected, 1)), "num x"],
          ["σ", (each) => sigma(apart(each)), "num"],
          ["−3 to +3", (each) => <Sigmas z={apart(each)} />],
        ]}
      />
    </section>
  );
}

/** How many standard errors a count is from what was expected; null where nothing was. */
const apart = ({ count: many, expected }: SimulatedWager["outcomes"][number]): number | null =>
  Number(expected) ? (Number(many) - Number(expected)) / Math.sqrt(Number(expected)) : null;
const sigma = (z: number | null): string => (z === null ? "–" : signed(fixed(z.toFixed(6), 2).replace("−", "-")));

function Sigmas({ z }: { z: number | null }) {
  const width = Math.min(3, Math.abs(z ?? 0)) / 6;
  return (
    <span class="z" aria-hidden="true">
      {z !== null && <i style={{ left: `${(z < 0 ? 0.5 - width : 0.5) * 100}%`, width: `${width * 100}%` }} />}
    </span>
  );
}

function csvOf(points: Record<string, Point[]>, wager: string): string {
  const rows = (points[wager] ?? []).map((point) => `${point.rounds},${point.mean},${point.error}`);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(["rounds,mean,standard_error", ...rows].join("\n"))}`;
}
