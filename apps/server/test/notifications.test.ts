import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DAY_MS, type Mode, type UserId } from '@candor/kernel';
import {
  CASHIER_NOTICES,
  type CashierNotice,
  IDENTITY_NOTICES,
  type IdentityNotice,
  LOAN_NOTICES,
  type LoanNotice,
  PLAN_NOTICES,
  type PlanNotice,
  TOKEN_NOTICES,
  type TokenNotice,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
  SECURITY_KINDS,
  type SecurityKind,
  type ServerFrame,
  SOCKET_PATH,
  live,
} from '@candor/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isTold, offersFreeze } from '../src/accounts/security/changes/rules.ts';
import { USER_NOTIFIED, type UserNotified } from '../src/notifications/index.ts';
import { categoryOf, isLocked, preferencesOf } from '../src/notifications/rules.ts';
import { decidedCase } from './decided-case.ts';
import { PASSWORD } from './factors.ts';
import { type TestApp, startTestApp } from './start-app.ts';
import { answered, opened } from './support.ts';

const DOC = readFileSync(new URL('../../../docs/notifications.md', import.meta.url), 'utf8');
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const bare = (cell: string): string => cell.replaceAll('`', '');
const rows = DOC.split('\n')
  .filter((line) => line.startsWith('| '))
  .map(cellsOf);
const EVENTS = rows.filter((cells) => cells.length === 7 && cells[0] !== 'Event');
const CHANGES = rows.filter((cells) => cells.length === 2 && cells[0] !== 'Change');

let product: TestApp;
let token: string;
let userId: UserId;
let username: string;
let email: string;
let pushed: Notification[] = [];
const everyPush: UserNotified[] = [];

beforeAll(async () => {
  product = await startTestApp();
  product.app.bus.subscribe(USER_NOTIFIED, (fact: UserNotified) => {
    everyPush.push(fact);
  });
});
afterAll(() => product.stop());
beforeEach(async () => {
  ({ token, userId, username } = await product.register());
  email = `${username}@candor.example`;
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [userId, email, product.clock.now()],
  );
  await product.deposit(userId, 10_000_000_000n);
  await product.admit(userId);
  await play('1.2');
});

/** A second passes, a price of the euro comes, and the pulse acts on it. */
async function play(rate: string): Promise<void> {
  product.clock.advance(1_000);
  await product.price('EUR/USD', rate, rate);
  await product.settle();
  await product.settle();
}

async function opens(mode: Mode, change: object): Promise<string> {
  const answer = await product.call('contracts.open', {
    token,
    mode,
    odd: {
      code: 'EUR/USD',
      direction: 'buy',
      orderType: 'market',
      lots: '0.1',
      leverage: 30,
      requestId: randomUUID(),
      ...change,
    },
  });
  expect([answer.code, answer.refused.facts]).toEqual(['200', undefined]);
  await product.settle();
  return answer.result.id;
}

const waits = (mode: Mode, change: object = {}): Promise<string> =>
  opens(mode, { orderType: 'limit', price: '1.19', ...change });

async function optionEnds(prices: string | null): Promise<void> {
  const bought = await product.call('options.buy', {
    token,
    body: { code: 'EUR/USD', direction: 'up', period: 60, amount: '10', requestId: randomUUID() },
  });
  expect([bought.code, bought.refused.facts]).toEqual(['200', undefined]);
  await product.app.relay.settled();
  product.clock.advance(prices === null ? 120_001 : 60_000);
  if (prices !== null) await product.price('EUR/USD', prices, prices);
  await product.settle();
  await product.settle();
}

const ANSWER = 'It is the fee for opening: a tenth of a percent of what the order was worth.';

/** Money in, out and converted, identifications, loans, plans and tokens are driven by tests of their own beside this one. */
type OwnKind = Exclude<
  NotificationKind,
  CashierNotice | IdentityNotice | LoanNotice | PlanNotice | TokenNotice
>;
const isOwn = (kind: NotificationKind): kind is OwnKind =>
  !(
    [
      ...CASHIER_NOTICES,
      ...IDENTITY_NOTICES,
      ...LOAN_NOTICES,
      ...PLAN_NOTICES,
      ...TOKEN_NOTICES,
    ] as readonly NotificationKind[]
  ).includes(kind);

/** Of a test of its own: `backoffice/offers/routes.test.ts` drives it from the desk. */
const byTheDesk = () => Promise.reject(new Error('an offer is sent from the desk'));

/**
 * Each event as it happens: by an order, a price, a call. Options exist on the demo account only.
 */
const FLOWS: Readonly<Record<OwnKind, (mode: Mode) => Promise<void>>> = {
  security: () => freeze(),
  'margin-level': async (mode) => {
    // 2.4 lots at 1.2: margin 9,600 of 10,000, fee 288.
    await opens(mode, { lots: '2.4' });
    await play('1.199');
  },
  'order-close-out': async (mode) => {
    await opens(mode, { lots: '2.4' });
    await play('1.17');
  },
  'order-filled': async (mode) => {
    await waits(mode);
    await play('1.18');
  },
  'order-rejected': async (mode) => {
    await waits(mode, { lots: '2.4' });
    await opens(mode, { lots: '2.3' });
    await play('1.189');
  },
  'order-stop-loss': async (mode) => {
    await opens(mode, { stopLoss: '1.19' });
    await play('1.18');
  },
  'order-take-profit': async (mode) => {
    await opens(mode, { takeProfit: '1.21' });
    await play('1.22');
  },
  'order-trailing': async (mode) => {
    await opens(mode, { trailingDistance: '0.01' });
    await play('1.21');
    await play('1.19');
  },
  'option-won': () => optionEnds('1.21'),
  'option-lost': () => optionEnds('1.19'),
  'option-tie': () => optionEnds('1.2'),
  'option-void': () => optionEnds(null),
  'support-answer': async () => {
    const { number } = await opened(product, token);
    await answered(product, number, ANSWER);
  },
  'case-closed': async (mode) => {
    const decided = { kind: 'adjustment', userId, units: 12_500_000n, facts: { mode } } as const;
    await decidedCase(product.owner, decided);
    await product.app.cases.carryOutAll();
  },
  offer: byTheDesk,
};

async function told(): Promise<Notification[]> {
  await product.app.notifications.settled();
  await product.app.relay.settled();
  const query = { page: 1, size: 100 };
  const { records } = (await product.call('notifications.list', { token, query })).result;
  pushed = everyPush.filter((fact) => fact.userId === userId).map(({ notice }) => notice);
  return records;
}

async function messagesOf(): Promise<readonly { subject: string; text: string }[]> {
  await product.app.security.settled();
  return (await product.messages()).filter(({ to }) => to === email);
}

describe('the table of the documentation', () => {
  test('has every kind once, as the rules have it', () => {
    expect(EVENTS.map(([, kind = '']) => bare(kind))).toEqual([...NOTIFICATION_KINDS]);
    for (const [, cell = '', category, locked, list, push, mail] of EVENTS) {
      const kind = bare(cell) as NotificationKind;
      expect([kind, category]).toEqual([kind, categoryOf(kind)]);
      const rule = preferencesOf({}).find((one) => one.category === category);
      const word = (is: boolean | undefined) => (is === true ? 'on' : 'off');
      expect([kind, locked]).toEqual([kind, isLocked(categoryOf(kind)) ? 'yes' : 'no']);
      expect([kind, list, push]).toEqual([kind, word(rule?.inApp), word(rule?.push)]);
      if (mail === 'on' || mail === 'off') expect([kind, mail]).toEqual([kind, word(rule?.mail)]);
      else expect(['a message of the accounts', 'never']).toContain(mail);
    }
  });

  test('has every change of an account’s safety once, with its letter', () => {
    expect(CHANGES.map(([change = '']) => bare(change))).toEqual([...SECURITY_KINDS]);
    for (const [cell = '', message] of CHANGES) {
      const kind = bare(cell) as SecurityKind;
      const plain = isTold(kind) ? 'plain' : 'none';
      expect([kind, message]).toEqual([kind, offersFreeze(kind) ? 'link' : plain]);
    }
  });
});

describe('each event through its real flow', () => {
  const trading = EVENTS.flatMap(([, cell = '', , , , , mail = '']) => {
    const kind = bare(cell) as NotificationKind;
    const isElse = ['security', 'support-answer', 'offer'].includes(kind);
    return isOwn(kind) && !isElse ? [{ kind, mail }] : [];
  });

  test.each(trading)('$kind on the demo account: list and page, no mail', async ({ kind }) => {
    await FLOWS[kind]('demo');
    const records = (await told()).filter((one) => one.kind === kind);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ mode: 'demo', category: categoryOf(kind), isRead: false });
    expect(pushed).toContainEqual(records[0]);
    expect(await messagesOf()).toEqual([]);
  });

  const orders = trading.filter(({ kind }) => kind.startsWith('order-'));
  test.each(orders)('$kind says what the books say of the order', async ({ kind }) => {
    await FLOWS[kind]('demo');
    const { facts } = (await told()).find((one) => one.kind === kind) ?? {};
    const status = kind === 'order-filled' ? 'running' : 'closed';
    const list = await product.call('contracts.list', { token, query: { status } });
    const [order, ...others] = list.result.records;
    expect(others).toEqual([]);
    if (order === undefined) throw new Error('no order in the books');
    const said: Readonly<Record<typeof status, object>> = {
      running: { code: order.code, price: order.openPrice, tickSize: '0.00001' },
      closed: {
        code: order.code,
        price: order.closePrice,
        tickSize: '0.00001',
        profit: order.profit,
        receiptNo: order.receiptNo,
      },
    };
    expect(facts).toEqual(kind === 'order-rejected' ? { code: order.code } : said[status]);
    expect(order.receiptNo !== undefined).toBe(status === 'closed' && kind !== 'order-rejected');
  });

  const real = trading.filter(({ mail }) => mail !== 'never');
  test.each(real)('$kind on the real account: mail $mail by default', async ({ kind, mail }) => {
    await product.call('accounts.set-anti-phishing', {
      token,
      body: { text: 'a blue door', stepUp: await confirmed('anti-phishing') },
    });
    const before = (await messagesOf()).length;
    await FLOWS[kind]('real');
    const records = (await told()).filter((one) => one.kind === kind);
    expect(records).toHaveLength(1);
    expect(records[0]?.mode).toBe('real');
    expect(pushed).toContainEqual(records[0]);
    const wanted = new Set((await told()).map((one) => one.kind).filter(hasMail));
    const messages = (await messagesOf()).slice(before);
    expect(messages).toHaveLength(wanted.size);
    expect(mail === 'on').toBe(wanted.has(kind));
    for (const { subject, text } of messages) {
      expect(subject).toMatch(/^Notification: ./);
      expect(text).toContain('a blue door');
      expect(text).toContain('/profile/notification');
      expect(text).not.toMatch(/[{}]/);
    }
  });

  test('an order’s mail, once its owner asks for it, says what happened at which price', async () => {
    const body = { category: 'orders', inApp: true, mail: true, push: false } as const;
    await product.call('notifications.set-preferences', { token, body });
    await FLOWS['order-stop-loss']('real');
    await told();
    expect(pushed).toEqual([]);
    const [message, ...more] = await messagesOf();
    expect(more).toEqual([]);
    expect(message?.subject).toBe(
      'Notification: EUR/USD: the stop loss closed your position at 1.18000',
    );
    expect(message?.text).toMatch(/Result \u2212\d+\.\d\d USDT after fees/);
  });

  test('an answer of support is of no book, and its mail proves itself and says none of it', async () => {
    await product.call('accounts.set-anti-phishing', {
      token,
      body: { text: 'a blue door', stepUp: await confirmed('anti-phishing') },
    });
    const before = (await messagesOf()).length;
    await FLOWS['support-answer']('demo');
    // Both were told in one moment of the test's clock: which stands first means nothing.
    const all = await told();
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(['security', 'support-answer']);
    const record = all.find(({ kind }) => kind === 'support-answer');
    expect(record).toMatchObject({ kind: 'support-answer', category: 'support', mode: null });
    expect(pushed).toContainEqual(record);
    const { number = '', reference = '' } = record?.facts ?? {};
    const [message, ...others] = (await messagesOf()).slice(before);
    expect(others).toEqual([]);
    expect(message?.subject).toBe(`Notification: Support answered in conversation ${number}`);
    for (const said of [reference, 'a blue door', '/profile/notification', 'We never ask you']) {
      expect(message?.text).toContain(said);
    }
    expect(message?.text).not.toContain(ANSWER);
    // Its recipient can ask whether it is ours.
    const body = { text: message?.text ?? '' };
    const verified = await product.call('support.verify', { token, body });
    expect(verified.result).toMatchObject({ genuine: true, sent: { channel: 'mail', to: 'you' } });
  });

  test('what its owner does is not told', async () => {
    const id = await opens('demo', {});
    const requestId = randomUUID();
    await product.call('contracts.close', { token, params: { id }, body: { requestId } });
    const waiting = await waits('demo');
    await product.call('contracts.cancel', {
      token,
      params: { id: waiting },
      body: { requestId: randomUUID() },
    });
    await product.call('options.buy', {
      token,
      body: { code: 'EUR/USD', direction: 'up', period: 60, amount: '10', requestId: randomUUID() },
    });
    await product.call('portfolio.demo-reset', { token, body: { requestId: randomUUID() } });
    expect(await told()).toEqual([]);
  });
});

const hasMail = (kind: NotificationKind): boolean =>
  EVENTS.some(([, cell = '', , , , , mail]) => bare(cell) === kind && mail === 'on');

async function confirmed(action: 'anti-phishing' | 'unfreeze' | 'password'): Promise<string> {
  const asked = await product.call('accounts.step-up', { token, body: { action } });
  const { challenge } = asked.result;
  const body = { challenge, password: PASSWORD };
  return (await product.call('accounts.step-up-proof', { token, body })).result.stepUp;
}

async function freeze(): Promise<void> {
  expect((await product.call('accounts.freeze', { token })).code).toBe('200');
}

describe('changes of an account’s safety', () => {
  const until = () => product.clock.now() + 2 * DAY_MS;
  const ACTS: Partial<Record<SecurityKind, () => Promise<{ code: string }>>> = {
    'new-device': () =>
      product.call('accounts.login', {
        body: { username, password: PASSWORD, client: 'api' },
        headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' },
      }),
    'password-changed': async () => {
      const changed = await product.call('accounts.change-password', {
        token,
        body: { oldPassword: PASSWORD, newPassword: 'a longer way home' },
      });
      ({ token } = changed.result);
      return changed;
    },
    'anti-phishing-changed': async () =>
      product.call('accounts.set-anti-phishing', {
        token,
        body: { text: 'a blue door', stepUp: await confirmed('anti-phishing') },
      }),
    frozen: () => product.call('accounts.freeze', { token }),
    'limit-changed': () =>
      product.call('accounts.set-limit', {
        token,
        body: { kind: 'loss', period: 'day', amount: '1000' },
      }),
    'timed-out': () => product.call('accounts.timeout', { token, body: { until: until() } }),
    'self-excluded': () =>
      product.call('accounts.self-exclude', {
        token,
        body: { until: product.clock.now() + 366 * DAY_MS },
      }),
    'data-exported': () => product.call('accounts.export-data', { token }),
  };
  const driven = Object.entries(ACTS).map(([change, act]) => ({
    change: change as SecurityKind,
    act,
  }));

  test.each(driven)(
    '$change is listed and said, and its letter is one',
    async ({ change, act }) => {
      expect((await act()).code).toBe('200');
      const records = (await told()).filter(({ facts }) => facts.change === change);
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({ kind: 'security', category: 'security', mode: null });
      expect(pushed).toContainEqual(records[0]);
      const messages = (await messagesOf()).filter(({ subject }) =>
        subject.startsWith('Your account'),
      );
      expect(messages).toHaveLength(isTold(change) ? 1 : 0);
    },
  );
});

test('a socket hears of it at once, whichever account is on screen', async () => {
  product.app.http.server.listen(0, '127.0.0.1');
  await once(product.app.http.server, 'listening');
  const { port } = product.app.http.server.address() as AddressInfo;
  const frames: ServerFrame[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`);
  socket.on('message', (data: Buffer) => {
    const said: unknown = JSON.parse(data.toString());
    if (!Array.isArray(said)) frames.push(live.ServerFrame.parse(said));
  });
  await once(socket, 'open');
  const { ticket } = (await product.call('live.ticket', { token, mode: 'demo' })).result;
  socket.send(JSON.stringify({ type: 'USER_AUTH', userId, ticket }));
  await expect.poll(() => frames.some(({ type }) => type === 'AUTH_SUCCESS')).toBe(true);
  await FLOWS['order-stop-loss']('real');
  const [record] = await told();
  const heard = () => frames.find((frame) => frame.type === 'NOTIFICATION')?.data;
  await expect.poll(heard, { timeout: 5_000 }).toEqual({ kind: 'notice', notice: record });
  socket.close();
});

test('a stop loses nothing, and nothing is told twice after it', async () => {
  await waits('demo');
  await play('1.18');
  await product.restart();
  await product.app.notifications.settled();
  await product.restart();
  const query = { page: 1, size: 100 };
  const { records } = (await product.call('notifications.list', { token, query })).result;
  expect(records.map(({ kind }) => kind)).toEqual(['order-filled']);
});
