// The whole table in words: everything the seat may know, what it may do first, new events read out politely.
import { money, signedMoney, tens } from "../format";
import type { Desk } from "../pages/table";
import { useSeconds } from "./bench";
import { diceWords } from "./felt";
import { cardName } from "./glyphs";

const named = (cards: (string | null)[]): string => {
  const down = cards.filter((card) => card === null).length;
  const up = cards.filter((card): card is string => card !== null).map(cardName);
  const parts = [...up, ...(down ? [`${down} face down`] : [])];
  return parts.join(", ").replace(/^./, (letter) => letter.toUpperCase());
};

export function TextView({ desk }: { desk: Desk }) {
  const { view, layout, settled } = desk;
  const seconds = useSeconds(desk);
  const felt = settled ? (view.last?.felt ?? null) : view.felt;
  const you = view.you?.seat;
  const mine = view.turn && view.turn.seat === you;
  const own = felt?.seats.find((seat) => seat.seat === you);
  const title = (wager: string) => layout.spots.find((spot) => spot.wager === wager)?.title ?? wager;
  const dice = settled ? (view.last?.dice ?? null) : view.dice;
  const stakes = Object.entries(own?.stakes ?? view.seats.find((seat) => seat.you)?.wagers ?? {});
  return (
    <div class="textview">
      <section>
        <h3>{settled && view.last ? `Round ${view.last.number} is settled` : view.phase === "wagers" ? `Round ${view.round} takes wagers` : mine ? `Round ${view.round} waits for you, seat ${you}` : `Round ${view.round} waits for seat ${view.turn?.seat ?? "the dealer"}`}</h3>
        {seconds !== null && <p>{seconds} seconds are left.</p>}
      </section>
      {mine && view.turn?.actions && (
        <section><h3>You may</h3><ul>{view.turn.actions.map((action) => <li key={action.name}>{action.name}{action.maximum ? (action.minimum === action.maximum ? `, for ${money(action.maximum)}` : ` any amount from ${money(action.minimum)} to ${money(action.maximum)}`) : ""}</li>)}</ul></section>
      )}
      {own && <section><h3>Your cards</h3>{own.hands.map((hand, at) => <p key={at}>{own.hands.length > 1 ? `Hand ${at + 1}: ` : ""}{named(hand.cards)}.{hand.words ? ` ${tens(hand.words).replace(/^./, (letter) => letter.toUpperCase())}.` : ""}</p>)}</section>}
      <section><h3>Your wagers</h3>{stakes.length ? <ul>{stakes.map(([wager, cents]) => <li key={wager}>{title(wager)} {money(cents)}</li>)}</ul> : <p>None{you ? "" : ": you are watching"}.</p>}</section>
      {settled && view.last && <section><h3>What it came to</h3><ul>{view.last.lines.filter((line) => line.seat === you || !you).map((line) => <li key={`${line.seat}${line.wager}`}>{you ? "" : `Seat ${line.seat}: `}{title(line.wager)} {line.outcome}, {signedMoney(Math.round(Number(line.net) * 100))}: {tens(line.why)} ({line.cite})</li>)}</ul></section>}
      {!settled && view.made.length > 0 && <section><h3>Side wagers so far</h3><ul>{view.made.map((each) => <li key={each.wager}>{each.title}{each.net === null ? "" : `, ${signedMoney(each.net)}`}{each.paid ? ", paid" : ""}: {tens(each.words)} ({each.cite})</li>)}</ul></section>}
      {dice && <section><h3>Dice</h3><p>{dice.thrown.join(" + ")} = {diceWords(dice)}, counted {dice.clockwise ? "clockwise" : "counterclockwise"} from the dealer.</p></section>}
      {view.dynamic.length > 0 && <section><h3>Boosted for this round</h3><ul>{view.dynamic.map((each) => <li key={each.event}>{each.label} pays {each.pays}</li>)}</ul></section>}
      <section><h3>Dealer</h3><p>{felt?.dealer.length ? `${felt.dealer.map((hand) => named(hand.cards)).join("; ")}.${felt.dealer[0]?.words ? ` ${tens(felt.dealer[0].words)}.` : ""}` : "No cards yet."} {layout.words[0] ? `${layout.words[0]}.` : ""}</p></section>
      {felt?.pot && <section><h3>Pot</h3><p>{money(felt.pot.cents)}. Order of action: {felt.pot.order.map((seat) => (seat === you ? "you" : `seat ${seat}`)).join(", ")}. {felt.pot.kicked_out ? "The dealer is kicked out. " : ""}{felt.pot.leads.length ? `Leading: ${felt.pot.leads.map((seat) => (seat === 0 ? "the dealer" : seat === you ? "you" : `seat ${seat}`)).join(", ")}.` : ""}</p></section>}
      <section><h3>Other seats</h3><ul>{view.seats.filter((seat) => seat.seat !== you).map((seat) => {
        const on = felt?.seats.find((each) => each.seat === seat.seat);
        const hands = on?.hands.filter((hand) => hand.cards.some(Boolean)).map((hand) => named(hand.cards)).join("; ");
        return <li key={seat.seat}>Seat {seat.seat}{seat.open ? " is open" : `, ${seat.name}: ${on ? [on.decisions.join(", ") || (on.acting ? "to act" : "waits"), hands].filter(Boolean).join("; ") : seat.ready ? "ready" : "has not wagered"}`}</li>;
      })}</ul></section>
      {view.meters.length > 0 && <section><h3>Meters</h3><ul>{view.meters.map((meter) => <li key={meter.wager + meter.level}>{meter.title}{meter.levels > 1 ? `, level ${meter.level}` : ""}: {money(meter.cents)}</li>)}</ul></section>}
      <section><h3>Last heard</h3><div aria-live="polite" role="log"><ul>{view.log.slice(0, 8).map((line, at) => <li key={`${view.log.length - at}${line}`}>{line}</li>)}</ul></div></section>
    </div>
  );
}
