import {
  type Mode,
  type Result,
  type UnixMs,
  type UserId,
  addMoney,
  ensure,
  fail,
  formatDecimal,
  formatMoney,
  money,
  newUuid,
  ok,
  plusMs,
} from '@candor/kernel';
import { type Failure, plans as protocol } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { isOnFeed, lastKnownPrices, priceOf } from '../fund/holding.ts';
import { type Leave, leaveOf, writeLeave } from '../leaving/leaving.ts';
import { findFund, lockFundSoon } from '../plan/fund-store.ts';
import { findOrders } from '../plan/order-store.ts';
import type { StoredFund, StoredOrder, TickPrices } from '../plan/plan.ts';
import { midnightOf } from '../plan/rules.ts';
import { insertExitQuote, takeExitQuote } from './exit-store.ts';

const notFound = { ok: false, failure: { name: 'not-found' } } as const;
const closed = { ok: false, failure: { name: 'already-closed' } } as const;

/** An order of a user's account that runs; what it is not else. */
async function findRunning(
  sql: Parameters<typeof findOrders>[0],
  named: { readonly userId: UserId; readonly mode: Mode; readonly id: string },
): Promise<Result<StoredOrder, Failure>> {
  const [order] = await findOrders(sql, [named]);
  if (order === undefined || order.mode !== named.mode) return notFound;
  return order.state === 'running' ? ok(order) : closed;
}

/** Whether a midnight is not through yet: what happens behind it is not of the day before, and waits. */
const isSettling = (fund: StoredFund, now: UnixMs): boolean =>
  fund.phase !== 'open' || now >= midnightOf(fund.day);

/** Prices a leaver's share may be sold at now, of everything the fund holds. */
function pricesNow(
  fund: StoredFund,
  deps: Pick<PlanDeps, 'market'>,
  now: UnixMs,
): Result<{ readonly prices: TickPrices; readonly until: UnixMs }, Failure> {
  const { market } = deps;
  const why = (reason: string): Result<never, Failure> =>
    fail({ name: 'not-tradable-now', facts: { why: reason } });
  if (isSettling(fund, now)) return why('settling');
  if (!isOnFeed(fund, market)) return why('noSource');
  let until = now + protocol.PLAN_EXIT_QUOTE_MS;
  const prices: TickPrices[number][] = [];
  for (const [index, code] of fund.plan.codes.entries()) {
    const isHeld = fund.positions[index]?.quantity !== 0n;
    const status = market.instrument(code) === null ? 'noSource' : market.status(code, now);
    const quote = market.latest(code);
    if (isHeld && status !== 'open' && status !== 'closeOnly') return why(status);
    if (isHeld && (quote === null || !quote.mayTrigger)) return why('unconfirmed');
    if (isHeld && quote !== null) {
      const { freshForMs } = ensure(market.instrument(code), 'the catalogue knows it');
      until = Math.min(until, quote.receivedAt + freshForMs);
    }
    prices.push(isHeld ? priceOf(quote) : null);
  }
  return ok({ prices, until: until as UnixMs });
}

function leaveAt(
  fund: StoredFund,
  order: StoredOrder,
  deps: Pick<PlanDeps, 'market'>,
  facts: { readonly prices: TickPrices; readonly at: UnixMs },
): Leave {
  const leave = leaveOf(fund, [order], deps, {
    ...facts,
    state: () => 'left',
    basis: isOnFeed(fund, deps.market) ? 'held' : 'lastKnown',
    reason: { rule: isOnFeed(fund, deps.market) ? 'ownerLeft' : 'lastKnown', figures: {} },
  });
  return ensure(leave, 'what is held has its prices');
}

/** What leaving now brings and costs, held for some seconds. */
export async function quoteExit(
  deps: PlanDeps,
  named: { readonly userId: UserId; readonly mode: Mode; readonly id: string },
): Promise<Result<protocol.PlanExitQuote, Failure>> {
  const { db, clock } = deps;
  const found = await findRunning(db, named);
  if (!found.ok) return found;
  const order = found.value;
  const fund = ensure(await findFund(db, order.fundId), 'an order has a fund');
  const now = clock.now();
  const known = await lastKnownPrices(fund, deps.market);
  const ended = { prices: known ?? [], until: plusMs(now, protocol.PLAN_EXIT_QUOTE_MS) };
  const priced = known === null ? pricesNow(fund, deps, now) : ok(ended);
  if (!priced.ok) return priced;
  const { prices, until } = priced.value;
  const leave = leaveAt(fund, order, deps, { prices, at: now });
  const left = ensure(leave.left[0], 'one leaves');
  const receive = left.order.received ?? money('USDT', 0n);
  const { userId } = named;
  const quote = { id: newUuid(now), userId, orderId: order.id, prices, receive, expiresAt: until };
  await insertExitQuote(db, quote, now);
  const fees = leave.fills.reduce((sum, { fee }) => addMoney(sum, fee), money('USDT', 0n));
  return ok({
    quoteId: quote.id,
    value: formatMoney(left.value),
    fees: formatMoney(fees),
    share: formatMoney(left.day.share),
    early: formatMoney(left.order.exitShare),
    receive: formatMoney(receive),
    prices: leave.fills.map((fill) => ({
      code: fill.code,
      price: formatDecimal(fill.price),
      tickId: fill.tickId,
    })),
    isLastKnown: known !== null,
    expiresAt: until,
    heldMs: Math.max(0, until - clock.now()),
  });
}

/**
 * Leaves at what was quoted, behind the lock of the account; where the fund traded meanwhile, what was quoted
 * cannot be paid any more and is asked for again.
 */
export async function exit(
  tx: Tx,
  deps: PlanDeps,
  named: {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly id: string;
    readonly quoteId: string;
  },
): Promise<Result<null, Failure>> {
  const found = await findRunning(tx, named);
  if (!found.ok) return found;
  // A midnight that is being written is not waited for.
  const before = ensure(await findFund(tx, found.value.fundId), 'an order has a fund');
  if (before.phase !== 'open') {
    return fail({ name: 'not-tradable-now', facts: { why: 'settling' } });
  }
  const fund = ensure(await lockFundSoon(tx, before.id), 'an order has a fund');
  // The fund may have let it go while its lock was waited for.
  const again = await findRunning(tx, named);
  if (!again.ok) return again;
  const order = again.value;
  const at = deps.clock.now();
  if (fund.phase !== 'open' || (isOnFeed(fund, deps.market) && isSettling(fund, at))) {
    return fail({ name: 'not-tradable-now', facts: { why: 'settling' } });
  }
  const quote = await takeExitQuote(tx, { userId: named.userId, id: named.quoteId });
  const expired = fail({ name: 'quote-expired', field: 'quoteId' } as const);
  if (quote === null || quote.orderId !== order.id || quote.expiresAt < at) return expired;
  const isPriced = fund.positions.every(
    ({ quantity }, index) => quantity === 0n || (quote.prices[index] ?? null) !== null,
  );
  if (!isPriced) return expired;
  // A quote holds prices, not a market that was suspended or closed meanwhile.
  for (const [index, code] of isOnFeed(fund, deps.market) ? fund.plan.codes.entries() : []) {
    const { market } = deps;
    const status = market.instrument(code) === null ? 'noSource' : market.status(code, at);
    const isShut = status === 'suspended' || status === 'closed' || status === 'noSource';
    if (fund.positions[index]?.quantity !== 0n && isShut) {
      return fail({ name: 'not-tradable-now', facts: { why: status } });
    }
  }
  const leave = leaveAt(fund, order, deps, { prices: quote.prices, at });
  const receive = leave.left[0]?.order.received;
  if (receive?.units !== quote.receive.units) return expired;
  const isAway = !isOnFeed(fund, deps.market);
  await writeLeave(tx, leave, { cause: 'request', at, ...(isAway ? { atLastKnown: true } : {}) });
  return ok(null);
}
