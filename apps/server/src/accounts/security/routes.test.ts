import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UserId } from '@candor/kernel';
import { security as protocol } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import { newTrader } from '../../../test/trader.ts';
import type { Sql } from '../../platform/postgres/db.ts';
import { noteRefused, writeRefused } from '../audit/login-history.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
  await product.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.stop());

const page = { page: 1, size: 20 };

async function logIn(username: string, device: string, password = PASSWORD) {
  return product.call('accounts.login', {
    body: { username, password, client: 'api' },
    headers: { 'user-agent': device },
  });
}

/** A confirmation of one action, proven by the password. */
async function confirmed(
  token: string,
  action: 'unfreeze' | 'close-account' | 'sessions',
): Promise<string> {
  const asked = await product.call('accounts.step-up', { token, body: { action } });
  const { challenge } = asked.result;
  const proof = await product.call('accounts.step-up-proof', {
    token,
    body: { challenge, password: PASSWORD },
  });
  expect(proof.code).toBe('200');
  return proof.result.stepUp;
}

/** A proven mail address, as `confirmContact` leaves it. */
async function withMail(userId: UserId, email: string): Promise<void> {
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [userId, email, product.clock.now()],
  );
}

async function messagesTo(email: string) {
  await product.app.security.settled();
  return (await product.messages()).filter(({ to }) => to === email);
}

/** Sets the same password again, with a code of this mailbox. */
async function reset(target: string): Promise<void> {
  const to = { channel: 'email', target } as const;
  await product.call('accounts.send-code', { body: { ...to, purpose: 'reset' } });
  const body = { ...to, code: await product.codeFor(target), newPassword: PASSWORD };
  expect((await product.call('accounts.reset-password', { body })).code).toBe('200');
}

const kindsOf = async (token: string): Promise<string[]> =>
  (await product.call('accounts.access-log', { token, query: page })).result.records.map(
    ({ kind }) => kind,
  );
const freezeOf = async (token: string) =>
  (await product.call('accounts.security', { token })).result.freeze;
const isIn = async (token: string): Promise<boolean> =>
  (await product.call('accounts.list-sessions', { token })).status === 200;

describe('the history of log-ins', () => {
  test('has every log-in and, hour by hour, the tries that were refused', async () => {
    const { username } = await product.register();
    product.clock.advance(SECOND_MS);
    for (const password of ['no', 'nope', 'never']) {
      expect((await logIn(username, FIREFOX, password)).code).toBe('10004');
    }
    product.clock.advance(HOUR_MS);
    await logIn(username, FIREFOX, 'no');
    const { token } = signedIn((await logIn(username, FIREFOX)).result);
    const read = () => product.call('accounts.list-logins', { token, query: page });
    await product.app.security.settled();
    const { records } = (await read()).result;
    const said = records.map(({ outcome, tries, device, isNew }) => [
      outcome,
      tries,
      device,
      isNew,
    ]);
    expect(said.filter(([outcome]) => outcome === 'in')).toEqual([
      ['in', 1, 'Firefox on Windows', true],
      ['in', 1, '', false],
    ]);
    expect(said.filter(([outcome]) => outcome === 'refused')).toEqual([
      ['refused', 1, 'Firefox on Windows', false],
      ['refused', 3, 'Firefox on Windows', false],
    ]);
    expect(records.every(({ way, address }) => way === 'password' && address !== '')).toBe(true);
  });

  test('is one’s own, page by page; pages that cannot be are refused', async () => {
    const [one, other] = [await product.register(), await product.register()];
    for (let count = 0; count < 3; count += 1) await logIn(one.username, FIREFOX);
    const ask = (query: object) =>
      product.call('accounts.list-logins', { token: one.token, query: query as typeof page });
    const first = (await ask({ page: 1, size: 3 })).result;
    const second = (await ask({ page: 2, size: 3 })).result;
    expect([first.total, first.records.length, second.records.length]).toEqual([4, 3, 1]);
    expect((await ask({ page: 9, size: 3 })).result).toEqual({ records: [], total: 4 });
    const asOther = { token: other.token, query: page };
    expect((await product.call('accounts.list-logins', asOther)).result.total).toBe(1);
    for (const odd of [{ page: 0 }, { size: 0 }, { size: 101 }, { page: 'x' }, { other: '1' }]) {
      expect((await ask(odd)).status, JSON.stringify(odd)).toBe(400);
      const log = { token: one.token, query: odd as typeof page };
      expect((await product.call('accounts.access-log', log)).status).toBe(400);
    }
  });

  test('has a device that was signed out from another one', async () => {
    const { token, username } = await product.register();
    await logIn(username, '');
    const revoke = async () => {
      const body = { others: true, stepUp: await confirmed(token, 'sessions') } as const;
      return product.call('accounts.revoke-session', { token, body });
    };
    await revoke();
    // There is nobody else any more, and nothing to write down.
    await revoke();
    expect(await kindsOf(token)).toEqual(['sessions-ended']);
  });

  test('keeps refused tries that could not be written, until they can', async () => {
    const { userId, token } = await product.register();
    let isAway = true;
    const sql: Sql = {
      query: (text, values) =>
        isAway ? Promise.reject(new Error('away')) : product.db.query(text, values),
    };
    const place = { client: 'api' as const, device: FIREFOX, address: '192.0.2.7' };
    const tried = () =>
      noteRefused(sql, { userId, way: 'password', place, at: product.clock.now() });
    tried();
    await expect(writeRefused(sql)).rejects.toThrow('away');
    tried();
    isAway = false;
    await writeRefused(sql);
    await writeRefused(sql);
    const { records } = (await product.call('accounts.list-logins', { token, query: page })).result;
    const refused = records.filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ tries }) => tries)).toEqual([2]);
  });

  test('has nothing of a name nobody has', async () => {
    const before = await product.db.query('select count(*)::int as rows from accounts.login');
    await logIn('nobody-at-all', FIREFOX);
    await product.register();
    await product.app.security.settled();
    const after = await product.db.query('select count(*)::int as rows from accounts.login');
    expect(after[0]?.['rows']).toBe((before[0]?.['rows'] as number) + 1);
  });
});

describe('a log-in from somewhere new', () => {
  test('is told once by mail, with a link that freezes the account', async () => {
    const { userId, username, token } = await product.register();
    const email = 'mara@candor.example';
    await withMail(userId, email);
    const there = signedIn((await logIn(username, SAFARI)).result).token;
    await logIn(username, SAFARI);
    expect(await kindsOf(token)).toEqual(['new-device']);
    const messages = await messagesTo(email);
    expect(messages.length).toBe(1);
    const [{ subject, text } = { subject: '', text: '' }] = messages;
    expect(subject).toContain('new place');
    expect(text).toContain('Safari on iPhone');
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    expect(new URL(link).pathname).toBe(protocol.NOT_ME_PATH);
    const secret = new URL(link).hash.slice(1);
    // What is stored opens nothing.
    const rows = await product.db.query('select hash from accounts.freeze_link');
    expect(rows.map(({ hash }) => hash)).not.toContain(secret);

    const pressed = () => product.call('accounts.not-me', { body: { token: secret } });
    product.clock.advance(SECOND_MS);
    expect((await pressed()).result).toEqual({});
    expect([await isIn(token), await isIn(there)]).toEqual([false, false]);
    const back = signedIn((await logIn(username, SAFARI)).result).token;
    const frozen = { since: product.clock.now(), until: null, needsReset: true };
    expect(await freezeOf(back)).toEqual(frozen);
    // Pressed again it says the same, and signs nobody out.
    expect((await pressed()).code).toBe('200');
    expect(await isIn(back)).toBe(true);
    const log = await product.call('accounts.access-log', { token: back, query: page });
    expect(log.result.records.map(({ kind, by }) => [kind, by])).toEqual([
      ['frozen', 'link'],
      ['new-device', 'owner'],
    ]);
    product.clock.advance(protocol.FREEZE_LINK_MS);
    expect((await pressed()).status).toBe(404);
  });

  test('is told in the owner’s language, and only to a proven address', async () => {
    const { userId, username } = await product.register();
    // What the tests before this one did is told first.
    await product.app.security.settled();
    const before = (await product.messages()).length;
    await logIn(username, FIREFOX);
    await product.app.security.settled();
    expect((await product.messages()).length).toBe(before);
    await withMail(userId, 'huda@candor.example');
    await product.db.query(`update accounts.account set language = 'ar' where user_id = $1`, [
      userId,
    ]);
    await logIn(username, SAFARI);
    const [message] = await messagesTo('huda@candor.example');
    expect(message?.text).toContain('سُجل دخول من مكان جديد.');
  });

  test('is not the only thing told: a limit that loosens is, one that tightens is not', async () => {
    const { userId, token } = await product.register();
    await withMail(userId, 'limits@candor.example');
    const set = (amount: string) =>
      product.call('accounts.set-limit', { token, body: { kind: 'loss', period: 'day', amount } });
    await set('100');
    expect(await messagesTo('limits@candor.example')).toEqual([]);
    expect((await set('1000')).code).toBe('200');
    const messages = await messagesTo('limits@candor.example');
    expect(messages.map(({ text }) => text.includes(protocol.NOT_ME_PATH))).toEqual([true]);
    // Which one it is: a reader who did not ask for it has a day to say so.
    expect(messages[0]?.text.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
      /A limit was changed\. Loss, Day\. Before: 100\.00 USDT\. From \d{4}-\d\d-\d\d \d\d:\d\d UTC: 1,000\.00 USDT\./,
    );
  });

  test('is told once, also when it is heard of again after a stop', async () => {
    const { userId, username } = await product.register();
    await withMail(userId, 'twice@candor.example');
    await logIn(username, SAFARI);
    await product.app.security.settled();
    // The place up to which facts were read is lost: everything is heard of again.
    await product.db.query(
      `update platform.reader set tx = '0', seq = 0 where name = 'accounts-notices'`,
    );
    await product.restart();
    await product.app.http.listen({ port: 0, host: '127.0.0.1' });
    expect((await messagesTo('twice@candor.example')).length).toBe(1);
  });

  test('freezes once, however often its link is pressed at the same moment', async () => {
    const { userId, username } = await product.register();
    await withMail(userId, 'races@candor.example');
    await logIn(username, FIREFOX);
    const [message] = await messagesTo('races@candor.example');
    const secret = /#(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    const press = () => product.call('accounts.not-me', { body: { token: secret } });
    const answers = await Promise.all(Array.from({ length: 20 }, press));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']));
    const { token } = signedIn((await logIn(username, FIREFOX)).result);
    expect((await kindsOf(token)).filter((kind) => kind === 'frozen').length).toBe(1);
  });

  test('freezes again by the same link when somebody asked for the end of the freeze', async () => {
    const { userId, username } = await product.register();
    await withMail(userId, 'again@candor.example');
    await logIn(username, FIREFOX);
    const [message] = await messagesTo('again@candor.example');
    const secret = /#(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    const press = () => product.call('accounts.not-me', { body: { token: secret } });
    await press();
    const asked = async (): Promise<string> => {
      product.clock.advance(MINUTE_MS);
      await reset('again@candor.example');
      const { token } = signedIn((await logIn(username, FIREFOX)).result);
      const stepUp = await confirmed(token, 'unfreeze');
      product.clock.advance(SECOND_MS);
      await product.call('accounts.unfreeze', { token, body: { stepUp } });
      expect((await freezeOf(token))?.until).not.toBeNull();
      return token;
    };
    const thief = await asked();
    expect((await press()).code).toBe('200');
    expect(await isIn(thief)).toBe(false);
    const back = signedIn((await logIn(username, FIREFOX)).result).token;
    expect(await freezeOf(back)).toMatchObject({ until: null });
    // Also when the freeze is over.
    await asked();
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
    expect((await press()).code).toBe('200');
    const { token } = signedIn((await logIn(username, FIREFOX)).result);
    const frozen = { since: product.clock.now(), until: null, needsReset: true };
    expect(await freezeOf(token)).toEqual(frozen);
  });

  test('freezes nothing by a link that is none', async () => {
    for (const token of ['x', 'x'.repeat(43), '%']) {
      const answer = await product.call('accounts.not-me', { body: { token } });
      expect([answer.status, answer.code]).toEqual([404, '404']);
    }
    for (const odd of [
      {},
      { token: '' },
      { token: 7 },
      { token: 'x'.repeat(129) },
      { token: '\u0000' },
    ]) {
      expect((await product.call('accounts.not-me', { odd })).status).toBe(400);
    }
  });
});

describe('a freeze', () => {
  test('stops new trades in both accounts and leaves what is open to be closed', async () => {
    const trader = await newTrader(product);
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    const waiting = await trader.opens({ lots: '0.01', orderType: 'limit', price: '50000' });
    const frozen = await product.call('accounts.freeze', { token: trader.token });
    expect(frozen.result).toEqual({});
    const refused = await trader.asks({ lots: '0.01' });
    expect([refused.code, refused.refused.facts]).toEqual([
      '10008',
      { why: 'freeze', until: 'none' },
    ]);
    expect((await trader.cancels(waiting.id)).code).toBe('200');
    expect((await trader.closes(order.id)).code).toBe('200');
  });

  test('ends the other sessions and keeps this one; twice is once', async () => {
    const { token, username } = await product.register();
    const other = signedIn((await logIn(username, FIREFOX)).result).token;
    await product.call('accounts.freeze', { token });
    await product.call('accounts.freeze', { token });
    expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
    expect((await kindsOf(token)).filter((kind) => kind === 'frozen').length).toBe(1);
  });

  test('ends a day after its owner asked and proved who they are', async () => {
    const { token, userId } = await product.register();
    await product.call('accounts.freeze', { token });
    const since = product.clock.now();
    const bare = await product.call('accounts.unfreeze', { token });
    expect([bare.code, bare.refused.field]).toEqual(['11020', 'stepUp']);
    const wrong = await confirmed(token, 'close-account');
    const other = await product.call('accounts.unfreeze', { token, body: { stepUp: wrong } });
    expect(other.code).toBe('11020');
    const stepUp = await confirmed(token, 'unfreeze');
    product.clock.advance(SECOND_MS);
    const until = product.clock.now() + DAY_MS;
    const asked = await product.call('accounts.unfreeze', { token, body: { stepUp } });
    expect(asked.result).toEqual({ until });
    expect(await freezeOf(token)).toEqual({ since, until, needsReset: false });
    // Freezing again takes the end back.
    product.clock.advance(SECOND_MS);
    await product.call('accounts.freeze', { token });
    expect(await freezeOf(token)).toEqual({ since, until: null, needsReset: false });
    const again = await confirmed(token, 'unfreeze');
    product.clock.advance(SECOND_MS);
    await product.call('accounts.unfreeze', { token, body: { stepUp: again } });
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
    const events = await product.db.query(
      `select kind from accounts.security_event where user_id = $1 order by at, id`,
      [userId],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'frozen',
      'unfreeze-asked',
      'frozen',
      'unfreeze-asked',
      'unfrozen',
    ]);
  });

  test('that is none has no end to ask for', async () => {
    const { token } = await product.register();
    const stepUp = await confirmed(token, 'unfreeze');
    const asked = await product.call('accounts.unfreeze', { token, body: { stepUp } });
    expect(asked.result).toEqual({});
  });
});

test('the overview says how an account can be entered and what protects it', async () => {
  const { token, userId, username } = await product.register();
  await withMail(userId, 'overview@candor.example');
  expect((await product.call('accounts.security', { token })).result).toEqual({
    username,
    hasPassword: true,
    email: 'overview@candor.example',
    totp: false,
    passkeys: [],
    recoveryLeft: 0,
    antiPhishing: null,
    wallets: [],
    social: [],
    holds: [],
    freeze: null,
  });
});
