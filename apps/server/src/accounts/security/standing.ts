import { type Clock, type Result, type UserId, fail, ok } from '@candor/kernel';
import type { Database, Tx } from '../../platform/db.ts';
import { revokeSessions } from '../sessions/index.ts';
import { foldUsername, type AccountRow, findByName } from '../account/index.ts';
import { holdRisk } from '../safeguards/index.ts';
import { recordSecurity } from '../audit/index.ts';
import { setDemoDisabled, setStatus } from './closing-store.ts';

/** What an operator may do to an account until the desk exists. */
export const STANDINGS = ['disable', 'enable', 'disable-demo', 'enable-demo'] as const;
export type Standing = (typeof STANDINGS)[number];

const KINDS = {
  disable: 'account-disabled',
  enable: 'account-enabled',
  'disable-demo': 'demo-disabled',
  'enable-demo': 'demo-enabled',
} as const;

/** Why an operator's command did nothing. */
export type StandingRefusal = { readonly name: 'no-account' | 'closed' | 'no-reason' | 'already' };

async function change(tx: Tx, account: AccountRow, act: Standing): Promise<boolean> {
  const userId = account.user_id as UserId;
  if (act === 'disable') return setStatus(tx, userId, 'disabled');
  if (act === 'enable') return setStatus(tx, userId, 'active');
  return setDemoDisabled(tx, userId, act === 'disable-demo');
}

/**
 * Switches an account or its demo account off or on. The owner reads that it happened, and the
 * reason.
 *
 * @failure no-account — nobody has this name · closed — by its owner, for good
 * @failure no-reason — empty or longer than 400 characters · already — it was so
 */
export function changeStanding(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  asked: {
    readonly username: string;
    readonly act: Standing;
    readonly reason: string;
    /** Who of the staff does it; kept with the change. */
    readonly by: string;
  },
): Promise<Result<null, StandingRefusal>> {
  const { act, by: staff } = asked;
  const reason = asked.reason.trim();
  const refused = (name: StandingRefusal['name']): Result<never, StandingRefusal> => fail({ name });
  return db.transaction(async (tx) => {
    if (reason === '' || reason.length > 400) return refused('no-reason');
    const account = await findByName(tx, foldUsername(asked.username) ?? '');
    if (account === null) return refused('no-account');
    const userId = account.user_id as UserId;
    await holdRisk(tx, userId);
    // Read again: it may have been closed while this waited.
    if ((await findByName(tx, account.username))?.status === 'closed') return refused('closed');
    if (!(await change(tx, account, act))) return refused('already');
    const at = clock.now();
    const facts = { by: 'operator', reason };
    await recordSecurity(tx, { userId, kind: KINDS[act], place: null, facts, staff, at });
    if (act === 'disable') await revokeSessions(tx, { userId, which: 'all', by: 'disabled', at });
    return ok(null);
  });
}
