import { CONTRACTS_CHANGED, CONTRACTS_CLOSED, type ContractsChanged } from '../contracts/index.ts';
import { CONVERTED, type ConvertedFact } from '../exchange/index.ts';
import { LOANS_CHANGED, type LoansChanged } from '../loans/index.ts';
import { NFT_CHANGED, type NftChanged } from '../nft/index.ts';
import { OPTIONS_SETTLED, type OptionsChanged } from '../options/index.ts';
import {
  PLANS_CHANGED,
  PLAN_FUND_MOVED,
  type PlanFundMoved,
  type PlansChanged,
} from '../plans/index.ts';
import type { Bus } from '../platform/commit/bus.ts';
import type { Receipts } from './index.ts';

/** What receipts listen to. */
export function listenReceipts(bus: Bus, receipts: Receipts): void {
  const closed = ({ changed }: ContractsChanged): Promise<void> => receipts.closed(changed);
  bus.subscribe(CONTRACTS_CLOSED, closed);
  // A part was closed, or something else became of it.
  bus.subscribe(CONTRACTS_CHANGED, closed);
  bus.subscribe(CONVERTED, ({ changed }: ConvertedFact) => receipts.converted(changed));
  bus.subscribe(LOANS_CHANGED, async ({ changed }: LoansChanged) => {
    const ids = changed.flatMap(({ userId, news }) =>
      news.flatMap((one) => (one.kind === 'sale' ? [{ userId, id: one.saleId }] : [])),
    );
    if (ids.length > 0) await receipts.sold(ids);
  });
  bus.subscribe(NFT_CHANGED, async ({ changed }: NftChanged) => {
    const sold = changed.filter(({ news }) =>
      news.some(({ kind }) => kind === 'won' || kind === 'bought'),
    );
    if (sold.length > 0) await receipts.donated(sold.map(({ tokenId }) => tokenId));
  });
  bus.subscribe(OPTIONS_SETTLED, ({ changed }: OptionsChanged) => receipts.settled(changed));
}

/** What receipts of plans listen to: by a reader of their own, for a midnight brings a hundred thousand. */
export function listenPlanReceipts(bus: Bus, receipts: Receipts): void {
  bus.subscribe(PLANS_CHANGED, ({ changed }: PlansChanged) => receipts.plansChanged(changed));
  bus.subscribe(PLAN_FUND_MOVED, (moved: PlanFundMoved) => receipts.fundMoved(moved));
}
