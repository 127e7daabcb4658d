// What is owed: one line a wager, its reason and its rule, what changed since the last ruling, and the readings behind it.
import type {
  SettledAward as Award,
  GameRecord as Game,
  SettledLine as Line,
  Looked,
  ReadingRecord as Reading,
  SettlementRecord as Settlement,
} from "../api-types";
import { citeText } from "../book";
import { capital, group, signed, tens } from "../format";
import { InlineCards } from "./cards";
import { Citation, Sample } from "./cites";
import { LOST, Tag, WON } from "./pieces";
import { Empty, Notice, Refused } from "./states";

const OUTCOMES: Record<string, Parameters<typeof Tag>[0]> = {
  win: { ...WON, words: "Won" },
  bonus: { ...WON, words: "Bonus" },
  push: { mark: "push", words: "Push" },
  fold: { ...LOST, words: "Folded" },
  lose: { ...LOST, words: "Lost" },
};

export const Outcome = ({ line: { outcome } }: { line: Pick<Line, "outcome"> }) => (
  <Tag {...(OUTCOMES[outcome] ?? { ...LOST, words: capital(outcome) })} />
);

export const netClass = (net: string): string => (net.startsWith("-") ? "lose-t" : /^0(\.0+)?$/.test(net) ? "" : "win-t");

export function titleOf(game: Game | undefined, wager: string): string {
  return game?.wagers.find((each) => each.id === wager)?.title ?? capital(wager.replaceAll("_", " "));
}

export function awardWords(award: Award): string {
  const share = award.percent ? `${award.percent} % of level ${award.level}, ` : "";
  return `${capital(award.kind.replaceAll("_", " "))}: ${share}${award.event.replaceAll("_", " ")}`;
}

type Ruled = { looked: Looked | null; before: Looked | null; problem: Error | null; game: Game | undefined };

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

function Open({ looked, problem }: { looked: Looked | null; problem: Error | null }) {
  const needs = looked?.needs;
  if (!needs && !problem) return <Empty title="Nothing to rule on yet">Give the first seat its wagers and cards.</Empty>;
  return (
    <div class="sum">
      {problem ? (
        <Refused problem={problem} />
      ) : needs?.kind === "decision" ? (
        <Notice title={`Seat ${needs.seat} decides.`}>
          {needs.words} <span class="cite">{needs.cite}</span>
        </Notice>
      ) : (
        <Notice title={`Cards are missing at ${needs?.slot}.`}>
          {needs?.words.includes("no cards") ? `It takes ${needs.cards}.` : capital(needs?.words ?? "")}
        </Notice>
      )}
    </div>
  );
}

/** A hand with what players call it. */
export const Held = ({ hand }: { hand: { cards: string; words: string } | undefined }) =>
  hand ? (
    <>
      <span class="held">
        <InlineCards cards={hand.cards} width={24} />
      </span>
      <span class="soft">{hand.words}</span>
    </>
  ) : null;

type Owed = { settlement: Settlement; before: Settlement | null; game: Game | undefined; hands: NonNullable<Looked["hands"]> };

export function Settled({ settlement, before, game, hands }: Owed) {
  const name = game?.name ?? "";
  const was = new Map((before?.game === settlement.game ? before.settlements : []).map((line) => [`${line.seat} ${line.wager}`, line.net]));
  const changed = (line: Line) => was.size > 0 && was.get(`${line.seat} ${line.wager}`) !== line.net;
  const decided = (each: Reading) =>
    settlement.settlements.some((line) => each.affects.includes(line.wager) && each.cites.some((cite) => citeText(cite) === line.cite));
  const readings = game?.interpretations.filter(decided).slice(0, 6) ?? [];
  const isSample = (line: Line) =>
    game?.paytables.some((table) => table.status === "sample" && settlement.game.includes(`${line.wager}=${table.id}`));
  return (
    <>
      <div class="sum">
        <Tag {...WON} words={settlement.void ? "Void" : "Complete"} />
        <span class="soft">
          {settlement.void
            ? settlement.void.reason
            : `${Object.keys(settlement.seats).length} ${Object.keys(settlement.seats).length === 1 ? "seat" : "seats"}, every decision made`}
        </span>
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
                    <span class="soft">
                      net of {lines.length} {lines.length === 1 ? "line" : "lines"}
                    </span>
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
                  <td class={`num ${netClass(line.net)}`}>
                    <b>{signed(line.net)}</b>
                  </td>
                  <td>
                    {tens(line.why)}{" "}
                    {isSample(line) && (
                      <>
                        <Sample />{" "}
                      </>
                    )}
                    <Citation game={name} text={line.cite} />
                    {changed(line) && <span class="note"> was {signed(was.get(`${line.seat} ${line.wager}`) ?? "0")}</span>}
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
                  <td class="num win-t">
                    <b>{signed(award.amount)}</b>
                  </td>
                  <td>{awardWords(award)}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
      {settlement.awards.filter((award) => award.kind !== "envy").length > 0 && (
        <div class="reads">
          <h2 class="h3">Awards</h2>
          <ul>
            {settlement.awards
              .filter((award) => award.kind !== "envy")
              .map((award) => (
                <li key={`${award.seat}${award.wager}${award.kind}`}>
                  {award.seat === "dealer" ? "Dealer" : `Seat ${award.seat}`}: {awardWords(award)}, <b>{group(award.amount)}</b>
                </li>
              ))}
          </ul>
        </div>
      )}
      {readings.length > 0 && (
        <div class="reads">
          <h2 class="h3">Readings on these rules</h2>
          <ul>
            {readings.map((each) => (
              <li key={each.id}>
                <a href={`/handbook/${name}#reading-${each.id}`}>{each.id}</a> {each.answer}{" "}
                <span class="muted">{capital(each.confidence)} confidence.</span>
                {each.cites.map((cite) => (
                  <>
                    {" "}
                    <Citation game={name} text={citeText(cite)} />
                  </>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="note reads">
        {settlement.game} · game <span class="mono">{settlement.game_hash.slice(0, 12)}</span>
      </p>
    </>
  );
}
