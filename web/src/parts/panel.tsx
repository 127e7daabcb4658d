// Beside the felt: advice, payments with their reasons and rules, the rules, earlier rounds, and everything as text.
import { useState } from "preact/hooks";
import { ask, Problem, useAsked } from "../api";
import type { EdgeRecord } from "../api-types";
import { prove, type Disclosure, type Proof } from "../fairness";
import { capital, count, fixed, money, signed, signedMoney, tens } from "../format";
import { isWagering, type Desk } from "../pages/table";
import type { Finished, View } from "../table";
import { Clock, useAdvice, type Advice, type DealerCounts } from "./bench";
import { plain } from "./cards";
import { Citation, Sample } from "./cites";
import { IconCheck, IconLost } from "./icons";
import { Replay } from "./replay";
import { netClass, Outcome } from "./ruling";
import { Empty, Notice, Waiting } from "./states";
import { TextView } from "./textview";

export function SidePanel({ desk }: { desk: Desk }) {
  const wagers = desk.view.phase === "wagers" && !!desk.view.you;
  const tabs = [wagers ? "Wagers" : "Advice", "Payments", "Rules", "History", "Text view"];
  const current = tabs.includes(desk.tab) ? desk.tab : tabs[0];
  return (
    <aside class="side">
      <div class="tabs" role="tablist" aria-label="Beside the table">
        {tabs.map((name) => <button key={name} role="tab" id={`tab-${name}`} aria-selected={name === current} aria-controls="tabpanel" onClick={() => desk.open(name)}>{name}</button>)}
      </div>
      <div class="body" role="tabpanel" id="tabpanel" aria-labelledby={`tab-${current}`} tabIndex={0}>
        {current === "Wagers" && <Wagers desk={desk} />}
        {current === "Advice" && <AdviceTab desk={desk} />}
        {current === "Payments" && <Payments desk={desk} />}
        {current === "Rules" && <Rules desk={desk} />}
        {current === "History" && <History desk={desk} />}
        {current === "Text view" && <TextView desk={desk} />}
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
        <p class="between"><b class="h2">Place your wagers</b><Clock desk={desk} /></p>
        <p class="soft">Pick a chip, then a spot; a spot takes a chip more with each press, one less with <kbd>⌫</kbd>, the minus or a right click. {layout.rules[0]?.text} <Citation game={layout.game} text={layout.rules[0]?.cite ?? ""} /></p>
      </section>
      <section>
        <table>
          <thead><tr><th>Wager</th><th class="num">Limits</th><th class="num">House edge</th><th class="num">Yours</th></tr></thead>
          <tbody>
            {layout.spots.filter((spot) => spot.kind !== "follow").map((spot) => (
              <tr key={spot.wager}><td>{spot.title}{spot.sample && <><br /><Sample /></>}</td><td class="num soft">{spot.minimum === spot.maximum ? `${plain(spot.minimum)}, fixed` : `${plain(spot.minimum)} to ${plain(spot.maximum)}`}</td><td class="num"><SpotEdge desk={desk} wager={spot.wager} table={spot.paytable} jackpot={spot.kind === "jackpot"} /></td><td class="num"><b>{own[spot.wager] ? money(own[spot.wager] ?? 0) : "–"}</b></td></tr>
            ))}
          </tbody>
        </table>
        <p class="total"><span>On the layout</span><span>{money(total)}</span></p>
      </section>
      {layout.awards.map((award) => (
        <section key={award.title}>
          <h3>What the {award.title} pays, without a wager</h3>
          <table><tbody>{award.rows.map((row) => <tr key={row.event}><td>{row.label}</td><td class="num">{row.pays}</td></tr>)}</tbody></table>
          <p class="note">{award.text}</p>
        </section>
      ))}
      <p class="note">Deck committed to before the bets: <span class="mono">{view.commitment.root?.slice(0, 16)}…</span> rulebook <span class="mono">{layout.rulebook_hash.slice(0, 8)}</span></p>
    </>
  );
}

function SpotEdge({ desk, wager, table, jackpot }: { desk: Desk; wager: string; table: string | null; jackpot: boolean }) {
  const query = new URLSearchParams({ game: desk.layout.configuration, wager });
  if (table && jackpot) for (const meter of desk.view.meters) if (meter.wager === wager) query.append("meter", `${wager}:${meter.level}=${(Math.round(meter.cents / 10000) * 100).toFixed(2)}`);
  const found = useAsked<EdgeRecord>(`/edge?${query}`);
  if (found.problem) return <span class="muted" title={found.problem.message}>{found.problem instanceof Problem && found.problem.code === "not_solved" ? "not solved" : "–"}</span>;
  return <>{found.value?.house_edge ? `${fixed(found.value.house_edge.percent, 4)} %` : "…"}</>;
}

function AdviceTab({ desk }: { desk: Desk }) {
  const { view, layout } = desk;
  const mine = view.turn && view.you && view.turn.seat === view.you.seat;
  const advice = useAdvice(desk);
  if (!mine) return <><Order desk={desk} /><Empty title={view.you ? "No decision is yours now" : "You are watching"}>{view.turn ? `Seat ${view.turn.seat} is to act.` : "Advice appears with your next decision."}</Empty><Made desk={desk} /></>;
  const values = advice.value?.values ?? [];
  const solved = values.filter((each) => each.value);
  const numbers = solved.map((each) => Number(each.value?.decimal));
  const low = Math.min(-0.2, ...numbers);
  const high = Math.max(0.2, ...numbers);
  const at = (value: number) => ((value - low) / (high - low)) * 100;
  const best = solved.find((each) => each.best);
  return (
    <>
      <section>
        <p class="between"><b class="h2">Your decision</b><Clock desk={desk} /></p>
        {advice.value && <b>{capital(tens(advice.value.hand))}</b>}
        <p class="soft">{view.turn?.text} <Citation game={layout.game} text={view.turn?.cite ?? ""} /></p>
      </section>
      <section aria-live="polite">
        <p class="between"><b>What each action is worth</b><span class="note">in base wagers{advice.value?.notes?.length ? "" : ", whole round"}</span></p>
        {advice.problem ? <Notice title="No advice for this hand.">{advice.problem instanceof Problem ? capital(advice.problem.message) : "The house cannot be reached."}</Notice> : !advice.value || advice.waiting ? <Waiting rows={3} /> : (
          <ul class="ev">
            {[...values].sort((a, b) => Number(b.value?.decimal ?? -99) - Number(a.value?.decimal ?? -99)).map((each) => {
              const value = Number(each.value?.decimal ?? 0);
              return (
                <li key={each.action} class={each.best ? "best" : ""}>
                  <span>{capital(each.action).replace(/(\d)x$/, "$1×")}</span>
                  <span class="t" style={{ "--zero": `${at(0)}%` }}>{each.value && <i style={{ left: `${Math.min(at(0), at(value))}%`, width: `${Math.abs(at(value) - at(0))}%` }} />}</span>
                  <span class="num">{each.value ? signed(fixed(each.value.decimal, 4).replace("−", "-")) : "not solved"}</span><span class="num muted">{each.best ? <b>best</b> : each.cost ? fixed(each.cost.decimal, 4) : ""}</span>
                </li>
              );
            })}
          </ul>
        )}
        {advice.value?.notes?.map((note) => <p key={note} class="note">{capital(note)}</p>)}
        {best?.value && <p class="note">{known(advice.value)}, on {advice.value?.on}. {capital(best.action)} is {told(best.value, advice.value?.method)} of a base wager.</p>}
      </section>
      {advice.value?.counts && !advice.waiting && <Against counts={advice.value.counts} />}
      <Order desk={desk} />
      <Made desk={desk} />
    </>
  );
}

const SHARES: [keyof DealerCounts, string, string][] = [["not_qualified", "does not qualify", "a"], ["win", "lower than yours", "b"], ["tie", "ties", "c"], ["lose", "higher", "d"]];

/** Every hand that the dealer may hold, by what it would mean. */
/** A value with only the digits that are known. */
function told(worth: { fraction: string; decimal: string }, method: string | undefined): string {
  if (method === "exact" && worth.fraction.length < 40) return worth.fraction.replace(/\/1$/, "").replace("-", "−");
  return fixed(worth.decimal, method === "estimated" ? 4 : 8);
}

/** How the values were found: counted, solved to a bound, or sampled. */
function known(advice: Advice | undefined): string {
  if (advice?.method === "estimated") return `Estimated, standard error ${advice.standard_error}`;
  return advice?.method === "floating point" ? "Solved to nine digits" : "Exact";
}

function Against({ counts }: { counts: DealerCounts }) {
  const share = (part: string) => (Number(part) / Number(counts.total)) * 100;
  const shown = SHARES.filter(([key]) => key !== "not_qualified" || counts[key] !== "0");
  return (
    <section>
      <p class="between"><b>Against all the dealer's hands</b><span class="note num">{count(counts.total)}</span></p>
      <div class="dealers" aria-hidden="true">{shown.map(([key, , tone]) => <i key={key} class={tone} style={{ width: `${share(counts[key])}%` }} />)}</div>
      <table class="dealers-t"><tbody>{shown.map(([key, words, tone]) => <tr key={key}><td><i class={tone} /> {words}</td><td class="num">{count(counts[key])}</td><td class="num muted">{share(counts[key]).toFixed(2)} %</td></tr>)}</tbody></table>
    </section>
  );
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
          const stands = pot.lost[number] ?? (pot.leads.includes(number) ? "leads" : on?.acting ? "to act" : on?.decisions.at(-1) ?? "waits");
          return <li key={number} class={on?.acting ? "now" : pot.lost[number] ? "out" : ""}><b>{name}</b><span>{[words, stands].filter(Boolean).join(", ")}</span></li>;
        })}
      </ol>
    </section>
  );
}

function Made({ desk }: { desk: Desk }) {
  const paid = desk.view.made.filter((each) => each.paid);
  const open = desk.view.made.filter((each) => !each.paid);
  return (
    <>
      {paid.length > 0 && <MadeList desk={desk} title="Settled and paid already" lines={paid} />}
      {open.length > 0 && <MadeList desk={desk} title="Already decided by the cards you see" lines={open} />}
    </>
  );
}

function MadeList({ desk, title, lines }: { desk: Desk; title: string; lines: View["made"] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul class="receipt">
        {lines.map((each) => <li key={each.wager}><span class="w">{each.title}</span><span class={`a ${each.net === null ? "" : each.net < 0 ? "lose-t" : "win-t"}`}>{each.net === null ? "" : signedMoney(each.net)}</span><span class="why">{tens(each.words)} <Citation game={desk.layout.game} text={each.cite} /></span></li>)}
      </ul>
    </section>
  );
}

function Payments({ desk }: { desk: Desk }) {
  const last = desk.view.last;
  if (!last) return <Empty title="No round is settled yet">Payments appear here with the rule that orders each.</Empty>;
  return <Receipt round={last} desk={desk} />;
}

export function Receipt({ round, desk }: { round: Finished; desk: Desk }) {
  const seat = desk.view.you?.seat;
  const mine = seat !== undefined && round.nets[seat] !== undefined ? seat : undefined;
  const seats = mine !== undefined ? [mine] : Object.keys(round.nets).map(Number);
  const [proof, setProof] = useState<Proof | null>(null);
  const published = desk.published[round.number] ?? null;
  const verify = () => {
    ask<{ transcript: { commitment?: Disclosure } }>(`/tables/${desk.layout.table}/rounds/${round.number}`).then(({ transcript }) => setProof(prove(transcript.commitment, published)), () => setProof({ proved: false, cards: 0, why: "the round could not be loaded" }));
  };
  const title = (wager: string) => desk.layout.spots.find((spot) => spot.wager === wager)?.title ?? desk.layout.awards.find((award) => award.title.toLowerCase().replaceAll(" ", "_") === wager)?.title ?? capital(wager.replaceAll("_", " "));
  /** Where a bet became several hands a line is called by its hand. */
  const called = (number: number, wager: string) => {
    const hands = round.felt.seats.find((each) => each.seat === number)?.hands ?? [];
    const at = hands.findIndex((hand) => wager in hand.stakes);
    return hands.length > 1 && at >= 0 ? `Hand ${at + 1}${Object.keys(hands[at]?.stakes ?? {})[0] === wager ? "" : ", doubled"}` : title(wager);
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
            <div class="between"><div><b class="h2">{mine !== undefined ? `Round ${round.number}` : `Seat ${number}, ${round.names[number] ?? ""}`}</b><p class="soft">Staked {money(staked)}, handed back {money(staked + net)}.</p></div><div class="netbox"><span class="label">Net</span><b class={net < 0 ? "lose-t" : net > 0 ? "win-t" : ""}>{signedMoney(net)}</b></div></div>
            {round.void && <Notice title="The round is void.">{round.void}</Notice>}
            <ul class="receipt">
              {lines.map((line) => (
                <li key={line.wager}><span class="w">{called(number, line.wager)} <span class="muted">{Number(line.stake) ? line.stake : ""}</span> <Outcome line={line} /></span><span class={`a ${netClass(line.net)}`}>{signed(line.net)}</span><span class="why">{tens(line.why)} <Citation game={desk.layout.game} text={line.cite} /></span></li>
              ))}
              {envy.map((award) => <li key={award.event}><span class="w">Envy <span class="tag won">another seat's hand</span></span><span class="a win-t">{signedMoney(award.cents)}</span><span class="why">{capital(award.words)}</span></li>)}
            </ul>
            <p class="total"><span>Net of {lines.length + envy.length === 1 ? "one line" : `${lines.length + envy.length} lines`}</span><span class={net < 0 ? "lose-t" : net > 0 ? "win-t" : ""}>{signedMoney(net)}</span></p>
          </section>
        );
      })}
      <section>
        <p class="row wrap">
          {proof ? <span class={proof.proved ? "tag win" : "tag lose"}>{proof.proved ? <IconCheck /> : <IconLost />} {proof.proved ? "Deal proved" : "Not proved"}</span> : <button class="btn small" onClick={verify}>Verify the deal</button>}
          <span class="note">{proof ? `${proof.cards} cards; ${proof.why}` : <>root <span class="mono">{round.root?.slice(0, 12)}…</span></>}</span>
        </p>
        <p class="note">rulebook <span class="mono">{round.rulebook_hash.slice(0, 8)}</span> · <a href={`/adjudicator?table=${desk.layout.table}&round=${round.number}`}>open in the adjudicator</a> · <a href={`/api/v1/tables/${desk.layout.table}/rounds/${round.number}`}>transcript</a></p>
      </section>
    </>
  );
}

function Rules({ desk }: { desk: Desk }) {
  const { layout } = desk;
  return (
    <>
      <section><b class="h2">{layout.title}</b><p class="soft">{layout.summary}</p></section>
      <section><ul class="rulelist">{layout.rules.map((rule) => <li key={rule.text}>{rule.text} <Citation game={layout.game} text={rule.cite} /></li>)}</ul></section>
      {layout.spots.filter((spot) => spot.rows.length).map((spot) => (
        <section key={spot.wager}>
          <p class="between"><b>{spot.title}</b><span class="mono soft">{spot.paytable}</span></p>
          {spot.sample && <Sample words="Sample: not the maker's table" />}
          <table><tbody>{spot.rows.map((row) => <tr key={row.event}><td>{row.label}</td><td class="num">{row.pays}</td></tr>)}</tbody></table>
        </section>
      ))}
      <section><p class="note">Whoever does not decide in time stays in where that is free, and gives up the hand where it is not. After three such rounds the seat is open again. Bots: {layout.bots}. The layout is our drawing{layout.readings.length ? "; about its words: " : ". "}{layout.readings.map((each, at) => <span key={each.id}>{at > 0 && ", "}<a href={`/handbook/${layout.game}#reading-${each.id}`} title={each.question}>{each.id}</a>{at === layout.readings.length - 1 ? ". " : ""}</span>)}<a href={`/handbook/${layout.game}`}>The whole handbook</a></p></section>
    </>
  );
}

function History({ desk }: { desk: Desk }) {
  const { layout, view } = desk;
  const [open, setOpen] = useState<number | null>(null);
  const found = useAsked<{ rounds: { number: number; at: number; nets: Record<string, number>; void: string | null }[] }>(`/tables/${layout.table}/rounds?before=${view.round + 1}`);
  const one = useAsked<{ seen: Finished }>(open === null ? null : `/tables/${layout.table}/rounds/${open}`);
  if (open !== null && one.value?.seen.number === open) return <><button class="btn quiet small" onClick={() => setOpen(null)}>Back to all rounds</button><Replay desk={desk} number={open} /><Receipt round={one.value.seen} desk={desk} /></>;
  if (!found.value) return <Waiting rows={5} />;
  if (!found.value.rounds.length) return <Empty title="No round has been played here yet" />;
  const seat = view.you?.seat ?? 0;
  return (
    <table>
      <thead><tr><th>Round</th><th>Settled</th><th class="num">{seat ? "Your net" : "Seats"}</th><th /></tr></thead>
      <tbody>{found.value.rounds.map((round) => <tr key={round.number}><td>{round.number}</td><td>{new Date(round.at * 1000).toLocaleTimeString()}</td><td class="num">{round.void ? "void" : seat ? (round.nets[seat] === undefined ? "–" : signedMoney(round.nets[seat] ?? 0)) : Object.keys(round.nets).length}</td><td class="num"><button class="btn quiet small" onClick={() => setOpen(round.number)}>Open<span class="sr"> round {round.number}</span></button></td></tr>)}</tbody>
    </table>
  );
}
