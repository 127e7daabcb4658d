// The handbook: rules in our words with citations in the margin, readings in place, tables, keys, sources.
import { useEffect, useState } from "preact/hooks";
import { ask, send, useAsked } from "../api";
import type { EdgeRecord } from "../api-types";
import type { Game, Games, Paytable, Reading } from "../book";
import { payWords } from "../book";
import { place } from "../router";
import { capital, percent, signed } from "../format";
import type { Looked } from "../round";
import { InlineCards } from "../parts/cards";
import { titleOf } from "../parts/ruling";
import { Citation, Citations, Sample } from "../parts/cites";
import { Empty, Trouble, Waiting } from "../parts/states";
import { HandbookSearch } from "../parts/search";

const TOPICS: [string, string][] = [
  ["play", "How it is played"], ["ranking", "How hands rank"], ["bonus", "Bonus wagers"], ["jackpot", "Jackpots"],
  ["limits", "The operator's choices"], ["dealing", "Dealing"], ["equipment", "Equipment"], ["approval", "Approval"],
  ["promotion", "Promotions"],
];

export default function Handbook({ game }: { game: string }) {
  const games = useAsked<Games>("/games");
  const name = game || games.value?.games[0]?.name;
  const edition = place.value.query.get("edition");
  const asked = name ? `${name}${edition ? `(edition=${edition})` : ""}` : null;
  const found = useAsked<Game>(asked && `/games/${encodeURIComponent(asked)}`);
  const shown = found.value?.name === name ? found.value : undefined;
  useTitle(shown ? `${shown.title}: handbook` : "Handbook");
  useEffect(() => {
    if (shown && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [shown]);
  if (games.problem && !games.value) return <main class="house"><Trouble problem={games.problem} again={games.again} /></main>;
  return (
    <main class="hb">
      <aside class="toc" aria-label="Contents">
        <HandbookSearch />
        <nav aria-label="Games">
          <span class="label">Games</span>
          <ul>{games.value?.games.map((each) => <li key={each.name}><a href={`/handbook/${each.name}`} aria-current={each.name === name ? "page" : undefined}>{each.title}</a></li>)}</ul>
        </nav>
        {shown && <Contents game={shown} edition={edition} />}
      </aside>
      {found.problem && !shown ? <div class="tx"><Trouble problem={found.problem} again={found.again} /></div> : shown ? <Rules game={shown} edition={edition} /> : <div class="tx"><Waiting rows={8} /></div>}
    </main>
  );
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Croupier`;
  }, [title]);
}

function topicsOf(game: Game) {
  return TOPICS.filter(([topic]) => game.rules.some((rule) => rule.topic === topic));
}

function Contents({ game, edition }: { game: Game; edition: string | null }) {
  const chosen = edition ?? game.editions[0]?.id;
  return (
    <>
      <nav aria-label="On this page">
        <span class="label">On this page</span>
        <ul>
          {topicsOf(game).map(([topic, title]) => <li key={topic}><a href={`#topic-${topic}`}>{title}</a></li>)}
          <li><a href="#wagers">Wagers and tables</a></li>
          {game.keys.length > 0 && <li><a href="#keys">Choices of the house</a></li>}
          {game.notices.length > 0 && <li><a href="#notices">Notices</a></li>}
          <li><a href="#readings">Readings, {game.interpretations.length}</a></li>
          <li><a href="#sources">Sources</a></li>
        </ul>
      </nav>
      {game.editions.length > 1 && (
        <div>
          <span class="label">Edition</span>
          <div class="seg">
            {game.editions.map((each) => (
              <a key={each.id} href={`/handbook/${game.name}?edition=${each.id}`} aria-current={each.id === chosen ? "true" : undefined}>{each.title}</a>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function Rules({ game, edition }: { game: Game; edition: string | null }) {
  const placed = new Set<string>();
  const readingsOf = (cites: Reading["cites"]) => {
    const found = game.interpretations.filter((each) => !placed.has(each.id) && each.confidence !== "high" && each.cites.some((cite) => cites.some((own) => own.document === cite.document && own.section === cite.section)));
    found.forEach((each) => placed.add(each.id));
    return found.slice(0, 1);
  };
  const spec = game.configuration;
  return (
    <>
      <article class="tx">
        <h1 tabIndex={-1}>{game.title}</h1>
        <p class="lead">{game.summary}</p>
        {topicsOf(game).map(([topic, title]) => (
          <section key={topic} id={`topic-${topic}`} tabIndex={-1}>
            <h2>{title}</h2>
            {game.rules.filter((rule) => rule.topic === topic).map((rule) => (
              <div key={rule.id}>
                <div class="rl" id={`rule-${rule.id}`} tabIndex={-1}>
                  <p>{rule.text}{rule.editions.length < game.editions.length && !edition ? ` (${rule.editions.join(", ")} only)` : ""}{rule.when && <span class="soft"> Where the house chooses <code class="mono">{rule.when}</code>.</span>}</p>
                  <span><Citations game={game.name} cites={rule.cites} /></span>
                </div>
                {readingsOf(rule.cites).map((each) => <ReadingBox key={each.id} game={game.name} reading={each} short />)}
              </div>
            ))}
          </section>
        ))}
        <section id="wagers" tabIndex={-1}>
          <h2>Wagers and tables</h2>
          {game.wagers.map((wager) => (
            <div key={wager.id} class="wg" id={`wager-${wager.id}`} tabIndex={-1}>
              <div class="rl"><p><b>{wager.title}.</b> {wager.text}</p><span><Citations game={game.name} cites={wager.cites} /></span></div>
              <Tables game={game} ids={[...new Set(Object.values(wager.paytables).flat())]} />
            </div>
          ))}
        </section>
        {game.keys.length > 0 && (
          <section id="keys" tabIndex={-1}>
            <h2>Choices of the house</h2>
            {game.keys.map((key) => (
              <div class="rl" key={key.id} id={`key-${key.id}`} tabIndex={-1}>
                <p><code class="mono">{key.id}={key.default}</code>{key.values.length > 1 && <span class="soft small"> or {key.values.filter((each) => each !== key.default).join(", ")}</span>}<br />{key.text}{key.reading && <> <a href={`#reading-${key.reading}`}>{key.reading}</a></>}</p>
                <span><Citations game={game.name} cites={key.cites} /></span>
              </div>
            ))}
          </section>
        )}
        {game.notices.length > 0 && (
          <section id="notices" tabIndex={-1}>
            <h2>Notices</h2>
            {game.notices.map((each) => (
              <div class="rl" key={each.id} id={`notice-${each.id}`} tabIndex={-1}><p><b>{each.title}.</b> “{each.words}”</p><span><Citations game={game.name} cites={each.cites} /></span></div>
            ))}
          </section>
        )}
        <section id="readings" tabIndex={-1}>
          <h2>Readings</h2>
          <p class="soft small">What the documents leave open, how we read it, why, and how sure we are.</p>
          {game.interpretations.map((each) => <ReadingBox key={each.id} game={game.name} reading={each} />)}
        </section>
        <section id="sources" tabIndex={-1}>
          <h2>Sources</h2>
          {game.sources.map((each) => (
            <div class="rl" key={each.document} id={`source-${each.document}`} tabIndex={-1}><p>{each.title}{each.edition ? `, ${each.edition}` : ""}. <span class="soft">{each.publisher}</span></p><span class="cite">{each.document}</span></div>
          ))}
          <p class="note disclaimer">The games and their names belong to their makers. Croupier is not affiliated with them; their documents are cited, not copied. Play chips have no value and are never sold, cashed or passed on. Croupier is not certified equipment.</p>
        </section>
      </article>
      <aside class="mg" aria-label="Beside the rules">
        <Beside game={game} />
        <Example game={game} />
        <div class="panel">
          <h3>Take it along</h3>
          <p class="row wrap">
            <a class="btn small" href={`/api/v1/placard?game=${encodeURIComponent(spec)}&format=pdf`}>Placard PDF</a>
            <a class="btn small" href={`/api/v1/placard?game=${encodeURIComponent(spec)}`}>SVG</a>
            <a class="btn small" href={`/sheets/${game.name}`}>Par sheet</a>
          </p>
          <p class="note">rulebook <span class="mono">{game.rulebook_hash.slice(0, 8)}</span></p>
        </div>
      </aside>
    </>
  );
}

function ReadingBox({ game, reading, short = false }: { game: string; reading: Reading; short?: boolean }) {
  return (
    <div class="rd" id={short ? undefined : `reading-${reading.id}`} tabIndex={-1}>
      <p><span class="badge">Reading {reading.id}, {reading.confidence}</span> <b>{reading.question}</b></p>
      <p class="soft">{reading.answer} {short ? <a href={`#reading-${reading.id}`}>Why</a> : <>Why: {reading.why}</>}</p>
      {!short && <p class="note"><Citations game={game} cites={reading.cites} />{reading.affects.length > 0 && <> Depends on it: {reading.affects.join(", ")}.</>}</p>}
    </div>
  );
}

function Tables({ game, ids }: { game: Game; ids: string[] }) {
  const [open, setOpen] = useState(ids.length <= 2);
  const known = new Map<string, Paytable>();
  for (const each of game.paytables) for (const id of [each.id, ...each.aliases]) known.set(id, each);
  const tables = [...new Set(ids.map((id) => known.get(id)).filter((each): each is Paytable => !!each))];
  if (!tables.length) return null;
  return (
    <>
      {tables.length > 2 && <button class="btn small" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Hide" : "Show"} {tables.length} tables</button>}
      {open && <div class="tables">{tables.map((table) => <TableBox key={table.id} game={game.name} table={table} />)}</div>}
    </>
  );
}

export function TableBox({ game, table }: { game: string; table: Paytable }) {
  const envy = table.rows.some((row) => row.envy);
  return (
    <div class="panel tb" id={`table-${table.id}`} tabIndex={-1}>
      <p class="between"><b class="mono">{table.id}</b>{table.status === "sample" && <Sample />}{table.status === "user" && <span class="badge">Operator's own</span>}</p>
      <table>
        <caption class="sr">{table.id}</caption>
        {envy && <thead><tr><th>Hand</th><th class="num">Pays</th><th class="num">Envy</th></tr></thead>}
        <tbody>
          {table.rows.filter((row) => row.pay.kind !== "none").map((row) => (
            <tr key={row.event}><td>{row.label}{row.dynamic && <span class="note"> or ${row.dynamic.map((each) => each.replace(/\.00$/, "")).join(", $")}</span>}</td><td class="num">{payWords(row.pay, table.basis)}</td>{envy && <td class="num">{row.envy ? `$${row.envy.replace(/\.00$/, "")}` : "–"}</td>}</tr>
          ))}
          {table.ladder?.map((rung) => <tr key={rung.players}><td>{capital(rung.label)}</td><td class="num">{rung.players} {rung.players === 1 ? "player" : "players"}</td></tr>)}
        </tbody>
      </table>
      <p class="note"><Citations game={game} cites={table.cites.slice(0, 2)} />{table.note ? ` ${table.note}` : ""}</p>
    </div>
  );
}

function Beside({ game }: { game: Game }) {
  const first = game.paytables.find((each) => each.rows.length > 0);
  const wager = first && game.wagers.find((each) => each.id === first.wager || Object.values(each.paytables).flat().includes(first.id));
  if (!first) return <Empty title="No tables" />;
  return (
    <div class="panel">
      <p class="between"><b>{wager?.title}</b><span class="mono soft">{first.id}</span></p>
      <table><tbody>{first.rows.filter((row) => row.pay.kind !== "none").map((row) => <tr key={row.event}><td>{row.label}</td><td class="num">{payWords(row.pay, first.basis)}</td></tr>)}</tbody></table>
      <p class="note">{wager && <Edge game={game} wager={wager.id} table={first.id} />}<Citations game={game.name} cites={first.cites.slice(0, 1)} /> {first.status === "sample" && <Sample />}</p>
    </div>
  );
}

/** A round of the game, settled: the hand, what it is called, and why it was paid. */
function Example({ game }: { game: Game }) {
  const [found, show] = useState<Looked | null>(null);
  useEffect(() => {
    let gone = false;
    ask<Record<string, unknown>>(`/example?${new URLSearchParams({ game: game.configuration })}`).then((round) => send<Looked>("/look", round)).then((looked) => { if (!gone) show(looked); }, () => undefined);
    return () => { gone = true; };
  }, [game.configuration]);
  const hand = found?.hands?.find((each) => each.slot.startsWith("seat "));
  const line = found?.settlement?.settlements[0];
  if (!hand || !line) return null;
  return (
    <div class="panel">
      <h3>An example</h3>
      <p class="held"><InlineCards cards={hand.cards} width={30} /></p>
      <p class="note">{capital(hand.words)}. {titleOf(game, line.wager)} {signed(line.net)}: {line.why}. <Citation game={game.name} text={line.cite} /></p>
    </div>
  );
}

function Edge({ game, wager, table }: { game: Game; wager: string; table: string }) {
  const asked = useAsked<EdgeRecord>(`/edge?${new URLSearchParams({ game: game.configuration, wager, paytable: table })}`);
  if (!asked.value) return null;
  return asked.value.house_edge ? <>House edge {percent(asked.value.house_edge.percent)}. </> : <>Fixed return {percent(asked.value.fixed_return?.percent)}. </>;
}
