// The betting spots: where each is on the wide felt and on the phone's, how it is drawn and pressed. Both felts draw
// the same spot with the same code; only the places differ.
import type { FeltLayout as Layout, LayoutRow, LayoutSpot as Spot } from "../api-types";
import { money, signedMoney, thousands } from "../format";
import { Chip, Coming, plain } from "./cards";
import { areaOf, type Scene } from "./felt";
import { handsMiddle } from "./handsfelt";
import { fit, lines, Words, widthOf } from "./lettering";
import { Paid } from "./motion";

/** A pay as the felt prints it: the unit stands once below, play chips have no sign, a whole meter is called so. */
const shortPays = (pays: string) =>
  pays === "100%"
    ? "meter"
    : pays
        .replace(/ (to|for) 1$/, "")
        .replace("$", "")
        .replace(/\d{4,}/, (digits) => thousands(digits));
/** A row next to its title does not repeat it. */
const rowLabel = (label: string, title: string) => label.replace(title, "").replace(/\s+/g, " ").trim() || label;
const ROW = 18.5;
const TEXT = 12.5;

export interface Placed {
  spot: Spot;
  x: number;
  y: number;
  r: number;
  main?: boolean /** How wide its result may be. */;
  room?: number /** Its name stands beside it. */;
  row?: boolean;
  box?: { x: number; y: number; w: number; h: number };
}

type Kinds = { mains: Spot[]; boxed: Spot[]; rings: Spot[] };

/** The spots by their place: the base wager and what follows it, bonus wagers with their pays beside them, the rest. */
function kinds({ layout, felt, stakes, waiting, place }: Scene): Kinds {
  if (layout.hands > 1) {
    // The bet lies on its hands once they are dealt.
    const mains = felt?.seats.some((seat) => seat.hands.length > 0) ? [] : layout.spots.filter((spot) => spot.kind === "base");
    const boxed = layout.spots.filter((spot) => spot.rows.length > 0).slice(0, 1);
    return { mains, boxed, rings: layout.spots.filter((spot) => spot.kind !== "base" && spot.kind !== "follow" && !boxed.includes(spot)) };
  }
  const follows = layout.spots.filter((spot) => spot.kind === "follow");
  const bases = layout.spots.filter((spot) => spot.kind === "base");
  const live = follows.filter((spot) => stakes[spot.wager] || waiting === spot.wager);
  const some = bases.length + follows.length <= 4 && !layout.pot ? follows : live.length ? live : follows.slice(0, 1);
  const mains = [...bases, ...some];
  const boxed = layout.pot
    ? []
    : layout.spots.filter((spot) => spot.kind === "bonus" && spot.rows.length > 0 && spot.rows.length <= 8).slice(0, 2);
  const rings = layout.spots.filter((spot) => !mains.includes(spot) && !boxed.includes(spot) && spot.kind !== "follow");
  return { mains: place && layout.spots.length > 8 ? bases : mains, boxed, rings };
}

type PayRow = { row: LayoutRow; words: string[]; pays: string; was: string };

const insetOf = (w: number) => (w > 150 ? 14 : 8);

/** The rows of a table of pays in the lines that its width leaves them. */
function payRows(spot: Spot, w: number, scene: Scene): PayRow[] {
  return spot.rows.map((row) => {
    const boosted = scene.boosted?.find((each) => each.event === row.event);
    const pays = shortPays(boosted ? boosted.pays : row.pays);
    const was = boosted && shortPays(row.pays) !== pays ? shortPays(row.pays) : "";
    const room = w - 2 * insetOf(w) - 6 - widthOf(pays, TEXT) - (was ? widthOf(was, TEXT) + 22 : 0);
    return { row, words: lines(rowLabel(row.label, spot.title), room, TEXT, w - 2 * insetOf(w)), pays, was };
  });
}

const headOf = (spot: Spot, w: number) =>
  lines(spot.title.replace(/ (Progressive|House Jackpot)$/, "").toUpperCase(), w - 16, w > 150 ? 13.6 : 12.6);
const isFixed = (spot: Spot) => spot.minimum > 0 && spot.minimum === spot.maximum;

function boxHeight(spot: Spot, w: number, scene: Scene): number {
  const rows = payRows(spot, w, scene);
  return (
    42 +
    headOf(spot, w).length * 15 +
    (isFixed(spot) ? 16 : 0) +
    rows.reduce((sum, each) => sum + each.words.length * ROW, 0) +
    (rows.some((each) => each.was) ? 18 : 0)
  );
}

export function placeWide(scene: Scene): Placed[] {
  const { mains, boxed, rings } = kinds(scene);
  const found: Placed[] = [];
  if (scene.layout.hands > 1) {
    mains.forEach((spot) => found.push({ spot, x: handsMiddle(scene), y: 402, r: 38, main: true }));
    boxed.forEach((spot) => found.push({ spot, x: 818, y: 302, r: 21, box: { x: 769, y: 302, w: 213, h: boxHeight(spot, 213, scene) } }));
    rings.forEach((spot, at) => found.push({ spot, x: 810 + (at % 2) * 96, y: 560 - Math.floor(at / 2) * 80, r: 24, room: 90 }));
    return found;
  }
  if (scene.layout.pot) {
    mains.forEach((spot, at) => found.push({ spot, x: 156 + at * 90, y: 534, r: 34, main: true, room: 88 }));
    const columns = Math.min(2, rings.length);
    const step = rings.length > 4 ? 72 : 84;
    rings.forEach((spot, at) =>
      found.push({ spot, x: 900 - (columns - 1 - (at % columns)) * 104, y: 486 + Math.floor(at / columns) * step, r: 22, room: 98 }),
    );
    return found;
  }
  // Three spots or more have to fit between the tables of pays.
  const step = boxed.length ? Math.min(101, 198 / Math.max(1, mains.length)) : Math.min(101, 420 / Math.max(1, mains.length));
  const radius = Math.min(41, step / 2 - 4);
  mains.forEach((spot, at) =>
    found.push({ spot, x: 524 + (at - (mains.length - 1) / 2) * step, y: 376, r: radius, main: true, room: step - 4 }),
  );
  boxed.forEach((spot, at) => {
    const w = 184;
    const x = at === 0 ? 242 : 622;
    const h = boxHeight(spot, w, scene);
    // A long table begins higher, so that it ends above the cards.
    const y = Math.max(262, Math.min(303, 464 - h));
    found.push({ spot, x: x + w / 2, y, r: 21, box: { x, y, w, h } });
  });
  const gap = Math.min(96, 300 / Math.max(1, rings.length));
  rings.forEach((spot, at) => found.push({ spot, x: 524 + (at - (rings.length - 1) / 2) * gap, y: 276, r: 26, room: gap - 4 }));
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
      spots.push({ spot, x: across(at % 4, inRow, 93), y: y + Math.floor(at / 4) * 84, r, main: isMain(spot), room: 90 });
    });
  if (scene.layout.hands > 1) {
    mains.forEach((spot) => spots.push({ spot, x: 92, y: top - 70, r: 34, main: true }));
    boxed.forEach((spot) => {
      if (!scene.place) spots.push({ spot, x: 36, y: top + 26, r: 21, row: true });
      else spots.push({ spot, x: 60, y: top + 30, r: 22, box: { x: 12, y: top + 30, w: 366, h: boxHeight(spot, 366, scene) } });
    });
    const end = top + (boxed.length ? (scene.place ? 46 + Math.max(0, ...boxed.map((spot) => boxHeight(spot, 366, scene))) : 60) : 0);
    rows(rings, end + 34, 25, () => false);
    return { spots, bottom: end + Math.ceil(rings.length / 4) * 84 };
  }
  if (scene.layout.pot) {
    const all = [...mains, ...rings];
    rows(all, top + 34, 25, (spot) => mains.includes(spot));
    return { spots, bottom: top + 10 + Math.ceil(all.length / 4) * 84 };
  }
  if (boxed.length === 0) {
    mains.forEach((spot, at) => spots.push({ spot, x: across(at, mains.length, 100), y: top + 42, r: 36, main: true, room: 96 }));
    rows(rings, top + 126, 25, () => false);
    return { spots, bottom: top + 104 + Math.ceil(rings.length / 4) * 84 };
  }
  // Between the two tables of pays there is room for a column: two rings at most, then the base wager and its raise.
  // What does not fit there stands in rows above.
  const many = mains.length > 2 || rings.length > 2;
  if (many) rows([...mains, ...rings], top + 30, 25, (spot) => mains.includes(spot));
  const line = top + 26 + (many ? Math.ceil((mains.length + rings.length) / 4) * 84 + 16 : 0);
  const middle = many ? [] : rings;
  const w = many ? 176 : 124;
  boxed.forEach((spot, at) => {
    const x = at === 0 ? 12 : 378 - w;
    spots.push({ spot, x: x + w / 2, y: line, r: 21, box: { x, y: line, w, h: boxHeight(spot, w, scene) } });
  });
  middle.forEach((spot, at) => spots.push({ spot, x: 195, y: line + at * 72, r: 21, room: 108 }));
  const base = line + middle.length * 72 + (middle.length ? 20 : 60);
  if (!many)
    mains.forEach((spot, at) =>
      spots.push({
        spot,
        x: across(at, mains.length, 56),
        y: base,
        r: mains.length > 1 ? 25 : 34,
        main: true,
        room: mains.length > 1 ? 55 : 108,
      }),
    );
  const end = Math.max(
    many ? 0 : base + 54,
    ...boxed.map((spot) => line + boxHeight(spot, w, scene) + (spot.sample || spot.unit ? 24 : 8)),
  );
  return { spots, bottom: end };
}

type Pressable = { placed: Placed; scene: Scene; width: number; height: number };

/** Over a drawing of this size, a button for every spot that may be pressed now. */
export const SpotButtons = ({ spots, ...of }: Omit<Pressable, "placed"> & { spots: Placed[] }) => (
  <>{of.scene.place && spots.map((each) => each.spot.kind !== "follow" && <SpotButton key={each.spot.wager} placed={each} {...of} />)}</>
);

function SpotButton({ placed: { spot, x, y, r, box }, scene, width, height }: Pressable) {
  const own = scene.stakes[spot.wager] ?? 0;
  const area = box ? { x: box.x, y: box.y - 22, w: box.w, h: box.h + 22 } : { x: x - r - 6, y: y - r - 4, w: 2 * r + 12, h: 2 * r + 22 };
  const limits = spot.minimum === spot.maximum ? `${money(spot.minimum)}, fixed` : `${plain(spot.minimum)} to ${plain(spot.maximum)}`;
  return (
    <button
      class="spot-btn"
      data-wager={spot.wager}
      style={areaOf(area, { w: width, h: height })}
      onClick={() => scene.place?.(spot.wager)}
      onContextMenu={(event) => {
        event.preventDefault();
        scene.place?.(spot.wager, -1);
      }}
      onFocus={() => scene.choose?.(spot.wager)}
      aria-label={`${spot.title}: ${own ? money(own) : "nothing"} on it, ${limits}`}
    />
  );
}

export function SpotDrawing({ placed, scene }: { placed: Placed; scene: Scene }) {
  const { spot, x, y, r, main, box, row, room } = placed;
  const stake = scene.stakes[spot.wager];
  const net = scene.nets[spot.wager];
  const hot = scene.waiting === spot.wager;
  const size = r > 30 ? 12.5 : 12;
  const boosted = scene.boosted?.find((each) => each.event === scene.hits[spot.wager]);
  const made = spot.rows.find((each) => each.event === scene.hits[spot.wager]);
  const was = made && boosted && boosted.pays !== made.pays ? `, not ${shortPays(made.pays)} ▲` : "";
  const none = stake ? "first cards make no pay" : "no wager";
  const told = made ? `${made.label} pays ${shortPays(boosted?.pays ?? made.pays)}${was}` : none;
  const beside = box && !scene.narrow ? { x: x + r + 44, y, room: room ?? 120 } : { x, y: y - r - 2, room: box?.w ?? 120 };
  const pill = row ? { x: 342, y, room: 72 } : box ? beside : { x, y: y + r - 8, room: room ?? 120 };
  return (
    <g class="spot" data-spot={spot.wager}>
      {box && <Pays placed={placed} box={box} scene={scene} />}
      <circle cx={x} cy={y} r={r} class={hot ? "f-hot" : box ? "f-line f-cloth-fill" : "f-line"} />
      {scene.chosen === spot.wager && <circle cx={x} cy={y} r={r + 4} class="f-line" />}
      {stake ? (
        <Coming key={stake} from={scene.place ? [0, 56] : [0, 0]}>
          <Chip cents={stake} x={x} y={y} r={r * 0.82} dim={net !== undefined && net < 0} />
        </Coming>
      ) : (
        <Asked placed={placed} scene={scene} />
      )}
      {!box && !row && (
        <Words x={x} y={y + r + 16} size={size} weight={650} soft={!main} middle text={named(spot, scene, room ?? 2 * r + 60, size)} />
      )}
      {!box && spot.note && r > 40 && <Words x={x} y={y + r + 32} size={12} soft middle text={fit(spot.note, room ?? 200, 12)} />}
      {row && (
        <>
          <Words x={x + 32} y={y - 3} size={13.5} weight={650} text={spot.title.replace(/ Progressive$/, "")} />
          <Words x={x + 32} y={y + 15} size={12.5} soft text={fit(told, 210, 12.5)} />
        </>
      )}
      <Paid net={stake && net} at={[x, y]} scene={scene} r={r * 0.7} order={2 * scene.layout.spots.indexOf(spot)} />
      {net !== undefined && <Pill {...pill} cents={net} />}
    </g>
  );
}

/** The pays of a wager in a frame, with the winning row inverted and what was boosted for this round marked. */
function Pays({ placed: { spot, x, r }, box, scene }: { placed: Placed; box: NonNullable<Placed["box"]>; scene: Scene }) {
  const hit = scene.hits[spot.wager];
  const inset = insetOf(box.w);
  const middle = box.x + box.w / 2;
  const head = headOf(spot, box.w);
  const rows = payRows(spot, box.w, scene);
  let next = box.y + 42 + head.length * 15 + (isFixed(spot) ? 16 : 0);
  return (
    <g class="framed">
      <path
        class="f-line frame"
        d={`M${x - r - 6} ${box.y} H${box.x + 10} a10 10 0 0 0 -10 10 V${box.y + box.h - 10} a10 10 0 0 0 10 10 H${box.x + box.w - 10} a10 10 0 0 0 10 -10 V${box.y + 10} a10 10 0 0 0 -10 -10 H${x + r + 6}`}
      />
      {head.map((words, at) => (
        <Words key={words} x={middle} y={box.y + 39 + at * 15} size={box.w > 150 ? 13 : 12} weight={700} middle text={words} />
      ))}
      {isFixed(spot) && <Words x={middle} y={box.y + 40 + head.length * 15} size={12.5} soft middle text={`for ${money(spot.minimum)}`} />}
      {rows.map(({ row, words, pays, was }) => {
        const line = next;
        next += words.length * ROW;
        const made = hit === row.event;
        const end = box.x + box.w - inset;
        const before = end - widthOf(pays, TEXT) - 8;
        const soft = made ? "f-inv-t" : "f-t2";
        return (
          <g key={row.event}>
            {made && <rect x={box.x + inset / 2} y={line - 13.5} width={box.w - inset} height={words.length * ROW} rx="3" class="f-inv" />}
            {words.map((each, at) => (
              <Words key={at} x={box.x + inset} y={line + at * ROW} size={TEXT} weight={made ? 650 : 500} class={soft} text={each} />
            ))}
            {was && <path d={`M${before - 9} ${line - 1}h9l-4.5 -8z`} class={made ? "f-inv-t" : "f-inv"} />}
            {was && <Words x={before - 14} y={line} size={TEXT} class={soft} end text-decoration="line-through" text={was} />}
            <Words x={end} y={line} size={TEXT} weight={650} class={made ? "f-inv-t" : "f-t"} end text={pays} />
          </g>
        );
      })}
      {rows.some((each) => each.was) && (
        <g>
          <path d={`M${middle - 66} ${next + 3}h9l-4.5 -8z`} class="f-inv" />
          <Words x={middle - 52} y={next + 4} size={12} soft text="boosted this round" />
        </g>
      )}
      {lines(
        [
          spot.sample ? "sample pays" : "",
          spot.unit ? (scene.narrow ? `pays “${spot.unit}”` : `${spot.sample ? "all" : "All"} pays are “${spot.unit}”`) : "",
        ]
          .filter(Boolean)
          .slice(0, scene.narrow ? 1 : 2)
          .join(", "),
        box.w - 10,
        12,
      ).map((words, at) => (
        <Words key={at} class="f-t2 outside" x={middle} y={box.y + box.h + 17 + at * 15} size={12} middle text={words} />
      ))}
    </g>
  );
}

/** What an empty spot says: its limits before the deal, what may be put up now, or nothing. */
function Asked({ placed: { spot, x, y, r, main }, scene }: { placed: Placed; scene: Scene }) {
  const { offer, place, waiting } = scene;
  const range = (low: number, high: number, to: string) => (low === high ? plain(low) : `${plain(low)}${to}${plain(high)}`);
  const lines = (words: string[], size: number) => (
    <>
      {words.map((line, at) => (
        <Words key={at} x={x} y={y + 4.5 + (at - (words.length - 1) / 2) * (size + 3)} size={size} soft middle text={line} />
      ))}
    </>
  );
  if (place)
    return spot.kind === "follow"
      ? r > 30
        ? lines(["after", "the deal"], 12.5)
        : null
      : lines([range(spot.minimum, spot.maximum, "–")], r > 30 ? 13 : 12);
  if (waiting !== spot.wager || !offer || !main) return null;
  const asked = range(offer.minimum, offer.maximum, r > 30 ? " to " : "–");
  const many = offer.multiples.length > 1 && r > 30;
  return (
    <>
      <Words x={x} y={many ? y - 2 : y + 4.5} size={asked.length > 9 ? 12 : 13} weight={700} middle text={asked} />
      {many && <Words x={x} y={y + 15} size={12} soft middle text={`${offer.multiples[0]}×–${offer.multiples.at(-1)}×`} />}
    </>
  );
}

/** In capitals, or in small letters where those would not fit. */
function named(spot: Spot, scene: Scene, room: number, size: number): string {
  const { mains, rings } = kinds(scene);
  const shouted = (each: Spot) => spotName(each, scene.layout).toUpperCase();
  const fits = (mains.includes(spot) ? [spot] : rings).every((each) => widthOf(shouted(each), size) <= room);
  return fits ? shouted(spot) : fit(spotName(spot, scene.layout), room, size);
}

/** What is printed at a spot: the only jackpot on a felt is called the Progressive, or the House Jackpot. */
export function spotName(spot: Spot, layout: Layout): string {
  const kind = spot.title.endsWith("House Jackpot") ? "House Jackpot" : "Progressive";
  const short = spot.title.replace(` ${kind}`, "");
  const alone = spot.kind === "jackpot" && layout.spots.filter((each) => each.kind === "jackpot").length === 1;
  const twice = layout.spots.some((each) => each !== spot && each.title === short);
  return twice && alone ? kind : twice ? `${short} ${kind === "Progressive" ? "prog." : kind}` : short;
}

/** A result: its cents go first where there is no room for them. */
export function Pill({ x, y, cents, room = 200, words }: { x: number; y: number; cents: number; room?: number; words?: string }) {
  const full = words ?? signedMoney(cents);
  const shown = widthOf(full, 12.5) + 18 <= room ? full : full.replace(/\.00$/, "");
  const w = Math.min(room, 18 + widthOf(shown, 12.5));
  const [box, text] = cents > 0 ? ["f-inv", "f-inv-t"] : ["f-deep", "f-t"];
  return (
    <g class="pill">
      <rect x={x - w / 2} y={y - 11} width={w} height="22" rx="11" class={box} />
      <Words x={x} y={y + 4.5} size={12.5} weight={650} class={text} middle text={shown} />
    </g>
  );
}
