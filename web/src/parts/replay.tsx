// A finished round step by step: the house plays it again, and the felt shows each step.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { useAsked } from "../api";
import type { RoundSteps } from "../api-types";
import { capital } from "../format";
import type { Desk } from "../pages/table";
import { IconCheck, IconLost } from "./icons";
import { Button } from "./pieces";
import { isTyping } from "./search";
import { Notice, Waiting } from "./states";

export function Replay({ desk, number }: { desk: Desk; number: number }) {
  const found = useAsked<RoundSteps>(`/tables/${desk.layout.table}/rounds/${number}/steps`);
  const steps = found.value?.steps ?? [];
  const [at, setAt] = useState<number | null>(null);
  const step = at === null ? undefined : steps[at];
  useEffect(() => desk.show(step ? step.felt : null), [step]);
  useEffect(() => () => desk.show(null), []);
  // With the step itself, not after the next paint: a second key in between would start from the step before.
  useLayoutEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (isTyping(event) || !steps.length) return;
      const to = { ArrowRight: at === null ? 0 : at + 1, ArrowLeft: at === null ? 0 : at - 1, Home: 0, End: steps.length - 1 }[event.key];
      if (event.key === "Escape" && at !== null) setAt(null);
      else if (to !== undefined) setAt(Math.max(0, Math.min(steps.length - 1, to)));
      else return;
      // The table's own keys rest while a step is shown.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", down, true);
    return () => removeEventListener("keydown", down, true);
  }, [at, steps.length]);
  if (found.problem) return <Notice title="The round cannot be played again.">{capital(found.problem.message)}</Notice>;
  if (!found.value) return <Waiting rows={2} />;
  const { replay } = found.value;
  const move = (to: number) => setAt(Math.max(0, Math.min(steps.length - 1, to)));
  return (
    <section aria-label="Replay">
      <p class="between">
        <b>Step by step</b>
        <span class={replay.verdict === "agrees" ? "tag win" : "tag lose"}>
          {replay.verdict === "agrees" ? <IconCheck /> : <IconLost />}{" "}
          {replay.verdict === "agrees" ? "Agrees to the cent" : "Differs from its record"}
        </span>
      </p>
      {replay.differences.map((each) => (
        <p class="note" key={each}>
          {each}
        </p>
      ))}
      <div class="row wrap steps" role="group" aria-label="Steps of the round">
        <Button kind="small" disabled={at === 0} press={() => move(0)} words="First" />
        <Button kind="small" disabled={at === 0} press={() => move(at === null ? 0 : at - 1)} words="Back" />
        <Button kind="small" disabled={at === steps.length - 1} press={() => move(at === null ? 0 : at + 1)} words="Next" />
        <Button kind="small" disabled={at === steps.length - 1} press={() => move(steps.length - 1)} words="Last" />
        {at !== null && <Button kind="small quiet" press={() => setAt(null)} words="Back to the table" />}
      </div>
      <p class="soft" aria-live="polite">
        {step ? `Step ${(at ?? 0) + 1} of ${steps.length}. ${step.words}` : `${steps.length} steps; the felt shows each of them.`}
      </p>
    </section>
  );
}
