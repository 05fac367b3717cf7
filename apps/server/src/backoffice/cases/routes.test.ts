// Promise: two members with two sign-ins decide what a third proposed, each by a passkey that signed
// the row shown; what was decided is done and the user reads of it.
import { DAY_MS, formatMoney, parseMoney } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';

let product: TestDesk;
let opener: TestMember;
let maker: TestMember;
let checker: TestMember;
let auditor: TestMember;
let user: Awaited<ReturnType<TestDesk['register']>>;

beforeAll(async () => {
  product = await startTestDesk();
  opener = await product.member('support');
  maker = await product.member('cashierMaker', 'risk');
  checker = await product.member('cashierChecker');
  auditor = await product.member('auditor');
  user = await product.register();
});
afterAll(() => product.stop());

const decidersOf = (one: { deciders: readonly { id: string }[] }): string[] =>
  one.deciders.map(({ id }) => id);
const unitsOf = (text: string): bigint | undefined => parseMoney(text, 'USDT')?.units;

const open = (by: TestMember = opener, more: object = {}) =>
  product.desk('cases.open-adjustment', {
    cookie: by.cookie,
    body: {
      userId: user.userId,
      mode: 'real',
      asset: 'USDT',
      direction: 'toUser',
      amount: '12.5',
      note: 'The stop was late by a tick',
      ...more,
    },
  });
const get = async (id: string, by: TestMember) =>
  (await product.desk('cases.get', { cookie: by.cookie, params: { id } })).result;

/** A passkey's answer for the row a member was shown. */
async function signed(id: string, by: TestMember, rowHash: string) {
  const params = { id };
  const asked = await product.desk('cases.challenge', {
    cookie: by.cookie,
    params,
    body: { rowHash },
  });
  expect(asked.message).toBe('ok');
  const { challenge, options } = asked.result;
  return { challenge, passkey: by.device.answer(options) };
}

async function decide(id: string, by: TestMember, more: object = {}) {
  const { rowHash } = await get(id, by);
  const proof = await signed(id, by, rowHash);
  return product.desk('cases.decide', {
    cookie: by.cookie,
    params: { id },
    body: { verdict: 'approved', reason: 'goodwill', rowHash, ...proof, ...more },
  });
}

describe('a case at the desk', () => {
  test('is decided by two sign-ins and done: books, list of the user, notice, activity', async () => {
    const opened = await open();
    expect(opened.message).toBe('ok');
    const { id, number } = opened.result;
    const listed = await product.desk('cases.list', { cookie: maker.cookie, query: { q: number } });
    expect(listed.result.records.map((one) => one.id)).toEqual([id]);
    const claimed = await product.desk('cases.claim', { cookie: maker.cookie, params: { id } });
    expect(claimed.result.claimedBy?.id).toBe(maker.id);
    const first = await decide(id, maker, { message: 'Sorry for the delay' });
    expect(first.result).toMatchObject({ state: 'firstYes', appliedAt: null });
    const done = await decide(id, checker, { message: 'It was our mistake' });
    expect(done.result).toMatchObject({ state: 'decided', verdict: 'approved' });
    expect(done.result.appliedAt).not.toBeNull();
    const { token } = user;
    await product.settle();
    await product.app.notifications.settled();
    const own = await product.call('cases.mine', { token, query: { page: 1, size: 20 } });
    expect(own.result.records[0]).toMatchObject({
      number,
      verdict: 'approved',
      amount: '12.5',
      reason: 'goodwill',
      message: 'It was our mistake',
    });
    const told = await product.call('notifications.list', { token, query: { page: 1, size: 20 } });
    const notice = told.result.records.find(({ kind }) => kind === 'case-closed');
    expect(notice?.facts).toMatchObject({ number, verdict: 'approved', amount: '12.5' });
    const log = await product.call('accounts.access-log', { token, query: { page: 1, size: 50 } });
    const acts = log.result.records.filter(({ role }) => role !== null);
    expect(acts.map(({ kind, role }) => `${kind} ${role}`)).toContain('staff-case cashierChecker');
    expect(log.text).not.toContain(checker.id);
    const rows = await product.desk('audit.list', {
      cookie: auditor.cookie,
      query: { subject: number },
    });
    expect(rows.result.records.map(({ action }) => action)).toContain('cases.decide');
    expect(rows.result.records.every(({ actorName }) => actorName === 'A member')).toBe(true);
  });

  test('is approved by nobody without a passkey for this row, and by no passkey twice', async () => {
    const { id } = (await open()).result;
    const { rowHash } = await get(id, maker);
    const said = { verdict: 'approved', reason: 'goodwill', rowHash };
    const body = (more: object) => ({
      cookie: maker.cookie,
      params: { id },
      body: { ...said, ...more },
    });
    expect((await product.desk('cases.decide', body({}))).message).toBe('second-factor-needed');
    const other = (await open()).result;
    const elsewhere = await signed(other.id, maker, (await get(other.id, maker)).rowHash);
    expect((await product.desk('cases.decide', body(elsewhere))).message).toBe(
      'second-factor-wrong',
    );
    const proof = await signed(id, maker, rowHash);
    expect((await product.desk('cases.decide', body(proof))).result.state).toBe('firstYes');
    const again = await product.desk('cases.decide', body(proof));
    expect(['case-own', 'second-factor-wrong', 'forbidden']).toContain(again.message);
  });

  test('refuses its opener, a row that changed, a case that is decided, and another’s claim', async () => {
    const { id } = (await open(maker)).result;
    const { rowHash } = await get(id, maker);
    const say = (by: TestMember, more: object) =>
      product.desk('cases.decide', {
        cookie: by.cookie,
        params: { id },
        body: { rowHash, ...more },
      });
    const reject = { verdict: 'rejected', reason: 'not-justified' };
    expect((await say(maker, reject)).message).toBe('case-own');
    expect((await say(checker, { ...reject, rowHash: 'f'.repeat(64) })).message).toBe(
      'case-changed',
    );
    await product.desk('cases.claim', { cookie: checker.cookie, params: { id } });
    const note = { text: 'Looked at the tape', isForUser: true };
    const noted = await product.desk('cases.note', {
      cookie: maker.cookie,
      params: { id },
      body: note,
    });
    expect(noted.result.steps.at(-1)).toMatchObject({ kind: 'noted', isForUser: true });
    expect((await say(maker, { verdict: 'withdrawn' })).message).toBe('case-claimed');
    await product.desk('cases.release', { cookie: checker.cookie, params: { id } });
    expect((await say(checker, reject)).result).toMatchObject({ verdict: 'rejected' });
    expect((await say(maker, { verdict: 'withdrawn' })).message).toBe('case-decided');
  });

  test('of money of the operator, and of a parameter, is proposed by those who may', async () => {
    const money = {
      asset: 'USDT',
      amount: '500',
      account: 'tron',
      reference: 'a1b2c3d4',
      note: 'x',
    };
    const { cookie } = maker;
    const funding = await product.desk('cases.open-house-funding', { cookie, body: money });
    expect(funding.result.number).toMatch(/^H-/);
    const out = await product.desk('cases.open-take-out', { cookie, body: money });
    expect(out.message).toBe('case-impossible');
    const covered = { asset: 'BTC', amount: '1', direction: 'toExchange', note: 'x' };
    const cover = await product.desk('cases.open-exchange-cover', { cookie, body: covered });
    expect(cover.message).toBe('case-impossible');
    const change = { key: 'contract.feeRate', value: '0.002', note: 'Costs of venues rose' };
    const soon = { ...change, from: product.clock.now() + DAY_MS - 1 };
    const changing = (body: object) =>
      product.desk('cases.open-parameter-change', { cookie, body });
    expect((await changing(soon)).message).toBe('case-impossible');
    expect((await changing({ ...soon, key: 'market.price' })).message).toBe('parameter-unknown');
    const proposed = await changing({ ...change, from: product.clock.now() + 2 * DAY_MS });
    const { id } = proposed.result;
    const { rowHash } = await get(id, maker);
    const asked = await product.desk('cases.challenge', {
      cookie,
      params: { id },
      body: { rowHash },
    });
    expect(asked.message).toBe('case-own');
    const counts = await product.desk('cases.counts', { cookie });
    expect(counts.result.kinds.find(({ kind }) => kind === 'parameterChange')?.waiting).toBe(1);
  });

  test('is announced once it is decided: on the fees page and as a notice in every language', async () => {
    const second = await product.member('risk');
    const third = await product.member('risk');
    const { cookie } = maker;
    const body = { key: 'leverage.gold', value: '10', note: 'Gold moves more', from: 0 };
    const from = product.clock.now() + 2 * DAY_MS;
    const opened = await product.desk('cases.open-parameter-change', {
      cookie,
      body: { ...body, from },
    });
    const { id, number } = opened.result;
    await decide(id, second, { reason: 'as-proposed' });
    const done = await decide(id, third, { reason: 'as-proposed' });
    expect(done.result.verdict).toBe('approved');
    await product.app.parameters.reload();
    const { parameters } = (await product.call('transparency.fees')).result;
    const gold = parameters.find(({ key }) => key === 'leverage.gold');
    expect(gold?.versions.at(-1)).toMatchObject({ value: '10', from });
    expect(gold?.value).toBe('20');
    await product.settle();
    const page = `notice-${number.toLowerCase()}`;
    for (const language of ['en', 'ja', 'ar'] as const) {
      const notice = await product.call('content.get', {
        params: { id: page },
        query: { language },
      });
      expect(notice.result).toMatchObject({ language, original: false, type: 6 });
      expect(notice.result.html).toContain('leverage.gold');
    }
  });
});

describe('the audit log at the desk', () => {
  test('is exported whole, with the export in it, and its head is signed', async () => {
    const { cookie } = auditor;
    const file = await product.desk('audit.export', { cookie });
    const { checkAudit } = await import('../../../../../scripts/verify/audit.mjs');
    expect(checkAudit({ text: file.text }).differences()).toEqual([]);
    expect(file.text).toContain('"action":"audit.export"');
    const head = (await product.desk('audit.head', { cookie })).result;
    expect(head.signed?.note).toContain('/audit');
    expect(head.count).toBeGreaterThanOrEqual(head.signed?.count ?? 0);
  });
});

describe('what a case writes to the books', () => {
  const preview = (by: TestMember, body: object) =>
    product.desk('cases.preview-entry', { cookie: by.cookie, body });
  const adjust = { kind: 'adjustment', mode: 'real', asset: 'USDT', direction: 'toUser' };

  test('is said before it is proposed: accounts, amount, and balances before and after', async () => {
    const other = await product.register();
    const { result } = await preview(opener, {
      ...adjust,
      user: other.username.toUpperCase(),
      amount: '7.25',
    });
    expect(result.user).toMatchObject({ id: other.userId, username: other.username });
    expect(result.entry).toMatchObject({
      kind: 'adjustment',
      mode: 'real',
      isPossible: true,
      postings: [{ from: 'house:goodwill', to: 'user:cash', amount: '7.25', asset: 'USDT' }],
    });
    const cash = result.entry.balances.find(({ account }) => account === 'user:cash');
    expect(cash).toEqual({ account: 'user:cash', asset: 'USDT', before: '0', after: '7.25' });
    const known = result.deciders.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining([maker.id, checker.id]));
    expect(known).not.toContain(opener.id);
    expect(result.deciders.every(({ hasPasskey }) => hasPasskey)).toBe(true);
    // Nothing was opened by asking; that it was asked is in the log, and the user's to read.
    const listed = await product.desk('cases.list', {
      cookie: maker.cookie,
      query: { q: other.userId },
    });
    expect(listed.result.records).toEqual([]);
    const rows = await product.db.query(`select action from audit.record where user_id = $1`, [
      other.userId,
    ]);
    expect(rows).toContainEqual({ action: 'cases.preview-entry' });
  });

  test('is refused at its field, as the books would refuse it', async () => {
    const of = { ...adjust, user: user.userId };
    const refusal = async (body: object) => {
      const { message, result } = await preview(opener, body);
      return [message, (result as unknown as { field?: string }).field];
    };
    expect(await refusal({ ...of, amount: '1.0000001' })).toEqual(['unreadable', 'amount']);
    expect(await refusal({ ...of, amount: '900000', direction: 'fromUser' })).toEqual([
      'case-impossible',
      'amount',
    ]);
    const nobody = { ...of, amount: '1' };
    expect(await refusal({ ...nobody, user: 'no_such_user' })).toEqual(['not-found', 'user']);
    expect(await refusal({ ...nobody, user: opener.id })).toEqual(['not-found', 'userId']);
    const taken = { kind: 'takeOut', asset: 'USDT', account: 'tron', amount: '1' };
    // A supporter opens no take-out, and so is not told what the house holds.
    expect((await preview(opener, taken)).message).toBe('forbidden');
    const { message, result } = await preview(maker, taken);
    expect([message, (result as unknown as { field?: string }).field]).toEqual([
      'case-impossible',
      'amount',
    ]);
    expect((await open(opener, { amount: '0.0000001' })).message).toBe('unreadable');
  });

  test('a refusal that says what a user has is a reading: it is written down, and the user reads it', async () => {
    const other = await product.register();
    const taken = { ...adjust, direction: 'fromUser', amount: '1' };
    const asked = await preview(opener, { ...taken, user: other.username });
    expect(asked.message).toBe('case-impossible');
    const { kind: _, ...body } = { ...taken, userId: other.userId };
    expect((await open(opener, body)).message).toBe('case-impossible');
    const rows = await product.db.query<{ action: string; details: string }>(
      'select action, details from audit.record where user_id = $1 order by seq',
      [other.userId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'cases.preview-entry',
      'cases.open-adjustment',
    ]);
    expect(rows.every(({ details }) => details.includes('case-impossible'))).toBe(true);
  });

  test('stands on its page until it is carried out, with the user and who could decide', async () => {
    const { id, number } = (await open(opener, { amount: '3' })).result;
    const shown = await get(id, maker);
    expect(shown.user).toMatchObject({ username: user.username, language: 'en' });
    expect(shown.entry?.postings).toMatchObject([{ from: 'house:goodwill', amount: '3' }]);
    expect(decidersOf(shown)).toEqual(expect.arrayContaining([maker.id, checker.id]));
    expect(decidersOf(shown)).not.toContain(opener.id);
    const before = (await product.desk('cases.counts', { cookie: maker.cookie })).result;
    await decide(id, maker);
    const after = (await product.desk('cases.counts', { cookie: maker.cookie })).result;
    const firstYes = ({ kinds }: typeof after) =>
      kinds.find(({ kind }) => kind === 'adjustment')?.firstYes ?? 0;
    expect(firstYes(after)).toBe(firstYes(before) + 1);
    const waits = decidersOf(await get(id, checker));
    expect([waits.includes(checker.id), waits.includes(maker.id)]).toEqual([true, false]);
    const planned = (await get(id, checker)).entry?.balances;
    const done = (await decide(id, checker)).result;
    expect(done).toMatchObject({ entry: null, deciders: [], verdict: 'approved' });
    const [written] = await product.db.query<{ amount: string }>(
      `select sum(amount)::text as amount from ledger.balance
       where user_id = $1 and mode = 'real' and asset = 'USDT' and class = 'user:cash'`,
      [user.userId],
    );
    const cash = planned?.find(({ account }) => account === 'user:cash')?.after ?? '';
    expect(BigInt(written?.amount ?? 0)).toBe(unitsOf(cash));
    const listed = await product.desk('cases.list', {
      cookie: maker.cookie,
      query: { q: number, state: 'decided' },
    });
    expect(listed.result.records[0]?.user?.username).toBe(user.username);
  });
});

test('what the house holds is the sum of its postings, and its floor is the parameter’s', async () => {
  const { result } = await product.desk('risk.house-balances', { cookie: checker.cookie });
  const [row] = await product.db.query<{ amount: string }>(
    `select (sum(case when to_class = 'house:goodwill' then amount else 0 end)
           - sum(case when from_class = 'house:goodwill' then amount else 0 end))::text as amount
     from ledger.posting where mode = 'real' and asset = 'USDT'`,
  );
  const goodwill = result.balances.find(({ account }) => account === 'house:goodwill');
  expect(unitsOf(goodwill?.amount ?? '')).toBe(BigInt(row?.amount ?? 0));
  expect(result.floor).toBe(formatMoney(product.app.parameters.usdt('house.floorNewBusiness')));
});
