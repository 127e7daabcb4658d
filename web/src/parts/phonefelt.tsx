// The felt for a narrow screen: the same facts in a column of 390 units; a game for a pot becomes a ladder.
import { money, signedMoney, tens } from "../format";
import { empty, Spread } from "./cards";
import { Board, boardOf, DiceThrown, dealerCards, feltName, hasDealer, OwnCards, type Scene, statusOf } from "./felt";
import { HandsPhone, phoneHands } from "./handsfelt";
import { brief, fit, Words } from "./lettering";
import { baseNet, Ribbon, shoeOf, ToPot } from "./motion";
import { placePhone, SpotButtons, SpotDrawing } from "./spots";

const W = 390;

export function PhoneFelt(wide: Scene) {
  const scene = { ...wide, narrow: true };
  const { layout, felt, you } = scene;
  const pot = felt?.pot;
  const hands = layout.hands > 1;
  const own = pot || hands ? undefined : felt?.seats.find((seat) => seat.seat === you)?.hands[0];
  const board = boardOf(scene).length > 0;
  // What lies for everybody stands below the dealer's cards, or in their place.
  const under = board && hasDealer(scene) ? 96 : 0;
  const { spots, bottom } = placePhone(scene, pot ? 138 + pot.order.length * 42 : hands ? phoneHands(scene, 172) : 184 + under);
  const waits = !felt && you !== null && !hands && !layout.pot && layout.cards.own > 0;
  const net = hands && you !== null ? scene.seatNets?.[you] : undefined;
  const height = hands ? bottom + 40 : bottom + (own ? 132 : waits ? 106 : 40) + (scene.dice && !pot ? 72 : 0);
  const end = own ? bottom + 38 + 1.4 * Math.min(52, 366 / Math.max(1, own.cards.length) - 3) : height - 2;
  const isBeside = !!own?.words;
  const won = you === null ? undefined : scene.won[you];
  const weight = net === undefined ? 500 : 650;
  const label = net === undefined ? `You, seat ${you}` : `Your round ${signedMoney(net)}`;
  return (
    <div class="felt-box felt-phone" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 ${W} ${height + 24}`} role="img" aria-label={feltName(layout)}>
        <path class="f-cloth" d={`M0 0H${W}V${height - 6}Q195 ${height + 50} 0 ${height - 6}Z`} />
        {hands ? <HandsPhone scene={scene} top={172} /> : hasDealer(scene) && <Dealer scene={scene} />}
        {board && <Board scene={scene} middle={195} room={366} y={under ? 114 : 14} width={under ? 44 : 56} />}
        {scene.dice && !pot && <DiceThrown dice={scene.dice} x={195} y={height - 76} />}
        {pot && felt ? <Ladder scene={scene} /> : <Others scene={scene} y={(hands ? 112 : 122) + under} />}
        {spots.map((each) => (
          <SpotDrawing key={each.spot.wager} placed={each} scene={scene} />
        ))}
        {waits && <Places count={layout.cards.own} y={bottom + 12} />}
        {own && <OwnCards scene={scene} hand={own} middle={195} y={bottom + 10} most={52} gap={3} room={366} />}
        {won && <Ribbon x={isBeside ? 236 : 115} y={end - 16} w={isBeside ? 142 : 160} cents={won} />}
        {you !== null && !won && (
          <Words
            x={isBeside ? 378 : 195}
            y={end}
            size={12.5}
            soft
            {...(isBeside ? { end: true } : { middle: true })}
            weight={weight}
            text={label}
          />
        )}
      </svg>
      <SpotButtons spots={spots} scene={scene} width={W} height={height + 24} />
    </div>
  );
}

/** The places for the cards. */
function Places({ count, y }: { count: number; y: number }) {
  const w = Math.min(46, 366 / count - 4);
  return <Spread cards={empty(count)} middle={195} y={y} width={w} step={w + 4} />;
}

function Dealer({ scene }: { scene: Scene }) {
  const { layout, felt } = scene;
  const pot = felt?.pot;
  const cards = dealerCards(scene);
  const width = pot ? 30 : Math.min(48, 350 / Math.max(1, cards.length) - 4);
  const words = tens(felt?.dealer[0]?.words ?? "");
  const says = pot?.kicked_out ? `Kicked out: ${words}` : words ? `Dealer: ${words}` : (layout.words[0] ?? "Dealer");
  const look = pot?.kicked_out || (baseNet(scene) ?? 0) > 0 ? "dim" : "";
  const at = pot ? { x: 12 } : { middle: 195 };
  const told = pot ? { x: 192 } : { x: 195, middle: true };
  return (
    <g>
      <Spread cards={cards} {...at} y={12} width={width} step={width + 4} from={shoeOf(scene)} look={look} />
      {cards.length === 0 && <Places count={layout.cards.dealer} y={12} />}
      {inLines(says, pot ? 26 : 56).map((line, row) => (
        <Words key={row} {...told} y={(pot ? 32 : 98) + row * 15} size={12.5} weight={600} soft text={line} />
      ))}
    </g>
  );
}

/** The other seats in a row, as they sit: seat 1 at the right. */
function Others({ scene, y }: { scene: Scene; y: number }) {
  const { felt, you } = scene;
  const others = scene.seats.filter((seat) => seat.seat !== you).reverse();
  const w = 366 / others.length - 4;
  return (
    <>
      {others.map((seat, place) => {
        const x = 12 + place * (w + 4);
        const on = felt?.seats.find((each) => each.seat === seat.seat);
        const open = w < 36 ? "" : "open";
        const status = (seat.open ? open : statusOf(seat, on, felt, scene.seatNets).toLowerCase()).replace(/\.00$/, "");
        const name = `${seat.seat}${seat.open ? "" : ` ${(seat.name ?? "").replace(/^Bot /, "")}`}`;
        const won = scene.won[seat.seat];
        return (
          <g key={seat.seat} class="framed">
            <rect x={x} y={y} width={w} height="48" rx="8" class={seat.open ? "f-dash frame" : "f-lift frame"} />
            {won && <rect x={x} y={y} width={w} height="48" rx="8" class="f-won" />}
            <Words x={x + w / 2} y={y + 20} size={12} weight={600} class={won ? "f-won-t" : "f-t"} middle text={fit(name, w - 6, 12)} />
            <Words x={x + w / 2} y={y + 38} size={12} class={won ? "f-won-t" : "f-t2"} middle text={fit(status, w - 6, 12)} />
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
        const net = scene.seatNets?.[number];
        const open = leads ? "leads" : out ? brief(tens(pot.lost[number] ?? "out"), 104, 12.5) : seat?.acting ? "acts" : "waits";
        const stands = net !== undefined ? signedMoney(net) : open;
        const look = out ? "dim" : (net ?? 0) > 0 ? "lift low" : "";
        const cards = seat?.hands.flatMap((hand) => hand.cards) ?? [];
        return (
          <g key={number}>
            {(leads || seat?.acting) && <rect x="8" y={y} width="374" height="40" rx="8" class={leads ? "f-hot" : "f-lift"} />}
            <circle cx="28" cy={y + 20} r="12" class={seat?.acting ? "f-inv" : "f-deep"} />
            <Words x={28} y={y + 24.5} size={12.5} weight={650} class={seat?.acting ? "f-inv-t" : "f-t"} middle text={place + 1} />
            <Words x={50} y={y + 24.5} size={13} weight={600} text={number === you ? "You" : fit(who?.name ?? `Seat ${number}`, 86, 13)} />
            <Spread cards={cards} x={140} y={y + 3} width={25} step={26} from={shoeOf(scene)} look={look} />
            <Words x={374} y={y + 24.5} size={12.5} soft end text={stands} />
          </g>
        );
      })}
      <rect x="12" y={72 + pot.order.length * 42} width="366" height="52" rx="10" class="f-line" />
      <Words x={28} y={104 + pot.order.length * 42} size={13} weight={650} soft text="POT" />
      <Words x={362} y={108 + pot.order.length * 42} size={26} weight={750} end text={money(pot.cents)} />
      <ToPot
        scene={scene}
        places={pot.order.map((seat, place) => ({ seat, x: 28, y: 86 + place * 42 }))}
        pot={[230, 98 + pot.order.length * 42]}
      />
    </g>
  );
}
