// Promise: nobody makes us send more text messages than an operator set, in all or to one country.
import { DAY_MS, MINUTE_MS } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const set = async (key: 'sms.perDay' | 'sms.perDayOfCountry', value: number): Promise<void> => {
  const { parameters } = app.app;
  const from = app.clock.now();
  const done = await parameters.set({ key, value: String(value), from, note: 'a test' });
  expect(done.ok).toBe(true);
};

let count = 0;
/** Asks for a code to a number nobody has asked for; answers the code of the answer and its wait. */
async function pump(areaCode: '+49' | '+61', purpose: 'register' | 'reset' = 'register') {
  count += 1;
  const target = `1510${String(count).padStart(6, '0')}`;
  const body = { channel: 'phone', target, areaCode, purpose } as const;
  const { code, headers } = await app.call('accounts.send-code', { body });
  return code === '200' ? 'sent' : `${code} ${headers['retry-after']}`;
}

const written = async (): Promise<number> => {
  const rows = await app.db.query("select id from platform.letter where channel = 'phone'");
  return rows.length;
};

test('pumping stops at the most of a country, then at the most of all, until a day is over', async () => {
  await set('sms.perDayOfCountry', 3);
  await set('sms.perDay', 5);
  const first = await pump('+49');
  app.clock.advance(MINUTE_MS);
  // A number that is nobody's counts like any other, so that the count tells of nobody.
  const german = [first, await pump('+49', 'reset'), await pump('+49'), await pump('+49')];
  const wait = `429 ${(DAY_MS - MINUTE_MS) / 1_000}`;
  expect(german).toEqual(['sent', 'sent', 'sent', wait]);
  const british = [await pump('+61'), await pump('+61'), await pump('+61')];
  expect(british).toEqual(['sent', 'sent', wait]);
  expect(await written()).toBe(5);

  // A signed-in user is held by the same count; mails are none of it.
  const { token } = await app.register();
  const confirm = async (subject: string) => {
    const asked = { action: 'contact', subject } as const;
    const { challenge } = (await app.call('accounts.step-up', { token, body: asked })).result;
    const body = { challenge, password: PASSWORD };
    return (await app.call('accounts.step-up-proof', { token, body })).result.stepUp;
  };
  const phone = { channel: 'phone', target: '1519999999', areaCode: '+61' } as const;
  const stepUp = await confirm('phone');
  const begun = await app.call('accounts.begin-contact', { token, body: { ...phone, stepUp } });
  expect(begun.code).toBe('429');
  const mail = { channel: 'email', target: 'pumped@mail.example', purpose: 'register' } as const;
  expect((await app.call('accounts.send-code', { body: mail })).code).toBe('200');
  const metrics = await app.app.http.inject('/metrics');
  expect(metrics.body).toContain('candor_texts_stopped 3');

  app.clock.advance(DAY_MS - MINUTE_MS);
  expect([await pump('+49'), await pump('+61')]).toEqual(['sent', '429 60']);
});

test('of many at the same moment no more are written than may be', async () => {
  app.clock.advance(2 * DAY_MS);
  await set('sms.perDayOfCountry', 4);
  await set('sms.perDay', 100);
  const before = await written();
  const answers = await Promise.all(Array.from({ length: 9 }, () => pump('+49')));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(4);
  expect((await written()) - before).toBe(4);
});
