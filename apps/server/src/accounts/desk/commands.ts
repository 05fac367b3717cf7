import {
  type Clock,
  type Result,
  type UnixMs,
  type UserId,
  fail,
  newUuid,
  ok,
} from '@candor/kernel';
import {
  type Failure,
  STAFF_FREEZE_MAX_MS,
  type SecurityKind,
  type StaffFreezeReason,
} from '@candor/protocol';
import { type AuditDetails, writeAudit } from '../../audit/index.ts';
import type { Database, Tx } from '../../platform/postgres/db.ts';
import { findById } from '../account/index.ts';
import { recordSecurity } from '../audit/index.ts';
import { holdRisk } from '../safeguards/index.ts';
import { setDemoDisabled, setStatus } from '../security/index.ts';
import { dropDisabling, endStaffFreeze, insertStaffNote, putStaffFreeze } from './store.ts';
import { isEndAllowed } from './rules.ts';

/** What a command of staff needs: the database as the product's own role. */
export type CommandDeps = { readonly db: Database; readonly clock: Clock };

/** Who of the staff acts on whom, and how the audit log names the command. */
export type StaffCommand = {
  readonly userId: UserId;
  readonly memberId: string;
  readonly role: string;
  readonly action: string;
};

type Done = Result<null, Failure<'not-found'>>;

/** What a command says to the user; null where it was so already, and nothing is said. */
type Said = {
  readonly kind: SecurityKind;
  readonly facts: Readonly<Record<string, string>>;
} | null;

/**
 * Changes an account under the locks of its trading accounts, for the user to read and for
 * the audit log, in one transaction.
 *
 * @failure not-found — no such user, or one who closed the account for good
 */
function act(
  { db, clock }: CommandDeps,
  by: StaffCommand,
  change: (tx: Tx, at: UnixMs) => Promise<{ said: Said; details: AuditDetails }>,
): Promise<Done> {
  const { userId, memberId, role, action } = by;
  return db.transaction(async (tx) => {
    await holdRisk(tx, userId);
    const account = await findById(tx, userId);
    if (account === null || account.status === 'closed') return fail({ name: 'not-found' });
    const at = clock.now();
    const { said, details } = await change(tx, at);
    if (said !== null) {
      const { kind, facts } = said;
      await recordSecurity(tx, { userId, kind, place: null, facts, staff: memberId, at });
    }
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: memberId, role },
      action,
      subject: account.username,
      userId,
      isToldElsewhere: said !== null,
      details,
    });
    return ok(null);
  });
}

const byOperator = (reason: string): Readonly<Record<string, string>> => ({
  by: 'operator',
  reason,
});

/**
 * Stops new risk of an account until a moment. Closing, cancelling and withdrawing never ask for it.
 *
 * @failure unreadable — an end that is over, or further away than thirty days
 * @failure not-found — no such account
 * @source PRODUCT 11
 */
export async function freezeByStaff(
  deps: CommandDeps,
  by: StaffCommand,
  asked: { readonly reason: StaffFreezeReason; readonly until: UnixMs },
): Promise<Result<null, Failure<'not-found' | 'unreadable'>>> {
  const { reason, until } = asked;
  if (!isEndAllowed(until, deps.clock.now(), STAFF_FREEZE_MAX_MS)) {
    return fail({ name: 'unreadable', field: 'until' });
  }
  return act(deps, by, async (tx, at) => {
    await putStaffFreeze(tx, { userId: by.userId, since: at, until, reason, by: by.memberId });
    const facts = { ...byOperator(reason), until: String(until) };
    return { said: { kind: 'staff-frozen', facts }, details: { reason, until } };
  });
}

/** Ends a freeze by staff before its time. @failure not-found — no such account */
export function unfreezeByStaff(
  deps: CommandDeps,
  by: StaffCommand,
  reason: string,
): Promise<Done> {
  return act(deps, by, async (tx, at) => {
    const isEnded = await endStaffFreeze(tx, by.userId, at);
    const said = isEnded ? { kind: 'staff-unfrozen', facts: byOperator(reason) } : null;
    return { said: said as Said, details: { reason } };
  });
}

/** Switches a demo account off or on. @failure not-found — no such account */
export function switchDemo(
  deps: CommandDeps,
  by: StaffCommand,
  asked: { readonly isOn: boolean; readonly reason: string },
): Promise<Done> {
  const { isOn, reason } = asked;
  return act(deps, by, async (tx) => {
    const isChanged = await setDemoDisabled(tx, by.userId, !isOn);
    const kind = isOn ? 'demo-enabled' : 'demo-disabled';
    return {
      said: isChanged ? { kind, facts: byOperator(reason) } : null,
      details: { reason, isOn },
    };
  });
}

/** Opens a disabled account before its time. @failure not-found — no such account */
export function enableAccount(deps: CommandDeps, by: StaffCommand, reason: string): Promise<Done> {
  return act(deps, by, async (tx) => {
    const isChanged = await setStatus(tx, by.userId, 'active');
    await dropDisabling(tx, by.userId);
    const said = isChanged ? { kind: 'account-enabled', facts: byOperator(reason) } : null;
    return { said: said as Said, details: { reason } };
  });
}

/** Adds a note about a user for staff. @failure not-found — no such user */
export function noteByStaff(
  { db, clock }: CommandDeps,
  by: StaffCommand,
  text: string,
): Promise<Done> {
  const { userId, memberId, role, action } = by;
  return db.transaction(async (tx) => {
    const account = await findById(tx, userId);
    if (account === null) return fail({ name: 'not-found' });
    const at = clock.now();
    await insertStaffNote(tx, { userId, id: newUuid(at), at, by: memberId, text });
    await writeAudit(tx, {
      at,
      actor: { kind: 'staff', id: memberId, role },
      action,
      subject: account.username,
      userId,
      details: { characters: text.length },
    });
    return ok(null);
  });
}
