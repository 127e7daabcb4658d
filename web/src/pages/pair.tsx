// A wall screen that is not paired yet: it shows a code until an operator has confirmed it, then its table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem, send } from "../api";
import type { PairedDevice, PairingBegun, PairingWaits } from "../api-types";
import { Mark } from "../parts/icons";
import { say } from "../parts/words";
import { useTitle } from "../router";

type Paired = PairedDevice | PairingWaits;

const LOOK_MS = 1500;

export default function Pair() {
  useTitle("Pair this display");
  const code = useSignal("");
  const told = useSignal("");
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (what: () => Promise<void>) => {
      if (!stopped) timer = setTimeout(() => void what(), LOOK_MS);
    };
    const begin = async (): Promise<void> => {
      try {
        const begun = await send<PairingBegun>("/pairing", { kind: "display" });
        code.value = begun.code;
        told.value = "";
        again(() => look(begun.secret));
      } catch (problem) {
        told.value = problem instanceof Problem ? problem.message : "The house cannot be reached. Trying again.";
        again(begin);
      }
    };
    const look = async (secret: string): Promise<void> => {
      try {
        const found = await send<Paired>("/pairing/token", { secret });
        if (found.paired) location.replace(`/displays/${encodeURIComponent(found.table ?? "")}`);
        else again(() => look(secret));
      } catch (problem) {
        if (problem instanceof Problem && problem.status === 404) await begin();
        else again(() => look(secret));
      }
    };
    void begin();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <main class="pair-page">
      <p class="brand">{say`${<Mark />} Croupier`}</p>
      <h1 tabIndex={-1}>Pair this display</h1>
      <p class="pair-code mono" aria-live="polite">
        {code.value || "···-···"}
      </p>
      <p class="soft">An operator types this code under Displays and sensors.</p>
      {told.value && (
        <p class="lose-t" role="alert">
          {told.value}
        </p>
      )}
      <p class="note">Not approved equipment.</p>
    </main>
  );
}
