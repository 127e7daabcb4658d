// The betting spots: where each is on the wide felt and on the phone's, how it is drawn and pressed. Both felts draw
// the same spot with the same code; only the places differ.
import { money, signedMoney } from "../format";
import type { Layout, Spot } from "../table";
import { Chip, plain } from "./cards";
import type { Scene } from "./felt";

export const shortLabel = (label: string, most: number) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);
const shortPays = (pays: string) => pays.replace(/ (to|for) 1$/, "").replace(/\d{4,}/, (digits) => Number(digits).toLocaleString("en-US"));
/** A row next to its title does not repeat it. */
const rowLabel = (label: string, title: string) => label.replace(title, "").replace(/\s+/g, " ").trim() || label;
const ROW = 18.5;

export interface Placed { spot: Spot; x: number; y: number; r: number; main?: boolean; box?: { x: number; y: number; w: number; h: number } }

interface Kinds { mains: Spot[]; boxed: Spot[]; rings: Spot[] }

/** The spots by their place: the base wager and what follows it, bonus wagers with their pays beside them, the rest. */
function kinds({ layout, stakes, waiting, place }: Scene): Kinds {
  const follows = layout.spots.filter((spot) => spot.kind === "follow");
  const live = follows.filter((spot) => stakes[spot.wager] || waiting === spot.wager);
  const mains = [...layout.spots.filter((spot) => spot.kind === "base"), ...(live.length ? live : follows.slice(0, 1))];
  const boxed = layout.pot ? [] : layout.spots.filter((spot) => spot.kind === "bonus" && spot.rows.length > 0 && spot.rows.length <= 8).slice(0, 2);
  const rings = layout.spots.filter((spot) => !mains.includes(spot) && !boxed.includes(spot) && spot.kind !== "follow");
  return { mains: place && layout.spots.length > 8 ? mains.slice(0, 1) : mains, boxed, rings };
}

const boxHeight = (spot: Spot) => 57 + spot.rows.length * ROW;

export function placeWide(scene: Scene): Placed[] {
  const { mains, boxed, rings } = kinds(scene);
  const found: Placed[] = [];
  if (scene.layout.pot) {
    mains.forEach((spot, at) => found.push({ spot, x: 156 + at * 90, y: 534, r: 34, main: true }));
    const columns = Math.min(2, rings.length);
    const step = rings.length > 4 ? 72 : 84;
    rings.forEach((spot, at) => found.push({ spot, x: 900 - (columns - 1 - (at % columns)) * 104, y: 486 + Math.floor(at / columns) * step, r: 22 }));
    return found;
  }
  // Three spots or more have to fit between the tables of pays.
  const [step, radius] = boxed.length && mains.length > 2 ? [66, 29] : [101, 41];
  mains.forEach((spot, at) => found.push({ spot, x: 524 + (at - (mains.length - 1) / 2) * step, y: 376, r: radius, main: true }));
  boxed.forEach((spot, at) => {
    const w = 184;
    const x = at === 0 ? 242 : 622;
    found.push({ spot, x: x + w / 2, y: 303, r: 21, box: { x, y: 303, w, h: boxHeight(spot) } });
  });
  const gap = Math.min(96, 300 / Math.max(1, rings.length));
  rings.forEach((spot, at) => found.push({ spot, x: 524 + (at - (rings.length - 1) / 2) * gap, y: 276, r: 26 }));
  return found;
}

const across = (at: number, count: number, gap: number) => 195 + (at - (count - 1) / 2) * gap;

/** The spots of the phone's felt below `top`, and where they end. */
export function placePhone(scene: Scene, top: number): { spots: Placed[]; bottom: number } {
  const { mains, boxed, rings } = kinds(scene);
  const spots: Placed[] = [];
  const rows = (list: Spot[], y: number, r: number, isMain: (spot: Spot) => boolean) =>
    list.forEach((spot, at) => {
      const inRow = Math.min(4, list.length - (at - (at % 4)));
      spots.push({ spot, x: across(at % 4, inRow, 93), y: y + Math.floor(at / 4) * 84, r, main: isMain(spot) });
    });
  if (scene.layout.pot) {
    const all = [...mains, ...rings];
    rows(all, top + 34, 25, (spot) => mains.includes(spot));
    return { spots, bottom: top + 10 + Math.ceil(all.length / 4) * 84 };
  }
  if (boxed.length === 0) {
    mains.forEach((spot, at) => spots.push({ spot, x: across(at, mains.length, 100), y: top + 42, r: 36, main: true }));
    rows(rings, top + 126, 25, () => false);
    return { spots, bottom: top + 104 + Math.ceil(rings.length / 4) * 84 };
  }
  // Between the two tables of pays there is room for a column: two rings at most, then the base wager.
  const line = top + 26;
  const middle = rings.slice(0, 2);
  const rest = rings.slice(2);
  boxed.forEach((spot, at) => {
    const x = at === 0 ? 12 : 254;
    spots.push({ spot, x: x + 62, y: line, r: 21, box: { x, y: line, w: 124, h: boxHeight(spot) } });
  });
  middle.forEach((spot, at) => spots.push({ spot, x: 195, y: line + at * 72, r: 21 }));
  const base = line + middle.length * 72 + (middle.length ? 16 : 60);
  const [step, radius] = mains.length > 2 ? [38, 18] : [54, mains.length > 1 ? 25 : 34];
  mains.forEach((spot, at) => spots.push({ spot, x: across(at, mains.length, step), y: base, r: radius, main: true }));
  const end = Math.max(base + 54, ...boxed.map((spot) => line + boxHeight(spot) + (spot.sample || spot.unit ? 22 : 6)));
  rows(rest, end + 34, 25, () => false);
  return { spots, bottom: end + Math.ceil(rest.length / 4) * 84 };
}

export function SpotButton({ placed: { spot, x, y, r, box }, scene, width, height }: { placed: Placed; scene: Scene; width: number; height: number }) {
  const own = scene.stakes[spot.wager] ?? 0;
  const area = box ? { x: box.x, y: box.y - 22, w: box.w, h: box.h + 22 } : { x: x - r - 4, y: y - r - 4, w: 2 * r + 8, h: 2 * r + 22 };
  const limits = spot.minimum === spot.maximum ? `${money(spot.minimum)}, fixed` : `${plain(spot.minimum)} to ${plain(spot.maximum)}`;
  return (
    <button class={scene.chosen === spot.wager ? "spot-btn chosen" : "spot-btn"} style={{ left: `${(area.x / width) * 100}%`, top: `${(area.y / height) * 100}%`, width: `${(area.w / width) * 100}%`, height: `${(area.h / height) * 100}%` }} onClick={() => scene.place?.(spot.wager)} onContextMenu={(event) => { event.preventDefault(); scene.place?.(spot.wager, -1); }} onFocus={() => scene.choose?.(spot.wager)} aria-label={`${spot.title}: ${own ? money(own) : "nothing"} on it, ${limits}`} />
  );
}

export function SpotDrawing({ placed, scene }: { placed: Placed; scene: Scene }) {
  const { spot, x, y, r, main, box } = placed;
  const stake = scene.stakes[spot.wager];
  const net = scene.nets[spot.wager];
  const hot = scene.waiting === spot.wager;
  const under = main || scene.layout.pot || scene.narrow;
  return (
    <g>
      {box && <Pays placed={placed} box={box} scene={scene} />}
      <circle cx={x} cy={y} r={r} class={hot ? "f-hot" : box ? "f-line f-cloth-fill" : "f-line"} />
      {stake ? <Chip cents={stake} x={x} y={y} r={r * 0.82} dim={net !== undefined && net < 0} /> : <Asked placed={placed} scene={scene} />}
      {!box && <text x={x} y={y + r + 16} font-size={r > 30 ? 12.5 : 11.5} font-weight="650" letter-spacing={r > 30 ? ".4" : "0"} class={main ? "f-t" : "f-t2"} text-anchor="middle">{spotName(spot, scene.layout)}</text>}
      {!box && spot.note && r > 40 && <text x={x} y={y + r + 32} font-size="12" class="f-t2" text-anchor="middle">{spot.note}</text>}
      {net !== undefined && <Pill x={box && !scene.narrow ? x + r + 30 : under ? x : x + r + 32} y={box ? (scene.narrow ? y - r - 2 : y) : under ? y + r - 8 : y} cents={net} />}
    </g>
  );
}

/** The pays of a bonus wager in a frame, with the winning row inverted. */
function Pays({ placed: { spot, x, r }, box, scene }: { placed: Placed; box: NonNullable<Placed["box"]>; scene: Scene }) {
  const hit = scene.hits[spot.wager];
  const inset = box.w > 150 ? 16 : 9;
  return (
    <>
      <path class="f-line" d={`M${x - r - 6} ${box.y} H${box.x + 10} a10 10 0 0 0 -10 10 V${box.y + box.h - 10} a10 10 0 0 0 10 10 H${box.x + box.w - 10} a10 10 0 0 0 10 -10 V${box.y + 10} a10 10 0 0 0 -10 -10 H${x + r + 6}`} />
      <text x={x} y={box.y + 40} font-size={box.w > 150 ? 13 : 12} font-weight="700" letter-spacing=".4" class="f-t" text-anchor="middle">{spot.title.toUpperCase()}</text>
      {spot.rows.map((row, at) => {
        const line = box.y + 60 + at * ROW;
        const made = hit === row.event;
        const pays = shortPays(row.pays);
        const room = Math.floor((box.w - 2 * inset - pays.length * 7.4 - 6) / 6.6);
        return (
          <g key={row.event}>
            {made && <rect x={box.x + inset / 2} y={line - 13.5} width={box.w - inset} height={ROW} rx="3" class="f-inv" />}
            <text x={box.x + inset} y={line} font-size="12.5" font-weight={made ? 700 : 500} class={made ? "f-inv-t" : "f-t2"}>{shortLabel(rowLabel(row.label, spot.title), Math.min(22, room))}</text>
            <text x={box.x + box.w - inset} y={line} font-size="12.5" font-weight="700" class={made ? "f-inv-t" : "f-t"} text-anchor="end">{pays}</text>
          </g>
        );
      })}
      {(spot.sample || spot.unit) && <text x={x} y={box.y + box.h + 18} font-size="12" class="f-t2" text-anchor="middle">{[spot.sample ? "sample pays" : "", spot.unit ? (scene.narrow ? `pays “${spot.unit}”` : `${spot.sample ? "all" : "All"} pays are “${spot.unit}”`) : ""].filter(Boolean).slice(0, scene.narrow ? 1 : 2).join(", ")}</text>}
    </>
  );
}

/** What an empty spot says: its limits before the deal, what may be put up now, or nothing. */
function Asked({ placed: { spot, x, y, r, main }, scene }: { placed: Placed; scene: Scene }) {
  const { offer, place, waiting } = scene;
  const range = (low: number, high: number, to: string) => (low === high ? plain(low) : `${plain(low)}${to}${plain(high)}`);
  const lines = (words: string[], size: number) => <>{words.map((line, at) => <text key={at} x={x} y={y + 4.5 + (at - (words.length - 1) / 2) * (size + 3)} font-size={size} class="f-t2" text-anchor="middle">{line}</text>)}</>;
  if (place) return spot.kind === "follow" ? (r > 30 ? lines(["after", "the deal"], 12.5) : null) : lines([range(spot.minimum, spot.maximum, "–")], r > 30 ? 13 : 11.5);
  if (waiting !== spot.wager || !offer || !main) return null;
  const asked = range(offer.minimum, offer.maximum, r > 30 ? " to " : "–");
  const many = offer.multiples.length > 1 && r > 30;
  return (
    <>
      <text x={x} y={many ? y - 2 : y + 4.5} font-size={asked.length > 9 ? 11.5 : 13} font-weight="700" class="f-t" text-anchor="middle">{asked}</text>
      {many && <text x={x} y={y + 15} font-size="12" class="f-t2" text-anchor="middle">{offer.multiples[0]}×–{offer.multiples.at(-1)}×</text>}
    </>
  );
}

/** What is printed at a spot: the only jackpot on a felt is called the Progressive, or the House Jackpot. */
export function spotName(spot: Spot, layout: Layout): string {
  const kind = spot.title.endsWith("House Jackpot") ? "House Jackpot" : "Progressive";
  const short = spot.title.replace(` ${kind}`, "");
  const alone = spot.kind === "jackpot" && layout.spots.filter((each) => each.kind === "jackpot").length === 1;
  const twice = layout.spots.some((each) => each !== spot && each.title === short);
  return (twice && alone ? kind : twice ? `${short} ${kind === "Progressive" ? "prog." : kind}` : short).toUpperCase();
}

export function Pill({ x, y, cents }: { x: number; y: number; cents: number }) {
  const words = signedMoney(cents);
  const w = 16 + words.length * 7.4;
  const [box, text] = cents > 0 ? ["f-inv", "f-inv-t"] : ["f-deep", "f-t"];
  return (
    <g>
      <rect x={x - w / 2} y={y - 11} width={w} height="22" rx="11" class={box} />
      <text x={x} y={y + 4.5} font-size="12.5" font-weight="700" class={text} text-anchor="middle">{words}</text>
    </g>
  );
}
