// The adjudicator: a round as it was dealt, typed or picked, and beside it what is owed and by which rule.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, Problem, useAsked } from "../api";
import type { ActionOffer as ActionRecord, GameRecord as Game, GamesRecord as Games, Looked } from "../api-types";
import { simplest } from "../book";
import { capital } from "../format";
import { CardPicker, type Place, PlaceRow } from "../parts/entry";
import { TableField } from "../parts/gamepick";
import { Button, Field, FileButton, Input, Later, Pending, Segments, Top, titled, useCopy } from "../parts/pieces";
import { Ruling } from "../parts/ruling";
import { Notice } from "../parts/states";
import { say } from "../parts/words";
import type { Entry } from "../round";
import { DRAFT, fresh, readEntry, roundFile, seat } from "../round";
import { place, useTitle } from "../router";
import { keep, kept } from "../storage";

/** A round as it might have been dealt, whole: of the first of these games that has one. */
async function example(games: string[]): Promise<Entry> {
  for (const game of games) {
    try {
      return readEntry(await ask<Record<string, unknown>>(`/example?${new URLSearchParams({ game })}`));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }
  return fresh(games[0] ?? "");
}

/** Nothing is entered yet, so nothing can be wrong. */
const isBlank = (entry: Entry): boolean =>
  !entry.misdeal &&
  !Object.values(entry.cards).some(Boolean) &&
  Object.values(entry.seats).every((own) => !Object.values(own.wagers).some(Boolean));

/** How a place is called beside its seat or dealer. */
const partOf = (slot: string): string => slot.replace(/^(seat \d+|dealer) ?/, "");

function draft(): Entry | null {
  const found = kept<Partial<Entry>>(DRAFT);
  return found?.cards ? (found as Entry) : null;
}

export default function Adjudicator() {
  useTitle("Adjudicator");
  const games = useAsked<Games>("/games");
  const entry = useSignal<Entry | null>(draft());
  const told = useSignal<Error | null>(null);
  const { query } = place.value;
  useEffect(() => {
    const table = query.get("table");
    const round = query.get("round");
    if (!table || !round) return;
    ask<Record<string, unknown>>(`/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(round)}`).then(
      (found) => (entry.value = readEntry((found.transcript ?? found) as Record<string, unknown>)),
      (problem: Error) => (told.value = problem),
    );
  }, [query.get("table"), query.get("round")]);
  const playable = games.value?.games.filter((each) => each.wagers.some((wager) => wager.kind === "base"));
  /** An example takes the place of an empty round, and of nothing that was entered while it was on its way. */
  const offer = (names: string[]) => {
    const empty = entry.value && fresh(names[0] ?? "");
    entry.value = empty;
    told.value = null;
    example(names).then(
      (round) => {
        if (entry.value === empty) entry.value = round;
      },
      () => (entry.value ??= fresh(names[0] ?? "")),
    );
  };
  useEffect(() => {
    if (!entry.value && playable?.[0] && !query.get("round")) offer([simplest(playable)?.name ?? ""]);
  }, [playable]);
  if (!entry.value || !playable) return <Pending asked={games} rows={8} />;
  const change = (next: Entry) => {
    entry.value = next;
    told.value = null;
  };
  return <Desk games={playable} entry={entry.value} change={change} offer={offer} told={told.value} />;
}

type DeskProps = {
  games: Games["games"];
  entry: Entry;
  change: (entry: Entry) => void;
  offer: (games: string[]) => void;
  told: Error | null;
};

function Desk({ games, entry, change, offer, told }: DeskProps) {
  const [name = "", settings = ""] = /^([\w-]+)(?:\((.*)\))?$/.exec(entry.game)?.slice(1) ?? [entry.game];
  const parts = settings.split(",").map((each) => each.trim().split("=", 2));
  const chosen = Object.fromEntries(parts.filter(([key]) => key)) as Record<string, string>;
  const spec = `${name}${chosen.edition ? `(edition=${chosen.edition})` : ""}`;
  const game = useAsked<Game>(`/games/${encodeURIComponent(spec)}`);
  const active = useSignal("seat 1");
  const asked = JSON.stringify(roundFile(entry));
  const { value: looked = null, problem = null } = useAsked<Looked>("/look", asked);
  const settled = useRef<(Looked | null)[]>([]);
  if (looked?.settlement && looked !== settled.current[0]) settled.current = [looked, ...settled.current.slice(0, 1)];
  const before = settled.current[looked?.settlement ? 1 : 0] ?? null;
  useEffect(() => keep(DRAFT, JSON.stringify(entry)), [asked]);

  const setGame = (next: string, keys: Record<string, string>) => {
    const all = Object.entries(keys).filter(([, value]) => value);
    change({ ...entry, game: all.length ? `${next}(${all.map(([key, value]) => `${key}=${value}`).join(", ")})` : next });
  };
  const shown = game.value?.name === name ? game.value : undefined;
  const staked =
    shown?.wagers.filter(
      (wager) =>
        wager.kind === "base" || (["bonus", "jackpot"].includes(wager.kind) && (chosen[wager.id] ?? wager.default ?? "none") !== "none"),
    ) ?? [];
  // The house says which places the round has; what was typed elsewhere stays in sight until it is taken back.
  const slots = [
    ...new Set([
      ...(looked && !problem ? looked.places.map((each) => each.slot) : []),
      ...Object.keys(entry.cards).filter((slot) => entry.cards[slot] || !looked || problem),
      ...Object.keys(entry.seats).map((number) => `seat ${number}`),
    ]),
  ];
  const places: Place[] = slots.map((slot) => ({
    slot,
    title: capital(slot),
    part: partOf(slot),
    text: entry.cards[slot] ?? "",
    set: (text) => change({ ...entry, cards: { ...entry.cards, [slot]: text } }),
  }));
  const ofSeat = (number: string) => places.filter((each) => each.slot === `seat ${number}` || each.slot.startsWith(`seat ${number} `));
  const dealers = places.filter((each) => !each.slot.startsWith("seat "));
  const needs = looked?.needs;
  const size = (slot: string) => looked?.places.find((each) => each.slot === slot)?.cards ?? 0;
  const blank = isBlank(entry);
  if (!shown && !game.problem && !looked && !problem) return <Pending asked={game} rows={8} />;
  const start = () => (blank ? offer([entry.game, ...games.map((each) => each.name)]) : change(fresh(name, Object.keys(entry.cards))));
  const numbers = Object.keys(entry.seats);
  const remove = (number: string) => {
    const { [number]: _, ...rest } = entry.seats;
    const isIts = (slot: string) => slot === `seat ${number}` || slot.startsWith(`seat ${number} `);
    change({ ...entry, seats: rest, cards: Object.fromEntries(Object.entries(entry.cards).filter(([slot]) => !isIts(slot))) });
  };
  const add = () => {
    const number = String(1 + Math.max(0, ...numbers.map(Number)));
    const wagers = { ...Object.values(entry.seats)[0]?.wagers };
    change({ ...entry, seats: { ...entry.seats, [number]: { ...seat(), wagers } } });
    active.value = `seat ${number}`;
  };
  const meter = (id: string, text: string) => change({ ...entry, meters: { ...entry.meters, [id]: { ...entry.meters[id], 1: text } } });
  const dealt = looked?.hands?.filter((each) => each.slot === "dealer") ?? [];
  const refused = problem instanceof Problem && !blank ? problem : null;

  return (
    <main class="house">
      <Top title="Adjudicator" words="Enter a round as it was dealt. What is owed, and by which rule, follows as you type.">
        <Button press={start} words={blank ? "Show an example" : "Clear"} />
        <Files entry={entry} change={change} />
        <Button press={() => print()} words="Print ruling" />
      </Top>
      {told && <Notice kind="bad" title="That round cannot be opened." children={told.message} />}
      <div class="cols">
        <section class="panel" aria-label="The round as it was dealt">
          <div class="conf">
            <Field title="Game" value={name} options={titled(games)} set={(next) => offer([next])} />
            {shown && shown.editions.length > 1 && (
              <Field
                title="Edition"
                value={chosen.edition ?? ""}
                options={shown.editions.map((each, at) => [at ? each.id : "", each.title])}
                set={(edition) => setGame(name, { edition })}
              />
            )}
            {shown?.wagers
              .filter((wager) => ["bonus", "jackpot", "award"].includes(wager.kind) && Object.keys(wager.paytables).length)
              .map((wager) => (
                <TableField
                  key={wager.id}
                  wager={wager}
                  title={say`${wager.title}${isSample(shown, chosen[wager.id] ?? wager.default) && <b class="warn-t"> sample</b>}`}
                  edition={chosen.edition ?? shown.editions[0]?.id ?? ""}
                  value={chosen[wager.id]}
                  set={(table) => setGame(name, { ...chosen, tables: "", [wager.id]: table === wager.default ? "" : table })}
                />
              ))}
          </div>
          <div class="ent">
            {Object.entries(entry.seats).map(([number, own]) => (
              <PlaceRow key={number} places={ofSeat(number)} active={active} size={size} refused={refused}>
                <div class="stakes">
                  {staked.map((wager) => (
                    <Stake
                      key={wager.id}
                      title={wager.title}
                      value={own.wagers[wager.id]}
                      set={(text) => change(withSeat(entry, number, { wagers: { ...own.wagers, [wager.id]: text } }))}
                    />
                  ))}
                  <Decisions
                    number={number}
                    own={own}
                    needs={needs}
                    made={looked?.decisions ?? []}
                    act={(actions) => change(withSeat(entry, number, { actions }))}
                  />
                  {numbers.length > 1 && (
                    <Button kind="quiet small" press={() => remove(number)} words={say`Remove${<span class="sr"> seat {number}</span>}`} />
                  )}
                </div>
              </PlaceRow>
            ))}
            <PlaceRow places={dealers} active={active} size={size} refused={refused}>
              <div class="stakes">
                {staked
                  .filter((wager) => wager.kind === "jackpot")
                  .map((wager) => (
                    <Stake
                      key={wager.id}
                      title={`${wager.title} meter`}
                      usual="25000.00"
                      value={entry.meters[wager.id]?.["1"]}
                      set={(text) => meter(wager.id, text)}
                    />
                  ))}
                {dealt.map((each) => (
                  <p key={each.slot} class="note dealer-words" children={each.words} />
                ))}
                <Stake words title="Misdeal, why" value={entry.misdeal} set={(misdeal) => change({ ...entry, misdeal })} />
                {shown && numbers.length < (shown.editions[0]?.seats[1] ?? 7) && <Button kind="small" press={add} words="Add a seat" />}
              </div>
            </PlaceRow>
          </div>
          <CardPicker places={places} active={active} size={size} />
        </section>
        <Later>{() => <Ruling looked={blank ? null : looked} before={before} problem={blank ? null : problem} game={shown} />}</Later>
      </div>
    </main>
  );
}

type Staked = { title: string; value: string | undefined; set: (text: string) => void; usual?: string; words?: boolean };

/** A small field under the cards of a row. */
const Stake = ({ title, value = "", set, usual = "–", words = false }: Staked) => (
  <label>
    <span class="label">{title}</span>
    <Input kind={words ? "words" : ""} inputMode={words ? "text" : "decimal"} placeholder={usual} value={value} set={set} />
  </label>
);

function withSeat(entry: Entry, number: string, changes: Partial<Entry["seats"][string]>): Entry {
  const own = entry.seats[number];
  return own ? { ...entry, seats: { ...entry.seats, [number]: { ...own, ...changes } } } : entry;
}

const isSample = (game: Game, id: string | null | undefined) =>
  game.paytables.some((table) => table.status === "sample" && table.id === id);

/** What an action is called in a round file, once for each end of its range. */
const namesOf = (actions: ActionRecord[]): string[] =>
  actions.flatMap((action) =>
    action.minimum === action.maximum ? [action.name] : [`${action.name} ${action.minimum}`, `${action.name} ${action.maximum}`],
  );

type Deciding = {
  number: string;
  own: Entry["seats"][string];
  needs: Looked["needs"] | undefined;
  made: NonNullable<Looked["decisions"]>;
  act: (actions: string[]) => void;
};

/** Every decision of a seat with its alternatives. Changing one takes back the later ones. */
function Decisions({ number, own, needs, made, act }: Deciding) {
  const open = needs?.kind === "decision" && String(needs.seat) === number ? needs : null;
  const decided = made.filter((each) => String(each.seat) === number);
  if (!own.actions.length && !open) return null;
  const buttons = (key: string | number, label: string, names: string[], before: string[], taken?: string) => {
    const pressed = taken === undefined ? undefined : names.filter((name) => name === taken || name === taken.split(" ")[0]);
    const choose = (name: string) => act(pressed?.includes(name) ? before : [...before, name]);
    return <Segments key={key} name={label} value={pressed} of={names.map((name) => [name, capital(name)])} choose={choose} />;
  };
  return (
    <div class="acts">
      {own.actions.map((taken, at) => {
        const names = namesOf(decided[at]?.actions ?? []);
        const known = names.some((name) => name === taken || name === taken.split(" ")[0]);
        return buttons(at, `Decision ${at + 1} of seat ${number}`, known ? names : [taken, ...names], own.actions.slice(0, at), taken);
      })}
      {open && buttons("open", `Seat ${number} decides`, namesOf(open.actions), own.actions)}
    </div>
  );
}

function Files({ entry, change }: { entry: Entry; change: (entry: Entry) => void }) {
  const text = JSON.stringify(roundFile(entry), null, 2);
  const [said, copy] = useCopy("Copy as JSON", text);
  const refuse = (name: string) => alert(`${name} is not a round file: it is not JSON.`);
  return (
    <>
      <FileButton words="Open round file" open={(found) => change(readEntry(found))} refuse={refuse} />
      <Button press={copy} words={said} />
      <Button download="round.json" to={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`} words="Save" />
    </>
  );
}
