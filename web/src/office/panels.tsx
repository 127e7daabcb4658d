// The panels of the office: jackpots, approvals and payments, changes of plan, the day close.
import type { ComponentChildren } from "preact";
import { clock } from "../back/view";
import { money } from "../format";
import { IconCheck, IconClock, IconWarn } from "../parts/icons";
import { WhatToDo } from "../parts/states";
import { staff } from "../staff";
import type { Request } from "./asking";
import { amount, type Approval, type Close, type Jackpot, type Line, type Overview, type Plan, when } from "./view";

export type Ask = (request: Request) => void;
const roleOn = (link: string): string => staff.value?.roles[link] ?? "";
const isOf = (link: string, ...roles: string[]): boolean => roles.includes(roleOn(link));

/** A request's kind as a title. */
const titled = (what: string): string => what.charAt(0).toUpperCase() + what.slice(1).replaceAll("_", " ");

export function Panel({ title, note, children, label }: { title: string; note?: ComponentChildren; children: ComponentChildren; label?: string }) {
  return <section class="panel op-panel" tabIndex={0} aria-label={label ?? title}><div class="op-ph"><h2>{title}</h2><span class="r">{note}</span></div>{children}</section>;
}

export function State({ jackpot }: { jackpot: Jackpot }) {
  if (jackpot.pending) return <span class="tag warn"><IconClock /> {jackpot.pending} pending</span>;
  return jackpot.takes_wagers ? <span class="tag win"><IconCheck /> takes wagers</span> : <span class="tag lose">stopped: {jackpot.why_not}</span>;
}

const FIGURES: [string, (jackpot: Jackpot) => string][] = [
  ["Meter", (each) => each.meters.map((level) => money(level.cents)).join(" / ")],
  ["Reserve", (each) => (each.type === "house" ? "–" : money(each.reserve))],
  ["Wagers", (each) => each.wagers.toLocaleString("en-US")],
  ["Wagered", (each) => money(each.wagered)],
  ["Hits", (each) => String(each.hits)],
  ["Owed", (each) => money(each.owed)],
  ["In the bank", (each) => money(each.bank)],
  ["Required", (each) => money(each.required)],
];

export function Jackpots({ jackpots }: { jackpots: Jackpot[] }) {
  return (
    <Panel title="Jackpots" note={jackpots.map((each) => `${each.link} as of entry ${each.seq.toLocaleString("en-US")}`).join(", ")}>
      <table class="op-d op-jp">
        <thead><tr><th>Jackpot</th><th>Type</th>{FIGURES.map(([name]) => <th key={name} class="num">{name}</th>)}<th>State</th></tr></thead>
        <tbody>{jackpots.map((each) => (
          <tr key={each.link}>
            <td><a href={`/office/jackpots?link=${each.link}`}>{each.title}</a> <span class="mono muted">{each.link}</span>{each.currency === "chips" && <> <span class="badge">Play chips</span></>}</td>
            <td class="soft">{each.type === "house" ? "House" : "Progressive"}</td>
            {FIGURES.map(([name, figure]) => <td key={name} class={name === "Meter" ? "num op-mtr" : "num"} data-name={name}>{figure(each)}</td>)}
            <td><State jackpot={each} /></td>
          </tr>
        ))}</tbody>
      </table>
    </Panel>
  );
}

export function Approvals({ view, ask }: { view: Overview; ask: Ask }) {
  const currency = (link: string) => view.jackpots.find((each) => each.link === link)?.currency;
  const rows = view.approvals;
  const proposed = view.plans.filter((each) => each.status === "proposed");
  return (
    <Panel title="Approvals and payments" note="nobody approves their own request">
      {rows.length + proposed.length === 0 && <p class="pad soft">Nothing is waiting.</p>}
      {rows.length + proposed.length > 0 && <table class="op-d op-two"><thead><tr><th>What</th><th>Where, and who asked</th><th class="num">Amount</th><th><span class="sr">Action</span></th></tr></thead>
        <tbody>
          {rows.map((each) => (
            <tr key={`${each.link}${each.kind}${each.number}`}>
              <td><b>{each.kind === "award" ? `Award ${each.number}` : titled(each.what)}</b>{each.status === "payable" && <> <span class="tag">payable</span></>}<br /><span class="muted">{each.kind === "award" ? each.what : `request ${each.number}${each.reason ? `: ${each.reason}` : ""}`}</span></td>
              <td>{each.where || each.link}<br /><span class="muted">{each.by}{each.at ? `, ${when(each.at)}` : ""}</span></td>
              <td class="num"><b>{amount(each.cents, currency(each.link))}</b></td>
              <td class="num"><Act approval={each} ask={ask} /></td>
            </tr>
          ))}
          {proposed.map((each) => (
            <tr key={each.hash}>
              <td><b>Change of plan</b> <span class="mono muted">{each.hash.slice(0, 8)}</span><br /><span class="muted">{each.changes.length ? `${each.changes.length} ${each.changes.length === 1 ? "change" : "changes"}, shown below` : "a new link"}</span></td>
              <td>{each.link}<br /><span class="muted">{each.by}</span></td><td class="num muted">–</td>
              <td class="num"><span class="row end">{isOf(each.link, "supervisor") && <button class="btn small" onClick={() => ask({ title: `Approve plan ${each.hash.slice(0, 8)}`, words: "You have seen every change below. It takes a supervisor other than the one who put it forward.", link: each.link, do: "accept", fixed: { plan: each.hash }, fields: [], button: "Approve" })}>Approve</button>}{isOf(each.link, "supervisor") && <button class="btn small" onClick={() => ask({ title: `Withdraw plan ${each.hash.slice(0, 8)}`, words: "It is no longer put forward; another one may be.", link: each.link, do: "withdraw_proposal", fields: [{ name: "reason", title: "Why", kind: "text" }], button: "Withdraw" })}>Withdraw</button>}</span></td>
            </tr>
          ))}
        </tbody></table>}
    </Panel>
  );
}

function Act({ approval, ask }: { approval: Approval; ask: Ask }) {
  const { link, number } = approval;
  if (approval.kind === "request") {
    return isOf(link, "supervisor") ? <span class="row end"><button class="btn small primary" onClick={() => ask({ title: `Grant ${approval.what.replaceAll("_", " ")}`, words: `${approval.by} asked for it. You are the second person.`, link, do: "grant", fixed: { ask: number }, fields: [], button: "Grant" })}>Grant</button><button class="btn small" onClick={() => ask({ title: "Decline", words: "The request ends here.", link, do: "decline", fixed: { ask: number }, fields: [{ name: "reason", title: "Why", kind: "text" }] })}>Decline</button></span> : <span class="muted">a supervisor grants</span>;
  }
  const trail = <a key="trail" class="btn small" href={`/office/awards?link=${link}&award=${number}`}>Trail</a>;
  const why = approval.barred?.[staff.value?.person ?? ""];
  if (approval.status === "pending" && why && isOf(link, "supervisor")) return <span class="row end"><button class="btn small" disabled title={why}>Approve</button>{trail}<span class="sr">Not you: {why}</span></span>;
  if (approval.status === "pending") return <span class="row end">{isOf(link, "supervisor") && !approval.waits_for?.length && <button class="btn small primary" onClick={() => ask({ title: `Approve award ${number}`, words: `${approval.what}, ${approval.where}. Whoever entered the hand cannot approve it.`, link, do: "approve", fixed: { award: number }, fields: [], button: "Approve" })}>Approve</button>}{trail}</span>;
  if (isOf(link, "accounting", "supervisor")) return <span class="row end"><a key="pay" class="btn small" href={`/pit/${encodeURIComponent(approval.table ?? "")}?link=${link}`}>Pay</a>{trail}</span>;
  return trail;
}

export function Plans({ plans }: { plans: Plan[] }) {
  return (
    <>
      {plans.map((each) => (
        <Panel key={each.hash} title={each.status === "proposed" ? "Proposed change of plan" : "Approved change of plan, waiting"} note={`in force ${each.in_force}`}>
          <Changes link={each.link} changes={each.changes} />
        </Panel>
      ))}
    </>
  );
}

export function Changes({ link, changes }: { link: string; changes: [string, string, string][] }) {
  if (!changes.length) return <p class="pad soft">It has no changes from the plan before it, or there was none.</p>;
  return <div class="op-diff"><div class="muted"><span>{link}</span><span>in force</span><span>would be</span></div>{changes.map(([what, now, then]) => <div key={what}><span>{what}</span><del>{now}</del><ins>{then}</ins></div>)}</div>;
}

export function DayClose({ close, ask, brief }: { close: Close; ask: Ask; brief?: boolean }) {
  const open = close.checks.filter((each) => !each.ok).length;
  const day = close.to_close[0];
  const tag = open ? <span class="tag warn">{open} to settle</span> : <span class="tag win"><IconCheck /> nothing open</span>;
  // In the overview, a day with nothing to settle and nothing to close takes one line.
  if (brief && !open && day === undefined && !close.alarms.length) return <section class="panel op-panel" aria-label={`Day close, ${close.title}`}><div class="op-ph"><h2>Day close, {close.title}</h2><span class="r">{tag}</span></div></section>;
  return (
    <Panel title={`Day close, ${close.title}`} note={tag}>
      <ul class="op-ck">
        {[...close.checks].sort((a, b) => Number(a.ok) - Number(b.ok)).map((each) => <li key={each.title}><span class={each.ok ? "ok" : "no"}>{each.ok ? <IconCheck /> : <IconWarn />}</span><span>{each.title}{each.detail && <><br /><span class="muted">{each.detail}</span></>}</span></li>)}
        {close.alarms.map((each) => <li key={each.text}><span class="no"><IconWarn /></span><span>{each.text}. <WhatToDo runbook={each.runbook} /></span></li>)}
      </ul>
      {day === undefined && <p class="pad soft">{close.day} ends {when(close.ends_at)} and is closed after that.</p>}
      {day !== undefined && isOf(close.link, "accounting", "supervisor") && <p class="pad"><button class="btn" onClick={() => ask({ title: `Close ${day} of ${close.link}`, words: open ? "What is not settled is reported with the day. Rounds that are open go on: their awards belong to the next day." : "Everything is settled.", link: close.link, do: "close_day", fixed: { day }, fields: [], button: "Close the day" })}>Close the day {day}</button></p>}
    </Panel>
  );
}

/** In brief: the time of day and not who, for a column beside others. */
export function JournalTable({ lines, link, brief }: { lines: Line[]; link: string; brief?: boolean }) {
  return (
    <table class="op-d">
      <thead><tr><th class="num">Entry</th><th>Time</th><th>Kind</th><th>Table, round</th>{!brief && <th>By</th>}<th>Detail</th><th>Hash</th></tr></thead>
      <tbody>{lines.map((each) => (
        <tr key={each.seq}><td class="num"><a href={`/office/journal?link=${link}&entry=${each.seq}`}>{each.seq.toLocaleString("en-US")}</a></td><td>{brief ? clock(each.at).slice(0, 5) : when(each.at)}</td><td>{each.kind.replaceAll("_", " ")}</td><td>{each.table ? `${each.table} ${each.round ?? ""}` : "–"}</td>{!brief && <td>{[each.by_name ?? each.by, each.second_name ?? each.second].filter(Boolean).join(", ")}</td>}<td class="soft wrap">{each.detail}</td><td class="mono muted">{each.hash.slice(0, 8)}</td></tr>
      ))}</tbody>
    </table>
  );
}
