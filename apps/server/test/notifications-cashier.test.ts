// Promise: every state of money in, out and converted is told to its owner once, in the list, at once and by
// mail, though the process ends between what happened and the telling. (PRODUCT 9, 10)
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS, SECOND_MS, type UserId, ensure, plusMs } from '@candor/kernel';
import {
  CASHIER_NOTICES,
  type CashierItem,
  type CashierNotice,
  type NotificationFacts,
  SOCKET_PATH,
  live,
} from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { USER_NOTIFIED, type UserNotified } from '../src/notifications/index.ts';
import type { Database } from '../src/platform/postgres/db.ts';
import { hashSecret, newSecret } from '../src/platform/secrets/session.ts';
import { testCashier } from './cashier.ts';
import { fundHouse } from './decided-case.ts';
import { newOwner } from './factors.ts';
import { createFakeChain } from './fake-chain.ts';
import { TEST_KEYS, decideAll } from './pay-in-keys.ts';
import { type TestApp, startTestApp } from './start-app.ts';

const USDT = 1_000_000n;
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const MAKER = { id: randomUUID(), role: 'cashierMaker' } as const;
const CHECKER = { id: randomUUID(), role: 'cashierChecker' } as const;

const doubles = testCashier();
const tron = createFakeChain('tron');
let product: TestApp;
const pushed: UserNotified[] = [];

/** Whether the next notification is broken off, as by a process that is killed there. */
let isBroken = false;

function breaking(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            const found = await tx.query(text, values);
            if (isBroken && text.includes('insert into notifications.notification')) {
              isBroken = false;
              throw new Error('killed here');
            }
            return found as never;
          },
        }),
      ),
  };
}

const hear = (): void => {
  product.app.bus.subscribe(USER_NOTIFIED, (fact: UserNotified) => {
    pushed.push(fact);
  });
};

beforeAll(async () => {
  const { given, mined } = doubles;
  const transaction = async (hash: string) => mined.get(hash) ?? ({ state: 'missing' } as const);
  const chains = { ...given.chains, tron: { ...tron, transaction } };
  product = await startTestApp({
    between: breaking,
    cashier: { ...given, chains, payInKeys: TEST_KEYS },
  });
  hear();
  // A link that freezes leads to where the pages are.
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
  await product.app.cashier.deposits.turn();
  await decideAll(product, 'payInKey');
  await fundHouse(product, 100_000_000n, product.clock.now(), 'BTC');
});
afterAll(() => product.stop());
beforeEach(() => {
  isBroken = false;
});

type Customer = { readonly userId: UserId; readonly token: string; readonly email: string };

/** A user with a code app, a mail address and 5,000 USDT. */
async function newCustomer(): Promise<Customer> {
  const owner = await newOwner(product);
  await owner.addCodeApp();
  const { token } = owner;
  const { result } = await product.call('portfolio.info', { token, mode: 'real' });
  const userId = result.id as UserId;
  await product.deposit(userId, 5_000n * USDT);
  const email = `${userId}@candor.example`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [userId, email, product.clock.now()],
  );
  return { userId, token, email };
}

const withdrawals = () => product.app.cashier.withdrawals;
const turn = () => product.app.cashier.deposits.turn();

/** Pays into a user's own address, in a block of its own. */
async function paysIn({ token }: Customer, units: bigint): Promise<void> {
  const query = { asset: 'USDT', network: 'tron' } as const;
  const given = await product.call('cashier.deposit-address', { token, mode: 'real', query });
  tron.mine([{ asset: 'USDT', to: given.result.address, units, txHash: randomUUID() }]);
  await turn();
}

/** Mines until a payment counts. */
async function confirms(): Promise<void> {
  tron.mine(...Array.from({ length: 19 }, () => []));
  await turn();
}

/** Puts other blocks in the place of the newest ones, and goes past them. */
async function reorgs(depth: number): Promise<void> {
  tron.reorg(depth, ...Array.from({ length: depth + 1 }, () => []));
  await turn();
}

/** Asks for a withdrawal with a confirmation as it stands after its proof. */
async function asks({ userId, token }: Customer, amount = '200'): Promise<string> {
  const body = { asset: 'USDT', network: 'tron', addressId: doubles.addAddress(userId), amount };
  const quoted = await product.call('cashier.quote-withdrawal', { token, mode: 'real', odd: body });
  const { quoteId } = quoted.result;
  const stepUp = newSecret();
  await product.db.query(
    `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
     values ($1, $2, 'withdrawal', $3, platform.from_ms($4))`,
    [hashSecret(stepUp), userId, quoteId, plusMs(product.clock.now(), HOUR_MS)],
  );
  const odd = { ...body, quoteId, stepUp, requestId: randomUUID() };
  const done = await product.call('cashier.withdraw', { token, mode: 'real', odd });
  expect([done.code, done.refused.name]).toEqual(['200', undefined]);
  return done.result.id;
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Signed elsewhere and handed in; the chain knows of it what is said. */
async function sends(who: Customer, ends: 'mined' | 'failed'): Promise<string> {
  const id = await asks(who);
  product.clock.advance(SECOND_MS);
  await withdrawals().advance();
  product.clock.advance(SECOND_MS);
  const { payouts } = withdrawals();
  const made = await payouts.make('tron', MAKER);
  if (!made.ok) throw new Error(made.failure.name);
  const out = await payouts.exported(made.value, MAKER);
  if (!out.ok) throw new Error(out.failure.name);
  const { batch, items } = JSON.parse(out.value) as {
    batch: string;
    items: { withdrawalId: string; unsigned: { txID: string } }[];
  };
  const paid = { asset: 'USDT', to: ADDRESS, units: 198_800_000n } as const;
  const hashes = items.map(({ withdrawalId, unsigned }) => {
    // What failed is told by its own hash.
    return { withdrawalId, hash: ends === 'failed' ? unsigned.txID : hashOf(withdrawalId) };
  });
  for (const one of hashes) {
    doubles.mined.set(one.hash, {
      state: ends,
      block: { height: 1, hash: 'b' },
      paid: ends === 'mined' ? [paid] : [],
      gas: null,
    });
  }
  const sent = await payouts.sent(made.value, { batch, hashes }, CHECKER);
  expect(sent.ok).toBe(true);
  return id;
}

/** Spends what a user holds, so that a deposit taken back is owed. */
async function spendsAll(who: Customer): Promise<void> {
  await asks(who, '5100');
}

const TRON = { network: 'tron' } as const;
const OF = { asset: 'USDT', amount: '200', ...TRON, address: ADDRESS } as const;
const ARRIVES = { ...OF, amount: '198.8' } as const;

/** Each state as it is come to, and what is told of it beside number and transaction. */
const FLOWS: Readonly<
  Record<CashierNotice, readonly [(who: Customer) => Promise<unknown>, NotificationFacts]>
> = {
  'deposit-seen': [
    (who) => paysIn(who, 150n * USDT),
    { asset: 'USDT', amount: '150', ...TRON, confirmations: 19 },
  ],
  'deposit-credited': [
    async (who) => {
      await paysIn(who, 150n * USDT);
      await confirms();
    },
    { asset: 'USDT', amount: '150', ...TRON },
  ],
  'deposit-small': [
    async (who) => {
      await paysIn(who, 5n * USDT);
      await confirms();
    },
    { asset: 'USDT', amount: '5', ...TRON },
  ],
  'deposit-gone': [
    async (who) => {
      await paysIn(who, 150n * USDT);
      await reorgs(1);
    },
    { asset: 'USDT', amount: '150', ...TRON },
  ],
  'deposit-reversed': [
    async (who) => {
      await paysIn(who, 150n * USDT);
      await confirms();
      await reorgs(20);
    },
    { asset: 'USDT', amount: '150', ...TRON },
  ],
  'deposit-owed': [
    async (who) => {
      await paysIn(who, 150n * USDT);
      await confirms();
      await spendsAll(who);
      await reorgs(20);
    },
    { asset: 'USDT', amount: '150', ...TRON, owed: '100' },
  ],
  'withdrawal-requested': [asks, OF],
  'withdrawal-held': [
    async (who) => {
      await asks(who);
      await product.call('accounts.freeze', { token: who.token });
      await withdrawals().advance();
    },
    { ...OF, reason: 'frozen' },
  ],
  'withdrawal-review': [
    async (who) => {
      await asks(who, '1500');
      await withdrawals().advance();
    },
    { ...OF, amount: '1500', reason: 'review' },
  ],
  'withdrawal-approved': [
    async (who) => {
      await asks(who);
      await withdrawals().advance();
    },
    ARRIVES,
  ],
  'withdrawal-sent': [(who) => sends(who, 'mined'), ARRIVES],
  'withdrawal-confirmed': [
    async (who) => {
      await sends(who, 'mined');
      await withdrawals().watch();
    },
    ARRIVES,
  ],
  'withdrawal-cancelled': [
    async (who) => {
      const id = await asks(who);
      const body = { requestId: randomUUID() };
      const asked = { token: who.token, mode: 'real', params: { id }, body } as const;
      expect((await product.call('cashier.cancel-withdrawal', asked)).code).toBe('200');
    },
    OF,
  ],
  'withdrawal-rejected': [
    async (who) => {
      await asks(who, '1500');
      await withdrawals().advance();
      await product.owner.query(
        `update cases.case set reason = 'law-forbids' where kind = 'withdrawal' and user_id = $1`,
        [who.userId],
      );
      await decideAll(product, 'withdrawal', 'rejected');
    },
    { ...OF, amount: '1500', reason: 'law-forbids' },
  ],
  'withdrawal-refunded': [
    async (who) => {
      await sends(who, 'failed');
      await withdrawals().watch();
    },
    OF,
  ],
  'address-usable': [
    async ({ userId }) => {
      const at = product.clock.now();
      await product.db.query(
        `insert into cashier.book_address
           (user_id, id, asset, network, address, label, created_at, usable_at)
         values ($1, $2, 'USDT', 'tron', $3, 'mine', platform.from_ms($4), platform.from_ms($5))`,
        [userId, randomUUID(), ADDRESS, at, plusMs(at, DAY_MS)],
      );
      await product.app.cashier.book.tellUsable();
      expect(await keptOf(userId)).toEqual([]);
      product.clock.advance(DAY_MS);
      await product.app.cashier.book.tellUsable();
      await product.app.cashier.book.tellUsable();
    },
    { asset: 'USDT', ...TRON, address: ADDRESS },
  ],
  conversion: [
    async ({ token }) => {
      product.clock.advance(1_000);
      await product.price('BTC/USDT', '60000', '60010');
      const asked = { from: 'USDT', to: 'BTC', amount: '1000' } as const;
      const quoted = await product.call('exchange.quote', { token, mode: 'real', body: asked });
      const body = { quoteId: quoted.result.quoteId, requestId: randomUUID() };
      const done = await product.call('exchange.convert', { token, mode: 'real', body });
      expect(done.code).toBe('200');
    },
    { asset: 'USDT', amount: '1000', to: 'BTC', receive: '0.01663056' },
  ],
};

type Kept = { kind: string; mode: string; facts: NotificationFacts };

/** What is kept of money in, out and converted. */
async function keptOf(userId: UserId): Promise<Kept[]> {
  await product.app.notifications.settled();
  const rows = await product.db.query<Kept>(
    `select kind, mode, facts from notifications.notification where user_id = $1 order by at, id`,
    [userId],
  );
  return rows.filter(({ kind }) => (CASHIER_NOTICES as readonly string[]).includes(kind));
}

async function mailsOf({ email }: Customer): Promise<readonly { subject: string; text: string }[]> {
  await product.app.security.settled();
  const messages = (await product.messages()).filter(({ to }) => to === email);
  return messages.filter(({ text }) => /P-\d{6}|USDT/.test(text));
}

test.each(CASHIER_NOTICES)('%s is told once, though its telling broke off', async (kind) => {
  const who = await newCustomer();
  const [flow, facts] = FLOWS[kind];
  isBroken = true;
  await flow(who);
  const own = async () => (await keptOf(who.userId)).filter((one) => one.kind === kind);
  await expect.poll(own, { timeout: 15_000 }).toHaveLength(1);
  expect(isBroken).toBe(false);
  const [told] = await own();
  expect(told?.mode).toBe('real');
  const { number, transaction, until, receiptNo, ...rest } = told?.facts ?? {};
  expect(rest).toEqual(facts);
  expect(number !== undefined).toBe(kind.startsWith('withdrawal-'));
  expect(until !== undefined).toBe(kind === 'withdrawal-held' || kind === 'withdrawal-review');
  expect(transaction !== undefined).toBe(
    kind === 'withdrawal-sent' || kind === 'withdrawal-confirmed',
  );
  expect(receiptNo !== undefined).toBe(kind === 'conversion');
  await product.app.relay.settled();
  const said = pushed.filter(({ userId, notice }) => userId === who.userId && notice.kind === kind);
  expect(said.map(({ notice }) => notice.facts)).toEqual([told?.facts]);
  // Of a conversion, as of an order, only who asks for it gets a mail; timers go on meanwhile.
  const without = async () => {
    const kept = (await keptOf(who.userId)).filter((one) => one.kind !== 'conversion');
    return kept.length - (await mailsOf(who)).length;
  };
  await expect.poll(without, { timeout: 15_000 }).toBe(0);
  const mails = await mailsOf(who);
  for (const { text } of mails) expect(text).not.toMatch(/[{}]|undefined/);
  const isAlarm =
    kind.startsWith('withdrawal-') || ['address-usable', 'deposit-owed'].includes(kind);
  const alarms = mails.filter(({ text }) => /freeze the account now: http\S+#\S+/.test(text));
  expect(alarms).toHaveLength(isAlarm ? 1 : 0);
});

test('a withdrawal of every step tells each of them in its order', async () => {
  const who = await newCustomer();
  await sends(who, 'mined');
  product.clock.advance(SECOND_MS);
  await withdrawals().watch();
  const steps = ['requested', 'approved', 'sent', 'confirmed'];
  const kinds = async () => (await keptOf(who.userId)).map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 15_000 }).toEqual(steps.map((step) => `withdrawal-${step}`));
});

test('an open page hears of each block and step as it comes, whichever account it shows', async () => {
  const who = await newCustomer();
  // A new factor gave the session new tokens, and its sockets are closed when that is heard of.
  await product.app.relay.settled();
  const { port } = product.app.http.server.address() as AddressInfo;
  const heard: CashierItem[] = [];
  const said: string[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (Array.isArray(frame)) return;
    const parsed = live.ServerFrame.parse(frame);
    said.push(parsed.type);
    if (parsed.type === 'CASHIER_UPDATE') heard.push(parsed.data);
  });
  await once(socket, 'open');
  const { ticket } = (await product.call('live.ticket', { token: who.token, mode: 'demo' })).result;
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId: who.userId, ticket }));
  await expect.poll(() => said, { timeout: 15_000 }).toContain('AUTH_SUCCESS');
  const states = () => heard.map((one) => (one.kind === 'address' ? one.id : one.record.state));
  await paysIn(who, 150n * USDT);
  // A page is told how something stands when it is told: later it would hear of the credit alone.
  await expect.poll(states, { timeout: 15_000 }).toContain('confirming');
  await confirms();
  const id = await asks(who);
  await expect.poll(states, { timeout: 15_000 }).toContain('credited');
  await expect
    .poll(() => heard, { timeout: 15_000 })
    .toContainEqual(
      expect.objectContaining({ kind: 'withdrawal', record: expect.objectContaining({ id }) }),
    );
  socket.close();
});

test('what is heard again after a start tells nothing twice', async () => {
  const counted = async () => {
    const [row] = await product.db.query<{ told: string; mails: string }>(
      `select (select count(*) from notifications.notification) as told,
        (select count(*) from platform.letter) as mails`,
    );
    return ensure(row, 'it is counted');
  };
  // What a timer would still take on is taken on now, or it were told in between.
  await withdrawals().advance();
  await product.app.relay.settled();
  await product.app.notifications.settled();
  const before = await counted();
  expect(BigInt(before.told)).toBeGreaterThan(20n);
  await product.app.notifications.stop();
  await product.owner.query(
    `update platform.reader set tx = '0', seq = 0 where name = 'notifications'`,
  );
  await product.restart();
  await product.app.notifications.settled();
  expect(await counted()).toEqual(before);
});

test('the table of the documentation has each of them', () => {
  const text = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8');
  for (const kind of CASHIER_NOTICES) expect(text).toContain(`| \`${kind}\` |`);
});
