// Promise: what a plan is offered on changes when two people besides the one who proposes it decided so, and
// what was bought stays with its version. The database keeps to it from every writer. (PRODUCT 6, 11)
import { randomUUID } from 'node:crypto';
import { ensure } from '@candor/kernel';
import type { DeskPlan, PlanVersionTerms } from '@candor/protocol/desk-light';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let opener: TestMember;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('risk');
  maker = await product.member('risk');
  checker = await product.member('cashierChecker');
});
beforeEach(() => product.price('BTC/USDT', '60000', '60010'));
afterAll(() => product.stop());

async function plan(name = 'trend-btc'): Promise<DeskPlan> {
  const { result } = await product.desk('plans.registry', { cookie: opener.cookie });
  return ensure(
    result.plans.find((one) => one.name === name),
    'the plan is there',
  );
}

function termsOf(one: DeskPlan): PlanVersionTerms {
  const newest = ensure(one.versions[0], 'it has a version');
  const { strategy, parameters, interval, codes } = newest;
  const { amountMin, amountMax, days, cycleDays, capacity } = newest;
  return { strategy, parameters, interval, codes, amountMin, amountMax, days, cycleDays, capacity };
}

async function proposeVersion(name: string, change: object = {}, by = opener) {
  const now = await plan(name);
  return product.desk('plans.propose-version', {
    cookie: by.cookie,
    params: { id: now.id },
    body: {
      ...termsOf(now),
      replaces: now.versions[0]?.version,
      reason: 'Slower, for fewer trades',
      ...change,
    },
  });
}
async function proposeChange(name: string, body: object, by = opener) {
  const { id } = await plan(name);
  const asked = { reason: 'Tried enough', ...body };
  return product.desk('plans.propose-change', { cookie: by.cookie, params: { id }, body: asked });
}

async function decide(id: string, by: TestMember, verdict = 'approved') {
  const params = { id };
  const { cookie } = by;
  const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
  let proof = {};
  if (verdict === 'approved') {
    const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
    if (asked.message !== 'ok') return asked.message;
    const { challenge, options } = asked.result;
    proof = { challenge, passkey: by.device.answer(options) };
  }
  const reason = verdict === 'approved' ? 'as-proposed' : 'not-justified';
  const done = await product.desk('cases.decide', {
    ...{ cookie, params, body: { verdict, reason, rowHash, ...proof } },
  });
  await product.settle();
  return done.message;
}
async function decided(id: string): Promise<void> {
  expect(await decide(id, maker)).toBe('ok');
  expect(await decide(id, checker)).toBe('ok');
}

const shown = async (name: string) =>
  ensure(
    (await product.call('plans.list')).result.find((one) => one.name === name),
    'it is listed',
  );
async function paper(token: string, name: string, change: object = {}) {
  const { id: productId } = await shown(name);
  const odd = {
    ...change,
    productId,
    amount: '1000',
    days: 30,
    maxLoss: '500',
    requestId: randomUUID(),
  };
  return product.call('plans.paper', { token, odd });
}

describe('the registry', () => {
  test('lists each plan with its versions, terms, hashes and funds; anyone at the desk reads it', async () => {
    const support = await product.member('support');
    const { result } = await product.desk('plans.registry', { cookie: support.cookie });
    expect(result.plans.map(({ name }) => name)).toEqual([
      ...['dca-btc', 'grid-btc', 'reversion-btc', 'rotation-btc', 'trend-btc'],
    ]);
    expect(result).toMatchObject({ isEnabled: false, shareRate: '0.2', earlyExitRate: '0.005' });
    const [version] = (await plan()).versions;
    expect(version).toMatchObject({ version: 1, state: 'offered', capacity: '2000000' });
    expect(version?.funds.map(({ mode, value, running }) => [mode, value, running])).toEqual([
      ['real', '0', 0],
      ['demo', '0', 0],
    ]);
  });
});

describe('a new version', () => {
  test('is offered once two people decided it; what was bought stays with its own', async () => {
    const before = await shown('trend-btc');
    const early = await product.register();
    const first = (await paper(early.token, 'trend-btc')).result;
    const { result: opened } = await proposeVersion('trend-btc', {
      ...{ parameters: { fast: 24, slow: 96, margin: 10 }, amountMin: '200' },
    });
    expect(opened.number).toMatch(/^L-/);
    // Who proposed it cannot decide it; one yes is none.
    expect(await decide(opened.id, opener)).toBe('case-own');
    expect(await decide(opened.id, maker)).toBe('ok');
    expect(await decide(opened.id, maker)).not.toBe('ok');
    expect(await shown('trend-btc')).toEqual(before);
    expect(await decide(opened.id, checker)).toBe('ok');
    const after = await shown('trend-btc');
    expect(after).toMatchObject({
      ...{ version: 2, amountMin: '200', parameters: { fast: 24, slow: 96, margin: 10 } },
    });
    expect(after.versionHash).not.toBe(before.versionHash);
    const late = await product.register();
    // Who read the terms of the version before does not buy the next one unseen.
    const unseen = await paper(late.token, 'trend-btc', { version: 1 });
    expect([unseen.message, unseen.refused.facts]).toEqual(['plan-changed', { version: '2' }]);
    const second = (await paper(late.token, 'trend-btc', { version: 2 })).result;
    expect([first.version, second.version]).toEqual([1, 2]);
    const now = await plan();
    expect(now.versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'offered'],
      [1, 'closed'],
    ]);
    expect(now.decisions[0]).toMatchObject({ act: 'version', caseNumber: opened.number });
    expect(now.versions[1]?.funds[1]).toMatchObject({ pending: 1, waiting: '1000' });
  });

  test('is one the advisor accepts, and another one than is in force', async () => {
    const { result, message } = await proposeVersion('grid-btc');
    expect([message, result]).toMatchObject(['case-impossible', { field: 'terms' }]);
    const refused = async (change: object) =>
      (await proposeVersion('grid-btc', change)).result as unknown as { field?: string };
    expect(await refused({ parameters: { gap: 7, levels: 8, patience: 96 } })).toMatchObject({
      field: 'parameters',
    });
    expect(await refused({ interval: '1d' })).toMatchObject({ field: 'interval' });
    expect(await refused({ codes: ['NONE/USDT'] })).toMatchObject({ field: 'codes' });
    // A share is shut at each midnight, a pair of currencies at those of the weekend alone.
    expect(await refused({ codes: ['AAPL'] })).toMatchObject({
      ...{ field: 'codes', facts: { why: 'midnight' } },
    });
    expect((await proposeVersion('grid-btc', { codes: ['EUR/USD'] })).message).toBe('ok');
    expect(await refused({ amountMax: '1' })).toMatchObject({ field: 'amountMax' });
    expect(await refused({ capacity: '1' })).toMatchObject({ field: 'capacity' });
    expect(await refused({ days: [30, 7] })).toMatchObject({ field: 'days' });
    expect(await refused({ replaces: 7, amountMin: '150' })).toMatchObject({ field: 'replaces' });
  });

  test('is void when another one came first', async () => {
    const one = (await proposeVersion('dca-btc', { amountMin: '200' })).result;
    const other = (await proposeVersion('dca-btc', { amountMin: '300' })).result;
    await decided(one.id);
    await decided(other.id);
    expect(await shown('dca-btc')).toMatchObject({ version: 2, amountMin: '200' });
  });

  // It runs backtests of ninety days.
  const LONG = 120_000;
  test(
    'stands beside its backtest and that of the one it replaces, and is published with it',
    { timeout: LONG },
    async () => {
      await product.app.plans.backtests.publishAll();
      const { result: opened } = await proposeVersion('reversion-btc', { amountMin: '200' });
      const params = { id: opened.id };
      const asked = await product.desk('plans.of-case', { cookie: checker.cookie, params });
      expect(asked.result).toMatchObject({ inForce: { version: 1 } });
      await product.app.plans.backtests.publishAll();
      const made = (await product.desk('plans.of-case', { cookie: checker.cookie, params })).result;
      const { proposed, inForce } = made;
      expect(proposed?.backtest?.versionHash ?? null).toBe(
        proposed?.backtest === null ? null : (proposed?.versionHash ?? null),
      );
      expect(inForce.versionHash).toBe((await shown('reversion-btc')).versionHash);
      expect(await decide(opened.id, maker, 'rejected')).toBe('ok');
      expect(await shown('reversion-btc')).toMatchObject({ version: 1, amountMin: '100' });
    },
  );
});

describe('an offer', () => {
  test('is withdrawn and made again by two people; a purchase under way is through or refused', async () => {
    const { token } = await product.register();
    const { id: planId } = await shown('grid-btc');
    const { result: opened } = await proposeChange('grid-btc', { act: 'withdraw' });
    expect(await decide(opened.id, maker)).toBe('ok');
    // While a purchase holds what is offered, the withdrawal waits for it; the next purchase is refused.
    let through: Promise<unknown> = Promise.resolve();
    await product.owner.transaction(async (tx) => {
      await tx.query('select from plans.plan where id = $1 for share', [planId]);
      through = decide(opened.id, checker);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await shown('grid-btc')).status).toBe('open');
    });
    await through;
    await product.app.cases.carryOut(opened.id);
    expect((await shown('grid-btc')).status).toBe('paused');
    const refused = await paper(token, 'grid-btc');
    expect([refused.code, refused.refused.facts]).toEqual(['10010', { why: 'paused' }]);
    expect((await proposeChange('grid-btc', { act: 'withdraw' })).message).toBe('case-impossible');
    const again = (await proposeChange('grid-btc', { act: 'offer' })).result;
    await decided(again.id);
    expect((await paper(token, 'grid-btc')).code).toBe('200');
  });

  test('has another capacity once two people decided it', async () => {
    const low = await proposeChange('rotation-btc', { act: 'capacity', capacity: '10' });
    expect(low.message).toBe('case-impossible');
    const asked = { act: 'capacity', capacity: '50000' };
    await decided((await proposeChange('rotation-btc', asked)).result.id);
    const [version] = (await plan('rotation-btc')).versions;
    expect(version).toMatchObject({ version: 1, capacity: '50000' });
    const { token } = await product.register();
    const { id: productId } = await shown('rotation-btc');
    const odd = { productId, amount: '9000', days: 30, maxLoss: '500', requestId: randomUUID() };
    expect((await product.call('plans.paper', { token, odd })).code).toBe('200');
  });

  test('that ended is not offered again', async () => {
    await decided((await proposeChange('dca-btc', { act: 'end' })).result.id);
    expect((await shown('dca-btc')).status).toBe('ended');
    expect((await proposeChange('dca-btc', { act: 'offer' })).message).toBe('case-impossible');
    expect((await proposeVersion('dca-btc', { amountMin: '500' })).message).toBe('case-impossible');
  });
});

describe('money of the house', () => {
  test('is proposed for a fund someone is in alone, by those who may', async () => {
    const { id } = await plan('grid-btc');
    const body = { version: 1, amount: '10', day: '2024-01-01', reason: 'A late feed' };
    const ask = (by: TestMember) =>
      product.desk('plans.propose-subsidy', { cookie: by.cookie, params: { id }, body });
    // Nobody is in the real fund.
    expect([(await ask(opener)).message, (await ask(checker)).status]).toEqual([
      ...['case-impossible', 403],
    ]);
  });
});

describe('the database', () => {
  const refused = async (act: Parameters<typeof product.db.transaction>[0]) => {
    try {
      await product.db.transaction(act);
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? String(error);
    }
    return 'nothing';
  };

  test('changes no plan without a case that two people decided', async () => {
    const { id: planId, versions } = await plan('grid-btc');
    const version = versions[0]?.version ?? 0;
    const writes = (caseId: string, act: string, capacity: string | null = null) =>
      refused((tx) =>
        tx.query(
          `insert into plans.decided (case_id, number, plan_id, version, act, capacity, at)
           values ($1, 'L-000001', $2, $3, $4, $5, now())`,
          [caseId, planId, version, act, capacity],
        ),
      );
    expect(await writes(randomUUID(), 'withdraw')).toBe('plan_decided');
    const end = `update plans.plan set status = 'ended' where id = $1`;
    expect(await refused((tx) => tx.query(end, [planId]))).toBe('plan_decided');
    // One yes is none, and what was decided of something else is nothing of this.
    const { id: caseId } = (await proposeChange('grid-btc', { act: 'withdraw' })).result;
    expect(await decide(caseId, maker)).toBe('ok');
    expect(await writes(caseId, 'withdraw')).toBe('plan_decided');
    expect(await writes(caseId, 'capacity', '9000000000000')).toBe('plan_decided');
    expect(await decide(caseId, checker, 'rejected')).toBe('ok');
    const copy = `
      insert into plans.version select plan_id, version + 1, strategy, parameters, interval, codes,
        amount_min + 1, amount_max, days, cycle_days, capacity, source, text, hash, at
      from plans.version where plan_id = $1 and version = $2`;
    expect(await refused((tx) => tx.query(copy, [planId, version]))).toBe('plan_decided');
  });

  test('a member without the right proposes and decides nothing', async () => {
    const content = await product.member('content');
    expect((await proposeChange('grid-btc', { act: 'end' }, content)).status).toBe(403);
    expect((await proposeVersion('grid-btc', { amountMin: '150' }, checker)).status).toBe(403);
    const { id } = (await proposeChange('grid-btc', { act: 'withdraw' })).result;
    expect(await decide(id, await product.member('support'))).not.toBe('ok');
    // Content may give the first yes, and never the second.
    expect(await decide(id, maker)).toBe('ok');
    expect(await decide(id, content)).not.toBe('ok');
    expect((await shown('grid-btc')).status).toBe('open');
  });
});
