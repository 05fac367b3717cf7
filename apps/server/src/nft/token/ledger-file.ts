import { formatMoney, isoText } from '@candor/kernel';
import { csvOf } from '../../platform/formats/csv.ts';
import { REHEARSAL } from '../../platform/process/rehearsal.ts';
import type { Figures } from './sale-store.ts';
import type { Payout, Sale } from './token.ts';

const COLUMNS = [
  'time_utc',
  'kind',
  'number',
  'charity',
  'register',
  'register_number',
  'token',
  'price_usdt',
  'charity_usdt',
  'artist_usdt',
  'candor_usdt',
  'paid_out_usdt',
  'payment_reference',
  'receipt',
  'receipt_sha256',
  'entry_id',
] as const;

/**
 * The public ledger of donations as CSV: each sale with what everyone got of it, each pay-out with what proves it, the
 * oldest first, in USDT. Of all lines the sum of `charity_usdt` is what was raised, that of `paid_out_usdt` what was
 * paid out. Nothing in it says who bought.
 */
export function donationsFile(
  found: {
    readonly charities: readonly Figures[];
    readonly sales: readonly Sale[];
    readonly payouts: readonly Payout[];
  },
  isRehearsal: boolean,
): { readonly name: string; readonly content: string } {
  const charityOf = new Map(found.charities.map((one) => [one.id, one]));
  const namesOf = (id: string): string[] => {
    const charity = charityOf.get(id);
    return [charity?.name ?? '', charity?.register ?? '', charity?.registerNumber ?? ''];
  };
  const sales = found.sales.map((sale) => ({
    at: sale.at,
    cells: [
      ...['sale', sale.number, ...namesOf(sale.beneficiaryId), sale.title],
      ...[sale.price, sale.charity, sale.creator, sale.house].map(formatMoney),
      ...['', '', '', '', sale.entryId],
    ],
  }));
  const payouts = found.payouts.map((payout) => ({
    at: payout.at,
    cells: [
      ...['payout', payout.number, ...namesOf(payout.payeeId), '', '', '', '', ''],
      ...[formatMoney(payout.amount), payout.reference, payout.receipt],
      ...[payout.receiptSha256 ?? '', payout.entryId],
    ],
  }));
  const lines = [...sales, ...payouts].toSorted((a, b) => a.at - b.at);
  const rows = lines.map(({ at, cells }) => [isoText(at), ...cells]);
  return {
    name: 'candor-donations.csv',
    content: csvOf(COLUMNS, rows, isRehearsal ? REHEARSAL : null),
  };
}
