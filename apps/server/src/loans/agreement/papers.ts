import { type UnixMs, ensure } from '@candor/kernel';
import type { Pdfs } from '../../platform/formats/pdf/pdf.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { LoanPapers } from '../loan/deps.ts';
import { agreementPaper } from './paper.ts';
import { saleReportPaper } from './sale-report.ts';
import { findWords, keepWords } from './words-store.ts';
import { wordsNow } from './words.ts';

/** Writes documents of loans; the words of today are kept before the first agreement is signed. */
export function createLoanPapers(deps: {
  readonly db: Database;
  readonly pdfs: Pick<Pdfs, 'write'>;
  /** Address of the product’s pages. */
  readonly origin: () => string;
}): LoanPapers & { keep(at: UnixMs): Promise<void> } {
  const { db, pdfs, origin } = deps;
  const now = wordsNow();
  return {
    wordsHash: now.hash,
    keep: (at) => keepWords(db, now, at),
    async agreement(facts, { language, by }) {
      const kept = facts.words === now.hash ? now.text : await findWords(db, facts.words);
      const words = ensure(kept, 'words that were signed are kept');
      return pdfs.write(agreementPaper(facts, { language, origin: origin(), words }), by);
    },
    saleReport: (facts, { language, by }) =>
      pdfs.write(saleReportPaper(facts, { language, origin: origin() }), by),
  };
}
