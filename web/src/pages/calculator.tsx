// Any hand: pick or type cards, and see what every decision is worth. The address is a link to the same hand.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { AdviceRecord, Looked, RoundFileRecord } from "../api-types";
import { capital, fixed, fraction as grouped, hundredfold, percent, tens } from "../format";
import { CardPicker, type Place, PlaceRow } from "../parts/entry";
import { GamePick, gamePage, type Picked } from "../parts/gamepick";
import { Button, Ends, Head, Input, Later, Loading, Pending, Rows, Top, useCopy, useHearing } from "../parts/pieces";
import { isTyping } from "../parts/search";
import { Empty, Notice, Refused, Waiting } from "../parts/states";
import { Against, Values } from "../parts/values";
import { mono, noted, say } from "../parts/words";
import { cardsIn, type Entry, readEntry, roundFile } from "../round";
import { go, place } from "../router";

type Chance = { fraction?: string; decimal: string };

/** A place as the address writes it. */
const OWN: Record<string, string> = { "seat 1": "cards", "dealer up": "up" };
const written = (slot: string): string => OWN[slot] ?? `at-${slot.replaceAll(" ", "-")}`;
const placeOf = (part: string): string | undefined =>
  Object.keys(OWN).find((slot) => OWN[slot] === part) ?? (part.startsWith("at-") ? part.slice(3).replaceAll("-", " ") : undefined);

function Calculator({ picked }: { picked: Picked }) {
  const example = useAsked<RoundFileRecord>(`/example?${new URLSearchParams({ game: picked.spec })}`);
  /** Places that the worked example had to fill before its first decision. */
  const shown = useSignal<string[]>(["seat 1", "dealer up"]);
  const { query } = place.value;
  if (!example.value) return <Pending asked={example} rows={8} />;
  const dealt = readEntry(example.value as unknown as Record<string, unknown>);
  const isExample = !query.has("cards");
  const typed = Object.fromEntries([...query].flatMap(([part, text]) => (placeOf(part) ? [[placeOf(part), text]] : [])));
  const entry: Entry = {
    ...dealt,
    game: picked.spec,
    seats: { 1: { wagers: dealt.seats[1]?.wagers ?? {}, actions: query.get("did")?.split(",").filter(Boolean) ?? [] } },
    cards: isExample
      ? Object.fromEntries(shown.value.filter((slot) => dealt.cards[slot]).map((slot) => [slot, dealt.cards[slot] ?? ""]))
      : typed,
    meters: {},
    dynamic: {},
  };
  const change = (cards: Record<string, string>, did: string[]) => {
    const parts = new URLSearchParams([...query].filter(([part]) => !placeOf(part) && part !== "did"));
    for (const [slot, text] of Object.entries({ "seat 1": "", ...cards }))
      if (text || slot === "seat 1") parts.set(written(slot), cardsIn(text).join("") === "" ? text : text.trimStart());
    if (did.length) parts.set("did", did.join(","));
    go(`/calculator/${picked.game.name}?${parts}`, true);
  };
  return (
    <Hand
      picked={picked}
      entry={entry}
      change={change}
      needs={(slot) => {
        if (isExample && !shown.value.includes(slot) && dealt.cards[slot]) shown.value = [...shown.value, slot];
      }}
    />
  );
}

export default gamePage("/calculator", "calculator", Calculator);

interface HandOf {
  picked: Picked;
  entry: Entry;
  change: (cards: Record<string, string>, did: string[]) => void;
  needs: (slot: string) => void;
}

function Hand({ picked, entry, change, needs }: HandOf) {
  const active = useSignal("seat 1");
  const round = JSON.stringify(roundFile(entry));
  const did = entry.seats[1]?.actions ?? [];
  const advised = useAsked<AdviceRecord>("/advise", `{"round":${round}}`);
  const seen = useAsked<Looked>("/look", round);
  const waiting = advised.waiting || seen.waiting;
  // Both answers change together: what was found for the hand before stays until the new ones are whole.
  const both = useRef<{ told?: AdviceRecord | undefined; looked?: Looked | undefined; refused?: Error | undefined }>({});
  if (!waiting) {
    const told = advised.problem ? undefined : advised.value;
    both.current = { told, looked: seen.problem ? undefined : seen.value, refused: told ? undefined : (seen.problem ?? advised.problem) };
  }
  const { told, looked, refused } = both.current;
  const open = looked?.needs;
  const missing = !told && open?.kind === "cards" ? open : null;
  useEffect(() => {
    if (!waiting && missing) needs(missing.slot);
  }, [waiting, missing]);
  const slots = [...new Set(["seat 1", ...Object.keys(entry.cards), ...(missing ? [missing.slot] : [])])];
  const places: Place[] = slots.map((slot) => ({
    slot,
    title: slot === "seat 1" ? "Your cards" : capital(placesWords(slot).replace(/^the /, "")),
    part: "",
    text: entry.cards[slot] ?? "",
    set: (text) => change({ ...entry.cards, [slot]: text }, slot === "seat 1" ? [] : did),
  }));
  const size = (slot: string) => looked?.places.find((each) => each.slot === slot)?.cards ?? 0;
  const blank = Object.values(entry.cards).every((text) => !text);
  const link = `${location.pathname}?${linkOf(picked, entry)}`;
  const problem = refused instanceof Problem && !blank && !missing ? refused : null;
  const clear = () => {
    change({}, []);
    active.value = "seat 1";
  };
  const [said, copy] = useCopy("Copy link", location.origin + link);
  const [saidJson, copyJson] = useCopy("Copy as JSON", JSON.stringify(JSON.parse(round), null, 2));
  useHearing("keydown", (event) => {
    if (!isTyping(event) && event.key.toLowerCase() === "c") void copy();
  });
  if (waiting && !looked && !told && !refused) return <Loading />;
  return (
    <main class="house">
      <Top
        title="Calculator"
        words={
          <>
            Any hand of any game. Type <kbd>8</kbd> <kbd>s</kbd> or pick; values follow as soon as the hand can be decided.
          </>
        }>
        <Button press={clear} words="Clear" />
        <Button kind="primary" aria-keyshortcuts="C" press={copy} words={said} />
      </Top>
      <div class="cg">
        <section class="panel" aria-label="The hand">
          <div class="conf">
            <GamePick picked={picked} />
          </div>
          <div class="ent">
            {places.map((each) => (
              <PlaceRow key={each.slot} places={[each]} name={each.title} active={active} size={size} refused={problem} />
            ))}
          </div>
          {(did.length > 0 || told) && (
            <p class="made">
              {did.map((action, at) => (
                <button key={`${action}${at}`} class="btn small" title="Take it back" onClick={() => change(entry.cards, did.slice(0, at))}>
                  {capital(action)} <span aria-hidden="true">×</span>
                  <span class="sr">, take it back</span>
                </button>
              ))}
              {told && <span class="muted">{did.length ? "and then" : "Go on with"}</span>}
              {open?.kind === "decision" &&
                told &&
                open.actions.map((offer) => (
                  <Button
                    kind="quiet small"
                    key={offer.name}
                    press={() =>
                      change(entry.cards, [...did, offer.minimum === offer.maximum ? offer.name : `${offer.name} ${offer.minimum}`])
                    }
                    words={capital(offer.name)}
                  />
                ))}
              {told && open?.kind === "cards" && <span class="muted">{open.words}</span>}
            </p>
          )}
          <CardPicker places={places} active={active} size={size} />
        </section>
        <div class={waiting ? "stack is-waiting" : "stack"} aria-live="polite">
          <section class="panel pad" aria-label="What each decision is worth">
            {told ? (
              <Worths told={told} />
            ) : problem ? (
              <Refused problem={problem} />
            ) : looked && !open && !blank ? (
              <Empty title="Nothing is left to decide in this hand" />
            ) : missing ? (
              <Empty title={blank ? "Pick your cards" : `${capital(placesWords(missing.slot))} next`}>
                {missing.cards === 1 ? "One card" : `${missing.cards} cards`}, typed or picked.
              </Empty>
            ) : refused && !(refused instanceof Problem) ? (
              <Notice kind="bad" title="The house cannot be reached." />
            ) : (
              <Waiting rows={4} />
            )}
          </section>
          <Later>
            {() => (
              <>
                {told?.dealer && <DealerMakes dealer={told.dealer} />}
                {told?.counts && (
                  <div class="panel pad">
                    <Against counts={told.counts} />
                  </div>
                )}
                <section class="panel pad stack" aria-label="Link to this hand">
                  <Ends left={<b>Link to this hand</b>} right={<Button kind="quiet small" press={copyJson} words={saidJson} />} />
                  <p class="share">
                    <Input readOnly aria-label="Address of this hand" value={link} onFocus={(event) => event.currentTarget.select()} />
                  </p>
                  <p class="note">
                    It opens the same hand with the same figures
                    {told && say`; game ${mono(told.game_hash.slice(0, 8))}`}.
                  </p>
                </section>
              </>
            )}
          </Later>
        </div>
      </div>
    </main>
  );
}

const placesWords = (slot: string): string =>
  slot
    .replace(/^seat 1 /, "your ")
    .replace(/^seat 1$/, "your cards")
    .replace(/^dealer (up)$/, "the dealer's up-card")
    .replace(/^dealer$/, "the dealer's cards");

function linkOf(picked: Picked, entry: Entry): string {
  const parts = new URLSearchParams();
  for (const [slot, text] of Object.entries(entry.cards)) if (text) parts.set(written(slot), cardsIn(text).join(""));
  const did = entry.seats[1]?.actions ?? [];
  if (did.length) parts.set("did", did.join(","));
  for (const [key, value] of Object.entries(picked.keys)) parts.set(key, value);
  return parts.toString();
}

function Worths({ told }: { told: AdviceRecord }) {
  const solved = told.actions.flatMap((each) => (each.expectation ? [Number(each.expectation.decimal)] : []));
  const best = Math.max(...solved);
  const fraction = told.actions.find((each) => each.action === told.best)?.expectation?.fraction;
  const known = fraction && fraction.length < 48 ? `: ${told.best} is ${grouped(fraction.replace(/\/1$/, ""))}` : "";
  const method = { exact: `Exact${known}.`, estimated: `Estimated, standard error ${told.standard_error ?? "unknown"}.` }[
    told.method as string
  ];
  const against = told.up ? ` against ${/^[A8]/.test(told.up) ? "an" : "a"} ${upWord(told.up)}` : "";
  return (
    <>
      <Ends left={<b class="h2">{capital(tens(told.hand)) + against}</b>} right={noted("in base wagers, whole round")} />
      <Values
        places={told.method === "estimated" ? 4 : 6}
        worths={told.actions.map((each) => ({
          action: each.action,
          value: each.expectation?.decimal ?? null,
          cost: each.expectation ? (Number(each.expectation.decimal) - best).toFixed(12) : null,
          best: each.action === told.best,
        }))}
      />
      <p class="note">
        {told.notes?.map((note) => `${capital(note.replace(/\.$/, ""))}. `)}
        {method ?? `${capital(told.method)}.`}
      </p>
    </>
  );
}

const UPS: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const upWord = (card: string): string => UPS[card.charAt(0)] ?? card.charAt(0);

function DealerMakes({ dealer }: { dealer: Record<string, Chance> }) {
  const rows = Object.entries(dealer).filter(([, chance]) => chance.decimal !== "0");
  const most = Math.max(...rows.map(([, chance]) => Number(chance.decimal)));
  return (
    <section class="panel" aria-label="What the dealer makes">
      <Head title="What the dealer makes" note={dealer.blackjack?.decimal === "0" ? "no blackjack" : ""} />
      <Rows
        kind="dm"
        of={rows}
        id={([total]) => total}
        columns={[
          ["", ([total]) => total],
          ["", ([, chance]) => <i class="bb" style={{ width: `${(Number(chance.decimal) / most) * 100}%` }} />],
          ["", ([, chance]) => percent(hundredfold(fixed(chance.decimal, 6))), "num"],
        ]}
      />
    </section>
  );
}
