// Promise: one member takes an instrument out of trading at once, with a reason every user reads; another
// confirms or lifts it, and only by another is it traded again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let first: TestMember;
let second: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  first = await product.member('risk');
  second = await product.member('risk');
});
afterAll(() => product.stop());

const CODE = 'BTC/USDT';
const restrict = (status: string, reason = 'The venue announced a split', code = CODE) =>
  product.desk('instruments.restrict', { cookie: first.cookie, body: { code, status, reason } });
const shown = async () =>
  (await product.desk('instruments.list', { cookie: second.cookie })).result.find(
    ({ code }) => code === CODE,
  );
async function decide(id: string, verdict: string, reason: string, by = second) {
  const params = { id };
  const { rowHash } = (await product.desk('cases.get', { cookie: by.cookie, params })).result;
  const body = { verdict, rowHash, ...(reason === '' ? {} : { reason }) };
  const done = await product.desk('cases.decide', { cookie: by.cookie, params, body });
  await product.settle();
  return done.message;
}

test('is suspended at once by one, and lifted by another, never by the same', async () => {
  const { result } = await restrict('suspended');
  await product.settle();
  expect(result.number).toMatch(/^I-/);
  expect((await shown())?.restriction).toMatchObject({
    status: 'suspended',
    reason: 'The venue announced a split',
  });
  expect(await decide(result.id, 'rejected', 'not-justified', first)).toBe('case-own');
  expect(await decide(result.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toBeNull();
});

test('stays as it is once confirmed, and is traded again by a case', async () => {
  const halted = (await restrict('closeOnly', 'Delisting on Friday')).result;
  expect(await decide(halted.id, 'approved', 'as-proposed')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ status: 'closeOnly' });
  const resumed = (await restrict('open', 'The split is done')).result;
  await product.settle();
  expect((await shown())?.restriction).toMatchObject({ status: 'closeOnly' });
  expect(await decide(resumed.id, 'approved', 'as-proposed')).toBe('ok');
  expect((await shown())?.restriction).toBeNull();
});

test('lifting an older halt leaves a newer one, and what nobody knows is not found', async () => {
  const older = (await restrict('suspended')).result;
  await restrict('suspended', 'Prices come late');
  expect(await decide(older.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ reason: 'Prices come late' });
  expect((await restrict('suspended', 'x', 'NOPE')).message).toBe('not-found');
});

test('lifting a halt puts back what was in force before it, not free trading', async () => {
  const agreed = (await restrict('closeOnly', 'Delisting on Friday')).result;
  expect(await decide(agreed.id, 'approved', 'as-proposed')).toBe('ok');
  const halted = (await restrict('suspended', 'A wild price')).result;
  expect(await decide(halted.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ status: 'closeOnly' });
});

test('a halt goes on with a second person only: its member cannot take the case back', async () => {
  const open = (await restrict('open', 'The split is done')).result;
  expect(await decide(open.id, 'approved', 'as-proposed')).toBe('ok');
  const halted = (await restrict('suspended', 'A wrong button')).result;
  const params = { id: halted.id };
  const seen = (await product.desk('cases.get', { cookie: first.cookie, params })).result;
  expect(seen.mayWithdraw).toBe(false);
  expect(await decide(halted.id, 'withdrawn', '', first)).toBe('forbidden');
  expect(await decide(halted.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toBeNull();
});

test('an older case to trade again does not lift a halt that came after it', async () => {
  const halted = (await restrict('suspended', 'The venue is away')).result;
  expect(await decide(halted.id, 'approved', 'as-proposed')).toBe('ok');
  const resumed = (await restrict('open', 'The venue is back')).result;
  await restrict('suspended', 'Its prices are wrong');
  expect(await decide(resumed.id, 'approved', 'as-proposed')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ reason: 'Its prices are wrong' });
  const params = { id: resumed.id };
  const { steps } = (await product.desk('cases.get', { cookie: second.cookie, params })).result;
  expect(steps.map(({ kind }) => kind)).toEqual(['opened', 'approved', 'voided', 'noted']);
});

test('a halt is made milder by another alone, and what is lifted is as it was before', async () => {
  const halted = (await restrict('suspended', 'Prices are wrong')).result;
  expect(await decide(halted.id, 'approved', 'as-proposed')).toBe('ok');
  const milder = (await restrict('closeOnly', 'Let them out')).result;
  await product.settle();
  expect((await shown())?.restriction).toMatchObject({ status: 'suspended' });
  expect(await decide(milder.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ reason: 'Prices are wrong' });
  const again = (await restrict('closeOnly', 'The venue is back')).result;
  expect(await decide(again.id, 'approved', 'as-proposed')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({ status: 'closeOnly' });
  const harder = (await restrict('suspended', 'Wrong again')).result;
  await product.settle();
  expect((await shown())?.restriction).toMatchObject({ status: 'suspended' });
  expect(await decide(harder.id, 'rejected', 'not-justified')).toBe('ok');
  expect((await shown())?.restriction).toMatchObject({
    status: 'closeOnly',
    reason: 'The venue is back',
  });
});
