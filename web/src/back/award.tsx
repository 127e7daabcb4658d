// An award that is not paid yet: its cards, its amount, what the amount requires, and how far it has come.

import type { PitAward as Award, PitView } from "../api-types";
import { money } from "../format";
import { InlineCard } from "../parts/cards";
import { IconCheck } from "../parts/icons";
import { Tag } from "../parts/pieces";
import { mono, muted, say, softly } from "../parts/words";
import { cardsIn } from "../round";
import type { Hands } from "./hand";
import { clock, minutes, sum } from "./view";

export function Amount({ view, cents }: { view: PitView; cents: number }) {
  const [whole = "0", part = "00"] = money(cents).split(".");
  return (
    <div class="sum-won">
      {view.link.currency !== "chips" && <small>$</small>}
      {whole}
      <small>.{part}</small>
    </div>
  );
}

/** Cards of a hand. Those that make it come first, with a bracket under them, in the order in which they were entered. */
export function HandCards({ cards, made, holes = 0 }: { cards: string[]; made: boolean[]; holes?: number }) {
  const making = cards.filter((_, at) => made[at]);
  const rest = made.length ? cards.filter((_, at) => !made[at]) : cards;
  const large = (card: string, at: number) => <InlineCard key={at} card={card} width={76} />;
  return (
    <div class="cs">
      {making.length > 0 && <span class="making">{making.map(large)}</span>}
      {rest.length > 0 && <span class={making.length ? "beside" : ""}>{rest.map(large)}</span>}
      {Array.from({ length: holes }, (_, at) => (
        <i key={at} class="hole" />
      ))}
    </div>
  );
}

type Required = { award: Pick<Award, "must" | "status" | "approved_name" | "camera"> | undefined; thresholds: PitView["thresholds"] };

export function Duties({ award, thresholds }: Required) {
  return (
    <div>
      <h3>What this amount requires</h3>
      {award?.must.length ? (
        <ul class="duty">
          {award.must.map((each) => {
            const approved = each.duty === "approval" && award.status === "payable" && `by ${award.approved_name}`;
            const done = approved || (each.duty === "camera" && award.camera && `recording ${award.camera}`);
            return (
              <li key={each.duty}>
                <i class={done ? "on" : ""}>{done && <IconCheck />}</i>
                <span>
                  <b>{say`${each.title}${done ? <span class="sr">, done</span> : null}`}</b>
                  <br />
                  {muted(each.from + (done ? `; ${done}` : ""))}
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <>
          <p class="soft small">{award ? "Nothing more: it is paid at the table." : "It depends on the amount."}</p>
          <ul class="small muted later">
            {Object.values(thresholds).map((each) => (
              <li key={each.title}>{`${each.title}: ${each.from}`}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

export function AwardPanel({ view, award }: { view: PitView; award: Award }) {
  const cards = award.cards?.split(" ").filter(Boolean) ?? [];
  const entered = `${award.cards}${award.dealer ? `, dealer ${award.dealer}` : ""}`;
  const unseen = award.kind === "envy" || award.kind === "dealer_envy" ? "for the hand of another seat" : "read by a supervisor";
  const others = view.awards.filter((each) => each.round === award.round && each.no !== award.no);
  return (
    <>
      <div>
        <div class="row">
          <h2>{say`Award ${award.no}, seat ${award.seat}`}</h2>
          {award.status === "pending" ? <Tag kind="warn" mark="clock" words="Pending" /> : <Tag kind="info" words="To be paid" />}
        </div>
        {cards.length > 0 && <HandCards cards={cards} made={award.made_of} />}
        <p class="graded">
          <b>{award.label}</b>
          <br />
          {softly(cards.length ? say`graded by the rulebook from the cards as entered ${mono(entered)}` : unseen)}
        </p>
        <p class="label">
          {say`Award${award.percent ? `: ${award.percent} % of the meter` : ""}, ${mono(view.link.paytable)}, won ${clock(award.at)}`}
        </p>
        <Amount view={view} cents={award.cents} />
        <p class="soft small">{award.notes.join(" ")}</p>
        {others.length > 0 && (
          <ul class="small soft">
            {others.map(({ no, seat, label, cents, waits_for }) => (
              <li key={no}>
                {`Award ${no}, seat ${seat || "of the dealer"}: ${label}, ${sum(view, cents)}`}
                {waits_for.length ? `, waits for award ${waits_for[0]}` : ""}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Duties award={award} thresholds={view.thresholds} />
    </>
  );
}

export function Steps({ view, award, hands }: { view: PitView; award: Award | undefined; hands: Hands }) {
  const locked = view.round.phase === "hand";
  const now = award ? (award.status === "pending" ? 3 : 4) : locked ? 2 : 0;
  const lockedAt = award ? award.locked_at : view.round.locked_at;
  const seated = view.round.seats.length && !award ? `${view.round.seats.length} down` : "";
  const typed = hands.seat && `${cardsIn(hands.typed[hands.seat] ?? "").length} of ${view.table.sees.own} cards`;
  const steps: [string, string][] = [
    ["Wagers", award?.wagered_at ? minutes(award.wagered_at) : seated],
    ["Locked", lockedAt ? minutes(lockedAt) : ""],
    [award ? "Hand entered" : "Hand", typed || (award ? minutes(award.at) : "")],
    ["Approval", award?.status === "pending" ? "waits" : (award?.approved_name ?? "")],
    ["Paid", award && award.status !== "pending" ? "waits" : ""],
  ];
  return (
    <ol class="steps" aria-label="How far the round is">
      {steps.map(([name, more], at) => (
        <li key={name} class={at < now ? "done" : at === now ? "now" : ""} aria-current={at === now ? "step" : undefined}>
          {name}
          <span>{more}</span>
        </li>
      ))}
    </ol>
  );
}
