// Below the felt: only what you may do now. Each action shows its key, and only one is primary.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsked } from "../api";
import type { ActionView as Choice, TableAdviceRecord, TableView as View } from "../api-types";
import { capital, cents, money } from "../format";
import { type Desk, isWagering, press } from "../pages/table";
import { CHIPS, Chip, plain } from "./cards";
import { Button, Form, Input, Tag } from "./pieces";
import { say } from "./words";

export type Advice = TableAdviceRecord;

export function useAdvice({ turn, you, round, decided }: View, table: string, isOpen: boolean) {
  const mine = turn && you && turn.seat === you.seat && isOpen;
  return useAsked<Advice>(mine ? `/tables/${encodeURIComponent(table)}/advice?${round}.${decided}` : null);
}

/** What the bar is called, what may be pressed, and what stands before and after that. */
type Bar = { name: string; acts: (Acting | false | undefined)[]; first?: ComponentChildren; last?: ComponentChildren };

/** One bar for everything: an action that stays keeps its place and the keyboard, and where it goes the keyboard stays. */
export function Bench({ desk }: { desk: Desk }) {
  const { view, settled } = desk;
  const seconds = useSeconds(desk);
  const bar = useRef<HTMLDivElement>(null);
  const { name, acts, first, last } = barOf(desk, seconds);
  const decides = name === DECISION;
  const before = useRef(decides ? "" : name);
  useEffect(() => {
    // The keyboard follows the bar, unless it is somewhere on purpose.
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost && (decides || before.current !== name)) bar.current?.focus({ preventScroll: true });
    before.current = name;
  }, [name, view.round, view.decided, settled]);
  return (
    <div class="table-acts" role="group" aria-label={name} data-decided={decides ? view.decided : undefined} ref={bar} tabIndex={-1}>
      {first}
      {acts.map((each) => each && <Act key={each.id ?? each.title} {...each} />)}
      {last}
    </div>
  );
}

const DECISION = "Your decision";

function barOf(desk: Desk, seconds: number | null): Bar {
  const { view, settled } = desk;
  if (!view.you) return watching(desk);
  if (settled) return afterRound(desk, seconds);
  if (isWagering(desk)) return wagering(desk);
  if (view.turn?.actions && view.turn.seat === view.you.seat) return deciding(desk, view.turn.actions);
  return standing(desk, seconds);
}

/** Seconds that are left, counted down between the house's words. */
export function useSeconds(desk: Desk): number | null {
  const [now, tick] = useState(() => Date.now());
  const [since, mark] = useState(() => Date.now());
  useEffect(() => mark(Date.now()), [desk.view.version]);
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return desk.view.seconds === null ? null : Math.max(0, Math.round(desk.view.seconds - Math.max(0, now - since) / 1000));
}

export function Clock({ desk }: { desk: Desk }) {
  const seconds = useSeconds(desk);
  const then = desk.view.turn?.by_clock;
  return seconds === null ? null : <Tag kind="info" mark="clock" words={`${seconds} s${then ? `, then ${then}` : ""}`} />;
}

type Acting = { id?: string; title: string; note: string; mark?: string; primary?: boolean; disabled?: boolean; act: () => void };

function Act({ title, note, mark, primary = false, disabled = false, act }: Acting) {
  return (
    <button class={primary ? "act primary" : "act"} data-key={mark} disabled={disabled} aria-keyshortcuts={mark} onClick={act}>
      <b>{title}</b>
      <span>{note}</span>
      {mark && <kbd aria-hidden="true">{mark}</kbd>}
    </button>
  );
}

/** The trade's own letters; any other word gets the first of its letters that is free. */
const LETTERS: Record<string, string> = {
  fold: "F",
  play: "P",
  raise: "R",
  hit: "H",
  stand: "S",
  double: "D",
  split: "P",
  insure: "I",
  decline: "N",
  surrender: "R",
};
const RESERVED = "ATGWLXZB";
const given = new Map<string, Map<string, string>>();

/** The letters of actions at a table: once given, a letter means the same action for as long as the table is open. */
function keysFor(table: string, names: string[]): string[] {
  const known = given.get(table) ?? new Map<string, string>();
  given.set(table, known);
  return names.map((name) => {
    const taken = new Set([...RESERVED, ...known.values()]);
    const own =
      known.get(name) ?? [LETTERS[name] ?? "", ...name.toUpperCase()].find((letter) => /^[A-Z]$/.test(letter) && !taken.has(letter)) ?? "";
    known.set(name, own);
    return own;
  });
}

interface Offer {
  title: string;
  note: string;
  mark: string;
  /** What is sent, and what advice calls it. */
  said: string;
  of: string;
}

/** What may be pressed for an action: once for each multiple that it may be, for the most, or as it is. */
function offersOf({ name, multiples, base, minimum, maximum }: Choice, letter: string): Offer[] {
  const sent = (amount: number) => `${name} ${(amount / 100).toFixed(2)}`;
  if (multiples.length > 1)
    return multiples
      .slice(0, 6)
      .map((each) => ({
        title: `${capital(name)} ${each}×`,
        note: money(each * base),
        mark: String(each),
        said: sent(each * base),
        of: `${name} ${each}x`,
      }));
  const one = { title: capital(name), mark: letter, of: name };
  if (maximum !== minimum) return [{ ...one, note: `${money(maximum)}, the most`, said: sent(maximum) }];
  const free = /^(fold|surrender)$/.test(name) ? "give up" : "no cost";
  return [{ ...one, note: maximum ? money(maximum) : free, said: name }];
}

function deciding(desk: Desk, actions: Choice[]): Bar {
  const { view, run, online } = desk;
  const best = desk.tab === "Advice" ? desk.advice.value?.values.find((each) => each.best)?.action : undefined;
  const decide = (action: string) => void run("act", { round: view.round, decided: view.decided, action });
  const letters = keysFor(
    desk.layout.table,
    actions.map((action) => action.name),
  );
  const ranged = actions.find((action) => action.maximum !== action.minimum);
  const acts = actions
    .flatMap((action, at) => offersOf(action, letters[at] ?? ""))
    .map(({ said, of, ...shown }) => ({
      ...shown,
      // Another decision has buttons of its own: nobody presses one for the decision before.
      id: `${view.round} ${view.decided} ${said}`,
      primary: best === of || (best?.startsWith(`${of} `) ?? false) || actions.length === 1,
      disabled: !online,
      act: () => decide(said),
    }));
  const first = <p class="clock-s only-s" children={<Clock desk={desk} />} />;
  return { name: DECISION, first, acts, last: ranged && <Amount action={ranged} off={!online} act={decide} /> };
}

function Amount({ action, off, act }: { action: Choice; off: boolean; act: (action: string) => void }) {
  const typed = useSignal("");
  /** On a narrow screen the field opens on request, so that the table stays in sight. */
  const open = useSignal(false);
  const amount = typed.value || ((action.multiples.length > 1 ? action.minimum : action.maximum) / 100).toFixed(2);
  const step = Math.max(action.step, action.base || 100);
  const move = (by: number) => {
    typed.value = (Math.min(action.maximum, Math.max(action.minimum, (cents(amount) ?? action.minimum) + by)) / 100).toFixed(2);
  };
  return (
    <Form class={open.value ? "amount open" : "amount"} send={() => act(`${action.name} ${amount}`)}>
      <button type="button" class="link only-s" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        Any amount, {money(action.minimum)} to {money(action.maximum)}
      </button>
      <label class="label hide-s" for="amount">{say`Any amount, ${money(action.minimum)} to ${money(action.maximum)}`}</label>
      <span class="row">
        <Button kind="small" aria-label="Less" press={() => move(-step)} words="−" />
        <Input id="amount" kind="small" inputMode="decimal" value={amount} set={(text) => (typed.value = text)} />
        <Button kind="small" aria-label="More" press={() => move(step)} words="+" />
        <Button kind="small" submit disabled={off} words={capital(action.name)} />
      </span>
    </Form>
  );
}

const sumOf = (wagers: Record<string, number>) => Object.values(wagers).reduce((sum, each) => sum + each, 0);
const lastOf = (view: View) => view.seats.find((seat) => seat.you)?.last ?? {};

/** A round button with a drawing of this line. */
const Round = ({ mark, name, line, press: act }: { mark: string; name: string; line: string; press: false | (() => unknown) }) => (
  <button class="round" data-key={mark} disabled={!act} aria-label={name} title={name} onClick={act || undefined}>
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={line} />
    </svg>
  </button>
);

function wagering(desk: Desk): Bar {
  const { slip, setSlip, undo, view, run, online, chip, layout } = desk;
  const spot = desk.spot.value;
  const name = layout.spots.find((each) => each.wager === spot)?.title ?? "the spot";
  const total = sumOf(slip);
  const last = lastOf(view);
  const chips = (
    <div class="chips">
      <div class="tray" role="radiogroup" aria-label="Chip">
        {CHIPS.map((each, at) => (
          <button
            key={each}
            role="radio"
            aria-checked={chip.value === each}
            aria-label={`Chip of ${plain(each)}`}
            data-key={String(at + 1)}
            class={chip.value === each ? "chip on" : "chip"}
            onClick={() => (chip.value = each)}>
            <svg width="46" height="46" viewBox="0 0 46 46" aria-hidden="true">
              <Chip cents={each} x={23} y={23} r={21} />
            </svg>
            <kbd aria-hidden="true">{at + 1}</kbd>
          </button>
        ))}
      </div>
      <div class="take" role="group" aria-label="Take chips back">
        <Round mark="Backspace" name={`A chip less on ${name}`} line="M4 10h12" press={!!slip[spot] && (() => press(desk, spot, -1))} />
        <Round mark="Z" name="Undo" line="M7.5 4 4 7.5 7.5 11M4 7.5h7.5a4 4 0 0 1 0 8H8" press={undo ?? false} />
      </div>
    </div>
  );
  const ready = () => void run("wagers", { round: view.round, wagers: slip, ready: true });
  return {
    name: "Place your wagers",
    first: chips,
    acts: [
      { title: "Clear", note: `${money(total)} back`, mark: "X", disabled: !total, act: () => setSlip({}) },
      sumOf(last) > 0 && { title: "Same as last", note: money(sumOf(last)), mark: "L", act: () => setSlip({ ...last }) },
      { title: "Ready", note: `wager ${money(total)}`, mark: "Enter", primary: true, disabled: !online || !total, act: ready },
    ],
  };
}

/** Two short lines beside what may be pressed. */
const Aside = ({ first, more }: { first: string; more: string }) => (
  <p class="aside">
    <span>{first}</span>
    <span>{more}</span>
  </p>
);

function Ready({ desk, seconds }: { desk: Desk; seconds: number | null }) {
  const people = desk.view.seats.filter((seat) => !seat.open && !seat.bot);
  const ready = `${people.filter((seat) => seat.ready).length} of ${people.length} ready`;
  return <Aside first="Next deal when all have wagered" more={ready + (seconds !== null ? `, at the latest in ${seconds} s` : "")} />;
}

function afterRound(desk: Desk, seconds: number | null): Bar {
  const { view, run, online } = desk;
  const last = lastOf(view);
  const total = sumOf(last);
  const wager = () => {
    desk.setSlip({ ...last });
    desk.dismissSettled();
  };
  // The round that is over goes at once, not when the house has answered: the next key is about the next round.
  const again = () => {
    wager();
    void run("wagers", { round: view.round, wagers: last, ready: true });
  };
  return {
    name: "The next round",
    acts: [
      { title: "Wagers", note: "change them", mark: "W", act: wager },
      total > 0 && { title: "Same again", note: `wager ${money(total)}`, mark: "Enter", primary: true, disabled: !online, act: again },
      { title: "Leave", note: "the table", act: () => void run("leave") },
    ],
    last: <Ready desk={desk} seconds={seconds} />,
  };
}

function standing(desk: Desk, seconds: number | null): Bar {
  const { view, run } = desk;
  const acting = view.turn ? view.seats.find((seat) => seat.seat === view.turn?.seat) : undefined;
  const bots = view.seats.filter((seat) => seat.bot);
  const wagers = view.seats.find((seat) => seat.you)?.wagers ?? {};
  const left = seconds !== null && acting && !acting.bot ? `${seconds} s, then the clock decides` : "a moment";
  const change = () => void run("wagers", { round: view.round, wagers, ready: false });
  const aside = <Aside first={acting ? `${acting.name} decides` : "The dealer plays"} more={left} />;
  if (view.phase !== "wagers") return { name: "The table", acts: [], last: aside };
  return {
    name: "The table",
    acts: [
      { title: "Change wagers", note: "before the deal", mark: "W", act: change },
      view.seats.some((seat) => seat.open) && { title: "Add a bot", note: `${bots.length} here`, mark: "B", act: () => void run("bot") },
    ],
    last: <Ready desk={desk} seconds={seconds} />,
  };
}

function watching({ view, sit }: Desk): Bar {
  // From the middle of the table one sees both sides of it.
  const away = (seat: number) => Math.abs(seat - (view.seats.length + 1) / 2);
  const best = view.seats.filter((seat) => seat.open).sort((a, b) => away(a.seat) - away(b.seat))[0];
  const others = view.watchers - 1;
  const beside = others > 0 ? ` with ${others === 1 ? "one other" : `${others} others`}` : "";
  const act = () => best && sit(best.seat);
  return {
    name: "The table",
    first: <Aside first={`You are watching${beside}`} more={best ? "Take an open seat to play" : "Every seat is taken"} />,
    acts: [best && { title: `Sit at seat ${best.seat}`, note: "play chips only", mark: "Enter", primary: true, act }],
  };
}
