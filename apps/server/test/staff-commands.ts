import { DAY_MS, type UnixMs, type UserId, newUuid, plusMs } from '@candor/kernel';
import type { TestClock } from '@candor/testkit';
import { accountDisabling, createDeskUsers } from '../src/accounts/index.ts';
import type { Database } from '../src/platform/postgres/db.ts';

/** What staff do to an account. */
export const STAFF_COMMANDS = [
  'disable',
  'enable',
  'disable-demo',
  'enable-demo',
  'freeze',
  'unfreeze',
] as const;
export type StaffCommandName = (typeof STAFF_COMMANDS)[number];

/** Does it as the desk does, for a test of what follows from it; a disabling as its case is carried out. */
export async function commandAsStaff(
  deps: { readonly db: Database; readonly clock: TestClock },
  said: {
    readonly userId: UserId;
    readonly act: StaffCommandName;
    readonly reason?: string;
    readonly memberId?: string;
    readonly until?: UnixMs;
  },
): Promise<boolean> {
  const { db, clock } = deps;
  const { userId, act, reason = 'A test' } = said;
  const at = clock.now();
  const until = said.until ?? plusMs(at, DAY_MS);
  const users = createDeskUsers({ db, deskDb: db, clock });
  const memberId = said.memberId ?? newUuid(at);
  const by = { userId, memberId, role: 'risk', action: `users.${act}` };
  if (act === 'disable') {
    const proposal = await users.proposeDisabling(userId, { reason, until });
    if (!proposal.ok) return false;
    const { facts } = proposal.value;
    const decided = { id: memberId, number: 'B-000001', userId, amount: null, asset: null };
    await db.transaction((tx) =>
      accountDisabling.apply(tx, { ...decided, facts, reason: null, decidedAt: at }, at, clock),
    );
    return true;
  }
  if (act === 'freeze') return (await users.freeze(by, { reason: 'identity-check', until })).ok;
  if (act === 'unfreeze') return (await users.unfreeze(by, reason)).ok;
  if (act === 'enable') return (await users.enable(by, reason)).ok;
  return (await users.setDemo(by, { isOn: act === 'enable-demo', reason })).ok;
}
