// The winning hand, typed as rank and suit. The rulebook grades it and the books say what it would win.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Problem } from "../api";
import type { Graded, PitView } from "../api-types";
import { Field } from "../parts/pieces";
import { FieldError } from "../parts/states";
import { bold, keycap, mono, say, softly } from "../parts/words";
import { cardsIn, noCard, spaced } from "../round";
import { change } from "../staff";
import { Amount, Duties, HandCards } from "./award";

export type Hands = ReturnType<typeof useHands>;

/** The hands as they are typed: whole once every card is, and ready to be entered once they are graded too. */
export function useHands(view: PitView) {
  const seat = useSignal<number | null>(null);
  const typed = useSignal<Record<string, string>>({});
  const dealer = useSignal("");
  const grade = useSignal<{ asked: string; found: Graded } | null>(null);
  const problem = useSignal<Problem | null>(null);
  const { own, dealer: shown, fewest } = view.table.sees;
  const clear = () => {
    seat.value = null;
    typed.value = {};
    dealer.value = "";
    grade.value = null;
    problem.value = null;
  };
  // Another round, or one that is no longer locked, has hands of its own.
  useEffect(clear, [view.round.number, view.round.phase]);
  const complete = (text: string, many: number) => cardsIn(text).length === many;
  const given = Object.entries(typed.value).filter(([, text]) => text.trim());
  const whole = given.length > 0 && given.every(([, text]) => complete(text, own)) && (!shown || complete(dealer.value, shown));
  const entered = () => ({
    hands: Object.fromEntries(given.map(([each, text]) => [each, cardsIn(text).join(" ")])),
    ...(shown ? { dealer: cardsIn(dealer.value).join(" ") } : {}),
  });
  // Before the hands are whole, the rulebook says what they are so far, as soon as it can.
  const has = given.map(([, text]) => cardsIn(text).length);
  const begun = given.length > 0 && has.every((many) => many <= own && many + cardsIn(dealer.value).length >= fewest);
  const asked = whole ? JSON.stringify(entered()) : begun ? JSON.stringify({ ...entered(), so_far: true }) : "";
  // The grade of other cards than those that are typed now is none: Enter would enter a hand that nobody has seen graded.
  const graded = grade.value?.asked === asked ? grade.value.found : null;
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    grade.value = null;
    problem.value = null;
    if (!asked) return;
    const graded = change<Graded>(`/pit/tables/${encodeURIComponent(view.table.id)}/grade`, JSON.parse(asked));
    const newest = (take: () => void) => (mine === turn.current ? take() : undefined);
    graded.then(
      (found) => newest(() => (grade.value = { asked, found })),
      (error: Error) => newest(() => (problem.value = error instanceof Problem ? error : null)),
    );
  }, [asked]);
  return {
    seat: seat.value,
    any: seat.value !== null || given.length > 0,
    ready: whole && graded !== null,
    whole,
    typed: typed.value,
    dealer: dealer.value,
    graded,
    problem: problem.value,
    set: (each: number, text: string) => (typed.value = { ...typed.value, [each]: text }),
    setDealer: (text: string) => (dealer.value = text),
    enter: (each: number) => (seat.value = each),
    leave: () => {
      const { [String(seat.value)]: _, ...rest } = typed.value;
      typed.value = rest;
      seat.value = Object.keys(rest).length ? Number(Object.keys(rest)[0]) : null;
    },
    clear,
    entered,
    label: (each: number) => graded?.hands[each]?.label ?? (typed.value[each] ? "hand typed" : ""),
  };
}

export function HandEntry({ view, hands, enter, busy }: { view: PitView; hands: Hands; enter: (() => void) | undefined; busy: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const { own, dealer } = view.table.sees;
  // Together with the drawing, not after it, so that no key that follows the seat's number is lost.
  useLayoutEffect(() => {
    if (hands.seat !== null) field.current?.focus();
  }, [hands.seat]);
  if (hands.seat === null)
    return (
      <div>
        <h2>Locked</h2>
        <p class="soft">Which seat holds a winning hand?</p>
      </div>
    );
  const text = hands.typed[hands.seat] ?? "";
  const cards = cardsIn(text);
  const missing = own - cards.length;
  const graded = hands.graded;
  const its = graded?.hands[hands.seat];
  const none = hands.whole ? "No winning hand" : "no winning hand";
  const most = Math.max(...(graded?.awards.map((each) => each.cents) ?? []));
  const tables = [view.link, ...view.beside.map((each) => each.link)].map((each) => each.paytable).join(" or ");
  const more = missing > 0 ? `${missing} more card${missing > 1 ? "s" : ""}` : "complete";
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter" && hands.ready && !busy) {
      event.preventDefault();
      enter?.();
    } else if (event.key === "Escape") {
      event.preventDefault();
      hands.leave();
    }
  };
  const odd = noCard(text) || noCard(hands.dealer);
  const refused = odd ? `${odd} is not a card: type the rank, then the suit, as in 8h` : hands.problem?.message;
  return (
    <>
      <div>
        <h2>
          Seat {hands.seat}: the winning hand <small class="soft">{say`type rank and suit, ${keycap("T")} is ten`}</small>
        </h2>
        <HandCards cards={cards.slice(0, own)} made={its?.made_of ?? []} holes={Math.max(0, missing)} />
        <p class="graded" role="status">
          {its && say`${bold((hands.whole ? "" : "So far: ") + (its.label ?? none))} ${softly(its.why)}`}
        </p>
        <Field
          title={`Cards of seat ${hands.seat}`}
          mono
          bad={!!refused}
          field={field}
          value={text}
          set={(typed) => hands.set(hands.seat ?? 0, spaced(typed))}
          autocapitalize="off"
          spellcheck={false}
          onKeyDown={key}
          note={missing < 0 ? `${-missing} too many` : more}
        />
        {dealer > 0 && (
          <Field
            title={dealersCards(dealer)}
            mono
            bad={!!refused}
            value={hands.dealer}
            set={(typed) => hands.setDealer(spaced(typed))}
            spellcheck={false}
            onKeyDown={key}
          />
        )}
        {refused && <FieldError id="hand-error">{refused}</FieldError>}
        {graded && graded.awards.length > 0 && (
          <ul class="sums">
            {graded.awards.map((each) => (
              <li key={`${each.link} ${each.no}`}>
                <p class="label">
                  {view.beside.length > 0 && <b>{jackpotOf(view, each).title}: </b>}
                  {kindWords(each.kind) + (hands.whole ? "" : " so far")}, seat {each.seat === 0 ? "of the dealer" : each.seat}:{" "}
                  {each.label}
                  {say`${each.percent ? `, ${each.percent} % of the meter` : ""} on ${mono(jackpotOf(view, each).paytable)}`}
                </p>
                <Amount view={view} cents={each.cents} />
              </li>
            ))}
          </ul>
        )}
        {graded?.awards.length === 0 && hands.whole && <p class="soft">No row of {tables} pays this hand.</p>}
        {graded && graded.notes.length > 0 && <p class="soft small">{graded.notes.join(" ")}</p>}
      </div>
      <Duties award={graded?.awards.find((each) => each.cents === most)} thresholds={view.thresholds} />
    </>
  );
}

const jackpotOf = (view: PitView, award: Graded["awards"][number]): PitView["link"] =>
  view.beside.find((each) => each.link.id === award.link)?.link ?? view.link;

/** The label of the field for the cards that the dealer shows first. */
export const dealersCards = (many: number): string => (many === 1 ? "The dealer's first card" : `The dealer's first ${many} cards`);

export const kindWords = (kind: string): string =>
  ({ meter: "Award", fixed: "Award", envy: "Envy", dealer_envy: "Dealer envy" })[kind] ?? kind;
