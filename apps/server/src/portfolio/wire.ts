import type { Host } from '../platform/host.ts';
import { type PaperDeps, type Portfolio, type PortfolioDeps, createPortfolio } from './index.ts';
import { portfolioRoutes } from './routes.ts';

/** Opens portfolio in a process. */
export function wirePortfolio(
  host: Host,
  deps: Omit<PortfolioDeps, 'db' | 'clock' | 'committed' | 'installation'> & PaperDeps,
): Portfolio {
  const portfolio = createPortfolio({ ...host, ...deps });
  host.addRoutes(portfolioRoutes(portfolio, host.inFlight));
  return portfolio;
}
