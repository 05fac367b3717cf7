import * as fc from 'fast-check';
import { commandsOf, runOf } from '../any-command.ts';

/** Chains of the simulation, and what each carries. */
export const NETWORKS = ['tron', 'ethereum'] as const;
export type SimNetwork = (typeof NETWORKS)[number];
export const COINS = ['USDT', 'ETH', 'BTC'] as const;
export type Coin = (typeof COINS)[number];
/** What is paid in and out, by the network it goes by. */
export type Carried = 'USDT' | 'ETH';

export const USERS = 3;

/** Everything that can happen to money in and out, as data alone; sizes are shares of what is there. */
export type Command =
  | { do: 'pay'; user: number; coin: Carried; size: number; outputs: 1 | 2 }
  | { do: 'mine'; network: SimNetwork; blocks: number; turn: boolean }
  | { do: 'reorg'; network: SimNetwork; depth: number; keeps: boolean; turn: boolean }
  | { do: 'lie'; network: SimNetwork }
  | { do: 'away'; network: SimNetwork }
  | { do: 'turn' }
  | { do: 'wait'; seconds: number }
  | { do: 'price'; tenthPermille: number }
  | { do: 'hold'; user: number; seconds: number }
  | { do: 'holdEnds' }
  | { do: 'withdraw'; user: number; coin: Carried; share: number; again: boolean }
  | { do: 'overdraw'; user: number; coin: Carried }
  | { do: 'cancel'; which: number }
  | { do: 'advance' }
  | { do: 'decide'; which: number; verdict: 'approved' | 'rejected' }
  | { do: 'batch'; network: SimNetwork }
  | { do: 'send'; network: SimNetwork; how: 'paid' | 'failed' | 'wrong' }
  | { do: 'watch' }
  | { do: 'convert'; user: number; from: Coin; to: Coin; share: number; how: Convert }
  | { do: 'restart' };

/** Right away, after its price moved, after its quote ended, or the same request twice. */
export type Convert = 'once' | 'moved' | 'late' | 'again';

const user = fc.nat(USERS - 1);
const network = fc.constantFrom<SimNetwork>(...NETWORKS);
const coin = fc.constantFrom<Carried>('USDT', 'USDT', 'ETH');
const share = fc.oneof(fc.integer({ min: 100, max: 800 }), fc.constant(1_000));
const often = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false));

const act = commandsOf<Command>();

const anyAct: fc.Arbitrary<Command> = fc.oneof(
  act('pay', 18, {
    user,
    coin,
    size: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 110, max: 700 }) },
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 800, max: 3_000 }),
    ),
    outputs: fc.constantFrom(1, 1, 2),
  }),
  act('mine', 24, {
    network,
    blocks: fc.oneof(fc.integer({ min: 1, max: 6 }), {
      weight: 2,
      arbitrary: fc.integer({ min: 20, max: 30 }),
    }),
    turn: often,
  }),
  act('reorg', 7, {
    network,
    depth: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 12, max: 30 })),
    keeps: fc.boolean(),
    turn: often,
  }),
  act('lie', 2, { network }),
  act('away', 1, { network }),
  act('turn', 4, {}),
  act('wait', 4, { seconds: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(86_401)) }),
  act('price', 3, { tenthPermille: fc.integer({ min: -300, max: 300 }) }),
  act('hold', 2, { user, seconds: fc.integer({ min: 30, max: 4_000 }) }),
  act('holdEnds', 2, {}),
  act('withdraw', 20, { user, coin, share, again: fc.boolean() }),
  act('overdraw', 2, { user, coin }),
  act('cancel', 4, { which: fc.nat(7) }),
  act('advance', 6, {}),
  act('decide', 9, {
    which: fc.nat(7),
    verdict: fc.constantFrom('approved', 'approved', 'rejected'),
  }),
  act('batch', 11, { network }),
  act('send', 13, { network, how: fc.constantFrom('paid', 'paid', 'paid', 'failed', 'wrong') }),
  act('watch', 9, {}),
  act('convert', 12, {
    user,
    from: fc.constantFrom<Coin>(...COINS),
    to: fc.constantFrom<Coin>(...COINS),
    share,
    how: fc.constantFrom<Convert>('once', 'moved', 'late', 'again'),
  }),
  act('restart', 1, {}),
);

/** A run of so many of them. */
export const anyRun = (length: number): fc.Arbitrary<Command[]> => runOf(anyAct, length);
