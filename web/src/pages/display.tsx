// The jackpot display of one table: full screen, read only. It only draws what the house posts.

import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, Problem } from "../api";
import type {
  DisplayBeat as Beat,
  DisplayJackpot as Jackpot,
  DisplayRecord as Posted,
  DisplayRow as Row,
  WonAward as Won,
} from "../api-types";
import { Digits } from "../display/digits";
import { money } from "../format";
import { CardFace } from "../parts/cards";
import { cardName } from "../parts/glyphs";
import { bold, say } from "../parts/words";
import { Live } from "../table";

const SILENT_MS = 3000;

type Tone = "live" | "stale" | "won";

type Framed = { posted: Posted; title: string; tone: Tone; foot: ComponentChildren; end: ComponentChildren; children: ComponentChildren };

function Frame({ posted, title, tone, foot, end, children }: Framed) {
  return (
    <div class={`display ${tone}`}>
      <header class="d-head">
        <h1>{title}</h1>
        <p class="d-state">
          {posted.badges.map((each) => (
            <span key={each}>{each}</span>
          ))}
          <span>Table {posted.table}</span>
          {tone !== "won" && (
            <span class="d-live">
              <i aria-hidden="true" />
              {tone === "live" ? "live" : "reconnecting"}
            </span>
          )}
        </p>
      </header>
      <main class="d-main">{children}</main>
      <footer class="d-foot">
        <p>{foot}</p>
        <p class="d-end">{end}</p>
      </footer>
    </div>
  );
}

const Face = ({ card, large = false, dim = false }: { card: string; large?: boolean; dim?: boolean }) => (
  <svg class={`d-card${large ? " large" : ""}${dim ? " dim" : ""}`} viewBox="0 0 100 140" role="img" aria-label={cardName(card)}>
    <CardFace card={card} large={large} />
  </svg>
);

const Rows = ({ rows }: { rows: Row[] }) => (
  <ul class="d-rows">
    {rows.map((row) => (
      <li key={row.event} class={row.boosted ? "boosted" : undefined}>
        <span class={row.label.length > 26 ? "d-label long" : "d-label"}>{row.label}</span>
        <span class="d-strip">
          {row.cards.map((card, place) => [
            place === row.own && <i key="gap" class="d-gap" />,
            <Face key={`${place}${card}`} card={card} />,
          ])}
        </span>
        <span class="d-pays">
          <small>{row.boosted ? "this round" : row.beside}</small>
          {row.pays}
        </span>
      </li>
    ))}
  </ul>
);

const Meters = ({ jackpot }: { jackpot: Jackpot }) => (
  <div class={`d-meters levels-${Math.min(jackpot.meters.length, 3)}`}>
    {jackpot.meters.map((meter) => (
      <div key={meter.level} class="d-meter">
        {meter.name && <p class="d-name">{meter.name}</p>}
        <Digits cents={meter.cents} sign={jackpot.sign} unit={jackpot.unit} />
      </div>
    ))}
  </div>
);

const icon = (...lines: string[]) => (
  <svg viewBox="0 0 44 44" aria-hidden="true">
    {lines.map((line) => (
      <path key={line} d={line} />
    ))}
  </svg>
);
const CLOCK = icon("M5 22a17 17 0 1 0 34 0a17 17 0 1 0 -34 0", "M22 12v10l7 4");
const WARN = icon("M22 6 41 38H3z", "M22 18v9M22 31v2");
const STAR = icon("m22 5 5 11.5 12.5 1.2-9.5 8.2 2.9 12.2L22 31.7 11.1 38.1 14 25.9 4.5 17.7 17 16.500z");

const Banner = ({ kind, icon, words, amount }: { kind: string; icon: ComponentChildren; words: string; amount?: string }) => (
  <div class={`d-banner ${kind}`} role="status">
    {icon}
    <span>{words}</span>
    {amount && <b>{amount}</b>}
  </div>
);

/** The one thing that must be seen beside the meter, if there is one. */
function banner(jackpot: Jackpot, posted: Posted, isLive: boolean) {
  if (!isLive)
    return <Banner kind="stale" icon={WARN} words={`Not live since ${posted.heard}. The amount may be out of date; ask the dealer.`} />;
  const [first, ...others] = jackpot.pending;
  if (first) {
    const more = others.length ? ` (and ${others.length} more)` : "";
    return <Banner kind="pending" icon={CLOCK} words={first.words + more} amount={first.amount} />;
  }
  const part = jackpot.won.find((each) => !each.whole);
  if (part) return <Banner kind="won" icon={STAR} words={`${part.title}: ${part.words}`} amount={part.amount} />;
  if (jackpot.stopped) return <Banner kind="stale" icon={WARN} words={jackpot.stopped} />;
  return null;
}

function WonScreen({ posted, jackpot, won }: { posted: Posted; jackpot: Jackpot; won: Won }) {
  const next = jackpot.meters.length === 1 && jackpot.type === "progressive" ? jackpot.meters[0] : undefined;
  const after = next ? say`The next jackpot is at ${bold(jackpot.sign + money(next.cents))}` : posted.clock;
  return (
    <Frame posted={posted} title={jackpot.title} tone="won" foot={won.words} end={after}>
      <section class="d-won">
        <h2>{won.title}</h2>
        <Digits key={won.no} cents={won.cents} sign={jackpot.sign} unit={jackpot.unit} />
        <div class="d-hand">
          {won.hand.map(({ card, counts }, place) => (
            <Face key={`${place}${card}`} card={card} large dim={!counts} />
          ))}
        </div>
      </section>
    </Frame>
  );
}

function One({ jackpot, posted, isLive, alone }: { jackpot: Jackpot; posted: Posted; isLive: boolean; alone: boolean }) {
  const said = banner(jackpot, posted, isLive);
  const waits = isLive && jackpot.pending.some((each) => each.whole) && jackpot.type === "progressive";
  const kinds = [
    said ? "with-banner" : "",
    jackpot.rows.length > 5 ? "many" : "",
    jackpot.notice ? "with-notice" : "",
    alone ? "alone" : "beside",
  ];
  return (
    <section class={`d-one ${kinds.join(" ")}`} aria-label={jackpot.title}>
      <div class="d-top">
        {!alone && <h2>{jackpot.title}</h2>}
        {!isLive ? <p class="d-over">Last known amount</p> : waits ? <p class="d-over">The next jackpot</p> : null}
        <Meters jackpot={jackpot} />
        {!said && jackpot.meters.length === 1 && <p class="d-tells">{jackpot.tells}</p>}
      </div>
      {said}
      <Rows rows={jackpot.rows} />
      {!alone && <p class="d-notes">{notes(jackpot)}</p>}
    </section>
  );
}

const notes = ({ notice, meters, tells, notes: more }: Jackpot) => (
  <>
    {notice && say`${notice.words} ${<span class="d-cite">[{notice.cite}]</span>} `}
    {meters.length > 1 && `${tells}. `}
    {more.join(" ")}
  </>
);

const Waiting = ({ table, words }: { table: string; words: string }) => (
  <div class="display stale">
    <header class="d-head">
      <h1>Table {table}</h1>
    </header>
    <main class="d-main">
      <section class="d-empty">
        <p role="status">{words}</p>
      </section>
    </main>
    <footer class="d-foot">
      <p>Not approved equipment</p>
    </footer>
  </div>
);

/** The line from a display to its house: what the house last posted, and whether that is still current. */
function displayLine(table: string, query = "") {
  /** Why the house does not show the table to this screen: an HTTP status of the API, or 0 if it was not asked. */
  const refused = signal(0);
  const path = `/displays/${encodeURIComponent(table)}`;
  const hear = (said: unknown, before: Posted | undefined) => {
    refused.value = 0;
    const told = said as Posted | Beat;
    return "beat" in told ? before && { ...before, live: told.live, clock: told.clock, heard: told.heard } : told;
  };
  // A refused line is closed without a reason, so the API is asked for it.
  const lost = () =>
    void ask(path + query).catch((problem) => {
      if (!(problem instanceof Problem) || problem.status >= 500) return;
      refused.value = problem.status;
      line.record.value = undefined;
    });
  const line = new Live<Posted>(`${path}/live${query}`, { hear, lost, silence: SILENT_MS });
  return {
    posted: line.record,
    live: computed(() => line.connected.value && !!line.record.value?.live),
    refused,
    close: () => line.close(),
  };
}

export default function Display({ table }: { table: string }) {
  const [line, setLine] = useState<ReturnType<typeof displayLine> | null>(null);
  useEffect(() => {
    const opened = displayLine(table, location.search);
    setLine(opened);
    document.title = `Jackpot display, ${table}`;
    return () => opened.close();
  }, [table]);
  const posted = line?.posted.value;
  const why = line?.refused.value ?? 0;
  useEffect(() => {
    // A screen that is not paired with the table shows a code until somebody has entered it.
    if (why === 401 || why === 403) location.replace("/pair");
  }, [why]);
  const isLive = line?.live.value ?? false;
  const first = posted?.jackpots[0];
  if (!posted || !first) {
    const none = posted || why === 404;
    return <Waiting table={table} words={none ? "No jackpot is played for at this table." : "Connecting to the house."} />;
  }
  if (isLive) {
    for (const jackpot of posted.jackpots) {
      const won = jackpot.won.find((each) => each.whole);
      if (won) return <WonScreen posted={posted} jackpot={jackpot} won={won} />;
    }
  }
  const alone = posted.jackpots.length === 1;
  return (
    <Frame
      posted={posted}
      title={alone ? first.title : posted.casino || "Jackpots"}
      tone={isLive ? "live" : "stale"}
      foot={alone ? notes(first) : ""}
      end={isLive ? posted.clock : `last heard ${posted.heard}`}>
      {posted.jackpots.map((each) => (
        <One key={each.link} jackpot={each} posted={posted} isLive={isLive} alone={alone} />
      ))}
    </Frame>
  );
}
