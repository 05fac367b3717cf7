// Promise: answers reach a visitor at an address that a code proved, and at no other; no caller has others
// written to at will, and no answer tells whose an address is.
import { DAY_MS, MINUTE_MS } from '@candor/kernel';
import { VISITOR_HEADER } from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';
import { answered, opened } from '../../test/support.ts';

let product: TestApp;
let visit: { id: string; number: string; visitorToken?: string | undefined };

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());
beforeEach(async () => {
  product.clock.advance(DAY_MS);
  visit = await opened(product);
});

const headersOf = (of = visit) => ({ [VISITOR_HEADER]: of.visitorToken ?? '' });
const request = (email: string, of = visit) =>
  product.call('support.request-mail', {
    params: { id: of.id },
    headers: headersOf(of),
    body: { email },
  });
const prove = (email: string, code: string, of = visit) =>
  product.call('support.prove-mail', {
    params: { id: of.id },
    headers: headersOf(of),
    body: { email, code },
  });
async function lastTo(email: string): Promise<string> {
  return (await product.messages()).findLast(({ to }) => to === email)?.text ?? '';
}
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const sentTo = async (email: string): Promise<number> => {
  return (await product.messages()).filter(({ to }) => to === email).length;
};
const mailOf = async () =>
  (await product.call('support.get', { params: { id: visit.id }, headers: headersOf() })).result
    .mail;

test('is proven by its code, gets the answers, and goes with the claim', async () => {
  const email = 'visitor@mail.example';
  expect((await request('Visitor@Mail.example')).result).toEqual({ retryAfterSeconds: 60 });
  expect(await mailOf()).toBeNull();
  await answered(product, visit.number, 'Before it was proven.');
  expect(await lastTo(email)).not.toContain('Before it was proven.');
  const code = codeIn(await lastTo(email));
  const proven = await prove(email, code);
  expect([proven.code, proven.result.mail]).toEqual(['200', await mailOf()]);
  expect(await mailOf()).not.toContain('visitor@');
  const reference = await answered(product, visit.number, 'It is the fee.');
  expect(await lastTo(email)).toContain('It is the fee.');
  expect(await lastTo(email)).toContain(reference);
  // The mail itself can be verified as ours.
  const body = { text: await lastTo(email) };
  expect((await product.call('support.verify', { body })).result.why).toBe('sent-by-us');
  const { token } = await product.register();
  await product.call('support.claim', {
    token,
    params: { id: visit.id },
    body: { visitorToken: visit.visitorToken ?? '' },
  });
  const count = await sentTo(email);
  await answered(product, visit.number, 'Now it is an account’s.');
  expect(await sentTo(email)).toBe(count);
});

test('a wrong code proves nothing, and five of them end the right one', async () => {
  const email = 'guessed@mail.example';
  await request(email);
  const code = codeIn(await lastTo(email));
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tried = 0; tried < 5; tried += 1) {
    expect((await prove(email, wrong)).message).toBe('code-wrong');
  }
  expect((await prove(email, code)).message).toBe('code-wrong');
  // Of another address it is none either.
  product.clock.advance(MINUTE_MS);
  await request(email);
  const again = codeIn(await lastTo(email));
  expect((await prove('other@mail.example', again)).message).toBe('code-wrong');
  expect((await prove(email, again)).code).toBe('200');
});

test('an address gets one code a minute and ten a day, whoever asks', async () => {
  const email = 'stranger@mail.example';
  const others = [visit, await opened(product), await opened(product)];
  for (const of of others) expect((await request(email, of)).code).toBe('200');
  expect(await sentTo(email)).toBe(1);
  for (let round = 0; round < 30; round += 1) {
    product.clock.advance(MINUTE_MS);
    await request(email, others[round % others.length]);
    await sentTo(email);
  }
  expect(await sentTo(email)).toBe(10);
  expect((await request(email)).status).toBe(429);
});

test('answers the same for an account’s address, for nobody’s, and opens to its token alone', async () => {
  const known = await request('someone@mail.example');
  product.clock.advance(MINUTE_MS);
  const unknown = await request('nobody-at-all@mail.example');
  expect([unknown.code, unknown.result]).toEqual([known.code, known.result]);
  const stranger = { ...visit, visitorToken: 'x'.repeat(43) };
  expect((await request('a@mail.example', stranger)).message).toBe('not-found');
  expect((await prove('a@mail.example', '123456', stranger)).message).toBe('not-found');
  expect((await request('no address')).message).toBe('mail-malformed');
  const { token } = await product.register();
  const own = await opened(product, token);
  expect((await request('a@mail.example', own)).message).toBe('not-found');
});
