// What moves on the felt: cards from the shoe, chips to and from spot and pot, the ribbon of a won jackpot. Nothing
// waits for it, and for whoever asked for less motion everything is in its place at once.
import { money } from "../format";
import { after, Chip, type Point } from "./cards";
import type { Scene } from "./felt";
import { fit, Words } from "./lettering";

const moves = (): boolean => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
const px = (value: number) => `${value.toFixed(1)}px`;

/** A chip on its way from one place to another; gone once it is there. */
export function Moving({ from, to, cents, r, order = 0 }: { from: Point; to: Point; cents: number; r: number; order?: number }) {
  if (!moves()) return null;
  const style = { "--fx": px(from[0]), "--fy": px(from[1]), "--tx": px(to[0]), "--ty": px(to[1]), "--after": after(order) };
  return (
    <g class="moving" aria-hidden="true" style={style}>
      <Chip cents={cents} x={0} y={0} r={r} />
    </g>
  );
}

/** What a wager won comes from the rack to its chips; what it lost goes there. */
export function Paid({ net, at, scene, r, order = 0 }: { net: number | undefined; at: Point; scene: Scene; r: number; order?: number }) {
  const [from, to] = (net ?? 0) > 0 ? [rackOf(scene), at] : [at, rackOf(scene)];
  return net ? <Moving from={from} to={to} cents={Math.abs(net)} r={r} order={order} /> : null;
}

/** In a game for a pot: every seat's chips to it, and the pot to whoever won it. */
export function ToPot({ scene, places, pot }: { scene: Scene; places: readonly { seat: number; x: number; y: number }[]; pot: Point }) {
  const { felt, seatNets, layout } = scene;
  const played = layout.spots.filter((spot) => spot.kind === "base" || spot.kind === "follow");
  return places.map(({ seat, x, y }, order) => {
    const stakes = felt?.seats.find((each) => each.seat === seat)?.stakes ?? {};
    const won = seatNets && felt?.pot?.leads.includes(seat);
    return [
      ...played.map(({ wager }) => {
        const cents = stakes[wager];
        return cents ? <Moving key={`${seat} ${wager}`} from={[x, y]} to={pot} cents={cents} r={13} order={order} /> : null;
      }),
      won ? <Moving key={`won ${seat}`} from={pot} to={[x, y]} cents={felt?.pot?.cents ?? 0} r={18} /> : null,
    ];
  });
}

/** A won jackpot, at the seat that won it, for everyone who looks at the table. */
export function Ribbon({ x, y, w, h = 22, cents }: { x: number; y: number; w: number; h?: number; cents: number }) {
  const words = [`Jackpot ${money(cents)}`, money(cents), money(cents).replace(/\.\d+$/, "")];
  const shown = words.find((each) => fit(each, w - 16, 12.5) === each) ?? fit(words[2] ?? "", w - 16, 12.5);
  return (
    <g class="ribbon">
      <path class="f-won" d={`M${x} ${y}H${x + w}l-6 ${h / 2}l6 ${h / 2}H${x}l6 ${-h / 2}Z`} />
      <Words x={x + w / 2} y={y + h / 2 + 4.5} size={12.5} weight={700} class="f-won-t" middle text={shown} />
    </g>
  );
}

/** Where cards come from and lost chips go. */
export const SHOE = [790, 40] as const;
export const rackOf = (scene: Scene) => (scene.narrow ? ([195, 4] as const) : ([524, 8] as const));
export const shoeOf = (scene: Scene) => (scene.narrow ? ([372, 10] as const) : SHOE);

/** How the base game of your hand ended, once it is settled: what it brought, or undefined. */
export function baseNet({ layout, nets, seatNets }: Scene): number | undefined {
  const base = layout.spots.find((spot) => spot.kind === "base");
  return seatNets && base ? nets[base.wager] : undefined;
}
