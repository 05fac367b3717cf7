import type { MessageKey } from '@candor/locales';
import type { TransactionKind } from '@candor/protocol/light';
import { TRANSACTION_KINDS } from '@candor/protocol/light';
import { type DayText, dayEnd, dayStart } from '../../lib/local-days.ts';
import type { TransactionsQuery } from './api.ts';

/** What a payment was for, in words. */
export const KIND_LABELS = Object.fromEntries(
  TRANSACTION_KINDS.map((kind) => [kind, `records.kind-${kind}`]),
) as Readonly<Record<TransactionKind, MessageKey>>;

/** The assets a trading account may hold. */
export const ASSETS = ['USDT', 'BTC', 'ETH'] as const;
type Asset = (typeof ASSETS)[number];

/** The filters of the payments as they stand in the form; empty text is no filter. */
export type RecordFilter = {
  readonly kind: TransactionKind | '';
  readonly asset: Asset | '';
  readonly from: DayText;
  readonly to: DayText;
};

/** No filter at all. */
export const NO_FILTER: RecordFilter = { kind: '', asset: '', from: '', to: '' };

/** Whether anything is filtered. */
export function isFiltered(filter: RecordFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/** The filters as the call takes them; both days are included, in the reader's zone. */
export function queryOf(
  filter: RecordFilter,
): Pick<TransactionsQuery, 'kind' | 'asset' | 'from' | 'to'> {
  const from = dayStart(filter.from);
  const to = dayEnd(filter.to);
  return {
    ...(filter.kind === '' ? {} : { kind: filter.kind }),
    ...(filter.asset === '' ? {} : { asset: filter.asset }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
