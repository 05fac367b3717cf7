import { preferences } from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const read = (token: string) => product.call('accounts.preferences', { token });
const say = (token: string, odd: unknown) =>
  product.call('accounts.set-preferences', { token, odd });

const SAID = { language: 'ar', theme: 'dark', upDown: 'red-up', asksBeforeClose: false } as const;

test('nothing was said at first, and a device may go on with its own', async () => {
  const { token } = await product.register();
  expect((await read(token)).result).toEqual({
    language: 'en',
    theme: null,
    upDown: null,
    asksBeforeClose: true,
    savedAt: null,
  });
});

test('what is said on one device is there on the next, and only for who said it', async () => {
  const [ann, ben] = [await product.register(), await product.register()];
  const said = await say(ann.token, SAID);
  expect([said.code, said.message]).toEqual(['200', '20005']);
  expect(said.result).toEqual({ ...SAID, savedAt: product.clock.now() });

  const body = {
    username: ann.username,
    password: 'correct horse battery',
    client: 'api',
  } as const;
  const next = (await product.call('accounts.login', { body })).result as { token: string };
  expect((await read(next.token)).result).toEqual(said.result);
  expect((await read(ben.token)).result.savedAt).toBeNull();

  product.clock.advance(1_000);
  const plain = { language: 'en', theme: null, upDown: null, asksBeforeClose: true };
  await say(next.token, plain);
  expect((await read(ann.token)).result).toEqual({ ...plain, savedAt: product.clock.now() });
});

test('mails follow the language that was said last', async () => {
  const { token, userId } = await product.register();
  await say(token, SAID);
  const rows = await product.db.query('select language from accounts.account where user_id = $1', [
    userId,
  ]);
  expect(rows).toEqual([{ language: 'ar' }]);
});

test('every language of the specification may be said', async () => {
  const { token } = await product.register();
  expect(preferences.LANGUAGES).toHaveLength(11);
  for (const language of preferences.LANGUAGES) {
    expect((await say(token, { ...SAID, language })).result.language).toBe(language);
  }
});

test.each([
  ['a language nobody writes', { ...SAID, language: 'xx' }],
  ['a language as it is spelt elsewhere', { ...SAID, language: 'zh-CN' }],
  ['a theme there is none of', { ...SAID, theme: 'sepia' }],
  ['colours that are markup', { ...SAID, upDown: '<img src=x onerror=alert(1)>' }],
  ['a part left out', { language: 'en', theme: null }],
  ['a question that is neither asked nor not', { ...SAID, asksBeforeClose: 'no' }],
  ['something else as well', { ...SAID, userId: '00000000-0000-7000-8000-000000000000' }],
  ['text', '"dark"'],
])('%s is 400 and changes nothing', async (_, odd) => {
  const { token } = await product.register();
  expect((await say(token, odd)).status).toBe(400);
  expect((await read(token)).result.savedAt).toBeNull();
});

test('without a session it is 401', async () => {
  expect((await product.call('accounts.preferences')).status).toBe(401);
  expect((await product.call('accounts.set-preferences', { body: SAID })).status).toBe(401);
});
