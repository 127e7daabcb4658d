// The felt, drawn from the game's declaration: flat color, one line weight a meaning. It knows no rule; what may be
// pressed, what was won and which row was hit is told to it.
import type { JSX } from "preact";
import { capital, money, signedMoney, tens } from "../format";
import type { Boosted, Choice, Dice, Felt, FeltSeat, Layout, SeatView, Shoe } from "../table";
import { Card, Chip } from "./cards";
import { HandsWide } from "./handsfelt";
import { fit, widthOf } from "./lettering";
import { placeWide, SpotButton, SpotDrawing } from "./spots";

export interface Scene {
  layout: Layout;
  seats: SeatView[];
  felt: Felt | null;
  you: number | null;
  /** Chips on your own spots, whether placed or played. */
  stakes: Record<string, number>;
  /** By wager, what it came to in cents. */
  nets: Record<string, number>;
  /** By the wager of its line, what each of your stakes came to and why. */
  results?: Record<string, { net: number; why: string }>;
  shoe?: Shoe | null;
  /** Pays drawn for this round alone. */
  boosted?: Boosted[];
  /** By wager, the row that your hand makes. */
  hits: Record<string, string | null>;
  waiting: string | null;
  /** What may be put up on the spot that waits. */
  offer?: Choice | null;
  dice?: Dice | null;
  seatNets: Record<string, number> | null;
  won: number[];
  /** A chip more on a spot, or with -1 one less. */
  place?: ((wager: string, sign?: number) => void) | undefined;
  choose?: ((wager: string) => void) | undefined;
  chosen?: string | undefined;
  sit?: ((seat: number) => void) | undefined;
  /** Drawn for a narrow screen. */
  narrow?: boolean;
}

const WIDE = { w: 1048, h: 700 };
const initials = (title: string) => title.split(/\s+/).map((word) => word.charAt(0)).join("").toUpperCase();
/** The clause that fits the arc. */
const onArc = (words: string) => (words.length <= 58 ? words : capital(words.split(/[;:]/).map((part) => part.trim()).find((part) => part.length <= 58 && /qualif/.test(part)) ?? words.split(/[;:,]/)[0] ?? ""));

/** The dealer's cards in a round: those face up, then the backs of those dealt face down. */
export function dealerCards({ felt, layout }: Scene): (string | null)[] {
  const open = felt?.dealer.flatMap((hand) => hand.cards) ?? [];
  const dealt = felt?.seats.some((seat) => seat.hands.length > 0);
  return dealt ? [...open, ...Array<null>(Math.max(0, layout.cards.dealer - open.length)).fill(null)] : open;
}

export function WideFelt(scene: Scene) {
  const { layout, felt } = scene;
  const pot = layout.pot;
  const spots = placeWide(scene);
  const id = layout.table;
  return (
    <div class="felt-box felt-wide" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 ${WIDE.w} ${WIDE.h}`} role="img" aria-label={`The felt of ${layout.title}; the text view says the same in words`}>
        <path class="f-rail" d="M38 6H1010a28 28 0 0 1 28 28V446a250 250 0 0 1 -250 250H260a250 250 0 0 1 -250 -250V34a28 28 0 0 1 28 -28Z" />
        <path class="f-cloth" d="M42 18H1006a20 20 0 0 1 20 20V446a238 238 0 0 1 -238 238H260a238 238 0 0 1 -238 -238V38a20 20 0 0 1 20 -20Z" />
        {layout.hands > 1 ? <><SeatBoxes scene={scene} pot={false} /><HandsWide scene={scene} spots={spots} /></> : (
          <>
            <DealerHand scene={scene} />
            {!pot && (
              <>
                <path id={`arc1-${id}`} d="M194 176 Q524 240 854 176" fill="none" />
                <path id={`arc2-${id}`} d="M264 212 Q524 264 784 212" fill="none" />
                <text font-size={layout.title.length > 18 ? 27 : 34} font-weight="800" letter-spacing={layout.title.length > 14 ? 5 : 9} class="f-print" text-anchor="middle"><textPath href={`#arc1-${id}`} startOffset="50%">{layout.title.toUpperCase()}</textPath></text>
                <text font-size="13" font-weight="600" letter-spacing="1.2" class="f-t2" text-anchor="middle"><textPath href={`#arc2-${id}`} startOffset="50%">{onArc(layout.words[0] ?? "")}</textPath></text>
              </>
            )}
            {scene.dice && <DiceThrown dice={scene.dice} x={896} y={412} />}
            {pot && felt && <PotCircle felt={felt} scene={scene} />}
            <SeatBoxes scene={scene} pot={pot} />
            {spots.map((each) => <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />)}
            <OwnHand scene={scene} pot={pot} />
          </>
        )}
      </svg>
      {scene.place && spots.filter(({ spot }) => spot.kind !== "follow").map((each) => <SpotButton key={each.spot.wager} placed={each} scene={scene} width={WIDE.w} height={WIDE.h} />)}
      {scene.sit && <SitButtons scene={scene} />}
    </div>
  );
}

function SitButtons({ scene }: { scene: Scene }) {
  return (
    <>
      {boxes(scene).filter(({ seat }) => seat.open).map(({ seat, x, y, h }) => (
        <button key={seat.seat} class="sit-btn" style={{ left: `${(x / WIDE.w) * 100}%`, top: `${(y / WIDE.h) * 100}%`, width: `${(200 / WIDE.w) * 100}%`, height: `${(h / WIDE.h) * 100}%` }} aria-label={`Sit here, seat ${seat.seat}`} onClick={() => scene.sit?.(seat.seat)} />
      ))}
    </>
  );
}

function DealerHand({ scene }: { scene: Scene }) {
  const { felt, layout } = scene;
  const cards = dealerCards(scene);
  const words = tens(felt?.dealer[0]?.words ?? "");
  const dim = !!felt?.pot?.kicked_out;
  const [middle, y, width] = [524, 30, 62];
  const step = width + 7;
  const left = (count: number) => middle - (count * step - 7) / 2;
  return (
    <g>
      {cards.map((card, at) => <Card key={at} card={card} width={width} x={left(cards.length) + at * step} y={y} class={dim ? "dim deal" : "deal"} />)}
      {cards.length === 0 && Array.from({ length: layout.cards.dealer }, (_, at) => <rect key={at} x={left(layout.cards.dealer) + at * step} y={y} width={width} height={width * 1.4} rx="5" class="f-dash" />)}
      <text x={middle} y="140" font-size="13" font-weight="600" class={words ? "f-t" : "f-t2"} text-anchor="middle">{dim ? `Dealer kicked out: ${words}` : words ? `Dealer: ${words}${felt?.pot?.leads.includes(0) ? ", leads" : ""}` : "Dealer"}</text>
    </g>
  );
}

interface Box { seat: SeatView; x: number; y: number; h: number }

/** Seats run clockwise from the dealer's left: seat 1 is upper right, yours is at the bottom. */
function boxes({ layout, seats, you }: Scene): Box[] {
  const others = seats.filter((seat) => seat.seat !== you);
  const split = you ?? Math.ceil(seats.length / 2) + 0.5;
  const right = others.filter((seat) => seat.seat < split);
  const left = others.filter((seat) => seat.seat > split).reverse();
  const found: Box[] = [];
  // Where a bet may become several hands they need the room below, and the pays stand at the right.
  const [most, beside] = layout.hands > 1 ? [318, layout.spots.some((spot) => spot.rows.length > 0) ? 236 : 318] : [408, 408];
  for (const [side, x, room] of [[right, 814, beside], [left, 34, most]] as const) {
    const [empty, gap] = side.length > 5 || room / side.length < 60 ? [Math.min(40, room / side.length - 6), 6] : side.length > 4 ? [40, 8] : [57, 12];
    const taken = side.filter((seat) => !seat.open).length;
    const opened = side.length - taken;
    const full = Math.min(104, (room - opened * empty - (side.length - 1) * gap) / Math.max(1, taken));
    let y = 36;
    for (const seat of side) {
      const h = seat.open ? empty : full;
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
      <g class="framed">
        <rect x={x} y={y} width="200" height={h} rx="10" class="f-dash frame" />
        <circle cx={x + 22} cy={y + h / 2} r="11" class="f-dash" />
        <text x={x + 22} y={y + h / 2 + 4.5} font-size="12.5" font-weight="600" class="f-t2" text-anchor="middle">{seat.seat}</text>
        <text x={x + 42} y={y + h / 2 + 4.5} font-size="13" class="f-t">Open seat</text>
        {scene.sit && <text x={x + 186} y={y + h / 2 + 4.5} font-size="13" font-weight="650" text-decoration="underline" class="f-t" text-anchor="end">Sit here</text>}
      </g>
    );
  }
  const status = statusOf(seat, on, scene.felt, scene.seatNets);
  const out = !!on && (!!scene.felt?.pot?.lost[seat.seat] || /^(fold|surrender)/i.test(on.decisions.at(-1) ?? ""));
  const stakes = Object.entries(on?.stakes ?? seat.wagers ?? {});
  const cards = on?.hands.flatMap((hand) => hand.cards) ?? [];
  const shown = cards.some(Boolean);
  const leads = scene.felt?.pot?.leads.includes(seat.seat);
  const words = on?.hands.length === 1 ? tens(on.hands[0]?.words ?? "") : undefined;
  const title = (wager: string) => scene.layout.spots.find((spot) => spot.wager === wager)?.title ?? wager;
  const room = 140 - widthOf(status, 12.5);
  // Three heights: all in one line; cards and chips below the name; and what they are called below those.
  const line = h < 54;
  const tall = h >= 92;
  const mid = line ? y + h / 2 : y + 20;
  const top = y + 36;
  const most = line ? 0 : Math.min(tall ? 27 : Math.min(27, (h - 42) / 1.4), shown ? 176 / Math.max(1, cards.length) : 27);
  const width = line ? Math.min(18, (h - 4) / 1.4) : most;
  const step = line ? Math.min(width * 0.62, 34 / Math.max(1, cards.length - 1)) : shown ? width : Math.min(9, 84 / Math.max(1, cards.length));
  const held = cards.length ? width + step * (cards.length - 1) : 0;
  const chips = line ? [] : stakes.slice(0, 4).filter((_, at) => x + 12 + held + 8 < x + 188 - (at + 1) * 30 + 4);
  const cardsX = line ? x + 186 - widthOf(status, 12.5) - 8 - held : x + 12;
  const named = tall && words ? words : "";
  const base = tall && pot && shown ? stakes.map(([wager]) => scene.layout.spots.find((spot) => spot.wager === wager && (spot.kind === "base" || spot.kind === "follow"))?.title).filter(Boolean).join(" + ") : "";
  return (
    <g class="framed">
      <rect x={x} y={y} width="200" height={h} rx="10" class="f-lift frame" />
      {(on?.acting || leads) && <rect x={x} y={y} width="200" height={h} rx="10" class="f-hot" />}
      {scene.won.includes(seat.seat) && <rect x={x} y={y} width="200" height={h} rx="10" class="f-won-l" />}
      <circle cx={x + 22} cy={mid} r={Math.min(11, h / 2 - 3)} class="f-deep" />
      <text x={x + 22} y={mid + 4.5} font-size="12.5" font-weight="650" class="f-t" text-anchor="middle">{seat.seat}</text>
      <text x={x + 40} y={mid + 4.5} font-size="13" font-weight="600" class="f-t">{fit(seat.name ?? "", line ? cardsX - x - 46 : room, 13)}</text>
      <text x={x + 188} y={mid + 4.5} font-size="12.5" font-weight={scene.seatNets ? 650 : 500} class={scene.seatNets ? "f-t" : "f-t2"} text-anchor="end">{status}</text>
      <g class={out ? "dim" : ""}>{cards.map((card, at) => <Card key={at} card={card} width={width} x={cardsX + at * step} y={line ? y + (h - width * 1.4) / 2 : top} />)}</g>
      {chips.map(([wager, cents], at) => (
        <g key={wager} class={out ? "dim" : ""}>
          <Chip cents={cents} x={x + 174 - at * 30} y={top + (tall ? 17 : Math.min(17, (h - 40) / 2))} r={tall ? 13 : Math.min(13, (h - 40) / 2)} />
          {tall && !named && !base && <text x={x + 174 - at * 30} y={y + 86} font-size="12" font-weight="600" class="f-t2" text-anchor="middle">{initials(title(wager))}</text>}
        </g>
      ))}
      {named && <text x={x + 12} y={y + h - 8} font-size="12.5" class="f-t">{fit(named, 176 - (base ? widthOf(base, 12.5) + 8 : 0), 12.5)}</text>}
      {base && widthOf(base, 12.5) < 110 && <text x={x + 188} y={y + h - 8} font-size="12.5" class="f-t2" text-anchor="end">{base}</text>}
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
      <text x="524" y="338" font-size="13" class="f-t2" text-anchor="middle">{felt.seats.length} {felt.seats.length === 1 ? "player" : "players"}</text>
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
            {many && own.active === at + 1 && <rect x={left - 12} y={480} width={wide + 24} height={58 + width * 1.4} rx="10" class="f-hot" />}
            <g class={folded && !scene.seatNets ? "dim" : ""}>{hand.cards.map((card, place) => <Card key={place} card={card} width={width} x={left + place * step} y={!many && place >= hand.making ? 500 : 492} class="deal" />)}</g>
            {hand.words && !many && <path class="f-hot" d={`M${left} ${500 + width * 1.4} v6 h${made} v-6`} />}
            <text x={Math.max(left + made / 2, left + Math.min(wide, hand.words.length * 7.8) / 2)} y={528 + width * 1.4} font-size="14" font-weight="700" class="f-t" text-anchor="middle">{many ? `Hand ${at + 1}: ${tens(hand.words)}` : tens(hand.words)}</text>
          </g>
        );
      })}
      <text x="524" y={552 + width * 1.4} font-size="13" class="f-t2" text-anchor="middle">{name}{own.decisions.length ? `: ${own.decisions.join(", ")}` : ""}</text>
    </g>
  );
}
