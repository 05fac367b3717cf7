import type { Host } from '../platform/host.ts';
import { type ReceiptDeps, type Receipts, createReceipts } from './index.ts';
import { listenPlanReceipts, listenReceipts } from './reactions.ts';
import { type PaperDeps, receiptRoutes } from './routes.ts';

/** Opens receipts in a process. */
export function wireReceipts(
  host: Host,
  deps: Omit<ReceiptDeps, 'db' | 'clock' | 'isRehearsal'> & PaperDeps,
): Receipts {
  // A bus of its own: a receipt takes its time, and nothing else waits for it.
  const bus = host.busOf('a receipt could not be written, and is tried again');
  const planBus = host.busOf('a receipt of a plan could not be written, and is tried again');
  const receipts = createReceipts({
    ...host,
    ...deps,
    bus,
    planBus,
    isRehearsal: host.installation === 'rehearsal',
  });
  listenReceipts(bus, receipts);
  listenPlanReceipts(planBus, receipts);
  host.addRoutes(receiptRoutes(receipts, deps));
  host.onStart(() => receipts.start());
  host.onStop('readers', () => receipts.stop());
  return receipts;
}
