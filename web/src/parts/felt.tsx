// The felt, drawn from the game's declaration: flat color, one line weight a meaning. It knows no rule; what may be
// pressed, what was won and which row was hit is told to it.

import type { JSX } from "preact";
import type * as House from "../api-types";
import { capital, money, signedMoney, tens } from "../format";
import { decisionsOf } from "../table";
import { Card, Chip, Coming, empty, type Laid, Spread } from "./cards";
import { HandsWide } from "./handsfelt";
import { brief, fit, Words, widthOf } from "./lettering";
import { baseNet, Ribbon, SHOE, shoeOf, ToPot } from "./motion";
import { Later } from "./pieces";
import { placeWide, SpotButtons, SpotDrawing } from "./spots";

export interface Scene {
  layout: House.FeltLayout;
  seats: House.SeatView[];
  felt: House.FeltView | null;
  you: number | null;
  /** Chips on your own spots, whether placed or played. */
  stakes: Record<string, number>;
  /** By wager, what it came to in cents; and by the wager of its line, why. */
  nets: Record<string, number>;
  results?: Record<string, { net: number; why: string }>;
  shoe?: House.ShoeView | null;
  /** Pays drawn for this round alone. */
  boosted?: House.BoostedPay[];
  /** By wager, the row that your hand makes. */
  hits: Record<string, string | null>;
  /** The spot that waits, and what may be put up on it. */
  waiting: string | null;
  offer?: House.ActionView | null;
  dice?: House.DiceView | null;
  /** By seat, what it came to, and the meters it won, in cents. */
  seatNets: Record<string, number> | null;
  won: Record<number, number>;
  /** A chip more on a spot, or with -1 one less. */
  place?: ((wager: string, sign?: number) => void) | undefined;
  choose?: ((wager: string) => void) | undefined;
  chosen?: string | undefined;
  sit?: ((seat: number) => void) | undefined;
  /** Drawn for a narrow screen. */
  narrow?: boolean;
}

const WIDE = { w: 1048, h: 700 };
const initials = (title: string) => title.toUpperCase().replace(/(\S)\S*\s*/g, "$1");
/** The clause that fits the arc. */
const onArc = (words: string) => {
  if (words.length <= 58) return words;
  const parts = words.split(/[;:]/).map((part) => part.trim());
  return capital(parts.find((part) => part.length <= 58 && /qualif/.test(part)) ?? words.split(/[;:,]/)[0] ?? "");
};

/** The dealer's cards in a round: those face up, then the backs of those dealt face down. */
export function dealerCards({ felt, layout }: Scene): (string | null)[] {
  const open = felt?.dealer.flatMap((hand) => hand.cards) ?? [];
  const dealt = felt?.seats.some((seat) => seat.hands.length > 0);
  return dealt ? [...open, ...Array<null>(Math.max(0, layout.cards.dealer - open.length)).fill(null)] : open;
}

export const feltName = ({ title }: House.FeltLayout) => `The felt of ${title}; the text view says the same in words`;
const RAIL = "M38 6H1010a28 28 0 0 1 28 28V446a250 250 0 0 1 -250 250H260a250 250 0 0 1 -250 -250V34a28 28 0 0 1 28 -28Z";
const CLOTH = "M42 18H1006a20 20 0 0 1 20 20V446a238 238 0 0 1 -238 238H260a238 238 0 0 1 -238 -238V38a20 20 0 0 1 20 -20Z";

export function WideFelt(scene: Scene) {
  const { layout, felt } = scene;
  const pot = layout.pot;
  const spots = placeWide(scene);
  const isBoard = boardOf(scene).length > 0;
  return (
    <div class="felt-box felt-wide" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 ${WIDE.w} ${WIDE.h}`} role="img" aria-label={feltName(layout)}>
        <path class="f-rail" d={RAIL} />
        <path class="f-cloth" d={CLOTH} />
        {layout.hands > 1 ? (
          <>
            <Later>{() => <SeatBoxes scene={scene} pot={false} />}</Later>
            <HandsWide scene={scene} spots={spots} />
          </>
        ) : (
          <>
            {hasDealer(scene) && <DealerHand scene={scene} />}
            {isBoard && (
              <Board scene={scene} middle={524} room={540} {...(hasDealer(scene) ? { y: 154, width: 48 } : { y: 30, width: 64 })} />
            )}
            {!pot && !(isBoard && hasDealer(scene)) && <Title layout={layout} />}
            {scene.dice && <DiceThrown dice={scene.dice} x={896} y={412} />}
            {pot && felt && <PotCircle felt={felt} scene={scene} />}
            <Later>{() => <SeatBoxes scene={scene} pot={pot} />}</Later>
            {spots.map((each) => (
              <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />
            ))}
            <OwnHand scene={scene} pot={pot} />
          </>
        )}
      </svg>
      <SpotButtons spots={spots} scene={scene} width={WIDE.w} height={WIDE.h} />
      {scene.sit && <SitButtons scene={scene} />}
    </div>
  );
}

/** The game's name and its first rule, as they are printed on an arc. */
function Title({ layout }: { layout: House.FeltLayout }) {
  const id = layout.table;
  const name = layout.title.toUpperCase();
  const long = name.length;
  return (
    <>
      <path id={`arc1-${id}`} d="M194 176 Q524 240 854 176" fill="none" />
      <path id={`arc2-${id}`} d="M264 212 Q524 264 784 212" fill="none" />
      <OnArc arc={`arc1-${id}`} size={long > 18 ? 27 : 34} weight={800} spacing={long > 14 ? 5 : 9} look="f-print" words={name} />
      <OnArc arc={`arc2-${id}`} size={13} weight={600} spacing={1.2} words={onArc(layout.words[0] ?? "")} />
    </>
  );
}

type Area = { x: number; y: number; w: number; h: number };

/** Where a control lies over its part of a drawing of this size. */
export const areaOf = ({ x, y, w, h }: Area, of: { w: number; h: number }) => ({
  left: `${(x / of.w) * 100}%`,
  top: `${(y / of.h) * 100}%`,
  width: `${(w / of.w) * 100}%`,
  height: `${(h / of.h) * 100}%`,
});

type Arched = { arc: string; size: number; weight: number; spacing: number; words: string; look?: string; at?: string };

export const OnArc = ({ arc, size, weight, spacing, words, look = "f-t2", at = "50%" }: Arched) => (
  <text font-size={size} font-weight={weight} letter-spacing={spacing} class={look} text-anchor="middle">
    <textPath href={`#${arc}`} startOffset={at}>
      {words}
    </textPath>
  </text>
);

const SitButtons = ({ scene }: { scene: Scene }) => (
  <>
    {boxes(scene)
      .filter(({ seat }) => seat.open)
      .map(({ seat, x, y, h }) => (
        <button
          key={seat.seat}
          class="sit-btn"
          style={areaOf({ x, y, w: 200, h }, WIDE)}
          aria-label={`Sit here, seat ${seat.seat}`}
          onClick={() => scene.sit?.(seat.seat)}
        />
      ))}
  </>
);

type Place = { name: string; cards: Laid; words: string };

/** Cards that lie for everybody, by the game's own name of their place; what is dealt there later joins it. */
export function boardOf({ felt, layout }: Pick<Scene, "felt" | "layout">): Place[] {
  const places = new Map<string, { cards: (string | null | undefined)[]; words: string }>();
  // A card that comes to a place only sometimes, such as a third one, has no place of its own that waits.
  for (const name of Object.keys(layout.cards.places)) if (!/ \d+$/.test(name)) places.set(name, { cards: [], words: "" });
  for (const [place, hand] of Object.entries(felt?.places ?? {})) {
    const name = place.replace(/ \d+$/, "");
    const before = places.get(name)?.cards ?? [];
    places.set(name, { cards: [...before, ...hand.cards], words: tens(hand.words) });
  }
  return [...places].map(([name, { cards, words }]) => {
    const missing = (layout.cards.places[name] ?? 0) - cards.length;
    return { name, cards: [...cards, ...empty(missing)], words };
  });
}

/** The board, each place with its name under it. */
export function Board({ scene, middle, y, width, room }: { scene: Scene; middle: number; y: number; width: number; room: number }) {
  const places = boardOf(scene);
  const [gap, apart] = [width / 12, width * 0.4];
  const many = places.reduce((sum, place) => sum + Math.max(1, place.cards.length), 0);
  const w = Math.min(width, (room - apart * (places.length - 1)) / Math.max(1, many) - gap);
  const wide = ({ cards }: Place) => Math.max(1, cards.length) * (w + gap) - gap;
  let next = middle - (places.reduce((sum, place) => sum + wide(place) + apart, 0) - apart) / 2;
  return (
    <g data-board>
      {places.map((place) => {
        const x = next;
        next += wide(place) + apart;
        const name = capital(place.name.replaceAll("_", " "));
        const words = place.words ? `${name}: ${place.words}` : name;
        const room = wide(place) + apart - 4;
        return (
          <g key={place.name}>
            <Spread cards={place.cards} x={x} y={y} width={w} step={w + gap} from={shoeOf(scene)} />
            <Words x={x + wide(place) / 2} y={y + w * 1.4 + 17} size={12.5} weight={600} soft middle text={fit(words, room, 12.5)} />
          </g>
        );
      })}
    </g>
  );
}

/** Whether the game deals the dealer a hand at all. */
export const hasDealer = ({ layout, felt }: Scene): boolean => layout.cards.dealer > 0 || (felt?.dealer.length ?? 0) > 0;

function DealerHand({ scene }: { scene: Scene }) {
  const { felt, layout } = scene;
  const cards = dealerCards(scene);
  const words = tens(felt?.dealer[0]?.words ?? "");
  const out = !!felt?.pot?.kicked_out;
  const net = baseNet(scene) ?? 0;
  const leads = felt?.pot?.leads.includes(0) ? ", leads" : "";
  const shown = cards.length ? cards : empty(layout.cards.dealer);
  const told = out ? `Dealer kicked out: ${words}` : words ? `Dealer: ${words}${leads}` : "Dealer";
  return (
    <g>
      <Spread cards={shown} middle={524} y={30} width={62} step={69} from={SHOE} look={net < 0 ? "lift" : out || net > 0 ? "dim" : ""} />
      <Words x={524} y={140} size={13} weight={600} soft={!words} middle text={told} />
    </g>
  );
}

type Box = { seat: House.SeatView; x: number; y: number; h: number };

/** Seats run clockwise from the dealer's left: seat 1 is upper right, yours is at the bottom. */
function boxes({ layout, seats, you }: Scene): Box[] {
  const others = seats.filter((seat) => seat.seat !== you);
  const split = you ?? Math.ceil(seats.length / 2) + 0.5;
  const right = others.filter((seat) => seat.seat < split);
  const left = others.filter((seat) => seat.seat > split).reverse();
  const found: Box[] = [];
  // Where a bet may become several hands they need the room below, and the pays stand at the right.
  const [most, beside] = layout.hands > 1 ? [318, layout.spots.some((spot) => spot.rows.length > 0) ? 236 : 318] : [408, 408];
  for (const [side, x, room] of [
    [right, 814, beside],
    [left, 34, most],
  ] as const) {
    const [empty, gap] =
      side.length > 5 || room / side.length < 60 ? [Math.min(40, room / side.length - 6), 6] : side.length > 4 ? [40, 8] : [57, 12];
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

const SeatBoxes = ({ scene, pot }: { scene: Scene; pot: boolean }) => (
  <>
    {boxes(scene).map((box) => (
      <SeatBox key={box.seat.seat} box={box} scene={scene} pot={pot} />
    ))}
  </>
);

export function statusOf(
  seat: House.SeatView,
  on: House.FeltSeat | undefined,
  felt: House.FeltView | null,
  nets: Record<string, number> | null,
): string {
  if (nets && nets[seat.seat] !== undefined) return signedMoney(nets[seat.seat] ?? 0);
  if (on) {
    if (on.acting) return "Decides";
    if (felt?.pot?.leads.includes(seat.seat)) return "Leads";
    if (felt?.pot?.lost[seat.seat]) return "Out";
    // Where hands are played out one by one, what a hand came to says more than the last thing done to it.
    const decided = decisionsOf(on).at(-1) ?? "waits";
    const [hand, second] = on.hands;
    const isPlayedOut = !second && on.decisions.length > 0 && Object.keys(hand?.stakes ?? {}).length > 0;
    return capital((isPlayedOut && hand && tens(hand.words)) || decided);
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
        <Words x={x + 22} y={y + h / 2 + 4.5} size={12.5} weight={600} soft middle text={seat.seat} />
        <Words x={x + 42} y={y + h / 2 + 4.5} size={13} text="Open seat" />
        {scene.sit && <Words x={x + 186} y={y + h / 2 + 4.5} size={13} weight={650} text-decoration="underline" end text="Sit here" />}
      </g>
    );
  }
  const status = statusOf(seat, on, scene.felt, scene.seatNets);
  const lost = scene.felt?.pot?.lost[seat.seat];
  const net = scene.seatNets?.[seat.seat];
  const out = !!on && (!!lost || (net !== undefined && net < 0) || /^(fold|surrender)/i.test(on.decisions.at(-1) ?? ""));
  const won = scene.won[seat.seat];
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
  const step = line
    ? Math.min(width * 0.62, 34 / Math.max(1, cards.length - 1))
    : shown
      ? width
      : Math.min(9, 84 / Math.max(1, cards.length));
  const held = cards.length ? width + step * (cards.length - 1) : 0;
  const chips = line ? [] : stakes.slice(0, 4).filter((_, at) => x + 12 + held + 8 < x + 188 - (at + 1) * 30 + 4);
  const cardsX = line ? x + 186 - widthOf(status, 12.5) - 8 - held : x + 12;
  const cardsY = line ? y + (h - width * 1.4) / 2 : top;
  // A knock-out is told where it happens.
  const named = won ? "" : tall && (lost || words) ? (lost ? capital(tens(lost)) : (words ?? "")) : "";
  const base =
    tall && pot && shown && !won && !lost
      ? stakes
          .map(
            ([wager]) => scene.layout.spots.find((spot) => spot.wager === wager && (spot.kind === "base" || spot.kind === "follow"))?.title,
          )
          .filter(Boolean)
          .join(" + ")
      : "";
  return (
    <g class="framed">
      <rect x={x} y={y} width="200" height={h} rx="10" class="f-lift frame" />
      {(on?.acting || leads) && <rect x={x} y={y} width="200" height={h} rx="10" class="f-hot" />}
      {won && <rect x={x} y={y} width="200" height={h} rx="10" class="f-won-l" />}
      <circle cx={x + 22} cy={mid} r={Math.min(11, h / 2 - 3)} class="f-deep" />
      <Words x={x + 22} y={mid + 4.5} size={12.5} weight={650} middle text={seat.seat} />
      <Words x={x + 40} y={mid + 4.5} size={13} weight={600} text={fit(seat.name ?? "", line ? cardsX - x - 46 : room, 13)} />
      <Words x={x + 188} y={mid + 4.5} size={12.5} weight={scene.seatNets ? 650 : 500} soft={!scene.seatNets} end text={status} />
      <g class={out ? "dim" : ""}>
        {cards.map((card, at) => (
          <Card key={at} card={card} width={width} x={cardsX + at * step} y={cardsY} from={SHOE} order={at} />
        ))}
      </g>
      {chips.map(([wager, cents], at) => (
        <g key={wager} class={out ? "dim" : ""}>
          <Chip
            cents={cents}
            x={x + 174 - at * 30}
            y={top + (tall ? 17 : Math.min(17, (h - 40) / 2))}
            r={tall ? 13 : Math.min(13, (h - 40) / 2)}
          />
          {tall && !named && !base && !won && (
            <Words x={x + 174 - at * 30} y={y + 86} size={12} weight={600} soft middle text={initials(title(wager))} />
          )}
        </g>
      ))}
      {won && <Ribbon x={x + 36} y={line ? y + (h - 22) / 2 : y + h - 27} w={line ? 152 : 150} cents={won} />}
      {named && <Words x={x + 12} y={y + h - 8} size={12.5} text={brief(named, 176 - (base ? widthOf(base, 12.5) + 8 : 0), 12.5)} />}
      {base && widthOf(base, 12.5) < 110 && <Words x={x + 188} y={y + h - 8} size={12.5} soft end text={base} />}
    </g>
  );
}

const PIPS: Record<number, string> = { 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568" };

/** The dice that say where the deal begins. */
export function DiceThrown({ dice, x, y }: { dice: House.DiceView; x: number; y: number }) {
  const start = x - ((dice.thrown.length - 1) * 34) / 2;
  return (
    <g>
      {dice.thrown.map((die, at) => (
        <g key={at} transform={`translate(${start + at * 34 - 14} ${y})`}>
          <rect width="28" height="28" rx="5" class="cf" />
          {[...(PIPS[die] ?? "")].map((pip) => (
            <circle key={pip} cx={7 + (Number(pip) % 3) * 7} cy={7 + Math.floor(Number(pip) / 3) * 7} r="2.6" class="die" />
          ))}
        </g>
      ))}
      <Words x={x} y={y + 45} size={12} soft middle text={diceWords(dice)} />
    </g>
  );
}

export const diceWords = (dice: House.DiceView): string =>
  `${dice.sum}: the deal begins at ${dice.first === null ? "the dealer" : `seat ${dice.first}`}`;

/** One pot in the middle, and the line of the action as it bounces from seat to seat. */
function PotCircle({ felt, scene }: { felt: House.FeltView; scene: Scene }): JSX.Element | null {
  const pot = felt.pot;
  if (!pot) return null;
  const at = new Map(boxes(scene).map(({ seat, x, y, h }) => [seat.seat, { x: x < 500 ? x + 222 : x - 22, y: y + h / 2 }]));
  if (scene.you) at.set(scene.you, { x: 524, y: 448 });
  const stops = pot.order.map((seat) => ({ seat, ...(at.get(seat) ?? { x: 524, y: 300 }) }));
  const done = felt.seats.reduce((sum, seat) => sum + (seat.decisions.length > 0 ? 1 : 0), 0);
  return (
    <g>
      {stops.slice(1).map((stop, place) => {
        const { x, y } = stops[place] ?? stop;
        const look = place + 1 < done ? "f-hair" : place + 1 === done ? "f-hot" : "f-dash";
        return <path key={stop.seat} d={`M${x} ${y}L${stop.x} ${stop.y}`} class={look} />;
      })}
      <circle cx="524" cy="300" r="84" class="f-cloth" />
      <circle cx="524" cy="300" r="84" class="f-line" />
      <Words x={524} y={268} size={13} weight={650} letter-spacing="2" soft middle text="POT" />
      <Words x={524} y={312} size={36} weight={750} middle text={money(pot.cents)} />
      <Words x={524} y={338} size={13} soft middle text={`${felt.seats.length} ${felt.seats.length === 1 ? "player" : "players"}`} />
      <ToPot scene={scene} places={stops} pot={[524, 300]} />
      {stops.map((stop, place) => (
        <g key={stop.seat}>
          <circle cx={stop.x} cy={stop.y} r="13" class={place === done ? "f-inv" : "f-deep"} />
          <circle cx={stop.x} cy={stop.y} r="13" class={place > done ? "f-dash" : "f-hair"} />
          <Words x={stop.x} y={stop.y + 4.5} size={12.5} weight={650} class={place === done ? "f-inv-t" : "f-t"} middle text={place + 1} />
        </g>
      ))}
    </g>
  );
}

interface Own {
  scene: Scene;
  hand: House.HandView;
  middle: number;
  y: number;
  /** The width of a card at the most, the gap between two, and the room for all. */
  most: number;
  gap: number;
  room: number;
}

/** Your cards: a bracket holds together those that make the hand, and the others stand lower. */
export function OwnCards({ scene, hand, middle, y, most, gap, room }: Own) {
  const own = scene.felt?.seats.find((seat) => seat.seat === scene.you);
  const width = Math.min(most, room / Math.max(1, hand.cards.length) - gap);
  const step = width + gap;
  const wide = hand.cards.length * step - gap;
  const left = middle - wide / 2;
  const made = hand.making * step - gap;
  const net = baseNet(scene) ?? 0;
  const out = net < 0 || /^(fold|surrender)/i.test(own?.decisions.at(-1) ?? "");
  const look = net > 0 ? "lift" : out ? "dim" : "";
  const low = (at: number) => (at >= hand.making ? y + gap : y);
  const words = tens(hand.words);
  const size = scene.narrow ? 13.5 : 14;
  const half = widthOf(words, size) / 2;
  const x = scene.narrow ? Math.max(12, Math.min(left, middle - half)) : left + Math.max(made / 2, Math.min(wide / 2, half));
  const below = y + width * 1.4 + (scene.narrow ? 28 : 36);
  return (
    <>
      <Spread cards={hand.cards} x={left} y={low} width={width} step={step} from={shoeOf(scene)} look={look} />
      <Coming from={[0, 0]} order={7}>
        {words && <path class="f-hot" d={`M${left} ${y + gap + width * 1.4} v6 h${made} v-6`} />}
        <Words x={x} y={below} size={size} weight={700} middle={!scene.narrow} text={words} />
      </Coming>
    </>
  );
}

function OwnHand({ scene, pot }: { scene: Scene; pot: boolean }) {
  const { you, felt, layout } = scene;
  if (you === null) return null;
  const own = felt?.seats.find((seat) => seat.seat === you);
  const hand = own?.hands[0];
  const name = `You, seat ${you}`;
  const waits = scene.place && layout.cards.own ? ": cards when all are ready" : "";
  if (!own || !hand)
    return (
      <g>
        <Spread cards={empty(layout.cards.own)} middle={524} y={494} width={86} step={93} />
        <Words x={524} y={640} size={13.5} soft middle text={name + waits} />
      </g>
    );
  const room = pot ? 430 : 660;
  const bottom = 492 + Math.min(86, room / Math.max(1, hand.cards.length) - 8) * 1.4;
  const won = scene.won[you];
  const lost = felt?.pot?.lost[you];
  const did = lost
    ? `: ${brief(tens(lost), (pot ? 400 : 600) - widthOf(`${name}: `, 13), 13)}`
    : own.decisions.length
      ? `: ${decisionsOf(own).join(", ")}`
      : "";
  return (
    <g>
      <OwnCards scene={scene} hand={hand} middle={524} y={492} most={86} gap={8} room={room} />
      {won && <Ribbon x={424} y={bottom + 46} w={200} cents={won} />}
      {!won && <Words x={524} y={bottom + 60} size={13} soft middle text={fit(name + did, pot ? 400 : 600, 13)} />}
    </g>
  );
}
