// The operator console: jackpots, approvals, bank, day close, reports, and the records behind them.

import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { inWords, useAsked } from "../api";
import type * as House from "../api-types";
import { AskBooks, type Request } from "../back/asking";
import { Back } from "../back/frame";
import { amount, when, zonedClock } from "../back/view";
import { capital, thousands } from "../format";
import { Adjusting, Bank, Reconciliation, Stops, Tables } from "../office/controls";
import { Approvals, type Ask, Changes, DayClose, Jackpots, JournalTable, Listing, Panel, Plans, titleOf } from "../office/panels";
import { InlineCards } from "../parts/cards";
import { Button, Facts, Field, Form, Missing, Pending, Rows, Tag, useEvery, useSending } from "../parts/pieces";
import { Empty, Notice, Trouble, Waiting } from "../parts/states";
import { anchor, mono, say } from "../parts/words";
import { go, place, useTitle } from "../router";
import { change, staff } from "../staff";

const PLACES: [string, string][] = [
  ["", "Overview"],
  ["approvals", "Approvals"],
  ["jackpots", "Jackpots"],
  ["tables", "Tables"],
  ["bank", "Bank"],
  ["close", "Day close"],
  ["reports", "Reports"],
];
const RECORDS: [string, string][] = [
  ["audit", "Audit"],
  ["journal", "Journal"],
  ["awards", "Trail of an award"],
  ["configuration", "Configuration"],
  ["limits", "Limits"],
  ["access", "Access log"],
];
const EVERY = 2_000;
/** How many links the console shows, and that they are live, for the bar. */
const live = signal<ComponentChildren>(null);

export default function Office({ section }: { section: string }) {
  const title = [...PLACES, ...RECORDS].find(([name]) => name === section)?.[1] ?? "Office";
  useTitle(title);
  return (
    <Back title="Office" end={<span class="row soft pulse hide-s" role="status" children={live.value} />}>
      {staff.value && <Console section={section} title={title} />}
    </Back>
  );
}

/** A gambling day in words, such as Thursday, January 1, 2026. */
const longDay = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString("en-US", { weekday: "long", year: "numeric", month: "long", day: "numeric" });

function Console({ section, title }: { section: string; title: string }) {
  const asked = useAsked<House.Overview>("/office");
  const asking = useSignal<Request | null>(null);
  const done = useSignal("");
  // A console shows the current state: it refreshes by itself, and says so when it cannot.
  useEvery(EVERY, () => document.hidden || asked.again());
  const old = asked.value ? asked.value.trouble || asked.problem || asked.value.age > 5 : true;
  useEffect(() => {
    const many = asked.value?.jackpots.length ?? 0;
    live.value = many > 0 && (
      <>
        <span class={old ? "dot bad" : "dot"} />
        {say`${many} ${many === 1 ? "link" : "links"} ${old ? "not live" : "live"} ${<span class="num">{zonedClock(asked.value?.at ?? 0)}</span>}`}
      </>
    );
  }, [asked.value, old]);
  const isHere = !!asked.value;
  useEffect(() => {
    // Where the places are in one line that scrolls, the one that is open is in sight.
    document.querySelector(".op-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [section, isHere]);
  if (!asked.value) return <Pending asked={asked} heading={title} rows={8} />;
  const view = asked.value;
  const waits = view.approvals.length + view.plans.filter((each) => each.status === "proposed").length;
  const ask: Ask = (request) => {
    done.value = "";
    asking.value = request;
  };
  const closed = (entered: boolean) => {
    if (entered) {
      done.value = `Entered: ${asking.value?.title}.`;
      asked.again();
    }
    asking.value = null;
  };
  const first = view.jackpots[0];
  const washington = view.jackpots.find((each) => each.standing.mode === "preview");
  const link = place.value.query.get("link") ?? first?.link ?? "";
  return (
    <div class="op">
      <nav class="op-nav" aria-label="Console">
        {PLACES.map((each) => (
          <To key={each[0]} to={each} here={section} waits={each[0] === "approvals" ? waits : 0} />
        ))}
        <span class="label">Records</span>
        {RECORDS.map((each) => (
          <To key={each[0]} to={each} here={section} />
        ))}
        <a href="/runbooks">Runbooks</a>
        <a href="/people">People and roles</a>
        <a href="/devices">Displays and sensors</a>
      </nav>
      <main class="op-w">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p class="soft small">
            {[first?.casino, first?.location, first?.license].filter(Boolean).join(", ")}
            {first ? `. Gambling day ${longDay(first.day)}.` : ""} {washington ? washington.standing.why : ""}
          </p>
        </div>
        {old && (
          <Notice kind="bad" title="This is not live." runbook={view.trouble ? "database-lost" : ""}>
            {view.trouble || (asked.problem ? inWords(asked.problem) : `The books were last read ${Math.round(view.age)} s ago.`)}
          </Notice>
        )}
        {done.value && <Notice kind="good" title={done.value} />}
        <Section section={section} view={view} link={link} ask={ask} />
        {asking.value && <AskBooks request={asking.value} close={closed} />}
      </main>
    </div>
  );
}

const To = ({ to: [name, words], here, waits = 0 }: { to: [string, string]; here: string; waits?: number }) => (
  <a href={name ? `/office/${name}` : "/office"} aria-current={name === here ? "page" : undefined}>
    {words}
    {waits > 0 && <b>{waits}</b>}
  </a>
);

function Section({ section, view, link, ask }: { section: string; view: House.Overview; link: string; ask: Ask }) {
  const jackpot = view.jackpots.find((each) => each.link === link);
  const pick = <LinkPicker key="pick" jackpots={view.jackpots} link={link} section={section} />;
  if (!view.jackpots.length && !view.plans.length)
    return (
      <Empty title="No jackpot of yours is live">Propose a plan with croupier jackpot propose. A second supervisor approves it.</Empty>
    );
  const busiest = [...view.jackpots].sort((a, b) => b.seq - a.seq)[0];
  const sections: Record<string, () => ComponentChildren> = {
    approvals: () => [<Approvals key="a" view={view} ask={ask} />, <Plans key="p" plans={view.plans} />],
    jackpots: () => [
      <Jackpots key="j" jackpots={view.jackpots} />,
      pick,
      jackpot && <Stops key="s" jackpot={jackpot} reasons={view.reasons} ask={ask} />,
      jackpot && <Adjusting key={link} jackpot={jackpot} reasons={view.reasons} ask={ask} />,
    ],
    tables: () => <Tables jackpots={view.jackpots} ask={ask} />,
    bank: () => [<Bank key="b" jackpots={view.jackpots} ask={ask} />, pick, jackpot && <Reconciliation key={link} jackpot={jackpot} />],
    close: () => view.day_close.map((each) => <DayClose key={each.link} close={each} ask={ask} />),
    reports: () => [pick, <Reports key={link} link={link} />],
    audit: () => <Audit jackpots={view.jackpots} />,
    journal: () => [pick, <Journal key={link} link={link} title={titleOf(view.jackpots, link)} />],
    awards: () => [pick, <Award key={link} link={link} jackpot={jackpot} />],
    configuration: () => [pick, <History key={link} link={link} />],
    limits: () => <Limits jackpots={view.jackpots} />,
    access: () => <Access />,
  };
  const shown = sections[section];
  if (shown) return <>{shown()}</>;
  return (
    <>
      <Jackpots jackpots={view.jackpots} />
      <div class="op-c2">
        <div>
          <Approvals view={view} ask={ask} />
          <Plans plans={view.plans} />
          {busiest && <Lately key={busiest.link} jackpot={busiest} />}
        </div>
        <div>
          {closing(view).map((each) => (
            <DayClose key={each.link} close={each} ask={ask} brief />
          ))}
          <LastAudit view={view} />
        </div>
      </div>
    </>
  );
}

function LinkPicker({ jackpots, link, section }: { jackpots: House.OfficeJackpot[]; link: string; section: string }) {
  const options = jackpots.map((each) => [each.link, each.title] as const);
  const choose = (next: string) => go(`/office/${section}?link=${next}`, true);
  return options.length < 2 ? null : (
    <div class="op-pick">
      <Field title="Jackpot" value={link} set={choose} options={options} />
    </div>
  );
}

/** Days with something to settle first. */
const closing = (view: House.Overview): House.Overview["day_close"] =>
  [...view.day_close].sort((a, b) => b.checks.filter((each) => !each.ok).length - a.checks.filter((each) => !each.ok).length);

function Lately({ jackpot: { link, title, seq } }: { jackpot: House.OfficeJackpot }) {
  const asked = useAsked<House.EntryLines>(`/office/links/${link}/journal?limit=6`);
  useEffect(() => {
    asked.again();
  }, [seq]);
  return (
    <Panel title={`Journal of ${title}`} note={<a href={`/office/journal?link=${link}`}>All {thousands(seq)} entries</a>}>
      {asked.value ? <JournalTable lines={asked.value.entries} link={link} brief /> : <Waiting />}
    </Panel>
  );
}

const LastAudit = ({ view: { audited: told, jackpots } }: { view: House.Overview }) => (
  <Panel title="Audit" note={told ? `${entriesOf(told)} entries recomputed in ${told.seconds} s, ${when(told.at)}, by ${told.by}` : ""}>
    {told ? (
      <AuditTable told={told} jackpots={jackpots} brief />
    ) : (
      <p class="pad soft">Nobody has asked for an audit since this house was opened.</p>
    )}
  </Panel>
);

const entriesOf = (told: House.BookAudit): string => thousands(told.links.reduce((sum, each) => sum + each.entries, 0));

const Agrees = ({ differences }: { differences: number }) =>
  differences ? <Tag kind="lose" words={`${differences} differences`} /> : <Tag kind="win" mark="check" words="all agree" />;

type Audited = { told: House.BookAudit; jackpots: House.OfficeJackpot[]; brief?: boolean };

const AuditTable = ({ told, jackpots, brief = false }: Audited) => (
  <Rows
    kind="op-d stacked"
    of={told.links}
    id={(each) => each.link}
    columns={[
      ["Jackpot", (each) => titleOf(jackpots, each.link)],
      ["Entries", (each) => thousands(each.entries), "num"],
      ["Transfers", (each) => thousands(each.transfers), "num"],
      ["Head", (each) => each.head.hash.slice(0, brief ? 8 : 16), "mono"],
      !brief && ["Checkpoints", (each) => each.checkpoints, "wrap"],
      ["Found", ({ findings, more }) => <Agrees differences={findings.length && findings.length + more} />],
    ]}
  />
);

/** Every report that can be asked for: `open`, a day, or a month. */
function Reports({ link }: { link: string }) {
  const asked = useAsked<House.GamblingDays>(link ? `/office/links/${link}/days` : null);
  const { query } = place.value;
  const month = query.get("month");
  const of = month ?? query.get("day") ?? "open";
  const which = `${month ? "month" : "day"}=${encodeURIComponent(of)}`;
  const report = useAsked<House.ReportText>(link ? `/office/links/${link}/report?${which}` : null);
  if (asked.problem || !asked.value) return <Missing asked={asked} rows={6} />;
  const { open, over, closed, months } = asked.value;
  const choose = (of: string) => go(`/office/reports?link=${link}&${months.includes(of) ? "month" : "day"}=${of}`, true);
  const periods: [string, string][] = [
    ["open", `${open}, still open`],
    ...over.map((each): [string, string] => [each, `${each}, over, not closed`]),
    ...[...closed, ...months].map((each): [string, string] => [each, each]),
  ];
  return (
    <>
      <div class="row wrap lined">
        <Field title="Gambling day or month" value={of} set={choose} options={periods} />
        {["pdf", "xlsx", "csv"].map((format) => (
          <Button key={format} download to={`/api/v1/office/links/${link}/report?${which}&format=${format}`} words={format.toUpperCase()} />
        ))}
      </div>
      {report.problem || !report.value ? (
        <Missing asked={report} rows={8} />
      ) : (
        <Panel title={month ? `Summary of ${report.value.day}` : `Reports of ${report.value.day}`}>
          <pre class="pad op-report">{report.value.text}</pre>
        </Panel>
      )}
    </>
  );
}

function Audit({ jackpots }: { jackpots: House.OfficeJackpot[] }) {
  const found = useSignal<House.BookAudit | null>(null);
  const { busy, problem, send } = useSending();
  const run = () => send(async () => (found.value = await change<House.BookAudit>("/office/audit", {})));
  const told = found.value;
  const lines = told && [
    ...told.store,
    ...told.links.flatMap(({ link, findings, notes }) => [
      ...findings.map((each) => `${titleOf(jackpots, link)}: ${each.where}: ${each.what}`),
      ...notes,
    ]),
    ...told.remarks,
    ...told.cannot_promise,
  ];
  return (
    <>
      <p class="soft">
        The whole book is recomputed from its first entry: the chain of hashes, every balance, every decision by the rules of its day, and
        the signed checkpoints.
      </p>
      <div>
        <Button kind="primary" disabled={busy} press={run} words={busy ? "Recomputing…" : "Audit the book"} />
      </div>
      {problem instanceof Error && <Trouble problem={problem} again={() => void run()} />}
      {told && (
        <Panel title="Audit" note={`${entriesOf(told)} entries recomputed in ${told.seconds} s`}>
          <AuditTable told={told} jackpots={jackpots} />
          <ul class="pad small">
            {lines?.map((line) => (
              <li key={line}>{capital(line)}</li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Journal({ link, title }: { link: string; title: string }) {
  const { query } = place.value;
  const entry = query.get("entry");
  const before = query.get("before");
  const asked = useAsked<House.EntryLines>(
    link ? `/office/links/${link}/journal?limit=50${before ? `&before=${encodeURIComponent(before)}` : ""}` : null,
  );
  const whole = useAsked<House.WholeEntry>(entry ? `/office/links/${link}/journal/${encodeURIComponent(entry)}` : null);
  if (asked.problem || !asked.value) return <Missing asked={asked} rows={8} />;
  const last = asked.value.entries.at(-1)?.seq ?? 1;
  return (
    <>
      {whole.problem && <Trouble problem={whole.problem} again={whole.again} />}
      {whole.value && !whole.problem && (
        <Panel title={`Entry ${thousands(whole.value.seq)}`} note={mono(whole.value.hash)}>
          <pre class="pad op-report">{JSON.stringify(whole.value.body, null, 2)}</pre>
        </Panel>
      )}
      <Panel title={`Journal of ${title}`} note="newest first">
        <JournalTable lines={asked.value.entries} link={link} />
      </Panel>
      {last > 1 && (
        <div>
          <Button to={`/office/journal?link=${link}&before=${last}`} words="Earlier entries" />
        </div>
      )}
    </>
  );
}

function Award({ link, jackpot }: { link: string; jackpot: House.OfficeJackpot | undefined }) {
  const currency = jackpot?.currency;
  const number = place.value.query.get("award") ?? "";
  const typed = useSignal(number);
  useEffect(() => {
    typed.value = number;
  }, [number]);
  const isNumber = /^\d+$/.test(typed.value);
  const asked = useAsked<House.AwardTrail>(link && number ? `/office/links/${link}/awards/${encodeURIComponent(number)}` : null);
  const told = asked.value;
  const cards = `${told?.cards ?? ""}${told?.dealer ? `; dealer ${told.dealer}` : ""}`;
  return (
    <>
      <Form class="row wrap lined" send={() => isNumber && go(`/office/awards?link=${link}&award=${typed.value}`, true)}>
        <Field title="Award number" inputMode="numeric" value={typed.value} set={(text) => (typed.value = text.trim())} />
        <Button submit disabled={!isNumber} words="Follow" />
        {told && <Button download to={`/api/v1/office/links/${link}/awards/${number}?format=pdf`} words="PDF with hashes" />}
      </Form>
      {asked.problem && <Trouble problem={asked.problem} again={asked.again} />}
      {!number && jackpot && <Latest jackpot={jackpot} />}
      {told && (
        <>
          <Panel title={`Award ${told.award.no}: ${told.award.label}`} note={<Tag words={told.status} />}>
            <Facts
              kind="op-d"
              of={[
                ["Amount", `${amount(told.award.cents, currency)}${currency === "chips" ? " play chips" : ""}`],
                ["Where", `${told.table}, seat ${told.award.seat}, round ${told.round}`],
                [
                  "Cards",
                  say`${told.cards ? <InlineCards cards={told.cards} width={26} /> : "–"} ${<span class="mono soft">{cards}</span>}`,
                ],
                ["People", told.people.join(", ")],
                ["Journal now", <span class="mono wrap">{`${thousands(told.head.seq)} ${told.head.hash}`}</span>],
              ]}
            />
          </Panel>
          <Panel title="The entries that made it">
            <JournalTable lines={told.entries} link={link} />
          </Panel>
        </>
      )}
    </>
  );
}

/** The awards that displays have shown last, each with its way back to the wager. */
const Latest = ({ jackpot }: { jackpot: House.OfficeJackpot }) => (
  <Listing
    title="Latest awards"
    note={jackpot.title}
    empty="Nothing has been won yet."
    of={jackpot.latest}
    id={(each) => each.no}
    columns={[
      ["Award", ({ no }) => anchor(`/office/awards?link=${jackpot.link}&award=${no}`, no), "num"],
      ["Won", (each) => when(each.at)],
      ["Table, round", (each) => `${each.table} ${each.round}`],
      ["Seat", (each) => each.seat, "num"],
      ["Hand", (each) => each.label],
      ["Amount", (each) => amount(each.cents, jackpot.currency), "num"],
      ["State", (each) => each.status],
    ]}
  />
);

function History({ link }: { link: string }) {
  const asked = useAsked<House.PlanHistory>(link ? `/office/links/${link}/history` : null);
  if (asked.problem || !asked.value) return <Missing asked={asked} rows={6} />;
  return (
    <>
      {asked.value.changes.map((each) => (
        <Panel
          key={each.seq}
          title={`${each.kind.replaceAll("_", " ")}${each.plan ? ` ${each.plan.slice(0, 8)}` : ""}`}
          note={`${when(each.at)}, ${[each.by_name ?? each.by, each.second_name ?? each.second].filter(Boolean).join(" and ")}, entry ${each.seq}`}>
          {each.changes ? <Changes changes={each.changes} /> : <p class="pad soft">{each.detail}</p>}
        </Panel>
      ))}
    </>
  );
}

function Limits({ jackpots }: { jackpots: House.OfficeJackpot[] }) {
  const meters = jackpots.flatMap((jackpot) => jackpot.meters.map((each) => ({ ...each, jackpot })));
  return (
    <>
      <Listing
        title="Limits"
        note="changed by a plan that two people approve"
        of={meters}
        id={({ jackpot, level }) => `${jackpot.link}${level}`}
        columns={[
          ["Jackpot", ({ jackpot }) => jackpot.title],
          ["Level", (each) => each.level, "num"],
          ["Shown now", (each) => amount(each.cents, each.jackpot.currency), "num"],
          ["Posted limit", (each) => amount(each.limit_cents, each.jackpot.currency), "num"],
        ]}
      />
      {jackpots.map((each) => (
        <Panel key={each.link} title={`What an amount requires: ${each.title}`} note="by the thresholds of today">
          {each.requires.length ? (
            <Facts kind="op-d" of={each.requires.map((duty) => [duty.title, duty.from])} />
          ) : (
            <p class="pad soft">The plan sets no threshold.</p>
          )}
        </Panel>
      ))}
    </>
  );
}

function Access() {
  const asked = useAsked<House.AccessLines>("/office/access?limit=200");
  if (asked.problem || !asked.value) return <Missing asked={asked} rows={8} />;
  const { faults, total, lines } = asked.value;
  return (
    <>
      {faults.length > 0 && <Notice kind="bad" title="The access log is damaged." children={faults.join("; ")} />}
      <Listing
        title="Access log"
        note={`${thousands(total)} lines, each chained to the one before`}
        of={lines}
        id={(each) => each.hash}
        columns={[
          ["Time", (each) => when(each.at)],
          ["What", (each) => each.what],
          ["Who", (each) => each.who],
          ["Detail", (each) => [each.link, each.about, each.detail].filter(Boolean).join(" "), "soft wrap"],
          ["Hash", (each) => each.hash.slice(0, 8), "mono muted"],
        ]}
      />
    </>
  );
}
