// The panels of the office: jackpots, approvals and payments, changes of plan, the day close.

import type { ComponentChildren } from "preact";
import type { Approval, DayClose as Close, OfficeJackpot as Jackpot, EntryLine as Line, Overview, WaitingPlan as Plan } from "../api-types";
import { type Request, WHY } from "../back/asking";
import { amount, clock, when } from "../back/view";
import { capital, money, thousands } from "../format";
import { IconCheck, IconWarn } from "../parts/icons";
import { ACTION, Button, Rows, Tag } from "../parts/pieces";
import { WhatToDo } from "../parts/states";
import { anchor, bold, muted, say } from "../parts/words";
import { staff } from "../staff";

export type Ask = (request: Request) => void;
const isOf = (link: string, ...roles: string[]): boolean => roles.includes(staff.value?.roles[link] ?? "");

export const Panel = ({ title, note, children }: { title: string; note?: ComponentChildren; children?: ComponentChildren }) => (
  <section class="panel op-panel" tabIndex={0} aria-label={title}>
    <div class="op-ph">
      <h2>{title}</h2>
      <span class="r">{note}</span>
    </div>
    {children}
  </section>
);

type Listing<T> = Parameters<typeof Rows<T>>[0] & { title: string; note?: ComponentChildren; empty?: string };

/** A panel with a table in it, or what is said while it is empty. */
export const Listing = <T,>({ title, note, empty, ...rows }: Listing<T>) => (
  <Panel title={title} note={note}>
    {rows.of.length || empty === undefined ? <Rows kind="op-d stacked" {...rows} /> : <p class="pad soft">{empty}</p>}
  </Panel>
);

/** The title of the jackpot that the books know by this name. */
export const titleOf = (jackpots: readonly Jackpot[], link: string) => jackpots.find((each) => each.link === link)?.title ?? link;

export const EntryLink = ({ link, seq }: { link: string; seq: number }) => (
  <a href={`/office/journal?link=${link}&entry=${seq}`}>{thousands(seq)}</a>
);

/** Two lines of a cell: what it says, and more about it. */
const Two = ({ first, more }: { first: ComponentChildren; more: ComponentChildren }) => <>{[first, <br key="br" />, muted(more)]}</>;

function State({ jackpot }: { jackpot: Jackpot }) {
  if (jackpot.pending) return <Tag kind="warn" mark="clock" words={`${jackpot.pending} pending`} />;
  if (jackpot.takes_wagers) return <Tag kind="win" mark="check" words="takes wagers" />;
  return <Tag kind="lose" words={`stopped: ${jackpot.why_not}`} />;
}

const FIGURES: [string, (jackpot: Jackpot) => string][] = [
  ["Meter", (each) => each.meters.map((level) => money(level.cents)).join(" / ")],
  ["Reserve", (each) => (each.type === "house" ? "–" : money(each.reserve))],
  ["Wagers", (each) => thousands(each.wagers)],
  ["Wagered", (each) => money(each.wagered)],
  ["Hits", (each) => String(each.hits)],
  ["Owed", (each) => money(each.owed)],
  ["In the bank", (each) => money(each.bank)],
  ["Required", (each) => money(each.required)],
];

const named = ({ link, title, currency, seq }: Jackpot) => (
  <Two
    first={say`${anchor(`/office/jackpots?link=${link}`, title)} ${currency === "chips" && <span class="badge">Play chips</span>}`}
    more={say`as of entry ${<EntryLink link={link} seq={seq} />}`}
  />
);

/** On a phone each jackpot is a card, and a figure carries its name. */
export const Jackpots = ({ jackpots }: { jackpots: Jackpot[] }) => (
  <Listing
    title="Jackpots"
    kind="op-d op-jp op-two"
    of={jackpots}
    id={(each) => each.link}
    columns={[
      ["Jackpot", named],
      ["Type", (each) => (each.type === "house" ? "House" : "Progressive"), "soft"],
      ...FIGURES.map(([name, figure]) => [name, figure, name === "Meter" ? "num op-mtr" : "num"] as const),
      ["State", (each) => <State jackpot={each} />],
    ]}
  />
);

type Waits = { id: string; what: ComponentChildren; where: ComponentChildren; sum: ComponentChildren; act: ComponentChildren };

function approvalRow(each: Approval, view: Overview, ask: Ask): Waits {
  const currency = view.jackpots.find((jackpot) => jackpot.link === each.link)?.currency;
  const isAward = each.kind === "award";
  const name = isAward ? `Award ${each.number}` : capital(each.what).replaceAll("_", " ");
  const title = say`${bold(name)} ${each.status === "payable" && <Tag words="payable" />}`;
  const more = isAward ? each.what : `request ${each.number}${each.reason ? `: ${each.reason}` : ""}`;
  return {
    id: `${each.link}${each.kind}${each.number}`,
    what: <Two first={title} more={more} />,
    where: <Two first={each.where || titleOf(view.jackpots, each.link)} more={`${each.by}${each.at ? `, ${when(each.at)}` : ""}`} />,
    sum: <b>{amount(each.cents, currency)}</b>,
    act: <Act approval={each} ask={ask} />,
  };
}

/** A button for each of these requests. */
const Asks = ({ of, ask, first = "" }: { of: Request[]; ask: Ask; first?: string }) => (
  <span class="row end">
    {of.map((each, at) => (
      <Button key={each.do} kind={`small ${at ? "" : first}`.trim()} press={() => ask(each)} words={each.button ?? each.title} />
    ))}
  </span>
);

function planRow({ hash, changes, link, by }: Plan, { jackpots }: Overview, ask: Ask): Waits {
  const many = `${changes.length} ${changes.length === 1 ? "change" : "changes"}, shown below`;
  const short = hash.slice(0, 8);
  const title = say`${bold("Change of plan")} ${<span class="mono muted">{short}</span>}`;
  const shown = "You have seen every change below. It takes a supervisor other than the one who put it forward.";
  const about = { title: `Approve plan ${short}`, words: shown, link };
  const approve: Request = { ...about, do: "accept", fixed: { plan: hash }, fields: [], button: "Approve" };
  const withdraw: Request = {
    title: `Withdraw plan ${short}`,
    words: "It is no longer put forward; another one may be.",
    link,
    do: "withdraw_proposal",
    fields: [WHY],
    button: "Withdraw",
  };
  return {
    id: hash,
    what: <Two first={title} more={changes.length ? many : "a new link"} />,
    where: <Two first={titleOf(jackpots, link)} more={by} />,
    sum: "–",
    act: isOf(link, "supervisor") && <Asks of={[approve, withdraw]} ask={ask} />,
  };
}

export function Approvals({ view, ask }: { view: Overview; ask: Ask }) {
  const rows = [
    ...view.approvals.map((each) => approvalRow(each, view, ask)),
    ...view.plans.filter((each) => each.status === "proposed").map((each) => planRow(each, view, ask)),
  ];
  return (
    <Listing
      title="Approvals and payments"
      note="nobody approves their own request"
      empty="Nothing is waiting."
      kind="op-d op-two stacked"
      of={rows}
      id={(each) => each.id}
      columns={[
        ["What", (each) => each.what],
        ["Where, and who asked", (each) => each.where],
        ["Amount", (each) => each.sum, "num"],
        [ACTION, (each) => each.act, "num"],
      ]}
    />
  );
}

type Acting = { approval: Approval; ask: Ask };

function Act({ approval: { link, number, kind, what, by, where, status, barred, waits_for, table }, ask }: Acting) {
  const isSupervisor = isOf(link, "supervisor");
  if (kind === "request") {
    const about = { link, fixed: { ask: number } };
    const words = `${by} asked for it. You are the second person.`;
    const grant: Request = { ...about, title: `Grant ${what.replaceAll("_", " ")}`, words, do: "grant", fields: [], button: "Grant" };
    const decline: Request = { ...about, title: "Decline", words: "The request ends here.", do: "decline", fields: [WHY] };
    if (!isSupervisor) return <span class="muted">a supervisor grants</span>;
    return <Asks of={[grant, decline]} ask={ask} first="primary" />;
  }
  const why = barred?.[staff.value?.person ?? ""];
  const isPending = status === "pending";
  const words = `${what}, ${where}. Whoever entered the hand cannot approve it.`;
  const approve: Request = {
    title: `Approve award ${number}`,
    words,
    link,
    do: "approve",
    fixed: { award: number },
    fields: [],
    button: "Approve",
  };
  return (
    <span class="row end">
      {isPending && isSupervisor && why && <Button kind="small" disabled title={why} words="Approve" />}
      {isPending && isSupervisor && !why && !waits_for?.length && (
        <Button kind="small primary" press={() => ask(approve)} words="Approve" />
      )}
      {!isPending && isOf(link, "accounting", "supervisor") && (
        <Button kind="small" to={`/pit/${encodeURIComponent(table ?? "")}?link=${link}`} words="Pay" />
      )}
      <Button kind="small" to={`/office/awards?link=${link}&award=${number}`} words="Trail" />
      {isPending && isSupervisor && why && <span class="sr">Not you: {why}</span>}
    </span>
  );
}

export const Plans = ({ plans }: { plans: Plan[] }) => (
  <>
    {plans.map((each) => (
      <Panel
        key={each.hash}
        title={each.status === "proposed" ? "Proposed change of plan" : "Approved change of plan, waiting"}
        note={`in force ${each.in_force}`}>
        <Changes changes={each.changes} />
      </Panel>
    ))}
  </>
);

export function Changes({ changes }: { changes: [string, string, string][] }) {
  if (!changes.length) return <p class="pad soft">It has no changes from the plan before it, or there was none.</p>;
  return (
    <div class="op-diff">
      <div class="muted">
        <span>what</span>
        <span>in force</span>
        <span>would be</span>
      </div>
      {changes.map(([what, now, then]) => (
        <div key={what}>
          <span>{what}</span>
          <del>{now}</del>
          <ins>{then}</ins>
        </div>
      ))}
    </div>
  );
}

export function DayClose({ close, ask, brief }: { close: Close; ask: Ask; brief?: boolean }) {
  const open = close.checks.filter((each) => !each.ok).length;
  const day = close.to_close[0];
  const tag = open ? <Tag kind="warn" words={`${open} to settle`} /> : <Tag kind="win" mark="check" words="nothing open" />;
  const title = `Day close, ${close.title}`;
  // In the overview, a day with nothing to settle and nothing to close takes one line.
  if (brief && !open && day === undefined && !close.alarms.length) return <Panel title={title} note={tag} />;
  const request: Request = {
    title: `Close ${day} of ${close.title}`,
    words: open
      ? "What is not settled is reported with the day. Rounds that are open go on: their awards belong to the next day."
      : "Everything is settled.",
    link: close.link,
    do: "close_day",
    fixed: { day },
    fields: [],
    button: "Close the day",
  };
  const checks = [...close.checks].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Panel title={title} note={tag}>
      <ul class="op-ck">
        {checks.map((each) => (
          <li key={each.title}>
            <span class={each.ok ? "ok" : "no"}>{each.ok ? <IconCheck /> : <IconWarn />}</span>
            <span>{each.detail ? <Two first={each.title} more={each.detail} /> : each.title}</span>
          </li>
        ))}
        {close.alarms.map((each) => (
          <li key={each.words}>
            <span class="no" children={<IconWarn />} />
            <span>{say`${capital(each.words)}. ${<WhatToDo runbook={each.runbook} />}`}</span>
          </li>
        ))}
      </ul>
      {day === undefined && <p class="pad soft">{`${close.day} ends ${when(close.ends_at)} and is closed after that.`}</p>}
      {day !== undefined && isOf(close.link, "accounting", "supervisor") && (
        <p class="pad">
          <Button press={() => ask(request)} words={`Close the day ${day}`} />
        </p>
      )}
    </Panel>
  );
}

/** In brief: the time of day and not who, for a column beside others. */
export const JournalTable = ({ lines, link, brief = false }: { lines: Line[]; link: string; brief?: boolean }) => (
  <Rows
    kind="op-d stacked"
    of={lines}
    id={(each) => each.seq}
    columns={[
      ["Entry", ({ seq }) => <EntryLink link={link} seq={seq} />, "num"],
      ["Time", (each) => (brief ? clock(each.at).slice(0, 5) : when(each.at))],
      ["Kind", (each) => each.kind.replaceAll("_", " ")],
      ["Table, round", (each) => (each.table ? `${each.table} ${each.round ?? ""}` : "–")],
      !brief && ["By", (each) => [each.by_name ?? each.by, each.second_name ?? each.second].filter(Boolean).join(", ")],
      ["Detail", (each) => each.detail, "soft wrap"],
      ["Hash", (each) => each.hash.slice(0, 8), "mono muted"],
    ]}
  />
);
