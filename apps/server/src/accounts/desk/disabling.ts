import { type Clock, DAY_MS, type Result, type UnixMs, fail, ok, unixMs } from '@candor/kernel';
import type { UserId } from '@candor/kernel';
import { CASE_REASONS, DISABLED_MAX_MS } from '@candor/protocol';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { findById } from '../account/index.ts';
import { recordSecurity } from '../audit/index.ts';
import { holdRisk } from '../safeguards/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { findRealMoney, setStatus } from '../security/index.ts';
import {
  dropDisabling,
  dropEndedDisabling,
  insertDisabling,
  listEndedDisablings,
} from './store.ts';
import { isEndAllowed } from './rules.ts';
import type { FoundUser } from './search-store.ts';

/**
 * The proposal to disable an account for a time.
 *
 * @failure case-impossible — disabled or closed already, an end that may not be, or real money in it
 */
export async function disablingProposal(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  user: Pick<FoundUser, 'id' | 'username' | 'status'>,
  asked: { readonly reason: string; readonly until: UnixMs },
): Promise<Result<Proposal, { readonly name: 'case-impossible' }>> {
  const { id: userId, username, status } = user;
  const { reason, until } = asked;
  if (status !== 'active' || !isEndAllowed(until, clock.now(), DISABLED_MAX_MS)) {
    return fail({ name: 'case-impossible' });
  }
  if ((await findRealMoney(db, userId)) !== null) return fail({ name: 'case-impossible' });
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
    if (until <= at || (await findById(tx, userId))?.status !== 'active') return 'overtaken';
    // Nobody is kept from money, nor from closing what it stands behind: until a case can pay it out, an
    // account that holds any is stopped from new risk by a freeze, and disabled once it is empty.
    if ((await findRealMoney(tx, userId)) !== null) return 'waits';
    await dropDisabling(tx, userId);
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
    return 'done';
  },
};

async function endDisabling(tx: Tx, userId: UserId, at: UnixMs): Promise<void> {
  await holdRisk(tx, userId);
  // It may have been disabled anew since it was looked for.
  if (!(await dropEndedDisabling(tx, userId, at))) return;
  if ((await findById(tx, userId))?.status !== 'disabled') return;
  await setStatus(tx, userId, 'active');
  await recordSecurity(tx, { userId, kind: 'account-enabled', place: null, at });
}

/** Opens accounts again whose time of being disabled is over; each in a transaction of its own. */
export async function endDisablings(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<void> {
  const { db, clock, log } = deps;
  const ended: UserId[] = await db.transaction((tx) => listEndedDisablings(tx, clock.now()));
  for (const userId of ended) {
    try {
      await db.transaction((tx) => endDisabling(tx, userId, clock.now()));
    } catch (error) {
      // One that cannot be opened now keeps no other closed.
      log.error({ err: error, userId }, 'an account could not be opened at its time');
    }
  }
}
