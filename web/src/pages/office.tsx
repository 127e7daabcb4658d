// The operator console: jackpots, approvals, bank, day close, reports, and the records behind them.
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { AccessLines, EntryLines, GamblingDays, PlanHistory, ReportText, WholeEntry } from "../api-types";
import { Back } from "../back/frame";
import { clock } from "../back/view";
import { Asking, type Request } from "../office/asking";
import { Adjusting, Bank, Reconciliation, Stops, Tables } from "../office/controls";
import { Approvals, type Ask, Changes, DayClose, Jackpots, JournalTable, Panel, Plans } from "../office/panels";
import { amount, type Audited, type Jackpot, type Overview, type Trail, when } from "../office/view";
import { InlineCards } from "../parts/cards";
import { IconCheck } from "../parts/icons";
import { Empty, Notice, Trouble, Waiting } from "../parts/states";
import { go, place } from "../router";
import { change, staff } from "../staff";
import { useTitle } from "./handbook";

const PLACES: [string, string][] = [["", "Overview"], ["approvals", "Approvals"], ["jackpots", "Jackpots"], ["tables", "Tables"], ["bank", "Bank"], ["close", "Day close"], ["reports", "Reports"]];
const RECORDS: [string, string][] = [["audit", "Audit"], ["journal", "Journal"], ["awards", "Trail of an award"], ["configuration", "Configuration"], ["limits", "Limits"], ["access", "Access log"]];
const EVERY = 2_000;
/** How many links the console shows, and that they are live, for the bar. */
const live = signal<ComponentChildren>(null);

export default function Office({ section }: { section: string }) {
  const title = [...PLACES, ...RECORDS].find(([name]) => name === section)?.[1] ?? "Office";
  useTitle(title);
  return <Back title="Office" end={<span class="row soft pulse hide-s" role="status">{live.value}</span>}>{staff.value && <Console section={section} title={title} />}</Back>;
}

/** A gambling day in words, such as Thursday, January 1, 2026. */
const longDay = (day: string): string => new Date(`${day}T12:00:00`).toLocaleDateString("en-US", { weekday: "long", year: "numeric", month: "long", day: "numeric" });

function Console({ section, title }: { section: string; title: string }) {
  const asked = useAsked<Overview>("/office");
  const asking = useSignal<Request | null>(null);
  const done = useSignal("");
  useEffect(() => {
    // A console shows the current state: it refreshes by itself, and says so when it cannot.
    const timer = setInterval(() => { if (!document.hidden) asked.again(); }, EVERY);
    return () => clearInterval(timer);
  }, []);
  const old = asked.value ? asked.value.trouble || asked.problem || asked.value.age > 5 : true;
  useEffect(() => {
    const many = asked.value?.jackpots.length ?? 0;
    live.value = many > 0 && <><span class={old ? "dot bad" : "dot"} />{many} {many === 1 ? "link" : "links"} {old ? "not live" : "live"} <span class="num">{clock(asked.value?.at ?? 0)}</span></>;
  }, [asked.value, old]);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>{title}</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  if (!asked.value) return <main class="house"><Waiting rows={8} /></main>;
  const view = asked.value;
  const waits = view.approvals.length + view.plans.filter((each) => each.status === "proposed").length;
  const ask: Ask = (request) => { done.value = ""; asking.value = request; };
  const first = view.jackpots[0];
  const washington = view.jackpots.find((each) => each.standing.mode === "preview");
  const link = place.value.query.get("link") ?? first?.link ?? "";
  return (
    <div class="op">
      <nav class="op-nav" aria-label="Console">
        {PLACES.map(([name, words]) => <a key={name} href={name ? `/office/${name}` : "/office"} aria-current={name === section ? "page" : undefined}>{words}{name === "approvals" && waits > 0 && <b>{waits}</b>}</a>)}
        <span class="label">Records</span>
        {RECORDS.map(([name, words]) => <a key={name} href={`/office/${name}`} aria-current={name === section ? "page" : undefined}>{words}</a>)}
        <a href="/runbooks">Runbooks</a><a href="/people">People and roles</a><a href="/devices">Displays and sensors</a>
      </nav>
      <main class="op-w">
        <div><h1 tabIndex={-1}>{title}</h1><p class="soft small">{[first?.casino, first?.location, first?.license].filter(Boolean).join(", ")}{first ? `. Gambling day ${longDay(first.day)}.` : ""} {washington ? washington.standing.why : ""}</p></div>
        {old && <Notice kind="bad" title="This is not live." runbook={view.trouble ? "database-lost" : ""}>{view.trouble || (asked.problem instanceof Problem ? asked.problem.message : asked.problem ? "The house cannot be reached." : `The books were last read ${Math.round(view.age)} s ago.`)}</Notice>}
        {done.value && <Notice kind="good" title={done.value} />}
        <Section section={section} view={view} link={link} ask={ask} />
        {asking.value && <Asking request={asking.value} close={(entered) => { if (entered) { done.value = `Entered: ${asking.value?.title}.`; asked.again(); } asking.value = null; }} />}
      </main>
    </div>
  );
}

function Section({ section, view, link, ask }: { section: string; view: Overview; link: string; ask: Ask }) {
  const jackpot = view.jackpots.find((each) => each.link === link);
  const pick = <LinkPicker jackpots={view.jackpots} link={link} section={section} />;
  if (!view.jackpots.length && !view.plans.length) return <Empty title="No jackpot of yours is live">Propose a plan with croupier jackpot propose. A second supervisor approves it.</Empty>;
  const busiest = [...view.jackpots].sort((a, b) => b.seq - a.seq)[0];
  switch (section) {
    case "approvals": return <><Approvals view={view} ask={ask} /><Plans plans={view.plans} /></>;
    case "jackpots": return <><Jackpots jackpots={view.jackpots} />{jackpot && <>{pick}<Stops jackpot={jackpot} reasons={view.reasons} ask={ask} /><Adjusting key={link} jackpot={jackpot} reasons={view.reasons} ask={ask} /></>}</>;
    case "tables": return <Tables jackpots={view.jackpots} ask={ask} />;
    case "bank": return <><Bank jackpots={view.jackpots} ask={ask} />{pick}{jackpot && <Reconciliation key={link} jackpot={jackpot} />}</>;
    case "close": return <>{view.day_close.map((each) => <DayClose key={each.link} close={each} ask={ask} />)}</>;
    case "reports": return <>{pick}<Reports key={link} link={link} /></>;
    case "audit": return <Audit />;
    case "journal": return <>{pick}<Journal key={link} link={link} /></>;
    case "awards": return <>{pick}<Award key={link} link={link} jackpot={jackpot} /></>;
    case "configuration": return <>{pick}<History key={link} link={link} /></>;
    case "limits": return <Limits jackpots={view.jackpots} />;
    case "access": return <Access />;
    default: return (
      <>
        <Jackpots jackpots={view.jackpots} />
        <div class="op-c2">
          <div><Approvals view={view} ask={ask} /><Plans plans={view.plans} />{busiest && <Lately key={busiest.link} jackpot={busiest} />}</div>
          <div>{closing(view).map((each) => <DayClose key={each.link} close={each} ask={ask} brief />)}<LastAudit told={view.audited} /></div>
        </div>
      </>
    );
  }
}

function LinkPicker({ jackpots, link, section }: { jackpots: Jackpot[]; link: string; section: string }) {
  if (jackpots.length < 2) return null;
  return <label class="field op-pick"><span class="label">Jackpot</span><select class="input" value={link} onChange={(event) => go(`/office/${section}?link=${event.currentTarget.value}`, true)}>{jackpots.map((each) => <option key={each.link} value={each.link}>{each.title} ({each.link})</option>)}</select></label>;
}

/** Days with something to settle first. */
const closing = (view: Overview): Overview["day_close"] => [...view.day_close].sort((a, b) => b.checks.filter((each) => !each.ok).length - a.checks.filter((each) => !each.ok).length);

function Lately({ jackpot: { link, title, seq } }: { jackpot: Jackpot }) {
  const asked = useAsked<EntryLines>(`/office/links/${link}/journal?limit=6`);
  useEffect(() => { asked.again(); }, [seq]);
  return <Panel title={`Journal of ${title}`} note={<a href={`/office/journal?link=${link}`}>All {seq.toLocaleString("en-US")} entries</a>}>{asked.value ? <JournalTable lines={asked.value.entries} link={link} brief /> : <Waiting />}</Panel>;
}

function LastAudit({ told }: { told: Audited | null }) {
  return <Panel title="Audit" note={told ? `${entriesOf(told)} entries recomputed in ${told.seconds} s, ${when(told.at)}, by ${told.by}` : ""}>{told ? <AuditTable told={told} brief /> : <p class="pad soft">Nobody has asked for an audit since this house was opened.</p>}</Panel>;
}

const entriesOf = (told: Audited): string => told.links.reduce((sum, each) => sum + each.entries, 0).toLocaleString("en-US");

function AuditTable({ told, brief }: { told: Audited; brief?: boolean }) {
  return (
    <table class="op-d"><thead><tr><th>Link</th><th class="num">Entries</th><th class="num">Transfers</th><th>Head</th>{!brief && <th>Checkpoints</th>}<th>Found</th></tr></thead>
      <tbody>{told.links.map((each) => <tr key={each.link}><td class="mono">{each.link}</td><td class="num">{each.entries.toLocaleString("en-US")}</td><td class="num">{each.transfers.toLocaleString("en-US")}</td><td class="mono">{each.head.hash.slice(0, brief ? 8 : 16)}</td>{!brief && <td class="wrap">{each.checkpoints}</td>}<td>{each.findings.length ? <span class="tag lose">{each.findings.length + each.more} differences</span> : <span class="tag win"><IconCheck /> all agree</span>}</td></tr>)}</tbody></table>
  );
}

type Days = GamblingDays;

/** Every report that can be asked for: `open`, a day, or a month. */
function Reports({ link }: { link: string }) {
  const asked = useAsked<Days>(link ? `/office/links/${link}/days` : null);
  const { query } = place.value;
  const month = query.get("month");
  const of = month ?? query.get("day") ?? "open";
  const which = `${month ? "month" : "day"}=${encodeURIComponent(of)}`;
  const report = useAsked<ReportText>(link ? `/office/links/${link}/report?${which}` : null);
  if (asked.problem) return <Trouble problem={asked.problem} again={asked.again} />;
  if (!asked.value) return <Waiting rows={6} />;
  const { open, over, closed, months } = asked.value;
  const choose = (of: string) => go(`/office/reports?link=${link}&${months.includes(of) ? "month" : "day"}=${of}`, true);
  return (
    <>
      <div class="row wrap">
        <label class="field op-pick"><span class="label">Gambling day or month</span><select class="input" value={of} onChange={(event) => choose(event.currentTarget.value)}>
          <optgroup label="Days"><option value="open">{open}, still open</option>{over.map((each) => <option key={each} value={each}>{each}, over, not closed</option>)}{closed.map((each) => <option key={each} value={each}>{each}</option>)}</optgroup>
          <optgroup label="Months">{months.map((each) => <option key={each} value={each}>{each}</option>)}</optgroup>
        </select></label>
        {["pdf", "xlsx", "csv"].map((format) => <a key={format} class="btn" download href={`/api/v1/office/links/${link}/report?${which}&format=${format}`}>{format.toUpperCase()}</a>)}
      </div>
      {report.problem ? <Trouble problem={report.problem} again={report.again} /> : report.value ? <Panel title={month ? `Summary of ${report.value.day}` : `Reports of ${report.value.day}`}><pre class="pad op-report">{report.value.text}</pre></Panel> : <Waiting rows={8} />}
    </>
  );
}

function Audit() {
  const found = useSignal<Audited | null>(null);
  const problem = useSignal<Error | null>(null);
  const busy = useSignal(false);
  const run = async () => {
    busy.value = true;
    problem.value = null;
    try { found.value = await change<Audited>("/office/audit", {}); } catch (error) { problem.value = error as Error; } finally { busy.value = false; }
  };
  const told = found.value;
  return (
    <>
      <p class="soft">The whole book is recomputed from its first entry: the chain of hashes, every balance, every decision by the rules of its day, and the signed checkpoints.</p>
      <div><button class="btn primary" disabled={busy.value} onClick={() => void run()}>{busy.value ? "Recomputing…" : "Audit the book"}</button></div>
      {problem.value && <Trouble problem={problem.value} again={() => void run()} />}
      {told && (
        <Panel title="Audit" note={`${entriesOf(told)} entries recomputed in ${told.seconds} s`}>
          <AuditTable told={told} />
          <ul class="pad">{[...told.store, ...told.links.flatMap((each) => [...each.findings.map((finding) => `${each.link}: ${finding.where}: ${finding.what}`), ...each.notes]), ...told.remarks, ...told.cannot_promise].map((each) => <li key={each} class="small">{each}</li>)}</ul>
        </Panel>
      )}
    </>
  );
}

function Journal({ link }: { link: string }) {
  const { query } = place.value;
  const entry = query.get("entry");
  const before = query.get("before");
  const asked = useAsked<EntryLines>(link ? `/office/links/${link}/journal?limit=50${before ? `&before=${encodeURIComponent(before)}` : ""}` : null);
  const whole = useAsked<WholeEntry>(entry ? `/office/links/${link}/journal/${encodeURIComponent(entry)}` : null);
  if (asked.problem) return <Trouble problem={asked.problem} again={asked.again} />;
  if (!asked.value) return <Waiting rows={8} />;
  const last = asked.value.entries.at(-1)?.seq ?? 1;
  return (
    <>
      {entry && (whole.problem ? <Trouble problem={whole.problem} again={whole.again} /> : whole.value && <Panel title={`Entry ${whole.value.seq.toLocaleString("en-US")}`} note={<span class="mono">{whole.value.hash}</span>}><pre class="pad op-report">{JSON.stringify(whole.value.body, null, 2)}</pre></Panel>)}
      <Panel title={`Journal of ${link}`} note="newest first"><JournalTable lines={asked.value.entries} link={link} /></Panel>
      {last > 1 && <div><a class="btn" href={`/office/journal?link=${link}&before=${last}`}>Earlier entries</a></div>}
    </>
  );
}

function Award({ link, jackpot }: { link: string; jackpot: Jackpot | undefined }) {
  const currency = jackpot?.currency;
  const number = place.value.query.get("award") ?? "";
  const typed = useSignal(number);
  useEffect(() => { typed.value = number; }, [number]);
  const asked = useAsked<Trail>(link && number ? `/office/links/${link}/awards/${encodeURIComponent(number)}` : null);
  return (
    <>
      <form class="row wrap" onSubmit={(event) => { event.preventDefault(); if (/^\d+$/.test(typed.value)) go(`/office/awards?link=${link}&award=${typed.value}`, true); }}>
        <label class="field op-pick"><span class="label">Award number</span><input class="input" inputMode="numeric" value={typed.value} onInput={(event) => { typed.value = event.currentTarget.value.trim(); }} /></label>
        <button class="btn" type="submit" disabled={!/^\d+$/.test(typed.value)}>Follow</button>
        {asked.value && <a class="btn" download href={`/api/v1/office/links/${link}/awards/${number}?format=pdf`}>PDF with hashes</a>}
      </form>
      {asked.problem && <Trouble problem={asked.problem} again={asked.again} />}
      {!number && jackpot && <Latest jackpot={jackpot} />}
      {asked.value && (
        <>
          <Panel title={`Award ${asked.value.award.no}: ${asked.value.award.label}`} note={<span class="tag">{asked.value.status}</span>}>
            <table class="op-d"><tbody>
              <tr><th scope="row">Amount</th><td>{amount(asked.value.award.cents, currency)}{currency === "chips" ? " play chips" : ""}</td></tr>
              <tr><th scope="row">Where</th><td>{asked.value.table}, seat {asked.value.award.seat}, round {asked.value.round}</td></tr>
              <tr><th scope="row">Cards</th><td>{asked.value.cards ? <InlineCards cards={asked.value.cards} width={26} /> : "–"} <span class="mono soft">{asked.value.cards}{asked.value.dealer ? `; dealer ${asked.value.dealer}` : ""}</span></td></tr>
              <tr><th scope="row">People</th><td>{asked.value.people.join(", ")}</td></tr>
              <tr><th scope="row">Journal now</th><td class="mono wrap">{asked.value.head.seq.toLocaleString("en-US")} {asked.value.head.hash}</td></tr>
            </tbody></table>
          </Panel>
          <Panel title="The entries that made it"><JournalTable lines={asked.value.entries} link={link} /></Panel>
        </>
      )}
    </>
  );
}

/** The awards that displays have shown last, each with its way back to the wager. */
function Latest({ jackpot }: { jackpot: Jackpot }) {
  return (
    <Panel title="Latest awards" note={jackpot.title}>
      {jackpot.latest.length === 0 ? <p class="pad soft">Nothing has been won yet.</p> : (
        <table class="op-d"><thead><tr><th class="num">Award</th><th>Won</th><th>Table, round</th><th class="num">Seat</th><th>Hand</th><th class="num">Amount</th><th>State</th></tr></thead>
          <tbody>{jackpot.latest.map((each) => <tr key={each.no}><td class="num"><a href={`/office/awards?link=${jackpot.link}&award=${each.no}`}>{each.no}</a></td><td>{when(each.at)}</td><td>{each.table} {each.round}</td><td class="num">{each.seat}</td><td>{each.label}</td><td class="num">{amount(each.cents, jackpot.currency)}</td><td>{each.status}</td></tr>)}</tbody></table>
      )}
    </Panel>
  );
}

function History({ link }: { link: string }) {
  const asked = useAsked<PlanHistory>(link ? `/office/links/${link}/history` : null);
  if (asked.problem) return <Trouble problem={asked.problem} again={asked.again} />;
  if (!asked.value) return <Waiting rows={6} />;
  return <>{asked.value.changes.map((each) => <Panel key={each.seq} title={`${each.kind.replaceAll("_", " ")}${each.plan ? ` ${each.plan.slice(0, 8)}` : ""}`} note={[when(each.at), [each.by_name ?? each.by, each.second_name ?? each.second].filter(Boolean).join(" and "), `entry ${each.seq}`].filter(Boolean).join(", ")}>{each.changes ? <Changes link={link} changes={each.changes} /> : <p class="pad soft">{each.detail}</p>}</Panel>)}</>;
}

function Limits({ jackpots }: { jackpots: Jackpot[] }) {
  return (
    <>
    <Panel title="Limits" note="changed by a plan that two people approve">
      <table class="op-d"><thead><tr><th>Jackpot</th><th class="num">Level</th><th class="num">Shown now</th><th class="num">Posted limit</th></tr></thead>
        <tbody>{jackpots.flatMap((jackpot) => jackpot.meters.map((each) => <tr key={`${jackpot.link}${each.level}`}><td>{jackpot.title} <span class="mono muted">{jackpot.link}</span></td><td class="num">{each.level}</td><td class="num">{amount(each.cents, jackpot.currency)}</td><td class="num">{amount(jackpot.limits.find((limit) => limit.level === each.level)?.cents ?? null, jackpot.currency)}</td></tr>))}</tbody></table>
    </Panel>
    {jackpots.map((each) => (
      <Panel key={each.link} title={`What an amount requires: ${each.title}`} note="by the thresholds of today">
        {each.requires.length ? <table class="op-d"><tbody>{each.requires.map((duty) => <tr key={duty.title}><th scope="row">{duty.title}</th><td class="wrap">{duty.from}</td></tr>)}</tbody></table> : <p class="pad soft">The plan sets no threshold.</p>}
      </Panel>
    ))}
    </>
  );
}

function Access() {
  const asked = useAsked<AccessLines>("/office/access?limit=200");
  if (asked.problem) return <Trouble problem={asked.problem} again={asked.again} />;
  if (!asked.value) return <Waiting rows={8} />;
  return (
    <>
      {asked.value.faults.length > 0 && <Notice kind="bad" title="The access log is damaged.">{asked.value.faults.join("; ")}</Notice>}
      <Panel title="Access log" note={`${asked.value.total.toLocaleString("en-US")} lines, each chained to the one before`}>
        <table class="op-d"><thead><tr><th>Time</th><th>What</th><th>Who</th><th>Detail</th><th>Hash</th></tr></thead><tbody>{asked.value.lines.map((each) => <tr key={each.hash}><td>{when(each.at)}</td><td>{each.what}</td><td>{each.who}</td><td class="soft wrap">{[each.link, each.about, each.detail].filter(Boolean).join(" ")}</td><td class="mono muted">{each.hash.slice(0, 8)}</td></tr>)}</tbody></table>
      </Panel>
    </>
  );
}
