import { type Mode, type SessionId, type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Sql } from '../platform/db.ts';
import type { Ticket } from './rules.ts';
import type { TicketRow } from './schema.ts';

const INSERT = `
  insert into live.ticket (hash, user_id, session_id, mode, token_hash, expires_at)
  values ($1, $2, $3, $4, $5, platform.from_ms($6))`;

// One statement, so that of two sockets with one ticket only one finds it.
const TAKE = `
  delete from live.ticket where hash = $1 
  returning user_id, session_id, mode, token_hash, expires_at`;

const SWEEP = 'delete from live.ticket where expires_at <= platform.from_ms($1)';

/** Keeps a ticket under the hash of its secret. */
export async function insertTicket(sql: Sql, hash: string, ticket: Ticket): Promise<void> {
  const { userId, sessionId, mode, tokenHash, expiresAt } = ticket;
  await sql.query(INSERT, [hash, userId, sessionId, mode, tokenHash, expiresAt]);
}

/** Takes a ticket away for good and answers what it was, or null when there was none. */
export async function takeTicket(sql: Sql, hash: string): Promise<Ticket | null> {
  const [row] = await sql.query<TicketRow>(TAKE, [hash]);
  return row === undefined ? null : ticketOf(row);
}

/** Removes tickets nobody used in time. */
export async function sweepTickets(sql: Sql, now: UnixMs): Promise<void> {
  await sql.query(SWEEP, [now]);
}

function ticketOf(row: TicketRow): Ticket {
  const mode: Mode | null = row.mode === 'demo' || row.mode === 'real' ? row.mode : null;
  return {
    userId: row.user_id as UserId,
    sessionId: row.session_id as SessionId,
    mode: ensure(mode, 'a ticket is for demo or real'),
    tokenHash: row.token_hash,
    expiresAt: row.expires_at as UnixMs,
  };
}
