import { findEntries } from '../ledger/index.ts';
import type { SoldToken } from '../nft/index.ts';
import type { Unhashed } from './canonical.ts';
import { donationReceipt } from './donation-receipt.ts';
import { type Written, findWritten } from './store.ts';
import { type Terms, termsOf } from './terms.ts';
import { type NewReceipt, type ReceiptDeps, type WritingDeps, take } from './writing.ts';

async function receiptOf(deps: ReceiptDeps, sold: SoldToken, terms: Terms): Promise<Unhashed> {
  const { userId, tokenId: subject, at } = sold.sale;
  const entries = await findEntries(deps.db, [{ userId, subject, from: at, to: at }]);
  return donationReceipt({ sold, terms, entries });
}

/** Writes the receipts of tokens that were sold; those there are stay. */
export async function writeDonations(
  deps: WritingDeps,
  tokenIds: readonly string[],
): Promise<void> {
  const sold = await deps.nft.sold(tokenIds);
  const known = await findWritten(
    deps.db,
    sold.map(({ sale }) => sale.receiptNo),
  );
  const fresh = sold.filter(({ sale }) => !known.has(sale.receiptNo));
  const made = fresh.map(async (one): Promise<NewReceipt> => {
    // It names no prices; which ran then is kept with every receipt.
    const { key: feed } = deps.market.feed();
    const terms = termsOf(deps, { feed, documents: null, feeVersion: 0 });
    const { userId, tokenId: subject } = one.sale;
    return { receipt: await receiptOf(deps, one, terms), terms, userId, subject };
  });
  await take(deps, await Promise.all(made));
}

/** The receipt of a sale as its rows say it now; null when they are gone. */
export async function deriveDonation(
  deps: ReceiptDeps,
  { subject, terms }: Written,
): Promise<Unhashed | null> {
  const [sold] = await deps.nft.sold([subject]);
  return sold === undefined ? null : receiptOf(deps, sold, terms);
}
