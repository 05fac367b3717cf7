// Promise: staff find a user by anything and see what their role may; a freeze stops new risk alone.
import { randomInt } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@candor/kernel';
import { STAFF_FREEZE_MAX_MS } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { newTrader } from '../../../test/trader.ts';

let product: TestDesk;
let support: TestMember;
let risk: TestMember;
let auditor: TestMember;

beforeAll(async () => {
  product = await startTestDesk();
  support = await product.member('support');
  risk = await product.member('risk');
  auditor = await product.member('auditor');
});
afterAll(() => product.stop());

const find = async (q: string, by: TestMember = support) =>
  (await product.desk('users.list', { cookie: by.cookie, query: { q } })).result;
const get = async (id: string, by: TestMember = support) =>
  (await product.desk('users.get', { cookie: by.cookie, params: { id } })).result;

/** A mailbox and a wallet, as if they had been proven. */
async function withContacts(userId: string, name: string) {
  const mail = `${name}@post.example`;
  const wallet = `0x${userId.replaceAll('-', '')}ABCDEF12`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, now()), ($1, 'phone', $3, now())`,
    [userId, mail, `+49151${String(randomInt(10_000_000, 99_999_999))}`],
  );
  await product.db.query(
    `insert into accounts.wallet (user_id, id, chain, address, created_at)
     values ($1, gen_random_uuid(), 'ethereum', $2, now())`,
    [userId, wallet],
  );
  return { mail, wallet };
}

/** What the user reads of staff under security. */
async function readBy(token: string) {
  const query = { page: 1, size: 50 };
  const { records } = (await product.call('accounts.access-log', { token, query })).result;
  return records;
}

describe('a search', () => {
  test('finds a user by the beginning of the name, and by what is theirs alone, whole', async () => {
    const trader = await newTrader(product);
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    await trader.closes(order.id);
    const { userId: id, token } = trader;
    const { orderNo } = order;
    const receipts = await product.call('receipts.of-order', { token, params: { orderNo } });
    const { username } = await get(id);
    const { mail, wallet } = await withContacts(id, username);
    const opened = await product.desk('cases.open-adjustment', {
      cookie: support.cookie,
      body: {
        userId: id,
        mode: 'real',
        asset: 'USDT',
        direction: 'toUser',
        amount: '1',
        note: 'x',
      },
    });
    const said = [
      ['name', username.slice(0, -1)],
      ['id', id],
      ['mail', mail.toUpperCase()],
      ['wallet', wallet.toLowerCase()],
      ['order', orderNo],
      ['receipt', receipts.result.numbers[0] ?? ''],
      ['case', opened.result.number],
    ] as const;
    for (const [by, q] of said) {
      const found = await find(q);
      expect([by, found.by, found.records.map((one) => one.id)]).toEqual([by, by, [id]]);
    }
    // A part of what is personal finds nobody, and nothing is a pattern.
    for (const q of [mail.slice(0, -1), wallet.slice(0, -1), '%%', '__', username.slice(1)]) {
      expect([q, (await find(q)).records]).toEqual([q, []]);
    }
  });

  test('shows twenty of many, and says that there are more', async () => {
    await product.db.query(
      `insert into accounts.account (user_id, username, password_hash, demo_reset_at, created_at,
         language)
       select gen_random_uuid(), 'crowd' || lpad(n::text, 5, '0'), null, now(), now(), 'en'
       from generate_series(1, 10000) n`,
    );
    await product.owner.query('analyze accounts.account');
    const found = await find('crowd');
    expect([found.records.length, found.isMore]).toEqual([20, true]);
    expect((await find('crowd09999')).records.map(({ username }) => username)).toEqual([
      'crowd09999',
    ]);
    const plan = await product.db.query<{ 'QUERY PLAN': string }>(
      `explain select user_id from accounts.account a
       where a.username collate "C" >= 'crowd' and a.username collate "C" < 'crowd~'
       order by a.username collate "C" limit 20`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('account_by_beginning');
  });
});

describe('a user’s page', () => {
  test('shows contacts whole to who writes to users, masked to others, and is read by the user', async () => {
    const { userId: id, token, username } = await product.register();
    const { mail } = await withContacts(id, username);
    const whole = await get(id);
    expect(whole.contacts[0]).toMatchObject({ target: mail, isMasked: false });
    expect(whole.factors).toMatchObject({ password: true, totp: false, passkeys: 0 });
    expect(whole.sessions).toHaveLength(1);
    for (const by of [risk, auditor]) {
      const seen = await get(id, by);
      expect(seen.contacts[0]).toMatchObject({ isMasked: true });
      expect(JSON.stringify(seen.contacts)).not.toContain(username.slice(1));
    }
    const reads = (await readBy(token)).filter(({ kind }) => kind === 'staff-read');
    expect(reads.map(({ role }) => role).toSorted()).toEqual(['auditor', 'risk', 'support']);
    expect(reads.every(({ by }) => by === 'operator')).toBe(true);
  });

  test('states balances, positions with the margin level, and the statement, as the books have them', async () => {
    const trader = await newTrader(product);
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    const params = { id: trader.userId };
    const { cookie } = risk;
    const money = await product.desk('users.get-money', { cookie, params });
    const demo = money.result.find(({ figures }) => figures.mode === 'demo');
    const own = (await product.call('portfolio.info', { token: trader.token })).result;
    expect(demo?.figures).toEqual(own);
    expect(demo?.positions.map((one) => one.id)).toEqual([order.id]);
    expect(demo?.figures.marginLevel).not.toBeNull();
    const query = { mode: 'demo' };
    const paid = await product.desk('users.list-payments', { cookie, params, query });
    const mine = await product.call('portfolio.transactions', {
      token: trader.token,
      query: { page: 1, size: 20 },
    });
    expect(paid.result).toEqual(mine.result);
    const kyc = await product.member('kyc');
    const refused = await product.desk('users.get-money', { cookie: kyc.cookie, params });
    expect(refused.status).toBe(403);
  });

  test('lists the messages that were sent, never what they said', async () => {
    const { userId: id, username } = await product.register();
    const { mail } = await withContacts(id, username);
    const { cookie } = risk;
    const until = product.clock.now() + DAY_MS;
    await product.desk('users.freeze', {
      cookie,
      params: { id },
      body: { reason: 'identity-check', until },
    });
    await product.app.security.settled();
    const asked = (by: TestMember) =>
      product.desk('users.list-mails', { cookie: by.cookie, params: { id } });
    const listed = await asked(support);
    expect(listed.result.records[0]).toMatchObject({ channel: 'email', address: mail });
    expect(listed.result.records[0]?.subject).not.toContain('{');
    expect((await asked(auditor)).text).not.toContain(mail);
    expect((await asked(risk)).status).toBe(403);
    // A mail of a release before: its template has no text any more.
    await product.owner.query(
      `update platform.letter set template = 'gone-since' where user_id = $1`,
      [id],
    );
    const old = await asked(support);
    expect([old.status, old.result.records[0]?.subject]).toEqual([200, 'gone-since']);
  });

  test('keeps notes as they were written, for staff', async () => {
    const { userId: id } = await product.register();
    const { cookie } = support;
    const note = (text: string) => {
      product.clock.advance(1);
      return product.desk('users.note', { cookie, params: { id }, body: { text } });
    };
    expect((await note('x'.repeat(4_001))).status).toBe(400);
    for (const text of ['x'.repeat(4_000), '=cmd|calc'])
      expect((await note(text)).message).toBe('ok');
    const { notes } = await get(id);
    expect(notes.map(({ text }) => text)).toEqual(['=cmd|calc', 'x'.repeat(4_000)]);
    expect(notes[0]?.byName).toBe('A member');
    await expect(
      product.db.query(`update accounts.staff_note set text = 'y' where user_id = $1`, [id]),
    ).rejects.toThrow();
  });
});

describe('a freeze by staff', () => {
  test('stops new risk until its end; closing and cancelling stay open, the user knows', async () => {
    const trader = await newTrader(product);
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    const { token, userId: id } = trader;
    const { cookie } = risk;
    const until = product.clock.now() + 5 * MINUTE_MS;
    const freeze = (at: number) =>
      product.desk('users.freeze', {
        cookie,
        params: { id },
        body: { reason: 'unusual-trading', until: at },
      });
    expect((await freeze(product.clock.now())).message).toBe('unreadable');
    const far = product.clock.now() + STAFF_FREEZE_MAX_MS + 1;
    expect((await freeze(far)).message).toBe('unreadable');
    expect((await freeze(until)).message).toBe('ok');
    const refused = await trader.asks({ lots: '0.01' });
    expect([refused.code, refused.refused.facts]).toEqual([
      '10008',
      { why: 'staff', until: String(until) },
    ]);
    const pauses = await product.call('accounts.pauses', { token });
    expect(pauses.result).toMatchObject([{ kind: 'staff', until }]);
    expect((await trader.closes(order.id)).code).toBe('200');
    expect((await get(id)).freeze).toMatchObject({ reason: 'unusual-trading', until });
    const told = (await readBy(token)).find(({ kind }) => kind === 'staff-frozen');
    expect(told).toMatchObject({ by: 'operator', reason: 'unusual-trading' });
    product.clock.advance(5 * MINUTE_MS);
    await trader.signsIn();
    await trader.says('60000', '60001');
    expect((await trader.asks({ lots: '0.01' })).code).toBe('200');
  });

  test('ends sooner by staff; the user’s own freeze stays', async () => {
    const { userId: id, token } = await product.register();
    const { cookie } = risk;
    const until = product.clock.now() + DAY_MS;
    await product.desk('users.freeze', {
      cookie,
      params: { id },
      body: { reason: 'legal-order', until },
    });
    await product.call('accounts.freeze', { token });
    const body = { reason: 'It was lifted' };
    expect((await product.desk('users.unfreeze', { cookie, params: { id }, body })).message).toBe(
      'ok',
    );
    const pauses = await product.call('accounts.pauses', { token });
    expect(pauses.result.map(({ kind }) => kind)).toEqual(['freeze']);
    const kinds = (await readBy(token)).map(({ kind }) => kind);
    expect(kinds).toContain('staff-unfrozen');
  });
});

describe('disabling an account', () => {
  test('needs two others, a reason and an end, and is undone by staff or by time', async () => {
    const { userId: id, token } = await product.register();
    const until = product.clock.now() + 2 * DAY_MS;
    const propose = (by: TestMember, at: number) =>
      product.desk('users.propose-disabling', {
        cookie: by.cookie,
        params: { id },
        body: { reason: 'A court order of 3 June', until: at },
      });
    expect((await propose(support, product.clock.now())).message).toBe('case-impossible');
    const opened = await propose(risk, until);
    expect(opened.result.number).toMatch(/^B-/);
    const { id: caseId } = opened.result;
    const params = { id: caseId };
    async function approve(by: TestMember) {
      const { cookie } = by;
      const { rowHash } = (await product.desk('cases.get', { cookie, params })).result;
      const asked = await product.desk('cases.challenge', { cookie, params, body: { rowHash } });
      if (asked.message !== 'ok') return asked.message;
      const { challenge, options } = asked.result;
      const proof = { challenge, passkey: by.device.answer(options) };
      const body = { verdict: 'approved', reason: 'as-proposed', rowHash, ...proof };
      return (await product.desk('cases.decide', { cookie, params, body })).result.state;
    }
    expect(await approve(risk)).toBe('case-own');
    const [second, third] = [await product.member('kyc'), await product.member('risk')];
    expect(await approve(second)).toBe('firstYes');
    expect((await get(id)).state).toBe('active');
    expect(await approve(third)).toBe('decided');
    expect(await get(id)).toMatchObject({
      state: 'disabled',
      disabled: { until, reason: 'A court order of 3 June', caseNumber: opened.result.number },
    });
    await product.app.relay.settled();
    expect((await product.call('accounts.pauses', { token })).status).toBe(401);
    const { cookie } = risk;
    const body = { reason: 'The order was lifted' };
    expect((await product.desk('users.enable', { cookie, params: { id }, body })).message).toBe(
      'ok',
    );
    expect(await get(id)).toMatchObject({ state: 'active', disabled: null });
    const events = await product.db.query<{ kind: string }>(
      'select kind from accounts.security_event where user_id = $1',
      [id],
    );
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'account-disabled',
      'account-enabled',
    ]);
  });

  test('of the demo account alone is one person’s command, with a reason', async () => {
    const { userId: id, token } = await product.register();
    const { cookie } = support;
    const set = (isOn: boolean, reason = 'Two people share it') => {
      product.clock.advance(1);
      return product.desk('users.set-demo', { cookie, params: { id }, body: { isOn, reason } });
    };
    expect((await set(false, ' ')).status).toBe(400);
    expect((await set(false)).message).toBe('ok');
    expect((await get(id)).demoDisabled).toBe(true);
    expect((await set(true)).message).toBe('ok');
    const own = (await readBy(token)).filter(({ kind }) => kind.startsWith('demo-'));
    expect(own.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['demo-enabled', 'Two people share it'],
      ['demo-disabled', 'Two people share it'],
    ]);
  });
});
