import { type Mode, type SessionId, type UnixMs, type UserId, ensure } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import type { Ticket } from '../connection/rules.ts';
import type { TicketRow } from './schema.ts';

// One statement, so that of two sockets with one ticket only one finds it.
const TAKE = `
  delete from live.ticket where hash = any($1)
  returning hash, user_id, session_id, mode, token_hash, expires_at`;

const SWEEP = 'delete from live.ticket where expires_at <= platform.from_ms($1)';

/** A ticket and the hash of its secret. */
export type HashedTicket = { readonly hash: string; readonly ticket: Ticket };

const TICKETS = columnsOf<HashedTicket>([
  ['hash', 'text', ({ hash }) => hash],
  ['user_id', 'uuid', ({ ticket }) => ticket.userId],
  ['session_id', 'uuid', ({ ticket }) => ticket.sessionId],
  ['mode', 'text', ({ ticket }) => ticket.mode],
  ['token_hash', 'text', ({ ticket }) => ticket.tokenHash],
  ['expires_at', 'moment', ({ ticket }) => ticket.expiresAt],
]);
const INSERT = TICKETS.insertInto('live.ticket');

/** Keeps tickets under the hashes of their secrets. */
export async function insertTickets(sql: Sql, made: readonly HashedTicket[]): Promise<void> {
  await sql.query(INSERT, TICKETS.values(made));
}

/** Takes tickets away for good and answers, by hash, what those were that were there. */
export async function takeTickets(
  sql: Sql,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Ticket>> {
  const rows = await sql.query<TicketRow>(TAKE, [hashes]);
  return new Map(rows.map((row) => [row.hash, ticketOf(row)]));
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
