// Promise: a withdrawal happens once or not at all, wherever in it the process is killed: before any of
// its writes, before a commit, or after one that nobody was told of. (RELIABILITY B5, P8)
import { randomUUID } from 'node:crypto';
import { HOUR_MS, type UserId, plusMs } from '@candor/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBreaking, killedEverywhere, throughRestart } from '../../../test/breaking.ts';
import { type TestCashier, depositOf, testCashier } from '../../../test/cashier.ts';
import { newOwner } from '../../../test/factors.ts';
import { hashOf, payoutsOf } from '../../../test/payouts.ts';
import { type TestDesk, type TestMember, startTestDesk } from '../../../test/start-desk.ts';
import { findHoldings } from '../../ledger/index.ts';
import { hashSecret, newSecret } from '../../platform/secrets/session.ts';

let product: TestDesk;
let cashier: TestCashier;
let pays: ReturnType<typeof payoutsOf>;
let maker: TestMember;
let checker: TestMember;
const breaking = createBreaking();

beforeAll(async () => {
  cashier = testCashier();
  product = await startTestDesk({ cashier: cashier.given, between: breaking.between });
  pays = payoutsOf(product, cashier);
  maker = await product.member('cashierMaker');
  checker = await product.member('cashierChecker');
});
afterAll(() => product.stop());

const PAID_IN = 5_000_000_000n;
const AMOUNT = 200_000_000n;
const withdrawals = () => product.app.cashier.withdrawals;

const restart = () => product.restart();
const through = <Value>(act: () => Promise<Value>) => throughRestart({ breaking, restart }, act);

/** A user who has everything that a request asks for. */
async function ready() {
  const owner = await newOwner(product);
  await owner.addCodeApp();
  const { token } = owner;
  const { result } = await product.call('portfolio.info', { token, mode: 'real' });
  const userId = result.id as UserId;
  await depositOf(product, userId, { asset: 'USDT', units: PAID_IN });
  const body = {
    asset: 'USDT',
    network: 'tron',
    addressId: cashier.addAddress(userId),
    amount: '200',
  } as const;
  const quoted = await product.call('cashier.quote-withdrawal', { token, mode: 'real', body });
  const { quoteId } = quoted.result;
  const stepUp = newSecret();
  await product.owner.query(
    `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
     values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
    [hashSecret(stepUp), userId, quoteId, plusMs(product.clock.now(), HOUR_MS)],
  );
  return { token, userId, odd: { ...body, quoteId, stepUp, requestId: randomUUID() } };
}

/** The document of the open batch of Tron, made where there is none. */
async function document() {
  const as = { cookie: maker.cookie };
  const made = await product.desk('payouts.make', { ...as, body: { network: 'tron' } });
  const listed = await product.desk('payouts.list', as);
  const open = listed.result.batches.find(({ state }) => state === 'made' || state === 'exported');
  const id = made.code === '200' ? made.result.id : (open?.id ?? '');
  const out = await product.desk('payouts.export', { ...as, params: { id } });
  expect(out.code).toBe('200');
  return { id, said: JSON.parse(out.result.document) as { batch: string; items: object[] } };
}

const cancelOf = (token: string, id: string, requestId: string) =>
  product.call('cashier.cancel-withdrawal', {
    token,
    mode: 'real',
    params: { id },
    body: { requestId },
  });

/** What the books and the steps say of a user's only withdrawal. */
async function left(userId: UserId, id: string) {
  const found = await findHoldings(product.owner, [{ userId, mode: 'real' }]);
  const own = found.get(`${userId}/real`)?.USDT ?? {};
  const entries = await product.owner.query<{ kind: string }>(
    `select kind from ledger.entry where user_id = $1 and mode = 'real' order by seq`,
    [userId],
  );
  const steps = await product.owner.query<{ state: string }>(
    'select state from cashier.withdrawal_step where withdrawal_id = $1 order by place',
    [id],
  );
  return {
    cash: own['user:cash'] ?? 0n,
    leaving: own['user:leaving'] ?? 0n,
    entries: entries.map(({ kind }) => kind),
    steps: steps.map(({ state }) => state),
  };
}

const PATIENCE_MS = 240_000;

test(
  'from the request to its confirmation it is paid once, wherever the process is killed',
  async () => {
    const places = await killedEverywhere(breaking, async (nth) => {
      const { token, userId, odd } = await ready();
      breaking.breakAt(nth);
      const asked = await through(() =>
        product.call('cashier.withdraw', { token, mode: 'real', odd }),
      );
      expect(asked.code).toBe('200');
      const { id } = asked.result;
      await through(() => withdrawals().advance());
      const batch = await through(document);
      expect(batch.said.items).toMatchObject([{ withdrawalId: id, units: '198800000' }]);
      const hash = hashOf(id);
      cashier.mined.set(hash, {
        state: 'mined',
        block: { height: cashier.height, hash: 'b' },
        paid: [{ asset: 'USDT', to: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', units: 198_800_000n }],
        gas: null,
      });
      cashier.height += 30;
      const said = { batch: batch.said.batch, hashes: [{ withdrawalId: id, hash }] };
      await through(() => pays.send(batch.id, checker, said));
      await through(() => withdrawals().watch());
      await through(() => withdrawals().watch());
      breaking.mend();
      expect(await left(userId, id)).toEqual({
        cash: PAID_IN - AMOUNT,
        leaving: 0n,
        entries: ['deposit', 'withdrawal-request', 'withdrawal-done'],
        steps: ['requested', 'approved', 'broadcast', 'confirmed'],
      });
    });
    // Before and after every commit, and at each write between them.
    expect([...places]).toEqual(
      expect.arrayContaining([
        'before a commit',
        'after a commit',
        expect.stringContaining('insert into cashier.withdrawal '),
        expect.stringContaining('delete from cashier.withdrawal_quote'),
        expect.stringContaining('insert into cashier.batch'),
        expect.stringContaining('update cashier.batch'),
        expect.stringContaining('insert into cashier.confirmation'),
        expect.stringContaining('insert into ledger.entry'),
      ]),
    );
  },
  PATIENCE_MS,
);

test(
  'taken back it comes back once, wherever the process is killed',
  async () => {
    const places = await killedEverywhere(breaking, async (nth) => {
      const { token, userId, odd } = await ready();
      const asked = await product.call('cashier.withdraw', { token, mode: 'real', odd });
      const { id } = asked.result;
      const requestId = randomUUID();
      breaking.breakAt(nth);
      const cancelled = await through(() => cancelOf(token, id, requestId));
      expect([cancelled.code, cancelled.result.state]).toEqual(['200', 'cancelled']);
      breaking.mend();
      const { steps, ...books } = await left(userId, id);
      expect(books).toEqual({
        cash: PAID_IN,
        leaving: 0n,
        entries: ['deposit', 'withdrawal-request', 'withdrawal-return'],
      });
      expect(steps.filter((state) => state === 'cancelled')).toHaveLength(1);
    });
    expect(places.size).toBeGreaterThan(4);
  },
  PATIENCE_MS,
);
