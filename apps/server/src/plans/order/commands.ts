import { type Mode, type Result, type UserId, ensure, ok } from '@candor/kernel';
import { type Failure, plans as protocol } from '@candor/protocol';
import { lockAccounts } from '../../ledger/index.ts';
import { type Answered, findKept, keepStatements } from '../../platform/commit/idempotency.ts';
import { createTurns } from '../../platform/commit/turns.ts';
import { answerOnce } from '../../platform/http/answer-once.ts';
import type { KeptText } from '../../platform/http/http.ts';
import { Busy } from '../../platform/postgres/unavailable.ts';
import { type Tx, sendAll } from '../../platform/postgres/db.ts';
import type { PlanDeps } from '../fund/deps.ts';
import { actingPrices, isOnFeed } from '../fund/holding.ts';
import { cancelWaiting } from '../leaving/cancelling.ts';
import { leaveOf, writeLeave } from '../leaving/leaving.ts';
import { findFund, lockFundSoon } from '../plan/fund-store.ts';
import { findOrders, listOpen } from '../plan/order-store.ts';
import { holdOffered } from '../plan/plan-store.ts';
import { decideChosen, startOfJoin } from '../plan/rules.ts';
import { type Decided, type PlanCommand, createBuying } from './buying.ts';
import { exit } from './exits.ts';
import { planOrderOf } from './view.ts';

const notFound = { ok: false, failure: { name: 'not-found' } } as const;
const closed = { ok: false, failure: { name: 'already-closed' } } as const;

/** Makes the commands of those who have plans. Each has a transaction of its own, under the account's lock. */
export function createPlanCommands(
  deps: PlanDeps & { readonly changed: (fundId: string) => void },
) {
  const { db, clock, committed, contracts, market, parameters } = deps;
  const turns = createTurns();
  const { buyIn, ownPlan } = createBuying(deps);

  async function viewed(
    tx: Tx,
    userId: UserId,
    id: string,
  ): Promise<Result<protocol.PlanOrder, Failure>> {
    const [order] = await findOrders(tx, [{ userId, id }]);
    if (order === undefined) return notFound;
    const fund = ensure(await findFund(tx, order.fundId), 'an order has a fund');
    return ok(planOrderOf(order, fund, { market, now: clock.now() }));
  }

  /** Decides a command once and keeps its answer; a refusal leaves nothing behind. */
  async function once(
    { userId, mode, request }: PlanCommand,
    endpoint: Parameters<typeof answerOnce>[0],
    decide: (tx: Tx) => Promise<Decided>,
  ): Promise<KeptText> {
    const inOne = async (tx: Tx): Promise<KeptText> => {
      await lockAccounts(tx, [{ userId, mode }]);
      const kept = await findKept(tx, [request]);
      let outcome: Result<unknown, Failure> = ok(null);
      if (kept.size === 0) {
        await tx.query('savepoint asked');
        const decided = contracts.unjudged.watch(await decide(tx));
        if (decided.ok) outcome = await viewed(tx, userId, decided.value.id);
        else {
          await tx.query('rollback to savepoint asked');
          outcome = decided;
        }
      }
      const answers: Answered[] = [];
      const said = answerOnce(endpoint, request, { kept, answers, decide: () => outcome });
      await sendAll(tx, keepStatements(answers, clock.now()));
      return said;
    };
    const answer = await turns.take(userId, () => db.transaction(inOne));
    committed();
    return answer;
  }

  return {
    async buy(command: PlanCommand, body: protocol.BuyPlanBody): Promise<KeptText> {
      const { userId } = command;
      // Asked before a connection is held.
      const admitted = await contracts.admitReal({ userId, now: clock.now() });
      return once(command, protocol.buyPlan, async (tx) => {
        const real = { isEnabled: parameters.count('plan.enabled') === 1, admitted };
        return buyIn(tx, command, {
          plan: await holdOffered(tx, body.productId),
          real,
          asked: body,
        });
      });
    },
    paper: (command: PlanCommand, body: protocol.PaperPlanBody): Promise<KeptText> =>
      once(command, protocol.paperPlan, async (tx) => {
        if ('productId' in body) {
          return buyIn(tx, command, {
            plan: await holdOffered(tx, body.productId),
            real: null,
            asked: body,
          });
        }
        const chosen = decideChosen({ interval: undefined, ...body }, (code) =>
          market.instrument(code),
        );
        if (!chosen.ok) return chosen;
        const own = await ownPlan(tx, command, { chosen: chosen.value, days: body.days });
        if (!own.ok) return own;
        return buyIn(tx, command, { plan: own.value, real: null, asked: body });
      }),
    cancel: (command: PlanCommand, id: string): Promise<KeptText> =>
      once(command, protocol.cancelPlan, async (tx) => {
        const { userId, mode } = command;
        const [order] = await findOrders(tx, [{ userId, id }]);
        if (order === undefined || order.mode !== mode) return notFound;
        const at = clock.now();
        const fund = ensure(await findFund(tx, order.fundId), 'an order has a fund');
        // From its midnight on it is in the fund, also while that is being worked out; on paper not while its prices
        // do not run.
        const isAway = mode === 'demo' && fund.phase === 'open' && !isOnFeed(fund, market);
        const hasBegun = startOfJoin(order) <= at && !isAway;
        if (order.state !== 'pending' || hasBegun) return closed;
        await cancelWaiting(tx, { fund, orders: [order], at, cause: 'request', by: 'owner' });
        return ok({ id });
      }),
    exit: (command: PlanCommand, asked: { readonly id: string; readonly quoteId: string }) =>
      once(command, protocol.exitPlan, async (tx) => {
        const { userId, mode } = command;
        const left = await exit(tx, deps, { userId, mode, ...asked });
        if (!left.ok) return left;
        const [order] = await findOrders(tx, [{ userId, id: asked.id }]);
        if (order !== undefined) deps.changed(order.fundId);
        return ok({ id: asked.id });
      }),
    /**
     * Ends everything a practice account has in plans, inside a transaction that holds its lock: what waits is
     * given back, what runs leaves at the last prices, or at what it stands in the books with where one is missing.
     *
     * @throws Busy while a day of one of them is being settled
     */
    async endAll(tx: Tx, account: { readonly userId: UserId; readonly mode: Mode }): Promise<void> {
      for (const { fundId, id, userId } of await listOpen(tx, account)) {
        const fund = ensure(await lockFundSoon(tx, fundId), 'an order has a fund');
        const [order] = await findOrders(tx, [{ userId, id }]);
        if (order === undefined) continue;
        const at = clock.now();
        if (order.state === 'pending') {
          await cancelWaiting(tx, { fund, orders: [order], at, cause: 'request', by: 'reset' });
          continue;
        }
        if (order.state !== 'running') continue;
        // A midnight that waits for a price holds no reset: only one that is being written does.
        if (fund.phase !== 'open') throw new Busy();
        const prices = actingPrices(fund, market);
        const facts = {
          basis: 'now' as const,
          state: () => 'ended' as const,
          reason: { rule: 'ownerLeft', figures: {} },
          at,
        };
        const leave =
          leaveOf(fund, [order], deps, { ...facts, prices }) ??
          leaveOf(fund, [order], deps, { ...facts, prices: null });
        await writeLeave(tx, ensure(leave, 'without prices nothing is traded'), {
          cause: 'request',
          at,
          wasReset: true,
        });
        deps.changed(fund.id);
      }
    },
    idle: () => turns.idle(),
  };
}

/** @see createPlanCommands */
export type PlanCommands = ReturnType<typeof createPlanCommands>;
