// Promise: every state of a loan is told to its owner once, in the list, at once and by mail, and on an open page as
// the loan itself; what is heard again tells nothing twice. (PRODUCT 7, 10)
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@candor/kernel';
import {
  type NotificationFacts,
  LOAN_NOTICES,
  SOCKET_PATH,
  live,
  type loans,
} from '@candor/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { STAFF } from './cases.ts';
import {
  type Borrower,
  type LoanProduct,
  decideLoan,
  newBorrower,
  pledge,
  startLoanProduct,
} from './loans.ts';

let lending: LoanProduct;

const BTC = 10n ** 8n;
const USDT = 1_000_000n;

beforeAll(async () => {
  lending = await startLoanProduct();
});
afterAll(() => lending.product.stop());

type Kept = { kind: string; mode: string; facts: NotificationFacts };

async function keptOf({ userId }: Borrower): Promise<Kept[]> {
  const { product } = lending;
  await product.app.relay.settled();
  await product.app.notifications.settled();
  return product.db.query<Kept>(
    `select kind, mode, facts from notifications.notification where user_id = $1 order by at, kind`,
    [userId],
  );
}

const mailOf = (who: Borrower): string => `${who.userId}@candor.example`;

async function borrower(): Promise<Borrower> {
  const { product } = lending;
  const who = await newBorrower(product, [
    { asset: 'BTC', units: BTC },
    { asset: 'USDT', units: 1_000n * USDT },
  ]);
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [who.userId, mailOf(who), product.clock.now()],
  );
  return who;
}

async function prices(btc: number): Promise<void> {
  await lending.ticks(btc);
  await lending.looked();
}

/** Days go by, and mails are sent on each of them: one that waited for days is not sent any more. */
async function days(count: number): Promise<void> {
  const { product } = lending;
  const sent = async () => {
    await product.app.relay.settled();
    await product.app.notifications.settled();
    await product.messages();
  };
  await sent();
  product.clock.advance(count * DAY_MS);
  await lending.ticks(60_000);
  await product.app.loans.tend();
  await sent();
}

const kindsOf = async (who: Borrower): Promise<string[]> =>
  (await keptOf(who)).map(({ kind }) => kind.replace('loan-', ''));

const told = new Set<string>();

/** What was told of each life, by list and by mail. */
async function expectTold(who: Borrower, kinds: readonly string[]): Promise<void> {
  // Two of one moment have no order.
  expect((await kindsOf(who)).toSorted()).toEqual([...kinds].toSorted());
  for (const kind of kinds) told.add(`loan-${kind}`);
  const mails = (await lending.product.messages()).filter(({ to }) => to === mailOf(who));
  expect(mails).toHaveLength(kinds.length);
  for (const { subject, text } of mails) {
    expect(subject).toMatch(/^Notification: ./);
    expect(text).not.toMatch(/[{}]|undefined|NaN|Specimen/);
  }
}

test('a loan that is told of its lines, sold in part and repaid', async () => {
  await lending.ticks(60_000);
  const who = await borrower();
  const { id, number } = await who.draws({ amount: '3900' });
  await lending.looked();
  for (const price of [55_700, 52_000, 48_000, 46_900]) await prices(price);
  const loan = await who.get(id);
  await lending.ticks(60_000);
  await who.add(id, { asset: 'USDT', amount: '10' });
  await who.repay(id, { all: true });
  await expectTold(who, [
    ...['requested', 'approved', 'drawn'],
    ...['notice', 'notice', 'notice', 'sale', 'added', 'repaid'],
  ]);
  const kept = await keptOf(who);
  const notice = kept.find(({ kind }) => kind === 'loan-notice');
  expect(notice?.facts).toMatchObject({ number, level: expect.stringMatching(/^0\.70/) });
  const added = kept.find(({ kind }) => kind === 'loan-added');
  expect(added?.facts).toEqual({ number, amount: '10', asset: 'USDT' });
  const [sale] = loan.sales;
  const sold = kept.find(({ kind }) => kind === 'loan-sale');
  expect(sold?.facts).toMatchObject({ amount: sale?.paid, receiptNo: sale?.receiptNo });
});

test('a loan that falls through its collateral, and one whose due date passes', async () => {
  await lending.ticks(60_000);
  const gap = await borrower();
  await gap.draws({ amount: '3900' });
  await lending.looked();
  await prices(20_000);
  await expectTold(gap, ['requested', 'approved', 'drawn', 'sale', 'closed']);
  await lending.ticks(60_000);
  const late = await borrower();
  await late.draws({ amount: '500', days: 7, collateral: pledge('BTC:0.05') });
  for (const count of [8, 3, 3]) await days(count);
  await expectTold(late, [
    ...['requested', 'approved', 'drawn'],
    ...['overdue', 'overdue', 'overdue', 'sale', 'closed'],
  ]);
});

test('loans that never run', async () => {
  await lending.ticks(60_000);
  const who = await borrower();
  const [first, second, third] = [await who.apply(), await who.apply(), await who.apply()];
  await decideLoan(lending.product, first.result.id, {
    verdict: 'rejected',
    reason: 'cannot-afford',
  });
  const named = { token: who.token, mode: 'real', params: { id: second.result.id } } as const;
  await lending.product.call('loans.cancel', named);
  await decideLoan(lending.product, third.result.id);
  await days(8);
  const kinds = await kindsOf(who);
  expect(kinds.toSorted()).toEqual(
    [
      'requested',
      'requested',
      'requested',
      'rejected',
      'withdrawn',
      'approved',
      'not-drawn',
    ].toSorted(),
  );
  await expectTold(who, kinds);
  const mails = (await lending.product.messages()).filter(({ to }) => to === mailOf(who));
  expect(mails.some(({ text }) => text.includes('too much for your means'))).toBe(true);
});

test('a loan of which two people say that nothing is left to collect', async () => {
  await lending.ticks(60_000);
  const { product } = lending;
  const who = await borrower();
  const { id, number } = await who.draws({
    amount: '500',
    days: 7,
    collateral: pledge('BTC:0.05'),
  });
  await days(8);
  // A week later no coin has a price, so that none is sold.
  product.clock.advance(8 * DAY_MS);
  await product.app.loans.tend();
  const { userId } = who;
  const said = { actor: STAFF.opener, note: 'a test', action: 'loans.write-off' };
  const proposed = await product.app.loans.desk.proposeWriteOff({ userId, id }, said);
  expect(proposed.ok).toBe(true);
  await decideLoan(product, id, { kind: 'loanWriteOff', reason: 'uncollectable' });
  expect((await who.get(id)).state).toBe('writtenOff');
  const written = (await keptOf(who)).find(({ kind }) => kind === 'loan-written-off');
  expect(written?.facts).toEqual({ number });
  await expectTold(who, ['requested', 'approved', 'drawn', 'overdue', 'overdue', 'written-off']);
});

test('an open page hears of each step as the loan itself', async () => {
  await lending.ticks(60_000);
  const { product } = lending;
  const who = await borrower();
  await product.app.relay.settled();
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
  const { port } = product.app.http.server.address() as AddressInfo;
  const heard: loans.Loan[] = [];
  const said: string[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (Array.isArray(frame)) return;
    const parsed = live.ServerFrame.parse(frame);
    said.push(parsed.type);
    if (parsed.type === 'LOAN_UPDATE') heard.push(parsed.data);
  });
  await once(socket, 'open');
  // Whichever account it shows: money is real everywhere.
  const { ticket } = (await product.call('live.ticket', { token: who.token, mode: 'demo' })).result;
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId: who.userId, ticket }));
  await expect.poll(() => said, { timeout: 15_000 }).toContain('AUTH_SUCCESS');
  const { id } = (await who.apply({ amount: '3900' })).result;
  // Each is told as it is then: the next step waits until it was heard.
  const hears = async (of: Partial<loans.Loan>): Promise<void> => {
    await product.app.relay.settled();
    const last = () => heard.at(-1);
    await expect.poll(last, { timeout: 15_000 }).toMatchObject({ id, ...of });
  };
  await hears({ state: 'pendingReview' });
  await decideLoan(product, id);
  await hears({ state: 'approved' });
  await who.draw(id);
  await hears({ state: 'repaymentInProgress', owed: '3900' });
  await who.add(id, { asset: 'USDT', amount: '10' });
  await hears({ state: 'repaymentInProgress' });
  await who.repay(id, { all: true });
  await hears({ state: 'repaid', owed: '0' });
  expect(heard.some(({ collateral }) => collateral.length === 2)).toBe(true);
  // No other account hears of it.
  const other = await borrower();
  const before = heard.length;
  await other.draws({ amount: '500', collateral: pledge('BTC:0.05') });
  await product.app.relay.settled();
  await who.apply();
  await product.app.relay.settled();
  await expect.poll(() => heard.length, { timeout: 15_000 }).toBeGreaterThan(before);
  expect(heard.slice(before).map(({ state }) => state)).toEqual(['pendingReview']);
  socket.close();
});

test('every kind was told above, and nothing is told twice', async () => {
  expect(LOAN_NOTICES.filter((kind) => !told.has(kind))).toEqual([]);
  const { product } = lending;
  const counted = async () =>
    product.db.query(`select (select count(*) from notifications.notification) as told,
      (select count(*) from platform.letter) as mails`);
  await product.app.notifications.settled();
  const before = await counted();
  await product.app.notifications.stop();
  await product.owner.query(
    `update platform.reader set tx = '0', seq = 0 where name = 'notifications'`,
  );
  await product.restart();
  await product.app.notifications.settled();
  expect(await counted()).toEqual(before);
});
