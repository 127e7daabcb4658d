// Every page of the house by its group; what does not exist is not listed.
import { session } from "./session";

export type PlaceOf = { name: string; address: string; words: string; key: string };
export type Group = { name: string; places: PlaceOf[] };

type Told = [name: string, address: string, words: string, key?: string];
export const listed = (told: readonly Told[]): PlaceOf[] => told.map(([name, address, words, key = ""]) => ({ name, address, words, key }));

const PLACES: Record<string, Told[]> = {
  Play: [
    ["Lobby", "/", "every table", "L"],
    ["Replay", "/replay", "a transcript file", "R"],
  ],
  Learn: [
    ["Strategy", "/strategy", "charts and costs", "S"],
    ["Calculator", "/calculator", "any hand", "C"],
    ["Quiz", "/quiz", "what is owed", "Q"],
  ],
  Figures: [
    ["Par sheets", "/sheets", "every wager", "P"],
    ["Simulate", "/simulate", "against exact", "M"],
    ["Paytable design", "/design", "for a wanted edge", "D"],
  ],
  Rules: [
    ["Handbook", "/handbook", "all games", "H"],
    ["Adjudicator", "/adjudicator", "settle a round", "A"],
    ["Prints", "/prints", "felt, placard, card", "T"],
  ],
};

/** The groups of the bar. The last part of a place is its key after G. */
export function groups(): Group[] {
  const table = session.value?.table;
  const own: Told[] = table ? [["Your table", `/tables/${table}`, `you are at ${table}`, "Y"]] : [];
  return Object.entries(PLACES).map(([group, told]) => ({ name: group, places: listed([...told, ...(group === "Play" ? own : [])]) }));
}

export function isAt(path: string, address: string): boolean {
  return address === "/" ? path === "/" || path === "/tables" : path === address || path.startsWith(`${address}/`);
}

/** The group of an address: a table belongs to those who play. */
export function groupOf(path: string): string | undefined {
  if (path.startsWith("/tables/")) return "Play";
  return groups().find((group) => group.places.some((each) => isAt(path, each.address)))?.name;
}
