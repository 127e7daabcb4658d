// A dozen small drawings; none of them stands without a word beside it.

/** A drawing of these lines in a square of 16, as thick as told. */
const icon = (size: number, thick: number, ...lines: string[]) =>
  function Icon() {
    return (
      <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width={thick} aria-hidden="true">
        {lines.map((line) => (
          <path key={line} d={line} stroke-linecap="round" stroke-linejoin="round" />
        ))}
      </svg>
    );
  };

const RING = "M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0";

export const IconInfo = icon(16, 1.6, RING, "M8 7.2v4M8 4.6v.2");
export const IconCross = icon(16, 1.6, RING, "m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6");
export const IconWarn = icon(16, 1.6, "M8 1.8 15 14H1z", "M8 6.4v3.4M8 11.8v.2");
export const IconClock = icon(12, 1.6, RING, "M8 4.4V8l2.4 1.6");
export const IconCheck = icon(12, 2.4, "m2.5 8.5 3.6 3.6 7.4-8");
export const IconLost = icon(12, 2.4, "m3.5 3.5 9 9m0-9-9 9");
export const IconPush = icon(12, 2.4, "M3 5.5h10M3 10.5h10");

export const Mark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20.2 7a9.4 9.4 0 1 0 0 10" fill="none" stroke="currentColor" stroke-width="4.4" />
    <circle cx="12.4" cy="12" r="3.1" fill="currentColor" />
  </svg>
);
