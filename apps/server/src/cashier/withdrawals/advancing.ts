import { type Result, type UnixMs, formatMoney, plusMs } from '@candor/kernel';
import { findUsername, findWithdrawalBrakes } from '../../accounts/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import type { WithdrawalDeps } from './deps.ts';
import { freeToLeave, hasReversed } from './judging.ts';
import { reviewProposal } from './review.ts';
import { type ReviewCause, WINDOW_MS, decideHold } from './rules.ts';
import { askScreening } from './screening.ts';
import {
  listDue,
  lockWithdrawal,
  moveWithdrawal,
  putReview,
  putScreening,
  sumRecent,
} from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

const textOf = (free: Result<Parameters<typeof formatMoney>[0], unknown>): string =>
  free.ok ? formatMoney(free.value) : '';

/** How many withdrawals that fail are told of; the others are tried again in silence. */
const TOLD_MAX = 20;

/** Takes withdrawals on that wait for time, for their owner or for staff. */
export function createAdvancing(deps: WithdrawalDeps) {
  const { db, clock, cases, screening, log, committed } = deps;

  /** Puts a withdrawal before staff, once. */
  async function openReview(tx: Tx, one: Withdrawal, at: UnixMs): Promise<string> {
    const { userId } = one;
    const [username, entry, brakes, recent, left] = [
      await findUsername(tx, userId),
      await deps.book.findEntry(tx, { userId, id: one.addressId }),
      await findWithdrawalBrakes(tx, { userId, at }),
      await sumRecent(tx, { userId, since: plusMs(at, -WINDOW_MS) }),
      await freeToLeave(deps, tx, { userId, asset: one.asset }),
    ];
    const proposal = reviewProposal(one, {
      username: username ?? '',
      usableAt: (entry?.usableAt ?? null) as UnixMs | null,
      proof: entry?.proof ?? 'none',
      holds: brakes.holds,
      dayValue: recent.value === null ? null : formatMoney({ asset: 'USDT', units: recent.value }),
      dayCount: recent.open,
      left: textOf(left),
    });
    return (await cases.open(tx, { kind: 'withdrawal', proposal, by: 'system' })).id;
  }

  /** Looks at one withdrawal and takes it where it belongs now; answers whether it moved. */
  async function advance(tx: Tx, of: Pick<Withdrawal, 'userId' | 'id'>): Promise<boolean> {
    const { userId, id } = of;
    await lockAccounts(tx, [{ userId, mode: 'real' }]);
    let one = await lockWithdrawal(tx, { userId, id });
    const isOpen = one?.state === 'requested' || one?.state === 'held' || one?.state === 'approved';
    if (one === null || !isOpen || one.isExported) return false;
    const at = clock.now();
    if (
      one.caseId === null &&
      !one.causes.includes('reversed') &&
      (await hasReversed(tx, userId))
    ) {
      // The chain took a deposit back after this was asked for.
      one = { ...one, causes: [...one.causes, 'reversed'] };
    }
    if (one.causes.length > 0 && one.caseId === null && one.screening !== 'waiting') {
      const caseId = await openReview(tx, one, at);
      await putReview(tx, one, { causes: one.causes, caseId });
      one = { ...one, caseId };
    }
    const { holds, freeze } = await findWithdrawalBrakes(tx, { userId, at });
    const next = decideHold({
      now: at,
      screening: one.screening,
      causes: one.causes,
      isApproved: one.approvedCase !== null,
      reviewSince: one.caseId === null ? null : one.requestedAt,
      holds,
      freeze,
      askedAgainAt: one.reason === 'frozen' ? one.deadline : null,
    });
    const isSame =
      next.state === 'held'
        ? one.reason === next.reason && one.deadline === next.deadline
        : one.state === next.state;
    if (isSame) return false;
    const { state, ...why } = next;
    await moveWithdrawal(tx, one, { to: state, at, ...why });
    const payload = { userId, kind: 'withdrawal', id };
    await appendFacts(tx, [{ topic: CASHIER_CHANGED, payload }], at);
    return true;
  }

  /** Asks what screening says of one that waits for it; staff look at what it does not clear. */
  async function screen(one: Withdrawal): Promise<void> {
    if (one.screening !== 'waiting') return;
    const { id, userId, network, asset, address, amount } = one;
    const asked = { id, network, asset, address, amount: formatMoney({ asset, units: amount }) };
    // Screening that was switched off meanwhile answers nothing any more.
    const said =
      screening === null
        ? 'silent'
        : await askScreening(screening, asked, (error) =>
            log.error(
              { err: error, withdrawal: id },
              'screening did not answer; staff look instead',
            ),
          );
    await db.transaction(async (tx) => {
      const now = await lockWithdrawal(tx, { userId, id });
      if (now?.screening !== 'waiting') return;
      await putScreening(tx, now, said);
      const causes: ReviewCause[] = said === 'clear' ? [] : ['screening'];
      await putReview(tx, now, { causes: [...now.causes, ...causes], caseId: now.caseId });
    });
  }

  /** Looks at one withdrawal by itself. */
  async function one(found: Withdrawal): Promise<void> {
    await screen(found);
    if (await db.transaction((tx) => advance(tx, found))) committed();
  }

  let running: Promise<void> | null = null;
  async function all(): Promise<void> {
    let told = 0;
    let due = await listDue(db, null);
    while (due.length > 0) {
      for (const found of due) {
        try {
          await one(found);
        } catch (error) {
          // One that cannot be looked at now holds no other up.
          if (told < TOLD_MAX)
            log.error({ err: error, withdrawal: found.id }, 'a withdrawal waits');
          told += 1;
        }
      }
      due = await listDue(db, due.at(-1)?.id ?? null);
    }
  }
  return {
    /** Looks at every withdrawal that was not handed over for signing. */
    all: () =>
      (running ??= all().finally(() => {
        running = null;
      })),
    /** Takes one on within a transaction that holds it, e.g. before it is put into a batch. */
    within: advance,
  };
}
