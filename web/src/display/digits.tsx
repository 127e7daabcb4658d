// A meter's digits: they rise to the true figure and never exceed it. When a meter is won they drop at once.
import { useEffect, useRef, useState } from "preact/hooks";
import { thousands } from "../format";

const RISE_MS = 800;
const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

export function useRising(cents: number): number {
  const [shown, show] = useState(cents);
  const at = useRef(cents);
  useEffect(() => {
    const from = at.current;
    if (cents <= from || isStill()) {
      at.current = cents;
      show(cents);
      return undefined;
    }
    const began = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - began) / RISE_MS));
      const next = part === 1 ? cents : from + Math.floor((cents - from) * (1 - (1 - part) ** 2));
      if (next !== at.current) {
        at.current = next;
        show(next);
      }
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [cents]);
  return shown;
}

const WIDE = 0.62;
const NARROW = 0.3;
const SMALL = 0.56;

/** How many ems wide an amount is drawn, so that the largest digits that fit can be chosen. */
function ems(whole: string, sign: string): number {
  const commas = whole.split(",").length - 1;
  return (whole.length - commas) * WIDE + commas * NARROW + (sign ? SMALL * 0.75 : 0) + SMALL * (2 * WIDE + NARROW);
}

/** A meter in a line of text: its digits rise, and drop at once when it is won. */
export function Rolling({ cents }: { cents: number }) {
  const shown = useRising(cents);
  return (
    <>
      {thousands(Math.floor(shown / 100))}
      <small>.{String(shown % 100).padStart(2, "0")}</small>
    </>
  );
}

export function Digits({ cents, sign, unit }: { cents: number; sign: string; unit: string }) {
  const shown = useRising(cents);
  const whole = thousands(Math.floor(shown / 100));
  const rest = `.${String(shown % 100).padStart(2, "0")}`;
  const element = useRef<HTMLDivElement>(null);
  const wide = ems(whole, sign);
  useEffect(() => element.current?.style.setProperty("--ems", wide.toFixed(2)), [wide]);
  return (
    <div class={`d-digits${unit ? " has-unit" : ""}`} ref={element} data-cents={shown}>
      {sign && <span class="cur">{sign}</span>}
      {whole}
      <small>{rest}</small>
      {unit && <span class="unit"> {unit}</span>}
    </div>
  );
}
