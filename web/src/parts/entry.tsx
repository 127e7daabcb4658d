// Entering cards: by rank and suit on the keyboard, or by picking them from the deck.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Problem } from "../api";
import { capital } from "../format";
import { cardsIn, spaced, suitsInOrder } from "../round";
import { InlineCard } from "./cards";
import { cardName, RANKS } from "./glyphs";
import { Input, Later } from "./pieces";
import { FieldError } from "./states";
import { say } from "./words";

export interface Place {
  slot: string;
  title: string;
  /** Which of the seat's or dealer's places it is; empty for the cards first dealt. */
  part: string;
  text: string;
  set: (text: string) => void;
}

interface Row {
  places: Place[];
  /** How the row is called, if not by its seat. */
  name?: string;
  /** The place that the picker fills. */
  active: Signal<string>;
  size: (slot: string) => number;
  refused: Problem | null;
  children?: ComponentChildren;
}

export function PlaceRow({ places, name, active, size, refused, children }: Row) {
  const first = places[0];
  if (!first) return null;
  const blamed =
    refused &&
    (refused.message.startsWith(`${first.slot}:`) ||
      (refused.message.includes(" twice: ") && refused.message.includes(first.slot)) ||
      (first.slot.startsWith("dealer") && /^(dealer|draws)/.test(refused.message)));
  return (
    <div class={places.some((each) => each.slot === active.value) ? "e on" : "e"}>
      <b>{name ?? capital(/^(seat \d+|dealer)/.exec(first.slot)?.[0] ?? first.slot)}</b>
      <div class="slot">
        {places.map((each) => {
          const cards = cardsIn(each.text);
          const wanted = size(each.slot);
          const id = `cards-${each.slot.replaceAll(" ", "-")}`;
          return (
            <span key={each.slot} class="slot">
              {each.part && places.length > 1 && <span class="label">{each.part}</span>}
              {cards.map((card, at) => (
                <InlineCard key={`${card}${at}`} card={card} width={34} />
              ))}
              {wanted > cards.length && Array.from({ length: Math.min(7, wanted - cards.length) }, (_, at) => <i key={at} class="hole" />)}
              <label class="sr" for={id}>{say`Cards of ${each.slot}`}</label>
              <Input
                id={id}
                value={each.text}
                placeholder={wanted ? `${wanted} ${wanted === 1 ? "card" : "cards"}` : "cards"}
                autocapitalize="off"
                spellcheck={false}
                {...(blamed && { kind: "bad", "aria-invalid": true, "aria-describedby": `${id}-error` })}
                onFocus={() => (active.value = each.slot)}
                set={(text) => each.set(spaced(text))}
              />
            </span>
          );
        })}
      </div>
      {children}
      {blamed && refused && (
        <FieldError id={`cards-${first.slot.replaceAll(" ", "-")}-error`}>
          {capital(refused.message)}. {refused.hint ? capital(refused.hint) : ""}
        </FieldError>
      )}
    </div>
  );
}

/** How a place is marked on a card of the deck: a seat by its number, and how it is called. */
const markOf = (slot: string) => (slot.startsWith("dealer") ? "D" : (/^seat (\d+)/.exec(slot)?.[1] ?? "+"));
const calledOf = (slot: string) => /^seat \d+/.exec(slot)?.[0] ?? `the ${slot.startsWith("dealer") ? "dealer" : slot}`;

/** The deck to pick from: a card goes to the active place or comes back, and a full place passes on to the next. */
export function CardPicker({ places, active, size }: Pick<Row, "places" | "active" | "size">) {
  const used = new Map(places.flatMap(({ slot, text }) => cardsIn(text).map((card) => [card, slot] as const)));
  const current = places.find((each) => each.slot === active.value) ?? places[0];
  const where = current?.title.replace(/^Your/, "your") ?? "";
  const pick = (card: string) => {
    if (!current) return;
    const own = cardsIn(current.text);
    current.set((own.includes(card) ? own.filter((each) => each !== card) : [...own, card]).join(" "));
    if (!own.includes(card) && own.length + 1 >= size(current.slot))
      active.value = places[places.indexOf(current) + 1]?.slot ?? current.slot;
  };
  const one = (card: string) => {
    const by = used.get(card);
    const held = by ? `, at ${calledOf(by)}` : "";
    return (
      <button
        key={card}
        class={by ? "used" : ""}
        data-s={by && markOf(by)}
        aria-pressed={!!by}
        aria-label={cardName(card) + held}
        onClick={() => pick(card)}>
        <InlineCard card={card} width={30} />
      </button>
    );
  };
  return (
    <div class="pick">
      <p class="between">
        <b>Cards</b>
        <span class="note">
          Type <kbd>5</kbd> <kbd>c</kbd> or pick for {where}; <kbd>Tab</kbd> next field. Marks: the seat that holds it.
        </span>
      </p>
      <div class="grid52" role="group" aria-label={`Pick cards for ${where}`}>
        {suitsInOrder.map((suit) => (
          <Later key={suit}>{() => [...RANKS].map((rank) => one(rank + suit))}</Later>
        ))}
      </div>
    </div>
  );
}
