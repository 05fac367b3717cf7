import * as fc from 'fast-check';
import { commandsOf, runOf } from '../any-command.ts';

/** Four with money of their own; the last one borrowed most of what they have. */
export const USERS = 4;

/** What a bid asks for that no bid may be. */
export const OVERASKS = [
  ...['below', 'above', 'otherKind', 'malformed', 'unknown', 'price'],
  ...['noAddress', 'freshAddress', 'otherChain'],
] as const;
export type Overask = (typeof OVERASKS)[number];

/** Everything that can happen to tokens, as data alone; sizes are shares of what is there, in a thousandth. */
export type Command =
  /** Time goes on; `turn`: what is due ends. */
  | { do: 'time'; minutes: number; turn: boolean }
  /** To the end of an auction: so many milliseconds off it when the next command comes. */
  | { do: 'end'; which: number; edge: -1 | 0 | 1; turn: boolean }
  /** A charity is registered; `same`: under a number that is registered already. */
  | { do: 'charity'; same: boolean; now: boolean }
  | {
      do: 'offer';
      charity: number;
      kind: 'auction' | 'fixed';
      price: number;
      step: number;
      minutes: number;
      /** Begins so many minutes later. */
      later: number;
      extend: number;
      most: number;
      charityBasis: number;
      chain: 'ethereum' | 'tron' | null;
      now: boolean;
    }
  | { do: 'change'; which: number; price: number; now: boolean }
  | { do: 'cancel'; which: number; now: boolean }
  | { do: 'payout'; charity: number; share: number; twice: boolean; now: boolean }
  | { do: 'creatorPayout'; creator: number; share: number; twice: boolean; now: boolean }
  | { do: 'deliver'; which: number; now: boolean }
  /** What was proposed before is decided now. */
  | { do: 'decide'; which: number; verdict: 'approved' | 'rejected' }
  /** So many thousandths of a USDT above the least bid. */
  | { do: 'bid'; user: number; which: number; above: number; again: boolean }
  /** All that is one's own, or a unit more. */
  | { do: 'all'; user: number; which: number; more: 0 | 1 }
  | { do: 'buy'; user: number; which: number; again: boolean }
  | { do: 'overask'; user: number; which: number; how: Overask }
  /** All users ask for one token at once. */
  | { do: 'together'; which: number; above: number }
  | { do: 'pause'; user: number; kind: 'freeze' | 'timeout' | 'unfreeze' }
  /** The most to lose within a day; null: none. */
  | { do: 'limit'; user: number; share: number | null }
  | { do: 'deposit'; user: number; size: number }
  /** A deposit that was paid in by mistake goes back, with what is not there owed. */
  | { do: 'reversal'; user: number; share: number }
  | { do: 'repay'; share: number }
  | { do: 'switch'; on: boolean }
  /** What ended is ended again: twice at once, with the clock set back, or by another process. */
  | { do: 'again'; how: 'twice' | 'back' | 'restart' }
  /** The process ends at the nth write of a bid or of an auction’s end; another begins. */
  | { do: 'killed'; nth: number; at: 'bid' | 'end'; which: number };

const user = fc.nat(USERS - 1);
const which = fc.nat(11);
const charity = fc.nat(2);
const share = fc.oneof(fc.integer({ min: 1, max: 1_200 }), fc.constant(1_000));
const often = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false));
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true));
const price = fc.integer({ min: 1, max: 90_000 });
const above = fc.oneof(fc.constant(0), fc.nat(4), fc.integer({ min: 1_000, max: 60_000 }));

const make = commandsOf<Command>();

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  make('time', 12, {
    minutes: fc.oneof(fc.nat(6), fc.integer({ min: 30, max: 900 })),
    turn: often,
  }),
  make('end', 14, { which, edge: fc.constantFrom(-1, -1, 0, 1), turn: often }),
  make('charity', 2, { same: rarely, now: often }),
  make('offer', 20, {
    charity,
    kind: fc.constantFrom('auction', 'auction', 'auction', 'fixed'),
    price,
    step: fc.integer({ min: 1, max: 20_000 }),
    minutes: fc.integer({ min: 5, max: 400 }),
    later: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 60 })),
    extend: fc.integer({ min: 1, max: 20 }),
    most: fc.nat(3),
    charityBasis: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(10_000)),
    chain: fc.constantFrom(null, null, 'ethereum', 'tron'),
    now: often,
  }),
  make('change', 4, { which, price, now: often }),
  make('cancel', 4, { which, now: often }),
  make('payout', 6, { charity, share, twice: rarely, now: often }),
  make('creatorPayout', 6, { creator: fc.nat(2), share, twice: rarely, now: often }),
  make('deliver', 5, { which, now: often }),
  make('decide', 6, { which, verdict: fc.constantFrom('approved', 'approved', 'rejected') }),
  make('bid', 46, { user, which, above, again: rarely }),
  make('all', 4, { user, which, more: fc.constantFrom(0, 1) }),
  make('buy', 10, { user, which, again: rarely }),
  make('overask', 6, { user, which, how: fc.constantFrom<Overask>(...OVERASKS) }),
  make('together', 8, { which, above }),
  make('pause', 3, { user, kind: fc.constantFrom('freeze', 'timeout', 'unfreeze', 'unfreeze') }),
  make('limit', 3, {
    user,
    share: fc.oneof(fc.integer({ min: 50, max: 1_500 }), fc.constant(null)),
  }),
  make('deposit', 6, { user, size: fc.integer({ min: 1, max: 900 }) }),
  make('reversal', 3, { user, share: fc.integer({ min: 100, max: 1_400 }) }),
  make('repay', 1, { share: fc.integer({ min: 100, max: 500 }) }),
  make('switch', 2, { on: often }),
  make('again', 3, { how: fc.constantFrom('twice', 'back', 'restart') }),
  make('killed', 6, { nth: fc.nat(9), at: fc.constantFrom('bid', 'end'), which }),
);

/** A run of so many of them. */
export const anyRun = (length: number): fc.Arbitrary<Command[]> => runOf(anyCommand, length);
