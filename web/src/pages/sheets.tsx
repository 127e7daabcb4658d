// Par sheets, live: every figure is the house's, exact, and the address holds the whole configuration.

import { h, type JSX } from "preact";
import { useAsked } from "../api";
import type { GameRecord as Game, SheetRecord as Sheet, SheetPay as SheetRow, SheetWager } from "../api-types";
import { capital, count, fixed, fraction, hundredfold, percent, tens } from "../format";
import { Readings, Sample } from "../parts/cites";
import { Controls } from "../parts/controls";
import { gamePage, type Picked } from "../parts/gamepick";
import { Button, Figure, Later, Rows, Sheaf, useRested } from "../parts/pieces";
import { Notice, Refused, Waiting } from "../parts/states";
import { say } from "../parts/words";
import { place } from "../router";
import { question, readChoice, tablesOf } from "../sheet";

/** A drawing of the house's document model, built element by element: no markup is ever trusted. */
type Tree = [string, Record<string, string>, ...(Tree | string)[]];
const KNOWN = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "tspan", "title", "polyline", "polygon"]);

/** The drawing's own title. */
function titleOf(tree: Tree): string | undefined {
  for (const child of tree.slice(2)) if (Array.isArray(child) && child[0] === "title") return String(child[2]);
  return undefined;
}

function drawn(tree: Tree, key: number, label?: string): JSX.Element {
  const [name, attributes, ...children] = tree;
  const safe = Object.fromEntries(Object.entries(attributes).filter(([attribute]) => !/^(on|href|style|xlink)/i.test(attribute)));
  // A minus is a minus.
  const inner = children.map((child, place) => (typeof child === "string" ? child.replace(/^-(?=\d)/, "−") : drawn(child, place)));
  return h(KNOWN.has(name) ? name : "g", { ...safe, key, ...(name === "svg" ? { class: "plot", "aria-label": label } : {}) }, inner);
}

type Drawings = { drawings: { section: string; caption: string; drawing: Tree }[] };

function Sheets({ picked }: { picked: Picked }) {
  const { game } = picked;
  const choice = readChoice(place.value.query, picked);
  const wager = game.wagers.find((each) => each.id === choice.wager);
  const tables = tablesOf(game, wager, choice.keys.edition);
  const table = tables.find(({ id }) => id === choice.table)?.table ?? tables[0]?.table;
  const isJackpot = wager?.kind === "jackpot";
  const asked = useRested(question(game, choice, table ? choice.table : "", isJackpot), 40);
  const against = useRested(choice.against ? question(game, choice, choice.against, isJackpot) : "", 40);
  const sheet = useAsked<Sheet>(`/sheet?${asked}&luck=false`);
  const other = useAsked<Sheet>(against ? `/sheet?${against}&luck=false` : null);
  // What follows from the counts comes at once; what luck does over many rounds takes longer and is drawn when it is known.
  const counts = useAsked<Drawings>(`/sheet?${asked}&format=drawings&luck=false`);
  const whole = useAsked<Drawings>(useRested(`/sheet?${asked}&format=drawings`, 350));
  const plots = whole.waiting || whole.problem ? counts : whole;
  const figures = sheet.value?.wagers.find((each) => each.wager === choice.wager);
  const compared = against ? other.value?.wagers.find((each) => each.wager === choice.wager) : undefined;
  const unsolved = sheet.value?.unsolved.find((each) => each.wager === choice.wager);
  return (
    <main class="pg">
      <Controls picked={picked} choice={choice} table={table} figures={figures} />
      <div class={sheet.waiting ? "pm is-waiting" : "pm"} aria-busy={sheet.waiting}>
        <div class="hd">
          <div>
            <h1 tabIndex={-1}>{wager && wager.kind !== "base" ? wager.title : game.title}</h1>
            <p class="mono soft spec">{sheet.value?.game ?? game.configuration}</p>
          </div>
          <div class="tools">
            {wager && wager.kind !== "base" && (
              <Button to={`/design/${game.name}?wager=${wager.id}${choice.table ? `&like=${choice.table}` : ""}`} words="Design" />
            )}
            {(["pdf", "xlsx", "csv", "json"] as const).map((format) => (
              <Button key={format} to={`/api/v1/sheet?${asked}&format=${format}&download=true`} download words={format.toUpperCase()} />
            ))}
          </div>
        </div>
        {sheet.problem && <Refused problem={sheet.problem} />}
        {unsolved && <Notice title="Not solved yet.">{unsolved.why}</Notice>}
        {figures && <Figures figures={figures} compared={compared} against={choice.against} isJackpot={isJackpot} />}
        {!figures && !sheet.problem && !unsolved && <Waiting rows={8} />}
        <div class="plots">
          {(figures || unsolved) &&
            plots.value?.drawings.slice(0, 4).map((each) => (
              <Later key={each.caption}>
                {() => (
                  <section class="panel">
                    <h2>{titleOf(each.drawing) ?? each.caption}</h2>
                    {drawn(each.drawing, 0, each.caption)}
                  </section>
                )}
              </Later>
            ))}
        </div>
        {whole.waiting && figures && (
          <p class="note" role="status">
            Sessions and bankroll are being worked out…
          </p>
        )}
        {sheet.value && <Footer sheet={sheet.value} figures={figures} game={game} />}
      </div>
    </main>
  );
}

export default gamePage("/sheets", "par sheet", Sheets, () => true);

/** A class of hands, whose ranks stay on one line. */
const unbroken = (hand: string) => tens(hand).replace(/-(?=\w+(-|$))/g, "-\u2060");

type Shown = { figures: SheetWager; compared: SheetWager | undefined; against: string; isJackpot: boolean };

function Figures({ figures, compared, against, isJackpot }: Shown) {
  const total = figures.total ?? "0";
  const { house_edge: edge, top_award: award, hit_frequency: hit, meters, strategy } = figures;
  const push = Number(figures.push_frequency ?? 0);
  const top = award?.one_in ?? meters?.[0]?.one_in;
  const even = figures.break_even_meter;
  const risk = isJackpot ? figures.fixed_return : figures.element_of_risk;
  const shown: [title: string, value: string, note: string][] = [
    ["House edge", percent(edge?.percent), edge ? `${fraction(edge.fraction)}, exact` : "needs a meter, or a seed and a rate"],
    [isJackpot ? "Fixed return" : "Element of risk", percent(risk?.percent), fraction(risk?.fraction)],
    isJackpot ? ["Break-even meter", even ? `$${fixed(even, 2)}` : "–", "top meter"] : ["Deals counted", short(total), count(total)],
    ["Top award", top ? `1 in ${fixed(top, 0)}` : "–", award ? `net ${award.net.replace("-", "−")}` : "the top meter"],
    ["Hit frequency", hit ? percent(String(Number(hit) * 100)) : "–", push ? `pushes ${percent(String(push * 100), 2)}` : "no pushes"],
    ["Standard deviation", fixed(figures.standard_deviation, 4), "per unit wagered"],
  ];
  const beside = (row: SheetRow) => compared?.pays.find((each) => (row.row ? each.row === row.row : each.event === row.event));
  const returned = (row: SheetRow | undefined) => (row?.return ? percent(hundredfold(row.return.decimal)) : "–");
  const other = (row: SheetRow) => beside(row)?.count;
  return (
    <>
      <section class="panel figs" aria-label="Key figures">
        {shown.map(([title, value, note]) => (
          <Figure key={title} title={title} value={value} note={note} />
        ))}
      </section>
      <Sheaf title="Every outcome" note={`${count(total)} deals counted, exact`}>
        <Rows
          of={figures.pays}
          id={(row, at) => `${row.event}${at}`}
          columns={[
            ["Event", (row) => (row.row === null ? capital(row.event) : row.event)],
            ["Pays", paysOf, "num"],
            ["Combinations", (row) => count(row.count), "num"],
            ["Probability", (row) => fixed(row.probability, 10), "num"],
            ["1 in", (row) => fixed(row.one_in, 2), "num"],
            ["Return", returned, "num"],
            compared && [`${against.replace(/^PT-/, "")} comb.`, (row) => (other(row) ? count(other(row) ?? "0") : "–"), "num cmp"],
            compared && ["Return", (row) => returned(beside(row)), "num cmp"],
          ]}
          foot={edge ? [["House edge", "", count(total), 1, "", percent(edge.percent), ...(compared ? besides(compared) : [])]] : undefined}
        />
      </Sheaf>
      {strategy && strategy.stretches.length > 0 && (
        <Sheaf kind="strat" title="How to play" note="the best bet for every class of hand">
          <Rows
            of={strategy.stretches.slice(0, 24)}
            id={(each) => each.from}
            columns={[
              ["From", (each) => unbroken(each.from)],
              ["To", (each) => unbroken(each.to)],
              ["Hands", (each) => count(each.hands), "num"],
              ["Best", (each) => each.best ?? "the other cards decide"],
            ]}
          />
        </Sheaf>
      )}
    </>
  );
}

const besides = ({ total, house_edge: edge }: SheetWager) => [count(total ?? "0"), percent(edge?.percent)];

/** A row without a hand of its own is told by what it brings: a win or a loss of so many units. */
function paysOf(row: SheetRow): string {
  const sign = row.row !== null || row.pays === "0" ? "" : row.event.startsWith("win") ? "+" : row.event.startsWith("lose") ? "−" : "";
  return `${/^\d/.test(row.pays) ? sign : ""}${row.pays.replace(/^-/, "−")}`;
}

const raised = (power: number): string => [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

function short(total: string): string {
  const power = total.length - 1;
  return power < 9 ? count(total) : `${total.charAt(0)}.${total.slice(1, 3)} × 10${raised(power)}`;
}

const Footer = ({ sheet, figures, game }: { sheet: Sheet; figures: SheetWager | undefined; game: Game }) => (
  <p class="note">
    {sheet.tables
      .filter(({ status }) => status === "sample")
      .map(({ id }) => (
        <span key={id}>{say`${<Sample words={`${id}: sample`} />} `}</span>
      ))}
    {figures?.notes.map((each) => (
      <span key={each}>{capital(each)}. </span>
    ))}
    {sheet.interpretations.length > 0 && say`Readings: ${<Readings game={game.name} of={sheet.interpretations} />}`}
    Rulebook <span class="mono">{sheet.game_hash.slice(0, 8)}</span>, software {sheet.software}.
  </p>
);
