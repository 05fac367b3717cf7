import { DAY_MS, type UserId, plusMs } from '@candor/kernel';
import { BASE_PATH, security as protocol } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/start-app.ts';
import {
  STAFF_COMMANDS,
  type StaffCommandName,
  commandAsStaff,
} from '../../../test/staff-commands.ts';
import { newTrader } from '../../../test/trader.ts';
import { readZip } from '../../../test/zip.ts';
import { entryOf, pays } from '../../../test/books.ts';
import { commitEntries } from '../../ledger/index.ts';
import { createLog } from '../../platform/process/log.ts';
import { accountDisabling, endDisablings } from '../index.ts';
import { beginRestoring, cancelRestoring } from './freezing/restoring.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

let product: TestApp;
const log = createLog({ level: 'silent' });

beforeAll(async () => {
  product = await startTestApp();
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
async function confirmed(token: string, action: 'unfreeze' | 'close-account'): Promise<string> {
  const asked = await product.call('accounts.step-up', { token, body: { action } });
  const { challenge } = asked.result;
  const proof = await product.call('accounts.step-up-proof', {
    token,
    body: { challenge, password: PASSWORD },
  });
  expect(proof.code).toBe('200');
  return proof.result.stepUp;
}

const isIn = async (token: string): Promise<boolean> =>
  (await product.call('accounts.list-sessions', { token })).status === 200;

describe('a copy of one’s data', () => {
  const state = async (token: string, id: string) =>
    product.call('accounts.exported-data', { token, params: { id }, query: { as: 'state' } });
  const file = (token: string, id: string) =>
    product.app.http.inject({
      method: 'GET',
      url: `${BASE_PATH}/user/exportData/${id}`,
      headers: { authorization: token },
    });

  test('is one file with everything, and nothing that opens the account', async () => {
    const trader = await newTrader(product);
    const { token } = trader;
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    await trader.closes(order.id);
    const { id } = (await product.call('accounts.export-data', { token })).result;
    await product.app.security.settled();
    const { result } = await state(token, id);
    expect(result).toMatchObject({
      state: 'ready',
      expiresAt: product.clock.now() + protocol.EXPORT_MS,
    });
    const got = await file(token, id);
    expect(got.headers['content-type']).toBe('application/zip');
    expect(got.headers['content-disposition']).toBe('attachment; filename="candor-account.zip"');
    expect(got.headers['cache-control']).toBe('no-store');
    expect(got.rawPayload.length).toBe(result.bytes);
    const files = readZip(got.rawPayload);
    expect([...files.keys()]).toEqual([
      'account.json',
      ...['real', 'demo'].flatMap((mode) =>
        ['orders', 'options', 'transactions'].map((name) => `${mode}/${name}.csv`),
      ),
      'notifications.json',
      'pictures.json',
      'identity.json',
      'loans.json',
      'tokens.json',
      'plans.json',
      'support.json',
    ]);
    expect(files.get('demo/orders.csv')).toContain(order.orderNo);
    expect(files.get('demo/transactions.csv')?.split('\r\n').length).toBeGreaterThan(3);
    const account = JSON.parse(files.get('account.json') ?? '') as Record<string, unknown[]>;
    expect(account['logins']?.length).toBe(1);
    expect(account['sessions']?.length).toBe(1);
    const secrets = await product.db.query<{ secret: string }>(
      `select password_hash as secret from accounts.account where user_id = $1
       union all select hash from accounts.token where user_id = $1`,
      [trader.userId],
    );
    for (const { secret } of secrets) expect(files.get('account.json')).not.toContain(secret);
  });

  test('is one’s own, one at a time, for a day', async () => {
    const [one, other] = [await product.register(), await product.register()];
    const ask = async () =>
      (await product.call('accounts.export-data', { token: one.token })).result.id;
    const [first, second] = [await ask(), await ask()];
    await product.app.security.settled();
    expect((await state(one.token, first)).status).toBe(404);
    expect((await state(one.token, second)).result.state).toBe('ready');
    for (const asOther of [await state(other.token, second), await file(other.token, second)]) {
      expect('statusCode' in asOther ? asOther.statusCode : asOther.status).toBe(404);
    }
    product.clock.advance(protocol.EXPORT_MS);
    const { token } = signedIn((await logIn(one.username, FIREFOX)).result);
    expect((await state(token, second)).status).toBe(404);
    expect((await file(token, second)).statusCode).toBe(404);
    await product.app.security.tidy();
    const left = await product.db.query('select 1 as one from accounts.export where id = $1', [
      second,
    ]);
    expect(left).toEqual([]);
    expect((await state(token, 'not-an-id')).status).toBe(400);
  });

  test('that a stop cut short is made after the next start', async () => {
    const { token, userId } = await product.register();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    await product.db.query(
      `insert into accounts.export (user_id, id, asked_at, expires_at)
       values ($1, $2, platform.from_ms($3), platform.from_ms($4))`,
      [userId, id, product.clock.now(), product.clock.now() + protocol.EXPORT_MS],
    );
    expect((await state(token, id)).result).toMatchObject({ state: 'preparing', bytes: null });
    expect((await file(token, id)).statusCode).toBe(404);
    await product.restart();
    await product.app.security.settled();
    expect((await state(token, id)).result.state).toBe('ready');
  });
});

describe('closing an account', () => {
  const close = (token: string, body: { stepUp?: string; reason?: string } = {}) =>
    product.call('accounts.close-account', { token, body });

  test('is refused with what is open, before it is asked to be confirmed', async () => {
    const trader = await newTrader(product);
    const { token } = trader;
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    const waiting = await trader.opens({ lots: '0.01', orderType: 'limit', price: '50000' });
    await product.deposit(trader.userId, 12_500_000n);
    const told = async () => {
      const { code, refused } = await close(token);
      return [code, refused.facts];
    };
    expect(await told()).toEqual(['11035', { what: 'positions', count: '1' }]);
    await trader.closes(order.id);
    expect(await told()).toEqual(['11035', { what: 'waiting', count: '1' }]);
    await trader.cancels(waiting.id);
    expect(await told()).toEqual(['11035', { what: 'money', amount: '12.5 USDT' }]);
    expect(await isIn(token)).toBe(true);
  });

  test('is for good: nobody enters it, its books stay, its name stays taken', async () => {
    const { token, userId, username } = await product.register();
    const other = signedIn((await logIn(username, FIREFOX)).result).token;
    expect((await close(token)).code).toBe('11020');
    const wrong = await confirmed(token, 'unfreeze');
    expect((await close(token, { stepUp: wrong })).code).toBe('11020');
    const stepUp = await confirmed(token, 'close-account');
    const closed = await close(token, { stepUp, reason: 'Moving on' });
    expect([closed.code, closed.result]).toEqual(['200', {}]);
    expect([await isIn(token), await isIn(other)]).toEqual([false, false]);
    expect((await logIn(username, FIREFOX)).code).toBe('10005');
    expect((await logIn(username, FIREFOX, 'wrong')).code).toBe('10004');
    const taken = await product.call('accounts.register', {
      body: { username, password: PASSWORD },
    });
    expect(taken.code).toBe('10006');
    const kept = await product.db.query(
      `select c.reason, (select count(*)::int from ledger.entry e where e.user_id = c.user_id) as entries
       from accounts.closing c where c.user_id = $1`,
      [userId],
    );
    expect(kept).toEqual([{ reason: 'Moving on', entries: 1 }]);
  });

  test('happens once, however often it is asked for at the same moment', async () => {
    const { token, userId } = await product.register();
    const stepUp = await confirmed(token, 'close-account');
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(token, { stepUp })));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === '200').length).toBe(1);
    // The others came with a confirmation that was spent, or after the session had ended.
    expect(codes.filter((code) => code === '11020' || code === '401').length).toBe(9);
    const closed = await product.db.query(
      'select 1 as one from accounts.closing where user_id = $1',
      [userId],
    );
    expect(closed.length).toBe(1);
  });

  test('refuses what cannot be read', async () => {
    const { token } = await product.register();
    for (const odd of [
      { reason: 'x'.repeat(501) },
      { reason: 7 },
      { stepUp: 'x'.repeat(129) },
      { why: 'x' },
      [],
    ]) {
      expect((await product.call('accounts.close-account', { token, odd })).status).toBe(400);
    }
  });
});

describe('what an operator switches off', () => {
  const switched = (userId: string, act: StaffCommandName, memberId = 'ada') =>
    commandAsStaff(product, {
      userId: userId as UserId,
      act,
      reason: 'A test of the desk',
      memberId,
    });

  test('keeps who of the staff did it, and the owner reads the reason alone', async () => {
    const { token, userId, username } = await product.register();
    const deps = { db: product.db, clock: product.clock };
    const asked = { username, reason: 'A test of the desk' };
    for (const act of ['disable-demo', 'enable-demo'] as const) {
      expect(await switched(userId, act, `ada-${act}@here`)).toBe(true);
    }
    const restored = { ...asked, contact: null, by: 'ada-restore@here' };
    expect((await beginRestoring(deps, restored)).ok).toBe(true);
    expect((await cancelRestoring(deps, { ...asked, by: 'ada-stop@here' })).ok).toBe(true);
    expect((await beginRestoring(deps, restored)).ok).toBe(true);
    const query = { page: 1, size: 20 };
    const { text } = await product.call('accounts.access-log', { token, query });
    expect(text).toContain('A test of the desk');
    expect(text).not.toContain('@here');
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
    const kept = await product.db.query<{ kind: string; staff: string | null }>(
      'select kind, staff from accounts.security_event where user_id = $1 order by at, kind',
      [userId],
    );
    expect(kept.map(({ kind, staff }) => `${kind} ${staff}`)).toEqual([
      'access-restoring ada-restore@here',
      'access-restoring ada-restore@here',
      'demo-disabled ada-disable-demo@here',
      'demo-enabled ada-enable-demo@here',
      'restoring-stopped ada-stop@here',
      'access-restored ada-restore@here',
    ]);
  });

  test('is the demo: nothing new is begun on it, what is open can be closed', async () => {
    const trader = await newTrader(product);
    const { token, userId } = trader;
    await trader.says('60000', '60001');
    const order = await trader.opens({ lots: '0.01' });
    expect(await switched(userId, 'disable-demo')).toBe(true);
    expect((await trader.asks({ lots: '0.01' })).code).toBe('11004');
    const reset = await product.call('portfolio.demo-reset', {
      token,
      body: { requestId: '01890a5d-ac96-774b-bcce-b302099a8058' },
    });
    expect(reset.code).toBe('11004');
    const option = await product.call('options.buy', {
      token,
      body: {
        code: 'BTC/USDT',
        direction: 'up',
        period: 60,
        amount: '10',
        requestId: '01890a5d-ac96-774b-bcce-b302099a8059',
      },
    });
    expect(option.code).toBe('11004');
    // Real money is another trading account: there the order is refused for a reason of its own.
    const real = await product.call('contracts.open', {
      token,
      mode: 'real',
      body: {
        code: 'BTC/USDT',
        direction: 'buy',
        orderType: 'market',
        lots: '0.01',
        leverage: 2,
        requestId: '01890a5d-ac96-774b-bcce-b302099a8060',
      },
    });
    expect(real.code).not.toMatch(/^200$|^11004$/);
    expect((await product.call('portfolio.info', { token, mode: 'real' })).result).toMatchObject({
      demoDisabled: true,
    });
    expect((await trader.closes(order.id)).code).toBe('200');
    expect(await switched(userId, 'enable-demo')).toBe(true);
    expect((await trader.asks({ lots: '0.01' })).code).toBe('200');
    const log = await product.call('accounts.access-log', { token, query: page });
    expect(log.result.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'demo-disabled',
          by: 'operator',
          reason: 'A test of the desk',
        }),
      ]),
    );
  });

  test('is the account: every session ends, no password opens it, and it opens by itself', async () => {
    const { token, userId, username } = await product.register();
    expect(await switched(userId, 'disable')).toBe(true);
    await product.app.relay.settled();
    expect(await isIn(token)).toBe(false);
    expect((await logIn(username, FIREFOX)).code).toBe('10005');
    product.clock.advance(DAY_MS - 1);
    await endDisablings({ ...product, log });
    expect((await logIn(username, FIREFOX)).code).toBe('10005');
    product.clock.advance(1);
    await endDisablings({ ...product, log });
    expect((await logIn(username, FIREFOX)).code).toBe('200');
  });

  test('is no account with real money: nobody is kept from closing, and from what is theirs', async () => {
    const { token, userId } = await product.register();
    const units = 5_000_000n;
    const deposit = entryOf('deposit', userId, [pays('world:tron', 'user:cash', units)]);
    await product.db.transaction((tx) => commitEntries(tx, [deposit], product.clock.now()));
    expect(await switched(userId, 'disable')).toBe(false);
    // Decided while it was empty: what came since is not locked in.
    const facts = { until: String(plusMs(product.clock.now(), DAY_MS)), note: 'A test' };
    const decided = { id: userId, number: 'B-000009', userId, amount: null, asset: null, facts };
    const at = product.clock.now();
    const came = await product.db.transaction((tx) =>
      accountDisabling.apply(tx, { ...decided, reason: null, decidedAt: at }, at, product.clock),
    );
    expect(came).toBe('waits');
    expect(await isIn(token)).toBe(true);
  });

  test('opens by itself only at its own end, whatever becomes of others', async () => {
    const first = await product.register();
    const second = await product.register();
    for (const { userId } of [first, second]) await switched(userId, 'disable');
    product.clock.advance(DAY_MS);
    let turn = 0;
    const hindered: typeof product.db = {
      ...product.db,
      transaction: async (work) => {
        turn += 1;
        if (turn === 2) throw new Error('a lock that was not given');
        if (turn === 3) {
          // Enabled and disabled anew since it was looked for.
          await switched(second.userId, 'enable');
          await switched(second.userId, 'disable');
        }
        return product.db.transaction(work);
      },
    };
    await endDisablings({ db: hindered, clock: product.clock, log });
    expect((await logIn(second.username, FIREFOX)).code).toBe('10005');
    expect(turn).toBe(3);
    await endDisablings({ db: product.db, clock: product.clock, log });
    expect((await logIn(first.username, FIREFOX)).code).toBe('200');
    expect((await logIn(second.username, FIREFOX)).code).toBe('10005');
  });

  test('is nothing of an account that is gone, and of one its owner closed', async () => {
    const { token, userId } = await product.register();
    expect(await switched('01890a5d-ac96-774b-bcce-b302099a8099', 'enable-demo')).toBe(false);
    const stepUp = await confirmed(token, 'close-account');
    await product.call('accounts.close-account', { token, body: { stepUp } });
    for (const act of STAFF_COMMANDS)
      expect([act, await switched(userId, act)]).toEqual([act, false]);
  });
});
