import { type Clock, type Result, type UserId, fail, ok } from '@candor/kernel';
import type { Database, Tx } from '../../../platform/postgres/db.ts';
import { revokeSessions } from '../../sessions/index.ts';
import { foldUsername, type AccountRow, findByName } from '../../account/index.ts';
import { holdRisk } from '../../safeguards/index.ts';
import { recordSecurity } from '../../audit/index.ts';
import { setDemoDisabled, setStatus } from './closing-store.ts';

/** What an operator may do to an account until the desk exists. */
export const ACCOUNT_SWITCHES = ['disable', 'enable', 'disable-demo', 'enable-demo'] as const;
export type AccountSwitch = (typeof ACCOUNT_SWITCHES)[number];

const KINDS = {
  disable: 'account-disabled',
  enable: 'account-enabled',
  'disable-demo': 'demo-disabled',
  'enable-demo': 'demo-enabled',
} as const;

/** Why an operator's command did nothing. */
export type SwitchRefusal = { readonly name: 'no-account' | 'closed' | 'no-reason' | 'already' };

async function change(tx: Tx, account: AccountRow, act: AccountSwitch): Promise<boolean> {
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
export function switchAccount(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  params: {
    readonly username: string;
    readonly act: AccountSwitch;
    readonly reason: string;
    /** Who of the staff does it; kept with the change. */
    readonly by: string;
  },
): Promise<Result<null, SwitchRefusal>> {
  const { act, by: staff } = params;
  const reason = params.reason.trim();
  const refused = (name: SwitchRefusal['name']): Result<never, SwitchRefusal> => fail({ name });
  return db.transaction(async (tx) => {
    if (reason === '' || reason.length > 400) return refused('no-reason');
    const account = await findByName(tx, foldUsername(params.username) ?? '');
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
