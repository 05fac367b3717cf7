import { type Clock, type Mode, type Result, type UnixMs, plusMs } from '@candor/kernel';
import type { Database } from '../../platform/postgres/db.ts';
import { createGroupCommit } from '../../platform/commit/group-commit.ts';
import {
  type Session,
  type TokenMarks,
  hashSecret,
  newSecret,
} from '../../platform/secrets/session.ts';
import { type Ticket, type TicketFailure, TICKET_MS, decideTicket } from '../connection/rules.ts';
import { type HashedTicket, insertTickets, takeTickets } from './store.ts';

type Parts = { readonly db: Database; readonly clock: Clock };

/** Gives out a ticket for one session and mode. Only its hash is kept. */
export type IssueTicket = (params: {
  readonly session: Pick<Session, 'id' | 'userId' | 'tokenHash'>;
  readonly mode: Mode;
}) => Promise<{ ticket: string; expiresAt: UnixMs }>;

/** Makes what gives out tickets; those asked for in one moment are kept by one statement. */
export function createIssuing({
  db,
  clock,
  tickets,
}: Parts & { readonly tickets: Pick<TokenMarks, 'mark'> }): IssueTicket {
  const batches = createGroupCommit<HashedTicket, void>({
    keyOf: ({ hash }) => hash,
    async runAll(made) {
      await insertTickets(db, made);
      return made.map(() => undefined);
    },
  });
  return async ({ session, mode }) => {
    const ticket = newSecret();
    const expiresAt = plusMs(clock.now(), TICKET_MS);
    const { id: sessionId, userId, tokenHash } = session;
    const made = { userId, sessionId, mode, tokenHash, expiresAt };
    await batches.run({ hash: hashSecret(ticket), ticket: made });
    return { ticket: tickets.mark(ticket), expiresAt };
  };
}

/** Uses tickets up, as they are under their marks; a second try finds nothing. */
export async function redeemTickets(
  { db, clock }: Parts,
  shown: readonly { readonly ticket: string; readonly userId: string }[],
): Promise<Result<Ticket, TicketFailure>[]> {
  const hashes = shown.map(({ ticket }) => hashSecret(ticket));
  const found = await takeTickets(db, hashes);
  const now = clock.now();
  return shown.map(({ userId }, index) =>
    decideTicket(found.get(hashes[index] ?? '') ?? null, { claimed: userId, now }),
  );
}
