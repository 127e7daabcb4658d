// Figures as they are shown. Nothing is computed here that a rule decides: only places, signs and separators.

/** A whole number with its thousands apart: the browser's own formatter costs the first figure of a page 20 ms. */
export const thousands = (whole: number | bigint | string): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** A decimal text from the house with this many places, thousands apart, with a true minus. */
export function fixed(text: string | null | undefined, places: number): string {
  if (text === null || text === undefined) return "–";
  const negative = text.startsWith("-");
  const [whole = "0", rest = ""] = (negative ? text.slice(1) : text).split(".");
  const scale = 10n ** BigInt(places);
  const digits = rest.padEnd(places + 1, "0");
  let value = BigInt(whole) * scale + BigInt(digits.slice(0, places) || "0");
  if (Number(digits.charAt(places)) >= 5) value += 1n;
  const shown = thousands(value / scale) + (places ? `.${String(value % scale).padStart(places, "0")}` : "");
  return negative && value ? `−${shown}` : shown;
}

export const percent = (text: string | null | undefined, places = 4): string =>
  text === null || text === undefined ? "–" : `${fixed(text, places)} %`;

/** A decimal of a wager as a percentage, by moving its point. */
export function hundredfold(text: string): string {
  const negative = text.startsWith("-");
  const [whole = "0", rest = ""] = text.replace("-", "").split(".");
  const digits = rest.padEnd(2, "0");
  return `${negative ? "-" : ""}${BigInt(whole + digits.slice(0, 2))}.${digits.slice(2) || "0"}`;
}

/** A count with its thousands apart. */
export const count = (text: string): string => thousands(BigInt(text));

/** A fraction with its digits in groups and a true minus. */
export const fraction = (text: string | undefined): string => (text ?? "").replace("-", "−").split("/").map(thousands).join("/");

/** A net with its sign: +10.00, −5.00, 0.00. */
export function signed(text: string): string {
  const shown = text.startsWith("-") ? `−${group(text.slice(1))}` : `+${group(text)}`;
  return /^[+−]0(\.0+)?$/.test(shown) ? shown.slice(1) : shown;
}

export function group(text: string): string {
  const [whole = "0", rest] = text.split(".");
  return thousands(BigInt(whole)) + (rest === undefined ? "" : `.${rest}`);
}

export function money(cents: number): string {
  const size = Math.abs(cents);
  const shown = `${thousands(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `−${shown}` : shown;
}

export const signedMoney = (cents: number): string => (cents > 0 ? `+${money(cents)}` : money(cents));

/** Cents from what a person typed; null where it is not an amount in whole cents. */
export function cents(text: string): number | null {
  const match = /^\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Ranks in words as the cards show them: a ten is a 10. */
export const tens = (words: string): string =>
  words.replace(/(?<![A-Za-z0-9])T(?=-[AKQJT2-9](?![A-Za-z]))|(?<=(?<![A-Za-z])[AKQJT2-9]-)T(?![A-Za-z])/g, "10");
