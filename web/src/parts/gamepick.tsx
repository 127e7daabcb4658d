// Which game a page is about, and the choices of the house in it. The address holds all of them.

import type { ComponentChildren, ComponentType } from "preact";
import { useAsked } from "../api";
import type { GameRecord as Game, GamesRecord as Games, KeyRecord as Key, WagerRules } from "../api-types";
import { simplest } from "../book";
import { capital } from "../format";
import { go, place, useTitle } from "../router";
import { Field, Later, Pending, titled } from "./pieces";

export interface Picked {
  games: Games["games"];
  game: Game;
  /** Choices that are not the game's own, by key. */
  keys: Record<string, string>;
  /** The configuration that these choices make. */
  spec: string;
  /** Another game, or null for the same one with other parts of the address; what is empty is taken away. */
  open: (name: string | null, changes?: Record<string, string | string[]>) => void;
}

type Summary = Games["games"][number];

/** A page about a game: the one that the address names, or the best of those that fit; the book as its edition has it. */
export function gamePage(
  base: string,
  word: string,
  Page: ComponentType<{ picked: Picked }>,
  fits: (game: Summary) => boolean = hasBase,
  first: (games: Summary[]) => Summary | undefined = simplest,
) {
  return function GamePage({ game: name }: { game: string }) {
    const all = useAsked<Games>("/games");
    const games = all.value?.games.filter(fits) ?? [];
    const wanted = name || first(games)?.name;
    const { query } = place.value;
    const edition = query.get("edition");
    const found = useAsked<Game>(wanted ? `/games/${encodeURIComponent(edition ? `${wanted}(edition=${edition})` : wanted)}` : null);
    const game = found.value?.name === wanted ? found.value : undefined;
    useTitle(game ? `${game.title}: ${word}` : capital(word));
    if (!game || !all.value) {
      const again = () => [all.again(), found.again()];
      return <Pending asked={{ problem: all.problem ?? found.problem, again }} rows={8} />;
    }
    const isChoice = ([key, value]: [string, string]) =>
      key === "edition" ||
      game.keys.some((each) => each.id === key && each.default !== value) ||
      game.wagers.some((wager) => wager.id === key && Object.keys(wager.paytables).length > 0);
    const keys = Object.fromEntries([...query].filter(isChoice));
    const settings = Object.entries(keys).map(([key, value]) => `${key}=${value}`);
    const open: Picked["open"] = (next, changes = {}) => {
      const parts = next === null ? new URLSearchParams(query) : new URLSearchParams();
      for (const [key, value] of Object.entries(changes)) {
        parts.delete(key);
        for (const each of [value].flat()) if (each) parts.append(key, each);
      }
      go(`${base}/${next ?? game.name}${parts.size ? `?${parts}` : ""}`, true);
    };
    const spec = settings.length ? `${game.name}(${settings.join(", ")})` : game.name;
    return <Page key={game.name} picked={{ games, game, keys, spec, open }} />;
  };
}

const hasBase = (game: Summary): boolean => game.wagers.some((wager) => wager.kind === "base");

export const words = (id: string) => capital(id).replaceAll("_", " ");

/** Game, edition and the choices of the house; `tables` adds a table for every wager on the side. */
export function GamePick({ picked, tables = false }: { picked: Picked; tables?: boolean }) {
  const { game, games, keys, open } = picked;
  const edition = keys.edition ?? game.editions[0]?.id ?? "";
  const offered = (key: Key) =>
    key.values.length > 1 &&
    key.editions.includes(edition) &&
    !["suit", "ranks", "amount", "weights"].includes(key.kind) &&
    (!key.needs || (tables && keys[key.needs]));
  const choices = game.keys.filter(offered);
  const first = choices.filter((key) => key.id === "decks");
  const rest = choices.filter((key) => key.id !== "decks");
  const show = (key: Key) => (
    <Field
      key={key.id}
      title={words(key.id)}
      hint={key.text}
      value={keys[key.id] ?? key.default}
      options={key.values}
      set={(value) => open(null, { [key.id]: value === key.default ? "" : value })}
    />
  );
  const sides = tables ? game.wagers.filter((wager) => wager.kind !== "base" && (wager.paytables[edition] ?? []).length > 0) : [];
  return (
    <>
      <Field title="Game" value={game.name} options={titled(games)} set={(name) => open(name)} />
      {game.editions.length > 1 && (
        <Field
          title="Edition"
          value={edition}
          options={titled(game.editions)}
          set={(value) => open(game.name, { edition: value === game.editions[0]?.id ? "" : value })}
        />
      )}
      {first.map(show)}
      {sides.map((wager) => (
        <TableField
          key={wager.id}
          wager={wager}
          edition={edition}
          value={keys[wager.id]}
          set={(value) => open(null, { [wager.id]: value === wager.default ? "" : value })}
        />
      ))}
      {rest.length > 0 && (
        <details open={rest.some((key) => keys[key.id] !== undefined)}>
          <summary class="label">More choices of the house</summary>
          <div class="stack">
            <Later>{() => rest.map(show)}</Later>
          </div>
        </details>
      )}
    </>
  );
}

type Tabled = { wager: WagerRules; edition: string; value: string | undefined; set: (table: string) => void; title?: ComponentChildren };

/** The table of a wager on the side, or that it is not offered. */
export function TableField({ wager, edition, value = wager.default ?? "", set, title = wager.title }: Tabled) {
  const ids = wager.paytables[edition] ?? [];
  return <Field mono title={title} value={value} options={wager.default ? ids : [["", "not offered"], ...ids]} set={set} />;
}
