// The record of one award, to print: what was won, with which cards, who signed for it, and its entries.
import { useAsked } from "../api";
import type { PrizeRecord } from "../api-types";
import { Back } from "../back/frame";
import { clock } from "../back/view";
import { money } from "../format";
import { InlineCards } from "../parts/cards";
import { Trouble, Waiting } from "../parts/states";
import { place } from "../router";
import { staff } from "../staff";
import { useTitle } from "./handbook";

type Record = PrizeRecord;

const when = (at: number): string => `${new Date(at).toLocaleDateString("en-US")} ${clock(at)}`;

export default function Prize({ table, award }: { table: string; award: number }) {
  useTitle(`Prize record ${award}`);
  return <Back title="Pit"><Sheet table={table} award={award} /></Back>;
}

function Sheet({ table, award }: { table: string; award: number }) {
  const link = place.value.query.get("link");
  const asked = useAsked<Record>(staff.value ? `/pit/tables/${encodeURIComponent(table)}/awards/${award}${link ? `?link=${encodeURIComponent(link)}` : ""}` : null);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>Prize record {award}</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  const found = asked.value;
  if (!found) return <main class="house"><Waiting /></main>;
  const chips = found.currency === "chips";
  const rows: [string, string][] = [
    ["Jackpot", `${found.jackpot}, ${found.paytable}, base wager ${chips ? "" : "$"}${money(found.base_wager)}`],
    ["Table", `${found.table}, ${found.game}, round ${found.round}, seat ${found.award.seat || "of the dealer"}`],
    ["Won", when(found.won_at)],
    ["Entered by", found.entered_by],
    ["Approved by", found.approved_by ? `${found.approved_by}, ${when(found.approved_at ?? 0)}` : found.award.duties.includes("approval") ? "not yet" : "not needed"],
    ["Paid by", found.paid_by ? `${found.paid_by}, ${when(found.paid_at ?? 0)}, by ${found.payment.method}${found.payment.reference ? ` ${found.payment.reference}` : ""}` : found.status === "paid" ? "at the table" : "not yet"],
    ["Tax form", found.payment.tax_form || (found.award.duties.includes("tax_form") ? "due" : "not needed")],
    ["Recording of the cards", found.payment.camera || (found.award.duties.includes("camera") ? "due" : "not needed")],
    ...(found.void_reason ? [["Void, because", found.void_reason] as [string, string]] : []),
  ];
  return (
    <main class="house prize">
      <div class="between"><h1 tabIndex={-1}>Prize record {found.award.no}</h1><div class="tools row no-print"><button class="btn primary" onClick={() => print()}>Print</button><a class="btn" href={`/pit/${encodeURIComponent(found.table)}${link ? `?link=${encodeURIComponent(link)}` : ""}`}>Back to {found.table}</a></div></div>
      <p class="soft">{[found.casino, found.location, found.license].filter(Boolean).join(" · ")}</p>
      <p><b>{found.standing.notice}.</b>{found.standing.mode !== "live" ? " A demonstration." : ""}{chips ? " Play chips, which have no value." : ""}</p>
      <div class="panel pad">
        <div class="row"><span class={found.status === "void" ? "tag lose" : found.status === "paid" ? "tag win" : "tag warn"}>{found.status}</span><b>{found.award.label}</b></div>
        <div class="sum-won">{!chips && <small>$</small>}{money(found.award.cents)}</div>
        {found.cards && <p><InlineCards cards={found.cards} width={44} /> <span class="mono soft">{found.cards}</span></p>}
        {found.dealer && <p class="soft">The dealer's cards: <span class="mono">{found.dealer}</span></p>}
        <table><tbody>{rows.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody></table>
      </div>
      <h2>In the books</h2>
      <div class="panel scroll" tabIndex={0} role="region" aria-label="Entries"><table>
        <thead><tr><th scope="col" class="num">Entry</th><th scope="col">At</th><th scope="col">What</th><th scope="col">By</th><th scope="col">With</th><th scope="col">Hash</th></tr></thead>
        <tbody>{found.entries.map((each) => <tr key={each.seq}><td class="num">{each.seq}</td><td>{when(each.at)}</td><td>{each.kind}</td><td>{each.by}</td><td>{each.second}</td><td class="mono">{each.hash}</td></tr>)}</tbody>
      </table></div>
      <p class="signatures print-only">Guest ____________________ Dealer ____________________ Supervisor ____________________</p>
    </main>
  );
}
