import { type Tally, missingOf } from '../counts.ts';
import type { World } from './world.ts';

const COMMANDS = [
  ...['price', 'waves', 'line', 'silence', 'midnight', 'again', 'killed', 'buy', 'own', 'overask'],
  ...['cancel', 'exit', 'reset', 'switch', 'status', 'version', 'fails', 'deposit', 'restart'],
] as const;

/** What a simulation of plans is there for. */
const SHOULD_HAPPEN = [
  ...COMMANDS.map((what) => `did ${what}`),
  ...['running demo', 'running real', 'matured', 'left', 'lossReached', 'ended', 'cancelled'],
  ...['a day won', 'a day lost', 'a day of nothing', 'a share taken', 'an exit share'],
  ...[
    'several in one fund',
    'a joiner of what is held',
    'joins a midnight later',
    'a leaver’s trade',
  ],
  ...['run', 'a short', 'two instruments', 'a floor', 'nothing left'],
  ...['several days at once', 'process ended in a midnight', 'a strategy failed', 'reset 200'],
  ...['left now', 'left moved', 'line 0', 'line 1', 'taken back', 'own hold', 'own rotation'],
  ...['same request again', 'same request, other body'],
  ...['refused: plans-not-enabled', 'refused: paused', 'refused: full', 'refused: quote-expired'],
  ...['refused: plan-already-bought', 'refused: plan-days-unknown', 'refused: unknown'],
  ...['refused: amount-out-of-range', 'refused: free-margin-short', 'refused: already-closed'],
] as const;

/** Counts what a run left behind. */
export function tallyOf(world: World): Tally {
  const all: Tally = new Map();
  const add = (what: string, times = 1): void => {
    all.set(what, (all.get(what) ?? 0) + times);
  };
  for (const [what, times] of world.tally) {
    // Of which call it was, and in which mode, is not asked.
    add(what.replace(/^plans\.\w+ (?=refused)/, '').replace(/ (?:demo|real)$/, ''), times);
  }
  const { orders, orderDays, fills, marks, funds } = world.now;
  const joined = new Set(orderDays.filter(({ kind }) => kind === 'join').map((row) => row.orderId));
  for (const order of orders) {
    add(order.state);
    if (joined.has(order.id)) add(`running ${order.mode}`);
    if (order.exitShare > 0n) add('an exit share');
    const first = Math.floor(order.boughtAt / 86_400_000) + 1;
    if (Date.parse(order.joinsOn) / 86_400_000 > first) add('joins a midnight later');
    if (order.received === 0n) add('nothing left');
  }
  for (const { kind, result, share } of orderDays) {
    if (kind === 'day') {
      add(result > 0n ? 'a day won' : result < 0n ? 'a day lost' : 'a day of nothing');
    }
    if (share > 0n) add('a share taken');
  }
  const days = Map.groupBy(
    orderDays.filter(({ kind }) => kind === 'day'),
    ({ fundId, day }) => `${fundId} ${day}`,
  );
  if ([...days.values()].some((rows) => rows.length > 1)) add('several in one fund');
  for (const { kind, code } of fills) {
    if (kind === 'run') add('run');
    if (kind === 'join') add('a joiner of what is held');
    if (kind === 'leave') add('a leaver’s trade');
    if (code === 'ETH/USDT') add('two instruments');
  }
  if (marks.some(({ kind }) => kind === 'floor')) add('a floor');
  const shorts = new Set(funds.filter(({ name }) => name === 'sim-short').map(({ id }) => id));
  if (fills.some(({ fundId, quantity }) => shorts.has(fundId) && quantity < 0n)) add('a short');
  return all;
}

/** What never happened. */
export const missing = (all: Tally): string[] => missingOf(all, SHOULD_HAPPEN);
