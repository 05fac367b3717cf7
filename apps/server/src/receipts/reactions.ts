import { CONTRACTS_CHANGED, CONTRACTS_CLOSED, type ContractsChanged } from '../contracts/index.ts';
import { CONVERTED, type ConvertedFact } from '../exchange/index.ts';
import { OPTIONS_SETTLED, type OptionsChanged } from '../options/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Receipts } from './index.ts';

/** What receipts listen to. */
export function listenReceipts(bus: Bus, receipts: Receipts): void {
  const closed = ({ changed }: ContractsChanged): Promise<void> => receipts.closed(changed);
  bus.subscribe(CONTRACTS_CLOSED, closed);
  // A part was closed, or something else became of it.
  bus.subscribe(CONTRACTS_CHANGED, closed);
  bus.subscribe(CONVERTED, ({ changed }: ConvertedFact) => receipts.converted(changed));
  bus.subscribe(OPTIONS_SETTLED, ({ changed }: OptionsChanged) => receipts.settled(changed));
}
