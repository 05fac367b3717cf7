import { signedIn } from '@candor/testkit';
import { HOUR_MS } from '@candor/kernel';
import { RISK_VERSION } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;
let token: string;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token } = await product.register());
});

const ANSWERS = {
  country: 'DE',
  experience: 'some',
  background: 'no',
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
  riskAccepted: true,
} as const;
const UNSURE = { ...ANSWERS, gap: 'atStop', ownership: 'owned' } as const;
const riskVersion = RISK_VERSION;

const answer = (answers: object = ANSWERS, more: object = {}) =>
  product.call('accounts.answer-appropriateness', {
    token,
    odd: { answers, riskVersion, ...more },
  });
const now = async () => (await product.call('accounts.appropriateness', { token })).result;

test('from the acknowledgement on real orders are a day away, and then they are open', async () => {
  const { username } = await product.register();
  // An access token lives ten minutes.
  const signIn = async () => {
    const body = { username, password: 'correct horse battery', client: 'api' } as const;
    ({ token } = signedIn((await product.call('accounts.login', { body })).result));
  };
  await signIn();
  expect(await now()).toEqual({ status: 'none', realFrom: null, riskVersion });
  const realFrom = product.clock.now() + 24 * HOUR_MS;
  expect((await answer()).result).toEqual({ status: 'coolingOff', realFrom, riskVersion });
  product.clock.advance(24 * HOUR_MS - 1);
  await signIn();
  expect(await now()).toEqual({ status: 'coolingOff', realFrom, riskVersion });
  product.clock.advance(1);
  expect(await now()).toEqual({ status: 'open', realFrom, riskVersion });
});

test('answers that do not show enough knowledge warn, and reading the warning is enough to go on', async () => {
  expect((await answer(UNSURE)).result).toMatchObject({ status: 'warned', realFrom: null });
  expect((await now()).status).toBe('warned');
  const realFrom = product.clock.now() + 24 * HOUR_MS;
  const gone = await answer({ ...UNSURE, warningAccepted: true });
  expect(gone.result).toMatchObject({ status: 'coolingOff', realFrom });
  product.clock.advance(HOUR_MS / 12);
  expect((await answer()).result).toMatchObject({ status: 'coolingOff', realFrom });
});

test('without an acknowledgement of the text in force nothing is taken', async () => {
  expect((await answer({ ...ANSWERS, riskAccepted: false })).status).toBe(400);
  const other = await answer(ANSWERS, { riskVersion: riskVersion + 1 });
  expect([other.code, other.refused.field]).toEqual(['11014', 'riskVersion']);
  expect((await now()).status).toBe('none');
});

test.each([
  ['a missing answer', { ...ANSWERS, gap: undefined }],
  ['an answer nobody offered', { ...ANSWERS, gap: 'maybe' }],
  ['a country in words', { ...ANSWERS, country: 'Germany' }],
  ['something else as well', { ...ANSWERS, admin: true }],
])('%s is 400', async (_, answers) => {
  expect((await answer(answers)).status).toBe(400);
});

test('without a session it is 401', async () => {
  expect((await product.call('accounts.appropriateness')).status).toBe(401);
  const signedOut = await product.call('accounts.answer-appropriateness', {
    body: { answers: ANSWERS, riskVersion },
  });
  expect(signedOut.status).toBe(401);
});

test('what was acknowledged stays as it was said', async () => {
  await answer();
  for (const statement of [
    'update accounts.appropriateness set real_from = at',
    'delete from accounts.appropriateness',
  ]) {
    await expect(product.db.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
