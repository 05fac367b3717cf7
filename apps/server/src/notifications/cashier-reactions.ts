import { type UserId, formatMoney } from '@candor/kernel';
import type {
  CashierNotice,
  NotificationFacts,
  Withdrawal,
  WithdrawalState,
} from '@candor/protocol';
import {
  CASHIER_CHANGED,
  type CashierChanged,
  type CashierNews,
  type Deposits,
  type Withdrawals,
} from '../cashier/index.ts';
import { receiptNumber } from '../contracts/index.ts';
import { CONVERTED, type ConvertedFact, type Exchange, conversionOf } from '../exchange/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Told } from './commands.ts';
import type { Notifications } from './index.ts';

/** What is told of a state; `failed` is always followed by `refunded`, which says both. */
const OF_STATE: Readonly<Record<WithdrawalState, CashierNotice | null>> = {
  requested: 'withdrawal-requested',
  held: 'withdrawal-held',
  approved: 'withdrawal-approved',
  broadcast: 'withdrawal-sent',
  confirmed: 'withdrawal-confirmed',
  cancelled: 'withdrawal-cancelled',
  rejected: 'withdrawal-rejected',
  failed: null,
  refunded: 'withdrawal-refunded',
};

/** The amount that arrives is what counts once a withdrawal was let go. */
const ARRIVES: ReadonlySet<WithdrawalState> = new Set(['approved', 'broadcast', 'confirmed']);

/** Everything a withdrawal came to, each with a cause of its own: its place among the steps. */
function stepsTold(userId: UserId, one: Withdrawal): Told[] {
  const { id, number, asset, network, address, steps } = one;
  return steps.flatMap(({ state, at, reason, deadline }, place) => {
    const kind = reason === 'review' ? 'withdrawal-review' : OF_STATE[state];
    if (kind === null) return [];
    const isSent = state === 'broadcast' || state === 'confirmed';
    const facts: NotificationFacts = {
      number,
      asset,
      amount: ARRIVES.has(state) ? one.receive : one.amount,
      network,
      address,
      ...(reason !== undefined && { reason }),
      ...(deadline !== undefined && { until: deadline }),
      ...(isSent && one.txHash !== null && { transaction: one.txHash }),
    };
    const cause = `${id}:step:${place}`;
    return [{ userId, mode: 'real', cause, kind, facts, at: at as Told['at'] } as const];
  });
}

const depositKind = (news: DepositNews, isSmall: boolean): CashierNotice | null => {
  if (news.state === 'reversed') return news.owed === '0' ? 'deposit-reversed' : 'deposit-owed';
  // Below the minimum it is told once, when it counts: many small ones could be sent to an address.
  if (isSmall) return news.state === 'credited' ? 'deposit-small' : null;
  return `deposit-${news.state}`;
};

type DepositNews = Exclude<CashierNews, { state: 'usable' }>;

/** What notifications hear of money in, out and converted. */
export function listenCashier(
  bus: Bus,
  parts: {
    readonly notifications: Pick<Notifications, 'tell' | 'untold'>;
    readonly deposits: Pick<Deposits, 'find' | 'isSmall'>;
    readonly withdrawals: Pick<Withdrawals, 'get'>;
    readonly exchange: Pick<Exchange, 'byIds'>;
  },
): void {
  const { notifications, deposits, withdrawals, exchange } = parts;

  async function tellSteps(userId: UserId, id: string): Promise<void> {
    const one = await withdrawals.get({ userId, id });
    if (one === null) return;
    // The facts of earlier steps told of most of them.
    for (const told of await notifications.untold(userId, stepsTold(userId, one))) {
      await notifications.tell(told);
    }
  }

  async function tellDeposit(userId: UserId, id: string, news: DepositNews): Promise<void> {
    const deposit = await deposits.find(userId, id);
    const kind = deposit === null ? null : depositKind(news, deposits.isSmall(deposit));
    if (deposit === null || kind === null) return;
    const { asset, amount, network, confirmationsNeeded: confirmations } = deposit;
    const isOwed = news.state === 'reversed' && news.owed !== '0';
    await notifications.tell({
      userId,
      mode: 'real',
      cause: `${id}:${news.state}:${news.at}`,
      kind,
      facts: {
        asset,
        amount,
        network,
        ...(news.state === 'seen' && { confirmations }),
        ...(isOwed && { owed: formatMoney({ asset, units: BigInt(news.owed) }) }),
      },
      at: news.at,
    });
  }

  bus.subscribe(CASHIER_CHANGED, async ({ userId, kind, id, news }: CashierChanged) => {
    if (kind === 'withdrawal') return tellSteps(userId, id);
    if (news === undefined) return;
    if (news.state !== 'usable') return tellDeposit(userId, id, news);
    const { at, asset, network, address } = news;
    const facts = { asset, network, address };
    const cause = `${id}:usable:${at}`;
    await notifications.tell({ userId, mode: 'real', cause, kind: 'address-usable', facts, at });
  });
  bus.subscribe(CONVERTED, async ({ changed }: ConvertedFact) => {
    const ids = changed.map(({ userId, conversionId: id }) => ({ userId, id }));
    for (const done of await exchange.byIds(ids)) {
      const { userId, id, amount, to, at } = done;
      await notifications.tell({
        userId,
        mode: 'real',
        cause: `${id}:converted`,
        kind: 'conversion',
        facts: {
          asset: amount.asset,
          amount: formatMoney(amount),
          to,
          receive: formatMoney(conversionOf(done).receive),
          receiptNo: receiptNumber({ kind: 'conversion', userId, subject: id }),
        },
        at,
      });
    }
  });
}
