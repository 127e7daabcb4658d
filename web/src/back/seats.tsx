// The seats as the dealer sees them: seat 1 is at the left. A lamp is a disc where there is a wager, and a crossed-out
// ring where there is none.
import type { PitAward as Award, PitView } from "../api-types";
import { say } from "../parts/words";
import type { Hands } from "./hand";
import { besideAt, sum } from "./view";

type Seated = { view: PitView; award: Award | undefined; hands: Hands; toggle: ((seat: number) => void) | undefined };

export function Tiles({ view, award, hands, toggle }: Seated) {
  const won = award ? view.awards.filter((each) => each.round === award.round) : [];
  const last = award && view.before.find((each) => each.round === award.round);
  const lit = award ? (last?.seats ?? []) : view.round.seats;
  return (
    <section class="tiles" aria-label="Seats, as the dealer sees them">
      {Array.from({ length: view.table.seats }, (_, at) => {
        const seat = at + 1;
        const on = lit.includes(seat);
        const beside = award ? [] : besideAt(view, seat);
        const its = won.find((each) => each.seat === seat);
        const picked = hands.seat === seat;
        const waits = on || beside.length ? (award ? "no winning hand" : hands.label(seat)) : award ? "not in the round" : "";
        const words = its ? its.label : picked ? "entering the hand" : waits;
        const usable =
          toggle && !award && (view.round.phase === "hand" ? on || beside.length > 0 : view.sensor.by === "hand" && !view.round.in_books);
        const inside = (
          <>
            <span class="n">
              <span class="sr">Seat </span>
              {seat}
            </span>
            <svg class="lamp" viewBox="0 0 28 28" aria-hidden="true">
              {on ? (
                <>
                  <circle cx="14" cy="14" r="13" fill="var(--win-soft)" />
                  <circle cx="14" cy="14" r="8" fill="var(--win)" />
                </>
              ) : (
                <>
                  <circle cx="14" cy="14" r="8" fill="none" stroke="var(--edge)" stroke-width="1.8" />
                  <path d="M8.5 19.5 19.5 8.5" stroke="var(--edge)" stroke-width="1.8" />
                </>
              )}
            </svg>
            <span class="s">
              <b>{on ? `Wager ${sum(view, view.link.base_wager)}` : "No wager"}</b>
              {beside.map((each) => (
                <b key={each.link.id}>{say`${each.link.title} ${sum(each, each.link.base_wager)}`}</b>
              ))}
              {words}
            </span>
          </>
        );
        const name = `tile${on || beside.length ? "" : " off"}${its || picked ? " win" : ""}`;
        return usable ? (
          <button key={seat} class={name} aria-pressed={view.round.phase === "hand" ? picked : on} onClick={() => toggle(seat)}>
            {inside}
          </button>
        ) : (
          <div key={seat} class={name}>
            {inside}
          </div>
        );
      })}
    </section>
  );
}
