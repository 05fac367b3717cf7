import type { Clock, Money, Result, UserId } from '@candor/kernel';
import type { Cases } from '../../cases/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import type { Exchange } from '../../exchange/index.ts';
import type { Files } from '../../files/index.ts';
import type { TradingAccount } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database, Sql } from '../../platform/postgres/db.ts';
import type { PdfFailure } from '../../platform/formats/pdf/pdf.ts';
import type { Log } from '../../platform/process/log.ts';
import type { AgreementFacts } from './agreement.ts';
import type { SaleReportFacts } from './sale-report-facts.ts';

/** In which language a document of a loan is written, and for whom: they have so many places to wait. */
export type PaperParams = { readonly language: string; readonly by: string };

/** Writes documents of loans. */
export type LoanPapers = {
  /** SHA-256 of the words agreements are made in now. */
  readonly wordsHash: string;
  /** An agreement as PDF in a language, in the words it was signed in. */
  agreement(facts: AgreementFacts, asked: PaperParams): Promise<Result<Buffer, PdfFailure>>;
  /** What happened to collateral that was sold, as PDF in a language. */
  saleReport(facts: SaleReportFacts, asked: PaperParams): Promise<Result<Buffer, PdfFailure>>;
};

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
  readonly exchange: Pick<Exchange, 'bidOf' | 'terms' | 'within'>;
  readonly parameters: Parameters;
  readonly cases: Pick<Cases, 'open' | 'proposeAs'>;
  readonly files: Pick<Files, 'use'>;
  /** What an account owns less what it owes; null while it cannot be judged. */
  readonly netAssets: (sql: Sql, account: TradingAccount) => Promise<Money | null>;
  readonly usernameOf: (sql: Sql, userId: UserId) => Promise<string | null>;
  readonly papers: LoanPapers;
  readonly isRehearsal: boolean;
};
