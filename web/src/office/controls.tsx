// What the office asks of the books: stops, ends, adjustments, the bank. Requests that you may not make are not shown.
import { useSignal } from "@preact/signals";
import { useAsked } from "../api";
import type { BankBook } from "../api-types";
import { money } from "../format";
import { IconCheck } from "../parts/icons";
import { Trouble, Waiting } from "../parts/states";
import type { Field, Request } from "./asking";
import { type Ask, Panel } from "./panels";
import { amount, type Jackpot, type Reason, type TableLine, when } from "./view";

const WHY: Field = { name: "reason", title: "Why", kind: "text" };
const SUM: Field = { name: "amount", title: "Amount in dollars", kind: "amount" };
const OF_BANK: Field = { name: "reference", title: "The bank's number", kind: "text" };

/** Fields that ask for play chips where the jackpot holds no dollars. */
const inItsUnit = ({ currency }: Jackpot, fields: Field[]): Field[] => (currency === "chips" ? fields.map((each) => ({ ...each, title: each.title.replace("dollars", "play chips") })) : fields);

/** A button for a request, if the person signed in may make it. */
function Does({ jackpot, ask, small, name, request }: { jackpot: Jackpot; ask: Ask; small?: boolean; name: string; request: Omit<Request, "link"> }) {
  if (!jackpot.may.includes(request.do)) return null;
  return <button class={small ? "btn small" : "btn"} onClick={() => ask({ ...request, link: jackpot.link, fields: inItsUnit(jackpot, request.fields) })}>{name}</button>;
}

export function Stops({ jackpot, reasons, ask }: { jackpot: Jackpot; reasons: Reason[]; ask: Ask }) {
  const { link } = jackpot;
  // Ending a jackpot is an interpretation, and is marked as one wherever it is shown.
  const reading = reasons.find((each) => each.reason === "moved_out")?.cite ?? "";
  const authority: Field = { name: "reference", title: "Reference of the authority", kind: "text" };
  const does = (name: string, request: Omit<Request, "link">) => <Does jackpot={jackpot} ask={ask} name={name} request={request} />;
  if (!jackpot.may.length) return null;
  return (
    <Panel title={`Stop and resume: ${jackpot.title}`} note={jackpot.ended ? `ended: ${jackpot.ended} (${reading})` : ""}>
      <p class="pad row wrap">
        {does("Stop the jackpot", { title: `Stop ${link}`, words: "The jackpot takes no wagers until two people clear the fault.", do: "fault", fields: [WHY], danger: true, button: "Stop" })}
        {does("Clear faults", { title: `Clear the faults of ${link}`, words: "The cause has been fixed. This takes two supervisors.", do: "clear", fields: [WHY], two: true })}
        {!jackpot.seized && does("Seizure", { title: `The funds of ${link} were seized`, words: "No wagers are taken until they are back.", do: "seize", fields: [authority], danger: true })}
        {jackpot.seized && does("Release", { title: `The funds of ${link} are back`, words: "Enter the bank's statement first, under Bank.", do: "release", fields: [authority] })}
        {does("Full reset", { title: `Full reset of ${link}`, words: "An approved plan that is waiting takes effect now. This takes two supervisors.", do: "reset", fields: [WHY], two: true, danger: true })}
        {!jackpot.ended && does("End the jackpot", { title: `End ${link}`, words: `Play stops for good. Rounds that are open are settled and awards are paid; then its money is awarded, moved to another jackpot or held. It takes two supervisors. By ${reading}.`, do: "end", fields: [WHY], two: true, danger: true, button: "End it" })}
        {does("Forget old personal records", { title: `Forget old personal records of ${link}`, words: "Payee records whose retention period is over are erased; the journal keeps their numbers. It takes two supervisors.", do: "purge", fields: [WHY], two: true, danger: true, button: "Forget them" })}
      </p>
      <p class="pad soft small">A table moves to another jackpot, or is retired, by a change of plan, which is put forward with croupier jackpot propose and approved here. Stop the table first: it drains, and a plan without it takes effect once no round of it is open.</p>
    </Panel>
  );
}

export function Adjusting({ jackpot, reasons, ask }: { jackpot: Jackpot; reasons: Reason[]; ask: Ask }) {
  const picked = useSignal(reasons[0]?.reason ?? "");
  if (!jackpot.may.includes("adjust")) return null;
  const its = reasons.find((each) => each.reason === picked.value);
  const level: Field = { name: "level", title: "Level of the meter", kind: "number", choices: jackpot.meters.map((each) => String(each.level)) };
  const evidence: Field[] = [{ name: "evidence", title: "Evidence of the malfunction", kind: "text", hint: "Number of the report or the recording." }, { name: "figure", title: "What the meter should show, in dollars", kind: "amount" }];
  const fields = [SUM, ...(picked.value === "gross_receipts" ? [] : [level]), { name: "note", title: "Note", kind: "text" } as Field, ...(picked.value === "malfunction_down" ? evidence : [])];
  return (
    <Panel title={`Adjust the books: ${jackpot.title}`} note="for a reason that the regulations list, by two supervisors">
      <div class="pad row wrap lined">
        <label class="field"><span class="label">Reason</span><select class="input" value={picked.value} onChange={(event) => { picked.value = event.currentTarget.value; }}>{reasons.map((each) => <option key={each.reason} value={each.reason}>{each.what}</option>)}</select></label>
        <button class="btn" onClick={() => ask({ title: `Adjust ${jackpot.link}: ${its?.what ?? ""}`, words: `${its?.cite ?? ""}. It takes two supervisors.`, link: jackpot.link, do: "adjust", fixed: { reason: picked.value }, fields: inItsUnit(jackpot, fields), two: true, danger: true, button: "Adjust" })}>Adjust</button>
      </div>
    </Panel>
  );
}

function TableState({ table }: { table: TableLine }) {
  if (!table.stopped.length) return <span class="tag win"><IconCheck /> plays</span>;
  return <><span class="tag lose">{table.round ? `draining: round ${table.round} is being finished` : "stopped and drained"}</span> <span class="muted">{table.stopped.join("; ")}</span></>;
}

export function Tables({ jackpots, ask }: { jackpots: Jackpot[]; ask: Ask }) {
  return (
    <>
      {jackpots.map((jackpot) => (
        <Panel key={jackpot.link} title={jackpot.title} note={jackpot.link}>
          <table class="op-d"><thead><tr><th>Table</th><th>Game</th><th class="num">Seats</th><th>Where</th><th class="num">Last round</th><th class="num">Open round</th><th>State</th><th><span class="sr">Action</span></th></tr></thead>
            <tbody>{jackpot.tables.map((each) => (
              <tr key={each.table}>
                <td><a href={`/pit/${encodeURIComponent(each.table)}?link=${jackpot.link}`}>{each.table}</a></td><td class="mono wrap">{each.game}</td><td class="num">{each.seats}</td><td>{each.location}</td><td class="num">{each.last_round}</td><td class="num">{each.round ?? "–"}</td>
                <td class="wrap"><TableState table={each} /></td>
                <td class="num">{each.stopped.length
                  ? <Does small jackpot={jackpot} ask={ask} name="Clear" request={{ title: `Let ${each.table} play again`, words: "It takes two supervisors.", do: "clear", fixed: { table: each.table }, fields: [WHY], two: true }} />
                  : <Does small jackpot={jackpot} ask={ask} name="Stop" request={{ title: `Stop ${each.table}`, words: "It takes no new wagers; a round that is open is finished. The other tables play on.", do: "fault", fixed: { table: each.table }, fields: [WHY], danger: true, button: "Stop" }} />}</td>
              </tr>
            ))}</tbody></table>
        </Panel>
      ))}
    </>
  );
}

export function Bank({ jackpots, ask }: { jackpots: Jackpot[]; ask: Ask }) {
  const owed = jackpots.flatMap((jackpot) => jackpot.receivable.map((debt) => ({ jackpot, debt })));
  return (
    <>
      <Panel title="Bank" note="what is owed must be in the bank when it is due">
        <table class="op-d"><thead><tr><th>Jackpot</th><th class="num">Owed to players</th><th class="num">Required now</th><th class="num">In the bank</th><th class="num">Above or below</th><th><span class="sr">Action</span></th></tr></thead>
          <tbody>{jackpots.map((each) => (
            <tr key={each.link}><td>{each.title} <span class="mono muted">{each.link}</span></td><td class="num">{amount(each.owed, each.currency)}</td><td class="num">{amount(each.required, each.currency)}</td><td class="num">{amount(each.bank, each.currency)}</td><td class={`num ${each.bank < each.required ? "lose-t" : ""}`}>{money(each.bank - each.required)}</td>
              <td class="num"><span class="row end">
                <Does small jackpot={each} ask={ask} name="Deposit" request={{ title: `Deposit for ${each.link}`, words: "Money went into the jackpot's bank account.", do: "deposit", fields: [SUM, OF_BANK] }} />
                <Does small jackpot={each} ask={ask} name="Statement" request={{ title: `Bank statement for ${each.link}`, words: "What the bank says it holds. The books are compared with it.", do: "statement", fields: [{ ...SUM, title: "Balance in dollars" }, OF_BANK] }} />
                <Does small jackpot={each} ask={ask} name="Withdraw" request={{ title: `Withdraw from ${each.link}`, words: "Only what is no longer needed can be taken out. It takes two people.", do: "withdraw", fields: [SUM, OF_BANK], two: true }} />
              </span></td></tr>
          ))}</tbody></table>
      </Panel>
      <Panel title="Paid by mistake, to come back" note={owed.length ? "" : "nothing"}>
        {owed.length > 0 && <table class="op-d"><thead><tr><th>Award</th><th>Where</th><th class="num">Still owed</th><th><span class="sr">Action</span></th></tr></thead>
          <tbody>{owed.map(({ jackpot, debt }) => (
            <tr key={`${jackpot.link}${debt.award}`}><td><a href={`/office/awards?link=${jackpot.link}&award=${debt.award}`}>Award {debt.award}</a> <span class="mono muted">{jackpot.link}</span></td><td>{debt.table}, seat {debt.seat}, round {debt.round}</td><td class="num">{amount(debt.cents, jackpot.currency)}</td>
              <td class="num"><span class="row end">
                <Does small jackpot={jackpot} ask={ask} name="Collect" request={{ title: `Collect for award ${debt.award}`, words: `Money came back at the cage; at most ${amount(debt.cents, jackpot.currency)} is owed.`, do: "collect", fixed: { award: debt.award }, fields: [SUM, { name: "reference", title: "Slip number", kind: "text" }] }} />
                <Does small jackpot={jackpot} ask={ask} name="Write off" request={{ title: `Write award ${debt.award} off`, words: "The money will not come back, and the house bears the loss. This takes two supervisors.", do: "write_off", fixed: { award: debt.award }, fields: [WHY], two: true, danger: true, button: "Write off" }} />
              </span></td></tr>
          ))}</tbody></table>}
      </Panel>
    </>
  );
}

/** The bank's statements beside the books, and what moved since the last one. */
export function Reconciliation({ jackpot }: { jackpot: Jackpot }) {
  // Read again after every new entry of the link, because only then can it differ.
  const asked = useAsked<BankBook>(`/office/links/${jackpot.link}/bank?as_of=${jackpot.seq}`);
  if (asked.problem && !asked.value) return <Trouble problem={asked.problem} again={asked.again} />;
  if (!asked.value) return <Waiting rows={4} />;
  const { lines, books, difference, complete } = asked.value;
  const last = lines.findIndex((each) => each.kind === "statement");
  const stated = lines[last];
  const since = last < 0 ? lines : lines.slice(0, last);
  const moved = since.reduce((sum, each) => sum + each.moved, 0);
  const sum = (cents: number) => amount(cents, jackpot.currency);
  return (
    <Panel title={`Reconciliation: ${jackpot.title}`} note={difference ? <span class="tag lose">differs by {sum(difference)}</span> : stated ? <span class="tag win"><IconCheck /> agrees</span> : <span class="tag warn">no statement yet</span>}>
      <p class="pad">The books hold <b>{sum(books)}</b> in the bank. {stated ? <>The statement of {when(stated.at)} ({stated.reference}) said <b>{sum(stated.stated ?? 0)}</b> when the books held {sum(stated.books)}. Since then {since.length ? `${since.length} ${since.length === 1 ? "entry" : "entries"} of the books came to ${money(moved)}` : "nothing moved in the books"}: the next statement should say <b>{sum(books)}</b>.{difference ? ` The last one differed by ${sum(difference)}: find out why, and enter what explains it.` : ""}</> : "No statement of the bank has been entered."}</p>
      <table class="op-d"><thead><tr><th class="num">Entry</th><th>Time</th><th>What</th><th>Number</th><th>By</th><th class="num">Into or out of the bank</th><th class="num">Books after it</th><th class="num">Statement</th><th class="num">Difference</th></tr></thead>
        <tbody>{lines.map((each) => (
          <tr key={each.seq}><td class="num"><a href={`/office/journal?link=${jackpot.link}&entry=${each.seq}`}>{each.seq.toLocaleString("en-US")}</a></td><td>{when(each.at)}</td><td>{each.kind.replaceAll("_", " ")}</td><td>{each.reference}</td><td>{each.by_name ?? each.by}</td><td class="num">{each.moved ? money(each.moved) : "–"}</td><td class="num">{money(each.books)}</td><td class="num">{each.stated === undefined ? "–" : money(each.stated)}</td><td class={`num ${each.difference ? "lose-t" : ""}`}>{each.difference === undefined ? "–" : money(each.difference)}</td></tr>
        ))}</tbody></table>
      {!complete && <p class="pad soft small">Older entries are in the journal.</p>}
    </Panel>
  );
}
