import { type Clock, type Mode, type Result, type UnixMs, plusMs } from '@candor/kernel';
import type { Database } from '../platform/db.ts';
import { type Session, hashSecret, newSecret } from '../platform/session.ts';
import { type Ticket, type TicketFailure, TICKET_MS, decideTicket } from './rules.ts';
import { insertTicket, takeTicket } from './store.ts';

type Parts = { readonly db: Database; readonly clock: Clock };

/** Gives out a ticket for one session and mode. Only its hash is kept. */
export async function issueTicket(
  { db, clock }: Parts,
  asked: { readonly session: Pick<Session, 'id' | 'userId' | 'tokenHash'>; readonly mode: Mode },
): Promise<{ ticket: string; expiresAt: UnixMs }> {
  const ticket = newSecret();
  const expiresAt = plusMs(clock.now(), TICKET_MS);
  await insertTicket(db, hashSecret(ticket), {
    userId: asked.session.userId,
    sessionId: asked.session.id,
    mode: asked.mode,
    tokenHash: asked.session.tokenHash,
    expiresAt,
  });
  return { ticket, expiresAt };
}

/** Uses a ticket up, for whoever shows it; a second try finds nothing. */
export async function redeemTicket(
  { db, clock }: Parts,
  shown: { readonly ticket: string; readonly userId: string },
): Promise<Result<Ticket, TicketFailure>> {
  const found = await takeTicket(db, hashSecret(shown.ticket));
  return decideTicket(found, { claimed: shown.userId, now: clock.now() });
}
