/**
 * backoffice — the operator's desk: a web server of its own, with its own sessions and its own role.
 * Owns: nothing; what it shows and changes belongs to the capabilities below.
 * Announces: nothing.
 * Needs: staff, cases, files, support, audit, and what its pages show: accounts, contracts, options,
 *   receipts, portfolio, messaging, market, parameters, content, engine.
 * Refuses: a caller without a role for a call, a page that is not the desk's.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/postgres/db.ts';
import type { Staff } from '../staff/index.ts';

/** What a process opens a desk with; the database as the desk's own role. */
export type DeskSetup = {
  readonly db: Database;
  /** Folder of the built pages. */
  readonly pages: URL;
  /** Address staff reach it by, when that is not this machine. */
  readonly publicUrl: string | null;
};

/** A desk in a process. */
export type Desk = {
  readonly http: FastifyInstance;
  readonly staff: Staff;
  /** Tells the members who could decide of cases past their deadline. */
  alarm(): Promise<void>;
};
