import {
  BOOKS_INVARIANTS,
  type Moves,
  add,
  differencesOf,
  into,
} from '../real-books-invariants.ts';
import type { Books, Entry } from '../real-books.ts';
import type { Mode } from './commands.ts';
import {
  isLossReached,
  isNextToNothing,
  soldOut,
  sum,
  unitValue,
  valueOf,
  worthNow,
} from './figures.ts';
import { dayAfter, ending, gainOnce, joining, orders, sharing } from './order-invariants.ts';
import type { Fund, Order } from './snapshot.ts';
import type { Invariant, Seen } from './seen.ts';
import { movedIn, tradeDays, trades } from './trade-invariants.ts';
import { coinOf, pricesNow } from './world.ts';

const MODES = ['demo', 'real'] as const;
/** How old a price may be. @units milliseconds */
const FRESH_MS = 5_000;
const PLAN_KINDS = new Set(['plan-invest', 'plan-fill', 'plan-mark', 'plan-settle', 'plan-exit']);

/** What holds of the books of each mode whatever moves them. */
const bookInvariants: Record<string, Invariant> = Object.fromEntries(
  Object.entries(BOOKS_INVARIANTS).map(([name, invariant]) => [
    name,
    (seen: Seen) =>
      MODES.flatMap((mode) => invariant({ now: seen.now.books[mode], told: seen.told[mode] })),
  ]),
);

const runningIn = ({ now }: Seen, fundId: string): Order[] =>
  now.orders.filter((order) => order.state === 'running' && order.fundId === fundId);

/** What an entry of a plan has to move. */
function movesOf(seen: Seen, entry: Entry): Moves | null {
  const { now } = seen;
  const moves: Moves = new Map();
  const { kind, subject, requestId } = entry;
  const parts = requestId.split(':');
  switch (kind) {
    case 'plan-invest': {
      const amount = seen.asked.get(requestId)?.amount ?? 0n;
      add(moves, 'USDT user:cash', -amount);
      add(moves, 'USDT user:plan', amount);
      return moves;
    }
    case 'plan-settle': {
      const row = now.orderDays.find(
        ({ orderId, day, kind: how }) =>
          orderId === subject && day === parts[2] && how === parts[3],
      );
      add(moves, 'USDT user:plan', (row?.result ?? 0n) - (row?.share ?? 0n));
      add(moves, 'USDT house:strategy', -(row?.result ?? 0n));
      add(moves, 'USDT house:fees', row?.share ?? 0n);
      return moves;
    }
    case 'plan-exit': {
      const order = now.orders.find(({ id }) => id === subject);
      const received = order?.received ?? 0n;
      const exitShare = order?.exitShare ?? 0n;
      add(moves, 'USDT user:plan', -received - exitShare);
      add(moves, 'USDT house:early-exit', exitShare);
      into(moves, 'USDT', { units: received, owed: 0n });
      return moves;
    }
    case 'plan-fill': {
      const fill = now.fills.find(({ id }) => id === parts[1]);
      const [result, fee] = [fill?.result ?? 0n, fill?.fee ?? 0n];
      add(moves, 'USDT house:trading', -result);
      add(moves, 'USDT house:strategy', result - fee);
      add(moves, 'USDT house:fees', fee);
      return moves;
    }
    case 'plan-mark': {
      const result = now.marks.find(({ id }) => id === parts[1])?.result ?? 0n;
      add(moves, 'USDT house:trading', -result);
      add(moves, 'USDT house:strategy', result);
      return moves;
    }
    default:
      return null;
  }
}

/** Every entry of a plan moves what its row says. */
const entries: Invariant = (seen) =>
  MODES.flatMap((mode) =>
    differencesOf(seen.now.books[mode].entries, (entry) => movesOf(seen, entry)),
  );

/** Each purchase takes what was asked for, once. */
const invested: Invariant = ({ now, asked }) =>
  now.orders.flatMap(({ requestId, amount, userId, mode }) => {
    const want = asked.get(requestId);
    const isAsked = want?.amount === amount && want.userId === userId && want.mode === mode;
    return isAsked ? [] : [`${amount} ${mode} was bought, asked was ${want?.amount ?? 'nothing'}`];
  });

/** What a user's account of plans holds is what the orders stand at. */
const accounts: Invariant = ({ now, users }) =>
  MODES.flatMap((mode) =>
    users.flatMap(({ userId }) => {
      const mine = now.orders.filter((order) => order.userId === userId && order.mode === mode);
      const stood = sum(
        mine.map(({ state, amount, value }) => (state === 'pending' ? amount : value)),
      );
      const held = now.books[mode].balances.get(`${userId} USDT user:plan`) ?? 0n;
      return held === stood ? [] : [`${mode}: ${held} in plans by the books, ${stood} by orders`];
    }),
  );

/** What the clearing of a fund holds, by its postings. */
function clearingOf({ entries: all }: Books, fundId: string): bigint {
  let held = 0n;
  for (const { postings } of all) {
    for (const { from, to, units, sub } of postings) {
      if (sub !== fundId) continue;
      if (to === 'house:strategy') held += units;
      if (from === 'house:strategy') held -= units;
    }
  }
  return held;
}

const unpaidOf = ({ now }: Seen, fund: Fund): bigint =>
  sum(
    now.orderDays
      .filter(({ fundId, kind, at }) => fundId === fund.id && kind === 'day' && at === null)
      .map(({ result }) => result),
  );

/** The clearing of a fund holds what its trades brought since the last midnight, and after one nothing. */
const clearing: Invariant = (seen) =>
  seen.now.funds.flatMap((fund) => {
    const held = clearingOf(seen.now.books[fund.mode], fund.id);
    const want = fund.phase === 'settling' ? unpaidOf(seen, fund) : fund.result;
    const found = held === want ? [] : [`holds ${held}, has to hold ${want}`];
    const isSettled = fund.phase === 'closing' || fund.phase === 'joining';
    if (isSettled && held !== 0n) found.push(`holds ${held} after a midnight`);
    const moved = movedIn(seen, fund.id, ({ day }) => day === fund.day);
    const today = moved.fills + moved.marks + moved.others - moved.taken;
    if (fund.phase !== 'settling' && today !== fund.result) {
      found.push(`its day brought ${today}, it says ${fund.result}`);
    }
    return found;
  });

/** Nothing is paid that no fill left: all that orders got of a fund is what its trades and marks brought. */
const fromFills: Invariant = (seen) =>
  seen.now.funds.flatMap((fund) => {
    const { fills, marks, others } = movedIn(seen, fund.id, () => true);
    const days = seen.now.orderDays.filter(({ fundId, at }) => fundId === fund.id && at !== null);
    const paid = sum(days.map(({ result }) => result));
    const left = clearingOf(seen.now.books[fund.mode], fund.id);
    const brought = fills + marks + others;
    return paid + left === brought ? [] : [`${paid} was paid of ${brought}, ${left} is left`];
  });

/** Orders of a fund have what it settled and all its units; each one's value is its units at the fund's value. */
const nav: Invariant = (seen) =>
  seen.now.funds.flatMap((fund) => {
    if (fund.phase === 'settling') return [];
    const inside = runningIn(seen, fund.id);
    const value = sum(inside.map((order) => order.value));
    const units = sum(inside.map((order) => order.units));
    const found: string[] = [];
    if (value !== fund.settled)
      found.push(`orders have ${value}, the fund settled ${fund.settled}`);
    if (units !== fund.units) found.push(`orders have ${units} units, the fund ${fund.units}`);
    if (units === 0n || isNextToNothing(value * 10n, units)) return found;
    for (const order of inside) {
      const own = (fund.settled * order.units) / fund.units;
      // A unit of rounding of each day it was in, and of each share.
      const most = BigInt(3 * order.settledDays + 3);
      const away = own > order.value ? own - order.value : order.value - own;
      if (away > most) found.push(`${order.value} stands for units worth ${own}`);
    }
    return found;
  });

/** A day of a fund is its trades and its marks, one after another without a gap. */
const days: Invariant = (seen) =>
  seen.now.days.flatMap((day) => {
    const { fills, marks, others, taken } = movedIn(seen, day.fundId, (row) => row.day === day.day);
    const found: string[] = [];
    if (day.mark !== marks) found.push(`${day.day}: marks ${day.mark}, they are ${marks}`);
    const own = fills + others - taken;
    if (day.fills !== own) found.push(`${day.day}: trades ${day.fills}, they are ${own}`);
    if (day.result !== own + marks) found.push(`${day.day}: ${day.result} of ${own + marks}`);
    if (day.value !== day.before + day.result) found.push(`${day.day}: ${day.value}`);
    return found;
  });

/** What was done at a midnight is done once, however often it is tried: by its entries and by what is told. */
const once: Invariant = ({ now, heard }) => {
  const found: string[] = [];
  const named = MODES.flatMap((mode) => now.books[mode].entries)
    .filter(({ kind }) => PLAN_KINDS.has(kind))
    .map(({ userId, requestId }) => `${userId} ${requestId}`);
  if (new Set(named).size !== named.length) found.push('an entry stands there twice');
  const said = Map.groupBy(heard, ({ orderId, news }) =>
    news.kind === 'settled' ? `${orderId} settled ${news.day}` : `${orderId} ${news.kind}`,
  );
  for (const [what, times] of said) {
    if (times.length > 1)
      found.push(`told ${times.length} times: ${what.split(' ').slice(1).join(' ')}`);
  }
  const settled = new Set(
    now.orderDays
      .filter(({ at }) => at !== null)
      .map(({ orderId, day, kind }) => `${orderId} ${kind} ${day}`),
  );
  for (const { orderId, news } of heard) {
    if (news.kind === 'settled' && !settled.has(`${orderId} day ${news.day}`)) {
      found.push(`told of ${news.day}, which was not settled`);
    }
  }
  return found;
};

/** Practice money never meets real money: of an order, its fund, its days and their entries all are one mode. */
const modes: Invariant = ({ now }) => {
  const funds = new Map(now.funds.map(({ id, mode }) => [id, mode]));
  const own = new Map(now.orders.map(({ id, mode }) => [id, mode]));
  return [
    ...now.orders.flatMap(({ fundId, mode }) =>
      funds.get(fundId) === mode
        ? []
        : [`an order of ${mode} is in a fund of ${funds.get(fundId)}`],
    ),
    ...MODES.flatMap((mode: Mode) =>
      now.books[mode].entries.flatMap(({ kind, subject, postings }) => {
        if (!PLAN_KINDS.has(kind)) return [];
        const subs = postings.flatMap(({ sub }) => (sub === null ? [] : [funds.get(sub)]));
        const of = own.get(subject ?? '') ?? funds.get(subject ?? '');
        return [of, ...subs].every((one) => one === mode) ? [] : [`${kind} of ${of} in ${mode}`];
      }),
    ),
  ];
};

/** Worked forward, a fund is through every midnight that was. */
const through: Invariant = ({ now, clock, isTurned }) => {
  if (!isTurned) return [];
  const today = new Date(clock - 1).toISOString().slice(0, 10);
  return now.funds.flatMap((fund) => {
    const waits = now.orders.some(({ fundId, state }) => fundId === fund.id && state === 'pending');
    if (fund.units === 0n && !waits) return [];
    const isThrough = fund.phase === 'open' && dayAfter(fund.day) > today;
    return isThrough
      ? []
      : [`${fund.name} ${fund.mode} is ${fund.phase} on ${fund.day}, it is ${today}`];
  });
};

/** Looked at, nobody whose loss is reached is in a fund any more. */
const lossLeft: Invariant = (seen) =>
  !seen.isTurned
    ? []
    : seen.now.funds.flatMap((fund) => {
        if (fund.units === 0n || fund.phase !== 'open') return [];
        const prices = pricesNow(seen, fund.codes);
        // At prices that are too old nobody is sold out.
        if (prices.some((one) => one !== null && seen.clock - one.to > FRESH_MS)) return [];
        const feeRates = fund.codes.map((code) => seen.feeRates[coinOf(code)]);
        const value = soldOut(fund, { prices, feeRates });
        if (value === null) return [];
        const at = unitValue(value, fund.units);
        const late = runningIn(seen, fund.id).filter((order) => isLossReached(order, at));
        return late.map(({ amount, maxLoss }) => `${maxLoss} of ${amount} is lost, and it runs`);
      });

const unitsOf = (text: string | null): bigint | null => {
  if (text === null) return null;
  const [whole = '0', rest = ''] = text.split('.');
  const size = BigInt(whole.replace('-', '')) * 1_000_000n + BigInt(rest.padEnd(6, '0'));
  return text.startsWith('-') ? -size : size;
};

/** What owners are shown adds up, and is what the order is worth by our own sum. */
const answered: Invariant = (seen) =>
  seen.now.orders.flatMap((order) => {
    const said = seen.answers.get(order.id);
    if (said === undefined) return ['an order is not answered'];
    const found: string[] = [];
    const of = (
      name: 'value' | 'totalRevenue' | 'result' | 'shareTaken' | 'exitShare' | 'received',
    ) => unitsOf(said[name]);
    const fund = seen.now.funds.find(({ id }) => id === order.fundId);
    const [value, total] = [of('value'), of('totalRevenue')];
    if (order.state === 'running' && fund !== undefined) {
      const whole = valueOf(fund, pricesNow(seen, fund.codes));
      const own = whole === null ? null : worthNow(order, fund, whole);
      if (value !== own) found.push(`shown at ${value}, it is ${own}`);
      if (value !== null && value !== order.amount + (total ?? 0n)) {
        found.push(`${value} shown of ${order.amount} and ${total}`);
      }
    }
    const kept = (of('result') ?? 0n) - (of('shareTaken') ?? 0n) - (of('exitShare') ?? 0n);
    const received = of('received');
    if (received !== null && (received !== order.amount + kept || total !== kept)) {
      found.push(`${received} received of ${order.amount} and ${kept}, shown ${total}`);
    }
    return found;
  });

/** By name. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...bookInvariants,
  entries,
  invested,
  accounts,
  modes,
  trades,
  tradeDays,
  days,
  sharing,
  orders,
  gainOnce,
  joining,
  ending,
  nav,
  clearing,
  fromFills,
  once,
  through,
  lossLeft,
  answered,
};
