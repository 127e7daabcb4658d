// A finished round step by step: the house plays it again, and the felt shows each step.

import { useEffect, useState } from "preact/hooks";
import { useAsked } from "../api";
import type { GamesRecord, RoundSteps } from "../api-types";
import { capital } from "../format";
import type { Desk } from "../pages/table";
import { Button, Ends, LOST, Tag, useHearing, WON } from "./pieces";
import { isTyping } from "./search";
import { Notice, Waiting } from "./states";

/** Moves to a step by arrows, Home and End, and by what is returned; Escape leaves the steps where that can be. */
export function useSteps(at: number | null, many: number, set: (at: number | null) => void, leaves = true) {
  const move = (to: number) => set(Math.max(0, Math.min(many - 1, to)));
  // Before the table's own keys, which rest while a step is shown.
  useHearing(
    "keydown",
    (event) => {
      if (isTyping(event) || !many) return;
      const to = { ArrowRight: at === null ? 0 : at + 1, ArrowLeft: at === null ? 0 : at - 1, Home: 0, End: many - 1 }[event.key];
      if (leaves && event.key === "Escape" && at !== null) set(null);
      else if (to !== undefined) move(to);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  return move;
}

type Stepping = { at: number | null; many: number; move: (to: number) => void; kind?: string };

/** The felt of a game by its own color; a game that is not in the book lies on green. */
export const feltOf = (games: GamesRecord | undefined, spec: string): string =>
  games?.games.find(({ name }) => name === spec.replace(/\(.*/s, ""))?.felt ?? "green";

export const StepButtons = ({ at, many, move, kind = "" }: Stepping) => (
  <>
    <Button kind={kind} disabled={at === 0} press={() => move(0)} words="First" />
    <Button kind={kind} disabled={at === 0} press={() => move(at === null ? 0 : at - 1)} words="Back" mark={kind ? "" : "←"} />
    <Button kind={kind} disabled={at === many - 1} press={() => move(at === null ? 0 : at + 1)} words="Next" mark={kind ? "" : "→"} />
    <Button kind={kind} disabled={at === many - 1} press={() => move(many - 1)} words="Last" />
  </>
);

export const Verdict = ({ replay: { verdict } }: { replay: RoundSteps["replay"] }) => (
  <Tag {...(verdict === "agrees" ? WON : LOST)} words={verdict === "agrees" ? "Agrees to the cent" : "Differs from its record"} />
);

export function Replay({ desk, number }: { desk: Desk; number: number }) {
  const found = useAsked<RoundSteps>(`/tables/${desk.layout.table}/rounds/${number}/steps`);
  const steps = found.value?.steps ?? [];
  const [at, setAt] = useState<number | null>(null);
  const step = at === null ? undefined : steps[at];
  useEffect(() => {
    desk.shown.value = step?.felt ?? null;
    return () => {
      desk.shown.value = null;
    };
  }, [step]);
  const move = useSteps(at, steps.length, setAt);
  if (found.problem) return <Notice title="The round cannot be played again.">{capital(found.problem.message)}</Notice>;
  if (!found.value) return <Waiting rows={2} />;
  const { replay } = found.value;
  return (
    <section aria-label="Replay">
      <Ends left={<b>Step by step</b>} right={<Verdict replay={replay} />} />
      {replay.differences.map((each) => (
        <p class="note" key={each}>
          {each}
        </p>
      ))}
      <div class="row wrap steps" role="group" aria-label="Steps of the round">
        <StepButtons kind="small" at={at} many={steps.length} move={move} />
        {at !== null && <Button kind="small quiet" press={() => setAt(null)} words="Back to the table" />}
      </div>
      <p class="soft" aria-live="polite">
        {step ? `Step ${(at ?? 0) + 1} of ${steps.length}. ${step.words}` : `${steps.length} steps; the felt shows each of them.`}
      </p>
    </section>
  );
}
