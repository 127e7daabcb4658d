// What needs a reason, and often a second person: void, correct, reject, fault, clear, and a hand read without its cards.

import { useSignal } from "@preact/signals";
import { inWords, type Problem } from "../api";
import type { PitAward as Award, Credentials, PitView } from "../api-types";
import { bound, Dialog, Field } from "../parts/pieces";
import { cardsIn, spaced } from "../round";
import { post, report, spent, staff } from "../staff";
import { type Act, named } from "./deciding";
import { dealersCards } from "./hand";
import { isGiven, NOBODY, PersonFields } from "./people";
import { mayAbout } from "./view";

export type Open =
  | null
  | { kind: "void" | "fault" | "clear" | "read" }
  | { kind: "correct"; round?: number }
  | { kind: "reject" | "film"; award: Award };

const WORDS = {
  void: ["Void the round", "Its wagers are taken back. A supervisor confirms this, here or on a screen of their own."],
  fault: ["Stop this table", "The open round is settled and no new round begins. The other tables play on."],
  clear: ["Clear the fault", "Two supervisors let the table play again."],
  correct: [
    "Correct a round",
    "Two supervisors say what the hands really were. What was paid by mistake is owed back; what was missed is awarded now.",
  ],
  reject: [
    "Reject the award",
    "Its hand won nothing. Its money goes back to where it came from. Two supervisors who did not report the hand decide this; whoever did can correct the round instead.",
  ],
  film: [
    "Correct the recording",
    "Its number was mistyped. Two supervisors who did not report the hand have looked at the right one; both numbers stay in the books.",
  ],
  read: [
    "Enter the row that was read",
    "The cards can no longer be shown. Two supervisors have read the hand, and neither of them approves its award.",
  ],
} as const;

const SECOND = "Second person, a supervisor (leave empty to let the request wait for one)";

type Opened = { view: PitView; open: Exclude<Open, null>; act: Act; told: Problem | null; close: () => void };

export function Dialogs({ view, open, act, told, close }: Opened) {
  const reason = useSignal("");
  const first = useSignal<Credentials>(NOBODY);
  const second = useSignal<Credentials>(NOBODY);
  const correctable = view.before.filter((each) => !each.void);
  const round = useSignal(open.kind === "correct" ? (open.round ?? correctable[0]?.round ?? 0) : view.round.number);
  const hands = useSignal<Record<string, string>>({});
  const dealer = useSignal("");
  const film = useSignal("");
  const seat = useSignal(String(view.round.seats[0] ?? 0));
  const row = useSignal(view.table.sees.rows[0]?.event ?? "");
  const [title, words] = WORDS[open.kind];
  const award = open.kind === "film" || open.kind === "reject" ? open.award : undefined;
  const me = staff.value;
  // About an award the books say who may: whoever may approve it may also reject it. Every other request here takes any supervisor.
  const able = award
    ? mayAbout(view, award, open.kind === "film" ? "correct_film" : "approve", "supervisor")
    : view.people.filter((each) => each.role === "supervisor");
  const needsFirst = open.kind !== "void" && open.kind !== "fault" && !able.some((each) => each.id === me?.person);
  const needsSecond = open.kind !== "fault";
  const supervisors = able.filter((each) => each.id !== me?.person);
  const before = view.before.find((each) => each.round === round.value);
  const seats = open.kind === "correct" ? (before?.seats ?? []) : [];
  const marks = open.kind === "film" ? ["camera:"] : open.kind === "correct" ? [...seats.map((each) => `seat ${each}:`), "dealer:"] : [];
  const choose = (value: string) => {
    round.value = Number(value);
    hands.value = {};
  };
  const send = () => {
    const about = { table: view.table.id, reason: reason.value.trim() };
    const typed = Object.entries(hands.value).filter(([, text]) => text.trim());
    const request = {
      void: { do: "void", round: view.round.number, ...about },
      fault: { do: "fault", ...about },
      clear: { do: "clear", ...about },
      correct: {
        do: "correct",
        round: round.value,
        entry: before?.entry,
        hands: Object.fromEntries(typed.map(([each, text]) => [each, cardsIn(text).join(" ")])),
        ...(dealer.value.trim() ? { dealer: cardsIn(dealer.value).join(" ") } : {}),
        ...about,
      },
      read: { do: "result", table: view.table.id, round: view.round.number, hands: { [seat.value]: { event: row.value } } },
      film: { do: "correct_film", award: award?.no, camera: film.value.trim(), reason: about.reason },
      reject: { do: "reject", award: award?.no, reason: about.reason },
    }[open.kind];
    const people = {
      ...(needsFirst ? { by: first.value } : {}),
      ...(needsSecond && isGiven(second.value) ? { second: second.value } : {}),
    };
    void act(async () => {
      try {
        if (open.kind === "void" && view.beside.length) return await report(view.table.id, request, people);
        return await post(view.link.id, request, people);
      } finally {
        first.value = spent(first.value);
        second.value = spent(second.value);
      }
    });
  };
  const about = { void: ` ${view.round.number}`, reject: ` ${award?.no}`, film: ` of award ${award?.no}` }[open.kind as string] ?? "";
  const isPlaced = marks.some((mark) => told?.message.includes(mark));
  return (
    <Dialog
      title={title + about}
      words={words}
      button={title + (needsSecond && !isGiven(second.value) ? ", and wait" : "")}
      danger={open.kind === "fault" || open.kind === "reject"}
      disabled={(open.kind !== "read" && !reason.value.trim()) || (needsFirst && !isGiven(first.value))}
      wrong={told && !isPlaced ? inWords(told) : ""}
      send={send}
      close={close}>
      {open.kind === "correct" && (
        <>
          <Field
            title="Round"
            value={String(round.value)}
            options={correctable.map((each) => [String(each.round), `${each.round}: ${each.what}`])}
            set={choose}
          />
          <p class="note">Cards of each seat that really held a hand. A seat that is left empty won nothing.</p>
          {seats.map((each) => (
            <Field
              key={each}
              mono
              title={`Seat ${each}`}
              value={hands.value[each] ?? ""}
              set={(text) => (hands.value = { ...hands.value, [each]: spaced(text) })}
              error={named(told, `seat ${each}:`)}
            />
          ))}
          {view.table.sees.dealer > 0 && (
            <Field
              mono
              title={dealersCards(view.table.sees.dealer)}
              value={dealer.value}
              set={(text) => (dealer.value = spaced(text))}
              error={named(told, "dealer:")}
            />
          )}
        </>
      )}
      {open.kind === "film" && (
        <Field
          mono
          required
          maxLength={32}
          title={`Recording that shows the cards, now ${award?.camera}`}
          {...bound(film)}
          error={named(told, "camera:")}
        />
      )}
      {open.kind === "read" && (
        <div class="pair">
          <Field title="Seat" {...bound(seat)} options={view.round.seats.map((each) => [String(each), String(each)])} />
          <Field
            title={`Row of ${view.link.paytable}`}
            {...bound(row)}
            options={view.table.sees.rows.map((each) => [each.event, each.label])}
          />
        </div>
      )}
      {open.kind !== "read" && <Field title="Reason" required autofocus maxLength={300} {...bound(reason)} />}
      {needsFirst && <PersonFields legend="First supervisor" id="first" people={supervisors} of={first} />}
      {needsSecond && <PersonFields legend={SECOND} id="second" people={supervisors} of={second} />}
    </Dialog>
  );
}
