import { MINUTE_MS } from '@candor/kernel';
import type { Host } from '../platform/host.ts';
import { type LoanDeps, type Loans, createLoans } from './index.ts';
import { loanRoutes } from './routes.ts';

/** Opens loans in a process. */
export function wireLoans(
  host: Host,
  deps: Omit<LoanDeps, 'db' | 'acting' | 'clock' | 'log' | 'committed'>,
): Loans {
  const loans = createLoans({ ...host, ...deps });
  host.addRoutes(loanRoutes(loans, host.inFlight));
  host.every(MINUTE_MS, () => loans.sweep());
  return loans;
}
