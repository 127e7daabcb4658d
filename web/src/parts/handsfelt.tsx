// A felt for a game in which one bet may become several hands: each hand is an object with its number, its stakes, its
// cards, its total and what it came to. The dealer's rules are printed in front of the dealer, beside the shoe.
import type { ShoeView as Shoe } from "../api-types";
import { capital, money, signedMoney } from "../format";
import { decisionsOf } from "../table";
import { Chip, empty, type Laid, type Point, Spread } from "./cards";
import { dealerCards, OnArc, type Scene } from "./felt";
import { fit, lines, Words, widthOf } from "./lettering";
import { Paid, Ribbon, SHOE, shoeOf } from "./motion";
import { Pill, type Placed, SpotDrawing } from "./spots";

/** What is printed: what a bet wins, what the dealer does, and the wager that has a line of its own. */
function printedOf({ layout, felt, you, nets, waiting }: Scene) {
  const seats = felt?.seats ?? [];
  const own = layout.words.find((words) => layout.spots.some((spot) => spot.kind === "follow" && words.startsWith(`${spot.title} `)));
  const wager = layout.spots.find((spot) => spot.kind === "follow" && own?.startsWith(`${spot.title} `))?.wager;
  const rules = layout.words.filter((words) => words !== own);
  if (!own || !wager) return { rules };
  const on = seats.find((seat) => seat.seat === you)?.stakes[wager] ?? 0;
  return { rules, line: { words: own.toUpperCase(), on, net: nets[wager], hot: waiting === wager } };
}

type Shown = ReturnType<typeof handsOf>[number];

/** The hands of your seat as they are told on the felt. */
function handsOf({ felt, you, results }: Scene) {
  const own = felt?.seats.find((seat) => seat.seat === you);
  if (!own) return [];
  return own.hands.map((hand, at) => {
    const number = at + 1;
    const lines = Object.keys(hand.stakes ?? {})
      .map((wager) => results?.[wager])
      .filter((line) => line !== undefined);
    const net = lines.length ? lines.reduce((sum, line) => sum + line.net, 0) : undefined;
    const total = /\d+/.exec(hand.words)?.[0] ?? "";
    const kind = hand.words
      .replace(total, "")
      .replace(/[\s,]+/g, " ")
      .trim();
    const why = lines[0]?.why ?? "";
    const against = why.startsWith(`${total} `)
      ? why
          .slice(total.length + 1)
          .replace("the dealer's ", "")
          .replace(/^is /, "")
      : "";
    const stakes = Object.values(hand.stakes ?? {});
    const active = own.acting && (own.active ?? 1) === number;
    const last = own.hands.length > 1 ? "" : (decisionsOf(own).at(-1) ?? "");
    const verdict = net === undefined ? last : net > 0 ? "won" : net < 0 ? "lost" : "push";
    const turn = own.active && number !== own.active ? (number > own.active ? "waits" : "played") : verdict;
    const state = active ? "to act" : stakes.length > 1 ? "doubled" : turn;
    const of = own.hands.length;
    // Where a result says who won, the line above it says against what.
    const line = against && /^(won|lost|push)$/.test(state) ? against : state;
    return {
      hand,
      number,
      of,
      state: line,
      total,
      beside: line === against ? kind : against || kind,
      net,
      stakes,
      active,
      look: net ? (net < 0 ? "dim" : "lift") : "",
    };
  });
}

const verdict = (net: number) => (net > 0 ? "Won" : net < 0 ? "Lost" : "Push");

/** Left of the spots with their pays, or in the middle where there are none. */
export const handsMiddle = (scene: Scene): number => (scene.layout.spots.some((spot) => spot.rows.length > 0) ? 432 : 524);

/** Where the parts of a hand lie within its frame: measures from its corner, but for widths and steps. */
type Measures = {
  w: number;
  h: number;
  text: number;
  lines: Point;
  size: number;
  chip: Point;
  apart: number;
  cards: Point;
  width: number;
} & {
  step: number;
  pill: number;
  /** What its result says; nothing while it has none. */
  result: string;
};

/** A hand in its frame. It slides to its place when a split makes room, a new one from under the hand before it. */
function HandFrame({ shown, scene, at, from, of }: { shown: Shown; scene: Scene; at: Point; from: Point; of: Measures }) {
  const { hand, active, look, net, total, number, stakes } = shown;
  const { w, h, text, lines, size, chip, apart, cards, width, step, result } = of;
  const pill = net === undefined ? 0 : 20 + widthOf(result, 12.5);
  const after = text + 8 + widthOf(total, size);
  const [shoe, lit] = [shoeOf(scene), (net ?? 0) > 0];
  const place = { "--x": `${at[0]}px`, "--y": `${at[1]}px`, "--fx": `${from[0]}px`, "--fy": `${from[1]}px` };
  const waits = [cards[0] + step + width / 2, cards[1] - 4 + width * 0.7] as const;
  return (
    <g class={lit ? "framed won-hand" : "framed"} data-hand={number}>
      <g class={number > 1 ? "hand parted" : "hand"} style={place}>
        <rect width={w} height={h} rx="13" class={active || lit ? "f-lift frame" : "f-cloth frame"} />
        <rect width={w} height={h} rx="13" class={active ? "f-hot" : "f-hair"} />
        <Words x={text} y={lines[0]} size={14} weight={650} text={shown.of === 1 ? "Your hand" : `Hand ${number}`} />
        <Words x={text} y={45} size={12.5} soft text={fit(shown.state, chip[0] + apart / 2 - text - stakes.length * apart, 12.5)} />
        {stakes.map((cents, place) => (
          <g key={place}>
            <circle cx={chip[0] - place * apart} cy={chip[1]} r={apart / 2 - 2} class="f-line" />
            <Chip cents={cents} x={chip[0] - place * apart} y={chip[1]} r={apart / 2 - 6} dim={look === "dim"} />
          </g>
        ))}
        {hand.cards.length < 2 && !scene.narrow && step >= width && (
          <>
            <Words x={waits[0]} y={waits[1]} size={12} soft middle text="dealt when" />
            <Words x={waits[0]} y={waits[1] + 17} size={12} soft middle text="played" />
          </>
        )}
        <Spread
          cards={laid(hand.cards, 2)}
          x={cards[0]}
          y={cards[1]}
          width={width}
          step={step}
          from={[shoe[0] - at[0], shoe[1] - at[1]]}
          look={look}
        />
        <Words x={text} y={lines[1]} size={size} weight={700} text={total} />
        <Words x={after} y={lines[1]} size={12.5} soft text={whole(shown.beside, w - after - pill - 12)} />
        {net !== undefined && <Pill x={w - 9 - pill / 2} y={of.pill} cents={net} words={result} />}
      </g>
      <Paid net={net} at={[at[0] + chip[0], at[1] + chip[1]]} scene={scene} r={apart / 2 - 6} order={4 * number - 4} />
    </g>
  );
}

/** The words where there is room for all of them. */
const whole = (words: string, room: number) => (widthOf(words, 12.5) <= room ? words : "");

/** The cards of a row with as many places as it has. */
const laid = (cards: Laid, places: number): Laid => [...cards, ...empty(places - cards.length)];

/** How much of the shoe is left, and where the cut card lies. */
function ShoeBar({ shoe, x, y, w, h, narrow = false }: { shoe: Shoe; x: number; y: number; w: number; h: number; narrow?: boolean }) {
  const left = shoe.cards - shoe.dealt;
  const full = (w * left) / shoe.cards;
  const cut = shoe.cut === null ? null : x + (w * (shoe.cards - shoe.cut)) / shoe.cards;
  const told = narrow ? `${left} in the shoe` : `${left} of ${shoe.cards} cards left`;
  const slices = Array.from({ length: Math.floor(full / 6) }, (_, at) => `M${x + 6 * at + 4} ${y + 3}v${h - 6}`).join("");
  return (
    <g>
      <rect x={x} y={y} width={w} height={h} rx="4" class="f-deep" />
      <rect x={x} y={y} width={full} height={h} rx="4" class="shoe" />
      <path d={slices} class="shoe-line" />
      {cut !== null && <path d={`M${cut} ${y - 5}v${h + 10}`} class="cut-card" />}
      {cut !== null && !narrow && <Words x={Math.min(cut, x + w - 28)} y={y - 10} size={12} soft middle text="cut card" />}
      <Words x={narrow ? x + w : x} y={y + h + (narrow ? 18 : 19)} size={12} soft end={narrow} text={told} />
      {cut === null && !narrow && <Words x={x} y={y + h + 35} size={12} soft text="shuffled for every round" />}
    </g>
  );
}

function dealerWords({ felt }: Scene): string {
  const words = felt?.dealer[0]?.words;
  if (words) return `Dealer: ${words}`;
  const looked = felt?.answers.at(-1);
  return looked ? `The dealer looked for ${looked.question}: ${looked.yes ? "yes" : "no"}` : "Dealer";
}

function wideMeasures({ hand, net }: Shown, w: number): Measures {
  const apart = w < 190 ? 36 : 44;
  const width = Math.min(76, w - 24);
  const places = Math.max(hand.cards.length, 2);
  const step = Math.min(width + 6, (w - 24 - width) / (places - 1));
  const cards = [(w - width - step * (places - 1)) / 2, 60] as const;
  const text = { text: 14, lines: [28, 216], size: 23, chip: [w - 10 - apart / 2, 31] } as const;
  return { ...text, w, h: 238, apart, cards, width, step, pill: 210, result: net === undefined ? "" : signedMoney(net) };
}

export function HandsWide({ scene, spots }: { scene: Scene; spots: Placed[] }) {
  const { layout, shoe } = scene;
  const id = layout.table;
  const { rules, line } = printedOf(scene);
  const hands = handsOf(scene);
  const cards = dealerCards(scene);
  const places = Math.max(cards.length, layout.cards.dealer, 1);
  const step = places <= 2 ? 82 : Math.min(70, 302 / (places - 1));
  const all = 64 + step * (places - 1);
  const from = all > 208 ? 628 - all : 524 - all / 2;
  const middle = handsMiddle(scene);
  const gap = 14;
  const w = Math.min(hands.length === 1 ? 248 : 212, (656 - gap * (hands.length - 1)) / Math.max(1, hands.length));
  const start = middle - (hands.length * (w + gap) - gap) / 2;
  const own = scene.you === null ? undefined : scene.felt?.seats.find((seat) => seat.seat === scene.you);
  const net = scene.you !== null ? scene.seatNets?.[scene.you] : undefined;
  const waits = scene.place ? ": cards when all are ready" : "";
  const parted = `: split ${["once", "twice", "three times"][hands.length - 2] ?? `into ${hands.length} hands`}`;
  const did = hands.length > 1 ? parted : own?.decisions.length ? `: ${decisionsOf(own).join(", ")}` : waits;
  const told = `You, seat ${scene.you}${did}${net === undefined ? "" : `. This round ${signedMoney(net)}`}`;
  return (
    <>
      <Spread cards={laid(cards, places)} x={from} y={28} width={64} step={step} from={SHOE} />
      {places === 2 &&
        ["up", "hole"]
          .slice(0, layout.cards.dealer)
          .map((words, at) => <Words key={words} x={from + at * step + 32} y={134} size={12} soft middle text={words} />)}
      <Words x={524} y={158} size={14} weight={650} middle text={fit(dealerWords(scene), 520, 14)} />
      {shoe && <ShoeBar shoe={shoe} x={648} y={52} w={142} h={18} />}
      <path id={`p1-${id}`} d="M262 184 Q524 234 786 184" fill="none" />
      <path id={`p2-${id}`} d="M262 212 Q524 260 786 212" fill="none" />
      <path id={`p3-${id}`} d="M262 259 Q524 311 786 259" fill="none" />
      <OnArc arc={`p1-${id}`} size={23} weight={800} spacing={4} words={(rules[0] ?? layout.title).toUpperCase()} />
      <OnArc arc={`p2-${id}`} size={13} weight={600} spacing={1.2} words={rules[1] ?? ""} />
      {line && (
        <g>
          {[234, 272].map((y) => (
            <path key={y} d={`M262 ${y} Q524 ${y + 52} 786 ${y}`} class={line.hot ? "f-hot" : "f-line"} />
          ))}
          <OnArc
            arc={`p3-${id}`}
            size={14}
            weight={700}
            spacing={2.4}
            look="f-t"
            at={line.on || line.hot ? "42%" : "50%"}
            words={line.words}
          />
          {line.on > 0 && <Chip cents={line.on} x={652} y={271} r={13} dim={(line.net ?? 0) < 0} />}
          {line.hot && !line.on && scene.offer && <Words x={690} y={270} size={12.5} middle text={`up to ${money(scene.offer.maximum)}`} />}
          <Paid net={line.net} at={[652, 271]} scene={scene} r={13} />
          {line.net !== undefined && <Pill x={704} y={266} cents={line.net} />}
        </g>
      )}
      {hands.map((shown, at) => {
        const x = start + at * (w + gap);
        return <HandFrame key={at} shown={shown} scene={scene} at={[x, 366]} from={[x - w - gap, 366]} of={wideMeasures(shown, w)} />;
      })}
      {scene.you !== null && !hands.length && <Spread cards={empty(layout.cards.own)} middle={middle} y={476} width={86} step={93} />}
      {spots.map((each) => (
        <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />
      ))}
      {scene.you !== null && scene.won[scene.you] && <Ribbon x={middle - 110} y={621} w={220} h={24} cents={scene.won[scene.you] ?? 0} />}
      {scene.you !== null && !scene.won[scene.you] && (
        <Words x={middle} y={638} size={13.5} weight={net === undefined ? 500 : 650} middle text={fit(told, 480, 13.5)} />
      )}
    </>
  );
}

const HAND = 92;

/** The phone's column: what is printed, the other seats, the hands as rows, the side wager. Returns where it ends. */
export function phoneHands(scene: Scene, top: number): number {
  const many = handsOf(scene).length;
  return top + (printedOf(scene).line ? 46 : 0) + (many ? many * (HAND + 8) : scene.place ? 112 : 84);
}

export function HandsPhone({ scene, top }: { scene: Scene; top: number }) {
  const { shoe, layout } = scene;
  const { rules, line } = printedOf(scene);
  const hands = handsOf(scene);
  const cards = dealerCards(scene);
  const places = Math.max(cards.length, layout.cards.dealer, 1);
  const step = places <= 2 ? 54 : Math.min(54, 90 / (places - 1));
  const from = 195 - (46 + step * (places - 1)) / 2;
  const told = [
    ...(rules[0] ? lines(rules[0], 112, 12.5) : []),
    ...(rules[1] ? lines(capital(rules[1].split(", ").at(-1) ?? ""), 112, 12.5) : []),
  ].slice(0, 4);
  const begin = top + (line ? 46 : 0);
  return (
    <g>
      {told.map((words, at) => (
        <Words key={at} x={12} y={24 + at * 16} size={12.5} weight={600} soft text={words} />
      ))}
      <Spread cards={laid(cards, places)} x={from} y={10} width={46} step={step} from={shoeOf(scene)} />
      {shoe && <ShoeBar shoe={shoe} x={292} y={18} w={86} h={12} narrow />}
      <Words x={195} y={96} size={13.5} weight={650} middle text={fit(dealerWords(scene), 366, 13.5)} />
      {line && (
        <g>
          <path d={`M12 ${top}H378M12 ${top + 36}H378`} class={line.hot ? "f-hot" : "f-line"} />
          <Words x={24} y={top + 22.5} size={12.5} weight={700} letter-spacing=".8" text={line.words} />
          {line.on > 0 && <Chip cents={line.on} x={282} y={top + 18} r={13} dim={(line.net ?? 0) < 0} />}
          <Paid net={line.net} at={[282, top + 18]} scene={scene} r={13} />
          {line.net !== undefined && <Pill x={334} y={top + 18} cents={line.net} />}
        </g>
      )}
      {hands.map((shown, at) => {
        const y = begin + at * (HAND + 8);
        return <HandFrame key={at} shown={shown} scene={scene} at={[12, y]} from={[12, y - HAND - 8]} of={rowMeasures(shown)} />;
      })}
      {scene.you !== null && !hands.length && (
        <Spread
          cards={empty(layout.cards.own)}
          y={begin + 12}
          width={50}
          {...(scene.place ? { x: 230, step: 62 } : { middle: 195, step: 60 })}
        />
      )}
    </g>
  );
}

const rowMeasures = ({ hand, net }: Shown): Measures => ({
  ...{ w: 366, h: HAND, text: 154, lines: [27, 76], size: 21, chip: [338, 27], apart: 44, cards: [10, 11], width: 50, pill: 70 },
  step: hand.cards.length < 2 ? 56 : Math.min(38, 78 / Math.max(1, hand.cards.length - 1)),
  result: net === undefined ? "" : `${verdict(net)} ${signedMoney(net)}`,
});
