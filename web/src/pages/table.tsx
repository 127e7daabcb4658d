// One table: the felt, what you may do, and beside it why. Everything shown is the house's own view for your seat.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type {
  FeltView as Felt,
  FinishedView as Finished,
  FeltLayout as Layout,
  ShoeView as Shoe,
  TableRecord,
  TableView as View,
} from "../api-types";
import { Rolling } from "../display/digits";
import { capital } from "../format";
import { Bench, useAdvice } from "../parts/bench";
import { CHIPS } from "../parts/cards";
import { Sample } from "../parts/cites";
import { type Scene, WideFelt } from "../parts/felt";
import { NameDialog } from "../parts/guest";
import { PhoneFelt } from "../parts/phonefelt";
import { Button, Later, lazy, Pending, useHearing, useLate } from "../parts/pieces";
import { isTyping } from "../parts/search";
import { Notice } from "../parts/states";
import { say } from "../parts/words";
import { useTitle } from "../router";
import { session } from "../session";
import { keep, kept } from "../storage";
import { command, Live } from "../table";

export default function TablePage({ id }: { id: string }) {
  const found = useAsked<TableRecord>(`/tables/${encodeURIComponent(id)}`);
  useTitle(found.value ? `${found.value.layout.title}, table ${id}` : `Table ${id}`);
  if (!found.value) return <Pending asked={found} rows={6} />;
  return <AtTable layout={found.value.layout} first={found.value.view} />;
}

export type Desk = ReturnType<typeof useDesk>;

/** What happens at a table and what may be done there, as every part of the page is given it. */
function useDesk(layout: Layout, first: View) {
  const live = useMemo(() => new Live<View>(`/tables/${encodeURIComponent(layout.table)}/live`), [layout.table, session.value?.name]);
  useEffect(() => () => live.close(), [live]);
  const view = useComputed(() => live.record.value ?? first).value;
  const told = useSignal<{ kind: "warn" | "bad" | "info"; words: string; hint?: string | undefined } | null>(null);
  const tab = useSignal("");
  const slip = useSignal(kept<Record<string, number>>(SLIP + layout.table, "sessionStorage") ?? {});
  const chip = useSignal(500);
  const spot = useSignal(layout.spots[0]?.wager ?? "");
  const seen = useSignal(0);
  const asking = useSignal<number | null>(null);
  const shown = useSignal<Felt | null>(null);
  const published = useRef<Record<number, Shoe>>({});
  if (view.phase === "wagers" && view.commitment.root) published.current[view.round] = view.commitment;
  const flying = useRef(new Set<string>());
  /** Sends a command; the same one pressed twice while it is on its way is one, and what was pressed keeps the keyboard. */
  const run = async (kind: string, body: Record<string, unknown> = {}) => {
    const sent = kind + JSON.stringify(body);
    if (flying.current.has(sent)) return false;
    flying.current.add(sent);
    told.value = null;
    try {
      live.take(await command(layout.table, kind, body));
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem))
        told.value = { kind: "bad", words: "The house did not answer.", hint: "It is asked again when it is back." };
      else if (problem.status === 409 && problem.body?.view) {
        live.take(problem.body.view as View);
        const hint = "Nothing was taken; this is the table as it stands.";
        told.value = { kind: "info", words: `That came too late: ${problem.message}.`, hint };
      } else if (problem.status === 401) asking.value = Number(body.seat ?? 1);
      else told.value = { kind: "warn", words: `${capital(problem.message)}.`, hint: problem.hint && capital(problem.hint) };
      return false;
    } finally {
      flying.current.delete(sent);
    }
  };
  const last = view.last;
  // Somebody else may have played the last round in this seat.
  const you = view.seats.find((seat) => seat.you);
  const wasIn = !!last && !!view.you && last.nets[view.you.seat] !== undefined && Object.keys(you?.last ?? {}).length > 0;
  const settled = view.phase === "wagers" && !!last && seen.value < last.number && last.number === view.round - 1 && (wasIn || !view.you);
  const before = useSignal<Record<string, number>[]>([]);
  const put = (next: Record<string, number>) => {
    slip.value = next;
    keep(SLIP + layout.table, JSON.stringify(next), "sessionStorage");
  };
  const setSlip = (next: Record<string, number>) => {
    before.value = [...before.value, slip.value].slice(-100);
    put(next);
  };
  const earlier = before.value.at(-1);
  const undo = () => {
    before.value = before.value.slice(0, -1);
    if (earlier) put(earlier);
  };
  useEffect(() => {
    before.value = [];
  }, [view.round]);
  const chosenTab = tab.value || (settled ? "Payments" : view.phase === "wagers" && view.you ? "Wagers" : "Advice");
  useEffect(() => {
    tab.value = "";
  }, [view.phase, view.round]);
  useEffect(() => {
    // The wallet in the bar is the one that the table was told of last.
    if (view.you && session.value && session.value.cents !== view.you.cents) session.value = { ...session.value, cents: view.you.cents };
  }, [view.version, view.you?.cents, session.value?.cents]);
  const sit = (seat: number) => {
    if (session.value) void run("sit", { seat });
    else asking.value = seat;
  };
  return {
    layout,
    view,
    live,
    told,
    asking,
    sit,
    run,
    /** What each decision is worth, asked for while the advice is open. */
    advice: useAdvice(view, layout.table, chosenTab === "Advice"),
    online: live.connected.value,
    tab: chosenTab,
    open: (name: string) => (tab.value = name),
    slip: slip.value,
    setSlip,
    /** Puts the wagers back as they were before the last change; null where nothing was changed. */
    undo: earlier ? undo : null,
    chip,
    spot,
    /** Whether the last round is still shown. */
    settled,
    dismissSettled: () => (seen.value = last?.number ?? 0),
    published: published.current,
    /** A step of an earlier round that the felt shows instead of the table. */
    shown,
  };
}

function AtTable({ layout, first }: { layout: Layout; first: View }) {
  const desk = useDesk(layout, first);
  const { view, settled, told, asking } = desk;
  useTableKeys(desk);
  const narrow = useNarrow();
  // Only what lies on the felt draws it again: a tab or a busy moment does not.
  const felt = useMemo(() => {
    const scene = sceneOf(desk);
    return narrow ? <PhoneFelt {...scene} /> : <WideFelt {...scene} />;
  }, [layout, view, settled, desk.slip, desk.chip.value, desk.spot.value, desk.shown.value, narrow]);
  return (
    <main class="table-page">
      <div class="table-head">
        <h1 tabIndex={-1}>{layout.title}</h1>
        <span class="soft nowrap">{say`Table ${layout.table} · round ${settled ? `${view.last?.number}, settled` : view.round}`}</span>
        {layout.edition && <span class="badge hide-s">{layout.edition} edition</span>}
        {layout.decks > 1 && <span class="badge hide-s">{layout.decks} decks</span>}
        {layout.sample && <Sample words="Sample tables" />}
        {view.you ? (
          <button class={settled ? "btn quiet small hide-s" : "btn quiet small"} onClick={() => void desk.run("leave")}>
            Leave
          </button>
        ) : (
          <Button kind="quiet small" to="/" words="Lobby" />
        )}
        <span class="table-meters">
          {view.meters.map((meter) => (
            <span class="meter" key={meter.wager + meter.level}>
              <span class="label">{meter.levels > 1 ? `Level ${meter.level}` : meter.title.replace(/ Progressive$/, "")}</span>
              <span class={desk.online ? "digits" : "digits stale-figure"}>
                <Rolling cents={meter.cents} />
              </span>
            </span>
          ))}
        </span>
      </div>
      <div class="table-felt">
        {desk.shown.value && (
          <p class="replaying" role="status">
            An earlier round, step by step
          </p>
        )}
        {felt}
      </div>
      <div class="table-below">
        {told.value && <Notice kind={told.value.kind} title={told.value.words} children={told.value.hint} />}
        {view.dynamic.length > 0 && (
          <p class="note boost">
            <b>Boosted for this round:</b> {view.dynamic.map((each) => `${each.label} ${each.pays}`).join(", ")} for each $1.
          </p>
        )}
        <Bench desk={desk} />
      </div>
      <Later>{() => <Beside desk={desk} />}</Later>
      {asking.value !== null && (
        <NameDialog
          done={(ok) => {
            const seat = asking.value;
            asking.value = null;
            if (ok && seat) void desk.run("sit", { seat });
          }}
        />
      )}
    </main>
  );
}

const SidePanel = lazy(() => import("../parts/panel"), <aside class="side" />);

/** The panel, drawn a task after the felt. */
function Beside({ desk }: { desk: Desk }) {
  const late = useLate(desk);
  return useMemo(() => <SidePanel desk={late} />, [late]);
}

// The wide felt's words would be under nine pixels high on a tablet held upright.
const NARROW = matchMedia("(max-width: 720px), (max-width: 900px) and (orientation: portrait)");

/** Whether the screen is too narrow for the wide felt: one felt is drawn, not two. */
function useNarrow(): boolean {
  const narrow = useSignal(NARROW.matches);
  useEffect(() => {
    const changed = () => (narrow.value = NARROW.matches);
    NARROW.addEventListener("change", changed);
    return () => NARROW.removeEventListener("change", changed);
  }, []);
  return narrow.value;
}

const SLIP = "croupier.slip.";

export const isWagering = ({ view, settled }: Desk): boolean =>
  view.phase === "wagers" && !!view.you && !settled && !view.seats.find((seat) => seat.you)?.ready;

/** A chip more on a spot, or one less; the fixed stake of a jackpot is there or not. */
export function press(desk: Desk, wager: string, sign = 1): void {
  const spot = desk.layout.spots.find((each) => each.wager === wager);
  if (!spot) return;
  const now = desk.slip[wager] ?? 0;
  const fixed = spot.minimum === spot.maximum;
  // What is taken is one chip: the chosen one, or the largest that lies there.
  const taken = now - (CHIPS.filter((each) => each <= Math.min(desk.chip.value, now)).at(-1) ?? now);
  const next =
    sign < 0
      ? fixed || taken < spot.minimum
        ? 0
        : taken
      : Math.min(spot.maximum, Math.max(spot.minimum, fixed ? 0 : now + desk.chip.value));
  const { [wager]: _, ...rest } = desk.slip;
  desk.spot.value = wager;
  if (next !== now) desk.setSlip(next > 0 ? { ...rest, [wager]: next } : rest);
}

/** By seat, what it won of the meters. */
function wonBy({ won }: Finished): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { seat, cents } of won) found[Number(seat)] = (found[Number(seat)] ?? 0) + cents;
  return found;
}

function sceneOf(desk: Desk): Scene {
  const { layout, view, settled } = desk;
  const shown = desk.shown.value;
  const you = view.you?.seat ?? null;
  const empty = { layout, seats: view.seats, you, nets: {}, hits: {}, waiting: null, seatNets: null, won: {} };
  const ownOf = (felt: Felt | null) => felt?.seats.find((seat) => seat.seat === you);
  // An earlier round on the felt: what lay there then, and nothing that could be pressed.
  if (shown) return { ...empty, felt: shown, stakes: ownOf(shown)?.stakes ?? {} };
  const last = settled ? view.last : null;
  const felt = last?.felt ?? view.felt;
  const wagering = isWagering(desk);
  const nets: Record<string, number> = {};
  const hits: Record<string, string | null> = {};
  const results: NonNullable<Scene["results"]> = {};
  for (const { seat, wager, net, why, event } of last?.lines ?? []) {
    if (seat !== you) continue;
    const cents = Math.round(Number(net) * 100);
    nets[wager] = (nets[wager] ?? 0) + cents;
    results[wager] = { net: cents, why };
    hits[wager] = event;
  }
  for (const made of last ? [] : view.made) {
    hits[made.wager] = made.event;
    if (made.paid && made.net !== null) nets[made.wager] = made.net;
  }
  const offer = view.turn?.actions?.find((action) => action.maximum > 0) ?? null;
  const asked = view.turn?.seat === you && you ? layout.spots.find((spot) => spot.title === offer?.wager) : undefined;
  return {
    ...empty,
    felt,
    stakes: ownOf(felt)?.stakes ?? (wagering ? desk.slip : (view.seats.find((seat) => seat.you)?.wagers ?? {})),
    results,
    shoe: view.commitment,
    boosted: last?.dynamic ?? view.dynamic,
    dice: last ? last.dice : view.dice,
    offer,
    nets,
    hits,
    waiting: (wagering ? layout.spots[0] : asked)?.wager ?? null,
    seatNets: last?.nets ?? null,
    won: last ? wonBy(last) : {},
    place: wagering ? (wager, sign) => press(desk, wager, sign) : undefined,
    choose: (wager) => (desk.spot.value = wager),
    chosen: wagering ? desk.spot.value : undefined,
    sit: you === null ? desk.sit : undefined,
  };
}

const TURNS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function useTableKeys(desk: Desk) {
  useHearing("keydown", (event) => {
    if (isTyping(event) || event.repeat) return;
    const key = event.key;
    const focused = (event.target as HTMLElement | null)?.closest?.("button, a");
    // Enter on a spot or a chip is ready, as its key cap says; on any other button it presses that.
    const isLaid = focused?.matches(".spot-btn, .chip");
    const button = document.querySelector<HTMLButtonElement>(
      `.table-acts [data-key="${CSS.escape(key.length === 1 ? key.toUpperCase() : key)}"]:not([disabled])`,
    );
    const spots = desk.layout.spots.filter((spot) => spot.kind !== "follow");
    const at = spots.findIndex((spot) => spot.wager === desk.spot.value);
    const turn = TURNS[key];
    const chip = CHIPS[Number(key) - 1];
    if (button && (key !== "Enter" || !focused || isLaid)) button.click();
    else if (!isWagering(desk)) {
      const tab = { a: "Advice", t: "Text view" }[key.toLowerCase()];
      if (tab) desk.open(tab);
      return;
    } else if (chip) desk.chip.value = chip;
    else if (turn) desk.spot.value = spots.at((at + turn) % spots.length)?.wager ?? desk.spot.value;
    else if (key === " " && !focused) press(desk, desk.spot.value);
    else if (key === "Backspace" || key === "Delete") press(desk, desk.spot.value, -1);
    else if (key !== "Enter" || !isLaid) return;
    event.preventDefault();
  });
}
