import type { Sql } from '../platform/postgres/db.ts';
import { type SumRow, sums } from './store.ts';

/**
 * What a look over all trading accounts found; `faults` is empty when every promise of the ledger
 * holds.
 */
export type Reconciliation = {
  readonly faults: readonly string[];
  /** Sum of every class of account by mode and asset, in units: "demo/USDT/user:cash" → sum. */
  readonly totals: ReadonlyMap<string, bigint>;
};

const describe = (what: string, row: SumRow): string =>
  `${what}: ${row.mode}/${row.asset} ${row.account} ${row.amount}`;

/**
 * Looks over the whole journal: the classes of each trading account sum to zero, every stored
 * balance and every total kept beside it is the sum of its postings, no entry is empty or mixes
 * modes, no payment is outside the chart.
 */
export async function reconcile(sql: Sql): Promise<Reconciliation> {
  // One after the other: side by side they would take nearly every connection calls are answered over.
  const classes = await sums.classes(sql);
  const drift = await sums.drift(sql);
  const earned = await sums.earned(sql);
  const lines = await sums.lines(sql);
  const house = await sums.house(sql);
  const marks = await sums.marks(sql);
  const hours = await sums.hours(sql);
  const mixed = await sums.mixed(sql);
  const empty = await sums.empty(sql);
  const outside = await sums.outside(sql);
  const totals = new Map<string, bigint>();
  const books = new Map<string, bigint>();
  for (const row of classes) {
    const book = `${row.mode}/${row.asset}`;
    totals.set(`${book}/${row.account}`, BigInt(row.amount));
    books.set(book, (books.get(book) ?? 0n) + BigInt(row.amount));
  }
  const unbalanced = [...books].filter(([, sum]) => sum !== 0n);
  return {
    faults: [
      ...unbalanced.map(([book, sum]) => `the book does not sum to zero: ${book} ${sum}`),
      ...drift.map((row) => describe('a balance differs from its postings', row)),
      ...earned.map((row) => describe('a kept result differs from its postings', row)),
      ...lines.map((row) => describe('a kept count of payments differs', row)),
      ...house.map((row) => describe('a kept sum of the house differs from its postings', row)),
      ...marks.map((row) => describe('a mark of a statement is wrong', row)),
      ...hours.map((row) => describe('a kept hour differs from its postings', row)),
      ...mixed.map((row) => describe('an entry mixes modes or kinds', row)),
      ...empty.map((row) => describe('an entry without postings', row)),
      ...outside.map((row) => describe('a payment outside the chart', row)),
    ],
    totals,
  };
}
