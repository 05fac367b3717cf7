import * as fc from 'fast-check';
import { commandsOf, runOf } from './any-command.ts';
import type { Mode } from './snapshot.ts';

/** Instruments the simulation trades. */
export const CODES = ['EUR/USD', 'XAU/USD', 'USD/JPY', 'BTC/USDT'] as const;
export type Code = (typeof CODES)[number];

/** Stops by their distance from the market, in tenths of a permille; below zero: the wrong side. */
export type StopsParams = {
  readonly loss: number | null;
  readonly profit: number | null;
  readonly trailing: number | null;
};

/** Everything that can happen, as data alone: sizes are shares of what the account allows then. */
export type Command =
  | { do: 'tick'; code: Code; move: number; afterMs: number; only: boolean; pulse: boolean }
  | { do: 'spike'; code: Code; move: number }
  | { do: 'disagree'; code: Code; move: number }
  | { do: 'stale'; seconds: number }
  | { do: 'suspend'; code: Code; move: number; restart: boolean }
  | { do: 'forgotten'; commands: readonly Command[] }
  | { do: 'chase'; which: number; ask: 'amend' | 'cancel' | 'close' | 'reverse' }
  | ({ do: 'open'; mode: Mode; code: Code; side: Side; share: number; cap: Cap } & StopsParams)
  | ({ do: 'place'; mode: Mode; code: Code; side: Side; share: number } & Waiting & StopsParams)
  | ({ do: 'amend'; which: number; away: number | null } & StopsParams)
  | { do: 'cancel'; which: number }
  | { do: 'close'; which: number; part: number | null }
  | { do: 'closeTwice'; which: number; withPulse: boolean }
  | { do: 'closeAll'; mode: Mode }
  | { do: 'reverse'; which: number }
  | { do: 'reverseHeld'; which: number; move: number }
  | { do: 'again'; changed: boolean }
  | { do: 'repeat'; which: number }
  | { do: 'overdraft'; mode: Mode; how: 'contract' | 'option' }
  | { do: 'option'; code: Code; direction: 'up' | 'down'; share: number; period: 60 | 120 | 300 }
  | { do: 'expire'; how: 'inTime' | 'second' | 'late' | 'tie' }
  | { do: 'reset' }
  | { do: 'restart'; pulse: boolean }
  | { do: 'silence'; code: Code; isLost: boolean }
  | { do: 'midnight' }
  | { do: 'fee'; tenthPermille: number };

export type Side = 'buy' | 'sell';
/** Leverage: the instrument's cap, half of it, or one more than allowed. */
export type Cap = 'full' | 'half' | 'over';
type Waiting = { type: 'limit' | 'stop' | 'stopLimit'; away: number };

// The euro has the most leverage and moves most often, so that accounts come to their end by it.
const code = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Code>('EUR/USD') },
  { weight: 3, arbitrary: fc.constantFrom<Code>(...CODES) },
);
const mode = fc.constantFrom<Mode>('demo', 'real');
const side = fc.constantFrom<Side>('buy', 'sell');
const which = fc.nat(7);
const calm = fc.integer({ min: -30, max: 30 });
const gap = fc.oneof(fc.integer({ min: -900, max: -150 }), fc.integer({ min: 150, max: 900 }));
const maybe = (one: fc.Arbitrary<number>): fc.Arbitrary<number | null> =>
  fc.option(one, { nil: null, freq: 2 });
const stops = {
  loss: maybe(
    fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 3, max: 250 }) }, fc.constant(-20)),
  ),
  profit: maybe(
    fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 3, max: 250 }) }, fc.constant(-20)),
  ),
  trailing: maybe(fc.integer({ min: 5, max: 150 })),
};
const share = fc.oneof(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 700, max: 970 }));

const act = commandsOf<Command>();

/** One command; ticks are the most frequent, what closes a day the rarest. */
const anyAct: fc.Arbitrary<Command> = fc.oneof(
  act('tick', 44, {
    code,
    move: fc.oneof({ weight: 4, arbitrary: calm }, { weight: 3, arbitrary: gap }),
    afterMs: fc.integer({ min: 200, max: 3_000 }),
    only: fc.boolean(),
    pulse: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  act('spike', 4, { code, move: gap }),
  act('disagree', 3, { code, move: gap }),
  act('suspend', 1, { code, move: gap, restart: fc.boolean() }),
  act('chase', 2, { which, ask: fc.constantFrom('amend', 'cancel', 'close', 'reverse') }),
  act('stale', 2, { seconds: fc.integer({ min: 4, max: 40 }) }),
  act('open', 18, {
    mode,
    code,
    side,
    share,
    cap: fc.oneof(
      { weight: 6, arbitrary: fc.constant('full') },
      fc.constant('half'),
      fc.constant('over'),
    ),
    ...stops,
  }),
  act('place', 9, {
    mode,
    code,
    side,
    share,
    type: fc.constantFrom('limit', 'stop', 'stopLimit'),
    away: fc.integer({ min: 2, max: 200 }),
    ...stops,
  }),
  act('amend', 5, { which, away: maybe(fc.integer({ min: 2, max: 150 })), ...stops }),
  act('cancel', 2, { which }),
  act('close', 4, { which, part: maybe(fc.integer({ min: 50, max: 950 })) }),
  act('closeTwice', 2, { which, withPulse: fc.boolean() }),
  act('closeAll', 1, { mode }),
  act('reverse', 2, { which }),
  act('reverseHeld', 2, { which, move: calm }),
  act('again', 3, { changed: fc.boolean() }),
  act('repeat', 2, { which }),
  act('overdraft', 3, { mode, how: fc.constantFrom('contract', 'option') }),
  act('option', 6, {
    code,
    direction: fc.constantFrom('up', 'down'),
    share: fc.integer({ min: 5, max: 100 }),
    period: fc.constantFrom(60, 120, 300),
  }),
  act('expire', 6, { how: fc.constantFrom('inTime', 'second', 'late', 'tie') }),
  act('reset', 1, {}),
  act('restart', 1, { pulse: fc.boolean() }),
  act('silence', 1, { code, isLost: fc.boolean() }),
  act('midnight', 1, {}),
  act('fee', 1, { tenthPermille: fc.integer({ min: 0, max: 30 }) }),
);

/** A run of so many of them. */
export const anyRun = (length: number): fc.Arbitrary<Command[]> => runOf(anyAct, length);
