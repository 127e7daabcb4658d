// The adjudicator: a round as it was dealt, typed or picked, and beside it what is owed and by which rule.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask, Problem, send, useAsked } from "../api";
import type { Game, Games } from "../book";
import { capital } from "../format";
import { CardPicker, PlaceRow, type Place } from "../parts/entry";
import { Ruling } from "../parts/ruling";
import { Notice, Trouble, Waiting } from "../parts/states";
import { place } from "../router";
import type { ActionRecord, Entry, Looked } from "../round";
import { cardsIn, fresh, readEntry, roundFile, seat } from "../round";
import { useTitle } from "./handbook";

const DRAFT = "croupier.adjudicator";

/** A round as it might have been dealt, whole: of the first of these games whose places all have a field here. */
async function example(games: string[]): Promise<Entry> {
  for (const game of games) {
    const round = await ask<Record<string, unknown>>(`/example?${new URLSearchParams({ game })}`);
    if (typeof round.dealer === "string") return readEntry(round);
  }
  return fresh(games[0] ?? "");
}

/** Nothing is entered yet, so nothing can be wrong. */
const isBlank = (entry: Entry): boolean => !entry.dealer && !entry.misdeal && Object.values(entry.seats).every((own) => !own.cards && !Object.values(own.wagers).some(Boolean));

function draft(): Entry | null {
  try {
    return JSON.parse(localStorage.getItem(DRAFT) ?? "null") as Entry | null;
  } catch {
    return null;
  }
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
      (found) => { entry.value = readEntry((found.transcript ?? found) as Record<string, unknown>); },
      (problem: Error) => { told.value = problem; },
    );
  }, [query.get("table"), query.get("round")]);
  const playable = games.value?.games.filter((each) => each.wagers.some((wager) => wager.kind === "base"));
  useEffect(() => {
    if (entry.value || !playable?.[0] || query.get("round")) return;
    const names = playable.filter((each) => each.wagers.some((wager) => wager.kind === "follow")).map((each) => each.name);
    example(names).then((found) => { entry.value ??= found; }, () => { entry.value ??= fresh(names[0] ?? ""); });
  }, [playable]);
  if (games.problem && !games.value) return <main class="house"><Trouble problem={games.problem} again={games.again} /></main>;
  if (!entry.value || !playable) return <main class="house"><Waiting rows={8} /></main>;
  return <Desk games={playable} entry={entry.value} change={(next) => { entry.value = next; told.value = null; }} told={told.value} />;
}

function Desk({ games, entry, change, told }: { games: Games["games"]; entry: Entry; change: (entry: Entry) => void; told: Error | null }) {
  const [name = "", settings = ""] = /^([\w-]+)(?:\((.*)\))?$/.exec(entry.game)?.slice(1) ?? [entry.game];
  const chosen = Object.fromEntries(settings.split(",").map((each) => each.trim().split("=", 2)).filter(([key]) => key)) as Record<string, string>;
  const spec = `${name}${chosen.edition ? `(edition=${chosen.edition})` : ""}`;
  const game = useAsked<Game>(`/games/${encodeURIComponent(spec)}`);
  const looked = useSignal<Looked | null>(null);
  const before = useSignal<Looked | null>(null);
  const problem = useSignal<Error | null>(null);
  const active = useSignal("seat 1");
  const asked = JSON.stringify(roundFile(entry));
  const turn = useRef(0);
  useEffect(() => {
    try { localStorage.setItem(DRAFT, JSON.stringify(entry)); } catch { /* then the draft lasts as long as the page */ }
    const mine = ++turn.current;
    const timer = setTimeout(() => {
      send<Looked>("/look", JSON.parse(asked)).then(
        (found) => {
          if (mine !== turn.current) return;
          if (looked.value?.settlement) before.value = looked.value;
          looked.value = found;
          problem.value = null;
        },
        (error: Error) => { if (mine === turn.current) problem.value = error; },
      );
    }, 60);
    return () => clearTimeout(timer);
  }, [asked]);

  const setGame = (next: string, keys: Record<string, string>) => {
    const all = Object.entries(keys).filter(([, value]) => value);
    change({ ...entry, game: all.length ? `${next}(${all.map(([key, value]) => `${key}=${value}`).join(", ")})` : next });
  };
  const shown = game.value?.name === name ? game.value : undefined;
  const staked = shown?.wagers.filter((wager) => wager.kind === "base" || (["bonus", "jackpot"].includes(wager.kind) && (chosen[wager.id] ?? wager.default ?? "none") !== "none")) ?? [];
  const places: Place[] = [
    ...Object.entries(entry.seats).flatMap(([number, own]): Place[] => [
      { slot: `seat ${number}`, title: `Seat ${number}`, text: own.cards, set: (text) => change(withSeat(entry, number, { cards: text })) },
      ...(own.draw || wants(looked.value, `seat ${number} draw`) ? [{ slot: `seat ${number} draw`, title: "draws", text: own.draw, set: (text: string) => change(withSeat(entry, number, { draw: text })) }] : []),
    ]),
    { slot: "dealer", title: "Dealer", text: entry.dealer, set: (text) => change({ ...entry, dealer: text }) },
    ...(entry.draws || otherDraws(looked.value) ? [{ slot: "draws", title: "Draws", text: entry.draws, set: (text: string) => change({ ...entry, draws: text }) }] : []),
  ];
  const used = new Map<string, string>();
  for (const each of places) for (const card of cardsIn(each.text)) used.set(card, each.slot === "dealer" ? "D" : each.slot === "draws" ? "+" : /\d+/.exec(each.slot)?.[0] ?? "");
  const current = places.find((each) => each.slot === active.value) ?? places[0];
  const needs = looked.value?.needs;
  const size = (slot: string) => looked.value?.places.filter((each) => each.slot === slot || (slot === "dealer" && each.slot.startsWith("dealer "))).reduce((sum, each) => sum + each.cards, 0) ?? 0;
  const blank = isBlank(entry);
  const refused = problem.value instanceof Problem && !blank ? problem.value : null;
  const show = () => void example([entry.game, ...games.map((each) => each.name)]).then(change, () => undefined);

  return (
    <main class="house">
      <div class="top">
        <div><h1 tabIndex={-1}>Adjudicator</h1><p class="soft">Enter a round as it was dealt. What is owed, and by which rule, follows as you type.</p></div>
        <div class="tools"><button class="btn" onClick={() => (blank ? show() : change(fresh(name)))}>{blank ? "Show an example" : "Clear"}</button><Files entry={entry} change={change} /><button class="btn" onClick={() => print()}>Print ruling</button></div>
      </div>
      {told && <Notice kind="bad" title="That round cannot be opened.">{told.message}</Notice>}
      <div class="cols">
        <section class="panel" aria-label="The round as it was dealt">
          <div class="conf">
            <label class="field"><span class="label">Game{shown?.editions.length === 1 && `, ${shown.editions[0]?.title}`}</span><select class="input" value={name} onChange={(event) => change({ ...fresh(event.currentTarget.value) })}>{games.map((each) => <option key={each.name} value={each.name}>{each.title}</option>)}</select></label>
            {shown && shown.editions.length > 1 && <label class="field"><span class="label">Edition</span><select class="input" value={chosen.edition ?? ""} onChange={(event) => setGame(name, { edition: event.currentTarget.value })}>{shown.editions.map((each, at) => <option key={each.id} value={at ? each.id : ""}>{each.title}</option>)}</select></label>}
            {shown?.wagers.filter((wager) => ["bonus", "jackpot", "award"].includes(wager.kind) && Object.keys(wager.paytables).length).map((wager) => (
              <label class="field" key={wager.id}><span class="label">{wager.title}{isSample(shown, chosen[wager.id] ?? wager.default) && <b class="warn-t"> sample</b>}</span>
                <select class="input mono" value={chosen[wager.id] ?? wager.default ?? ""} onChange={(event) => setGame(name, { ...chosen, tables: "", [wager.id]: event.currentTarget.value === wager.default ? "" : event.currentTarget.value })}>
                  {!wager.default && <option value="">not offered</option>}
                  {(wager.paytables[chosen.edition ?? shown.editions[0]?.id ?? ""] ?? []).map((id) => <option key={id} value={id}>{id}</option>)}
                </select>
              </label>
            ))}
          </div>
          <div class="ent">
            {Object.entries(entry.seats).map(([number, own]) => (
              <PlaceRow key={number} places={places.filter((each) => each.slot === `seat ${number}` || each.slot === `seat ${number} draw`)} active={active.value} activate={(slot) => (active.value = slot)} size={size} refused={refused}>
                <div class="stakes">
                  {staked.map((wager) => (
                    <label key={wager.id}><span class="label">{wager.title}</span><input class="input" inputMode="decimal" autocomplete="off" placeholder="–" value={own.wagers[wager.id] ?? ""} onInput={(event) => change(withSeat(entry, number, { wagers: { ...own.wagers, [wager.id]: event.currentTarget.value } }))} /></label>
                  ))}
                  <Decisions number={number} own={own} needs={needs} made={looked.value?.decisions ?? []} act={(actions) => change(withSeat(entry, number, { actions }))} />
                  {Object.keys(entry.seats).length > 1 && <button class="btn quiet small" onClick={() => { const { [number]: _, ...rest } = entry.seats; change({ ...entry, seats: rest }); }}>Remove<span class="sr"> seat {number}</span></button>}
                </div>
              </PlaceRow>
            ))}
            <PlaceRow places={places.filter((each) => !each.slot.startsWith("seat "))} active={active.value} activate={(slot) => (active.value = slot)} size={size} refused={refused}>
              <div class="stakes">
                {staked.filter((wager) => wager.kind === "jackpot").map((wager) => (
                  <label key={wager.id}><span class="label">{wager.title} meter</span><input class="input" inputMode="decimal" placeholder="25000.00" value={entry.meters[wager.id]?.["1"] ?? ""} onInput={(event) => change({ ...entry, meters: { ...entry.meters, [wager.id]: { ...entry.meters[wager.id], 1: event.currentTarget.value } } })} /></label>
                ))}
                {looked.value?.hands?.filter((each) => each.slot === "dealer").map((each) => <p key={each.slot} class="note dealer-words">{each.words}</p>)}
                <label><span class="label">Misdeal, why</span><input class="input words" value={entry.misdeal} placeholder="–" onInput={(event) => change({ ...entry, misdeal: event.currentTarget.value })} /></label>
                {shown && Object.keys(entry.seats).length < (shown.editions[0]?.seats[1] ?? 7) && <button class="btn small" onClick={() => { const number = String(1 + Math.max(0, ...Object.keys(entry.seats).map(Number))); change({ ...entry, seats: { ...entry.seats, [number]: { ...seat(), wagers: { ...Object.values(entry.seats)[0]?.wagers } } } }); active.value = `seat ${number}`; }}>Add a seat</button>}
              </div>
            </PlaceRow>
          </div>
          <CardPicker used={used} pick={(card) => {
            if (!current) return;
            const own = cardsIn(current.text);
            current.set((own.includes(card) ? own.filter((each) => each !== card) : [...own, card]).join(" "));
            if (!own.includes(card) && own.length + 1 >= size(current.slot)) active.value = places[places.indexOf(current) + 1]?.slot ?? current.slot;
          }} where={current?.title ?? ""} />
        </section>
        <Ruling looked={blank ? null : looked.value} before={before.value} problem={blank ? null : problem.value} game={shown} />
      </div>
    </main>
  );
}

const wants = (looked: Looked | null, slot: string) => looked?.needs?.kind === "cards" && looked.needs.slot === slot;
function otherDraws(looked: Looked | null): boolean {
  return looked?.needs?.kind === "cards" && !/^(seat \d+( draw)?|dealer|dealer up|dealer hole)$/.test(looked.needs.slot);
}

function withSeat(entry: Entry, number: string, changes: Partial<Entry["seats"][string]>): Entry {
  const own = entry.seats[number];
  return own ? { ...entry, seats: { ...entry.seats, [number]: { ...own, ...changes } } } : entry;
}

const isSample = (game: Game, id: string | null | undefined) => game.paytables.some((table) => table.status === "sample" && table.id === id);

/** What an action is called in a round file, once for each end of its range. */
const namesOf = (actions: ActionRecord[]): string[] => actions.flatMap((action) => (action.minimum === action.maximum ? [action.name] : [`${action.name} ${action.minimum}`, `${action.name} ${action.maximum}`]));

/** Every decision of a seat with its alternatives. Changing one takes back the later ones. */
function Decisions({ number, own, needs, made, act }: { number: string; own: Entry["seats"][string]; needs: Looked["needs"] | undefined; made: NonNullable<Looked["decisions"]>; act: (actions: string[]) => void }) {
  const open = needs?.kind === "decision" && String(needs.seat) === number ? needs : null;
  const decided = made.filter((each) => String(each.seat) === number);
  if (!own.actions.length && !open) return null;
  return (
    <div class="acts">
      {own.actions.map((taken, at) => {
        const names = namesOf(decided[at]?.actions ?? []);
        const isTaken = (name: string) => name === taken || name === taken.split(" ")[0];
        return (
          <div class="seg" role="group" key={at} aria-label={`Decision ${at + 1} of seat ${number}`}>
            {(names.some(isTaken) ? names : [taken, ...names]).map((name) => <button key={name} aria-pressed={isTaken(name)} onClick={() => act([...own.actions.slice(0, at), ...(isTaken(name) ? [] : [name])])}>{capital(name)}</button>)}
          </div>
        );
      })}
      {open && (
        <div class="seg" role="group" aria-label={`Seat ${number} decides`}>
          {namesOf(open.actions).map((name) => <button key={name} onClick={() => act([...own.actions, name])}>{capital(name)}</button>)}
        </div>
      )}
    </div>
  );
}

function Files({ entry, change }: { entry: Entry; change: (entry: Entry) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const said = useSignal("Copy as JSON");
  const text = JSON.stringify(roundFile(entry), null, 2);
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      change(readEntry(JSON.parse(await file.text()) as Record<string, unknown>));
    } catch {
      alert(`${file.name} is not a round file: it is not JSON.`);
    }
  };
  return (
    <>
      <input ref={field} type="file" accept="application/json,.json" hidden onChange={(event) => { void open(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} />
      <button class="btn" onClick={() => field.current?.click()}>Open round file</button>
      <button class="btn" onClick={() => { navigator.clipboard?.writeText(text).then(() => (said.value = "Copied"), () => (said.value = "Not allowed here")); }}>{said.value}</button>
      <a class="btn" download="round.json" href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}>Save</a>
    </>
  );
}
