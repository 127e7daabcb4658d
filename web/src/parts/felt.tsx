// The felt, drawn from the game's declaration: flat color, one line weight a meaning. It knows no rule; what may be
// pressed, what was won and which row was hit is told to it.
import type { JSX } from "preact";
import { capital, money, signedMoney } from "../format";
import type { Choice, Dice, Felt, FeltSeat, Layout, SeatView, Spot } from "../table";
import { Card, Chip, plain } from "./cards";

export interface Scene {
  layout: Layout;
  seats: SeatView[];
  felt: Felt | null;
  you: number | null;
  /** Chips on your own spots, whether placed or played. */
  stakes: Record<string, number>;
  /** By wager, what it came to in cents. */
  nets: Record<string, number>;
  /** By wager, the row that your hand makes. */
  hits: Record<string, string | null>;
  waiting: string | null;
  /** What may be put up on the spot that waits. */
  offer?: Choice | null;
  dice?: Dice | null;
  seatNets: Record<string, number> | null;
  won: number[];
  place?: ((wager: string) => void) | undefined;
  chosen?: string | undefined;
  sit?: ((seat: number) => void) | undefined;
}

const WIDE = { w: 1048, h: 700 };
const initials = (title: string) => title.split(/\s+/).map((word) => word.charAt(0)).join("").toUpperCase();
const shortPays = (pays: string) => pays.replace(/ (to|for) 1$/, "").replace(/\d{4,}/, (digits) => Number(digits).toLocaleString("en-US"));
/** A row beside its own title need not repeat it. */
const rowLabel = (label: string, title: string) => label.replace(title, "").replace(/\s+/g, " ").trim() || label;
/** The clause that fits the arc. */
export const onArc = (words: string) => (words.length <= 58 ? words : capital(words.split(/[;:]/).map((part) => part.trim()).find((part) => part.length <= 58 && /qualif/.test(part)) ?? words.split(/[;:,]/)[0] ?? ""));
const shortLabel = (label: string, most: number) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

interface Placed { spot: Spot; x: number; y: number; r: number; box?: { x: number; y: number; w: number; h: number } }

/** Where each spot lies on the wide felt. */
export function placeSpots(layout: Layout, pot: boolean): Placed[] {
  const base = layout.spots.filter((spot) => spot.kind === "base" || spot.kind === "follow");
  const mains = base.filter((spot) => spot.kind === "base" || layout.spots.length < 9).slice(0, 2);
  const boxed = pot ? [] : layout.spots.filter((spot) => spot.kind === "bonus" && spot.rows.length > 0 && spot.rows.length <= 8).slice(0, 2);
  const rings = layout.spots.filter((spot) => !mains.includes(spot) && !boxed.includes(spot) && spot.kind !== "follow");
  const found: Placed[] = [];
  if (pot) {
    mains.forEach((spot, at) => found.push({ spot, x: 156 + at * 90, y: 534, r: 34 }));
    const columns = Math.min(2, rings.length);
    const step = rings.length > 4 ? 72 : 84;
    rings.forEach((spot, at) => found.push({ spot, x: 900 - (columns - 1 - (at % columns)) * 104, y: 486 + Math.floor(at / columns) * step, r: 22 }));
    return found;
  }
  mains.forEach((spot, at) => found.push({ spot, x: mains.length === 1 ? 524 : 473 + at * 101, y: 376, r: 41 }));
  boxed.forEach((spot, at) => {
    const w = 184;
    const h = 57 + spot.rows.length * 18.5;
    const x = at === 0 ? 242 : 622;
    found.push({ spot, x: x + w / 2, y: 303, r: 21, box: { x, y: 303, w, h } });
  });
  const gap = Math.min(96, 300 / Math.max(1, rings.length));
  rings.forEach((spot, at) => found.push({ spot, x: 524 + (at - (rings.length - 1) / 2) * gap, y: 276, r: 26 }));
  return found;
}

export function WideFelt(scene: Scene) {
  const { layout, felt } = scene;
  const pot = layout.pot;
  const spots = placeSpots(layout, pot);
  const id = layout.table;
  return (
    <div class="felt-box felt-wide" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 ${WIDE.w} ${WIDE.h}`} role="img" aria-label={`The felt of ${layout.title}; the text view says the same in words`}>
        <path class="f-rail" d="M38 6H1010a28 28 0 0 1 28 28V446a250 250 0 0 1 -250 250H260a250 250 0 0 1 -250 -250V34a28 28 0 0 1 28 -28Z" />
        <path class="f-cloth" d="M42 18H1006a20 20 0 0 1 20 20V446a238 238 0 0 1 -238 238H260a238 238 0 0 1 -238 -238V38a20 20 0 0 1 20 -20Z" />
        <DealerHand felt={felt} empty={layout.cards.dealer} y={30} width={62} middle={524} labelY={140} dim={!!felt?.pot?.kicked_out} won={felt?.pot?.leads.includes(0)} />
        {!pot && (
          <>
            <path id={`arc1-${id}`} d="M194 176 Q524 240 854 176" fill="none" />
            <path id={`arc2-${id}`} d="M264 212 Q524 264 784 212" fill="none" />
            <text font-size={layout.title.length > 18 ? 27 : 34} font-weight="800" letter-spacing="9" class="f-print" text-anchor="middle"><textPath href={`#arc1-${id}`} startOffset="50%">{layout.title.toUpperCase()}</textPath></text>
            <text font-size="13" font-weight="600" letter-spacing="1.2" class="f-t2" text-anchor="middle"><textPath href={`#arc2-${id}`} startOffset="50%">{onArc(layout.words[0] ?? "")}</textPath></text>
          </>
        )}
        {scene.dice && <DiceThrown dice={scene.dice} x={896} y={412} />}
        {pot && felt && <PotCircle felt={felt} scene={scene} />}
        <SeatBoxes scene={scene} pot={pot} />
        {spots.map((each) => <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />)}
        <OwnHand scene={scene} pot={pot} />
      </svg>
      {scene.place && spots.filter(({ spot }) => spot.kind !== "follow").map((each) => <SpotButton key={each.spot.wager} placed={each} scene={scene} width={WIDE.w} height={WIDE.h} />)}
      {scene.sit && <SitButtons scene={scene} />}
    </div>
  );
}

function SpotButton({ placed: { spot, x, y, r, box }, scene, width, height }: { placed: Placed; scene: Scene; width: number; height: number }) {
  const own = scene.stakes[spot.wager] ?? 0;
  const area = box ? { x: box.x, y: box.y - 22, w: box.w, h: box.h + 22 } : { x: x - r - 4, y: y - r - 4, w: 2 * r + 8, h: 2 * r + 22 };
  const limits = spot.minimum === spot.maximum ? `${money(spot.minimum)}, fixed` : `${plain(spot.minimum)} to ${plain(spot.maximum)}`;
  return (
    <button class={scene.chosen === spot.wager ? "spot-btn chosen" : "spot-btn"} style={{ left: `${(area.x / width) * 100}%`, top: `${(area.y / height) * 100}%`, width: `${(area.w / width) * 100}%`, height: `${(area.h / height) * 100}%` }} onClick={() => scene.place?.(spot.wager)} aria-label={`${spot.title}: ${own ? money(own) : "nothing"} on it, ${limits}`} />
  );
}

function SitButtons({ scene }: { scene: Scene }) {
  return (
    <>
      {boxes(scene).filter(({ seat }) => seat.open).map(({ seat, x, y, h }) => (
        <button key={seat.seat} class="sit-btn" style={{ left: `${((x + 110) / WIDE.w) * 100}%`, top: `${(y / WIDE.h) * 100}%`, width: `${(90 / WIDE.w) * 100}%`, height: `${(h / WIDE.h) * 100}%` }} onClick={() => scene.sit?.(seat.seat)}>Sit here<span class="sr">, seat {seat.seat}</span></button>
      ))}
    </>
  );
}

function SpotDrawing({ placed: { spot, x, y, r, box }, scene }: { placed: Placed; scene: Scene }) {
  const stake = scene.stakes[spot.wager];
  const net = scene.nets[spot.wager];
  const hot = scene.waiting === spot.wager;
  const lost = net !== undefined && net < 0;
  const hit = scene.hits[spot.wager];
  const small = spot.minimum === spot.maximum ? plain(spot.minimum) : `${plain(spot.minimum)}–${plain(spot.maximum)}`;
  return (
    <g>
      {box && (
        <>
          <path class="f-line" d={`M${x - r - 6} ${box.y} H${box.x + 10} a10 10 0 0 0 -10 10 V${box.y + box.h - 10} a10 10 0 0 0 10 10 H${box.x + box.w - 10} a10 10 0 0 0 10 -10 V${box.y + 10} a10 10 0 0 0 -10 -10 H${x + r + 6}`} />
          <text x={x} y={box.y + 40} font-size="13" font-weight="700" letter-spacing=".4" class="f-t" text-anchor="middle">{spot.title.toUpperCase()}</text>
          {spot.rows.map((row, at) => {
            const line = box.y + 60 + at * 18.5;
            const made = hit === row.event;
            return (
              <g key={row.event}>
                {made && <rect x={box.x + 8} y={line - 13.5} width={box.w - 16} height="18.5" rx="3" class="f-inv" />}
                <text x={box.x + 16} y={line} font-size="12.5" font-weight={made ? 700 : 500} class={made ? "f-inv-t" : "f-t2"}>{shortLabel(rowLabel(row.label, spot.title), 22)}</text>
                <text x={box.x + box.w - 16} y={line} font-size="12.5" font-weight="700" class={made ? "f-inv-t" : "f-t"} text-anchor="end">{shortPays(row.pays)}</text>
              </g>
            );
          })}
          {(spot.sample || spot.unit) && <text x={x} y={box.y + box.h + 18} font-size="12" class="f-t2" text-anchor="middle">{spot.sample ? "sample pays" : ""}{spot.sample && spot.unit ? ", " : ""}{spot.unit ? `${spot.sample ? "all" : "All"} pays are “${spot.unit}”` : ""}</text>}
        </>
      )}
      <circle cx={x} cy={y} r={r} class={hot ? "f-hot" : box ? "f-line f-cloth-fill" : "f-line"} />
      {stake ? <Chip cents={stake} x={x} y={y} r={r * 0.82} dim={lost} /> : scene.place && spot.kind !== "follow" ? <text x={x} y={y + 4} font-size={r > 30 ? 13 : 11.5} class="f-t2" text-anchor="middle">{small}</text> : spot.kind === "follow" && scene.place ? <><text x={x} y={y - 2} font-size="12.5" class="f-t2" text-anchor="middle">after</text><text x={x} y={y + 14} font-size="12.5" class="f-t2" text-anchor="middle">the deal</text></> : hot && scene.offer && r > 30 ? <><text x={x} y={scene.offer.minimum === scene.offer.maximum ? y + 5 : y - 2} font-size="13.5" font-weight="700" class="f-t" text-anchor="middle">{scene.offer.minimum === scene.offer.maximum ? plain(scene.offer.maximum) : `${plain(scene.offer.minimum)} to ${plain(scene.offer.maximum)}`}</text>{scene.offer.multiples.length > 1 && <text x={x} y={y + 15} font-size="12" class="f-t2" text-anchor="middle">{scene.offer.multiples[0]}×–{scene.offer.multiples.at(-1)}×</text>}</> : null}
      {!box && <text x={x} y={y + r + 17} font-size={r > 30 ? 12.5 : 11.5} font-weight="650" letter-spacing={r > 30 ? ".4" : "0"} class={r > 30 ? "f-t" : "f-t2"} text-anchor="middle">{spotName(spot, scene.layout)}</text>}
      {!box && spot.note && r > 30 && <text x={x} y={y + r + 32} font-size="12" class="f-t2" text-anchor="middle">{spot.note}</text>}
      {net !== undefined && <Pill x={box ? x + r + 30 : r > 30 || scene.layout.pot ? x : x + r + 32} y={box ? y : r > 30 ? y + r - 10 : scene.layout.pot ? y + r - 6 : y} cents={net} />}
    </g>
  );
}

/** What is printed at a spot: a jackpot that is alone on the felt is the Progressive, or the House Jackpot. */
export function spotName(spot: Spot, layout: Layout): string {
  const kind = spot.title.endsWith("House Jackpot") ? "House Jackpot" : "Progressive";
  const short = spot.title.replace(` ${kind}`, "");
  const alone = spot.kind === "jackpot" && layout.spots.filter((each) => each.kind === "jackpot").length === 1;
  const twice = layout.spots.some((each) => each !== spot && each.title === short);
  return (twice && alone ? kind : twice ? `${short} ${kind === "Progressive" ? "prog." : kind}` : short).toUpperCase();
}

export function Pill({ x, y, cents, kind }: { x: number; y: number; cents: number; kind?: "won" }) {
  const words = signedMoney(cents);
  const w = 16 + words.length * 7.4;
  const [box, text] = kind === "won" ? ["f-won", "f-won-t"] : cents > 0 ? ["f-inv", "f-inv-t"] : ["f-deep", "f-t"];
  return (
    <g>
      <rect x={x - w / 2} y={y - 11} width={w} height="22" rx="11" class={box} />
      <text x={x} y={y + 4.5} font-size="12.5" font-weight="700" class={text} text-anchor="middle">{words}</text>
    </g>
  );
}

function DealerHand({ felt, empty, y, width, middle, labelY, dim, won }: { empty: number; felt: Felt | null; y: number; width: number; middle: number; labelY: number; dim: boolean; won: boolean | undefined }) {
  const cards = felt?.dealer.flatMap((hand) => hand.cards) ?? [];
  const words = felt?.dealer[0]?.words;
  const step = width + 7;
  const start = middle - (cards.length * step - 7) / 2;
  return (
    <g>
      {cards.map((card, at) => <Card key={at} card={card} width={width} x={start + at * step} y={y} class={dim ? "dim deal" : "deal"} />)}
      {cards.length === 0 && Array.from({ length: empty }, (_, at) => <rect key={at} x={middle - (empty * step - 7) / 2 + at * step} y={y} width={width} height={width * 1.4} rx="5" class="f-dash" />)}
      <text x={middle} y={labelY} font-size="13" font-weight="600" class={words ? "f-t" : "f-t2"} text-anchor="middle">{dim ? `Dealer kicked out: ${words}` : words ? `Dealer: ${words}${won ? ", leads" : ""}` : "Dealer"}</text>
    </g>
  );
}

interface Box { seat: SeatView; x: number; y: number; h: number }

/** Seats run clockwise from the dealer's left: seat 1 is upper right, yours is at the bottom. */
function boxes({ seats, you }: Scene): Box[] {
  const others = seats.filter((seat) => seat.seat !== you);
  const split = you ?? Math.ceil(seats.length / 2) + 0.5;
  const right = others.filter((seat) => seat.seat < split);
  const left = others.filter((seat) => seat.seat > split).reverse();
  const found: Box[] = [];
  for (const [side, x] of [[right, 814], [left, 34]] as const) {
    const room = 408;
    const [empty, gap] = side.length > 4 ? [40, 8] : [57, 12];
    const taken = side.filter((seat) => !seat.open).length;
    const opened = side.length - taken;
    const full = Math.min(104, (room - opened * empty - (side.length - 1) * gap) / Math.max(1, taken));
    let y = 36;
    for (const seat of side) {
      const h = seat.open ? empty : Math.max(60, full);
      found.push({ seat, x, y, h });
      y += h + gap;
    }
  }
  return found;
}

function SeatBoxes({ scene, pot }: { scene: Scene; pot: boolean }) {
  return <>{boxes(scene).map((box) => <SeatBox key={box.seat.seat} box={box} scene={scene} pot={pot} />)}</>;
}

export function statusOf(seat: SeatView, on: FeltSeat | undefined, felt: Felt | null, nets: Record<string, number> | null): string {
  if (nets && nets[seat.seat] !== undefined) return signedMoney(nets[seat.seat] ?? 0);
  if (on) {
    if (on.acting) return "Decides";
    if (felt?.pot?.leads.includes(seat.seat)) return "Leads";
    if (felt?.pot?.lost[seat.seat]) return "Out";
    const last = on.decisions.at(-1);
    return last ? last.charAt(0).toUpperCase() + last.slice(1) : "Waits";
  }
  return seat.ready ? "Ready" : "";
}

function SeatBox({ box: { seat, x, y, h }, scene, pot }: { box: Box; scene: Scene; pot: boolean }) {
  const on = scene.felt?.seats.find((each) => each.seat === seat.seat);
  if (seat.open && !on) {
    return (
      <g>
        <rect x={x} y={y} width="200" height={h} rx="10" class="f-dash" />
        <circle cx={x + 22} cy={y + h / 2} r="11" class="f-dash" />
        <text x={x + 22} y={y + h / 2 + 4.5} font-size="12.5" font-weight="600" class="f-t2" text-anchor="middle">{seat.seat}</text>
        <text x={x + 42} y={y + h / 2 + 4.5} font-size="13" class="f-t">Open seat</text>
      </g>
    );
  }
  const status = statusOf(seat, on, scene.felt, scene.seatNets);
  const out = !!on && (!!scene.felt?.pot?.lost[seat.seat] || /^(fold|surrender)/i.test(on.decisions.at(-1) ?? ""));
  const stakes = Object.entries(on?.stakes ?? seat.wagers ?? {});
  const chipsX = x + 184;
  const cards = on?.hands.flatMap((hand) => hand.cards) ?? [];
  const shown = cards.some(Boolean);
  const low = h <= 80;
  const width = shown ? Math.min(low ? 19 : 27, 176 / Math.max(1, cards.length)) : low ? 18 : 22;
  const step = shown ? width : Math.min(9, 100 / Math.max(1, cards.length));
  const leads = scene.felt?.pot?.leads.includes(seat.seat);
  const words = on?.hands[0]?.words;
  return (
    <g>
      <rect x={x} y={y} width="200" height={h} rx="10" class="f-lift" />
      {(on?.acting || leads) && <rect x={x} y={y} width="200" height={h} rx="10" class="f-hot" />}
      {scene.won.includes(seat.seat) && <rect x={x} y={y} width="200" height={h} rx="10" class="f-won-l" />}
      <circle cx={x + 22} cy={y + 20} r="11" class="f-deep" />
      <text x={x + 22} y={y + 24.5} font-size="12.5" font-weight="650" class="f-t" text-anchor="middle">{seat.seat}</text>
      <text x={x + 40} y={y + 24.5} font-size="13" font-weight="600" class="f-t">{shortLabel(seat.name ?? "", 14)}</text>
      <text x={x + 188} y={y + 24.5} font-size="12.5" font-weight={scene.seatNets ? 700 : 500} class={scene.seatNets ? "f-t" : "f-t2"} text-anchor="end">{status}</text>
      <g class={out ? "dim" : ""}>{cards.map((card, at) => <Card key={at} card={card} width={width} x={x + 12 + at * step} y={y + (low ? h - width * 1.4 - 4 : 38)} />)}</g>
      {(!shown || !words || (low && cards.length < 5)) && stakes.slice(0, 3).map(([wager, cents], at) => (
        <g key={wager} class={out ? "dim" : ""}>
          <Chip cents={cents} x={chipsX - at * 31 - 8} y={y + (low ? h - 16 : 55)} r={low ? 11 : 13} />
          {h > 90 && <text x={chipsX - at * 31 - 8} y={y + 86} font-size="12" font-weight="600" class="f-t2" text-anchor="middle">{initials(scene.layout.spots.find((spot) => spot.wager === wager)?.title ?? wager)}</text>}
        </g>
      ))}
      {shown && words && !low && <text x={x + 12} y={y + h - 8} font-size="12.5" class="f-t">{shortLabel(words, 29)}</text>}
      {pot && shown && h > 90 && <text x={x + 188} y={y + h - 8} font-size="12.5" class="f-t2" text-anchor="end">{stakes.map(([wager]) => scene.layout.spots.find((spot) => spot.wager === wager && (spot.kind === "base" || spot.kind === "follow"))?.title).filter(Boolean).join(" + ")}</text>}
    </g>
  );
}

const PIPS: Record<number, string> = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568" };

/** The dice that say where the deal begins. */
export function DiceThrown({ dice, x, y }: { dice: Dice; x: number; y: number }) {
  const start = x - ((dice.thrown.length - 1) * 34) / 2;
  return (
    <g>
      {dice.thrown.map((die, at) => (
        <g key={at} transform={`translate(${start + at * 34 - 14} ${y})`}>
          <rect width="28" height="28" rx="5" class="cf" />
          {[...(PIPS[die] ?? "")].map((pip) => <circle key={pip} cx={7 + (Number(pip) % 3) * 7} cy={7 + Math.floor(Number(pip) / 3) * 7} r="2.6" class="die" />)}
        </g>
      ))}
      <text x={x} y={y + 45} font-size="12" class="f-t2" text-anchor="middle">{diceWords(dice)}</text>
    </g>
  );
}

export const diceWords = (dice: Dice): string => `${dice.sum}: the deal begins at ${dice.first === null ? "the dealer" : `seat ${dice.first}`}`;

/** One pot in the middle, and the line of the action as it bounces from seat to seat. */
function PotCircle({ felt, scene }: { felt: Felt; scene: Scene }): JSX.Element | null {
  const pot = felt.pot;
  if (!pot) return null;
  const at = new Map(boxes(scene).map(({ seat, x, y, h }) => [seat.seat, { x: x < 500 ? x + 222 : x - 22, y: y + h / 2 }]));
  if (scene.you) at.set(scene.you, { x: 524, y: 448 });
  const stops = pot.order.map((seat) => ({ seat, ...(at.get(seat) ?? { x: 524, y: 300 }) }));
  const done = felt.seats.reduce((sum, seat) => sum + (seat.decisions.length > 0 ? 1 : 0), 0);
  return (
    <g>
      {stops.slice(1).map((stop, place) => {
        const from = stops[place];
        return from && <line key={stop.seat} x1={from.x} y1={from.y} x2={stop.x} y2={stop.y} class={place + 1 < done ? "f-hair" : place + 1 === done ? "f-hot" : "f-dash"} />;
      })}
      <circle cx="524" cy="300" r="84" class="f-cloth" /><circle cx="524" cy="300" r="84" class="f-line" />
      <text x="524" y="268" font-size="13" font-weight="650" letter-spacing="2" class="f-t2" text-anchor="middle">POT</text>
      <text x="524" y="312" font-size="36" font-weight="750" class="f-t" text-anchor="middle">{money(pot.cents)}</text>
      <text x="524" y="338" font-size="13" class="f-t2" text-anchor="middle">{felt.seats.length} players</text>
      {stops.map((stop, place) => (
        <g key={stop.seat}>
          <circle cx={stop.x} cy={stop.y} r="13" class={place === done ? "f-inv" : "f-deep"} /><circle cx={stop.x} cy={stop.y} r="13" class={place > done ? "f-dash" : "f-hair"} />
          <text x={stop.x} y={stop.y + 4.5} font-size="12.5" font-weight="650" class={place === done ? "f-inv-t" : "f-t"} text-anchor="middle">{place + 1}</text>
        </g>
      ))}
    </g>
  );
}

function OwnHand({ scene, pot }: { scene: Scene; pot: boolean }) {
  const { you, felt } = scene;
  if (you === null) return null;
  const own = felt?.seats.find((seat) => seat.seat === you);
  const name = `You, seat ${you}`;
  if (!own) {
    return (
      <g>
        {Array.from({ length: scene.layout.cards.own }, (_, at) => <rect key={at} x={481 + (at - (scene.layout.cards.own - 1) / 2) * 93} y={494} width="86" height="120" rx="6" class="f-dash" />)}
        <text x="524" y="640" font-size="13.5" class="f-t2" text-anchor="middle">{name}{scene.place ? ": cards when all are ready" : ""}</text>
      </g>
    );
  }
  const hands = own.hands;
  const many = hands.length > 1;
  const total = hands.reduce((sum, hand) => sum + hand.cards.length, 0);
  const room = pot ? 430 : 660;
  const width = Math.min(86, (room - 30 * (hands.length - 1)) / Math.max(1, total) - 8);
  const step = width + 8;
  const all = total * step - 8 + (hands.length - 1) * 40;
  let x = 524 - all / 2;
  const folded = /^(fold|surrender)/i.test(own.decisions.at(-1) ?? "");
  return (
    <g>
      {hands.map((hand, at) => {
        const left = x;
        x += hand.cards.length * step + 40;
        const wide = hand.cards.length * step - 8;
        const made = (many ? hand.cards.length : hand.making) * step - 8;
        return (
          <g key={at}>
            {many && own.active === at + 1 && <rect x={left - 12} y={480} width={wide + 24} height={166} rx="10" class="f-hot" />}
            <g class={folded && !scene.seatNets ? "dim" : ""}>{hand.cards.map((card, place) => <Card key={place} card={card} width={width} x={left + place * step} y={!many && place >= hand.making ? 500 : 492} class="deal" />)}</g>
            {hand.words && !many && <path class="f-hot" d={`M${left} ${500 + width * 1.4} v6 h${made} v-6`} />}
            <text x={Math.max(left + made / 2, left + Math.min(wide, hand.words.length * 7.8) / 2)} y={528 + width * 1.4} font-size="14" font-weight="700" class="f-t" text-anchor="middle">{many ? `Hand ${at + 1}: ${hand.words}` : hand.words}</text>
          </g>
        );
      })}
      <text x="524" y={552 + width * 1.4} font-size="13" class="f-t2" text-anchor="middle">{name}{own.decisions.length ? `: ${own.decisions.join(", ")}` : ""}</text>
    </g>
  );
}
