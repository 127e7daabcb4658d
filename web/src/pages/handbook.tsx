// The handbook: rules in our words with citations in the margin, readings in place, tables, keys, sources.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAsked } from "../api";
import type * as House from "../api-types";
import { payWords } from "../book";
import { capital, percent, signed } from "../format";
import { InlineCards } from "../parts/cards";
import { Citation, Citations, Sample } from "../parts/cites";
import { Button, Ends, Later, Missing, Pending, Rows } from "../parts/pieces";
import { titleOf } from "../parts/ruling";
import { HandbookSearch } from "../parts/search";
import { Empty } from "../parts/states";
import { anchor, mono, noted, say, softly } from "../parts/words";
import { place, useTitle } from "../router";

const TOPICS: [string, string][] = [
  ["play", "How it is played"],
  ["ranking", "How hands rank"],
  ["bonus", "Bonus wagers"],
  ["jackpot", "Jackpots"],
  ["limits", "The operator's choices"],
  ["dealing", "Dealing"],
  ["equipment", "Equipment"],
  ["approval", "Approval"],
  ["promotion", "Promotions"],
];

export default function Handbook({ game }: { game: string }) {
  const games = useAsked<House.GamesRecord>("/games");
  const name = game || games.value?.games[0]?.name;
  const edition = place.value.query.get("edition");
  const asked = name ? `${name}${edition ? `(edition=${edition})` : ""}` : null;
  const found = useAsked<House.GameRecord>(asked && `/games/${encodeURIComponent(asked)}`);
  const shown = found.value?.name === name ? found.value : undefined;
  useTitle(shown ? `${shown.title}: handbook` : "Handbook");
  useEffect(() => {
    if (shown && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [shown]);
  // The list of contents stands above the text on a phone, so neither is shown before both are known.
  if (!games.value || (!found.value && !found.problem)) return <Pending asked={games} rows={8} />;
  const parts = shown ? partsOf(shown, edition) : [];
  return (
    <main class="hb">
      <aside class="toc" aria-label="Contents">
        <HandbookSearch />
        <nav aria-label="Games">
          <span class="label">Games</span>
          <ul>
            {games.value.games.map(({ name: its, title }) => (
              <li key={its}>
                <a href={`/handbook/${its}`} aria-current={its === name ? "page" : undefined} children={title} />
              </li>
            ))}
          </ul>
        </nav>
        {shown && <Contents game={shown} parts={parts} edition={edition} />}
      </aside>
      {shown ? (
        <Rules key={shown.configuration} game={shown} parts={parts} />
      ) : (
        <div class="tx">
          <Missing asked={found} rows={8} />
        </div>
      )}
    </main>
  );
}

type Drawn = () => ComponentChildren;
type Part = [id: string, title: string, draws: Drawn[]];

/** What draws these, a few at a time: a long section is drawn in several tasks. */
const inParts = <T,>(of: readonly T[], draw: (each: T) => ComponentChildren, many = 6): Drawn[] =>
  Array.from({ length: Math.ceil(of.length / many) }, (_, at) => () => of.slice(at * many, (at + 1) * many).map(draw));

/** The sections of a game's rules, for the list of contents and for the text. */
function partsOf(game: House.GameRecord, edition: string | null): Part[] {
  const placed = new Set<string>();
  const readingsOf = (cites: House.ReadingRecord["cites"]) => {
    const found = game.interpretations.filter(
      (each) =>
        !placed.has(each.id) &&
        each.confidence !== "high" &&
        each.cites.some((cite) => cites.some((own) => own.document === cite.document && own.section === cite.section)),
    );
    found.forEach((each) => placed.add(each.id));
    return found.slice(0, 1);
  };
  const rule = ({ id, text, cites, editions, when }: House.GameRecord["rules"][number]) => (
    <div key={id}>
      <Cited id={`rule-${id}`} game={game} cites={cites}>
        {text}
        {editions.length < game.editions.length && !edition ? ` (${editions.join(", ")} only)` : ""}
        {when && (
          <span class="soft">
            {" "}
            Where the house chooses <code class="mono">{when}</code>.
          </span>
        )}
      </Cited>
      {readingsOf(cites).map((each) => (
        <ReadingBox key={each.id} game={game.name} reading={each} short />
      ))}
    </div>
  );
  const wager = ({ id, title, text, cites, paytables }: House.GameRecord["wagers"][number]) => (
    <div key={id} class="wg" id={`wager-${id}`} tabIndex={-1}>
      <Cited game={game} cites={cites}>
        <b>{title}.</b> {text}
      </Cited>
      <Tables game={game} ids={[...new Set(Object.values(paytables).flat())]} />
    </div>
  );
  const choice = (key: House.GameRecord["keys"][number]) => (
    <Cited key={key.id} id={`key-${key.id}`} game={game} cites={key.cites}>
      <code class="mono">{say`${key.id}=${key.default}`}</code>
      {key.values.length > 1 && <span class="soft small"> or {key.values.filter((each) => each !== key.default).join(", ")}</span>}
      <br />
      {key.text} {key.reading && <a href={`#reading-${key.reading}`}>{key.reading}</a>}
    </Cited>
  );
  const notice = (each: House.GameRecord["notices"][number]) => (
    <Cited key={each.id} id={`notice-${each.id}`} game={game} cites={each.cites}>
      <b>{each.title}.</b> “{each.words}”
    </Cited>
  );
  const source = (each: House.GameRecord["sources"][number]) => (
    <div class="rl" key={each.document} id={`source-${each.document}`} tabIndex={-1}>
      <p>{say`${each.title}${each.edition ? `, ${each.edition}` : ""}. ${softly(each.publisher)}`}</p>
      <span class="cite">{each.document}</span>
    </div>
  );
  const reading = (each: House.ReadingRecord) => <ReadingBox key={each.id} game={game.name} reading={each} />;
  const readings = () => <p class="soft small">What the documents leave open, how we read it, why, and how sure we are.</p>;
  const disclaimer = () => (
    <p class="note disclaimer">
      The games and their names belong to their makers. Croupier is not affiliated with them; their documents are cited, not copied. Play
      chips have no value and are never sold, cashed or passed on. Croupier is not certified equipment.
    </p>
  );
  const topics = TOPICS.map(([topic, title]): Part => {
    const own = game.rules.filter((each) => each.topic === topic);
    return [own.length ? `topic-${topic}` : "", title, inParts(own, rule)];
  });
  const all: Part[] = [
    ...topics,
    ["wagers", "Wagers and tables", inParts(game.wagers, wager, 2)],
    [game.keys.length ? "keys" : "", "Choices of the house", inParts(game.keys, choice)],
    [game.notices.length ? "notices" : "", "Notices", inParts(game.notices, notice)],
    ["readings", "Readings", [readings, ...inParts(game.interpretations, reading)]],
    ["sources", "Sources", [...inParts(game.sources, source), disclaimer]],
  ];
  return all.filter(([id]) => id);
}

function Contents({ game, parts, edition }: { game: House.GameRecord; parts: Part[]; edition: string | null }) {
  const chosen = edition ?? game.editions[0]?.id;
  return (
    <>
      <nav aria-label="On this page">
        <span class="label">On this page</span>
        <ul>
          {parts.map(([id, title]) => (
            <li key={id}>{anchor(`#${id}`, id === "readings" ? `${title}, ${game.interpretations.length}` : title)}</li>
          ))}
        </ul>
      </nav>
      {game.editions.length > 1 && (
        <div>
          <span class="label">Edition</span>
          <div class="seg">
            {game.editions.map(({ id, title }) => (
              <a
                key={id}
                href={`/handbook/${game.name}?edition=${id}`}
                aria-current={id === chosen ? "true" : undefined}
                children={title}
              />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

type Lined = { id?: string; game: House.GameRecord; cites: readonly House.CiteRecord[]; children: ComponentChildren };

/** A rule with its citations in the margin. */
const Cited = ({ id, game, cites, children }: Lined) => (
  <div class="rl" id={id} tabIndex={-1}>
    <p>{children}</p>
    <span>
      <Citations game={game.name} cites={cites} />
    </span>
  </div>
);

function Rules({ game, parts }: { game: House.GameRecord; parts: Part[] }) {
  const spec = encodeURIComponent(game.configuration);
  // A place that the address names must be there at once.
  const now = !!location.hash;
  return (
    <>
      <article class="tx">
        <h1 tabIndex={-1}>{game.title}</h1>
        <p class="lead">{game.summary}</p>
        {parts.map(([id, title, draws], part) =>
          draws.map((draw, at) => (
            <Later key={id + at} now={now || part + at === 0}>
              {() =>
                at ? (
                  <div class="more">{draw()}</div>
                ) : (
                  <section id={id} tabIndex={-1}>
                    <h2>{title}</h2>
                    {draw()}
                  </section>
                )
              }
            </Later>
          )),
        )}
      </article>
      <aside class="mg" aria-label="Beside the rules">
        <Later now={now} soon>
          {() => (
            <>
              <Beside game={game} />
              <Example game={game} />
              <div class="panel">
                <h3>Take it along</h3>
                <p class="row wrap">
                  <Button kind="small" to={`/api/v1/print?game=${spec}&format=pdf`} words="Placard PDF" />
                  <Button kind="small" to={`/api/v1/print?game=${spec}`} download words="SVG" />
                  <Button kind="small" to={`/sheets/${game.name}`} words="Par sheet" />
                </p>
                <p class="note">{say`game ${mono(game.game_hash.slice(0, 8))}`}</p>
              </div>
            </>
          )}
        </Later>
      </aside>
    </>
  );
}

const ReadingBox = ({ game, reading, short = false }: { game: string; reading: House.ReadingRecord; short?: boolean }) => (
  <div class="rd" id={short ? undefined : `reading-${reading.id}`} tabIndex={-1}>
    <p>
      <span class="badge">
        Reading {reading.id}, {reading.confidence}
      </span>{" "}
      <b>{reading.question}</b>
    </p>
    <p class="soft">{say`${reading.answer} ${short ? <a href={`#reading-${reading.id}`}>Why</a> : <>Why: {reading.why}</>}`}</p>
    {!short && (
      <p class="note">
        <Citations game={game} cites={reading.cites} />
        {reading.affects.length > 0 && <> Depends on it: {reading.affects.join(", ")}.</>}
      </p>
    )}
  </div>
);

function Tables({ game, ids }: { game: House.GameRecord; ids: string[] }) {
  const [open, setOpen] = useState(ids.length <= 2);
  const known = new Map<string, House.PaytableRecord>();
  for (const each of game.paytables) for (const id of [each.id, ...each.aliases]) known.set(id, each);
  const tables = [...new Set(ids.map((id) => known.get(id)).filter((each): each is House.PaytableRecord => !!each))];
  if (!tables.length) return null;
  return (
    <>
      {tables.length > 2 && (
        <Button
          kind="small"
          aria-expanded={open}
          press={() => setOpen(!open)}
          words={`${open ? "Hide" : "Show"} ${tables.length} tables`}
        />
      )}
      {open && (
        <div class="tables">
          {tables.map((table) => (
            <TableBox key={table.id} game={game.name} table={table} />
          ))}
        </div>
      )}
    </>
  );
}

export const TableBox = ({ game, table }: { game: string; table: House.PaytableRecord }) => (
  <div class="panel tb" id={`table-${table.id}`} tabIndex={-1}>
    <p class="between">
      <b class="mono">{table.id}</b>
      {table.status === "sample" && <Sample />}
      {table.status === "user" && <span class="badge">Operator's own</span>}
    </p>
    <PayTable table={table} envy />
    <p class="note">
      <Citations game={game} cites={table.cites.slice(0, 2)} />
      {table.note ? ` ${table.note}` : ""}
    </p>
  </div>
);

/** The rows of a table and, in full, what envy they pay and the ladder of a pot. */
function PayTable({ table, envy = false }: { table: House.PaytableRecord; envy?: boolean }) {
  const whole = (amount: string) => `$${amount.replace(/\.00$/, "")}`;
  const rows = table.rows
    .filter((row) => row.pay.kind !== "none")
    .map((row) => ({
      label: row.label,
      or: row.dynamic ? ` or ${row.dynamic.map(whole).join(", ")}` : "",
      pays: payWords(row.pay, table.basis),
      envy: row.envy ? whole(row.envy) : "–",
    }));
  const count = (players: number) => `${players} ${players === 1 ? "player" : "players"}`;
  const rungs = (table.ladder ?? []).map(({ label, players }) => ({ label: capital(label), or: "", pays: count(players), envy: "" }));
  const hasEnvy = envy && table.rows.some((row) => row.envy);
  return (
    <Rows
      caption={table.id}
      of={envy ? [...rows, ...rungs] : rows}
      id={(_, at) => at}
      columns={[
        [hasEnvy ? "Hand" : "", (row) => [row.label, envy && row.or && noted(row.or)]],
        [hasEnvy ? "Pays" : "", (row) => row.pays, "num"],
        hasEnvy && ["Envy", (row) => row.envy, "num"],
      ]}
    />
  );
}

function Beside({ game }: { game: House.GameRecord }) {
  const first = game.paytables.find((each) => each.rows.length > 0);
  const wager = first && game.wagers.find((each) => each.id === first.wager || Object.values(each.paytables).flat().includes(first.id));
  if (!first) return <Empty title="No tables" />;
  return (
    <div class="panel">
      <Ends left={<b>{wager?.title}</b>} right={<span class="mono soft">{first.id}</span>} />
      <PayTable table={first} />
      <p class="note">
        {wager && <Edge game={game} wager={wager.id} table={first.id} />}
        <Citations game={game.name} cites={first.cites.slice(0, 1)} /> {first.status === "sample" && <Sample />}
      </p>
    </div>
  );
}

/** A round of the game, settled: the hand, what it is called, and why it was paid. */
function Example({ game }: { game: House.GameRecord }) {
  const round = useAsked<House.RoundFileRecord>(`/example?${new URLSearchParams({ game: game.configuration })}`).value;
  const looked = useAsked<House.Looked>(round ? "/look" : null, JSON.stringify(round)).value;
  const hand = looked?.hands?.find((each) => each.slot.startsWith("seat "));
  const line = looked?.settlement?.settlements[0];
  if (!hand || !line) return null;
  return (
    <div class="panel">
      <h3>An example</h3>
      <p class="held">
        <InlineCards cards={hand.cards} width={30} />
      </p>
      <p class="note">
        {capital(hand.words)}. {titleOf(game, line.wager)} {signed(line.net)}: {line.why}. <Citation game={game.name} text={line.cite} />
      </p>
    </div>
  );
}

function Edge({ game, wager, table }: { game: House.GameRecord; wager: string; table: string }) {
  const asked = useAsked<House.EdgeRecord>(`/edge?${new URLSearchParams({ game: game.configuration, wager, paytable: table })}`);
  if (!asked.value) return null;
  const { house_edge: edge, fixed_return: fixed } = asked.value;
  return <>{edge ? `House edge ${percent(edge.percent)}. ` : `Fixed return ${percent(fixed?.percent)}. `}</>;
}
