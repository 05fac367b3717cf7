// Promise: the database itself refuses a payout of a plan that no fill left, a day that is paid twice, and
// anything behind an exit, from every writer. (PRODUCT 6; RELIABILITY S1–S4; decision 0111)
import { randomUUID } from 'node:crypto';
import { type EntryId, type UserId, newUuid } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { HOLD, rowsOf, stagePlans } from '../../test/plans.ts';
import { type Entry, HOUSE, commitEntries } from '../ledger/index.ts';
import { EDGES } from './plan/rules.ts';

const stage = stagePlans();

async function running(): Promise<{ id: string; fundId: string; userId: UserId }> {
  const bought = await stage.who.paper(HOLD);
  await stage.midnight(60_000);
  await stage.midnight(61_000);
  const { id } = bought.result;
  const [row] = await rowsOf(
    stage.product,
    'select fund_id from plans.plan_order where id = $1',
    id,
  );
  return { id, fundId: String(row?.['fund_id']), userId: stage.who.userId };
}

function entryOf(change: Partial<Entry>): Entry {
  const at = stage.product.clock.now();
  return {
    id: newUuid(at) as EntryId,
    userId: stage.who.userId,
    mode: 'demo',
    kind: 'plan-settle',
    requestId: randomUUID(),
    part: 0,
    cause: 'timer',
    subject: null,
    reverses: null,
    at,
    postings: [],
    ...change,
  };
}

/** What the database says of an entry, written as the product writes: the constraint it breaks. */
async function refused(entry: Partial<Entry>): Promise<string | undefined> {
  const { db, clock } = stage.product;
  try {
    await db.transaction((tx) => commitEntries(tx, [entryOf(entry)], clock.now()));
  } catch (error) {
    return (error as { constraint?: string }).constraint;
  }
  return 'nothing';
}

/** The same of a statement. */
async function refusedSql(
  text: string,
  values: readonly unknown[] = [],
): Promise<string | undefined> {
  try {
    await stage.product.db.transaction((tx) => tx.query(text, values));
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
  return 'nothing';
}

describe('a payout', () => {
  test('that no row of a day says is refused, of every kind', async () => {
    const { id, fundId } = await running();
    const asset = 'USDT' as const;
    const units = 5_000_000n;
    const gain = [
      { from: 'house:strategy', fromSub: fundId, to: 'user:plan', asset, units },
    ] as const;
    expect(await refused({ subject: id, postings: gain })).toBe('entry_of_plan');
    const [day] = await rowsOf(
      stage.product,
      `select day::text as day from plans.order_day where order_id = $1 and kind = 'day'`,
      id,
    );
    // Under the name of a day that was paid: the books know it already.
    const paid = `plan-settle:${id}:${day?.['day']}:day`;
    expect(await refused({ subject: id, requestId: paid, postings: gain })).toBe('entry_once');
    const out = [{ from: 'user:plan', to: 'user:cash', asset, units }] as const;
    expect(
      await refused({
        kind: 'plan-exit',
        subject: id,
        requestId: `plan-exit:${id}`,
        postings: out,
      }),
    ).toBe('entry_of_plan');
    const subsidy = [
      { from: 'house:strategy', fromSub: fundId, to: 'user:plan', asset, units },
    ] as const;
    expect(await refused({ kind: 'plan-subsidy', subject: id, postings: subsidy })).toBe(
      'entry_of_plan',
    );
    const fill = [
      { from: 'house:trading', to: 'house:strategy', toSub: fundId, asset, units },
    ] as const;
    for (const kind of ['plan-fill', 'plan-mark'] as const) {
      expect(await refused({ kind, userId: HOUSE, subject: fundId, postings: fill })).toBe(
        'entry_of_plan',
      );
    }
    const invest = [{ from: 'user:cash', to: 'user:plan', asset, units }] as const;
    expect(await refused({ kind: 'plan-invest', subject: id, postings: invest })).toBe(
      'entry_of_plan_invest',
    );
  });

  test('to another account or fund than the row names is refused', async () => {
    const { id } = await running();
    const other = await running();
    const asset = 'USDT' as const;
    const from = { from: 'house:strategy', fromSub: other.fundId } as const;
    const postings = [{ ...from, to: 'user:plan', asset, units: 1n }] as const;
    expect(await refused({ subject: id, postings })).toBe('entry_of_plan');
  });
});

describe('a row', () => {
  test('of a fill or a mark without its entry is refused', async () => {
    const { fundId } = await running();
    const at = `platform.from_ms(${stage.product.clock.now()})`;
    const today = new Date(stage.product.clock.now()).toISOString().slice(0, 10);
    expect(
      await refusedSql(
        `insert into plans.mark (fund_id, id, day, kind, result, at) values ($1, $2, $3, 'floor', 5, ${at})`,
        [fundId, randomUUID(), today],
      ),
    ).toBe('plan_entry');
    expect(
      await refusedSql(
        `insert into plans.fill (fund_id, id, day, kind, code, quantity, price, fee, result, tick, time, rule, figures, at)
         values ($1, $2, $3, 'run', 'BTC/USDT', 1, 60000, 0, 5000000, '2024-01-01/1', ${at}, 'x', '{}', ${at})`,
        [fundId, randomUUID(), today],
      ),
    ).toBe('plan_entry');
  });

  test('of a day that is settled gets nothing more, and a day is paid once', async () => {
    const { id, fundId } = await running();
    const at = `platform.from_ms(${stage.product.clock.now()})`;
    const [row] = await rowsOf(
      stage.product,
      'select day::text as day from plans.day where fund_id = $1',
      fundId,
    );
    const day = row?.['day'];
    expect(
      await refusedSql(
        `insert into plans.mark (fund_id, id, day, kind, result, at) values ($1, $2, $3, 'floor', 5, ${at})`,
        [fundId, randomUUID(), day],
      ),
    ).toBe('day_closed');
    expect(
      await refusedSql(
        `update plans.order_day set share = 0, value = 1 where order_id = $1 and kind = 'day'`,
        [id],
      ),
    ).toBe('order_day_once');
    expect(
      await refusedSql(
        `insert into plans.day (fund_id, day, fills, mark, result, before, value, units, at)
         values ($1, '2024-06-01', 5, 0, 5, 0, 5, 1, ${at})`,
        [fundId],
      ),
    ).toBe('day_of_fills');
  });

  test('of an order that has left brings it nothing, and what it came to stays', async () => {
    const { id, fundId, userId } = await running();
    const quoted = await stage.who.quote(id);
    expect((await stage.who.exit(id, quoted.result.quoteId)).code).toBe('200');
    const at = `platform.from_ms(${stage.product.clock.now()})`;
    expect(
      await refusedSql(
        `insert into plans.order_day (user_id, order_id, day, kind, fund_id, place, units, result, value, at)
         values ($1, $2, '2024-06-01', 'leave', $3, 1, 0, 5, 5, ${at})`,
        [userId, id, fundId],
      ),
    ).toBe('order_day_of_order');
    expect(
      await refusedSql('update plans.plan_order set received = received + 1 where id = $1', [id]),
    ).toBe('order_history');
  });

  test('of an order is paid what its days brought, and its terms stay', async () => {
    const { id } = await running();
    expect(
      await refusedSql(
        `update plans.plan_order set state = 'matured', units = 0, value = 0, result = result + 7, loss_at = null,
           closed_at = now(), received = amount + result + 7 where id = $1`,
        [id],
      ),
    ).toBe('order_of_days');
    expect(
      await refusedSql(`update plans.plan_order set state = 'pending' where id = $1`, [id]),
    ).toBe('order_edge');
    // Its amount is no column the product may write.
    expect(
      await refusedSql(`update plans.plan_order set amount = 1 where id = $1`, [id]),
    ).toContain('permission denied');
  });
});

test('the states an order moves between are those of the rules', async () => {
  const rows = await rowsOf(stage.product, 'select from_state, to_state from plans.edge');
  const stored = rows.map((row) => `${row['from_state']} ${row['to_state']}`).toSorted();
  const ruled = Object.entries(EDGES).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`));
  expect(stored).toEqual(ruled.toSorted());
});
