// Promise: every parameter is shown with its cap and versions; a change is refused at its field; what
// is announced is taken back by a case before it counts, and users read of that.
import { DAY_MS, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let opener: TestMember;
let second: TestMember;
let third: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('content');
  second = await product.member('risk');
  third = await product.member('risk');
});
afterAll(() => product.stop());

const list = async () =>
  (await product.desk('parameters.list', { cookie: opener.cookie })).result.parameters;
const of = async (key: string) => (await list()).find((one) => one.key === key);
const propose = (body: { key: string; value: string; from: number }) =>
  product.desk('cases.open-parameter-change', {
    cookie: opener.cookie,
    body: { ...body, note: 'Costs of venues rose' },
  });
const withdraw = (key: string, version: number) =>
  product.desk('parameters.withdraw', {
    cookie: opener.cookie,
    body: { key, version, note: 'They fell again' },
  });

async function approve(id: string): Promise<void> {
  for (const { cookie, device } of [second, third]) {
    const params = { id };
    const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
    const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
    const { challenge, options } = asked.result;
    const done = await product.desk('cases.decide', {
      cookie,
      params,
      body: {
        ...{ verdict: 'approved', reason: 'as-proposed', rowHash, challenge },
        passkey: device.answer(options),
      },
    });
    expect(done.message).toBe('ok');
  }
  await product.app.parameters.reload();
}

describe('the parameter table at the desk', () => {
  test('says of each its type, unit, cap and versions', async () => {
    const rows = await list();
    const { result } = await product.call('transparency.fees');
    expect(rows.map(({ key }) => key)).toEqual(result.parameters.map(({ key }) => key));
    expect(await of('contract.feeRate')).toMatchObject({
      ...{ type: 'share', unit: 'share', use: 'inUse', value: '0.001', version: 1 },
      cap: { key: 'contract.feeRateCap', value: '0.003' },
    });
    expect(await of('deposit.minBtc')).toMatchObject({ unit: 'BTC', cap: null, use: 'inUse' });
    expect(await of('plan.profitShare')).toMatchObject({ unit: 'share', use: 'inUse' });
    expect(await of('leverage.gold')).toMatchObject({ type: 'count', unit: 'times' });
    const ours = ['name', 'address', 'licence', 'contacts', 'social'];
    for (const name of ours) expect(await of(`operator.${name}`)).toMatchObject({ type: 'text' });
  });

  test('refuses at the field: type, cap, moment, and what the product fixes', async () => {
    const from = product.clock.now() + 2 * DAY_MS;
    const refused = async (body: Parameters<typeof propose>[0]) => {
      const { message, result } = await propose(body);
      return { message, ...(result as unknown as { field: string; facts?: object }) };
    };
    const key = 'contract.feeRate';
    expect(await refused({ key, value: '65', from })).toMatchObject({
      ...{ message: 'unreadable', field: 'value' },
    });
    expect(await refused({ key, value: '0.0031', from })).toMatchObject({
      ...{ message: 'case-impossible', field: 'value', facts: { cap: '0.003' } },
    });
    const soon = product.clock.now() + DAY_MS - 1;
    expect(await refused({ key, value: '0.002', from: soon })).toMatchObject({
      ...{ message: 'case-impossible', field: 'from' },
    });
    expect(await refused({ key: 'contract.closeOutLevel', value: '0.3', from })).toMatchObject({
      ...{ message: 'case-impossible', field: 'key' },
    });
  });

  test('takes an announced version back before it counts, and says so to users', async () => {
    const key = 'leverage.gold';
    const from = plusMs(product.clock.now(), 3 * DAY_MS);
    await approve((await propose({ key, value: '10', from })).result.id);
    const announced = (await of(key))?.versions[0];
    expect(announced).toMatchObject({ version: 2, value: '10', from, state: 'announced' });
    expect((await withdraw(key, 1)).message).toBe('case-impossible');
    const opened = (await withdraw(key, 2)).result;
    const { facts } = (
      await product.desk('cases.get', { cookie: opener.cookie, params: { id: opened.id } })
    ).result;
    // With its unit: a share of one is never read as a count.
    expect(facts).toContainEqual({ key: 'stays', as: 'number', value: '20', unit: 'times' });
    await approve(opened.id);
    expect((await of(key))?.versions).toMatchObject([
      { version: 3, value: '20', from, state: 'announced' },
      { version: 2, value: '10', from, state: 'replaced' },
      { version: 1, value: '20', state: 'inForce' },
    ]);
    expect((await withdraw(key, 2)).message).toBe('case-impossible');
    await product.settle();
    const notice = await product.call('content.get', {
      params: { id: `notice-${opened.number.toLowerCase()}` },
      query: { language: 'de' },
    });
    expect(notice.result.title).toContain('Zurückgezogen');
    expect(product.app.parameters.at(key, from).value).toBe('20');
  });
});
