// Drop the transcript of a round: the house plays it again, shows every step, and says whether it agrees to the cent.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, Problem, send, useAsked } from "../api";
import type { FeltSeat, FeltView, GameRecord, GamesRecord, RoundSteps, SettlementRecord } from "../api-types";
import { simplest } from "../book";
import { capital, money } from "../format";
import { FeltHands } from "../parts/cards";
import { Button, FileButton, Head, readJson, Top } from "../parts/pieces";
import { feltOf, StepButtons, useSteps, Verdict } from "../parts/replay";
import { Settled } from "../parts/ruling";
import { Refused, Waiting } from "../parts/states";
import { mono, say } from "../parts/words";
import { DRAFT, readEntry } from "../round";
import { go, useTitle } from "../router";
import { keep } from "../storage";
import { decisionsOf } from "../table";

export default function ReplayPage() {
  useTitle("Replay");
  const told = useSignal<RoundSteps | null>(null);
  const file = useSignal("A worked example");
  const round = useSignal<Record<string, unknown> | null>(null);
  const problem = useSignal<Error | null>(null);
  const over = useSignal(false);
  const at = useSignal(0);
  const play = async (document: Record<string, unknown>, name: string) => {
    problem.value = null;
    // A round of a table's archive holds its transcript and what everyone saw of it.
    const transcript = (document.transcript as Record<string, unknown> | undefined) ?? document;
    try {
      told.value = await send<RoundSteps>("/steps", transcript);
      round.value = transcript;
      file.value = name;
      // A round begins with its cards; the empty felt before them is one step back.
      at.value = Math.min(1, told.value.steps.length - 1);
    } catch (error) {
      problem.value = error as Error;
    }
  };
  const games = useAsked<GamesRecord>("/games");
  const name = told.value?.game.replace(/\(.*/s, "");
  const game = useAsked<GameRecord>(name ? `/games/${encodeURIComponent(name)}` : null);
  const all = games.value?.games;
  useEffect(() => {
    if (!all) return;
    ask<Record<string, unknown>>(`/example/transcript?game=${simplest(all)?.name ?? ""}`)
      .then((example) => (told.value ? undefined : play(example, "A worked example")))
      .catch((error: Error) => (problem.value = error));
  }, [all]);
  const refuse = (name: string) => (problem.value = new Problem(400, "no_json", `${name} is not a transcript: it is not JSON`));
  const many = told.value?.steps.length ?? 0;
  const move = useSteps(at.value, many, (to) => (at.value = to ?? 0), false);
  const step = told.value?.steps[at.value];
  const verdict = told.value?.replay;
  const settlement = round.value?.settlement as SettlementRecord | undefined;
  return (
    <main
      class="house"
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        const dropped = event.dataTransfer?.files[0];
        if (dropped) void readJson(dropped, play, refuse);
      }}>
      <Top title="Replay" words="A recorded round, played again card by card and compared to the cent.">
        <Button
          disabled={!round.value}
          press={() => {
            if (!round.value) return;
            keep(DRAFT, JSON.stringify(readEntry(round.value)));
            go("/adjudicator");
          }}
          words="Open in the adjudicator"
        />
        <FileButton kind="primary" words="Open a transcript" open={play} refuse={refuse} />
      </Top>
      <div class="cg">
        <section class="panel rfelt" aria-label="The felt">
          <Head title={file.value} spec={told.value?.game ?? ""} note={verdict && <Verdict replay={verdict} />} />
          {step ? <Felt felt={step.felt} color={feltOf(games.value, told.value?.game ?? "")} /> : !problem.value && <Waiting rows={6} />}
          {told.value && (
            <div class="pad">
              <div class="stepper" role="group" aria-label="Steps of the round">
                <StepButtons at={at.value} many={many} move={move} />
              </div>
              <p class="sr" aria-live="polite">{say`Step ${at.value + 1} of ${many}. ${step?.words}`}</p>
              <ol class="told">
                {told.value.steps.map((each, place) => (
                  <li key={place}>
                    <button class="link" aria-current={place === at.value ? "step" : undefined} onClick={() => move(place)}>
                      {each.words}
                    </button>
                  </li>
                ))}
              </ol>
            </div>
          )}
        </section>
        <div class="stack">
          <div class={over.value ? "drop over" : "drop"}>
            <p class="h3">Drop a transcript here</p>
            <p class="soft">
              {say`A table's history has one for each round; ${mono("croupier play")} and ${mono("croupier replay")} use the same file.`}
            </p>
          </div>
          {problem.value && <Refused problem={problem.value} />}
          {verdict && (
            <section class="panel pad stack" aria-label="What the house found">
              <h2>What the house found</h2>
              {verdict.differences.map((each) => (
                <p key={each} class="lose-t">
                  {capital(each)}
                </p>
              ))}
              <p class="soft">
                {verdict.verdict === "agrees"
                  ? "Played again from its cards and decisions, the round comes to the same amounts, wager by wager."
                  : "Played again from its cards and decisions, the round does not come to what it recorded."}
                {verdict.opened_cards ? ` ${verdict.opened_cards} cards were opened against the commitment.` : ""}
              </p>
              <p class="note">
                Rules: {verdict.rules}; game <span class="mono">{verdict.game_hash.recorded.slice(0, 8)}</span>
                {verdict.record_sha256 && (
                  <>
                    , record <span class="mono">{verdict.record_sha256.slice(0, 16)}…</span>
                  </>
                )}
              </p>
            </section>
          )}
          {settlement && (
            <section class="panel" aria-label="What it came to">
              <Settled settlement={settlement} before={null} game={game.value} hands={[]} />
            </section>
          )}
        </div>
      </div>
    </main>
  );
}

function Felt({ felt, color }: { felt: FeltView; color: string }) {
  const staked = (seat: FeltSeat) => money(Object.values(seat.stakes).reduce((sum, cents) => sum + cents, 0));
  const did = (seat: FeltSeat) => (seat.decisions.length ? `; ${decisionsOf(seat).join(", ")}` : "");
  return (
    <div class="quizfelt" data-felt={color}>
      <FeltHands felt={felt} after={(seat) => `Seat ${seat.seat} has ${staked(seat)} on the felt${did(seat)}`} />
    </div>
  );
}
