// An award that is not paid yet: its cards, its amount, what the amount requires, and how far it has come.

import type { PitAward as Award, PitView } from "../api-types";
import { money } from "../format";
import { InlineCard } from "../parts/cards";
import { IconCheck, IconClock } from "../parts/icons";
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
  return (
    <div class="cs">
      {making.length > 0 && (
        <span class="making">
          {making.map((card, at) => (
            <InlineCard key={at} card={card} width={76} />
          ))}
        </span>
      )}
      {rest.length > 0 && (
        <span class={making.length ? "beside" : ""}>
          {rest.map((card, at) => (
            <InlineCard key={at} card={card} width={76} />
          ))}
        </span>
      )}
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
            const done =
              each.duty === "approval"
                ? award.status === "payable" && `by ${award.approved_name}`
                : each.duty === "camera" && award.camera && `recording ${award.camera}`;
            return (
              <li key={each.duty}>
                <i class={done ? "on" : ""}>{done && <IconCheck />}</i>
                <span>
                  <b>
                    {each.title}
                    {done ? <span class="sr">, done</span> : null}
                  </b>
                  <br />
                  <span class="muted">
                    {each.from}
                    {done ? `; ${done}` : ""}
                  </span>
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <p class="soft small">{award ? "Nothing more: it is paid at the table." : "It depends on the amount."}</p>
      )}
      {!award?.must.length && (
        <ul class="small muted later">
          {Object.values(thresholds).map((each) => (
            <li key={each.title}>
              {each.title}: {each.from}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function AwardPanel({ view, award }: { view: PitView; award: Award }) {
  const cards = award.cards?.split(" ").filter(Boolean) ?? [];
  const others = view.awards.filter((each) => each.round === award.round && each.no !== award.no);
  return (
    <>
      <div>
        <div class="row">
          <h2>
            Award {award.no}, seat {award.seat}
          </h2>
          <span class={award.status === "pending" ? "tag warn" : "tag info"}>
            {award.status === "pending" ? (
              <>
                <IconClock />
                Pending
              </>
            ) : (
              "To be paid"
            )}
          </span>
        </div>
        {cards.length > 0 && <HandCards cards={cards} made={award.made_of} />}
        <p class="graded">
          <b>{award.label}</b>
          <br />
          <span class="soft">
            {cards.length ? (
              <>
                graded by the rulebook from the cards as entered{" "}
                <span class="mono">
                  {award.cards}
                  {award.dealer ? `, dealer ${award.dealer}` : ""}
                </span>
              </>
            ) : award.kind === "envy" || award.kind === "dealer_envy" ? (
              "for the hand of another seat"
            ) : (
              "read by a supervisor"
            )}
          </span>
        </p>
        <p class="label">
          Award{award.percent ? `: ${award.percent} % of the meter` : ""}, <span class="mono">{view.link.paytable}</span>, won{" "}
          {clock(award.at)}
        </p>
        <Amount view={view} cents={award.cents} />
        <p class="soft small">{award.notes.join(" ")}</p>
        {others.length > 0 && (
          <ul class="small soft">
            {others.map((each) => (
              <li key={each.no}>
                Award {each.no}, seat {each.seat || "of the dealer"}: {each.label}, {sum(view, each.cents)}
                {each.waits_for.length ? `, waits for award ${each.waits_for[0]}` : ""}
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
  const steps = [
    ["Wagers", award?.wagered_at ? minutes(award.wagered_at) : view.round.seats.length && !award ? `${view.round.seats.length} down` : ""],
    ["Locked", lockedAt ? minutes(lockedAt) : ""],
    [
      award ? "Hand entered" : "Hand",
      hands.seat ? `${cardsIn(hands.typed[hands.seat] ?? "").length} of ${view.table.sees.own} cards` : award ? minutes(award.at) : "",
    ],
    ["Approval", award?.status === "pending" ? "waits" : (award?.approved_name ?? "")],
    ["Paid", award && award.status !== "pending" ? "waits" : ""],
  ] as const;
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
