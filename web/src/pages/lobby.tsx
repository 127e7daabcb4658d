// The lobby: the games with their tables, limits, open seats and live meters, and what of it is a sample.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { EdgeRecord, LobbyRecord, LobbyTable } from "../api-types";
import { Rolling } from "../display/digits";
import { percent } from "../format";
import { plain } from "../parts/cards";
import { Sample } from "../parts/cites";
import { NameDialog } from "../parts/guest";
import { Button, Later, Pending, Top } from "../parts/pieces";
import { FindField } from "../parts/search";
import { Empty } from "../parts/states";
import { muted, say } from "../parts/words";
import { useTitle } from "../router";
import { session } from "../session";
import { Live } from "../table";

export default function Lobby() {
  useTitle("Lobby");
  const first = useAsked<LobbyRecord>("/tables");
  const live = useMemo(() => new Live<LobbyRecord>("/lobby/live"), [session.value?.name]);
  useEffect(() => () => live.close(), [live]);
  const typed = useSignal("");
  const onlyOpen = useSignal(false);
  const naming = useSignal(false);
  const all = (live.record.value ?? first.value)?.tables;
  if (!all) return <Pending asked={first} rows={8} />;
  const words = typed.value.toLowerCase().split(/\s+/).filter(Boolean);
  const tables = all.filter(
    (table) =>
      words.every((word) => `${table.id} ${table.title} ${table.wagers.join(" ")} ${table.edition ?? ""}`.toLowerCase().includes(word)) &&
      (!onlyOpen.value || table.seats.includes("open")),
  );
  const every = () => {
    typed.value = "";
    onlyOpen.value = false;
  };
  const games = [...new Map(tables.map((table) => [table.game, table])).values()];
  const meters = all.flatMap((table) => table.meters.map((meter) => ({ ...meter, table }))).sort((a, b) => b.cents - a.cents);
  const taken = all.reduce((sum, table) => sum + table.seats.filter((seat) => seat !== "open").length, 0);
  return (
    <main class="house lb">
      <Top title="Lobby" words={`${all.length} tables, ${taken} ${taken === 1 ? "seat" : "seats"} taken. Every chip here is play money.`}>
        <span class="find grow">
          <FindField name="Find a game or table" typed={typed} />
        </span>
        <Button
          aria-pressed={onlyOpen.value}
          press={() => (onlyOpen.value = !onlyOpen.value)}
          words={onlyOpen.value ? "All tables" : "Open seats"}
        />
        {!session.value && <Button kind="primary" press={() => (naming.value = true)} words="Take a name" />}
      </Top>
      {meters.length > 0 && (
        <section class="panel meters" aria-label="Jackpots">
          {meters.slice(0, 4).map((meter) => (
            <div key={meter.table.id + meter.wager + meter.level}>
              <span class="label">{say`${plainTitle(meter.title)}${meter.levels > 1 ? `, level ${meter.level}` : ""} ${<Sample />}`}</span>
              <p class={live.connected.value ? "d" : "d stale-figure"}>
                <Rolling cents={meter.cents} />
              </p>
              <p class="note">{`${meter.table.title}, table ${meter.table.id}`}</p>
            </div>
          ))}
        </section>
      )}
      <section class="panel" aria-label="Tables">
        <div class="lhd" aria-hidden="true">
          <span />
          <span class="label">Game</span>
          <div class="lr">
            <span>Table</span>
            <span>On the layout</span>
            <span class="num">Limits</span>
            <span>Seats</span>
            <span>Jackpot</span>
            <span />
          </div>
        </div>
        {games.length === 0 && <Empty title="No table matches" action={<Button kind="primary" press={every} words="Show every table" />} />}
        {games.map((game, at) => (
          <Later key={game.game} now={at === 0}>
            {() => (
              <article class="game">
                <Swatch felt={game.felt} />
                <div>
                  <h2>{game.title}</h2>
                  <p class="soft small">{game.summary}</p>
                  <p class="links">
                    <GameEdge game={game.game} wager={game.base.wager} />
                    <a href={`/handbook/${game.game}`}>Rules</a>
                    <a href={`/sheets/${game.game}`}>Par sheet</a>
                  </p>
                </div>
                <div class="lrows">
                  {tables
                    .filter((table) => table.game === game.game)
                    .map((table) => (
                      <TableRow key={table.id} table={table} />
                    ))}
                </div>
              </article>
            )}
          </Later>
        ))}
      </section>
      <p class="note foot">
        The games and their names belong to their makers; there is no affiliation. Play chips have no value and are never sold, cashed or
        passed on. Meters here are samples. Croupier is not certified equipment and not a gambling service.
      </p>
      {naming.value && <NameDialog done={() => (naming.value = false)} />}
    </main>
  );
}

const plainTitle = (title: string) => title.replace(/ Progressive$/, "");

function TableRow({ table }: { table: LobbyTable }) {
  const yours = table.seats.includes("you");
  const taken = table.seats.filter((seat) => seat !== "open").length;
  const open = taken < table.seats.length;
  const { minimum, maximum } = table.base;
  return (
    <div class={yours ? "lr you" : "lr"}>
      <b>{table.id}</b>
      <span class="lay">
        {table.wagers.length ? [...new Set(table.wagers.map(plainTitle))].join(", ") : `${table.base.title} alone`}
        {[table.edition, ...table.features].map((each) => each && ` · ${each}`)} {table.sample && <Sample words="Sample tables" />}
      </span>
      <span class="lim num soft">
        {minimum === maximum ? `${table.base.title} ${plain(minimum)}` : `${plain(minimum)} – ${plain(maximum)}`}
      </span>
      <span class="seatline">
        <span class="seats" aria-hidden="true">
          {table.seats.map((seat, at) => (
            <i key={at} class={seat === "open" ? "o" : seat === "you" ? "y" : ""} />
          ))}
        </span>
        <span class="soft">{say` ${taken} of ${table.seats.length}`}</span>
      </span>
      <span class="jp soft">{table.jackpots.map(plainTitle).join(", ") || "–"}</span>
      <a
        class={yours ? "btn small primary" : "btn small"}
        href={`/tables/${table.id}`}
        aria-label={`${yours ? "Return to" : open ? "Sit at" : "Watch"} table ${table.id}`}>
        {yours ? "Return" : open ? "Sit" : "Watch"}
      </a>
    </div>
  );
}

function GameEdge({ game, wager }: { game: string; wager: string }) {
  const found = useAsked<EdgeRecord>(`/edge?${new URLSearchParams({ game, wager })}`);
  const isOpen = found.problem instanceof Problem && found.problem.code === "not_solved";
  if (found.problem) return muted(isOpen ? "edge not solved yet" : "edge not known now");
  if (!found.value?.house_edge) return <span class="muted">…</span>;
  const alone = found.value.notes?.some((note) => note.startsWith("one player alone"));
  return (
    <span>
      <b class="tnum">{percent(found.value.house_edge.percent)}</b> {alone ? "with one player" : "house edge"}
    </span>
  );
}

const Swatch = ({ felt }: { felt: string }) => (
  <svg class="sw" data-felt={felt} viewBox="0 0 60 40" aria-hidden="true">
    <path class="f-rail" d="M6 0H54a6 6 0 0 1 6 6V22a18 18 0 0 1 -18 18H18a18 18 0 0 1 -18 -18V6a6 6 0 0 1 6 -6Z" />
    <path
      class="f-cloth"
      d="M6.5 2.5H53.5a4 4 0 0 1 4 4V22a15.5 15.5 0 0 1 -15.5 15.5H18a15.5 15.5 0 0 1 -15.5 -15.5V6.5a4 4 0 0 1 4 -4Z"
    />
    <circle cx="30" cy="24" r="4.5" class="f-line" />
    <circle cx="17" cy="20" r="3" class="f-line" />
    <circle cx="43" cy="20" r="3" class="f-line" />
    <rect x="20" y="7" width="20" height="5" rx="1" class="f-inv" opacity=".9" />
  </svg>
);
