import type { UnixMs, UserId } from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { readHistory } from './history-store.ts';
import { listSales } from './sale-store.ts';
import { listOfUser } from './store.ts';
import { detailOf, viewOf } from './view.ts';

/** Loans read at once. */
const PAGE = 50;

/**
 * Every loan of a user with all that happened to it and the agreement word for word, as JSON. What collateral
 * is worth is left out: that is a price of today and nothing that is kept.
 */
export async function loansFile(
  sql: Sql,
  userId: UserId,
  now: UnixMs,
): Promise<{ readonly name: string; readonly content: string }> {
  const loans: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { found, total } = await listOfUser(sql, { userId, page, size: PAGE });
    for (const loan of found) {
      const [history, sales] = await Promise.all([
        readHistory(sql, loan, null),
        listSales(sql, loan, null),
      ]);
      const detail = detailOf(viewOf(loan, {}, now), loan, { history, sales });
      const { value: _value, ltv: _ltv, steps: _steps, ...kept } = detail;
      loans.push({ ...kept, agreement: loan.agreement });
    }
    if (page * PAGE >= total) break;
  }
  return { name: 'loans.json', content: JSON.stringify(loans, null, 2) };
}
