import {
  DAY_MS,
  type Mode,
  type QuoteId,
  type Result,
  type UserId,
  addMoney,
  ensure,
  fail,
  formatMoney,
  money,
  newUuid,
  ok,
  plusMs,
  subMoney,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import {
  addEach,
  addToAll,
  byPeriod,
  decideLimits,
  decidePaused,
  lossOf,
  periodStarts,
} from '../../accounts/index.ts';
import { findRisk, orderNumber } from '../../contracts/index.ts';
import { accountKey, entryStatements } from '../../ledger/index.ts';
import type { IdempotencyKey } from '../../platform/commit/idempotency.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { orderEntry } from '../fund/paying.ts';
import { changedFact } from '../fund/writing.ts';
import { findFundOf, insertFund, lockFundSoon, sumWaiting } from '../plan/fund-store.ts';
import { boughtStatement, countOwn, giveWay, listOpen } from '../plan/order-store.ts';
import { insertVersion } from '../plan/plan-store.ts';
import type { Chosen, PlanVersion, StoredFund, StoredOrder } from '../plan/plan.ts';
import {
  OWN_ALL_MAX,
  OWN_BEGUN_MAX,
  OWN_RUNNING_MAX,
  type RealFacts,
  decideBuy,
  joinsOn,
  startOfJoin,
} from '../plan/rules.ts';
import { OWN_DAYS_MAX, ownTerms, versionOf } from '../plan/versions.ts';
import { freshFund } from './fresh-fund.ts';
import { sumAtRisk, sumBoughtBy } from './risk-store.ts';

/** A command of an account, and what it is remembered by. */
export type PlanCommand = {
  readonly userId: UserId;
  readonly mode: Mode;
  readonly request: IdempotencyKey;
};

type BuyParams = { readonly amount: string; readonly days: number; readonly maxLoss: string };

/** An order that was changed, or why not. */
export type Decided = Result<{ readonly id: string }, Failure>;

/** Makes what decides purchases, behind the lock of the account. */
export function createBuying(
  deps: Pick<PlanDeps, 'clock' | 'contracts' | 'market' | 'parameters'>,
) {
  const { clock, contracts, market, parameters } = deps;

  /** The fund of a version in a mode, begun where there is none; nobody else changes it meanwhile. */
  async function fundFor(tx: Tx, plan: PlanVersion, mode: Mode): Promise<StoredFund> {
    const at = clock.now();
    const { planId, version } = plan;
    if ((await findFundOf(tx, { planId, version, mode })) === null) {
      await insertFund(tx, freshFund(plan, { mode, feed: market.feed().key, at }), at);
    }
    const found = ensure(await findFundOf(tx, { planId, version, mode }), 'it was begun');
    return ensure(await lockFundSoon(tx, found.id), 'a fund stays');
  }

  /** Whether a purchase of real money stays within the limits its owner set. */
  async function decideWithin(
    tx: Tx,
    account: { readonly userId: UserId; readonly mode: Mode },
    bought: { readonly amount: StoredOrder['amount']; readonly maxLoss: StoredOrder['maxLoss'] },
  ): Promise<Result<null, Failure>> {
    const now = clock.now();
    const risk = ensure(
      (await findRisk(tx, [account], now)).get(accountKey(account)),
      'it is answered',
    );
    const unpaused = decidePaused(risk.brakes.pauses, now);
    const { used } = risk;
    if (!unpaused.ok || used === null) return unpaused;
    const { userId } = account;
    const since = periodStarts(now);
    const put = byPeriod(await sumBoughtBy(tx, { userId, since }));
    const atRisk = addMoney(await sumAtRisk(tx, userId), bought.maxLoss);
    const margins = await contracts.accountMargins(tx, [account]);
    const { margin } = ensure(margins.get(accountKey(account)), 'the account is answered');
    const floating = margin.isJudged ? margin.marginState.floatingPnl : money('USDT', 0n);
    const brought = addToAll(used.brought, subMoney(money('USDT', 0n), atRisk));
    const figures = {
      loss: lossOf(brought, floating),
      turnover: addEach(addToAll(used.opened, bought.amount), put),
    };
    return decideLimits(risk.brakes.limits, figures, now);
  }

  async function buyIn(
    tx: Tx,
    command: PlanCommand,
    facts: {
      readonly plan: PlanVersion | null;
      readonly real: RealFacts | null;
      readonly asked: BuyParams;
    },
  ): Promise<Decided> {
    const { userId, mode, request } = command;
    const { plan, real, asked } = facts;
    const account = { userId, mode };
    const open = await listOpen(tx, account);
    const fund =
      plan === null || plan.owner !== null ? null : await findFundOf(tx, { ...plan, mode });
    const margins = await contracts.accountMargins(tx, [account]);
    const { margin } = ensure(margins.get(accountKey(account)), 'the account is answered');
    // The fund's lock comes first: two that fill it follow one another.
    const held = fund === null ? null : ensure(await lockFundSoon(tx, fund.id), 'a fund stays');
    const waiting = held === null ? money('USDT', 0n) : await sumWaiting(tx, held.id);
    const decided = decideBuy({
      ...{ mode, real, plan, asked, margin },
      instruments: (plan?.codes ?? []).flatMap((code) => market.instrument(code) ?? []),
      isHeld: plan !== null && open.some(({ planId }) => planId === plan.planId),
      inFund: held === null ? waiting : addMoney(held.settled, waiting),
    });
    if (!decided.ok) return decided;
    const within = await decideWithin(tx, account, decided.value);
    if (!within.ok) return within;
    const version = ensure(plan, 'what is bought is a plan');
    const at = clock.now();
    if (version.owner !== null) await insertVersion(tx, version, at);
    const into = held ?? (await fundFor(tx, version, mode));
    const id = newUuid(at);
    const { amount, maxLoss } = decided.value;
    const zero = money('USDT', 0n);
    const order: StoredOrder = {
      ...{ userId, id, mode, amount, maxLoss },
      ordinal: 0n,
      orderNo: orderNumber(id as QuoteId, at),
      planId: version.planId,
      version: version.version,
      fundId: into.id,
      isOwn: version.owner !== null,
      days: asked.days,
      cycleDays: version.cycleDays,
      shareRate: parameters.share('plan.profitShare'),
      exitRate: parameters.share('plan.earlyExitShare'),
      boughtAt: at,
      joinsOn: joinsOn(at),
      state: 'pending',
      ...{
        units: 0n,
        value: zero,
        high: amount,
        result: zero,
        shareTaken: zero,
        subsidy: zero,
        exitShare: zero,
      },
      ...{ settledDays: 0, wasToldWeek: false, closedAt: null, received: null, hasReceipt: false },
    };
    const postings = [
      { from: 'user:cash', to: 'user:plan', asset: 'USDT', units: amount.units },
    ] as const;
    const said = {
      kind: 'plan-invest',
      requestId: request.requestId,
      cause: 'request',
      postings,
    } as const;
    const news = [
      { kind: 'bought', amount: formatMoney(amount), joinsAt: startOfJoin(order) },
    ] as const;
    await sendAll(tx, [
      boughtStatement(order, request.requestId),
      ...entryStatements(
        orderEntry(order, said, at),
        at,
        changedFact(version, [{ order, news }], at),
      ),
    ]);
    return ok({ id });
  }

  /** A plan of a user's own on paper, or why there is none. */
  async function ownPlan(
    tx: Tx,
    command: PlanCommand,
    asked: { readonly chosen: Chosen; readonly days: number },
  ): Promise<Result<PlanVersion, Failure>> {
    const yesterday = plusMs(clock.now(), -DAY_MS);
    const { own, all, begun } = await countOwn(tx, command.userId, yesterday);
    const tooMany = fail({ name: 'plan-unavailable', facts: { why: 'tooMany' } } as const);
    if (own >= OWN_RUNNING_MAX || begun >= OWN_BEGUN_MAX) return tooMany;
    // Where there is room for no more, who has most gives way to who would have fewer.
    if (all >= OWN_ALL_MAX && !(await giveWay(tx, own + 1))) return tooMany;
    if (asked.days > OWN_DAYS_MAX) {
      return fail({
        name: 'plan-days-unknown',
        field: 'days',
        facts: { most: String(OWN_DAYS_MAX) },
      });
    }
    const planId = newUuid(clock.now());
    const name = `own-${planId.replaceAll('-', '').slice(-20)}`;
    const plan = { planId, name, owner: command.userId, version: 1 };
    return ok(versionOf(plan, asked.chosen, ownTerms(asked.days)));
  }

  return { buyIn, ownPlan };
}
