// The whole table in words: everything the seat may know, what it may do first, new events read out politely.
import type { ActionView as Choice, SeatView } from "../api-types";
import { capital, money, signedMoney, tens } from "../format";
import type { Desk } from "../pages/table";
import { decisionsOf } from "../table";
import { useSeconds } from "./bench";
import { boardOf, diceWords } from "./felt";
import { cardName } from "./glyphs";

const named = (cards: readonly (string | null | undefined)[]): string => {
  const down = cards.filter((card) => card === null).length;
  const up = cards.filter((card) => typeof card === "string").map(cardName);
  return capital([...up, ...(down ? [`${down} face down`] : [])].join(", "));
};

const offered = ({ name, minimum, maximum }: Choice): string =>
  name + (!maximum ? "" : minimum === maximum ? `, for ${money(maximum)}` : ` any amount from ${money(minimum)} to ${money(maximum)}`);

/** What there is to say, part by part: a list, or a sentence. What has nothing to say is left out. */
type Part = [heading: string, told: string[] | string | null | undefined];

function partsOf(desk: Desk, seconds: number | null): Part[] {
  const { view, layout, settled } = desk;
  const last = settled ? view.last : null;
  const felt = last ? last.felt : view.felt;
  const dice = last ? last.dice : view.dice;
  const you = view.you?.seat;
  const mine = view.turn && view.turn.seat === you;
  const own = felt?.seats.find((seat) => seat.seat === you);
  const title = (wager: string) => layout.spots.find((spot) => spot.wager === wager)?.title ?? wager;
  const stakes = Object.entries(own?.stakes ?? view.seats.find((seat) => seat.you)?.wagers ?? {});
  const who = (seat: number) => (seat === 0 ? "the dealer" : seat === you ? "you" : `seat ${seat}`);
  const waits = mine ? `you, seat ${you}` : view.turn ? `seat ${view.turn.seat}` : "the dealer";
  const stands = view.phase === "wagers" ? `Round ${view.round} takes wagers` : `Round ${view.round} waits for ${waits}`;
  const ended = (words: string) => (words ? ` ${capital(tens(words))}.` : "");
  const held = own?.hands.map((hand, at) => `${own.hands.length > 1 ? `Hand ${at + 1}: ` : ""}${named(hand.cards)}.${ended(hand.words)}`);
  const pot = felt?.pot;
  const other = (seat: SeatView): string => {
    if (seat.open) return `Seat ${seat.seat} is open`;
    const on = felt?.seats.find((each) => each.seat === seat.seat);
    const hands = on?.hands.filter((hand) => hand.cards.some(Boolean)).map((hand) => named(hand.cards)) ?? [];
    const did = on ? decisionsOf(on).join(", ") || (on.acting ? "to act" : "waits") : seat.ready ? "ready" : "has not wagered";
    return `Seat ${seat.seat}, ${seat.name}: ${[did, ...hands].join("; ")}`;
  };
  const dealer = felt?.dealer.length ? `${felt.dealer.map((hand) => named(hand.cards)).join("; ")}.` : "No cards yet.";
  const board = boardOf({ felt, layout }).filter(({ cards }) => cards.some((card) => card !== undefined));
  return [
    [last ? `Round ${last.number} is settled` : stands, seconds === null ? "" : `${seconds} seconds are left.`],
    ["You may", mine ? view.turn?.actions?.map(offered) : null],
    ["Your cards", held],
    [
      "Your wagers",
      stakes.length ? stakes.map(([wager, cents]) => `${title(wager)} ${money(cents)}`) : `None${you ? "" : ": you are watching"}.`,
    ],
    [
      "What it came to",
      last?.lines
        .filter((line) => line.seat === you || !you)
        .map(
          (line) =>
            `${you ? "" : `Seat ${line.seat}: `}${title(line.wager)} ${line.outcome}, ${signedMoney(Math.round(Number(line.net) * 100))}: ${tens(line.why)} (${line.cite})`,
        ),
    ],
    [
      "Side wagers so far",
      settled
        ? null
        : view.made.map(
            (each) =>
              `${each.title}${each.net === null ? "" : `, ${signedMoney(each.net)}`}${each.paid ? ", paid" : ""}: ${tens(each.words)} (${each.cite})`,
          ),
    ],
    [
      "Dice",
      dice &&
        `${dice.thrown.join(" + ")} = ${diceWords(dice)}, counted ${dice.clockwise ? "clockwise" : "counterclockwise"} from the dealer.`,
    ],
    ["Boosted for this round", view.dynamic.map((each) => `${each.label} pays ${each.pays}`)],
    ["On the table", board.map(({ name, cards, words }) => `${capital(name)}: ${named(cards)}.${ended(words)}`)],
    ["Dealer", `${dealer}${ended(felt?.dealer[0]?.words ?? "")} ${layout.words[0] ? `${layout.words[0]}.` : ""}`],
    [
      "Pot",
      pot &&
        `${money(pot.cents)}. Order of action: ${pot.order.map(who).join(", ")}. ${pot.kicked_out ? "The dealer is kicked out. " : ""}${pot.leads.length ? `Leading: ${pot.leads.map(who).join(", ")}.` : ""}`,
    ],
    ["Other seats", view.seats.filter((seat) => seat.seat !== you).map(other)],
    ["Meters", view.meters.map((meter) => `${meter.title}${meter.levels > 1 ? `, level ${meter.level}` : ""}: ${money(meter.cents)}`)],
  ];
}

export function TextView({ desk }: { desk: Desk }) {
  const seconds = useSeconds(desk);
  const { log } = desk.view;
  return (
    <div class="textview">
      {partsOf(desk, seconds).map(([heading, told], at) =>
        told?.length || at === 0 ? (
          <section key={at}>
            <h3>{heading}</h3>
            {typeof told === "string" ? (
              <p>{told}</p>
            ) : (
              <ul>
                {told?.map((line, place) => (
                  <li key={place}>{line}</li>
                ))}
              </ul>
            )}
          </section>
        ) : null,
      )}
      <section>
        <h3>Last heard</h3>
        <div aria-live="polite" role="log">
          <ul>
            {log.slice(0, 8).map((line, at) => (
              <li key={`${log.length - at}${line}`}>{line}</li>
            ))}
          </ul>
        </div>
      </section>
    </div>
  );
}
