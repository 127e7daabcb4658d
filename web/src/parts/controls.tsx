// The controls of a par sheet: one for each thing that a figure depends on; what does not apply says why.

import { useId } from "preact/hooks";
import type { GameRecord as Game, GamesRecord as Games, KeyRecord as Key, PaytableRecord as Paytable, SheetWager } from "../api-types";
import { fixed } from "../format";
import type { Choice } from "../sheet";
import { keysFor, staked, tablesOf } from "../sheet";
import { Suit } from "./cards";
import { words } from "./gamepick";
import { Field, Segments, titled } from "./pieces";
import { bold, say } from "./words";

type Change = (changes: Partial<Choice>) => void;
const RANKS = "AKQJT98765432";
const MAIN = ["suit", "ranks"];

type Controlled = {
  game: Game;
  games: Games["games"];
  choice: Choice;
  table: Paytable | undefined;
  change: Change;
  figures: SheetWager | undefined;
  open: (name: string) => void;
};

export function Controls({ game, games, choice, table, change, figures, open }: Controlled) {
  const edition = choice.keys.edition ?? game.editions[0]?.id;
  const wager = game.wagers.find((each) => each.id === choice.wager);
  const tables = tablesOf(game, wager, edition);
  const set = (name: string, value: string) => change({ keys: { ...choice.keys, [name]: value } });
  const keys = keysFor(game, choice, table);
  const editionOf = (value: string) =>
    value === game.editions[0]?.id ? without(choice.keys, "edition") : { ...choice.keys, edition: value };
  const listed = tables.map(({ id, table: each }) => [id, each.status === "sample" ? `${id} (sample)` : id] as const);
  const show = (key: Key) => {
    const value = choice.keys[key.id] ?? key.default;
    if (key.id === "decks" && key.values.length <= 8) {
      const offered = key.values.filter((each) => !table || table.decks.includes(Number(each)));
      const refused = key.values.filter((each) => !offered.includes(each));
      return (
        <Segments
          key={key.id}
          title="Decks"
          value={value}
          of={offered.map((each) => [each, each])}
          choose={(next) => set("decks", next)}
          hint={refused.length ? `This table is not for ${refused.join(", ")} decks.` : undefined}
        />
      );
    }
    if (key.kind === "suit") {
      const suits = SUITS.filter((each) => key.values.includes(each)).map(
        (each) => [each, <Suit key={each} suit={each.charAt(0)} />, each] as const,
      );
      return <Segments key={key.id} title="Suit of the top hand" value={value} of={suits} choose={(next) => set(key.id, next)} />;
    }
    if (key.kind === "ranks")
      return <Ranks key={key.id} wanted={table?.parameters.ranks ?? 0} value={value} choose={(next) => set(key.id, next)} />;
    if (key.kind === "amount" || key.kind === "weights")
      return <Typed key={key.id} title={words(key.id)} value={value} change={(next) => set(key.id, next)} />;
    if (key.values.length < 2) return null;
    return (
      <Field key={key.id} title={words(key.id)} value={value} hint={key.text} set={(next) => set(key.id, next)} options={key.values} />
    );
  };
  return (
    <aside class="ctl" aria-label="What the figures depend on">
      <Field title="Game" value={game.name} set={open} options={titled(games)} />
      {game.editions.length > 1 && (
        <Segments
          title="Edition"
          value={edition ?? ""}
          of={titled(game.editions)}
          choose={(value) => change({ keys: editionOf(value), table: "", against: "" })}
        />
      )}
      <Field
        title="Wager"
        value={choice.wager}
        set={(value) => change({ wager: value, table: "", against: "", meters: {}, seeds: {}, rates: {}, keys: {} })}
        options={titled(staked(game))}
      />
      {tables.length > 0 && <Field mono title="Paytable" value={choice.table} set={(value) => change({ table: value })} options={listed} />}
      {tables.length > 1 && (
        <Field
          mono
          title="Compare with"
          value={choice.against}
          set={(value) => change({ against: value })}
          options={[["", "nothing"], ...listed.filter(([id]) => id !== choice.table)]}
        />
      )}
      {keys.filter((key) => MAIN.includes(key.kind) || key.id === "decks").map(show)}
      {figures?.meters ? (
        <Jackpot
          choice={choice}
          change={change}
          figures={figures}
          envy={!!figures.envy_per_other && figures.envy_per_other.decimal !== "0"}
        />
      ) : null}
      <details>
        <summary class="label">More choices of the house</summary>
        <div class="stack">
          {keys.filter((key) => !MAIN.includes(key.kind) && key.id !== "decks").map(show)}
          <Typed
            title="Seats, for the win an hour"
            value={choice.seats}
            placeholder="5, or as many as there are"
            change={(next) => change({ seats: next.replace(/\D/g, "") })}
          />
        </div>
      </details>
    </aside>
  );
}

function without(keys: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).filter(([each]) => each !== name));
}

const AT = [
  ["meter", "this meter"],
  ["run", "the long run"],
] as const;

function Jackpot({ choice, change, figures, envy }: { choice: Choice; change: Change; figures: SheetWager; envy: boolean }) {
  const even = Number(figures.break_even_meter ?? 0);
  const most = Math.max(1000, Math.ceil((even * 1.6) / 1000) * 1000);
  return (
    <>
      <Segments title="Edge at" value={choice.run ? "run" : "meter"} of={AT} choose={(value) => change({ run: value === "run" })} />
      {figures.meters?.map(({ level }) => {
        const name = figures.meters && figures.meters.length > 1 ? ` ${level}` : "";
        const shown = choice.meters[level] ?? "";
        return choice.run ? (
          <div key={level} class="stack">
            <Typed
              title={`Seed${name}, for a $1 wager`}
              value={choice.seeds[level] ?? ""}
              placeholder="as in 10000.00"
              change={(value) => change({ seeds: entry(choice.seeds, level, value) })}
            />
            <Typed
              title={`Increment rate${name}`}
              value={choice.rates[level] ?? ""}
              placeholder="as in 18%"
              change={(value) => change({ rates: entry(choice.rates, level, value) })}
            />
          </div>
        ) : (
          <Meter
            key={level}
            title={`Meter${name}`}
            value={shown}
            most={most}
            change={(value) => change({ meters: entry(choice.meters, level, value) })}
          />
        );
      })}
      {envy ? (
        <Typed
          title="Others who bet, for envy"
          value={choice.others}
          change={(value) => change({ others: String(Math.min(20, Number(value.replace(/\D/g, "") || 0))) })}
        />
      ) : (
        <Off title="Others who bet, for envy" why="this table pays no envy" value="0" />
      )}
    </>
  );
}

function entry(all: Record<string, string>, level: number, value: string): Record<string, string> {
  return value ? { ...all, [level]: value } : without(all, String(level));
}

function Meter({ title, value, most, change }: { title: string; value: string; most: number; change: (value: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>{say`${title} ${bold(value ? `$${fixed(value, 2)}` : "not given")}`}</label>
      <input
        id={id}
        type="range"
        min="0"
        max={most}
        step={most / 400}
        value={Number(value || 0)}
        aria-valuetext={value ? `$${value}` : "not given"}
        onInput={(event) => change(Number(event.currentTarget.value).toFixed(2))}
      />
      <Typed title={`${title}, typed`} hidden value={value} placeholder="as in 25000.00" change={change} />
    </div>
  );
}

const SUITS = ["spades", "hearts", "diamonds", "clubs"];

function Ranks({ wanted, value, choose }: { wanted: number; value: string; choose: (value: string) => void }) {
  const chosen = value === "documents" ? [] : value.split("/");
  const press = (rank: string) => {
    const next = chosen.includes(rank) ? chosen.filter((each) => each !== rank) : [...chosen, rank].slice(-wanted);
    choose(next.join("/") || "documents");
  };
  const ranks = [...RANKS].map((rank) => [rank, rank === "T" ? "10" : rank] as const);
  const title = say`Ranks ${bold(chosen.length ? `${chosen.length} of ${wanted}` : "as the document has them")}`;
  return <Segments kind="rk" title={title} value={chosen} of={ranks} choose={press} />;
}

/** A field for a figure. */
type Figure = Omit<Parameters<typeof Field>[0], "set"> & { change: (value: string) => void };
export const Typed = ({ change, ...rest }: Figure) => <Field inputMode="decimal" {...rest} set={(value) => change(value.trim())} />;

const Off = ({ title, value, why }: { title: string; value: string; why: string }) => (
  <div class="field">
    <span class="label">{title}</span>
    <span class="input is-disabled">
      <span>{value}</span>
      <span class="note">{why}</span>
    </span>
  </div>
);
