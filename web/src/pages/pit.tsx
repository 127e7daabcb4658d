// The pit console: a physical table with real cards. Space locks, Enter says that nobody won. The books do the rest.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, Problem, useAsked } from "../api";
import type { PitAward as Award, LinkAnswer, PitLines, PitView } from "../api-types";
import { AlertList, Asks, AwardsBeside, RoundsBefore, Unpaid } from "../back/aside";
import { AwardPanel, Steps } from "../back/award";
import { BESIDE, Decide, Pay } from "../back/deciding";
import { Dialogs, type Open } from "../back/dialogs";
import { Back, staffPage } from "../back/frame";
import { HandEntry, type Hands, useHands } from "../back/hand";
import { Tiles } from "../back/seats";
import { clock, inBooks, minutes, sum, wagered, zonedClock } from "../back/view";
import { capital, thousands } from "../format";
import { Button, Ends, Listed, Pending, Rows, Tag, useEvery, useHearing } from "../parts/pieces";
import { isTyping } from "../parts/search";
import { Notice } from "../parts/states";
import { anchor, keycap, say, softly } from "../parts/words";
import { go, place, useTitle } from "../router";
import { change, loadStaff, post, report, staff } from "../staff";
import { Live } from "../table";

const Tables = staffPage("Pit", "Pit", List);

export default function Pit({ table }: { table: string }) {
  return table ? <Table table={table} /> : <Tables />;
}

function stateOf({ stopped, pending, round }: PitLines["tables"][number]) {
  if (stopped.length) return <Tag kind="lose" words="Stopped" />;
  return pending ? <Tag kind="warn" words={`${pending} pending`} /> : round ? `round ${round}` : "open";
}

function List() {
  const asked = useAsked<PitLines>("/pit/tables");
  if (!asked.value) return <Pending asked={asked} heading="Tables" />;
  const { trouble, tables } = asked.value;
  return (
    <main class="house">
      <h1 tabIndex={-1}>Tables</h1>
      {trouble && (
        <Notice kind="bad" title="The book cannot be read." runbook="database-lost">
          {trouble}
        </Notice>
      )}
      <Listed
        name="Tables"
        of={tables}
        id={(each) => `${each.table} ${each.link}`}
        empty="No table plays for a jackpot of yours"
        why="Two people approve a plan first."
        columns={[
          ["Table", (each) => anchor(addressOf(each.table, each.link), each.table)],
          ["Game", (each) => `${each.game}, ${each.seats} seats`],
          ["Jackpot", (each) => each.title],
          ["Where", (each) => each.location],
          ["State", stateOf],
        ]}
      />
    </main>
  );
}

const addressOf = (table: string, link: string | null): string =>
  `/pit/${encodeURIComponent(table)}${link ? `?link=${encodeURIComponent(link)}` : ""}`;

function Table({ table }: { table: string }) {
  useTitle(`Pit ${table}`);
  const link = place.value.query.get("link");
  const who = staff.value?.person;
  const path = `/pit/tables/${encodeURIComponent(table)}`;
  const query = link ? `?link=${encodeURIComponent(link)}` : "";
  const live = useMemo(() => (who ? new Live<PitView>(`${path}/live${query}`) : null), [table, link, who]);
  useEffect(() => () => live?.close(), [live]);
  const connected = live?.connected.value ?? true;
  // A broken connection may mean that the session has ended. Then the sign-in page is shown.
  useEffect(() => {
    if (!connected) void loadStaff().catch(() => undefined);
  }, [connected]);
  const first = useAsked<PitView>(who ? path + query : null);
  const pushed = live?.record.value;
  const view = pushed && (!first.value || pushed.at >= first.value.at) ? pushed : first.value;
  const take = (next: PitView) => live?.take(next);
  return (
    <Back title="Pit" head={<At table={table} view={view} />} end={view && <Stands view={view} connected={connected} />}>
      {view ? (
        <Console key={`${view.table.id} ${view.link.id}`} view={view} connected={connected} take={take} />
      ) : (
        <Pending asked={first} heading={table} />
      )}
    </Back>
  );
}

/** In the bar: which table this is, and the way to its other jackpots. */
const At = ({ table, view }: { table: string; view: PitView | undefined }) => (
  <>
    <span class="sep" />
    <b>{table}</b>
    {view && <span class="soft hide-s hide-m">{say`${view.table.game}, ${view.table.seats} seats`}</span>}
    {view && badges(view) && <span class="badge">{badges(view)}</span>}
    {view?.beside.map(({ link: { id, title } }) => (
      <Button key={id} kind="link" to={addressOf(table, id)} words={title} />
    ))}
  </>
);

/** What kind of book this is, in one badge: nothing where it is live and holds money. */
const badges = ({ standing, link }: PitView): string => {
  return capital([standing.mode !== "live" && standing.mode, link.currency === "chips" && "play chips"].filter(Boolean).join(", "));
};

/** At the end of the bar: the meters, and whether what is shown is current. */
function Stands({ view, connected }: { view: PitView; connected: boolean }) {
  const [now, setNow] = useState(Date.now());
  useEvery(1000, () => setNow(Date.now()));
  const bad = !connected || view.stale > 0 || view.trouble;
  return (
    <>
      <span class="m soft hide-s">
        <span class="hide-m">{view.link.title} </span>
        {view.link.meters.map((each) => (
          <b key={each.level}>{sum(view, each.cents)} </b>
        ))}
      </span>
      <span class="row soft pulse">
        <span class={bad ? "dot bad" : "dot"} />
        {bad ? `old since ${clock(view.at - view.stale * 1000)}` : "live"} <span class="num hide-s">{zonedClock(now)}</span>
      </span>
    </>
  );
}

const UNREACHED = new Problem(0, "unreachable", "The house cannot be reached; nothing is known to have been entered. Try again.");

function Console({ view, connected, take }: { view: PitView; connected: boolean; take: (view: PitView) => void }) {
  const me = staff.value;
  const role = me?.roles[view.link.id] ?? "";
  const works = view.standing.may_act && (role === "dealer" || role === "supervisor") && connected;
  const open = useSignal<Open>(null);
  const told = useSignal<Problem | null>(null);
  const busy = useSignal(false);
  // An award stays in view until somebody at this screen goes on. It stays in the list beside the table until it is
  // paid.
  const past = useSignal<number[]>([]);
  const hands = useHands(view);
  const waiting = view.awards.filter((each) => !each.waits_for.length);
  const fresh = waiting.filter((each) => !past.value.includes(each.no));
  const isBegun = inBooks(view) || wagered(view).length > 0;
  const award = isBegun ? undefined : (fresh.find((each) => each.status === "pending") ?? fresh[0]);
  const goOn = () => (past.value = waiting.map((each) => each.no));
  const opens = (what: Open) => () => (open.value = what);

  const base = `/pit/tables/${encodeURIComponent(view.table.id)}`;
  const query = `?link=${encodeURIComponent(view.link.id)}`;
  const latest = useRef(view);
  latest.current = view;
  /** Enters something, and waits until what follows from it is in view. */
  const carry = async (what: () => Promise<unknown>) => {
    busy.value = true;
    told.value = null;
    try {
      const answer = (await what()) as { seq?: number; links?: LinkAnswer[] } | undefined;
      // Of several jackpots one may have refused what the others took.
      const refused = answer?.links?.filter((each) => each.detail) ?? [];
      const titles = Object.fromEntries([view, ...view.beside].map(({ link }) => [link.id, link.title]));
      const words = `${refused.map((each) => `${titles[each.link]}: ${each.detail}`).join("; ")}. The rest is entered.`;
      if (refused[0]) told.value = new Problem(409, refused[0].code, words);
      if (view.beside.length && answer?.links) take(await ask<PitView>(base + query));
      const seq = answer?.links ? (answer.links.find((each) => each.link === view.link.id)?.seq ?? 0) : (answer?.seq ?? 0);
      // What was entered is in view before the next key counts, so that no fast keypress is lost or misread.
      const until = Date.now() + 300;
      while (latest.current.seq < seq && Date.now() < until) await new Promise((done) => setTimeout(done, 15));
      if (latest.current.seq < seq) take(await ask<PitView>(base + query));
    } catch (problem) {
      waitingKeys.current = [];
      throw problem instanceof Problem ? problem : UNREACHED;
    } finally {
      busy.value = false;
    }
    const next = waitingKeys.current.shift();
    if (next) setTimeout(() => pressed.current(next), 0);
  };
  const act = async (what: () => Promise<unknown>) => {
    if (!busy.peek()) await carry(what).catch((problem: Problem) => (told.value = problem));
  };
  // One lamp and the round it is meant for. Lamps that others set stay, and a round that has just ended gets none.
  const light = (seat: number) => {
    const lamp = { seat, lit: !view.round.seats.includes(seat), round: view.round.number };
    return act(async () => take(await change<PitView>(`${base}/lamps${query}`, lamp, "POST", true)));
  };
  const lock = () => act(() => change(`${base}/lock`, { id: crypto.randomUUID(), round: view.round.number }, "POST", true));
  // A table of several jackpots tells all of them at once.
  const result = (entered: { hands: Record<string, string>; dealer?: string }) => {
    const request = { do: "result", table: view.table.id, round: view.round.number, ...entered };
    return view.beside.length ? report(view.table.id, request) : post(view.link.id, request);
  };
  const noWinner = () => act(() => result({ hands: {} }));
  const enterHands = () =>
    act(async () => {
      const answer = await result(hands.entered());
      hands.clear();
      return answer;
    });
  const toggle = (seat: number) => {
    if (seat > view.table.seats) return;
    if (view.round.phase === "wagers") {
      if (view.sensor.by === "hand" && !view.round.in_books) void light(seat);
    } else if (wagered(view).includes(seat)) hands.enter(seat);
  };

  const printable = lastAward(view, award);
  const record = `/pit/${encodeURIComponent(view.table.id)}/awards/${printable}${query}`;
  const inRound = inBooks(view);
  const keys: Record<string, false | undefined | (() => unknown)> = {
    " ": award ? goOn : view.round.phase === "wagers" && lock,
    enter: view.round.phase === "hand" && !hands.any && noWinner,
    c: opens({ kind: "correct" }),
    v: inRound && opens({ kind: "void" }),
    f: opens({ kind: "fault" }),
    j: award?.status === "pending" && opens({ kind: "reject", award }),
    p: printable !== undefined && (() => go(record)),
  };
  const waitingKeys = useRef<string[]>([]);
  const pressed = useRef<(key: string) => void>(() => undefined);
  pressed.current = (key) => {
    if (busy.peek()) waitingKeys.current.push(key);
    else if (/^[1-9]$/.test(key)) {
      if (award) goOn();
      toggle(Number(key));
    } else (keys[key] || undefined)?.();
  };
  useHearing("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (isTyping(event) || event.repeat || !works || !(key in keys || /^[1-9]$/.test(key))) return;
    if ((key === " " || key === "enter") && (event.target as HTMLElement | null)?.closest?.("button, a")) return;
    event.preventDefault();
    pressed.current(key);
  });

  const locked = award ?? view.round;
  const wagers = award ? (view.before.find((each) => each.round === award.round)?.wagers ?? 0) : view.round.seats.length;
  return (
    <main class="pit">
      <div class="l">
        <Ends
          left={<h1 tabIndex={-1}>Round {award ? award.round : view.round.number}</h1>}
          right={softly([
            locked.locked_at ? `locked ${minutes(locked.locked_at)} by ${locked.locked_by} · ` : "",
            award ? `entered ${minutes(award.at)} by ${award.reported_name} · ` : "",
            `${wagers} wager${wagers === 1 ? "" : "s"}, ${sum(view, award ? wagers * view.link.base_wager : view.round.cents)}`,
          ])}
        />
        <Warnings view={view} />
        <Steps view={view} award={award} hands={hands} />
        <Tiles view={view} award={award} hands={hands} toggle={works ? toggle : undefined} />
        <section class="panel entry" aria-label={award ? `Award ${award.no}` : "This round"}>
          {award ? (
            <AwardPanel view={view} award={award} />
          ) : view.round.phase === "hand" ? (
            <HandEntry view={view} hands={hands} enter={works ? enterHands : undefined} busy={busy.value} />
          ) : (
            <Lamps view={view} works={works} />
          )}
          <Entries view={view} />
        </section>
      </div>
      <aside class="r" aria-label="What to do">
        {told.value && !open.value && !(award && BESIDE.includes(told.value.code)) && <Refusal problem={told.value} />}
        {award?.status === "pending" && works ? (
          <Decide view={view} award={award} act={act} reject={opens({ kind: "reject", award })} next={goOn} />
        ) : award?.status === "payable" && (works || role === "accounting") ? (
          <Pay
            view={view}
            award={award}
            act={act}
            told={told.value}
            next={goOn}
            correctFilm={works ? opens({ kind: "film", award }) : undefined}
          />
        ) : (
          <Now view={view} works={works} lock={lock} noWinner={noWinner} hands={hands} enter={enterHands} />
        )}
        {!award && (
          <Unpaid
            title="Awards not paid yet"
            of={waiting.map((its) => {
              const press = () => (past.value = past.value.filter((no) => no !== its.no));
              return { its: view, award: its, whose: "", show: { press, disabled: isBegun } };
            })}
          />
        )}
        <AwardsBeside view={view} />
        <Asks view={view} act={act} />
        <AlertList view={view} seen={(alert) => void act(async () => take(await change<PitView>(`${base}/alerts${query}`, { alert })))} />
        <RoundsBefore view={view} correct={works ? (round) => opens({ kind: "correct", round })() : undefined} />
        {works && !award && view.round.phase === "hand" && (
          <p class="small">
            <Button kind="link" press={opens({ kind: "read" })} words="The cards are gone: enter the row that two supervisors read" />
          </p>
        )}
        {works && view.table.stopped.length > 0 && <Button press={opens({ kind: "clear" })} words="Clear the fault" />}
      </aside>
      <footer class="keys-bar">
        <span class={view.round.phase === "wagers" ? "" : "no"}>{say`${keycap("Space")}${award ? "Next round" : "Lock"}`}</span>
        <span class={view.round.phase === "hand" ? "" : "no"}>{say`${keycap("Enter")}No winner`}</span>
        <span>{say`${keycap("1")}–${keycap(view.table.seats)}${view.round.phase === "hand" ? "Winning seat" : "Wager"}`}</span>
        {(
          [
            ["C", "Correct"],
            ["V", "Void"],
            ["P", "Prize record"],
            ["F", "Fault, stop wagers"],
          ] as const
        ).map(([mark, words]) => {
          const press = (works || mark === "P") && keys[mark.toLowerCase()];
          return <button key={mark} disabled={!press} onClick={press || undefined} children={say`${keycap(mark)}${words}`} />;
        })}
        <span class="end muted">{say`A round without a winner: ${keycap("Space")} ${keycap("Enter")}`}</span>
        <span class="hide-s">{say`${keycap("?")}All keys`}</span>
      </footer>
      {open.value && <Dialogs view={view} open={open.value} carry={carry} close={() => (open.value = null)} />}
    </main>
  );
}

/** What keeps the table from taking wagers, the gravest last. */
function Warnings({ view: { standing, trouble, table, round, link } }: { view: PitView }) {
  const rest = round.in_books ? "The open round is settled; nothing new begins." : "Nothing new begins until two supervisors clear it.";
  const bad: [is: unknown, title: string, words: string, runbook: string][] = [
    [trouble, "The book cannot be read: no wagers are taken.", `${trouble}. The house tries again every second.`, "database-lost"],
    [table.stopped.length, `${table.id} is stopped.`, `${table.stopped[0]} ${rest}`, "table-stopped"],
    [!link.accepts, "No wagers are taken:", `${link.why_not}.`, link.runbook],
  ];
  const look = standing.mode === "preview" ? "Preview." : "Only to look at.";
  return (
    <>
      {!standing.may_act && <Notice kind="warn" title={look} children={standing.why} />}
      {bad.map(([is, title, words, to]) => !!is && <Notice key={title} kind="bad" title={title} runbook={to} children={words} />)}
    </>
  );
}

const lastAward = (view: PitView, award?: Award): number | undefined =>
  award?.no ?? view.before.find((each) => each.awards.length)?.awards[0];

const Refusal = ({ problem }: { problem: Problem }) => (
  <div class="notice bad" role="alert">
    <p>
      <b>Refused.</b> {problem.message}
      {problem.hint ? ` (${problem.hint})` : ""} <span class="mono soft">{problem.code}</span>
    </p>
  </div>
);

const Lamps = ({ view, works }: { view: PitView; works: boolean }) => (
  <div>
    <h2>{view.round.seats.length ? "Wagers are down" : "Waiting for wagers"}</h2>
    <p class="soft">
      {view.sensor.by === "sensor"
        ? view.sensor.silent
          ? "The sensor is silent: the table is stopped until it reports again."
          : "The table's sensor reports where the wagers are."
        : works
          ? "This table has no sensor: press the number of each seat with a wager."
          : "The dealer sets the wagers by hand."}
    </p>
  </div>
);

type Waiting = { view: PitView; works: boolean; lock: () => void; noWinner: () => void; hands: Hands; enter: () => void };

function Now({ view, works, lock, noWinner, hands, enter }: Waiting) {
  if (!works)
    return (
      <>
        <h2>Only to look at</h2>
        <p class="soft small">Dealers and supervisors of this jackpot work its tables.</p>
      </>
    );
  if (view.round.phase === "wagers") {
    return (
      <>
        <h2>Wagers open</h2>
        <p class="soft small">Lock when the wagers are down. Rounds without a jackpot wager are not entered.</p>
        <Button
          kind="primary wide"
          disabled={!wagered(view).length || (!view.beside.length && (!view.link.accepts || view.table.stopped.length > 0))}
          press={lock}
          mark="Space"
          words={`Lock round ${view.round.number}`}
        />
      </>
    );
  }
  return (
    <>
      <h2>Locked. Any winner?</h2>
      <p class="soft small">Press the seat of a winning hand, or Enter if there is none.</p>
      {hands.any ? (
        <>
          <Button kind="primary wide" disabled={!hands.ready} press={enter} mark="Enter" words="Enter the hand" />
          <Button kind="wide" press={() => hands.leave()} mark="Esc" words={`Leave seat ${hands.seat}`} />
        </>
      ) : (
        <Button kind="primary wide" press={noWinner} mark="Enter" words="No winner" />
      )}
    </>
  );
}

function Entries({ view }: { view: PitView }) {
  const lines = view.entries.slice(0, 4).reverse();
  return (
    <div class="books">
      <Rows
        caption="In the books"
        of={lines}
        id={(each) => each.seq}
        columns={[
          ["", (_, at) => (at === 0 ? "In the books" : ""), "muted"],
          ["", (each) => thousands(each.seq), "num"],
          ["", (each) => each.kind],
          ["", (each) => `round ${each.round}: ${[each.detail, each.by_name].filter(Boolean).join(", ")}`],
          ["", (each) => each.hash.slice(0, 8), "mono muted"],
        ]}
      />
      {lines.length === 0 && <p class="muted">In the books: nothing of this table yet</p>}
    </div>
  );
}
