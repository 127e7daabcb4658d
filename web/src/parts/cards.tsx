// Cards and chips, drawn from rank, suit and amount. Sizes are of the drawing they stand in.
import type { ComponentChildren, JSX } from "preact";
import type { FeltSeat, FeltView } from "../api-types";
import { capital, tens, thousands } from "../format";
import { cardName, HAT, RANK, SUIT } from "./glyphs";

const LATTICE = Array.from({ length: 17 }, (_, line) => `M${-150 + 16 * line} 0 l150 150 M${250 - 16 * line} 0 l-150 150`).join(" ");

function Front({ card, large }: { card: string; large: boolean }) {
  const rank = card.charAt(0);
  const suit = card.charAt(1);
  const wide = rank === "T" ? 2 : 0;
  const pip = (x: number, y: number, scale: number) => (
    <path class="pp" transform={`translate(${x} ${y}) scale(${scale})`} d={SUIT[suit]} fill-rule="evenodd" />
  );
  const letter = (x: number, y: number, scale: number, thick: number) => (
    <path class="gl" transform={`translate(${x} ${y}) scale(${scale})`} d={RANK[rank]} fill="none" stroke-width={thick} />
  );
  const hat = HAT[rank];
  return (
    <g class={`su-${suit}`} stroke-linejoin="round">
      {large ? letter(9 - wide, 10, 1.5, 4) : letter(8 - wide * 1.5, 11, wide ? 2 : 2.1429, 4.4)}
      {large && pip(12, 60, 1)}
      {large ? (hat ? pip(42, 81, 2) : pip(38, 73, 7 / 3)) : pip(40, 77, 2.25)}
      {large && hat && <path class="pp" transform="translate(47 57) scale(.7917)" d={hat} />}
    </g>
  );
}

const Back = () => (
  <>
    <rect x="7" y="7" width="86" height="126" rx="3" class="bk" />
    <svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126">
      <path d={LATTICE} class="bl" />
    </svg>
    <circle cx="50" cy="70" r="19" class="bk" />
    <path class="bm" d="M61.3 61.7 A14 14 0 1 0 61.3 78.3" />
    <circle class="bm2" cx="50" cy="70" r="4.2" />
  </>
);

/** Only the front of a card, for a drawing of 100 by 140 units; or its back. */
export const CardFace = ({ card, large }: { card: string | null; large: boolean }) => (
  <>
    <rect x=".75" y=".75" width="98.5" height="138.5" rx="7" class="cf" />
    {card ? <Front card={card} large={large} /> : <Back />}
  </>
);

interface CardProps {
  /** "Kh", or null for one that lies face down. */
  card: string | null;
  width: number;
  x?: number;
  y?: number;
  class?: string;
  /** Where it comes from as it is dealt, and as which of its hand. */
  from?: readonly [number, number];
  order?: number;
}

/** A card within a drawing. */
export function Card({ card, width, x = 0, y = 0, from, order = 0, ...rest }: CardProps) {
  const drawn = (
    <svg x={x} y={y} width={width} height={width * 1.4} viewBox="0 0 100 140" {...rest}>
      <CardFace card={card} large={width >= 56} />
    </svg>
  );
  if (!from) return drawn;
  return <Coming from={[from[0] - x, from[1] - y]} order={order} children={drawn} />;
}

/** A place in a drawing. */
export type Point = readonly [x: number, y: number];
const px = (value: number) => `${value.toFixed(1)}px`;
/** How much later a thing moves than the first. */
export const after = (order: number) => `${Math.min(order, 7) * 28}ms`;

type Arriving = { from: Point; order?: number; children: ComponentChildren };

/** Something that comes to its place in the drawing from elsewhere, as seen from there. */
export const Coming = ({ from: [dx, dy], order = 0, children }: Arriving) => (
  <g class="coming" style={{ "--dx": px(dx), "--dy": px(dy), "--after": after(order) }}>
    {children}
  </g>
);

export type Laid = readonly (string | null | undefined)[];
/** Places that wait for their cards. */
export const empty = (count: number): Laid => Array<undefined>(Math.max(0, count)).fill(undefined);

interface Spreading {
  cards: Laid;
  /** Where the row begins, or its middle. */
  x?: number;
  middle?: number;
  y: number | ((at: number) => number);
  width: number;
  step: number;
  from?: readonly [number, number];
  look?: string;
}

/** Cards in a row; a place without its card is dashed. */
export function Spread({ cards, middle = 0, width, step, x = middle - (width + step * (cards.length - 1)) / 2, y, from, look }: Spreading) {
  const top = (at: number) => (typeof y === "number" ? y : y(at));
  return (
    <g class={look}>
      {cards.map((card, at) =>
        card === undefined ? (
          <rect key={at} x={x + at * step} y={top(at)} width={width} height={width * 1.4} rx={width * 0.08} class="f-dash" />
        ) : (
          <Card key={at} card={card} width={width} x={x + at * step} y={top(at)} {...(from && { from, order: at })} />
        ),
      )}
    </g>
  );
}

/** A card in running text, with its name. */
export const InlineCard = ({ card, width = 28 }: { card: string | null; width?: number }) => {
  const name = card ? cardName(card) : "a card face down";
  return (
    <svg class="card-s" width={width} height={width * 1.4} viewBox="0 0 100 140" role="img" aria-label={name}>
      <CardFace card={card} large={width >= 56} />
    </svg>
  );
};

export const InlineCards = ({ cards, width = 28 }: { cards: string; width?: number }) => (
  <span class="cards">
    {cards
      .split(/\s+/)
      .filter(Boolean)
      .map((card, place) => (
        <InlineCard key={`${place}${card}`} card={card} width={width} />
      ))}
  </span>
);

export const Suit = ({ suit, size = 15 }: { suit: string; size?: number }) => (
  <span class="suit">
    <svg class={`su-${suit}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path class="pp" d={SUIT[suit]} fill-rule="evenodd" />
    </svg>
  </span>
);

/** The chips of the tray, in cents. */
export const CHIPS = [100, 500, 2500, 10000, 50000];
/** The spots on the edge of each chip. */
const SPOTS = [4, 6, 8, 10, 12];

/** An amount without the cents that are not there: 10, 12.50. */
export function plain(cents: number): string {
  const whole = thousands(Math.floor(cents / 100));
  return cents % 100 ? `${whole}.${String(cents % 100).padStart(2, "0")}` : whole;
}

/** A chip: its number is the amount; color and count of edge spots are the denomination. */
export function Chip({ cents, x, y, r, dim = false }: { cents: number; x: number; y: number; r: number; dim?: boolean }): JSX.Element {
  const at = Math.max(
    0,
    CHIPS.findLastIndex((least) => cents >= least),
  );
  const spots = SPOTS[at] ?? 4;
  const name = (CHIPS[at] ?? 100) / 100;
  const edge = r * 0.88;
  const part = (2 * Math.PI * edge) / spots;
  const words = plain(cents);
  const size = r * (words.length > 4 ? 0.52 : words.length > 3 ? 0.6 : words.length > 2 ? 0.72 : 0.84);
  return (
    <g class={`chip-${name}${dim ? " dim" : ""}`}>
      <circle cx={x} cy={y} r={r} class="ch-b" />
      <circle cx={x} cy={y} r={edge} class="ch-e" stroke-width={r * 0.22} stroke-dasharray={`${part * 0.34} ${part * 0.66}`} />
      <circle cx={x} cy={y} r={r * 0.68} class="ch-r" stroke-width="1" />
      <text x={x} y={y + size * 0.36} font-size={size} font-weight="700" class="ch-t" text-anchor="middle">
        {words}
      </text>
    </g>
  );
}

/** A hand with its name, card by card. */
function HandOfCards({ name, words, cards }: { name: string; words: string; cards: (string | null)[] }) {
  const title = words ? `${name}: ${tens(words)}` : name;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${cards.length * 70} 92`} role="img" aria-label={`${title}: ${cards.join(" ")}`}>
        <Spread cards={cards} x={0} y={1} width={64} step={70} />
      </svg>
    </figure>
  );
}

/** Every hand of a round: what lies for everybody by the game's own names, the dealer's, and each seat's. */
export const FeltHands = ({ felt, player, after }: { felt: FeltView; player?: string; after?: (seat: FeltSeat) => string }) => (
  <>
    {Object.entries(felt.places).map(([place, hand]) => (
      <HandOfCards key={place} name={capital(place)} {...hand} />
    ))}
    {felt.dealer.map((hand, at) => (
      <HandOfCards key={at} name="Dealer" words={player ? "" : hand.words} cards={hand.cards} />
    ))}
    {felt.seats.map((seat) => (
      <div key={seat.seat}>
        {seat.hands.map((hand, at) => (
          <HandOfCards
            key={at}
            name={`${player ?? `Seat ${seat.seat}`}${seat.hands.length > 1 ? `, hand ${at + 1}` : ""}`}
            words={player ? "" : hand.words}
            cards={hand.cards}
          />
        ))}
        {after && <p class="did">{after(seat)}</p>}
      </div>
    ))}
  </>
);
