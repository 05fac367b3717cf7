// Promise: a complaint is in the register from the moment its asker or staff call it one, has a final
// answer before it is closed, and a passed deadline alarms and decides nothing.
import { randomUUID } from 'node:crypto';
import { DAY_MS, plusMs, utcDayOf } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decidedCase } from '../../../test/decided-case.ts';
import { type Smtp, startSmtp } from '../../../test/smtp.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { OPENING, opened } from '../../../test/support.ts';
import { createTransports } from '../../messaging/index.ts';

let smtp: Smtp;
let product: TestDesk;
let anna: TestMember;
let auditor: TestMember;
let user: Awaited<ReturnType<TestDesk['register']>>;

beforeAll(async () => {
  smtp = await startSmtp();
  const { email } = createTransports(
    { smtp: { url: smtp.url, from: 'Candor <desk@candor.example>' }, sms: null },
    { publicUrl: 'https://candor.example', say: () => undefined },
  );
  product = await startTestDesk({ mailsBy: email });
  anna = await product.member('support');
  auditor = await product.member('auditor');
  user = await product.register();
});
afterAll(async () => {
  await product.stop();
  await smtp.stop();
});

const complain = async (token?: string) => {
  const body = { ...OPENING, requestId: randomUUID(), isComplaint: true as const };
  const said = token === undefined ? {} : { token };
  return (await product.call('support.open', { ...said, body })).result;
};
const list = async (query: Record<string, string> = {}) =>
  (await product.desk('complaints.list', { cookie: anna.cookie, query })).result;
const mark = (id: string, body: { category: 'charges' | 'orders'; receivedAt?: number }) =>
  product.desk('complaints.mark', { cookie: anna.cookie, params: { id }, body });
const answer = (
  id: string,
  said: { outcome?: 'upheld' | 'rejected'; redress?: string; after?: number } = {},
) =>
  product.desk('complaints.answer', {
    cookie: anna.cookie,
    params: { id },
    body: { text: 'We looked at it again.', after: 1, outcome: 'rejected', ...said },
  });
const close = (id: string, after: number) =>
  product.desk('support.close', { cookie: anna.cookie, params: { id }, body: { after } });
describe('the register of complaints', () => {
  test('has what an account or a visitor calls a complaint, with its deadline', async () => {
    const { token } = user;
    const own = await complain(token);
    product.clock.advance(1_000);
    const visitor = await complain();
    const { records, waiting } = await list();
    expect(records.map(({ id }) => id)).toEqual([own.id, visitor.id]);
    expect(waiting).toBe(2);
    const [first] = records;
    expect(first).toMatchObject({ saidBy: 'asker', category: 'unsorted', outcome: null });
    expect((first?.deadline ?? 0) - (first?.receivedAt ?? 0)).toBe(56 * DAY_MS);
    const read = await product.call('support.get', { token, params: { id: own.id } });
    expect(read.result.complaint).toEqual({
      receivedAt: first?.receivedAt,
      deadline: first?.deadline,
      outcome: null,
      answeredAt: null,
    });
    expect((await list({ q: own.number })).records).toHaveLength(1);
    expect((await list({ q: user.username })).records.map(({ id }) => id)).toEqual([own.id]);
    expect((await list({ category: 'orders' })).records).toEqual([]);
    const page = await list({ size: '1' });
    expect((await list({ size: '1', cursor: page.next ?? '' })).records[0]?.id).toBe(visitor.id);
  });

  test('takes a conversation in, and its clock never runs from later on', async () => {
    const { id, number } = await opened(product, user.token);
    const now = product.clock.now();
    expect((await mark(id, { category: 'charges', receivedAt: now + 1 })).message).toBe(
      'unreadable',
    );
    const marked = await mark(id, { category: 'charges', receivedAt: plusMs(now, -DAY_MS) });
    expect(marked.result).toMatchObject({ saidBy: 'staff', category: 'charges' });
    expect(marked.result.deadline).toBe(now + 55 * DAY_MS);
    expect((await mark(id, { category: 'orders', receivedAt: now })).message).toBe('unreadable');
    expect((await mark(id, { category: 'orders' })).result.receivedAt).toBe(now - DAY_MS);
    const { cookie } = auditor;
    const log = await product.desk('audit.list', { cookie, query: { subject: number } });
    expect(log.result.records.map(({ action }) => action)).toContain('complaints.mark');
    await expect(
      product.db.query(
        `update support.complaint set received_at = received_at + interval '1 day'
         where conversation_id = $1`,
        [id],
      ),
    ).rejects.toThrow(/not received later/);
  });

  test('a complaint is closed after its final answer, which is final', async () => {
    const { id } = await complain(user.token);
    expect((await close(id, 1)).message).toBe('complaint-unanswered');
    await expect(
      product.db.query(
        `update support.conversation set state = 'closed', waiting_since = null where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/after its final answer/);
    expect((await answer(id, { after: 0 })).message).toBe('support-changed');
    expect((await answer(id, { outcome: 'upheld', redress: 'A-999999' })).message).toBe(
      'not-found',
    );
    const both = await Promise.all([answer(id), answer(id)]);
    expect(both.map(({ message }) => message).toSorted()).toEqual(['ok', 'support-changed']);
    const own = await product.call('support.get', { token: user.token, params: { id } });
    expect(own.result.messages).toHaveLength(2);
    expect(own.result.complaint).toMatchObject({ outcome: 'rejected' });
    expect((await mark(id, { category: 'charges' })).message).toBe('support-changed');
    expect((await close(id, 2)).message).toBe('ok');
    expect((await list({ state: 'answered' })).records.map((one) => one.id)).toContain(id);
  });

  test('a passed deadline mails support once and decides nothing', async () => {
    const { id, number } = await opened(product, user.token);
    const long = plusMs(product.clock.now(), -57 * DAY_MS);
    await mark(id, { category: 'charges', receivedAt: long });
    await product.app.desk?.alarm();
    await product.app.desk?.alarm();
    await product.app.mailer.deliver();
    const mails = (await smtp.mails()).filter(({ subject = '' }) =>
      subject.startsWith('Complaints past their deadline'),
    );
    expect(mails.map(({ text = '' }) => text.includes(number))).toEqual([true]);
    expect(mails[0]?.text).toContain(`${product.origin}/complaints?state=overdue`);
    const late = await list({ state: 'overdue' });
    expect([late.records.map((one) => one.number), late.overdue]).toEqual([[number], 1]);
    expect(late.records[0]).toMatchObject({ outcome: null });
    expect(await product.app.register.overdue()).toBe(1);
  });
});

/** An approved adjustment of the user, by its number. */
async function redress(): Promise<string> {
  const { userId } = user;
  const facts = { userId, amount: '12.5' };
  const decided = { kind: 'adjustment', userId, units: 12_500_000n, facts } as const;
  const id = await decidedCase(product.owner, decided);
  const [row] = await product.db.query<{ number: string }>(
    'select number from cases.case where id = $1',
    [id],
  );
  return row?.number ?? '';
}

test('of two final answers at one moment that name one adjustment, the other is refused', async () => {
  const [one, other, number] = [
    await complain(user.token),
    await complain(user.token),
    await redress(),
  ];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Neither gets as far as its end before both are on their way.
  const held = new Promise<void>((resolve, reject) => {
    product.owner
      .transaction(async (tx) => {
        await tx.query('lock table support.sent in exclusive mode');
        resolve();
        await released;
      })
      .catch(reject);
  });
  await held;
  const both = [one, other].map(({ id }) => answer(id, { outcome: 'upheld', redress: number }));
  await expect
    .poll(
      async () => {
        const [found] = await product.db.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return found?.n;
      },
      { timeout: 30_000 },
    )
    .toBe(2);
  release();
  const said = (await Promise.all(both)).map(({ message }) => message);
  expect(said.toSorted()).toEqual(['not-found', 'ok']);
});

test('totals of the report are the sums of the register and of what put complaints right', async () => {
  const cases = [await redress(), await redress()];
  for (const number of cases) {
    const { id } = await complain(user.token);
    const done = await answer(id, { outcome: 'upheld', redress: number });
    expect(done.result.redress).toMatchObject({ number, amount: '12.5', asset: 'USDT' });
    // One adjustment puts one complaint right.
    const other = await complain(user.token);
    expect((await answer(other.id, { outcome: 'upheld', redress: number })).message).toBe(
      'not-found',
    );
  }
  await product.app.cases.carryOutAll();
  const today = utcDayOf(product.clock.now());
  const from = utcDayOf(plusMs(product.clock.now(), -60 * DAY_MS));
  const { cookie } = auditor;
  const body = { kind: 'complaints', format: 'csv', from, to: today } as const;
  const { id } = (await product.desk('reports.start', { cookie, body })).result;
  await expect
    .poll(
      async () =>
        (await product.desk('reports.list', { cookie })).result.find((one) => one.id === id)?.state,
      { timeout: 60_000 },
    )
    .toBe('ready');
  const file = await product.app.desk?.http.inject({
    url: `/desk/reports/${id}/file`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const lines = (file?.body ?? '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const total = (name: string) => lines.filter(([first]) => first === name);
  const [sums] = await product.db.query<Record<string, string>>(
    `select count(*)::text as all, (count(answered_at))::text as answered,
       (count(*) filter (where outcome = 'upheld'))::text as upheld,
       (count(*) filter (where outcome = 'rejected'))::text as rejected
     from support.complaint`,
  );
  expect(total('Received').map((line) => line[1])).toEqual([sums?.['all']]);
  expect(total('Answered').map((line) => line[1])).toEqual([sums?.['answered']]);
  expect(total('Upheld').map((line) => line[1])).toEqual([sums?.['upheld']]);
  expect(total('Rejected').map((line) => line[1])).toEqual([sums?.['rejected']]);
  const [paid] = await product.owner.query<{ units: string }>(
    `select sum(p.amount)::text as units from ledger.posting p
     where p.from_class = 'house:goodwill' and p.to_class = 'user:cash' and p.asset = 'USDT'`,
  );
  expect(paid?.units).toBe('37500000');
  expect(total('Total').map((line) => [line[1], line.at(-1)])).toEqual([['USDT', '37.5']]);
});
