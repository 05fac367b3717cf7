import type { Command, Mode, PlanName } from './commands.ts';

/** Short spellings of commands, for stories. */
export const buy = (
  plan: PlanName,
  user = 0,
  how: { mode?: Mode; share?: number; days?: number; loss?: number; again?: boolean } = {},
): Command => ({
  do: 'buy',
  user,
  plan,
  mode: how.mode ?? 'demo',
  share: how.share ?? 200,
  days: how.days ?? 1,
  loss: how.loss ?? 1_000,
  again: how.again ?? false,
});
export const price = (btc: number, minutes = 60, eth = btc, turn = true): Command => ({
  do: 'price',
  ...{ btc, eth, minutes, turn },
});
const waves = (many: number, tenthPermille: number, minutes: number): Command => ({
  do: 'waves',
  count: many,
  ...{ tenthPermille, minutes },
});
export const midnight = (
  days = 1,
  before: Extract<Command, { do: 'midnight' }>['before'] = 'both',
): Command => ({ do: 'midnight', days, before });
export const exit = (
  how: Extract<Command, { do: 'exit' }>['how'] = 'now',
  which = 0,
  again = false,
): Command => ({ do: 'exit', which, how, again });
const cancel = (which = 0, again = false): Command => ({ do: 'cancel', which, again });
export const line = (which = 0, edge: 0 | 1 = 0): Command => ({ do: 'line', which, edge });
const killed = (nth: number): Command => ({ do: 'killed', nth });
export const status = (
  plan: PlanName,
  to: Extract<Command, { do: 'status' }>['status'],
): Command => ({ do: 'status', plan, status: to });
const own = (strategy: 'hold' | 'rotation', user = 1): Command => ({
  do: 'own',
  ...{ user, strategy, share: 100, loss: 1_000 },
});
const overask = (
  how: Extract<Command, { do: 'overask' }>['how'],
  mode: Mode = 'real',
): Command => ({
  do: 'overask',
  ...{ user: 2, mode, how },
});
const again = (how: Extract<Command, { do: 'again' }>['how']): Command => ({ do: 'again', how });
const turned = (on: boolean): Command => ({ do: 'switch', on });

/** A fund that is short with all it has. */
const short: readonly Command[] = [
  buy('sim-short', 0, { mode: 'real', loss: 1_000 }),
  midnight(),
  waves(14, 2, 5),
  price(50, 5),
  price(0, 5),
];

/** What is rare by chance, one after another. */
export const STORY: readonly Command[] = [
  buy('sim-hold', 0, { again: true }),
  buy('sim-hold', 0),
  buy('sim-hold', 1, { mode: 'real', loss: 100, days: 2 }),
  buy('sim-rotation', 2, { mode: 'real' }),
  buy('sim-grid', 1, { share: 40 }),
  cancel(0, true),
  buy('sim-hold', 0, { days: 0 }),
  own('rotation'),
  own('hold', 2),
  ...(['amount', 'days', 'loss', 'margin', 'unknown'] as const).map((how) => overask(how)),
  midnight(),
  cancel(),
  price(300),
  price(-200),
  again('twice'),
  exit('late'),
  exit('moved', 2, true),
  midnight(),
  again('back'),
  again('restart'),
  buy('sim-hold', 2, { mode: 'real', days: 2, loss: 50 }),
  { do: 'silence', minutes: 600 },
  midnight(1, 'none'),
  midnight(),
  line(0, 1),
  line(0, 0),
  line(1, 0),
  { do: 'fails', plan: 'sim-grid', tenthPermille: -100, midnight: false },
  { do: 'fails', plan: 'sim-rotation', tenthPermille: 100, midnight: true },
  turned(false),
  buy('sim-rotation', 1, { mode: 'real' }),
  turned(true),
  status('sim-rotation', 'paused'),
  buy('sim-rotation', 1, { mode: 'real' }),
  status('sim-rotation', 'open'),
  buy('sim-grid', 0, { share: 300 }),
  buy('sim-grid', 2, { share: 800 }),
  buy('sim-grid', 2, { share: 100, days: 0 }),
  { do: 'silence', minutes: 40 },
  price(100, 700),
  { do: 'silence', minutes: 600 },
  midnight(1, 'none'),
  midnight(1, 'one'),
  exit('traded', 1),
  ...short,
  price(12_000, 1),
  midnight(4),
  buy('sim-hold', 0, { days: 0 }),
  buy('sim-hold', 1, { mode: 'real', days: 0 }),
  buy('sim-grid', 1, { mode: 'real', share: 20 }),
  killed(3),
  killed(9),
  exit(),
  price(20),
  killed(14),
  status('sim-grid', 'ended'),
  buy('sim-rotation', 0),
  { do: 'reset', user: 0 },
  midnight(),
  { do: 'version', plan: 'sim-rotation' },
  buy('sim-rotation', 1),
  { do: 'deposit', user: 1, size: 20 },
  midnight(),
  { do: 'restart' },
  midnight(2),
];
