// The jackpot display of one table: full screen, read only. It only draws what the house posts.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DisplayJackpot as Jackpot, DisplayRecord as Posted } from "../api-types";
import { DisplayLine } from "../display/line";
import { banner, Frame, Meters, Rows, WonScreen } from "../display/parts";

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

const notes = (jackpot: Jackpot) => (
  <>
    {jackpot.notice && (
      <>
        {jackpot.notice.words} <span class="d-cite">[{jackpot.notice.cite}]</span>{" "}
      </>
    )}
    {jackpot.meters.length > 1 && `${jackpot.tells}. `}
    {jackpot.notes.join(" ")}
  </>
);

const Waiting = ({ table, children }: { table: string; children: ComponentChildren }) => (
  <div class="display stale">
    <header class="d-head">
      <h1>Table {table}</h1>
    </header>
    <main class="d-main">
      <section class="d-empty">{children}</section>
    </main>
    <footer class="d-foot">
      <p>Not approved equipment</p>
    </footer>
  </div>
);

export default function Display({ table }: { table: string }) {
  const [line, setLine] = useState<DisplayLine | null>(null);
  useEffect(() => {
    const opened = new DisplayLine(table, location.search);
    setLine(opened);
    document.title = `Jackpot display, ${table}`;
    return () => opened.close();
  }, [table]);
  const posted = line?.posted.value ?? null;
  const why = line?.refused.value ?? 0;
  useEffect(() => {
    // A screen that is not paired with the table shows a code until somebody has entered it.
    if (why === 401 || why === 403) location.replace("/pair");
  }, [why]);
  const isLive = line?.live.value ?? false;
  if (!posted) {
    return (
      <Waiting table={table}>
        <p role="status">{why === 404 ? "No jackpot is played for at this table." : "Connecting to the house."}</p>
      </Waiting>
    );
  }
  const [first] = posted.jackpots;
  if (!first)
    return (
      <Waiting table={table}>
        <p role="status">No jackpot is played for at this table.</p>
      </Waiting>
    );
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
