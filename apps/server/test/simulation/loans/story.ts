import type { Command, Line, Mix } from './commands.ts';

/** Short spellings of commands, for stories. */
export const apply = (user: number, mix: Mix = 'BTC', ltv = 650, days = 7): Command => ({
  do: 'apply',
  user,
  mix,
  days,
  share: 400,
  ltv,
});
export const decide = (verdict: 'approved' | 'rejected' = 'approved', which = 0): Command => ({
  do: 'decide',
  which,
  verdict,
});
export const draw = (which = 0, again = false): Command => ({ do: 'draw', which, again });
/** A loan from its application to its draw. */
export const lend = (user = 0, mix: Mix = 'BTC', ltv = 650, days = 7): Command[] => [
  apply(user, mix, ltv, days),
  decide(),
  draw(),
];
export const line = (to: Line, which = 0, edge: 0 | 1 = 0): Command => ({
  do: 'line',
  which,
  line: to,
  edge,
  look: true,
});
const price = (tenthPermille: number, look = true): Command => ({
  do: 'price',
  coin: 'both',
  tenthPermille,
  look,
});
export const midnight = (days: number, priced = true): Command => ({
  do: 'midnight',
  days,
  priced,
});
export const repay = (
  share: number,
  source: 'cash' | 'collateral' = 'cash',
  which = 0,
  again = false,
): Command => ({ do: 'repay', which, source, share, again });
export const add = (asset: 'USDT' | 'BTC' | 'ETH', share: number, again = false): Command => ({
  do: 'add',
  which: 0,
  asset,
  share,
  again,
});
const cancel = (which = 0): Command => ({ do: 'cancel', which });
export const writeOff = (
  verdict: 'approved' | 'rejected' = 'approved',
  isPaid = false,
): Command => ({ do: 'writeOff', which: 0, verdict, isPaid });
export const silence = (seconds: number, coin: 'BTC' | 'ETH' | 'both' = 'both'): Command => ({
  do: 'silence',
  coin,
  seconds,
});
const overask = (how: Extract<Command, { do: 'overask' }>['how'], user = 0): Command => ({
  do: 'overask',
  user,
  how,
});
export const cover: Command = { do: 'cover' };
const restart: Command = { do: 'restart' };

/** What is rare by chance: every line of a loan, a gap, a due date that passes, a loan that is written off. */
export const STORY: readonly Command[] = [
  // Each line once, from above it to it, and the sale; what is left is repaid from collateral.
  ...lend(0, 'both'),
  line('first', 0, 1),
  line('first'),
  line('second'),
  line('last'),
  line('sale', 0, 1),
  line('sale'),
  line('first'),
  repay(300, 'collateral', 0, true),
  line('calm'),
  { do: 'shown', which: 0, share: 100, moved: false },
  { do: 'shown', which: 0, share: 100, moved: true },
  midnight(5),
  cover,
  repay(400, 'cash', 0, true),
  add('ETH', 200, true),
  add('USDT', 100),
  repay(1_000),
  // A gap through all of it, a write-off nobody can sell for, one that is overtaken, one that is refused.
  price(9_000),
  ...lend(1, 'ETH'),
  line('gap'),
  price(9_000),
  ...lend(2, 'BTC', 500),
  midnight(8, false),
  writeOff('rejected'),
  writeOff('approved', true),
  midnight(7, false),
  writeOff(),
  cover,
  { do: 'price', coin: 'BTC', tenthPermille: -5_250, look: true },
  // Overdue: told on three days and sold on the seventh; another is repaid in time.
  ...lend(0, 'all', 600),
  ...lend(1, 'BTC', 400),
  midnight(8),
  repay(1_000, 'cash', 1),
  midnight(3),
  midnight(4),
  // Offers nobody drew, taken back, rejected.
  apply(0, 'USDT', 500),
  decide(),
  midnight(8),
  apply(0, 'BTC', 300),
  cancel(),
  apply(0, 'BTC', 300),
  decide(),
  cancel(),
  cancel(),
  apply(0, 'BTC', 300),
  decide('rejected'),
  // Nobody draws who is not identified, and the house lends no more than its floor leaves.
  apply(2, 'all'),
  decide(),
  { do: 'identity', user: 2 },
  draw(),
  { do: 'identity', user: 2 },
  draw(0, true),
  ...lend(1, 'all'),
  ...lend(0, 'BTC'),
  // Borrowed money secures nothing more; not a unit is lent beyond a line or a level, nor without a signature.
  overask('collateral', 2),
  overask('own', 2),
  overask('level', 0),
  overask('signature', 2),
  overask('dust', 2),
  { do: 'overpay', which: 0, how: 'owed' },
  { do: 'convert', user: 2, from: 'USDT', to: 'BTC', share: 900 },
  { do: 'overpay', which: 0, how: 'free' },
  // A price of one source, and one that is too old: nothing is told or sold by it.
  { do: 'alone', coin: 'BTC', tenthPermille: -4_000 },
  silence(30, 'ETH'),
  silence(30),
  repay(900, 'collateral'),
  line('sale'),
  { do: 'order', user: 1, share: 200 },
  price(-500),
  { do: 'close', user: 1 },
  { do: 'convert', user: 1, from: 'BTC', to: 'USDT', share: 300 },
  { do: 'deposit', user: 0, asset: 'USDT', size: 500 },
  line('calm'),
  price(-900, false),
  repay(200, 'collateral'),
  restart,
];
