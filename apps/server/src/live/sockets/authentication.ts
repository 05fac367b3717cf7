import type { Clock, SessionId, UnixMs } from '@candor/kernel';
import { CLOSE_CODES, type ClientFrame } from '@candor/protocol';
import type { Database } from '../../platform/postgres/db.ts';
import { createGroupCommit } from '../../platform/commit/group-commit.ts';
import type { Log } from '../../platform/process/log.ts';
import { redeemTickets } from '../tickets/commands.ts';
import type { TokenMarks } from '../../platform/secrets/session.ts';
import { type Connection, closeConnection, isOpen } from '../connection/connection.ts';
import type { AccountConnections } from '../connection/account-connections.ts';
import type { Ticket } from '../connection/rules.ts';

/** Until when access tokens open their sessions; the capability `accounts` fulfils it. */
export interface LiveSessions {
  liveUntil(
    tokens: readonly { sessionId: SessionId; tokenHash: string }[],
  ): Promise<readonly (UnixMs | null)[]>;
}

/** What a socket shows to be authenticated. */
export type Shown = Extract<ClientFrame, { type: 'USER_AUTH' }>;

type AuthenticationParams = { readonly connection: Connection; readonly shown: Shown };

/** RFC 6455 for what WIRE 6 has no code for. */
const SERVER_ERROR = 1011;

/**
 * Makes what looks at tickets. Those of one moment are looked at together, a batch in two
 * statements, so that thousands of sockets that come back at once are some dozens of statements and
 * no turn of the loop has more than a batch to answer. More than may wait hear 1011 and come back.
 */
export function createAuthentication(parts: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: LiveSessions;
  readonly tickets: Pick<TokenMarks, 'read'>;
  readonly accounts: AccountConnections;
  /** Lets a socket hear what its ticket is for. */
  admit(connection: Connection, ticket: Ticket): void;
}): { ask(connection: Connection, shown: Shown): Promise<void> } {
  const { log, sessions, tickets, accounts } = parts;

  function failed(connection: Connection, error: unknown): void {
    log.error({ err: error }, 'a socket could not be authenticated');
    closeConnection(connection, SERVER_ERROR, 'try again');
  }

  function refuse(connection: Connection, reason: string): void {
    log.info({ reason }, 'a ticket was refused');
    closeConnection(connection, CLOSE_CODES.ticket, 'ticket');
  }

  /** The sockets whose tickets are good, and the tickets; the others are closed. */
  async function redeem(params: readonly AuthenticationParams[]) {
    const shown = params.map((one) => one.shown);
    const redeemed = await redeemTickets(parts, shown);
    return params.flatMap(({ connection }, index) => {
      const one = redeemed[index];
      if (one?.ok === true) return [{ connection, ticket: one.value }];
      refuse(connection, one?.failure.name ?? 'ticket-unknown');
      return [];
    });
  }

  async function authenticate(params: readonly AuthenticationParams[]): Promise<void> {
    const good = await redeem(params);
    // Named before the check: a session that ends while we ask is then found by its number. A
    // client that only comes with a newer token of the same session hears on meanwhile.
    for (const { connection, ticket } of good) {
      if (connection.sessionId !== ticket.sessionId) accounts.leave(connection);
      connection.sessionId = ticket.sessionId;
    }
    if (good.length === 0) return;
    const untils = await sessions.liveUntil(good.map(({ ticket }) => ticket));
    for (const [index, { connection, ticket }] of good.entries()) {
      const until = untils[index] ?? null;
      if (until === null) {
        closeConnection(connection, CLOSE_CODES.revoked, 'session over');
        continue;
      }
      connection.tokenHash = ticket.tokenHash;
      connection.tokenUntil = until;
      if (isOpen(connection)) parts.admit(connection, ticket);
    }
  }

  const batches = createGroupCommit<AuthenticationParams, void>({
    // Of two sockets with one ticket the second looks when the first has used it.
    keyOf: ({ shown }) => shown.ticket,
    async runAll(params) {
      const open = params.filter(({ connection }) => isOpen(connection));
      try {
        if (open.length > 0) await authenticate(open);
      } catch (error) {
        // Not tried again here: a ticket may be used up already.
        for (const { connection } of open) failed(connection, error);
      }
      return params.map(() => undefined);
    },
  });

  return {
    async ask(connection, shown) {
      const ticket = tickets.read(shown.ticket);
      // What we never handed out is not looked up, and takes nobody's place among those that are.
      if (ticket === null) {
        refuse(connection, 'ticket-unknown');
        return;
      }
      await batches
        .run({ connection, shown: { ...shown, ticket } })
        .catch((error: unknown) => failed(connection, error));
    },
  };
}
