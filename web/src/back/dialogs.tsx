// What needs a reason, and often a second person: void, correct, reject, fault, clear, and a hand read without its cards.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Problem } from "../api";
import { FieldError } from "../parts/states";
import { cardsIn, spaced } from "../round";
import { type Credentials, post, report, spent, staff } from "../staff";
import { type Act, Beside } from "./deciding";
import { dealersCards } from "./hand";
import { isGiven, NOBODY, PersonFields } from "./people";
import { type Award, mayAbout, type PitView } from "./view";

export type Open = null | { kind: "void" | "fault" | "clear" | "read" } | { kind: "correct"; round?: number } | { kind: "reject" | "film"; award: Award };

const WORDS = {
  void: ["Void the round", "Its wagers are taken back. A supervisor confirms this, here or on a screen of their own."],
  fault: ["Stop this table", "The open round is settled and no new round begins. The other tables play on."],
  clear: ["Clear the fault", "Two supervisors let the table play again."],
  correct: ["Correct a round", "Two supervisors say what the hands really were. What was paid by mistake is owed back; what was missed is awarded now."],
  reject: ["Reject the award", "Its hand won nothing. Its money goes back to where it came from. Two supervisors who did not report the hand decide this; whoever did can correct the round instead."],
  film: ["Correct the recording", "Its number was mistyped. Two supervisors who did not report the hand have looked at the right one; both numbers stay in the books."],
  read: ["Enter the row that was read", "The cards can no longer be shown. Two supervisors have read the hand, and neither of them approves its award."],
} as const;

export function Dialogs({ view, open, act, told, close }: { view: PitView; open: Exclude<Open, null>; act: Act; told: Problem | null; close: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const reason = useSignal("");
  const first = useSignal<Credentials>(NOBODY);
  const second = useSignal<Credentials>(NOBODY);
  const round = useSignal(open.kind === "correct" ? open.round ?? view.before.find((each) => !each.void)?.round ?? 0 : view.round.number);
  const hands = useSignal<Record<string, string>>({});
  const dealer = useSignal("");
  // Together with the drawing, so that the first letters of a reason are not taken for keys of the table.
  useLayoutEffect(() => { box.current?.showModal(); }, []);
  const [title, words] = WORDS[open.kind];
  const me = staff.value;
  const film = useSignal("");
  // About an award the books say who may: whoever may approve it may also reject it. Every other request here takes any supervisor.
  const able = open.kind === "film" ? mayAbout(view, open.award, "correct_film", "supervisor") : open.kind === "reject" ? mayAbout(view, open.award, "approve", "supervisor") : view.people.filter((each) => each.role === "supervisor");
  const isSupervisor = able.some((each) => each.id === me?.person);
  const seat = useSignal(view.round.seats[0] ?? 0);
  const row = useSignal(view.table.sees.rows[0]?.event ?? "");
  const needsFirst = open.kind !== "void" && open.kind !== "fault" && !isSupervisor;
  const needsSecond = open.kind !== "fault";
  const supervisors = able.filter((each) => each.id !== me?.person);
  const before = view.before.find((each) => each.round === round.value);
  const marks = open.kind === "film" ? ["camera:"] : open.kind === "correct" ? [...(before?.seats ?? []).map((each) => `seat ${each}:`), "dealer:"] : [];
  const placed = told !== null && marks.some((mark) => told.message.includes(mark));
  const send = (event: Event) => {
    event.preventDefault();
    const about = { table: view.table.id, reason: reason.value.trim() };
    const typed = Object.fromEntries(Object.entries(hands.value).filter(([, text]) => text.trim()).map(([seat, text]) => [seat, cardsIn(text).join(" ")]));
    const request = {
      void: { do: "void", round: view.round.number, ...about },
      fault: { do: "fault", ...about },
      clear: { do: "clear", ...about },
      correct: { do: "correct", round: round.value, entry: before?.entry, hands: typed, ...(dealer.value.trim() ? { dealer: cardsIn(dealer.value).join(" ") } : {}), ...about },
      read: { do: "result", table: view.table.id, round: view.round.number, hands: { [seat.value]: { event: row.value } } },
      film: { do: "correct_film", award: open.kind === "film" ? open.award.no : 0, camera: film.value.trim(), reason: reason.value.trim() },
      reject: { do: "reject", award: open.kind === "reject" ? open.award.no : 0, reason: reason.value.trim() },
    }[open.kind];
    const people = { ...(needsFirst ? { by: first.value } : {}), ...(needsSecond && isGiven(second.value) ? { second: second.value } : {}) };
    void act(async () => {
      try {
        return await (open.kind === "void" && view.beside.length ? report(view.table.id, request, people) : post(view.link.id, request, people));
      } finally {
        first.value = spent(first.value);
        second.value = spent(second.value);
      }
    });
  };
  return (
    <dialog ref={box} class="wide-dialog" aria-labelledby="dialog-title" onClose={close}>
      <form onSubmit={send}>
        <div><h2 id="dialog-title">{title}{open.kind === "void" ? ` ${view.round.number}` : open.kind === "reject" ? ` ${open.award.no}` : open.kind === "film" ? ` of award ${open.award.no}` : ""}</h2><p class="soft small">{words}</p></div>
        {open.kind === "correct" && (
          <>
            <label class="field"><span class="label">Round</span><select class="input" value={String(round.value)} onChange={(event) => { round.value = Number(event.currentTarget.value); hands.value = {}; }}>
              {view.before.filter((each) => !each.void).map((each) => <option key={each.round} value={String(each.round)}>{each.round}: {each.what}</option>)}
            </select></label>
            <p class="note">Cards of each seat that really held a hand. A seat that is left empty won nothing.</p>
            {(before?.seats ?? []).map((seat) => <label key={seat} class="field"><span class="label">Seat {seat}</span><input class="input mono" value={hands.value[seat] ?? ""} autocomplete="off" spellcheck={false} onInput={(event) => { hands.value = { ...hands.value, [seat]: spaced(event.currentTarget.value) }; }} /><Beside told={told} marks={[`seat ${seat}:`]} id={`seat-${seat}-error`} /></label>)}
            {view.table.sees.dealer > 0 && <label class="field"><span class="label">{dealersCards(view.table.sees.dealer)}</span><input class="input mono" value={dealer.value} autocomplete="off" onInput={(event) => { dealer.value = spaced(event.currentTarget.value); }} /><Beside told={told} marks={["dealer:"]} id="dealer-error" /></label>}
          </>
        )}
        {open.kind === "film" && <label class="field"><span class="label">Recording that shows the cards, now {open.award.camera}</span><input class="input mono" required value={film.value} maxLength={32} autocomplete="off" onInput={(event) => { film.value = event.currentTarget.value; }} /><Beside told={told} marks={["camera:"]} id="film-number-error" /></label>}
        {open.kind === "read" && (
          <div class="pair">
            <label class="field"><span class="label">Seat</span><select class="input" value={String(seat.value)} onChange={(event) => { seat.value = Number(event.currentTarget.value); }}>{view.round.seats.map((each) => <option key={each} value={String(each)}>{each}</option>)}</select></label>
            <label class="field"><span class="label">Row of {view.link.paytable}</span><select class="input" value={row.value} onChange={(event) => { row.value = event.currentTarget.value; }}>{view.table.sees.rows.map((each) => <option key={each.event} value={each.event}>{each.label}</option>)}</select></label>
          </div>
        )}
        {open.kind !== "read" && <label class="field"><span class="label">Reason</span><input class="input" required autofocus value={reason.value} maxLength={300} onInput={(event) => { reason.value = event.currentTarget.value; }} /></label>}
        {needsFirst && <PersonFields legend="First supervisor" id="first" people={supervisors} value={first.value} set={(value) => { first.value = value; }} />}
        {needsSecond && <PersonFields legend="Second person, a supervisor (leave empty to let the request wait for one)" id="second" people={supervisors} value={second.value} set={(value) => { second.value = value; }} />}
        {told && !placed && <FieldError id="dialog-error">{told.message}{told.hint ? ` ${told.hint}` : ""}</FieldError>}
        <div class="row"><button class={open.kind === "fault" || open.kind === "reject" ? "btn danger" : "btn primary"} type="submit" disabled={(open.kind !== "read" && !reason.value.trim()) || (needsFirst && !isGiven(first.value))}>{title}{needsSecond && !isGiven(second.value) ? ", and wait" : ""}</button><button class="btn" type="button" onClick={() => box.current?.close()}>Cancel</button></div>
      </form>
    </dialog>
  );
}
