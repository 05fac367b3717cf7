import type { UnixMs, UserId } from '@candor/kernel';
import type { SecurityKind } from '@candor/protocol';
import type { Tx } from '../../platform/postgres/db.ts';

const INSERT = `
  insert into accounts.security_event (user_id, id, at, kind, device, address, facts, staff)
  values ($1, $2, platform.from_ms($3), $4, $5, $6, $7, $8)`;

/** One change as it is stored. */
export type NewSecurityEvent = {
  readonly userId: UserId;
  readonly id: string;
  readonly at: UnixMs;
  readonly kind: SecurityKind;
  readonly device: string | null;
  readonly address: string | null;
  readonly facts: Readonly<Record<string, string>>;
  /** Who of the staff did it; null when no member of staff did it. */
  readonly staff: string | null;
};

/** Adds a change; none is ever edited. */
export async function insertSecurityEvent(tx: Tx, event: NewSecurityEvent): Promise<void> {
  const { userId, id, at, kind, device, address, facts, staff } = event;
  await tx.query(INSERT, [userId, id, at, kind, device, address, JSON.stringify(facts), staff]);
}

const MAILBOX = `
  select target from accounts.contact where user_id = $1 and channel = 'email'`;

/** Where an owner reads mail now; null without a proven address. */
export async function findMailbox(tx: Tx, userId: UserId): Promise<string | null> {
  return (await tx.query<{ target: string }>(MAILBOX, [userId]))[0]?.target ?? null;
}
