// How wide words are on a felt: the advances of Inter, so that a drawing can place, break and shorten them by itself.
import type { SVGAttributes } from "preact";

// Hundredths of the size for the characters from space to tilde, at the weight of a label.
const ADVANCES =
  "24 33 54 65 65 101 67 33 38 38 55 68 33 47 33 38 67 43 63 64 67 62 64 58 65 64 33 34 68 68 68 55 101 74 66 74 72 61 59 75 75 28 58 71 57 93 76 77 65 77 65 65 66 73 74 103 73 72 66 38 38 38 48 47 36 58 63 59 63 59 39 63 62 27 27 57 27 91 62 61 63 63 40 55 36 62 59 84 57 60 57 46 37 46 68"
    .split(" ")
    .map(Number);
// What is not among them is taken as wide as a capital M, a sign of another script as a full square.
const advance = (letter: string): number =>
  letter === "\u00a0" ? 24 : letter === "−" ? 68 : (ADVANCES[letter.charCodeAt(0) - 32] ?? (letter.charCodeAt(0) < 0x2e80 ? 93 : 110));

export const widthOf = (words: string, size: number): number => ([...words].reduce((sum, letter) => sum + advance(letter), 0) * size) / 100;

/** The words, or as many of their letters as fit, with an ellipsis. */
export function fit(words: string, room: number, size: number): string {
  if (widthOf(words, size) <= room) return words;
  const letters = [...words];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, size) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

const RANKS = /(, | with )([AKQJT2-9]|10)(-([AKQJT2-9]|10))*/g;
/** A hand and what beat it: where there is no room, their ranks go first, then one of the two. */
export function brief(words: string, room: number, size: number): string {
  const short = words.replace(RANKS, "");
  const [hand = short, by] = short.split(" loses to ");
  return fit([words, short, by ? `loses to ${by}` : hand].find((each) => widthOf(each, size) <= room) ?? hand, room, size);
}

/** The words in lines that fit, the first within `room` and the others within `later`: odds are never parted, and a word
 * that is too long by itself is broken at its hyphens. */
export function lines(words: string, room: number, size: number, later = room): string[] {
  const found: string[] = [];
  const whole = words.replace(/(\d) to (\d)/g, "$1\u00a0to\u00a0$2").replace(/“(to|for) 1”/g, "“$1\u00a01”");
  const parted = whole.split(" ").flatMap((word) => (widthOf(word, size) > Math.min(room, later) ? word.split(/(?<=-)/) : [word]));
  for (const word of parted) {
    const last = found.at(-1);
    const longer = last?.endsWith("-") ? last + word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, size) <= (found.length > 1 ? later : room)) found[found.length - 1] = longer;
    else found.push(fit(word, found.length ? later : room, size));
  }
  return found;
}

/** Words in a drawing: printed, or soft where they only explain. */
export function Words({
  text,
  size,
  weight,
  soft = false,
  middle = false,
  end = false,
  anchor = middle ? "middle" : end ? "end" : undefined,
  class: look = soft ? "f-t2" : "f-t",
  ...rest
}: {
  text: string | number;
  size: number;
  weight?: number;
  soft?: boolean;
  middle?: boolean;
  end?: boolean;
  anchor?: "start" | "middle" | "end" | undefined;
} & Omit<SVGAttributes<SVGTextElement>, "end">) {
  return (
    <text {...rest} class={look} font-size={size} font-weight={weight} text-anchor={anchor}>
      {text}
    </text>
  );
}
