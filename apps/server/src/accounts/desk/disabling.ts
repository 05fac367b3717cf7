import { type Clock, DAY_MS, type Result, type UnixMs, fail, ok, unixMs } from '@candor/kernel';
import type { UserId } from '@candor/kernel';
import { CASE_REASONS, DISABLED_MAX_MS } from '@candor/protocol';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { findById } from '../account/index.ts';
import { recordSecurity } from '../audit/index.ts';
import { holdRisk } from '../safeguards/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { setStatus } from '../security/index.ts';
import { dropDisabling, insertDisabling, listEndedDisablings } from './store.ts';
import { isEndAllowed } from './rules.ts';
import type { FoundUser } from './search-store.ts';

/**
 * The proposal to disable an account for a time.
 *
 * @failure case-impossible — disabled or closed already, or an end that may not be
 */
export function disablingProposal(
  user: Pick<FoundUser, 'id' | 'username' | 'status'>,
  asked: { readonly reason: string; readonly until: UnixMs },
  now: UnixMs,
): Result<Proposal, { readonly name: 'case-impossible' }> {
  const { id: userId, username, status } = user;
  const { reason, until } = asked;
  if (status !== 'active' || !isEndAllowed(until, now, DISABLED_MAX_MS)) {
    return fail({ name: 'case-impossible' });
  }
  return ok({
    userId,
    subject: `${username}: ${reason}`.slice(0, 200),
    amount: null,
    asset: null,
    facts: { userId, username, until: String(until), note: reason },
  });
}

/** An account is disabled until a moment, by two people. @source PRODUCT 11 */
export const accountDisabling: KindTerms = {
  name: 'accountDisabling',
  letter: 'B',
  deadlineMs: DAY_MS,
  people: 2,
  roles: {
    opener: ['support', 'kyc', 'risk'],
    maker: ['kyc', 'risk'],
    checker: ['kyc', 'risk'],
  },
  reasons: CASE_REASONS.accountDisabling,
  passkey: true,
  describe: ({ userId = '', username = '', until = '', note = '' }) => [
    { key: 'username', as: 'text', value: username },
    { key: 'user', as: 'user', value: userId },
    { key: 'until', as: 'time', value: until },
    { key: 'note', as: 'text', value: note },
  ],
  async apply(tx, { userId, number, facts }, at) {
    const until = unixMs(Number.parseInt(facts['until'] ?? '', 10));
    const reason = facts['note'] ?? '';
    if (userId === null) return 'waits';
    await holdRisk(tx, userId);
    // Decided after its own end, or about an account that is not open any more: nothing is left to do.
    if (until <= at || (await findById(tx, userId))?.status !== 'active') return 'done';
    await setStatus(tx, userId, 'disabled');
    await insertDisabling(tx, { userId, since: at, until, reason, caseNumber: number });
    await recordSecurity(tx, {
      userId,
      kind: 'account-disabled',
      place: null,
      facts: { by: 'operator', reason, until: String(until) },
      staff: number,
      at,
    });
    await revokeSessions(tx, { userId, which: 'all', by: 'disabled', at });
    // The case that pays out what the account holds is opened in this transaction, once there are
    // pay-outs; without them a real account takes no deposit either, so no money is trapped.
    return 'done';
  },
};

/** Opens accounts again whose time of being disabled is over; each in a transaction of its own. */
export async function endDisablings(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<void> {
  const { db, clock } = deps;
  const ended: UserId[] = await db.transaction((tx) => listEndedDisablings(tx, clock.now()));
  for (const userId of ended) {
    await db.transaction(async (tx) => {
      await holdRisk(tx, userId);
      const at = clock.now();
      await dropDisabling(tx, userId);
      if ((await findById(tx, userId))?.status !== 'disabled') return;
      await setStatus(tx, userId, 'active');
      await recordSecurity(tx, { userId, kind: 'account-enabled', place: null, at });
    });
  }
}
