import * as fc from 'fast-check';
import { commandsOf, runOf } from '../any-command.ts';

export const COINS = ['BTC', 'ETH'] as const;
export type Coin = (typeof COINS)[number];
export const ASSETS = ['USDT', 'BTC', 'ETH'] as const;
export type Pledged = (typeof ASSETS)[number];

export const USERS = 3;

/** What a loan is secured by: one asset, or several at once. */
export type Mix = Pledged | 'both' | 'all';
/** Where a price is driven to: a line of a loan, through all that secures it, or far above. */
export type Line = 'first' | 'second' | 'last' | 'sale' | 'gap' | 'calm';

/** Everything that can happen to loans, as data alone; sizes are shares of what is there, in a thousandth. */
export type Command =
  | { do: 'price'; coin: Coin | 'both'; tenthPermille: number; look: boolean }
  /** The price at which a loan reaches a line, or a cent above it. */
  | { do: 'line'; which: number; line: Line; edge: 0 | 1; look: boolean }
  /** One source says a price no other has; from then on it is silent until both speak again. */
  | { do: 'alone'; coin: Coin; tenthPermille: number }
  /** No price for so long, of one coin or of both. */
  | { do: 'silence'; coin: Coin | 'both'; seconds: number }
  | { do: 'apply'; user: number; mix: Mix; days: number; share: number; ltv: number }
  | { do: 'overask'; user: number; how: 'collateral' | 'own' | 'level' | 'signature' | 'dust' }
  | { do: 'decide'; which: number; verdict: 'approved' | 'rejected' }
  | { do: 'cancel'; which: number }
  | { do: 'draw'; which: number; again: boolean }
  | { do: 'add'; which: number; asset: Pledged; share: number; again: boolean }
  | { do: 'repay'; which: number; source: 'cash' | 'collateral'; share: number; again: boolean }
  /** Repaid by selling no more than a quote showed; `moved`: prices fall in between. */
  | { do: 'shown'; which: number; share: number; moved: boolean }
  | { do: 'overpay'; which: number; how: 'owed' | 'free' }
  /** So many midnights pass; prices are said again before what is due is done, or only after. */
  | { do: 'midnight'; days: number; priced: boolean }
  | { do: 'writeOff'; which: number; verdict: 'approved' | 'rejected'; isPaid: boolean }
  | { do: 'identity'; user: number }
  | { do: 'deposit'; user: number; asset: Pledged; size: number }
  | { do: 'convert'; user: number; from: Pledged; to: Pledged; share: number }
  | { do: 'order'; user: number; share: number }
  | { do: 'close'; user: number }
  | { do: 'cover' }
  | { do: 'restart' };

const user = fc.nat(USERS - 1);
const which = fc.nat(5);
const share = fc.oneof(fc.integer({ min: 50, max: 700 }), fc.constant(1_000));
const asset = fc.constantFrom<Pledged>(...ASSETS);
const coin = fc.constantFrom<Coin>(...COINS);
const coins = fc.constantFrom<Coin | 'both'>('BTC', 'ETH', 'both', 'both');
const often = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false));
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true));
const calm = fc.integer({ min: -60, max: 60 });
const jump = fc.oneof(fc.integer({ min: -900, max: -200 }), fc.integer({ min: 200, max: 900 }));
const crash = fc.integer({ min: -4_500, max: -1_500 });

const act = commandsOf<Command>();

const anyAct: fc.Arbitrary<Command> = fc.oneof(
  act('price', 22, {
    coin: coins,
    tenthPermille: fc.oneof(
      { weight: 4, arbitrary: calm },
      { weight: 4, arbitrary: jump },
      { weight: 1, arbitrary: crash },
    ),
    look: often,
  }),
  act('line', 16, {
    which,
    line: fc.constantFrom<Line>('first', 'second', 'last', 'sale', 'gap', 'calm', 'calm'),
    edge: fc.constantFrom(0, 0, 1),
    look: often,
  }),
  act('alone', 2, { coin, tenthPermille: fc.integer({ min: -5_000, max: -2_500 }) }),
  act('silence', 3, { coin: coins, seconds: fc.integer({ min: 4, max: 40 }) }),
  act('apply', 20, {
    user,
    mix: fc.constantFrom<Mix>('BTC', 'BTC', 'ETH', 'USDT', 'both', 'all'),
    days: fc.constantFrom(7, 7, 14, 30),
    share: fc.integer({ min: 150, max: 600 }),
    ltv: fc.oneof(fc.integer({ min: 300, max: 640 }), fc.constant(650)),
  }),
  act('overask', 4, {
    user,
    how: fc.constantFrom('collateral', 'own', 'level', 'signature', 'dust'),
  }),
  act('decide', 20, { which, verdict: fc.constantFrom('approved', 'approved', 'rejected') }),
  act('cancel', 2, { which }),
  act('draw', 24, { which, again: rarely }),
  act('add', 8, { which, asset, share: fc.integer({ min: 20, max: 500 }), again: rarely }),
  act('repay', 14, {
    which,
    source: fc.constantFrom('cash', 'cash', 'collateral'),
    share,
    again: rarely,
  }),
  act('shown', 3, { which, share, moved: fc.boolean() }),
  act('overpay', 2, { which, how: fc.constantFrom('owed', 'free') }),
  act('midnight', 9, {
    days: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 2 }) },
      fc.integer({ min: 3, max: 9 }),
    ),
    priced: often,
  }),
  act('writeOff', 2, {
    which,
    verdict: fc.constantFrom('approved', 'approved', 'rejected'),
    isPaid: rarely,
  }),
  act('identity', 2, { user }),
  act('deposit', 3, { user, asset, size: fc.integer({ min: 1, max: 3_000 }) }),
  act('convert', 5, { user, from: asset, to: asset, share: fc.integer({ min: 50, max: 600 }) }),
  act('order', 3, { user, share: fc.integer({ min: 50, max: 300 }) }),
  act('close', 2, { user }),
  act('cover', 2, {}),
  act('restart', 1, {}),
);

/** A run of so many of them. */
export const anyRun = (length: number): fc.Arbitrary<Command[]> => runOf(anyAct, length);
