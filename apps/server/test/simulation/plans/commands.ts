import * as fc from 'fast-check';
import { commandsOf, runOf } from '../any-command.ts';

export const COINS = ['BTC', 'ETH'] as const;
export type Coin = (typeof COINS)[number];
export type Mode = 'demo' | 'real';

export const USERS = 3;
/** Plans that are offered, by their names. */
export const PLANS = ['sim-hold', 'sim-rotation', 'sim-short', 'sim-grid'] as const;
export type PlanName = (typeof PLANS)[number];

/** Everything that can happen to plans, as data alone; sizes are shares of what is there, in a thousandth. */
export type Command =
  /** Prices move, in parts of ten thousand, so many minutes later; `turn`: funds are worked forward. */
  | { do: 'price'; btc: number; eth: number; minutes: number; turn: boolean }
  /** So many prices, each some minutes behind the other, up and down in turn. */
  | { do: 'waves'; count: number; tenthPermille: number; minutes: number }
  /** The price at which the loss of an order is reached, to the cent, or a cent before. */
  | { do: 'line'; which: number; edge: 0 | 1 }
  /** No price for so long. */
  | { do: 'silence'; minutes: number }
  /** So many midnights pass; a price comes right before the first one, of both coins, of one or of none. */
  | { do: 'midnight'; days: number; before: 'both' | 'one' | 'none' }
  /** What was done at a midnight is tried again. */
  | { do: 'again'; how: 'twice' | 'back' | 'restart' }
  /** A midnight, in whose nth write the process ends; another begins. */
  | { do: 'killed'; nth: number }
  | {
      do: 'buy';
      user: number;
      mode: Mode;
      plan: PlanName;
      share: number;
      days: number;
      loss: number;
      again: boolean;
    }
  /** A plan of one's own on paper. */
  | { do: 'own'; user: number; strategy: 'hold' | 'rotation'; share: number; loss: number }
  | {
      do: 'overask';
      user: number;
      mode: Mode;
      how: 'amount' | 'days' | 'loss' | 'margin' | 'unknown';
    }
  | { do: 'cancel'; which: number; again: boolean }
  /** Leaves at what was quoted: at once, after prices moved, too late, or after its fund may have traded. */
  | { do: 'exit'; which: number; how: 'now' | 'moved' | 'late' | 'traded'; again: boolean }
  /** The practice account begins anew. */
  | { do: 'reset'; user: number }
  | { do: 'switch'; on: boolean }
  | { do: 'status'; plan: PlanName; status: 'open' | 'paused' | 'ended' }
  /** The text of a strategy becomes another: versions that ran the old one end. */
  | { do: 'version'; plan: PlanName }
  /** A strategy cannot be worked on while a price moves, through a midnight or not. */
  | { do: 'fails'; plan: PlanName; tenthPermille: number; midnight: boolean }
  | { do: 'deposit'; user: number; size: number }
  | { do: 'restart' };

const user = fc.nat(USERS - 1);
const which = fc.nat(7);
const share = fc.integer({ min: 20, max: 400 });
const days = fc.nat(2);
const loss = fc.oneof(fc.integer({ min: 20, max: 300 }), fc.constant(1_000));
const mode = fc.constantFrom<Mode>('demo', 'real');
const plan = fc.constantFrom<PlanName>(...PLANS);
const often = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false));
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true));
const move = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -150, max: 150 }) },
  { weight: 3, arbitrary: fc.integer({ min: -900, max: 900 }) },
  { weight: 1, arbitrary: fc.integer({ min: -4_000, max: 12_000 }) },
);

const make = commandsOf<Command>();

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  make('price', 22, {
    btc: move,
    eth: move,
    minutes: fc.oneof(fc.nat(10), fc.integer({ min: 15, max: 300 })),
    turn: often,
  }),
  make('waves', 5, {
    count: fc.integer({ min: 6, max: 14 }),
    tenthPermille: fc.integer({ min: -80, max: 80 }),
    minutes: fc.constantFrom(5, 15, 60),
  }),
  make('line', 4, { which, edge: fc.constantFrom(0, 0, 1) }),
  make('silence', 2, { minutes: fc.integer({ min: 1, max: 500 }) }),
  make('midnight', 18, {
    days: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 6 })),
    before: fc.constantFrom('both', 'both', 'both', 'one', 'none'),
  }),
  make('again', 3, { how: fc.constantFrom('twice', 'back', 'restart') }),
  make('killed', 8, { nth: fc.nat(30) }),
  make('buy', 26, { user, mode, plan, share, days, loss, again: rarely }),
  make('own', 4, { user, strategy: fc.constantFrom('hold', 'rotation'), share, loss }),
  make('overask', 3, {
    user,
    mode,
    how: fc.constantFrom('amount', 'days', 'loss', 'margin', 'unknown'),
  }),
  make('cancel', 5, { which, again: rarely }),
  make('exit', 10, {
    which,
    how: fc.constantFrom('now', 'now', 'moved', 'late', 'traded'),
    again: rarely,
  }),
  make('reset', 1, { user }),
  make('switch', 3, { on: often }),
  make('status', 3, { plan, status: fc.constantFrom('open', 'open', 'paused', 'ended') }),
  make('version', 1, { plan }),
  make('fails', 3, { plan, tenthPermille: move, midnight: fc.boolean() }),
  make('deposit', 2, { user, size: fc.integer({ min: 1, max: 3_000 }) }),
  make('restart', 1, {}),
);

/** A run of so many of them. */
export const anyRun = (length: number): fc.Arbitrary<Command[]> => runOf(anyCommand, length);
