// What decisions are worth, as bars from zero, and what the dealer may hold: at a table and in the calculator alike.
import type { DealerCounts } from "../api-types";
import { capital, count, fixed, signed } from "../format";
import { Ends, Rows } from "./pieces";

export interface Worth {
  action: string;
  /** A decimal text in base wagers; null where it is not solved. */
  value: string | null;
  /** Beside the best action; null where nothing is known. */
  cost: string | null;
  best: boolean;
}

export function Values({ worths, places = 4 }: { worths: Worth[]; places?: number }) {
  const numbers = worths.filter((each) => each.value !== null).map((each) => Number(each.value));
  const low = Math.min(-0.2, ...numbers);
  const high = Math.max(0.2, ...numbers);
  const at = (value: number) => ((value - low) / (high - low)) * 100;
  return (
    <ul class="ev">
      {[...worths]
        .sort((a, b) => Number(b.value ?? -99) - Number(a.value ?? -99))
        .map((each) => {
          const value = Number(each.value ?? 0);
          return (
            <li key={each.action} class={each.best ? "best" : ""}>
              <span>{capital(each.action).replace(/(\d)x$/, "$1×")}</span>
              <span class="t" style={{ "--zero": `${at(0)}%` }}>
                {each.value !== null && <i style={{ left: `${Math.min(at(0), at(value))}%`, width: `${Math.abs(at(value) - at(0))}%` }} />}
              </span>
              <span class="num">{each.value === null ? "not solved" : signed(fixed(each.value, places).replace("−", "-"))}</span>
              <span class="num muted">{each.best ? <b>best</b> : each.cost === null ? "" : fixed(each.cost, 4)}</span>
            </li>
          );
        })}
    </ul>
  );
}

const SHARES: [keyof DealerCounts, string, string][] = [
  ["not_qualified", "does not qualify", "a"],
  ["win", "lower than yours", "b"],
  ["tie", "ties", "c"],
  ["lose", "higher", "d"],
];

/** Every hand that the dealer may hold, by what it would mean. */
export function Against({ counts }: { counts: DealerCounts }) {
  const share = (part: string) => (Number(part) / Number(counts.total)) * 100;
  const shown = SHARES.filter(([key]) => key !== "not_qualified" || counts[key] !== "0");
  return (
    <section>
      <Ends left={<b>Against all the dealer's hands</b>} right={<span class="note num">{count(counts.total)}</span>} />
      <div class="dealers" aria-hidden="true">
        {shown.map(([key, , tone]) => (
          <i key={key} class={tone} style={{ width: `${share(counts[key])}%` }} />
        ))}
      </div>
      <Rows
        kind="dealers-t"
        of={shown}
        id={([key]) => key}
        columns={[
          ["", ([, words, tone]) => [<i key={tone} class={tone} />, ` ${words}`]],
          ["", ([key]) => count(counts[key]), "num"],
          ["", ([key]) => `${share(counts[key]).toFixed(2)} %`, "num muted"],
        ]}
      />
    </section>
  );
}
