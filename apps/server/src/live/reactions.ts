import { MODES, type UserId } from '@candor/kernel';
import type { CashierItem } from '@candor/protocol';
import {
  CASHIER_CHANGED,
  type CashierChanged,
  type Deposits,
  type Withdrawals,
} from '../cashier/index.ts';
import { LOANS_CHANGED, type Loans, type LoansChanged } from '../loans/index.ts';
import { MARGIN_LEVEL_FELL, type MarginLevelFell } from '../contracts/index.ts';
import { USER_NOTIFIED, type UserNotified } from '../notifications/index.ts';
import {
  OPTIONS_BOUGHT,
  OPTIONS_SETTLED,
  type Options,
  type OptionsChanged,
} from '../options/index.ts';
import { NFT_CHANGED, type Nft, type NftChanged, TOKENS_MOVED } from '../nft/index.ts';
import { PLANS_CHANGED, type Plans, type PlansChanged } from '../plans/index.ts';
import { SUPPORT_ANSWERED, type Support, type SupportAnswered } from '../support/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Live } from './index.ts';
import { tokenNews } from './token-news.ts';

/**
 * Tells the sockets of a trading account how its options began and ended, and of its margin level;
 * and a user of what is kept in the list and what support wrote, whichever account is on screen.
 */
export function listenLive(
  bus: Bus,
  parts: {
    readonly live: Pick<
      Live,
      | 'connectedAccounts'
      | 'publishOption'
      | 'publishNotification'
      | 'publishSupport'
      | 'publishCashier'
      | 'publishLoan'
      | 'publishPlan'
      | 'publishNft'
      | 'publishToken'
      | 'isWatched'
    >;
    readonly options: Pick<Options, 'byIds' | 'orderOf'>;
    readonly support: Pick<Support, 'newsOf'>;
    readonly withdrawals: Pick<Withdrawals, 'get'>;
    readonly deposits: Pick<Deposits, 'find'>;
    readonly loans: Pick<Loans, 'find'>;
    readonly plans: Pick<Plans, 'byIds' | 'showing'>;
    readonly nft: Pick<Nft, 'minesOf' | 'newsOf'>;
  },
): void {
  const { live, options, support, withdrawals, deposits, loans, plans, nft } = parts;

  async function tell({ changed }: OptionsChanged): Promise<void> {
    const heard = new Set<string>();
    for (const { userId, mode } of live.connectedAccounts()) heard.add(`${userId}/${mode}`);
    const wanted = changed.filter(({ userId, mode }) => heard.has(`${userId}/${mode}`));
    const found = await options.byIds(
      wanted.map(({ userId, optionId }) => ({ userId, id: optionId })),
    );
    for (const option of found) live.publishOption(option, options.orderOf(option));
  }

  function isHeard(userId: UserId): boolean {
    for (const account of live.connectedAccounts()) if (account.userId === userId) return true;
    return false;
  }

  async function itemOf({ userId, kind, id }: CashierChanged): Promise<CashierItem | null> {
    if (kind === 'address') return { kind, id };
    if (kind === 'deposit') {
      const record = await deposits.find(userId, id);
      return record === null ? null : { kind, record };
    }
    const record = await withdrawals.get({ userId, id });
    return record === null ? null : { kind, record };
  }

  bus.subscribe(MARGIN_LEVEL_FELL, ({ userId, mode, item }: MarginLevelFell) =>
    live.publishNotification({ userId, mode }, item),
  );
  bus.subscribe(USER_NOTIFIED, ({ userId, notice }: UserNotified) => {
    for (const mode of MODES)
      live.publishNotification({ userId, mode }, { kind: 'notice', notice });
  });
  bus.subscribe(SUPPORT_ANSWERED, async (answered: SupportAnswered) => {
    const found = await support.newsOf(answered);
    if (found === null) return;
    const { id, state, message } = found;
    const { userId } = answered;
    for (const mode of MODES) live.publishSupport({ userId, mode }, { id, state, message });
  });
  bus.subscribe(CASHIER_CHANGED, async ({ userId, kind, id }: CashierChanged) => {
    // A reader who is not here asks when they come.
    if (!isHeard(userId)) return;
    const item = await itemOf({ userId, kind, id });
    if (item === null) return;
    // Real money is told whichever account is on screen.
    for (const mode of MODES) live.publishCashier({ userId, mode }, item);
  });
  bus.subscribe(LOANS_CHANGED, async ({ changed }: LoansChanged) => {
    const heard = new Set([...live.connectedAccounts()].map(({ userId }) => userId));
    for (const { userId, loanId } of changed) {
      // A midnight names many loans; a reader who is not here asks when they come.
      if (!heard.has(userId)) continue;
      const loan = await loans.find({ userId, id: loanId });
      if (loan === null) continue;
      for (const mode of MODES) live.publishLoan({ userId, mode }, loan);
    }
  });
  bus.subscribe(PLANS_CHANGED, async ({ changed }: PlansChanged) => {
    const heard = new Set<string>();
    for (const { userId, mode } of live.connectedAccounts()) heard.add(`${userId}/${mode}`);
    // A midnight names many orders; a reader who is not here asks when they come.
    const wanted = changed.filter(({ userId, mode }) => heard.has(`${userId}/${mode}`));
    for (const account of wanted) plans.showing.forget(account);
    const found = await plans.byIds(wanted.map(({ userId, orderId }) => ({ userId, id: orderId })));
    for (const { account, order } of found) live.publishPlan(account, order);
  });
  bus.subscribe(NFT_CHANGED, async ({ changed }: NftChanged) => {
    const heard = new Set([...live.connectedAccounts()].map(({ userId }) => userId));
    const wanted = changed.filter(({ userId }) => heard.has(userId));
    for (const { userId, token } of await nft.minesOf(wanted)) {
      for (const mode of MODES) live.publishNft({ userId, mode }, token);
    }
  });
  bus.subscribe(TOKENS_MOVED, tokenNews(live, nft));
  bus.subscribe(OPTIONS_BOUGHT, tell);
  bus.subscribe(OPTIONS_SETTLED, tell);
}
