import type { Clock, UnixMs, UserId } from '@candor/kernel';
import type { Contracts } from '../../contracts/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { ReceivingAddress } from './rules.ts';

/** Names an address of a user's address book. */
export type NamedAddress = { readonly userId: UserId; readonly id: string };

/** What the address book answers; it stands above, and is handed down. */
export type ReceivingAddresses = {
  /** Those that are asked for, in their order; null for none of theirs. */
  find(
    sql: Sql,
    asked: readonly NamedAddress[],
    at: UnixMs,
  ): Promise<readonly (ReceivingAddress | null)[]>;
  /** Networks a user has an address of that may be used now. */
  networksOf(userId: UserId, at: UnixMs): Promise<readonly string[]>;
};

/** What the sale of tokens stands on. */
export type NftDeps = {
  readonly db: Database;
  /** Connections that callers never take. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'admitReal' | 'unjudged'>;
  readonly parameters: Parameters;
  readonly addresses: ReceivingAddresses;
  readonly isRehearsal: boolean;
};
