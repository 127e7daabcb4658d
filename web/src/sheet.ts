// What the address of a par sheet says, and the question it asks the house.
import type { GameRecord as Game, KeyRecord as Key, PaytableRecord as Paytable, WagerRules as Wager } from "./api-types";

export interface Choice {
  wager: string;
  table: string;
  against: string;
  keys: Record<string, string>;
  meters: Record<string, string>;
  seeds: Record<string, string>;
  rates: Record<string, string>;
  run: boolean;
  others: string;
  seats: string;
}

export const staked = (game: Game): Wager[] =>
  game.wagers.filter((each) => each.kind === "base" || ["bonus", "jackpot"].includes(each.kind));

function levels(query: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(query.getAll(name).map((text) => text.split("=", 2) as [string, string]));
}

export function readChoice(query: URLSearchParams, game: Game): Choice {
  const known = staked(game);
  const wager = known.find((each) => each.id === query.get("wager")) ?? known[0];
  const tables = tablesOf(game, wager, query.get("edition") ?? undefined);
  const keys: Record<string, string> = {};
  for (const [name, value] of query) if (name === "edition" || game.keys.some((key) => key.id === name)) keys[name] = value;
  const table = query.get("paytable") ?? firstTable(game, tables)?.id ?? "";
  return {
    wager: wager?.id ?? "",
    table,
    against: query.get("against") ?? "",
    keys: withDecks(game, keys, tables.find(({ id }) => id === table)?.table),
    meters: levels(query, "meter"),
    seeds: levels(query, "jackpot_seed"),
    rates: levels(query, "rate"),
    run: query.get("at") === "run",
    others: query.get("others") ?? "0",
    seats: query.get("seats") ?? "",
  };
}

/** The table that a page opens with: one that the game's own number of decks allows. */
export function firstTable(game: Game, tables: { id: string; table: Paytable }[]): { id: string; table: Paytable } | undefined {
  const decks = Number(game.keys.find((key) => key.id === "decks")?.default ?? 0);
  return tables.find(({ table }) => !decks || !table.decks.length || table.decks.includes(decks)) ?? tables[0];
}

/** The keys with a number of decks that the table is for. */
export function withDecks(game: Game, keys: Record<string, string>, table: Paytable | undefined): Record<string, string> {
  const key = game.keys.find((each) => each.id === "decks");
  const allowed = key?.values.filter((each) => table?.decks.includes(Number(each))) ?? [];
  return key && allowed.length && !allowed.includes(keys.decks ?? key.default) ? { ...keys, decks: allowed.at(-1) ?? key.default } : keys;
}

export function tablesOf(game: Game, wager: Wager | undefined, edition?: string): { id: string; table: Paytable }[] {
  const ids = wager?.paytables[edition ?? game.editions[0]?.id ?? ""] ?? [];
  return ids.flatMap((id) => {
    const table = game.paytables.find((each) => each.id === id || each.aliases.includes(id));
    return table ? [{ id, table }] : [];
  });
}

/** Keys that change a figure of this wager. */
export function keysFor(game: Game, choice: Choice, table: Paytable | undefined): Key[] {
  return game.keys.filter((key) => {
    if (!key.editions.includes(choice.keys.edition ?? game.editions[0]?.id ?? "")) return false;
    if (key.kind === "ranks") return !!table?.parameters.ranks;
    if (key.kind === "suit") return !!table?.parameters.suit;
    if (key.needs) return key.needs === choice.wager;
    return key.kind !== "amount" || key.id === "base_wager";
  });
}

export function configuration(game: Game, choice: Choice, table: string): string {
  const settings = Object.entries(choice.keys).filter(
    ([name, value]) => name === "edition" || game.keys.some((key) => key.id === name && key.default !== value),
  );
  const own = table ? [[choice.wager, table]] : [];
  const all = [...settings, ...own].map(([name, value]) => `${name}=${value}`);
  return all.length ? `${game.name}(${all.join(", ")})` : game.name;
}

const LEVELS = { meter: "meters", jackpot_seed: "seeds", rate: "rates" } as const;

function addLevels(to: URLSearchParams, choice: Choice, names: (keyof typeof LEVELS)[]): void {
  for (const name of names) for (const [level, figure] of Object.entries(choice[LEVELS[name]])) to.append(name, `${level}=${figure}`);
}

/** The question without its format; null while nothing is chosen. */
export function question(game: Game, choice: Choice, table: string, isJackpot: boolean): string {
  const asked = new URLSearchParams({ game: configuration(game, choice, table), wager: choice.wager });
  if (isJackpot) {
    addLevels(asked, choice, choice.run ? ["jackpot_seed", "rate"] : ["meter"]);
    if (choice.others !== "0") asked.set("others", choice.others);
  }
  if (choice.seats) asked.set("seats", choice.seats);
  return asked.toString();
}

export function address(game: Game, choice: Choice): string {
  const query = new URLSearchParams({ wager: choice.wager });
  if (choice.table) query.set("paytable", choice.table);
  if (choice.against) query.set("against", choice.against);
  for (const [name, value] of Object.entries(choice.keys)) query.set(name, value);
  if (choice.run) query.set("at", "run");
  addLevels(query, choice, ["meter", "jackpot_seed", "rate"]);
  if (choice.others !== "0") query.set("others", choice.others);
  if (choice.seats) query.set("seats", choice.seats);
  return `/sheets/${game.name}?${query}`;
}
