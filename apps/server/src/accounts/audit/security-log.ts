import { type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { SecurityKind } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { deviceOf, maskAddress } from './device.ts';
import { SECURITY_CHANGED, type SecurityChanged } from './events.ts';
import { holdAfter } from './holds.ts';
import type { ClientOrigin } from '../account/index.ts';
import { findMailbox, insertSecurityEvent } from './security-event-store.ts';

/** Something that changed how an account can be entered or what it may do. */
export type SecurityEvent = {
  readonly userId: UserId;
  readonly kind: SecurityKind;
  /** Null when no person was there: an operator's command, a deadline. */
  readonly place: ClientOrigin | null;
  /** What the owner may read about it; never a secret. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Who of the staff did it: kept with the change, and told to nobody. */
  readonly staff?: string;
  /**
   * Where the owner read mail before the action, when the action changes that; else it is looked
   * up.
   */
  readonly mailbox?: string | null;
  /** The account's first second factor: withdrawals, which need one, do not wait for it. */
  readonly isFirst?: boolean;
  readonly at: UnixMs;
};

/**
 * Writes a change down for its owner and announces it, in the transaction of the command. After a
 * change of what opens the account withdrawals wait.
 */
export async function recordSecurity(tx: Tx, event: SecurityEvent): Promise<void> {
  const { userId, kind, place, facts = {}, staff = null, at } = event;
  const id = newUuid(at);
  const device = place === null ? null : deviceOf(place.device);
  const address = place === null ? null : maskAddress(place.address);
  if (event.isFirst !== true) await holdAfter(tx, { userId, kind, at });
  await insertSecurityEvent(tx, { userId, id, at, kind, device, address, facts, staff });
  const mailbox = event.mailbox === undefined ? await findMailbox(tx, userId) : event.mailbox;
  const payload: SecurityChanged = { userId, id, kind, device, address, facts, mailbox, at };
  await appendFacts(tx, [{ topic: SECURITY_CHANGED, payload }], at);
}
