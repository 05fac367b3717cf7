import { type Result, type UnixMs, type UserId, ensure, formatMoney, plusMs } from '@candor/kernel';
import { findUsername, findWithdrawalBrakes } from '../../accounts/index.ts';
import { lockAccounts } from '../../ledger/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED } from '../facts/events.ts';
import { WINDOW_MS } from './asking/rules.ts';
import type { WithdrawalDeps } from './deps.ts';
import { TOGETHER_MAX, createApproving } from './approving.ts';
import { nextOf } from './holding.ts';
import { DUE_MAX, listDue, listOpen } from './due-store.ts';
import { type Proposal, amendInCase } from '../../cases/index.ts';
import { findOwed, freeToLeave, owedText, owesMore, readOwed } from './judging.ts';
import { reviewProposal } from './review.ts';
import { type ReviewCause, UNSIGNED } from './rules.ts';
import { sumRecent } from './request-store.ts';
import { askScreening } from './screening.ts';
import { lockWithdrawal, moveWithdrawal, putOwed, putReview, putScreening } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

async function brakesOf(tx: Tx, userId: UserId, at: UnixMs) {
  const found = await findWithdrawalBrakes(tx, { userIds: [userId], at });
  return ensure(found.get(userId), 'the owner is answered');
}

const textOf = (free: Result<Parameters<typeof formatMoney>[0], unknown>): string =>
  free.ok ? formatMoney(free.value) : '';

/** Withdrawals that screening is asked about at once; the others wait for the next turn. */
const SCREENED_MAX = 8;

/** How many withdrawals that fail are told of; the others are tried again in silence. */
const TOLD_MAX = 20;

/** Takes withdrawals on that wait for time, for their owner or for staff. */
export function createAdvancing(deps: WithdrawalDeps) {
  const { db, clock, cases, screening, log, committed } = deps;

  /** What staff decide on: the withdrawal as it is, and what is known beside it. */
  async function proposalOf(tx: Tx, one: Withdrawal, at: UnixMs): Promise<Proposal> {
    const { userId } = one;
    const [username, [entry], brakes, recents, left] = [
      await findUsername(tx, userId),
      await deps.book.findEntries(tx, [{ userId, id: one.addressId, withdrawalId: one.id }]),
      await brakesOf(tx, userId, at),
      await sumRecent(tx, { userIds: [userId], since: plusMs(at, -WINDOW_MS) }),
      await freeToLeave(deps, tx, { userId, asset: one.asset }),
    ];
    const recent = ensure(recents.get(userId), 'the owner is answered');
    return reviewProposal(one, {
      username: username ?? '',
      usableAt: (entry?.usableAt ?? null) as UnixMs | null,
      proof: entry?.proof ?? 'none',
      holder: entry?.holder ?? '',
      holds: brakes.holds,
      dayValue: recent.value === null ? null : formatMoney({ asset: 'USDT', units: recent.value }),
      dayCount: recent.open,
      left: textOf(left),
    });
  }

  /** Puts a withdrawal before staff by a case of its own. */
  async function openReview(tx: Tx, one: Withdrawal, at: UnixMs): Promise<Withdrawal> {
    const proposal = await proposalOf(tx, one, at);
    const { id: caseId } = await cases.open(tx, { kind: 'withdrawal', proposal, by: 'system' });
    // Looked at anew, it has a day from now; at first from when it was asked for.
    const since = one.reviewSince === null ? one.requestedAt : at;
    await putReview(tx, one, { causes: one.causes, caseId, since });
    return { ...one, caseId, reviewSince: since };
  }

  /**
   * The chain took back more than staff knew of when they last looked: the case that waits says so, and what
   * was approved before is looked at anew.
   */
  async function judgeOwed(tx: Tx, one: Withdrawal, at: UnixMs): Promise<Withdrawal> {
    const owed = await findOwed(tx, one.userId);
    if (!owesMore(owed, readOwed(one.owed))) return one;
    const causes: readonly ReviewCause[] = [...new Set([...one.causes, 'reversed' as const])];
    const now = { ...one, causes, owed: owedText(owed) };
    await putOwed(tx, one, { causes, owed: now.owed });
    if (one.caseId === null) return now;
    const proposal = await proposalOf(tx, now, at);
    const isAmended = await amendInCase(tx, one.caseId, { proposal, by: 'system', at });
    return isAmended ? now : openReview(tx, now, at);
  }

  /** Looks at one withdrawal and takes it where it belongs now; answers whether it moved. */
  async function advance(tx: Tx, of: Pick<Withdrawal, 'userId' | 'id'>): Promise<boolean> {
    const { userId, id } = of;
    await lockAccounts(tx, [{ userId, mode: 'real' }]);
    let one = await lockWithdrawal(tx, { userId, id });
    if (one === null || !UNSIGNED.includes(one.state) || one.isExported) return false;
    const at = clock.now();
    one = await judgeOwed(tx, one, at);
    if (one.causes.length > 0 && one.caseId === null && one.screening !== 'waiting') {
      one = await openReview(tx, one, at);
    }
    const brakes = await brakesOf(tx, userId, at);
    const next = nextOf(one, brakes, at);
    if (next === null) return false;
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
      const since = now.reviewSince;
      await putReview(tx, now, { causes: [...now.causes, ...causes], caseId: now.caseId, since });
    });
  }

  /** Looks at one withdrawal by itself. */
  async function one(found: Withdrawal): Promise<void> {
    await screen(found);
    if (await db.transaction((tx) => advance(tx, found))) committed();
  }

  /** One that cannot be looked at now holds no other up. */
  async function tried(found: Withdrawal, told: { count: number }): Promise<void> {
    try {
      await one(found);
    } catch (error) {
      if (told.count < TOLD_MAX) {
        log.error({ err: error, withdrawal: found.id }, 'a withdrawal waits');
      }
      told.count += 1;
    }
  }

  /** Withdrawals that screening is asked about now, each once. */
  const screened = new Map<string, Promise<void>>();

  /** Asks screening in the background: one that hangs holds no other withdrawal up. */
  function screenAside(found: Withdrawal, told: { count: number }): void {
    if (screened.has(found.id) || screened.size >= SCREENED_MAX) return;
    screened.set(
      found.id,
      tried(found, told).finally(() => screened.delete(found.id)),
    );
  }

  const approve = createApproving(deps);

  /** Looks at some: what nothing holds goes together, the others one by one. */
  async function visit(found: readonly Withdrawal[], told: { count: number }): Promise<void> {
    for (const one of found) if (one.screening === 'waiting') screenAside(one, told);
    const rest = found.filter((one) => one.screening !== 'waiting');
    for (let from = 0; from < rest.length; from += TOGETHER_MAX) {
      const group = rest.slice(from, from + TOGETHER_MAX);
      const settled = await approve(group);
      for (const one of group) if (!settled.has(one.id)) await tried(one, told);
    }
  }

  async function all(): Promise<void> {
    const told = { count: 0 };
    let open = await listOpen(db, null);
    while (open.length > 0) {
      await visit(open, told);
      open = await listOpen(db, open.at(-1)?.id ?? null);
    }
  }

  let behind: string | null = null;
  async function due(): Promise<void> {
    const told = { count: 0 };
    const found = await listDue(db, { behind, at: clock.now() });
    await visit(found, told);
    // More than a turn takes: the next one goes on behind them, whatever became of these.
    behind = found.length < DUE_MAX ? null : (found.at(-1)?.id ?? null);
  }

  /** A turn that runs is waited for. */
  function oneAtATime(turn: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | null = null;
    return () =>
      (running ??= turn().finally(() => {
        running = null;
      }));
  }

  return {
    /** Looks at every withdrawal that was not handed over for signing. */
    all: oneAtATime(all),
    /** Looks at those whose moment came, so many at once. */
    due: oneAtATime(due),
    /** Waits for what screening is asked about now. */
    screened: async () => {
      await Promise.all(screened.values());
    },
    /** Takes one on within a transaction that holds it, e.g. before it is put into a batch. */
    within: advance,
  };
}
