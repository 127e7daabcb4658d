// The quiz for dealer schools: a round as it ended, the table drawn, and what is owed for each wager.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { send, useAsked } from "../api";
import type { GamesRecord as Games, QuizGrades, QuizQuestion } from "../api-types";
import { cents, money, signedMoney } from "../format";
import { FeltHands } from "../parts/cards";
import { Citation } from "../parts/cites";
import { Button, Ends, Field, Input, Later, LOST, Pending, Segments, Tag, Top, titled, WON } from "../parts/pieces";
import { feltOf } from "../parts/replay";
import { FieldError, Trouble, Waiting } from "../parts/states";
import { mono, say } from "../parts/words";
import { go, place, useTitle } from "../router";

const LEVELS = ["1", "2", "3"].map((each) => [each, `Level ${each}`] as const);

/** Cents from an answer: 10, -5, +12.50 or push; null where it is none. */
function answerOf(text: string): number | null {
  const words = text.trim().toLowerCase().replace("−", "-");
  if (words === "push" || words === "p") return 0;
  const amount = cents(words.replace(/^[+-]/, ""));
  return amount === null ? null : words.startsWith("-") ? -amount : amount;
}

export default function QuizPage() {
  useTitle("Quiz");
  const games = useAsked<Games>("/games");
  const { query } = place.value;
  const playable = games.value?.games.filter((each) => each.wagers.some((wager) => wager.kind === "base"));
  const game = query.get("game") ?? playable?.[0]?.name;
  const level = query.get("level") ?? "1";
  const number = Number(query.get("number") ?? "1");
  const asked = useAsked<QuizQuestion>(game ? `/quiz?${new URLSearchParams({ game, level, number: String(number) })}` : null);
  const typed = useSignal<string[]>([]);
  const graded = useSignal<QuizGrades | null>(null);
  const wrong = useSignal(-1);
  const score = useSignal({ right: 0, asked: 0 });
  const form = useRef<HTMLFormElement>(null);
  const move = (changes: Record<string, string>) => {
    typed.value = [];
    graded.value = null;
    wrong.value = -1;
    go(`/quiz?${new URLSearchParams({ game: game ?? "", level, number: String(number), ...changes })}`, true);
    requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
  };
  if (!games.value) return <Pending asked={games} rows={6} />;
  const shown = asked.value?.number === number ? asked.value : undefined;
  const own = shown?.felt.seats[0];
  const told = score.value.asked ? `${score.value.right} of ${score.value.asked} right.` : "";
  const check = async (event: Event) => {
    event.preventDefault();
    if (graded.value) return move({ number: String(number + 1) });
    const answers = shown?.wagers.map((_, at) => answerOf(typed.value[at] ?? "")) ?? [];
    wrong.value = answers.indexOf(null);
    if (wrong.value >= 0 || !shown) return form.current?.querySelectorAll("input")[wrong.value]?.focus();
    const found = await send<QuizGrades>("/quiz", { game, level: Number(level), seed: "1", number, answers });
    graded.value = found;
    score.value = {
      right: score.value.right + found.lines.filter((line) => line.right).length,
      asked: score.value.asked + found.lines.length,
    };
    return undefined;
  };
  return (
    <main class="house">
      <Top title="Quiz" words={`What is the player up or down, wager by wager? ${told}`}>
        <div class="grow">
          <Field
            hidden
            title="Game"
            value={game ?? ""}
            set={(next) => move({ game: next, number: "1" })}
            options={titled(playable ?? [])}
          />
        </div>
        <Segments name="Level" value={level} of={LEVELS} choose={(next) => move({ level: next, number: "1" })} />
      </Top>
      {asked.problem && <Trouble problem={asked.problem} again={asked.again} />}
      {!shown && !asked.problem && <Waiting rows={6} />}
      {shown && own && (
        <div class="cols">
          <section class="panel quizfelt" data-felt={feltOf(games.value, shown.game)} aria-label="The table">
            <FeltHands felt={shown.felt} player="Player" />
            <p class="did">{own.decisions.length ? `The player: ${own.decisions.join(", ")}` : "Nothing was to decide"}</p>
          </section>
          <Later>
            {() => (
              <form class="panel quiz" ref={form} onSubmit={(event) => void check(event)} aria-label="What is owed">
                <Ends
                  left={<b class="h2">{say`Question ${number}, ${shown.title}`}</b>}
                  right={<span class="note">level {shown.level}</span>}
                />
                <ul class="receipt" aria-live="polite">
                  {shown.wagers.map((wager, at) => {
                    const line = graded.value?.lines[at];
                    return (
                      <li key={wager.wager}>
                        <label class="w" for={`answer-${at}`}>
                          {wager.title} <span class="muted">{money(wager.stake)}</span>
                          {line && <Tag {...(line.right ? WON : LOST)} words={line.right ? "Right" : `It is ${signedMoney(line.net)}`} />}
                        </label>
                        <Input
                          id={`answer-${at}`}
                          kind={wrong.value === at ? "bad" : ""}
                          inputMode="decimal"
                          placeholder="+10, −5, push"
                          disabled={!!graded.value}
                          value={typed.value[at] ?? ""}
                          set={(text) => {
                            typed.value = Object.assign([...typed.value], { [at]: text });
                            wrong.value = -1;
                          }}
                        />
                        {wrong.value === at && (
                          <FieldError id={`answer-${at}-error`}>An amount such as 10, −5 or +12.50, or push</FieldError>
                        )}
                        <span class="why">
                          {line
                            ? say`${line.why} ${<Citation game={game ?? ""} text={line.cite} />}`
                            : shown.tables[wager.wager] && <span class="mono">{shown.tables[wager.wager]}</span>}
                        </span>
                      </li>
                    );
                  })}
                </ul>
                <Button kind="primary" submit words={graded.value ? "Next question" : "Check"} />
                <p class="note">{say`A win is what comes on top of the stake. Tables: ${mono(shown.game)}`}</p>
              </form>
            )}
          </Later>
        </div>
      )}
    </main>
  );
}
