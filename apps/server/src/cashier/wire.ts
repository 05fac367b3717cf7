import { SECOND_MS } from '@candor/kernel';
import type { Cases } from '../cases/index.ts';
import type { Contracts } from '../contracts/index.ts';
import type { Market } from '../market/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import { type WithdrawalDeps, type Withdrawals, createWithdrawals } from './withdrawals/index.ts';
import { withdrawalRoutes } from './withdrawals/withdrawals-routes.ts';

/** What the cashier's rooms ask of the capabilities below and of the operator's settings. */
export type CashierDeps = {
  readonly cases: Cases;
  readonly contracts: Contracts;
  readonly market: Market;
  readonly parameters: Parameters;
} & Pick<WithdrawalDeps, 'book' | 'chains' | 'payoutSource' | 'screening'>;

/** How often waiting withdrawals are looked at: holds end to the second. */
const ADVANCE_MS = SECOND_MS;
const WATCH_MS = 5 * SECOND_MS;
const FIGURES_MS = 30 * SECOND_MS;

function openWithdrawals(host: Host, deps: CashierDeps): Withdrawals {
  const withdrawals = createWithdrawals({ ...host, ...deps });
  host.addRoutes(withdrawalRoutes(withdrawals, host.inFlight));
  let problems = 0;
  host.metrics.gauge(
    'candor_withdrawals_wrong',
    'Withdrawals whose transaction pays another recipient or sum',
    () => problems,
  );
  host.every(ADVANCE_MS, () => withdrawals.advance());
  host.every(WATCH_MS, () => withdrawals.watch());
  host.every(FIGURES_MS, async () => {
    problems = await withdrawals.problems();
  });
  return withdrawals;
}

/** Opens the cashier in a process, room by room. */
export function wireCashier(host: Host, deps: CashierDeps) {
  return { withdrawals: openWithdrawals(host, deps) };
}

/** The cashier's rooms in one process. */
export type Cashier = ReturnType<typeof wireCashier>;
