// What the address of a par sheet says, and the question it asks the house.
import type { GameRecord as Game, KeyRecord as Key, PaytableRecord as Paytable, WagerRules as Wager } from "./api-types";
import type { Picked } from "./parts/gamepick";

export interface Choice {
  wager: string;
  table: string;
  against: string;
  keys: Record<string, string>;
  /** By level, what is given of its meter, or of its seed and rate. */
  meter: Record<string, string>;
  jackpot_seed: Record<string, string>;
  rate: Record<string, string>;
  run: boolean;
  others: string;
  seats: string;
}

export const staked = (game: Game): Wager[] =>
  game.wagers.filter((each) => each.kind === "base" || ["bonus", "jackpot"].includes(each.kind));

function levels(query: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(query.getAll(name).map((text) => text.split("=", 2) as [string, string]));
}

export function readChoice(query: URLSearchParams, { game, keys }: Picked): Choice {
  const known = staked(game);
  const wager = known.find((each) => each.id === query.get("wager")) ?? known[0];
  const tables = tablesOf(game, wager, keys.edition);
  const table = query.get("paytable") ?? firstTable(game, tables)?.id ?? "";
  return {
    wager: wager?.id ?? "",
    table,
    against: query.get("against") ?? "",
    keys: withDecks(game, keys, tables.find(({ id }) => id === table)?.table),
    meter: levels(query, "meter"),
    jackpot_seed: levels(query, "jackpot_seed"),
    rate: levels(query, "rate"),
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

/** The figures by level, as the address and a question list them. */
export const listed = (figures: Record<string, string>): string[] =>
  Object.entries(figures).flatMap(([level, figure]) => (figure ? [`${level}=${figure}`] : []));

/** The question without its format; null while nothing is chosen. */
export function question(game: Game, choice: Choice, table: string, isJackpot: boolean): string {
  const settings = Object.entries({ ...choice.keys, ...(table && { [choice.wager]: table }) });
  const spec = settings.length ? `${game.name}(${settings.map((each) => each.join("=")).join(", ")})` : game.name;
  const asked = new URLSearchParams({ game: spec, wager: choice.wager });
  if (isJackpot) {
    for (const name of choice.run ? (["jackpot_seed", "rate"] as const) : (["meter"] as const))
      for (const figure of listed(choice[name])) asked.append(name, figure);
    if (choice.others !== "0") asked.set("others", choice.others);
  }
  if (choice.seats) asked.set("seats", choice.seats);
  return asked.toString();
}
