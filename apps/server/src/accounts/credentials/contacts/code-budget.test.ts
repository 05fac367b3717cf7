// Promise: nobody has more codes sent within a day than one host and one network may, for all
// recipients together.
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import type { CodesStopped } from './code-budget.ts';
import { createContacts } from './index.ts';
import { CODES_A_DAY } from './rules.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

/** As on an installation that is no test: the budgets are not raised. */
function usual() {
  const stopped: CodesStopped[] = [];
  const { db, clock, app } = product;
  const contacts = createContacts({
    db,
    clock,
    mailer: app.mailer,
    parameters: app.parameters,
    codesScale: 1,
    onCodesStopped: (one) => stopped.push(one),
    forget: () => undefined,
  });
  const ask = async (
    address: string,
    params: { target?: string; purpose?: 'register' | 'reset'; device?: string } = {},
  ): Promise<string> => {
    const { target = `${randomUUID()}@mail.example`, purpose = 'register', device } = params;
    const answer = await contacts.requestCode({
      channel: 'email',
      target,
      purpose,
      language: 'en',
      address,
      ...(device === undefined ? {} : { devices: [device] }),
    });
    return answer.ok ? 'sent' : `${answer.failure.name} ${answer.waitSeconds}`;
  };
  return { contacts, ask, stopped };
}

const messages = async (): Promise<number> =>
  (await product.db.query('select id from platform.letter')).length;

const { host: hostMax, network: networkMax } = CODES_A_DAY;

test('a host has an end of codes within a day, known targets and unknown ones alike', async () => {
  const { ask, stopped } = usual();
  const before = await messages();
  const from = '203.0.113.9';
  const asked = Array.from({ length: hostMax + 5 }, (_, n) =>
    ask(from, { purpose: n % 2 === 0 ? 'register' : 'reset' }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(hostMax);
  expect((await messages()) - before).toBe(hostMax);

  product.clock.advance(HOUR_MS);
  const username = `u${randomUUID().slice(0, 12)}`;
  const email = `${username}@mail.example`;
  await product.call('accounts.send-code', {
    body: { channel: 'email', target: email, purpose: 'register' },
  });
  const registered = await product.call('accounts.register', {
    odd: { username, password: PASSWORD, client: 'api', email, code: await product.codeFor(email) },
  });
  expect(registered.code).toBe('200');
  const wait = `too-many ${(DAY_MS - HOUR_MS) / 1_000}`;
  const told = [
    await ask(from, { target: email, purpose: 'reset' }),
    await ask(from, { purpose: 'reset' }),
    await ask(from),
  ];
  expect(told).toEqual([wait, wait, wait]);
  expect(stopped).toContainEqual({ by: 'host', limit: hostMax });
  // The host beside it is none of it.
  expect(await ask('203.0.113.10')).toBe('sent');
  product.clock.advance(DAY_MS - HOUR_MS);
  expect(await ask(from)).toBe('sent');
});

test('a network has an end of codes, from however many of its addresses', async () => {
  product.clock.advance(2 * DAY_MS);
  const { ask, stopped } = usual();
  const hosts = networkMax / hostMax + 1;
  const asked = Array.from({ length: hosts * (hostMax - 1) }, (_, n) =>
    ask(`2001:db8:7:${(n % hosts).toString(16)}::${(n + 1).toString(16)}`),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(networkMax);
  expect(new Set(stopped.map(({ by }) => by))).toEqual(new Set(['network']));
  expect(await ask('2001:db8:7:ffff::1')).toBe(`too-many ${DAY_MS / 1_000}`);
  expect(await ask('2001:db8:8::1')).toBe('sent');
});

test('a code that is not sent, for the last one is a moment old, uses up nothing', async () => {
  product.clock.advance(2 * DAY_MS);
  const { ask } = usual();
  const target = 'again@mail.example';
  await Promise.all(Array.from({ length: hostMax * 2 }, () => ask('198.51.100.7', { target })));
  expect(await ask('198.51.100.7')).toBe('sent');
});

test('strangers use up nothing of whoever has a session, or of a browser the account knows', async () => {
  product.clock.advance(2 * DAY_MS);
  const { contacts, ask } = usual();
  const { token, userId } = await product.register();
  const from = '192.0.2.4';
  for (let n = 0; n < hostMax; n += 1) expect(await ask(from)).toBe('sent');
  expect(await ask(from)).toMatch(/^too-many/);
  const asked = { action: 'contact', subject: 'email' } as const;
  const { challenge } = (await product.call('accounts.step-up', { token, body: asked })).result;
  const proof = { challenge, password: PASSWORD };
  const { stepUp } = (await product.call('accounts.step-up-proof', { token, body: proof })).result;
  const [session] = await product.db.query<{ id: string }>(
    'select id from accounts.session where user_id = $1',
    [userId],
  );
  const asker = {
    userId,
    sessionId: (session?.id ?? '') as Parameters<typeof contacts.confirmContact>[0]['sessionId'],
    place: { client: 'api', address: from, device: 'a browser' },
    language: 'en',
  } as const;
  const target = `${randomUUID()}@mail.example`;
  const begun = await contacts.beginContact(asker, { channel: 'email', target, stepUp });
  expect(begun.ok).toBe(true);
  await contacts.confirmContact(asker, await product.codeFor(target));

  const [device] = await product.db.query<{ hash: string }>(
    `insert into accounts.device (hash, user_id, last_at)
     values ('a browser it knows', $1, platform.from_ms($2))
     returning hash`,
    [userId, product.clock.now()],
  );
  // As if it had been added three days ago, when it may reset the password.
  await product.db.query('update accounts.contact set resets_from = confirmed_at');
  product.clock.advance(MINUTE_MS);
  const reset = { purpose: 'reset', target } as const;
  expect(await ask(from, reset)).toMatch(/^too-many/);
  expect(await ask(from, { ...reset, device: device?.hash ?? '' })).toBe('sent');
});

test('the route counts by the address of the caller, and the operator sees what was kept back', async () => {
  product.clock.advance(2 * DAY_MS);
  await product.app.contacts.sweep();
  const rows = () =>
    product.db.query<{ sends: number }>('select sends from accounts.code_budget order by sends');
  expect(await rows()).toEqual([]);
  const send = (remoteAddress: string) =>
    product.app.http.inject({
      method: 'POST',
      url: `${BASE_PATH}${CALLS['accounts.send-code'].path}`,
      remoteAddress,
      payload: { channel: 'email', target: `${randomUUID()}@mail.example`, purpose: 'register' },
    });
  for (const last of [1, 1, 2]) {
    expect((await send(`198.51.100.${last}`)).statusCode).toBe(200);
  }
  // One host of two codes, one of one, their network of three.
  expect(await rows()).toEqual([{ sends: 1 }, { sends: 2 }, { sends: 3 }]);
  await product.db.query('update accounts.code_budget set sends = 1000000');
  product.clock.advance(HOUR_MS);
  const refused = await send('198.51.100.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe(String((DAY_MS - HOUR_MS) / 1_000));
  const metrics = await product.app.http.inject('/metrics');
  expect(metrics.body).toContain('candor_codes_stopped 1');

  await product.app.contacts.sweep();
  expect(await rows()).toHaveLength(3);
  product.clock.advance(DAY_MS - HOUR_MS);
  await product.app.contacts.sweep();
  expect(await rows()).toEqual([]);
});
