import type { Clock, Money, Result, UserId } from '@candor/kernel';
import type { Cases } from '../../cases/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import type { Exchange } from '../../exchange/index.ts';
import type { Files } from '../../files/index.ts';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { AgreementFacts } from './agreement.ts';

/** Writes an agreement as PDF in a language. */
export type AgreementPaper = (
  facts: AgreementFacts,
  language: string,
) => Promise<Result<Buffer, { readonly name: 'busy' | 'too-long' }>>;

/** What loans stand on. */
export type LoanDeps = {
  readonly db: Database;
  /** Connections that callers never take: for whatever a price or a midnight sets off. */
  readonly acting: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each commit, so that the facts are read soon. */
  readonly committed: () => void;
  readonly market: Pick<Market, 'instrument' | 'latest' | 'status' | 'feed'>;
  readonly contracts: Pick<Contracts, 'accountMargins' | 'admitReal' | 'unjudged'>;
  readonly exchange: Pick<Exchange, 'terms' | 'within'>;
  readonly parameters: Parameters;
  readonly cases: Pick<Cases, 'open'>;
  readonly files: Pick<Files, 'use'>;
  /** What an account owns less what it owes; null while it cannot be judged. */
  readonly netAssets: (sql: Sql, account: TradingAccount) => Promise<Money | null>;
  readonly usernameOf: (sql: Sql, userId: UserId) => Promise<string | null>;
  /** Null: none is written here. */
  readonly paper: AgreementPaper | null;
};
