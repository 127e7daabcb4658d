// Entering cards: by rank and suit on the keyboard, or by picking them from the deck.
import type { ComponentChildren } from "preact";
import { Problem } from "../api";
import { capital } from "../format";
import { cardsIn, spaced, suitsInOrder } from "../round";
import { InlineCard } from "./cards";
import { cardName, RANKS } from "./glyphs";
import { FieldError } from "./states";

export interface Place { slot: string; title: string; text: string; set: (text: string) => void }

export function PlaceRow({ places, active, activate, size, refused, children }: { places: Place[]; active: string; activate: (slot: string) => void; size: (slot: string) => number; refused: Problem | null; children: ComponentChildren }) {
  const first = places[0];
  if (!first) return null;
  const blamed = refused && (refused.message.startsWith(`${first.slot}:`) || (refused.message.includes(" twice: ") && refused.message.includes(first.slot)) || (first.slot === "dealer" && refused.message.startsWith("draws")));
  return (
    <div class={places.some((each) => each.slot === active) ? "e on" : "e"}>
      <b>{first.title}</b>
      <div class="slot">
        {places.map((each) => {
          const cards = cardsIn(each.text);
          const wanted = size(each.slot);
          const id = `cards-${each.slot.replaceAll(" ", "-")}`;
          return (
            <span key={each.slot} class="slot">
              {cards.map((card, at) => <InlineCard key={`${card}${at}`} card={card} width={34} />)}
              {wanted > cards.length && Array.from({ length: Math.min(7, wanted - cards.length) }, (_, at) => <i key={at} class="hole" />)}
              <label class="sr" for={id}>Cards of {each.slot}</label>
              <input id={id} class={blamed ? "input bad" : "input"} value={each.text} placeholder={wanted ? `${wanted} cards` : "cards"} autocomplete="off" autocapitalize="off" spellcheck={false} aria-invalid={blamed ? "true" : undefined} aria-describedby={blamed ? `${id}-error` : undefined} onFocus={() => activate(each.slot)} onInput={(event) => each.set(spaced(event.currentTarget.value))} />
            </span>
          );
        })}
      </div>
      {children}
      {blamed && refused && <FieldError id={`cards-${first.slot.replaceAll(" ", "-")}-error`}>{capital(refused.message)}. {refused.hint ? capital(refused.hint) : ""}</FieldError>}
    </div>
  );
}

export function CardPicker({ used, pick, where }: { used: Map<string, string>; pick: (card: string) => void; where: string }) {
  return (
    <div class="pick">
      <p class="between"><b>Cards</b><span class="note">Type <kbd>5</kbd> <kbd>c</kbd> or pick for {where}; <kbd>Tab</kbd> next field. Marks: the seat that holds it.</span></p>
      <div class="grid52" role="group" aria-label={`Pick cards for ${where}`}>
        {suitsInOrder.flatMap((suit) => [...RANKS].map((rank) => {
          const card = rank + suit;
          const by = used.get(card);
          return <button key={card} class={by ? "used" : ""} data-s={by} aria-pressed={!!by} aria-label={by ? `${cardName(card)}, at ${by === "D" ? "the dealer" : `seat ${by}`}` : cardName(card)} onClick={() => pick(card)}><InlineCard card={card} width={30} /></button>;
        }))}
      </div>
    </div>
  );
}
