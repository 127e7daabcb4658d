// The felt for a narrow screen: the same facts in a column of 390 units; a game for a pot becomes a ladder.
import { money, signedMoney } from "../format";
import { Card, Chip, plain } from "./cards";
import { DiceThrown, Pill, spotName, statusOf, type Scene } from "./felt";

export function PhoneFelt(scene: Scene) {
  const { layout, felt, seats, you } = scene;
  const own = felt?.seats.find((seat) => seat.seat === you);
  const dealer = felt?.dealer.flatMap((hand) => hand.cards) ?? [];
  const pot = felt?.pot;
  const spots = layout.spots.filter((spot) => spot.kind !== "follow" || felt);
  const mains = spots.filter((spot) => spot.kind === "base" || spot.kind === "follow").slice(0, 2);
  const rings = spots.filter((spot) => !mains.includes(spot) && spot.kind !== "follow");
  const top = pot ? 78 + pot.order.length * 42 + 84 : 196;
  const ringRows = Math.ceil(rings.length / 4);
  const handY = top + 104 + ringRows * 92;
  const height = handY + (own ? 150 : 60) + (scene.dice && !pot ? 72 : 0);
  const others = seats.filter((seat) => seat.seat !== you);
  const at = (index: number, count: number) => 195 + (index - (count - 1) / 2) * Math.min(116, 372 / count);
  return (
    <div class="felt-box felt-phone" data-felt={layout.felt}>
      <svg class="felt" viewBox={`0 0 390 ${height + 24}`} role="img" aria-label={`The felt of ${layout.title}; the text view says the same in words`}>
        <path class="f-cloth" d={`M0 0H390V${height - 6}Q195 ${height + 50} 0 ${height - 6}Z`} />
        {dealer.map((card, place) => {
          const width = pot ? 30 : Math.min(58, 350 / dealer.length - 4);
          const start = pot ? 12 : 195 - (dealer.length * (width + 4) - 4) / 2;
          return <Card key={place} card={card} width={width} x={start + place * (width + 4)} y={12} class={pot?.kicked_out ? "dim" : ""} />;
        })}
        {dealer.length === 0 && Array.from({ length: layout.cards.dealer }, (_, place) => <rect key={place} x={172 + (place - (layout.cards.dealer - 1) / 2) * 50} y="12" width="46" height="64" rx="4" class="f-dash" />)}
        {inLines(pot?.kicked_out ? `Kicked out: ${felt?.dealer[0]?.words}` : felt?.dealer[0]?.words || (layout.words[0] ?? "Dealer"), pot ? 26 : 50).map((line, row) => <text key={row} x={pot ? 192 : 195} y={(pot ? 32 : 100) + row * 16} font-size="12.5" font-weight="600" class="f-t2" text-anchor={pot ? "start" : "middle"}>{line}</text>)}
        {scene.dice && !pot && <DiceThrown dice={scene.dice} x={195} y={height - 76} />}
        {pot && felt ? <Ladder scene={scene} /> : others.map((seat, place) => {
          const w = 366 / others.length - 4;
          const x = 12 + place * (w + 4);
          const status = seat.open ? "open" : statusOf(seat, felt?.seats.find((each) => each.seat === seat.seat), felt, scene.seatNets).toLowerCase();
          return (
            <g key={seat.seat}>
              <rect x={x} y="124" width={w} height="50" rx="8" class={seat.open ? "f-dash" : "f-lift"} />
              <text x={x + w / 2} y="145" font-size="12" font-weight="600" class="f-t" text-anchor="middle">{seat.seat}{seat.open ? "" : ` ${(seat.name ?? "").replace(/^Bot /, "").slice(0, Math.max(2, Math.floor(w / 8) - 2))}`}</text>
              <text x={x + w / 2} y="163" font-size="12" class="f-t2" text-anchor="middle">{status.slice(0, Math.floor(w / 6))}</text>
            </g>
          );
        })}
        {mains.map((spot, place) => <PhoneSpot key={spot.wager} scene={scene} wager={spot.wager} x={at(place, mains.length)} y={top + 42} r={36} />)}
        {rings.map((spot, place) => <PhoneSpot key={spot.wager} scene={scene} wager={spot.wager} x={at(place % 4, Math.min(4, rings.length))} y={top + 126 + Math.floor(place / 4) * 92} r={25} />)}
        {own && own.hands.map((hand, number) => {
          const count = own.hands.reduce((sum, each) => sum + each.cards.length, 0);
          const width = Math.min(56, (366 - (own.hands.length - 1) * 16) / count - 3);
          const before = own.hands.slice(0, number).reduce((sum, each) => sum + each.cards.length * (width + 3) + 16, 0);
          const all = count * (width + 3) - 3 + (own.hands.length - 1) * 16;
          const x = 195 - all / 2 + before;
          return (
            <g key={number}>
              {own.active === number + 1 && <rect x={x - 6} y={handY + 14} width={hand.cards.length * (width + 3) + 9} height={width * 1.4 + 36} rx="8" class="f-hot" />}
              {hand.cards.map((card, place) => <Card key={place} card={card} width={width} x={x + place * (width + 3)} y={handY + (own.hands.length < 2 && place >= hand.making ? 24 : 20)} />)}
              {hand.words && own.hands.length < 2 && <path class="f-hot" d={`M${x} ${handY + 23 + width * 1.4} v4 h${hand.making * (width + 3) - 3} v-4`} />}
              <text x={x + (hand.cards.length * (width + 3)) / 2} y={handY + width * 1.4 + 42} font-size="13.5" font-weight="700" class="f-t" text-anchor="middle">{hand.words}</text>
            </g>
          );
        })}
        {you !== null && <text x="195" y={height - 2} font-size="12.5" class="f-t2" text-anchor="middle">You, seat {you}</text>}
      </svg>
      {scene.place && [...mains, ...rings].filter((spot) => spot.kind !== "follow").map((spot) => {
        const main = mains.indexOf(spot);
        const ring = rings.indexOf(spot);
        const [x, y, r] = main >= 0 ? [at(main, mains.length), top + 42, 36] : [at(ring % 4, Math.min(4, rings.length)), top + 126 + Math.floor(ring / 4) * 92, 25];
        return <button key={spot.wager} class={scene.chosen === spot.wager ? "spot-btn chosen" : "spot-btn"} style={{ left: `${((x - r - 8) / 390) * 100}%`, top: `${((y - r - 6) / (height + 24)) * 100}%`, width: `${((2 * r + 16) / 390) * 100}%`, height: `${((2 * r + 28) / (height + 24)) * 100}%` }} onClick={() => scene.place?.(spot.wager)} aria-label={`${spot.title}: ${money(scene.stakes[spot.wager] ?? 0)} on it`} />;
      })}
    </div>
  );
}

/** Words in at most two lines. */
function inLines(words: string, most: number): string[] {
  if (words.length <= most) return [words];
  const at = words.lastIndexOf(" ", most);
  return [words.slice(0, at), words.slice(at + 1)];
}

function PhoneSpot({ scene, wager, x, y, r }: { scene: Scene; wager: string; x: number; y: number; r: number }) {
  const spot = scene.layout.spots.find((each) => each.wager === wager);
  const stake = scene.stakes[wager];
  const net = scene.nets[wager];
  const made = spot?.rows.find((row) => row.event === scene.hits[wager]);
  if (!spot) return null;
  return (
    <g>
      <circle cx={x} cy={y} r={r} class={scene.waiting === wager ? "f-hot" : "f-line"} />
      {stake ? <Chip cents={stake} x={x} y={y} r={r * 0.82} dim={net !== undefined && net < 0} /> : <text x={x} y={y + 4} font-size="11.5" class="f-t2" text-anchor="middle">{spot.minimum ? `${plain(spot.minimum)}–${plain(spot.maximum)}` : ""}</text>}
      <text x={x} y={y + r + 16} font-size={r > 30 ? 12 : 11} font-weight="650" class="f-t" text-anchor="middle">{spotName(spot, scene.layout).slice(0, 15)}</text>
      {made && net === undefined && <text x={x} y={y + r + 31} font-size="12" class="f-t2" text-anchor="middle">pays {made.pays}</text>}
      {net !== undefined && <Pill x={x} y={y + r - 8} cents={net} />}
    </g>
  );
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
            <text x="50" y={y + 24.5} font-size="13" font-weight="600" class="f-t">{number === you ? "You" : (who?.name ?? `Seat ${number}`).slice(0, 11)}</text>
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
