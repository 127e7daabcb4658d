// What is owed: one line a wager, its reason and its rule, what changed since the last ruling, and the readings behind it.
import type { ComponentChildren } from "preact";
import type * as House from "../api-types";
import { citeText } from "../book";
import { capital, group, signed, tens } from "../format";
import { InlineCards } from "./cards";
import { Citation, Sample } from "./cites";
import { LOST, Tag, WON } from "./pieces";
import { Empty, Notice, Refused } from "./states";
import { anchor, bold, mono, muted, noted, say, softly } from "./words";

const OUTCOMES: Record<string, Parameters<typeof Tag>[0]> = {
  win: { ...WON, words: "Won" },
  bonus: { ...WON, words: "Bonus" },
  push: { mark: "push", words: "Push" },
  fold: { ...LOST, words: "Folded" },
  lose: { ...LOST, words: "Lost" },
};

export const Outcome = ({ line: { outcome } }: { line: Pick<House.SettledLine, "outcome"> }) => (
  <Tag {...(OUTCOMES[outcome] ?? { ...LOST, words: capital(outcome) })} />
);

export const netClass = (net: string): string => (net.startsWith("-") ? "lose-t" : /^0(\.0+)?$/.test(net) ? "" : "win-t");

export function titleOf(game: House.GameRecord | undefined, wager: string): string {
  return game?.wagers.find((each) => each.id === wager)?.title ?? capital(wager.replaceAll("_", " "));
}

export function awardWords(award: House.SettledAward): string {
  const share = award.percent ? `${award.percent} % of level ${award.level}, ` : "";
  return `${capital(award.kind.replaceAll("_", " "))}: ${share}${award.event.replaceAll("_", " ")}`;
}

type Ruled = { looked: House.Looked | null; before: House.Looked | null; problem: Error | null; game: House.GameRecord | undefined };

export function Ruling({ looked, before, problem, game }: Ruled) {
  const settlement = looked?.settlement && !problem ? looked.settlement : null;
  return (
    <section class="panel" aria-label="The ruling" aria-live="polite">
      {settlement ? (
        <Settled settlement={settlement} before={before?.settlement ?? null} game={game} hands={looked?.hands ?? []} />
      ) : (
        <Open looked={looked} problem={problem} />
      )}
    </section>
  );
}

function Open({ looked, problem }: { looked: House.Looked | null; problem: Error | null }) {
  const needs = looked?.needs;
  if (!needs && !problem) return <Empty title="Nothing to rule on yet">Give the first seat its wagers and cards.</Empty>;
  const told =
    needs?.kind === "decision" ? (
      <Notice title={`Seat ${needs.seat} decides.`}>{say`${needs.words} ${<span class="cite">{needs.cite}</span>}`}</Notice>
    ) : (
      <Notice title={`Cards are missing at ${needs?.slot}.`}>
        {needs?.words.includes("no cards") ? `It takes ${needs.cards}.` : capital(needs?.words ?? "")}
      </Notice>
    );
  return <div class="sum">{problem ? <Refused problem={problem} /> : told}</div>;
}

/** A hand with what players call it. */
export const Held = ({ hand }: { hand: { cards: string; words: string } | undefined }) =>
  hand && [<span key="cards" class="held" children={<InlineCards cards={hand.cards} width={24} />} />, softly(hand.words)];

type Owed = {
  settlement: House.SettlementRecord;
  before: House.SettlementRecord | null;
  game: House.GameRecord | undefined;
  hands: NonNullable<House.Looked["hands"]>;
};

export function Settled({ settlement, before, game, hands }: Owed) {
  const name = game?.name ?? "";
  const was = new Map((before?.game === settlement.game ? before.settlements : []).map((line) => [`${line.seat} ${line.wager}`, line.net]));
  const changed = (line: House.SettledLine) => was.size > 0 && was.get(`${line.seat} ${line.wager}`) !== line.net;
  const decided = (each: House.ReadingRecord) =>
    settlement.settlements.some((line) => each.affects.includes(line.wager) && each.cites.some((cite) => citeText(cite) === line.cite));
  const readings = game?.interpretations.filter(decided).slice(0, 6) ?? [];
  const others = settlement.awards.filter((award) => award.kind !== "envy");
  const seats = Object.keys(settlement.seats).length;
  const isSample = (line: House.SettledLine) =>
    game?.paytables.some((table) => table.status === "sample" && settlement.game.includes(`${line.wager}=${table.id}`));
  return (
    <>
      <div class="sum">
        <Tag {...WON} words={settlement.void ? "Void" : "Complete"} />
        {softly(settlement.void ? settlement.void.reason : `${seats} ${seats === 1 ? "seat" : "seats"}, every decision made`)}
        <span class="net">
          <span class="label">House</span>
          <b class={netClass(settlement.house.net)}>{signed(settlement.house.net)}</b>
        </span>
      </div>
      <table class="st">
        <thead>
          <tr>
            <th>Wager</th>
            <th class="num">Stake</th>
            <th>Result</th>
            <th class="num">Net</th>
            <th>Why, and by which rule</th>
          </tr>
        </thead>
        {Object.entries(settlement.seats).map(([seat, { net }]) => {
          const lines = settlement.settlements.filter((line) => String(line.seat) === seat);
          const awards = settlement.awards.filter((award) => String(award.seat) === seat && award.kind === "envy");
          return (
            <tbody key={seat}>
              <tr class="g">
                <th colSpan={5} scope="rowgroup">
                  <span class="seat-head">
                    <b>Seat {seat}</b>
                    <Held hand={hands.find((each) => each.slot === `seat ${seat}`)} />
                    <b class={netClass(net)}>{signed(net)}</b>
                    <span class="soft">{say`net of ${lines.length} ${lines.length === 1 ? "line" : "lines"}`}</span>
                  </span>
                </th>
              </tr>
              {lines.map((line) => (
                <tr key={line.wager} class={changed(line) ? "changed" : ""}>
                  <td>{titleOf(game, line.wager)}</td>
                  <td class="num">{/^0(\.0+)?$/.test(line.stake) ? "–" : group(line.stake)}</td>
                  <td>
                    <Outcome line={line} />
                  </td>
                  <td class={`num ${netClass(line.net)}`}>{bold(signed(line.net))}</td>
                  <td>
                    {say`${tens(line.why)} ${isSample(line) && [<Sample key="sample" />, " "]}${<Citation game={name} text={line.cite} />}`}
                    {changed(line) && noted(` was ${signed(was.get(`${line.seat} ${line.wager}`) ?? "0")}`)}
                  </td>
                </tr>
              ))}
              {awards.map((award) => (
                <tr key={award.event + award.amount}>
                  <td>Envy</td>
                  <td class="num">–</td>
                  <td>
                    <Tag {...WON} words="Won" />
                  </td>
                  <td class="num win-t">{bold(signed(award.amount))}</td>
                  <td>{awardWords(award)}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
      {others.length > 0 && (
        <Reads title="Awards">
          {others.map((award) => (
            <li key={`${award.seat}${award.wager}${award.kind}`}>
              {say`${award.seat === "dealer" ? "Dealer" : `Seat ${award.seat}`}: ${awardWords(award)}, ${bold(group(award.amount))}`}
            </li>
          ))}
        </Reads>
      )}
      {readings.length > 0 && (
        <Reads title="Readings on these rules">
          {readings.map((each) => (
            <li key={each.id}>
              {say`${anchor(`/handbook/${name}#reading-${each.id}`, each.id)} ${each.answer} ${muted(`${capital(each.confidence)} confidence.`)}`}
              {each.cites.map((cite) => say` ${<Citation game={name} text={citeText(cite)} />}`)}
            </li>
          ))}
        </Reads>
      )}
      <p class="note reads">{say`${settlement.game} · game ${mono(settlement.game_hash.slice(0, 12))}`}</p>
    </>
  );
}

const Reads = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="reads">
    <h2 class="h3">{title}</h2>
    <ul>{children}</ul>
  </div>
);
