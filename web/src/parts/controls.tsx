// The controls of a par sheet: one for each thing that a figure depends on; what does not apply says why.

import { useId } from "preact/hooks";
import type { KeyRecord as Key, PaytableRecord as Paytable, SheetWager } from "../api-types";
import { fixed } from "../format";
import type { Choice } from "../sheet";
import { listed as figuresOf, keysFor, staked, tablesOf } from "../sheet";
import { Suit } from "./cards";
import { type Picked, words } from "./gamepick";
import { Field, Segments, titled } from "./pieces";
import { bold, say } from "./words";

const RANKS = "AKQJT98765432";
const MAIN = ["suit", "ranks"];

type Controlled = { picked: Picked; choice: Choice; table: Paytable | undefined; figures: SheetWager | undefined };

export function Controls({ picked: { game, games, open }, choice, table, figures }: Controlled) {
  const edition = choice.keys.edition ?? game.editions[0]?.id;
  const wager = game.wagers.find((each) => each.id === choice.wager);
  const tables = tablesOf(game, wager, edition);
  const set = (name: string, value: string) => open(null, { [name]: value });
  const keys = keysFor(game, choice, table);
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
      <Field title="Game" value={game.name} set={(name) => open(name)} options={titled(games)} />
      {game.editions.length > 1 && (
        <Segments
          title="Edition"
          value={edition ?? ""}
          of={titled(game.editions)}
          choose={(value) => open(null, { edition: value === game.editions[0]?.id ? "" : value, paytable: "", against: "" })}
        />
      )}
      <Field title="Wager" value={choice.wager} set={(wager) => open(game.name, { wager })} options={titled(staked(game))} />
      {tables.length > 0 && <Field mono title="Paytable" value={choice.table} set={(value) => set("paytable", value)} options={listed} />}
      {tables.length > 1 && (
        <Field
          mono
          title="Compare with"
          value={choice.against}
          set={(value) => set("against", value)}
          options={[["", "nothing"], ...listed.filter(([id]) => id !== choice.table)]}
        />
      )}
      {keys.filter((key) => MAIN.includes(key.kind) || key.id === "decks").map(show)}
      {figures?.meters ? (
        <Jackpot choice={choice} open={open} figures={figures} envy={!!figures.envy_per_other && figures.envy_per_other.decimal !== "0"} />
      ) : null}
      <details>
        <summary class="label">More choices of the house</summary>
        <div class="stack">
          {keys.filter((key) => !MAIN.includes(key.kind) && key.id !== "decks").map(show)}
          <Typed
            title="Seats, for the win an hour"
            value={choice.seats}
            placeholder="5, or as many as there are"
            change={(next) => set("seats", next.replace(/\D/g, ""))}
          />
        </div>
      </details>
    </aside>
  );
}

const AT = [
  ["meter", "this meter"],
  ["run", "the long run"],
] as const;

type Paid = { choice: Choice; open: Picked["open"]; figures: SheetWager; envy: boolean };

function Jackpot({ choice, open, figures, envy }: Paid) {
  const give = (name: "meter" | "jackpot_seed" | "rate", level: number) => (value: string) =>
    open(null, { [name]: figuresOf({ ...choice[name], [level]: value }) });
  const even = Number(figures.break_even_meter ?? 0);
  const most = Math.max(1000, Math.ceil((even * 1.6) / 1000) * 1000);
  return (
    <>
      <Segments
        title="Edge at"
        value={choice.run ? "run" : "meter"}
        of={AT}
        choose={(value) => open(null, { at: value === "run" ? value : "" })}
      />
      {figures.meters?.map(({ level }) => {
        const name = figures.meters && figures.meters.length > 1 ? ` ${level}` : "";
        return choice.run ? (
          <div key={level} class="stack">
            <Typed
              title={`Seed${name}, for a $1 wager`}
              value={choice.jackpot_seed[level] ?? ""}
              placeholder="as in 10000.00"
              change={give("jackpot_seed", level)}
            />
            <Typed title={`Increment rate${name}`} value={choice.rate[level] ?? ""} placeholder="as in 18%" change={give("rate", level)} />
          </div>
        ) : (
          <Meter key={level} title={`Meter${name}`} value={choice.meter[level] ?? ""} most={most} change={give("meter", level)} />
        );
      })}
      {envy ? (
        <Typed
          title="Others who bet, for envy"
          value={choice.others}
          change={(value) => open(null, { others: String(Math.min(20, Number(value.replace(/\D/g, "") || 0))) })}
        />
      ) : (
        <Off title="Others who bet, for envy" why="this table pays no envy" value="0" />
      )}
    </>
  );
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
