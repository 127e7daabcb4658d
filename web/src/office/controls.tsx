// What the office asks of the books: stops, ends, adjustments, the bank. Requests that you may not make are not shown.
import { useSignal } from "@preact/signals";
import { useAsked } from "../api";
import type { BankBook, OfficeJackpot as Jackpot, ReasonRecord as Reason, PitLine as TableLine } from "../api-types";
import { type Field, type Request, WHY } from "../back/asking";
import { amount, when } from "../back/view";
import { money } from "../format";
import { ACTION, Button, bound, Field as Entry, Missing, Rows, Tag } from "../parts/pieces";
import { anchor, bold, muted, say } from "../parts/words";
import { type Ask, EntryLink, Listing, Panel } from "./panels";

const SUM: Field = { name: "amount", title: "Amount in dollars", kind: "amount" };
const OF_BANK: Field = { name: "reference", title: "The bank's number", kind: "text" };

/** Fields that ask for play chips where the jackpot holds no dollars. */
const inItsUnit = ({ currency }: Jackpot, fields: Field[]): Field[] =>
  currency === "chips" ? fields.map((each) => ({ ...each, title: each.title.replace("dollars", "play chips") })) : fields;

type Doing = { jackpot: Jackpot; ask: Ask; small?: boolean; name: string; request: Omit<Request, "link"> };

/** A button for a request, if the person signed in may make it. */
function Does({ jackpot, ask, small = false, name, request }: Doing) {
  if (!jackpot.may.includes(request.do)) return null;
  const press = () => ask({ ...request, link: jackpot.link, fields: inItsUnit(jackpot, request.fields) });
  return <Button kind={small ? "small" : ""} press={press} words={name} />;
}

export function Stops({ jackpot, reasons, ask }: { jackpot: Jackpot; reasons: Reason[]; ask: Ask }) {
  // Ending a jackpot is an interpretation, and is marked as one wherever it is shown.
  const reading = reasons.find((each) => each.reason === "moved_out")?.cite ?? "";
  const authority: Field = { name: "reference", title: "Reference of the authority", kind: "text" };
  const about = (of: string) => of.replace("JACKPOT", jackpot.title);
  const two = { fields: [WHY], two: true };
  const requests: [name: string, title: string, words: string, request: Omit<Request, "link" | "title" | "words">][] = [
    [
      "Stop the jackpot",
      "Stop JACKPOT",
      "The jackpot takes no wagers until two people clear the fault.",
      { do: "fault", fields: [WHY], danger: true, button: "Stop" },
    ],
    ["Clear faults", "Clear the faults of JACKPOT", "The cause has been fixed. This takes two supervisors.", { do: "clear", ...two }],
    [
      "Seizure",
      "The funds of JACKPOT were seized",
      "No wagers are taken until they are back.",
      { do: "seize", fields: [authority], danger: true },
    ],
    ["Release", "The funds of JACKPOT are back", "Enter the bank's statement first, under Bank.", { do: "release", fields: [authority] }],
    [
      "Full reset",
      "Full reset of JACKPOT",
      "An approved plan that is waiting takes effect now. This takes two supervisors.",
      { do: "reset", ...two, danger: true },
    ],
    [
      "End the jackpot",
      "End JACKPOT",
      `Play stops for good. Rounds that are open are settled and awards are paid; then its money is awarded, moved to another jackpot or held. It takes two supervisors. By ${reading}.`,
      { do: "end", ...two, danger: true, button: "End it" },
    ],
    [
      "Forget old personal records",
      "Forget old personal records of JACKPOT",
      "Payee records whose retention period is over are erased; the journal keeps their numbers. It takes two supervisors.",
      { do: "purge", ...two, danger: true, button: "Forget them" },
    ],
  ];
  const isOver = { seize: jackpot.seized, release: !jackpot.seized, end: !!jackpot.ended } as Record<string, boolean>;
  if (!jackpot.may.length) return null;
  return (
    <Panel title={`Stop and resume: ${jackpot.title}`} note={jackpot.ended ? `ended: ${jackpot.ended} (${reading})` : ""}>
      <p class="pad row wrap">
        {requests.map(
          ([name, title, words, request]) =>
            !isOver[request.do] && (
              <Does key={name} jackpot={jackpot} ask={ask} name={name} request={{ title: about(title), words, ...request }} />
            ),
        )}
      </p>
      <p class="pad soft small">
        A table moves to another jackpot, or is retired, by a change of plan, which is put forward with croupier jackpot propose and
        approved here. Stop the table first: it drains, and a plan without it takes effect once no round of it is open.
      </p>
    </Panel>
  );
}

export function Adjusting({ jackpot, reasons, ask }: { jackpot: Jackpot; reasons: Reason[]; ask: Ask }) {
  const picked = useSignal(reasons[0]?.reason ?? "");
  if (!jackpot.may.includes("adjust")) return null;
  const its = reasons.find((each) => each.reason === picked.value);
  const levels = jackpot.meters.map((each) => String(each.level));
  const level: Field = { name: "level", title: "Level of the meter", kind: "number", choices: levels };
  const evidence: Field[] = [
    { name: "evidence", title: "Evidence of the malfunction", kind: "text", hint: "Number of the report or the recording." },
    { name: "figure", title: "What the meter should show, in dollars", kind: "amount" },
  ];
  const fields = [
    SUM,
    ...(picked.value === "gross_receipts" ? [] : [level]),
    { name: "note", title: "Note", kind: "text" } as Field,
    ...(picked.value === "malfunction_down" ? evidence : []),
  ];
  const request = {
    title: `Adjust ${jackpot.title}: ${its?.what ?? ""}`,
    words: `${its?.cite ?? ""}. It takes two supervisors.`,
    do: "adjust",
    fixed: { reason: picked.value },
    fields,
    two: true,
    danger: true,
    button: "Adjust",
  };
  return (
    <Panel title={`Adjust the books: ${jackpot.title}`} note="for a reason that the regulations list, by two supervisors">
      <div class="pad row wrap lined">
        <Entry title="Reason" {...bound(picked)} options={reasons.map((each) => [each.reason, each.what])} />
        <Does jackpot={jackpot} ask={ask} name="Adjust" request={request} />
      </div>
    </Panel>
  );
}

function TableState({ table }: { table: TableLine }) {
  if (!table.stopped.length) return <Tag kind="win" mark="check" words="plays" />;
  return (
    <>
      <Tag kind="lose" words={table.round ? `draining: round ${table.round} is being finished` : "stopped and drained"} />{" "}
      <span class="muted">{table.stopped.join("; ")}</span>
    </>
  );
}

export function Tables({ jackpots, ask }: { jackpots: Jackpot[]; ask: Ask }) {
  const clear = { words: "It takes two supervisors.", do: "clear", two: true };
  const words = "It takes no new wagers; a round that is open is finished. The other tables play on.";
  const stop = { words, do: "fault", danger: true, button: "Stop" };
  const asked = ({ table, stopped }: TableLine) => ({
    ...(stopped.length ? clear : stop),
    title: stopped.length ? `Let ${table} play again` : `Stop ${table}`,
    fixed: { table },
    fields: [WHY],
  });
  return (
    <>
      {jackpots.map((jackpot) => (
        <Listing
          key={jackpot.link}
          title={jackpot.title}
          of={jackpot.tables}
          id={(each) => each.table}
          columns={[
            ["Table", (each) => anchor(`/pit/${encodeURIComponent(each.table)}?link=${jackpot.link}`, each.table)],
            ["Game", (each) => each.game, "wrap"],
            ["Seats", (each) => each.seats, "num"],
            ["Where", (each) => each.location],
            ["Last round", (each) => each.last_round, "num"],
            ["Open round", (each) => each.round ?? "–", "num"],
            ["State", (each) => <TableState table={each} />, "wrap"],
            [
              ACTION,
              (each) => <Does small jackpot={jackpot} ask={ask} name={each.stopped.length ? "Clear" : "Stop"} request={asked(each)} />,
              "num",
            ],
          ]}
        />
      ))}
    </>
  );
}

type Banking = [name: string, title: string, request: Omit<Request, "link" | "title">];
const TAKEN = "Only what is no longer needed can be taken out. It takes two people.";
const HELD = "What the bank says it holds. The books are compared with it.";
const BALANCE = { ...SUM, title: "Balance in dollars" };
const BANKING: Banking[] = [
  ["Deposit", "Deposit for", { words: "Money went into the jackpot's bank account.", do: "deposit", fields: [SUM, OF_BANK] }],
  ["Statement", "Bank statement for", { words: HELD, do: "statement", fields: [BALANCE, OF_BANK] }],
  ["Withdraw", "Withdraw from", { words: TAKEN, do: "withdraw", fields: [SUM, OF_BANK], two: true }],
];

export function Bank({ jackpots, ask }: { jackpots: Jackpot[]; ask: Ask }) {
  const owed = jackpots.flatMap((jackpot) => jackpot.receivable.map((debt) => ({ jackpot, debt })));
  const collect = ({ jackpot, debt }: (typeof owed)[number]): Omit<Request, "link"> => ({
    title: `Collect for award ${debt.award}`,
    words: `Money came back at the cage; at most ${amount(debt.cents, jackpot.currency)} is owed.`,
    do: "collect",
    fixed: { award: debt.award },
    fields: [SUM, { name: "reference", title: "Slip number", kind: "text" }],
  });
  const writeOff = ({ debt }: (typeof owed)[number]): Omit<Request, "link"> => ({
    title: `Write award ${debt.award} off`,
    words: "The money will not come back, and the house bears the loss. This takes two supervisors.",
    do: "write_off",
    fixed: { award: debt.award },
    fields: [WHY],
    two: true,
    danger: true,
    button: "Write off",
  });
  const apart = (each: Jackpot) => each.bank - each.required;
  const banking = (each: Jackpot) => (
    <span class="row end">
      {BANKING.map(([name, title, request]) => (
        <Does key={name} small jackpot={each} ask={ask} name={name} request={{ ...request, title: `${title}: ${each.title}` }} />
      ))}
    </span>
  );
  const collecting = (each: (typeof owed)[number]) => (
    <span class="row end">
      <Does small jackpot={each.jackpot} ask={ask} name="Collect" request={collect(each)} />
      <Does small jackpot={each.jackpot} ask={ask} name="Write off" request={writeOff(each)} />
    </span>
  );
  const award = ({ jackpot: { link, title }, debt: { award } }: (typeof owed)[number]) =>
    say`${anchor(`/office/awards?link=${link}&award=${award}`, `Award ${award}`)} ${muted(title)}`;
  return (
    <>
      <Listing
        title="Bank"
        note="what is owed must be in the bank when it is due"
        of={jackpots}
        id={(each) => each.link}
        columns={[
          ["Jackpot", (each) => each.title],
          ["Owed to players", (each) => amount(each.owed, each.currency), "num"],
          ["Required now", (each) => amount(each.required, each.currency), "num"],
          ["In the bank", (each) => amount(each.bank, each.currency), "num"],
          ["Above or below", (each) => <span class={apart(each) < 0 ? "lose-t" : ""}>{money(apart(each))}</span>, "num"],
          [ACTION, banking, "num"],
        ]}
      />
      <Listing
        title="Paid by mistake, to come back"
        empty="Nothing."
        of={owed}
        id={({ jackpot, debt }) => `${jackpot.link}${debt.award}`}
        columns={[
          ["Award", award],
          ["Where", ({ debt }) => `${debt.table}, seat ${debt.seat}, round ${debt.round}`],
          ["Still owed", ({ jackpot, debt }) => amount(debt.cents, jackpot.currency), "num"],
          [ACTION, collecting, "num"],
        ]}
      />
    </>
  );
}

/** The bank's statements beside the books, and what moved since the last one. */
export function Reconciliation({ jackpot }: { jackpot: Jackpot }) {
  // Read again after every new entry of the link, because only then can it differ.
  const asked = useAsked<BankBook>(`/office/links/${jackpot.link}/bank?as_of=${jackpot.seq}`);
  if (!asked.value) return <Missing asked={asked} />;
  const { lines, books, difference, complete } = asked.value;
  const last = lines.findIndex((each) => each.kind === "statement");
  const stated = lines[last];
  const since = last < 0 ? lines : lines.slice(0, last);
  const moved = since.reduce((sum, each) => sum + each.moved, 0);
  const sum = (cents: number) => amount(cents, jackpot.currency);
  const agrees = stated ? <Tag kind="win" mark="check" words="agrees" /> : <Tag kind="warn" words="no statement yet" />;
  const entries = `${since.length} ${since.length === 1 ? "entry" : "entries"} of the books came to ${money(moved)}`;
  const apart = difference ? ` The last one differed by ${sum(difference)}: find out why, and enter what explains it.` : "";
  return (
    <Panel
      title={`Reconciliation: ${jackpot.title}`}
      note={difference ? <Tag kind="lose" words={`differs by ${sum(difference)}`} /> : agrees}>
      <p class="pad">
        {say`The books hold ${bold(sum(books))} in the bank. `}
        {stated
          ? say`The statement of ${when(stated.at)} (${stated.reference}) said ${bold(sum(stated.stated ?? 0))} when the books held ${sum(stated.books)}. `
          : "No statement of the bank has been entered."}
        {stated &&
          say`Since then ${since.length ? entries : "nothing moved in the books"}: the next statement should say ${bold(sum(books))}.${apart}`}
      </p>
      <Rows
        kind="op-d stacked"
        of={lines}
        id={(each) => each.seq}
        columns={[
          ["Entry", ({ seq }) => <EntryLink link={jackpot.link} seq={seq} />, "num"],
          ["Time", (each) => when(each.at)],
          ["What", (each) => each.kind.replaceAll("_", " ")],
          ["Number", (each) => each.reference],
          ["By", (each) => each.by_name ?? each.by],
          ["Into or out of the bank", (each) => (each.moved ? money(each.moved) : "–"), "num"],
          ["Books after it", (each) => money(each.books), "num"],
          ["Statement", (each) => (each.stated === undefined ? "–" : money(each.stated)), "num"],
          ["Difference", ({ difference: by }) => (by === undefined ? "–" : <span class={by ? "lose-t" : ""}>{money(by)}</span>), "num"],
        ]}
      />
      {!complete && <p class="pad soft small">Older entries are in the journal.</p>}
    </Panel>
  );
}
