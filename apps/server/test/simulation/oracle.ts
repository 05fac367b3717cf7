// The formulas of the trade once more, written from the product's papers with whole numbers only.
// The product's own are never asked: what both had wrong would agree.

/** 18 places of prices, sizes and rates. */
export const ONE = 10n ** 18n;
/** 6 places of USDT. */
const USDT = 10n ** 6n;

/** Plain decimal text as a whole number of 18th places. */
export function d18(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  return BigInt(whole) * ONE + sign * BigInt(rest.padEnd(18, '0'));
}

/** The same backwards, without zeros nobody needs. */
export function text18(value: bigint): string {
  const sign = value < 0n ? '-' : '';
  const size = value < 0n ? -value : value;
  const rest = String(size % ONE)
    .padStart(18, '0')
    .replace(/0+$/, '');
  return `${sign}${size / ONE}${rest === '' ? '' : `.${rest}`}`;
}

const ceil = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b);

/** What a size at a price is in USDT units, as a fraction. */
function worth(factors: readonly bigint[]): [bigint, bigint] {
  const product = factors.reduce((all, one) => all * one, 1n);
  return [product * USDT, ONE ** BigInt(factors.length)];
}

/** How large a trade is: `link` is USDT per unit of the quote currency. */
export type Size = { readonly lots: bigint; readonly size: bigint; readonly link: bigint };

/** Held at the opening: notional over leverage, up. */
export function marginOf(trade: Size & { price: bigint; leverage: number }): bigint {
  const [a, b] = worth([trade.lots, trade.size, trade.price, trade.link]);
  return ceil(a, b * BigInt(trade.leverage));
}

/** Fee of one side, or a day's financing: notional times a rate, up. */
export function chargeOf(trade: Size & { price: bigint; rate: bigint }): bigint {
  return ceil(...worth([trade.lots, trade.size, trade.price, trade.link, trade.rate]));
}

/** Won or lost between two prices, toward zero. */
export function resultOf(
  trade: Size & { side: 'long' | 'short'; from: bigint; to: bigint },
): bigint {
  const move = trade.side === 'long' ? trade.to - trade.from : trade.from - trade.to;
  const [a, b] = worth([trade.lots, trade.size, move, trade.link]);
  return a / b;
}

/** Bid and ask of a tick. */
export type Prices = { readonly bid: bigint; readonly ask: bigint };

/** A buyer pays the ask and gets the bid. */
export const entryPrice = (side: 'long' | 'short', { bid, ask }: Prices): bigint =>
  side === 'long' ? ask : bid;

/** A long closes at the bid, a short at the ask. */
export const exitPrice = (side: 'long' | 'short', { bid, ask }: Prices): bigint =>
  side === 'long' ? bid : ask;

const halfEven = (a: bigint, b: bigint): bigint => {
  const [whole, rest] = [a / b, a % b];
  if (rest * 2n === b) return whole + (whole % 2n);
  return rest * 2n > b ? whole + 1n : whole;
};

/** The middle of a tick. */
export const middle = ({ bid, ask }: Prices): bigint => halfEven(bid + ask, 2n);

/** USDT for one yen by a tick of USD/JPY. */
export const yen = (tick: Prices): bigint => halfEven(ONE * ONE, middle(tick));

/** What an option pays that wins: the stake and its gain, the gain down. */
export const payoutOf = (stake: bigint, rate: bigint): bigint => stake + (stake * rate) / ONE;

/** What may be spent: never more than the cash, nor than open results leave above the margin. */
export function freeOf(book: { cash: bigint; deficit: bigint; floating: bigint }): bigint {
  const above = book.cash + book.deficit + book.floating;
  const free = above < book.cash ? above : book.cash;
  return free > 0n ? free : 0n;
}
