// The felt for a narrow screen: the same facts in a column of 390 units; a game for a pot becomes a ladder.
import { money, signedMoney, tens } from "../format";
import type { FeltSeat, Hand } from "../table";
import { Card } from "./cards";
import { dealerCards, DiceThrown, statusOf, type Scene } from "./felt";
import { HandsPhone, phoneHands } from "./handsfelt";
import { fit } from "./lettering";
import { placePhone, SpotButton, SpotDrawing } from "./spots";

const W = 390;

export function PhoneFelt(wide: Scene) {
  const scene = { ...wide, narrow: true };
  const { layout, felt, you } = scene;
  const pot = felt?.pot;
  const hands = layout.hands > 1;
  const own = pot || hands ? undefined : felt?.seats.find((seat) => seat.seat === you);
  const column = hands ? phoneHands(scene, 172) : null;
  const { spots, bottom } = placePhone(scene, pot ? 78 + pot.order.length * 42 + 60 : column ? column.side : 184);
  const waits = !felt && you !== null && !hands;
  const net = hands && you !== null ? scene.seatNets?.[you] : undefined;
  const height = hands ? bottom + 40 : bottom + (own ? (own.hands.length > 1 ? 144 : 132) : waits && !layout.pot ? 106 : 40) + (scene.dice && !pot ? 72 : 0);
  return (
    <div class="felt-box felt-phone" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 ${W} ${height + 24}`} role="img" aria-label={`The felt of ${layout.title}; the text view says the same in words`}>
        <path class="f-cloth" d={`M0 0H${W}V${height - 6}Q195 ${height + 50} 0 ${height - 6}Z`} />
        {hands ? <HandsPhone scene={scene} top={172} /> : <Dealer scene={scene} />}
        {scene.dice && !pot && <DiceThrown dice={scene.dice} x={195} y={height - 76} />}
        {pot && felt ? <Ladder scene={scene} /> : <Others scene={scene} />}
        {spots.map((each) => <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />)}
        {waits && !layout.pot && <Places count={layout.cards.own} y={bottom + 12} width={46} />}
        {own && <Own seat={own} y={bottom} />}
        {you !== null && <text x={own?.hands.length === 1 && own.hands[0]?.words ? 378 : 195} y={own ? bottom + (own.hands.length > 1 ? 140 : 128) : height - 2} font-size="12.5" class="f-t2" text-anchor={own?.hands.length === 1 && own.hands[0]?.words ? "end" : "middle"} font-weight={net === undefined ? 500 : 650}>{net === undefined ? `You, seat ${you}` : `Your round ${signedMoney(net)}`}</text>}
      </svg>
      {scene.place && spots.filter(({ spot }) => spot.kind !== "follow").map((each) => <SpotButton key={each.spot.wager} placed={each} scene={scene} width={W} height={height + 24} />)}
    </div>
  );
}

/** The places for the cards. */
function Places({ count, y, width }: { count: number; y: number; width: number }) {
  const w = Math.min(width, 366 / count - 4);
  return <>{Array.from({ length: count }, (_, at) => <rect key={at} x={195 - w / 2 + (at - (count - 1) / 2) * (w + 4)} y={y} width={w} height={w * 1.4} rx="4" class="f-dash" />)}</>;
}

function Dealer({ scene }: { scene: Scene }) {
  const { layout, felt } = scene;
  const pot = felt?.pot;
  const cards = dealerCards(scene);
  const width = pot ? 30 : Math.min(48, 350 / Math.max(1, cards.length) - 4);
  const start = pot ? 12 : 195 - (cards.length * (width + 4) - 4) / 2;
  const words = tens(felt?.dealer[0]?.words ?? "");
  return (
    <g>
      {cards.map((card, place) => <Card key={place} card={card} width={width} x={start + place * (width + 4)} y={12} class={pot?.kicked_out ? "dim" : ""} />)}
      {cards.length === 0 && <Places count={layout.cards.dealer} y={12} width={46} />}
      {inLines(pot?.kicked_out ? `Kicked out: ${words}` : words ? `Dealer: ${words}` : (layout.words[0] ?? "Dealer"), pot ? 26 : 56).map((line, row) => <text key={row} x={pot ? 192 : 195} y={(pot ? 32 : 98) + row * 15} font-size="12.5" font-weight="600" class="f-t2" text-anchor={pot ? "start" : "middle"}>{line}</text>)}
    </g>
  );
}

/** The other seats in a row, as they sit: seat 1 at the right. */
function Others({ scene }: { scene: Scene }) {
  const { felt, you } = scene;
  const others = scene.seats.filter((seat) => seat.seat !== you).reverse();
  const w = 366 / others.length - 4;
  const y = scene.layout.hands > 1 ? 112 : 122;
  return (
    <>
      {others.map((seat, place) => {
        const x = 12 + place * (w + 4);
        const status = seat.open ? "open" : statusOf(seat, felt?.seats.find((each) => each.seat === seat.seat), felt, scene.seatNets).toLowerCase();
        return (
          <g key={seat.seat} class="framed">
            <rect x={x} y={y} width={w} height="48" rx="8" class={seat.open ? "f-dash frame" : "f-lift frame"} />
            {scene.won.includes(seat.seat) && <rect x={x} y={y} width={w} height="48" rx="8" class="f-won-l" />}
            <text x={x + w / 2} y={y + 20} font-size="12" font-weight="600" class="f-t" text-anchor="middle">{fit(`${seat.seat}${seat.open ? "" : ` ${(seat.name ?? "").replace(/^Bot /, "")}`}`, w - 6, 12)}</text>
            <text x={x + w / 2} y={y + 38} font-size="12" class="f-t2" text-anchor="middle">{fit(status.replace(/\.00$/, ""), w - 6, 12)}</text>
          </g>
        );
      })}
    </>
  );
}

function Own({ seat: { hands, active }, y }: { seat: FeltSeat; y: number }) {
  const count = hands.reduce((sum, each) => sum + each.cards.length, 0);
  const width = Math.min(hands.length > 1 ? 56 : 52, (366 - (hands.length - 1) * 16) / count - 3);
  const wide = (hand: Hand) => hand.cards.length * (width + 3) - 3;
  const all = hands.reduce((sum, each) => sum + wide(each) + 16, -16);
  let next = 195 - all / 2;
  return (
    <>
      {hands.map((hand, number) => {
        const x = next;
        next += wide(hand) + 16;
        const one = hands.length < 2;
        return (
          <g key={number}>
            {!one && active === number + 1 && <rect x={x - 6} y={y + 4} width={wide(hand) + 12} height={width * 1.4 + 36} rx="8" class="f-hot" />}
            {hand.cards.map((card, place) => <Card key={place} card={card} width={width} x={x + place * (width + 3)} y={y + (one && place >= hand.making ? 16 : 10)} />)}
            {hand.words && one && <path class="f-hot" d={`M${x} ${y + 20 + width * 1.4} v4 h${hand.making * (width + 3) - 3} v-4`} />}
            <text x={one ? Math.min(x, 195 - (hand.words.length * 7) / 2) : x + wide(hand) / 2} y={one ? y + 128 - (width > 45 ? 0 : 6) : y + width * 1.4 + 30} font-size="13.5" font-weight="700" class="f-t" text-anchor={one ? "start" : "middle"}>{tens(hand.words)}</text>
          </g>
        );
      })}
    </>
  );
}

/** Words in at most two lines. */
function inLines(words: string, most: number): string[] {
  if (words.length <= most) return [words];
  const at = words.lastIndexOf(" ", most);
  return [words.slice(0, at), words.slice(at + 1)];
}

function Ladder({ scene }: { scene: Scene }) {
  const { felt, seats, you } = scene;
  const pot = felt?.pot;
  if (!felt || !pot) return null;
  return (
    <g>
      {pot.order.map((number, place) => {
        const seat = felt.seats.find((each) => each.seat === number);
        const who = seats.find((each) => each.seat === number);
        const y = 66 + place * 42;
        const leads = pot.leads.includes(number);
        const out = !!pot.lost[number];
        return (
          <g key={number}>
            {(leads || seat?.acting) && <rect x="8" y={y} width="374" height="40" rx="8" class={leads ? "f-hot" : "f-lift"} />}
            <circle cx="28" cy={y + 20} r="12" class={seat?.acting ? "f-inv" : "f-deep"} />
            <text x="28" y={y + 24.5} font-size="12.5" font-weight="650" class={seat?.acting ? "f-inv-t" : "f-t"} text-anchor="middle">{place + 1}</text>
            <text x="50" y={y + 24.5} font-size="13" font-weight="600" class="f-t">{number === you ? "You" : fit(who?.name ?? `Seat ${number}`, 86, 13)}</text>
            <g class={out ? "dim" : ""}>{seat?.hands.flatMap((hand) => hand.cards).map((card, at) => <Card key={at} card={card} width={25} x={140 + at * 26} y={y + 3} />)}</g>
            <text x="374" y={y + 24.5} font-size="12.5" class="f-t2" text-anchor="end">{scene.seatNets?.[number] !== undefined ? signedMoney(scene.seatNets[number] ?? 0) : leads ? "leads" : out ? "out" : seat?.acting ? "acts" : "waits"}</text>
          </g>
        );
      })}
      <rect x="12" y={72 + pot.order.length * 42} width="366" height="52" rx="10" class="f-line" />
      <text x="28" y={104 + pot.order.length * 42} font-size="13" font-weight="650" class="f-t2">POT</text>
      <text x="362" y={108 + pot.order.length * 42} font-size="26" font-weight="750" class="f-t" text-anchor="end">{money(pot.cents)}</text>
    </g>
  );
}
