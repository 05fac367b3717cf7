// Promise: nobody at the desk is asked about a withdrawal its owner took back; nothing else that the product put
// before staff ends by a user's command. (PRODUCT 9; RELIABILITY P38)
import { ensure } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestCashier, testCashier } from '../../../test/cashier.ts';
import { type UserWithdrawal, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestDesk({ cashier: cashier.given });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
});
afterAll(() => product.stop());

/** A withdrawal two people have to look at, with its case. */
async function reviewed(): Promise<{ one: UserWithdrawal; caseId: string }> {
  const one = await pays.asked('1500');
  const [row] = await product.db.query<{ id: string }>(
    `select id from cases.case where kind = 'withdrawal' and facts::jsonb ->> 'id' = $1`,
    [one.id],
  );
  return { one, caseId: ensure(row, 'it has a case').id };
}

async function queue(): Promise<string[]> {
  const { cookie } = maker;
  const found = await product.desk('cases.list', { cookie, query: { state: 'waiting' } });
  return found.result.records.map(({ id }) => id);
}

const shown = async (id: string) =>
  (await product.desk('cases.get', { cookie: maker.cookie, params: { id } })).result;

test('without a screening service a case says so', async () => {
  const { one, caseId } = await reviewed();
  const { facts } = await shown(caseId);
  expect(facts).toContainEqual({ key: 'screening', as: 'text', value: 'none' });
  expect(facts).toContainEqual({ key: 'causes', as: 'text', value: 'limit' });
  expect((await pays.cancel(one)).code).toBe('200');
});

test.each(['that nobody looked at', 'after a first yes'] as const)(
  'a case %s ends when its withdrawal is taken back',
  async (when) => {
    const { one, caseId } = await reviewed();
    const yes = { verdict: 'approved', reason: 'as-proposed' } as const;
    if (when === 'after a first yes') {
      expect((await pays.decide(maker, caseId, yes)).code).toBe('200');
    }
    expect(await queue()).toContain(caseId);
    expect((await pays.cancel(one)).code).toBe('200');
    expect(await queue()).not.toContain(caseId);
    const { state, verdict, steps } = await shown(caseId);
    expect([state, verdict, steps.at(-1)?.kind]).toEqual(['decided', 'withdrawn', 'withdrawn']);
    const { rowHash } = await shown(caseId);
    const asking = { cookie: checker.cookie, params: { id: caseId }, body: { rowHash } };
    expect((await product.desk('cases.challenge', asking)).message).toBe('case-decided');
    await product.app.cases.carryOutAll();
    expect((await pays.get(one)).state).toBe('cancelled');
  },
);

test('one that was decided before stays as it was decided', async () => {
  const { one, caseId } = await reviewed();
  const yes = { verdict: 'approved', reason: 'as-proposed' } as const;
  expect((await pays.decide(maker, caseId, yes)).code).toBe('200');
  expect((await pays.decide(checker, caseId, yes)).code).toBe('200');
  expect((await pays.cancel(one)).code).toBe('200');
  expect((await shown(caseId)).verdict).toBe('approved');
  await product.app.cases.carryOutAll();
  expect((await pays.get(one)).state).toBe('cancelled');
});

test('no other case ends so: not another user’s, not what the product opened about something else', async () => {
  const [{ caseId, one }, other] = [await reviewed(), await reviewed()];
  const take = async (id: string, { userId }: UserWithdrawal) => {
    const text = 'select cases.take_back($1, $2, platform.from_ms($3)) as is_taken';
    const at = product.clock.now();
    return (await product.db.query<{ is_taken: boolean }>(text, [id, userId, at]))[0]?.is_taken;
  };
  expect(await take(caseId, other.one)).toBe(false);
  const [made] = await product.owner.query<{ id: string }>(
    `insert into cases.case (id, letter, kind, user_id, subject, facts, people, opened_by, opened_at, deadline)
     select gen_random_uuid(), 'D', 'deposit', user_id, 'an owed sum', '{}', 2, 'system', opened_at, deadline
     from cases.case where id = $1 returning id`,
    [caseId],
  );
  expect(await take(ensure(made, 'it is opened').id, one)).toBe(false);
  expect(await take(caseId, one)).toBe(true);
  expect(await take(caseId, one)).toBe(false);
});
