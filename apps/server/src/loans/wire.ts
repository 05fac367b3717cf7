import { MINUTE_MS, SECOND_MS } from '@candor/kernel';
import type { Host } from '../platform/host.ts';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import { createLoanPapers } from './agreement/papers.ts';
import { type LoanDeps, type Loans, createLoans } from './index.ts';
import { loanRoutes } from './routes.ts';

/** How often it is looked whether a midnight or a due date has passed. */
const TEND_MS = 5 * SECOND_MS;

/** One look after another, and none begins once the process stops. */
function tendByTimer(host: Host, loans: Loans): void {
  let running: Promise<void> | null = null;
  let isStopping = false;
  host.every(TEND_MS, () => {
    if (isStopping || running !== null) return undefined;
    running = loans.tend().finally(() => {
      running = null;
    });
    return running;
  });
  host.onStop('commands', async () => {
    isStopping = true;
    // What failed was told where it ran.
    await running?.catch(() => undefined);
  });
}

/** Opens loans in a process. */
export function wireLoans(
  host: Host,
  deps: Omit<
    LoanDeps,
    'db' | 'acting' | 'clock' | 'log' | 'committed' | 'papers' | 'isRehearsal'
  > & {
    readonly pdfs: Pick<Pdfs, 'write'>;
    /** Address of the product’s pages. */
    readonly origin: () => string;
  },
): Loans {
  const papers = createLoanPapers({ ...deps, db: host.db });
  const isRehearsal = host.installation === 'rehearsal';
  const loans = createLoans({ ...host, ...deps, papers, isRehearsal });
  host.onStart(() => papers.keep(host.clock.now()));
  host.addRoutes(loanRoutes(loans, host.inFlight));
  host.onStop('commands', () => loans.commands.idle());
  host.every(MINUTE_MS, () => loans.sweep());
  if (host.turns === 'byTimer') tendByTimer(host, loans);
  return loans;
}
