// Every page of the house by its group; what does not exist is not listed.
import { session } from "./session";

export type PlaceOf = { name: string; address: string; words: string; key: string };
export type Group = { name: string; places: PlaceOf[] };

const at = (name: string, address: string, words: string, key: string): PlaceOf => ({ name, address, words, key });

/** The groups of the bar. The last part of a place is its key after G. */
export function groups(): Group[] {
  const table = session.value?.table;
  return [
    {
      name: "Play",
      places: [
        at("Lobby", "/", "every table", "L"),
        at("Replay", "/replay", "a transcript file", "R"),
        ...(table ? [at("Your table", `/tables/${table}`, `you are at ${table}`, "Y")] : []),
      ],
    },
    {
      name: "Learn",
      places: [
        at("Strategy", "/strategy", "charts and costs", "S"),
        at("Calculator", "/calculator", "any hand", "C"),
        at("Quiz", "/quiz", "what is owed", "Q"),
      ],
    },
    {
      name: "Figures",
      places: [
        at("Par sheets", "/sheets", "every wager", "P"),
        at("Simulate", "/simulate", "against exact", "M"),
        at("Paytable design", "/design", "for a wanted edge", "D"),
      ],
    },
    {
      name: "Rules",
      places: [
        at("Handbook", "/handbook", "all games", "H"),
        at("Adjudicator", "/adjudicator", "settle a round", "A"),
        at("Prints", "/prints", "felt, placard, card", "T"),
      ],
    },
  ];
}

export function isAt(path: string, address: string): boolean {
  return address === "/" ? path === "/" || path === "/tables" : path === address || path.startsWith(`${address}/`);
}

/** The group of an address: a table belongs to those who play. */
export function groupOf(path: string): string | undefined {
  if (path.startsWith("/tables/")) return "Play";
  return groups().find((group) => group.places.some((each) => isAt(path, each.address)))?.name;
}
