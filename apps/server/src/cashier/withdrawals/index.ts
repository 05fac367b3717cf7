/** Withdrawals: money that leaves for an address of its owner's, step by step. */
import {
  type Asset,
  DAY_MS,
  MINUTE_MS,
  type UnixMs,
  type UserId,
  formatMoney,
  plusMs,
} from '@candor/kernel';
import {
  type Network,
  WITHDRAWAL_CLOCK_DAYS,
  type Withdrawal as WithdrawalView,
  type withdrawals as protocol,
} from '@candor/protocol';
import { createAdvancing } from './advancing.ts';
import { type WithdrawalClock, findClock, findWaits } from './clock-store.ts';
import { createWithdrawalCommands } from './commands.ts';
import type { WithdrawalDeps } from './deps.ts';
import { createFinality } from './finality.ts';
import { createPayouts } from './payouts.ts';
import { createRequesting } from './requesting.ts';
import { SWEPT_MAX, sweepQuotes } from './quote-store.ts';
import { countProblems } from './sent-store.ts';
import { findWithdrawal, listOfUser, listSteps } from './store.ts';
import { MIN_RECEIVE, isPaid, termsNow } from './terms.ts';
import { createWatching } from './watching.ts';
import { createVoiding } from './voiding.ts';
import { viewOf } from './withdrawal.ts';

export type { AddressBook, PayoutActor, PayoutSource, WithdrawalDeps } from './deps.ts';
export type { Payouts } from './payouts.ts';
export { createScreening } from './screening.ts';
export { payoutVoid } from './payout-void.ts';
export { withdrawalReview } from './review.ts';

/** What is confirmed counts for the public clock so long. */
const CLOCK_MS = WITHDRAWAL_CLOCK_DAYS * DAY_MS;
/** The same for what users are told to expect. */
const WAITS_MS = 7 * DAY_MS;

/** How long an answer to how long withdrawals took is kept: it is of a week, and any page asks. */
const WAITS_KEPT_MS = MINUTE_MS;

/**
 * How long ended quotes are left: nobody decides by them any more then, so that who drops them and who uses
 * them never hold what the other waits for.
 */
const SWEPT_AFTER_MS = MINUTE_MS;

/** How long withdrawals of an asset by a network took, asked anew a minute after the last answer. */
function createWaits({ db, clock }: Pick<WithdrawalDeps, 'db' | 'clock'>) {
  type Kept = { readonly until: UnixMs; readonly waits: ReturnType<typeof findWaits> };
  const kept = new Map<string, Kept>();
  return ({ asset, network }: { readonly asset: Asset; readonly network: Network }) => {
    const now = clock.now();
    const key = `${asset} ${network}`;
    const last = kept.get(key);
    if (last !== undefined && last.until > now) return last.waits;
    const waits = findWaits(db, { asset, network, since: plusMs(now, -WAITS_MS) });
    kept.set(key, { until: plusMs(now, WAITS_KEPT_MS), waits });
    void waits.catch(() => kept.delete(key));
    return waits;
  };
}

/** Opens withdrawals. */
export function createWithdrawals(
  deps: WithdrawalDeps & {
    /** Says that the block that confirmed one left its chain. */
    readonly onGone: () => void;
  },
) {
  const { db, clock } = deps;
  const commands = createWithdrawalCommands(deps);
  const requesting = createRequesting(deps);
  const waits = createWaits(deps);
  const advancing = createAdvancing(deps);
  const watching = createWatching(deps, createFinality(deps));
  const voiding = createVoiding(deps);
  const payouts = createPayouts(deps, advancing, voiding);

  async function viewsOf(
    userId: UserId,
    found: readonly Parameters<typeof viewOf>[0][],
  ): Promise<WithdrawalView[]> {
    const steps = await listSteps(db, { userId, ids: found.map(({ id }) => id) });
    return found.map((one) => viewOf(one, steps.get(one.id) ?? []));
  }

  return {
    ...commands,
    withdraw: requesting.withdraw,
    /** Waits for the requests that were taken over: a process that stops decides them first. */
    requested: () => requesting.idle(),
    /** Requests that wait to be decided. */
    waiting: () => requesting.waiting(),
    payouts,
    /** One of a user's own; null for none of theirs. */
    async get(of: {
      readonly userId: UserId;
      readonly id: string;
    }): Promise<WithdrawalView | null> {
      const one = await findWithdrawal(db, of);
      return one === null ? null : ((await viewsOf(of.userId, [one]))[0] ?? null);
    },
    /** A page of a user's own, newest first; all, or those that match. */
    async list(of: protocol.WithdrawalsParams & { readonly userId: UserId }) {
      const { found, total } = await listOfUser(db, of);
      return { records: await viewsOf(of.userId, found), total };
    },
    /** Takes on what waits for time, owner or staff. */
    advance: () => advancing.all(),
    /** The same of those whose moment came: just asked for, past what held them, let go by two people. */
    advanceDue: () => advancing.due(),
    /** Waits for what screening is asked about now. */
    screened: () => advancing.screened(),
    /** Looks at what was broadcast, on one network or on all; a turn that runs is waited for. */
    watch: (network?: Network) =>
      network === undefined ? watching.all() : watching.turnOf(network),
    /** Asks the chains about batches that two people decided to void. */
    proveVoids: () => voiding.prove(),
    /** Voids that were decided and that the chain does not show. */
    unprovenVoids: () => voiding.unproven(),
    /** Drops quotes that ended, those of users who never came back too. */
    async sweepQuotes(): Promise<void> {
      const before = plusMs(clock.now(), -SWEPT_AFTER_MS);
      while ((await sweepQuotes(db, before)) === SWEPT_MAX);
    },
    /** How long withdrawals take, for all to see. */
    clock(): Promise<WithdrawalClock> {
      const at = clock.now();
      return findClock(db, { at, since: plusMs(at, -CLOCK_MS) });
    },
    /** Whether an asset leaves by a network, what that costs and how long it took in the last week. */
    async terms(of: { readonly asset: Asset; readonly network: Network }) {
      const costs = termsNow(deps.parameters, of);
      const isOpen = costs !== null && isPaid(deps, of.network);
      const minReceive = deps.parameters.text(MIN_RECEIVE[of.asset]);
      if (!isOpen) {
        return { isOpen, minReceive, networkFee: null, usualWait: null, longestWait: null };
      }
      return {
        isOpen,
        minReceive,
        networkFee: formatMoney(costs.networkFee),
        ...(await waits(of)),
      };
    },
    /** Withdrawals whose transaction is not what was asked for. */
    problems: () => countProblems(db),
  };
}

/** Withdrawals as one process holds them. */
export type Withdrawals = ReturnType<typeof createWithdrawals>;
