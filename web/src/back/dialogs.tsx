// What needs a reason, and often a second person: void, correct, reject, fault, clear, and a hand read without its cards.

import type { PitAward as Award, PitView } from "../api-types";
import { post, report, staff } from "../staff";
import { Asking, type Field, type Values } from "./asking";
import { dealersCards } from "./hand";
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

const REASON: Field = { name: "reason", title: "Reason", kind: "text" };
const SECOND = "Second person, a supervisor (leave empty to let the request wait for one)";

type Opened = { view: PitView; open: Exclude<Open, null>; carry: (what: () => Promise<unknown>) => Promise<unknown>; close: () => void };

export function Dialogs({ view, open, carry, close }: Opened) {
  const { table, round, link, before } = view;
  const award = open.kind === "film" || open.kind === "reject" ? open.award : undefined;
  const me = staff.value?.person;
  // About an award the books say who may: whoever may approve it may also reject it. Every other request here takes any supervisor.
  const able = award
    ? mayAbout(view, award, open.kind === "film" ? "correct_film" : "approve", "supervisor")
    : view.people.filter((each) => each.role === "supervisor");
  const people = able.filter((each) => each.id !== me);
  const isFirst = open.kind === "void" || open.kind === "fault" || people.length < able.length;
  const signers = [
    ...(isFirst ? [] : [{ as: "by", legend: "First supervisor", people }]),
    ...(open.kind === "fault" ? [] : [{ as: "second", legend: SECOND, people, optional: true }]),
  ];
  const correctable = before.filter((each) => !each.void);
  const first = String((open.kind === "correct" && open.round) || correctable[0]?.round || 0);
  const corrected = (chosen: string | undefined) => before.find((each) => String(each.round) === (chosen ?? first));
  const cards = (name: string, title: string): Field => ({ name, title, kind: "cards", optional: true });
  const rounds: Field = {
    name: "round",
    title: "Round",
    kind: "choice",
    value: first,
    choices: correctable.map((each) => [String(each.round), `${each.round}: ${each.what}`]),
    hint: "Cards of each seat that really held a hand. A seat that is left empty won nothing.",
  };
  const asked: Partial<Record<typeof open.kind, Field[] | ((chosen: Values) => Field[])>> = {
    film: [{ name: "camera", title: `Recording that shows the cards, now ${award?.camera}`, kind: "text" }, REASON],
    read: [
      { name: "seat", title: "Seat", kind: "choice", choices: round.seats.map(String) },
      { name: "row", title: `Row of ${link.paytable}`, kind: "choice", choices: table.sees.rows.map((row) => [row.event, row.label]) },
    ],
    correct: (chosen) => [
      rounds,
      ...(corrected(chosen.round)?.seats ?? []).map((seat) => cards(`seat ${seat}`, `Seat ${seat}`)),
      ...(table.sees.dealer ? [cards("dealer", dealersCards(table.sees.dealer))] : []),
      REASON,
    ],
  };
  const requestOf = ({ reason, camera, seat, row, dealer, round: chosen, ...hands }: Record<string, unknown>) => {
    const about = { table: table.id, reason };
    const held = Object.fromEntries(Object.entries(hands).map(([name, its]) => [name.replace("seat ", ""), its]));
    const right = { round: Number(chosen), entry: corrected(chosen as string)?.entry, hands: held, ...(dealer ? { dealer } : {}) };
    return {
      void: { do: "void", round: round.number, ...about },
      fault: { do: "fault", ...about },
      clear: { do: "clear", ...about },
      correct: { do: "correct", ...right, ...about },
      read: { do: "result", table: table.id, round: round.number, hands: { [seat as string]: { event: row } } },
      film: { do: "correct_film", award: award?.no, camera, reason },
      reject: { do: "reject", award: award?.no, reason },
    }[open.kind];
  };
  const [title, words] = WORDS[open.kind];
  const about = { void: ` ${round.number}`, reject: ` ${award?.no}`, film: ` of award ${award?.no}` }[open.kind as string] ?? "";
  return (
    <Asking
      title={title + about}
      words={words}
      button={title}
      danger={open.kind === "fault" || open.kind === "reject"}
      fields={asked[open.kind] ?? [REASON]}
      signers={signers}
      send={(typed, signed, id) => {
        const request = { id, ...requestOf(typed) };
        const isForAll = open.kind === "void" && view.beside.length > 0;
        return carry(() => (isForAll ? report(table.id, request, signed) : post(link.id, request, signed)));
      }}
      close={close}
    />
  );
}
