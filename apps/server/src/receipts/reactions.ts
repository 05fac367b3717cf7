import { CONTRACTS_CLOSED, type ContractsChanged } from '../contracts/index.ts';
import { OPTIONS_SETTLED, type OptionsChanged } from '../options/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Receipts } from './index.ts';

/** What receipts listen to. */
export function listenReceipts(bus: Bus, receipts: Receipts): void {
  bus.subscribe(CONTRACTS_CLOSED, ({ changed }: ContractsChanged) => receipts.closed(changed));
  bus.subscribe(OPTIONS_SETTLED, ({ changed }: OptionsChanged) => receipts.settled(changed));
}
