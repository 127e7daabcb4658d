// The line from a display to its house: what the house last posted, and whether that is still current.
import { computed, signal } from "@preact/signals";
import { ask, Problem } from "../api";
import type { DisplayBeat, DisplayRecord } from "../api-types";
import { Live } from "../table";

const SILENT_MS = 3000;

export function displayLine(table: string, query = "") {
  /** Why the house does not show the table to this screen: an HTTP status of the API, or 0 if it was not asked. */
  const refused = signal(0);
  const path = `/displays/${encodeURIComponent(table)}`;
  const hear = (said: unknown, before: DisplayRecord | undefined) => {
    refused.value = 0;
    const told = said as DisplayRecord | DisplayBeat;
    return "beat" in told ? before && { ...before, live: told.live, clock: told.clock, heard: told.heard } : told;
  };
  // A refused line is closed without a reason, so the API is asked for it.
  const lost = () =>
    void ask(path + query).catch((problem) => {
      if (!(problem instanceof Problem) || problem.status >= 500) return;
      refused.value = problem.status;
      line.record.value = undefined;
    });
  const line = new Live<DisplayRecord>(`${path}/live${query}`, { hear, lost, silence: SILENT_MS });
  return {
    posted: line.record,
    live: computed(() => line.connected.value && !!line.record.value?.live),
    refused,
    close: () => line.close(),
  };
}
