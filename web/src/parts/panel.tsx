// Beside the felt: advice, payments with their reasons and rules, the rules, earlier rounds, and everything as text.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ask, Problem, useAsked } from "../api";
import type * as House from "../api-types";
import type { Disclosure, Proof } from "../fairness";
import { capital, fixed, fraction, money, signed, signedMoney, tens } from "../format";
import { type Desk, isWagering } from "../pages/table";
import { decisionsOf } from "../table";
import { type Advice, Clock } from "./bench";
import { InlineCard, plain } from "./cards";
import { Citation, Readings, Sample } from "./cites";
import { ACTION, Button, Ends, LOST, Rows, Tag, WON } from "./pieces";
import { Replay } from "./replay";
import { netClass, Outcome } from "./ruling";
import { Empty, Notice, Waiting } from "./states";
import { TextView } from "./textview";
import { Against, Values } from "./values";
import { mono, muted, noted, say } from "./words";

export default function SidePanel({ desk }: { desk: Desk }) {
  const wagers = desk.view.phase === "wagers" && !!desk.view.you;
  const { [wagers ? "Advice" : "Wagers"]: _, ...shown } = { Wagers, Advice: AdviceTab, Payments, Rules, History, "Text view": TextView };
  const tabs = Object.entries(shown);
  const [current, Shown] = tabs.find(([name]) => name === desk.tab) ?? tabs[0] ?? ["", Rules];
  return (
    <aside class="side">
      <div class="tabs" role="tablist" aria-label="Beside the table">
        {tabs.map(([name]) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === current}
            aria-controls="tabpanel"
            onClick={() => desk.open(name)}>
            {name}
          </button>
        ))}
      </div>
      <div class="body" role="tabpanel" id="tabpanel" aria-labelledby={`tab-${current}`} tabIndex={0}>
        <Shown desk={desk} />
      </div>
    </aside>
  );
}

function Wagers({ desk }: { desk: Desk }) {
  const { layout, slip, view } = desk;
  const own = isWagering(desk) ? slip : (view.seats.find((seat) => seat.you)?.wagers ?? {});
  const total = Object.values(own).reduce((sum, each) => sum + each, 0);
  return (
    <>
      <section>
        <Ends left={<b class="h2">Place your wagers</b>} right={<Clock desk={desk} />} />
        <p class="soft">
          Pick a chip, then a spot; a spot takes a chip more with each press, one less with <kbd>⌫</kbd>, the minus or a right click.{" "}
          {layout.rules[0]?.text} <Citation game={layout.game} text={layout.rules[0]?.cite ?? ""} />
        </p>
      </section>
      <section>
        <Rows
          of={layout.spots.filter((spot) => spot.kind !== "follow")}
          id={(spot) => spot.wager}
          columns={[
            ["Wager", (spot) => [spot.title, spot.sample && <br key="br" />, spot.sample && <Sample key="sample" />]],
            ["Limits", limitsOf, "num soft"],
            [
              "House edge",
              (spot) => <SpotEdge desk={desk} wager={spot.wager} table={spot.paytable} jackpot={spot.kind === "jackpot"} />,
              "num",
            ],
            ["Yours", (spot) => <b>{own[spot.wager] ? money(own[spot.wager] ?? 0) : "–"}</b>, "num"],
          ]}
        />
        <p class="total">
          <span>On the layout</span>
          <span>{money(total)}</span>
        </p>
      </section>
      <Company desk={desk} />
      {layout.awards.map((award) => (
        <section key={award.title}>
          <h3>What the {award.title} pays, without a wager</h3>
          <PayRows of={award.rows} />
          <p class="note">{award.text}</p>
        </section>
      ))}
      <p class="note">
        Deck committed to before the bets: <span class="mono">{view.commitment.root?.slice(0, 16)}…</span> game{" "}
        <span class="mono">{layout.game_hash.slice(0, 8)}</span>
      </p>
    </>
  );
}

const limitsOf = ({ minimum, maximum }: House.LayoutSpot): string =>
  minimum === maximum ? `${plain(minimum)}, fixed` : `${plain(minimum)} to ${plain(maximum)}`;

const PayRows = ({ of }: { of: readonly House.LayoutRow[] }) => (
  <Rows
    of={of}
    id={(row) => row.event}
    columns={[
      ["", (row) => row.label],
      ["", (row) => row.pays, "num"],
    ]}
  />
);

/** Bots come and go while wagers are open; those of the house stay when you leave. */
function Company({ desk: { view, run, layout } }: { desk: Desk }) {
  const bots = view.seats.filter((seat) => seat.bot);
  return (
    <section>
      <Ends
        left={<b>Company</b>}
        right={<Button kind="small" disabled={!view.seats.some((seat) => seat.open)} press={() => run("bot", {})} words="Add a bot" />}
      />
      {bots.length > 0 && (
        <ul class="receipt company">
          {bots.map((seat) => (
            <li key={seat.seat}>
              <span class="w">
                {seat.name} <span class="muted">seat {seat.seat}</span>
              </span>
              <button class="btn quiet small" onClick={() => void run("dismiss", { seat: seat.seat })}>
                Send away<span class="sr"> {seat.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="note">{bots.length ? `${capital(layout.bots)}.` : "Nobody but people sits here."}</p>
    </section>
  );
}

function SpotEdge({ desk, wager, table, jackpot }: { desk: Desk; wager: string; table: string | null; jackpot: boolean }) {
  const query = new URLSearchParams({ game: desk.layout.configuration, wager });
  if (table && jackpot)
    for (const meter of desk.view.meters)
      if (meter.wager === wager) query.append("meter", `${wager}:${meter.level}=${(Math.round(meter.cents / 10000) * 100).toFixed(2)}`);
  const found = useAsked<House.EdgeRecord>(`/edge?${query}`);
  const none = found.problem instanceof Problem && found.problem.code === "not_solved" ? "not solved" : "–";
  if (found.problem) return <span class="muted" title={found.problem.message} children={none} />;
  return <>{found.value?.house_edge ? `${fixed(found.value.house_edge.percent, 4)} %` : "…"}</>;
}

function AdviceTab({ desk }: { desk: Desk }) {
  const { view, layout, advice } = desk;
  const mine = view.turn && view.you && view.turn.seat === view.you.seat;
  if (!mine)
    return (
      <>
        <Order desk={desk} />
        <Empty title={view.you ? "No decision is yours now" : "You are watching"}>
          {view.turn ? `Seat ${view.turn.seat} is to act.` : "Advice appears with your next decision."}
        </Empty>
        <Made desk={desk} />
      </>
    );
  const values = advice.value?.values ?? [];
  const solved = values.filter((each) => each.value);
  const best = solved.find((each) => each.best);
  return (
    <>
      <section>
        <Ends left={<b class="h2">Your decision</b>} right={<Clock desk={desk} />} />
        {advice.value && <b>{capital(tens(advice.value.hand))}</b>}
        <p class="soft">{say`${view.turn?.text} ${<Citation game={layout.game} text={view.turn?.cite ?? ""} />}`}</p>
      </section>
      <section aria-live="polite">
        <Ends
          left={<b>What each action is worth</b>}
          right={noted(`in base wagers${advice.value?.notes?.length ? "" : ", whole round"}`)}
        />
        {advice.problem ? (
          <Notice title="No advice for this hand.">
            {advice.problem instanceof Problem ? capital(advice.problem.message) : "The house cannot be reached."}
          </Notice>
        ) : !advice.value || advice.waiting ? (
          <Waiting rows={3} />
        ) : (
          <Values
            worths={values.map(({ action, value, cost, best }) => ({
              action,
              value: value?.decimal ?? null,
              cost: cost?.decimal ?? null,
              best,
            }))}
          />
        )}
        {advice.value?.notes?.map((note) => (
          <p key={note} class="note">
            {capital(note)}
          </p>
        ))}
        {best?.value && (
          <p class="note">
            {known(advice.value)}, on {advice.value?.on}. {capital(best.action).replace(/(\d)x$/, "$1×")} is{" "}
            {told(best.value, advice.value?.method)} of a base wager.
          </p>
        )}
      </section>
      {advice.value?.counts && !advice.waiting && <Against counts={advice.value.counts} />}
      <Order desk={desk} />
      <Made desk={desk} />
    </>
  );
}

/** A value with only the digits that are known. */
function told(worth: House.Exact, method: string | undefined): string {
  if (method === "exact" && worth.fraction && worth.fraction.length < 40) return fraction(worth.fraction.replace(/\/1$/, ""));
  return fixed(worth.decimal, method === "estimated" ? 4 : 8);
}

/** How the values were found: counted, solved to a bound, or sampled. */
function known(advice: Advice | undefined): string {
  if (advice?.method === "estimated") return `Estimated, standard error ${advice.standard_error}`;
  return advice?.method === "floating point" ? "Solved to nine digits" : "Exact";
}

/** A game for a pot: who acts when, with what, and how each stands. */
function Order({ desk }: { desk: Desk }) {
  const { view } = desk;
  const felt = view.felt;
  const pot = felt?.pot;
  if (!felt || !pot) return null;
  return (
    <section>
      <h3>Order of action</h3>
      <ol class="order">
        {pot.order.map((number) => {
          const on = felt.seats.find((seat) => seat.seat === number);
          const name = number === view.you?.seat ? "You" : (view.seats.find((seat) => seat.seat === number)?.name ?? `Seat ${number}`);
          const words = tens(on?.hands[0]?.words ?? "");
          const did = on?.acting ? "to act" : ((on && decisionsOf(on).at(-1)) ?? "waits");
          const stands = pot.lost[number] ?? (pot.leads.includes(number) ? "leads" : did);
          return (
            <li key={number} class={on?.acting ? "now" : pot.lost[number] ? "out" : ""}>
              <b>{name}</b>
              <span>{[words, stands].filter(Boolean).join(", ")}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Made({ desk }: { desk: Desk }) {
  const lists: [string, House.TableView["made"]][] = [
    ["Settled and paid already", desk.view.made.filter((each) => each.paid)],
    ["Already decided by the cards you see", desk.view.made.filter((each) => !each.paid)],
  ];
  return lists.map(
    ([title, lines]) =>
      lines.length > 0 && (
        <section key={title}>
          <h3>{title}</h3>
          <ul class="receipt">
            {lines.map(({ wager, title: called, net, words, cite }) => (
              <Line
                key={wager}
                game={desk.layout.game}
                what={called}
                look={net === null ? "" : signOf(net)}
                net={net === null ? "" : signedMoney(net)}
                why={tens(words)}
                cite={cite}
              />
            ))}
          </ul>
        </section>
      ),
  );
}

/** What a sign is drawn in. */
const signOf = (net: number) => (net < 0 ? "lose-t" : net > 0 ? "win-t" : "");

type Lined = { game: string; what: ComponentChildren; net: string; look: string; why: string; cite?: string };

/** A line of a receipt: what it is for, what it came to, and why. */
const Line = ({ game, what, net, look, why, cite }: Lined) => (
  <li>
    <span class="w">{what}</span>
    <span class={`a ${look}`}>{net}</span>
    <span class="why">
      {why} {cite !== undefined && <Citation game={game} text={cite} />}
    </span>
  </li>
);

/** What the clock decided for a seat, as a sentence; empty where it decided everything itself. */
function clockWords(round: House.FinishedView, number: number): string {
  const on = round.felt.seats.find((seat) => seat.seat === number);
  const words = on?.by_clock.map((at) => on.decisions[at]).join(", then ");
  return words ? `No decision came in time: ${words}.` : "";
}

function Payments({ desk }: { desk: Desk }) {
  const last = desk.view.last;
  if (!last) return <Empty title="No round is settled yet">Payments appear here with the rule that orders each.</Empty>;
  return <Receipt round={last} desk={desk} />;
}

export function Receipt({ round, desk }: { round: House.FinishedView; desk: Desk }) {
  const seat = desk.view.you?.seat;
  const mine = seat !== undefined && round.nets[seat] !== undefined ? seat : undefined;
  const seats = mine !== undefined ? [mine] : Object.keys(round.nets).map(Number);
  const [proof, setProof] = useState<Proof | null>(null);
  const published = desk.published[round.number] ?? null;
  const verify = () => {
    const opened = ask<{ transcript: { commitment?: Disclosure } }>(`/tables/${desk.layout.table}/rounds/${round.number}`);
    Promise.all([opened, import("../fairness")]).then(
      ([{ transcript }, { prove }]) => setProof(prove(transcript.commitment, published, round)),
      () => setProof({ proved: false, cards: 0, why: "the round could not be loaded" }),
    );
  };
  const title = (wager: string) =>
    desk.layout.spots.find((spot) => spot.wager === wager)?.title ??
    desk.layout.awards.find((award) => award.title.toLowerCase().replaceAll(" ", "_") === wager)?.title ??
    capital(wager.replaceAll("_", " "));
  /** Where a bet became several hands a line is called by its hand. */
  const called = (number: number, wager: string) => {
    const hands = round.felt.seats.find((each) => each.seat === number)?.hands ?? [];
    const at = hands.findIndex((hand) => wager in (hand.stakes ?? {}));
    const doubled = Object.keys(hands[at]?.stakes ?? {})[0] === wager ? "" : ", doubled";
    return hands.length > 1 && at >= 0 ? `Hand ${at + 1}${doubled}` : title(wager);
  };
  return (
    <>
      {seats.map((number) => {
        const lines = round.lines.filter((line) => line.seat === number);
        const envy = round.awards.filter((award) => award.seat === number && award.kind === "envy");
        const net = round.nets[number] ?? 0;
        const staked = lines.reduce((sum, line) => sum + Math.round(Number(line.stake) * 100), 0);
        return (
          <section key={number}>
            <Ends
              left={
                <div>
                  <b class="h2">{mine !== undefined ? `Round ${round.number}` : `Seat ${number}, ${round.names[number] ?? ""}`}</b>
                  <p class="soft">{`Staked ${money(staked)}, handed back ${money(staked + net)}.`}</p>
                </div>
              }
              right={
                <div class="netbox">
                  <span class="label">Net</span>
                  <b class={signOf(net)}>{signedMoney(net)}</b>
                </div>
              }
            />
            {round.void && <Notice title="The round is void.">{round.void}</Notice>}
            {clockWords(round, number) && <Notice title="The clock decided here.">{clockWords(round, number)}</Notice>}
            <ul class="receipt">
              {lines.map((line) => (
                <Line
                  key={line.wager}
                  game={desk.layout.game}
                  what={say`${called(number, line.wager)} ${muted(Number(line.stake) ? line.stake : "")} ${<Outcome line={line} />}`}
                  look={netClass(line.net)}
                  net={signed(line.net)}
                  why={tens(line.why)}
                  cite={line.cite}
                />
              ))}
              {envy.map(({ event, cents, words }) => (
                <Line
                  key={event}
                  game=""
                  what={say`Envy ${<Tag kind="won" words="another seat's hand" />}`}
                  look="win-t"
                  net={signedMoney(cents)}
                  why={capital(words)}
                />
              ))}
            </ul>
            <p class="total">
              <span>Net of {lines.length + envy.length === 1 ? "one line" : `${lines.length + envy.length} lines`}</span>
              <span class={signOf(net)}>{signedMoney(net)}</span>
            </p>
          </section>
        );
      })}
      <section>
        <p class="row wrap">
          {proof ? (
            <Tag {...(proof.proved ? WON : LOST)} words={proof.proved ? "Deal proved" : "Not proved"} />
          ) : (
            <Button kind="small" press={verify} words="Verify the deal" />
          )}
          {noted(proof ? `${proof.cards} cards; ${proof.why}` : say`root ${mono(`${round.root?.slice(0, 12)}…`)}`)}
        </p>
        <p class="note">
          game <span class="mono">{round.game_hash.slice(0, 8)}</span> ·{" "}
          <a href={`/adjudicator?table=${desk.layout.table}&round=${round.number}`}>open in the adjudicator</a> ·{" "}
          <a href={`/api/v1/tables/${desk.layout.table}/rounds/${round.number}`}>transcript</a>
        </p>
      </section>
    </>
  );
}

function Rules({ desk }: { desk: Desk }) {
  const { layout } = desk;
  return (
    <>
      <section>
        <b class="h2">{layout.title}</b>
        <p class="soft">{layout.summary}</p>
      </section>
      <section>
        <ul class="rulelist">
          {layout.rules.map((rule) => (
            <li key={rule.text}>{say`${rule.text} ${<Citation game={layout.game} text={rule.cite} />}`}</li>
          ))}
        </ul>
      </section>
      {layout.spots
        .filter((spot) => spot.rows.length)
        .map((spot) => (
          <section key={spot.wager}>
            <Ends left={<b>{spot.title}</b>} right={<span class="mono soft">{spot.paytable}</span>} />
            {spot.sample && <Sample words="Sample: not the maker's table" />}
            <PayRows of={spot.rows} />
          </section>
        ))}
      <section>
        <p class="note">
          Whoever does not decide in time stays in where that is free, and gives up the hand where it is not. After three such rounds the
          seat is open again. Bots: {layout.bots}. The layout is our drawing
          {layout.readings.length ? "; about its words: " : ". "}
          {layout.readings.length > 0 && <Readings game={layout.game} of={layout.readings} />}
          <a href={`/handbook/${layout.game}`}>The whole handbook</a>
        </p>
      </section>
    </>
  );
}

function History({ desk }: { desk: Desk }) {
  const { layout, view } = desk;
  const [open, setOpen] = useState<number | null>(null);
  const found = useAsked<House.FinishedLines>(`/tables/${layout.table}/rounds?before=${view.round + 1}`);
  const one = useAsked<House.ArchivedRound>(open === null ? null : `/tables/${layout.table}/rounds/${open}`);
  if (open !== null && one.value?.seen.number === open)
    return (
      <>
        <Button kind="quiet small" press={() => setOpen(null)} words="Back to all rounds" />
        <Replay desk={desk} number={open} />
        <Receipt round={one.value.seen} desk={desk} />
      </>
    );
  if (!found.value) return <Waiting rows={5} />;
  if (!found.value.rounds.length) return <Empty title="No round has been played here yet" />;
  const seat = view.you?.seat ?? 0;
  const net = ({ void: isVoid, nets }: House.FinishedLine) =>
    isVoid ? "void" : !seat ? Object.keys(nets).length : nets[seat] === undefined ? "–" : signedMoney(nets[seat] ?? 0);
  const hands = ({ hands: all, at: when }: House.FinishedLine) =>
    seat && all[seat] ? (
      all[seat].map((hand, at) => (
        <span key={at} class="past">
          <span class="cards">
            {hand.cards.map((card, place) => (
              <InlineCard key={place} card={card} width={20} />
            ))}
          </span>{" "}
          <span class="note">{capital(tens(hand.words))}</span>
        </span>
      ))
    ) : (
      <span class="note">{new Date(when * 1000).toLocaleTimeString()}</span>
    );
  return (
    <Rows
      of={found.value.rounds}
      id={(round) => round.number}
      columns={[
        ["Round", (round) => round.number],
        [seat ? "Your hand" : "Settled", hands],
        [seat ? "Your net" : "Seats", net, "num"],
        [
          ACTION,
          ({ number }) => <Button kind="quiet small" aria-label={`Open round ${number}`} press={() => setOpen(number)} words="Open" />,
          "num",
        ],
      ]}
    />
  );
}
