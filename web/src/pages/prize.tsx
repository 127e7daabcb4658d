// The record of one award, to print: what was won, with which cards, who signed for it, and its entries.

import { useAsked } from "../api";
import type { AwardTrail } from "../api-types";
import { Back } from "../back/frame";
import { zonedClock } from "../back/view";
import { money } from "../format";
import { InlineCards } from "../parts/cards";
import { Button, Facts, Listed, Pending } from "../parts/pieces";
import { mono, say } from "../parts/words";
import { place, useTitle } from "../router";
import { houseTime, staff } from "../staff";

const when = (at: number): string => `${houseTime(at, { dateStyle: "medium" })}, ${zonedClock(at)}`;

export default function Prize({ table, award }: { table: string; award: number }) {
  useTitle(`Prize record ${award}`);
  return (
    <Back title="Pit">
      <Sheet table={table} award={award} />
    </Back>
  );
}

function Sheet({ table, award }: { table: string; award: number }) {
  const link = place.value.query.get("link");
  const asked = useAsked<AwardTrail>(
    staff.value ? `/pit/tables/${encodeURIComponent(table)}/awards/${award}${link ? `?link=${encodeURIComponent(link)}` : ""}` : null,
  );
  if (!asked.value) return <Pending asked={asked} heading={`Prize record ${award}`} />;
  const found = asked.value;
  const chips = found.currency === "chips";
  const due = (duty: string, late = "due") => (found.award.duties.includes(duty) ? late : "not needed");
  const { approved, paid, payment } = found;
  const method = `by ${payment.method}${payment.reference ? ` ${payment.reference}` : ""}`;
  const unpaid = found.status === "paid" ? "at the table" : "not yet";
  const rows: [string, string][] = [
    ["Jackpot", `${found.title}, ${found.paytable}, base wager ${chips ? "" : "$"}${money(found.base_wager_cents)}`],
    ["Table", `${found.table}, ${found.game}, round ${found.round}, seat ${found.award.seat || "of the dealer"}`],
    ["Won", when(found.won.at)],
    ["Entered by", found.won.by_name],
    ["Approved by", approved ? `${approved.by_name}, ${when(approved.at)}` : due("approval", "not yet")],
    ["Paid by", paid ? `${paid.by_name}, ${when(paid.at)}, ${method}` : unpaid],
    ["Tax form", payment.tax_form || due("tax_form")],
    ["Recording of the cards", payment.camera || due("camera")],
    ["Void, because", found.void_reason ?? ""],
  ];
  return (
    <main class="house prize">
      <div class="between">
        <h1 tabIndex={-1}>Prize record {found.award.no}</h1>
        <div class="tools row no-print">
          <Button kind="primary" press={() => print()} words="Print" />
          <Button
            to={`/pit/${encodeURIComponent(found.table)}${link ? `?link=${encodeURIComponent(link)}` : ""}`}
            words={`Back to ${found.table}`}
          />
        </div>
      </div>
      <p class="soft">{[found.casino, found.location, found.license].filter(Boolean).join(" · ")}</p>
      <p>
        <b>{found.standing.notice}.</b>
        {found.standing.mode !== "live" ? " A demonstration." : ""}
        {chips ? " Play chips, which have no value." : ""}
      </p>
      <div class="panel pad">
        <div class="row">
          <span class={found.status === "void" ? "tag lose" : found.status === "paid" ? "tag win" : "tag warn"}>{found.status}</span>
          <b>{found.award.label}</b>
        </div>
        <div class="sum-won">
          {!chips && <small>$</small>}
          {money(found.award.cents)}
        </div>
        {found.cards && (
          <p>
            <InlineCards cards={found.cards} width={44} /> <span class="mono soft">{found.cards}</span>
          </p>
        )}
        {found.dealer && <p class="soft">{say`The dealer's cards: ${mono(found.dealer)}`}</p>}
        <Facts of={rows.filter(([, words]) => words)} />
      </div>
      <h2>In the books</h2>
      <Listed
        name="Entries"
        empty="None"
        of={found.entries}
        id={(each) => each.seq}
        columns={[
          ["Entry", (each) => each.seq],
          ["At", (each) => when(each.at)],
          ["What", (each) => each.kind],
          ["By", (each) => each.by_name],
          ["With", (each) => each.second_name],
          ["Hash", (each) => <span class="mono wrap">{each.hash}</span>],
        ]}
      />
      <p class="signatures print-only">Guest ____________________ Dealer ____________________ Supervisor ____________________</p>
    </main>
  );
}
