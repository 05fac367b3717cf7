import {
  unixMs,
  SECOND_MS,
  MINUTE_MS,
  DAY_MS,
  type Result,
  type SessionId,
  type UserId,
} from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHoldings, reconcile } from '../ledger/index.ts';
import { createParameters, type Parameters } from '../parameters/index.ts';
import { createBus } from '../platform/commit/bus.ts';
import { type Database, openDatabase } from '../platform/postgres/db.ts';
import { createRelay } from '../platform/commit/outbox.ts';
import { hashSecret } from '../platform/secrets/session.ts';
import { type Accounts, type TokenPair, createAccounts } from './index.ts';
import { createHashing } from '../platform/credentials/hashing.ts';
import { listenAccounts } from './reactions.ts';
import type { Entered } from './sessions/token-pairs.ts';

const CHEAP = { memoryKib: 64, passes: 1, atOnce: 2, queueMax: 50 };
const PASSWORD = 'a quiet harbour at nine';
const PLACE = { client: 'web', address: '203.0.113.9', device: '' } as const;

const clock = createTestClock();
let clone: TestDatabase;
let db: Database;
let owner: Database;
let parameters: Parameters;
let accounts: Accounts;
let names = 0;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  owner = openDatabase({ ...clone.ownerConfig, max: 2 });
  parameters = createParameters({ db, clock });
  await parameters.reload();
  accounts = createAccounts({ db, clock, parameters, hashing: createHashing(CHEAP) });
});

afterAll(async () => {
  await db.end();
  await owner.end();
  await clone.drop();
});

const nextName = (): string => `user-${(names += 1)}`;

async function registered(username = nextName()): Promise<TokenPair> {
  const answer = await accounts.register({ username, password: PASSWORD }, PLACE);
  if (!answer.ok) throw new Error(answer.failure.name);
  return answer.value;
}

const facts = (topic: string): Promise<{ payload: string }[]> =>
  owner.query('select payload from platform.outbox where topic = $1', [topic]);

/** The session a log-in led to. */
function tokenPairOf(answer: Result<Entered, Failure>): TokenPair {
  if (!answer.ok) throw new Error(answer.failure.name);
  if (answer.value.kind === 'second') throw new Error('a second factor was asked for');
  return answer.value.tokens;
}

describe('register', () => {
  test('opens the account, its demo book of 10,000 USDT and a session, and tells it once', async () => {
    const tokens = await registered();
    const userId = tokens.user.id as UserId;
    const books = await findHoldings(db, [
      { userId, mode: 'demo' },
      { userId, mode: 'real' },
    ]);
    expect(books.get(`${userId}/demo`)?.USDT).toEqual({ 'user:cash': 10_000_000_000n });
    expect(books.get(`${userId}/real`)?.USDT).toEqual({});
    expect((await accounts.sessions.find(tokens.token))?.userId).toBe(userId);
    const told = (await facts('accounts.UserRegistered')).map(({ payload }) => JSON.parse(payload));
    expect(told.filter((fact) => fact.userId === userId)).toEqual([{ userId }]);
    expect((await reconcile(db)).faults).toEqual([]);
  });

  test('of 20 who want one name at once, in any case, one has it and nothing is half done', async () => {
    const before = (await accounts.countAccounts()).count;
    const name = nextName();
    const spelt = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? name : name.toUpperCase()));
    const answers = await Promise.all(
      spelt.map((username) => accounts.register({ username, password: PASSWORD }, PLACE)),
    );
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
    expect(refused).toHaveLength(19);
    expect(new Set(refused.map((failure) => failure.name))).toEqual(new Set(['username-taken']));
    expect((await accounts.countAccounts()).count).toBe(before + 1);
    const [orphans] = await owner.query<{ n: string }>(
      `select count(*)::text as n from ledger.entry e
       where not exists (select from accounts.account a where a.user_id = e.user_id)`,
    );
    expect(orphans?.n).toBe('0');
  });

  test('a broken book takes the account with it', async () => {
    const broken: Parameters = {
      ...parameters,
      usdt: () => ({ asset: 'USDT', units: 10n ** 39n }),
    };
    const failing = createAccounts({
      db,
      clock,
      parameters: broken,
      hashing: createHashing(CHEAP),
    });
    const username = nextName();
    await expect(failing.register({ username, password: PASSWORD }, PLACE)).rejects.toThrow();
    expect(await accounts.userNameExists(username)).toBe(false);
  });

  test('a demo book may begin empty', async () => {
    const empty: Parameters = { ...parameters, usdt: () => ({ asset: 'USDT', units: 0n }) };
    const other = createAccounts({ db, clock, parameters: empty, hashing: createHashing(CHEAP) });
    const answer = await other.register({ username: nextName(), password: PASSWORD }, PLACE);
    expect(answer.ok).toBe(true);
  });

  test('keeps neither the password nor a token', async () => {
    const tokens = await registered();
    const rows = await owner.query<{ row: string }>(
      `select to_jsonb(a)::text as row from accounts.account a
       union all select to_jsonb(t)::text from accounts.token t
       union all select to_jsonb(s)::text from accounts.session s
       union all select to_jsonb(o)::text from platform.outbox o`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).toContain(tokens.user.id);
    for (const secret of [PASSWORD, tokens.token, tokens.refreshToken, '203.0.113.9']) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe('log-in', () => {
  test('takes the name in any case and the right password only', async () => {
    const { user } = await registered();
    const login = (username: string, password: string) =>
      accounts.login({ username, password }, PLACE);
    const right = await login(user.username.toUpperCase(), PASSWORD);
    expect(tokenPairOf(right).user).toEqual(user);
    const wrong = await login(user.username, `${PASSWORD}!`);
    const unknown = await login('nobody-here', PASSWORD);
    expect(wrong).toEqual({ ok: false, failure: { name: 'credentials-wrong' } });
    expect(unknown).toEqual(wrong);
    for (const odd of ['a\u0000b', '\ud800', "' or 1=1 --", '   x']) {
      expect(await login(odd, PASSWORD)).toEqual(wrong);
    }
  });

  test('says that an account is disabled only to who knows its password', async () => {
    const tokens = await registered();
    const { id, username } = tokens.user;
    await owner.query(`update accounts.account set status = 'disabled' where user_id = $1`, [id]);
    const login = (password: string) => accounts.login({ username, password }, PLACE);
    expect(await login('not the password')).toMatchObject({
      failure: { name: 'credentials-wrong' },
    });
    expect(await login(PASSWORD)).toMatchObject({ failure: { name: 'account-disabled' } });
    expect(await accounts.sessions.find(tokens.token)).toBeNull();
    const { refreshToken } = tokens;
    expect(await accounts.refresh({ refreshToken, client: 'web', place: PLACE })).toMatchObject({
      ok: false,
    });
  });

  test('an unknown name costs as much as a wrong password', async () => {
    const real = createAccounts({ db, clock, parameters });
    const asked = { username: nextName(), password: PASSWORD };
    const opened = await real.register(asked, PLACE);
    if (!opened.ok) throw new Error(opened.failure.name);
    const { user } = opened.value;
    // Work and not time: the machine may be busy with something else.
    const spentMicros = { wrong: 0, unknown: 0 };
    for (let round = 0; round < 20; round += 1) {
      const kind = round % 2 === 0 ? 'wrong' : 'unknown';
      const username = kind === 'wrong' ? user.username : 'nobody-x';
      const before = process.cpuUsage();
      await real.login({ username, password: 'not the password' }, PLACE);
      const { user: own, system } = process.cpuUsage(before);
      spentMicros[kind] += own + system;
    }
    const ratio = spentMicros.unknown / spentMicros.wrong;
    // A log-in that returned early for unknown names would be below 0.2.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('refresh', () => {
  const web = (refreshToken: string) =>
    accounts.refresh({ refreshToken, client: 'web', place: PLACE });
  const rotated = async (refreshToken: string): Promise<TokenPair> => {
    const answer = await web(refreshToken);
    if (!answer.ok) throw new Error(answer.failure.name);
    return answer.value;
  };

  test('gives a new pair of the same session; the old access token lives out its time', async () => {
    const first = await registered();
    clock.advance(MINUTE_MS);
    const second = await rotated(first.refreshToken);
    expect(second.sessionId).toBe(first.sessionId);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await accounts.sessions.find(first.token))?.id).toBe(first.sessionId);
    expect((await accounts.sessions.find(second.token))?.id).toBe(first.sessionId);
    clock.advance(9 * MINUTE_MS);
    expect(await accounts.sessions.find(first.token)).toBeNull();
    expect(await accounts.sessions.find(second.token)).not.toBeNull();
  });

  test('two tabs with one token both get a pair, and each pair goes on', async () => {
    const first = await registered();
    const twins = await Promise.all([rotated(first.refreshToken), rotated(first.refreshToken)]);
    clock.advance(10 * SECOND_MS);
    const third = await rotated(first.refreshToken);
    for (const twin of [...twins, third]) {
      const next = await rotated(twin.refreshToken);
      expect((await accounts.sessions.find(next.token))?.id).toBe(first.sessionId);
    }
  });

  test('a token that comes again after the grace ends all that came from its log-in', async () => {
    const first = await registered();
    const second = await rotated(first.refreshToken);
    const third = await rotated(second.refreshToken);
    clock.advance(10 * SECOND_MS + 1);
    expect(await accounts.sessions.find(third.token)).not.toBeNull();
    expect(await web(first.refreshToken)).toMatchObject({ failure: { name: 'session-over' } });
    expect(await accounts.sessions.find(third.token)).toBeNull();
    expect(await web(third.refreshToken)).toMatchObject({ failure: { name: 'session-over' } });
    const told = (await facts('accounts.SessionRevoked')).map(({ payload }) => JSON.parse(payload));
    const { sessionId } = first;
    expect(told.filter((fact) => fact.sessionId === sessionId)).toEqual([
      { sessionId, userId: first.user.id },
    ]);
  });

  test('the theft of one session leaves the others alone', async () => {
    const stolen = await registered();
    const { username } = stolen.user;
    const other = tokenPairOf(await accounts.login({ username, password: PASSWORD }, PLACE));
    await rotated(stolen.refreshToken);
    clock.advance(MINUTE_MS);
    expect((await web(stolen.refreshToken)).ok).toBe(false);
    expect((await accounts.sessions.find(other.token))?.userId).toBe(stolen.user.id);
    expect((await web(other.refreshToken)).ok).toBe(true);
  });

  test('ends 30 days after it was last used, and sweeps what expired', async () => {
    const first = await registered();
    clock.advance(30 * DAY_MS - 1);
    const second = await rotated(first.refreshToken);
    clock.advance(30 * DAY_MS);
    expect((await web(second.refreshToken)).ok).toBe(false);
    const [left] = await owner.query<{ n: number }>(
      `select count(*)::int as n from accounts.token where session_id = $1 and kind = 'access'`,
      [first.sessionId],
    );
    expect(left?.n).toBe(1);
  });

  test('a cookie token in a body, an access token and any other text are refused', async () => {
    const tokens = await registered();
    const { refreshToken, token } = tokens;
    expect((await accounts.refresh({ refreshToken, client: 'api', place: PLACE })).ok).toBe(false);
    for (const text of [token, '', '\u0000', 'x'.repeat(128)]) {
      expect((await web(text)).ok).toBe(false);
    }
    expect((await web(refreshToken)).ok).toBe(true);
  });
});

describe('sessions', () => {
  const sessionOf = async (tokens: TokenPair) => {
    const session = await accounts.sessions.find(tokens.token);
    if (session === null) throw new Error('the session is over');
    return session;
  };

  test('a revoked session is refused at once although it was remembered', async () => {
    const tokens = await registered();
    const session = await sessionOf(tokens);
    const token = { sessionId: session.id, tokenHash: session.tokenHash };
    expect(await accounts.liveUntil([token])).toEqual([tokens.expiresAt]);
    await accounts.logout(session);
    expect(await accounts.liveUntil([token])).toEqual([null]);
    expect(await accounts.sessions.find(tokens.token)).toBeNull();
    expect(
      (await accounts.refresh({ refreshToken: tokens.refreshToken, client: 'web', place: PLACE }))
        .ok,
    ).toBe(false);
  });

  test('a session read while it is revoked is not remembered', async () => {
    const tokens = await registered();
    const session = await sessionOf(tokens);
    clock.advance(6 * SECOND_MS);
    await Promise.all([accounts.sessions.find(tokens.token), accounts.logout(session)]);
    expect(await accounts.sessions.find(tokens.token)).toBeNull();
  });

  test('another process believes a revoked session until it is told, 5 s at most', async () => {
    const other = createAccounts({ db, clock, parameters, hashing: createHashing(CHEAP) });
    const [told, untold] = [await registered(), await registered()];
    for (const tokens of [told, untold]) {
      expect(await other.sessions.find(tokens.token)).not.toBeNull();
      await accounts.logout(await sessionOf(tokens));
    }
    other.forget(told.sessionId);
    expect(await other.sessions.find(told.token)).toBeNull();
    expect(await other.sessions.find(untold.token)).not.toBeNull();
    clock.advance(5 * SECOND_MS);
    expect(await other.sessions.find(untold.token)).toBeNull();
  });

  test('another process forgets what it hears was revoked', async () => {
    const other = createAccounts({ db, clock, parameters, hashing: createHashing(CHEAP) });
    const errors: unknown[] = [];
    const bus = createBus((error) => errors.push(error));
    listenAccounts(bus, other);
    const relay = createRelay({ db, bus, onError: (error) => errors.push(error) });
    await relay.start();
    const tokens = await registered();
    expect(await other.sessions.find(tokens.token)).not.toBeNull();
    await accounts.logout(await sessionOf(tokens));
    await relay.settled();
    expect(await other.sessions.find(tokens.token)).toBeNull();
    await relay.stop();
    expect(errors).toEqual([]);
  });

  test('are listed by device, the latest first, without expired ones', async () => {
    const first = await registered();
    const { username } = first.user;
    clock.advance(MINUTE_MS);
    const device = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const place = { client: 'api', address: '2001:db8:1:2::3', device } as const;
    const second = tokenPairOf(await accounts.login({ username, password: PASSWORD }, place));
    const listed = await accounts.listSessions(await sessionOf(second));
    expect(listed).toEqual([
      {
        id: second.sessionId,
        device: 'Firefox on Linux',
        address: '2001:db8:1::/48',
        createdAt: clock.now(),
        lastAt: clock.now(),
        current: true,
      },
      expect.objectContaining({ id: first.sessionId, address: '203.0.113.0/24', current: false }),
    ]);
    clock.advance(30 * DAY_MS - MINUTE_MS);
    const again = tokenPairOf(await accounts.login({ username, password: PASSWORD }, place));
    const left = await accounts.listSessions(await sessionOf(again));
    expect(left.map((item) => item.id)).toEqual([again.sessionId, second.sessionId]);
  });

  test('only one’s own sessions can be ended, one or all others', async () => {
    const mine = await registered();
    const { username } = mine.user;
    const login = async (): Promise<TokenPair> => {
      return tokenPairOf(await accounts.login({ username, password: PASSWORD }, PLACE));
    };
    const [second, third] = [await login(), await login()];
    const outsider = await registered();
    const session = await sessionOf(mine);
    const missing = { ok: false, failure: { name: 'not-found' } };
    const ends = async (which: { id: SessionId } | { others: true }) => {
      const subject = 'id' in which ? which.id : null;
      const stepUp = `a confirmation of ${subject}`;
      const values = [hashSecret(stepUp), session.userId, subject, clock.now() + MINUTE_MS];
      await owner.query(
        `insert into accounts.step_up (hash, user_id, action, subject, expires_at)
         values ($1, $2, 'sessions', $3, platform.from_ms($4))`,
        values,
      );
      return accounts.revokeSession(session, { ...which, stepUp });
    };
    expect(await ends({ id: outsider.sessionId })).toEqual(missing);
    const nowhere = '018cc251-f400-7000-8000-000000000000' as SessionId;
    expect(await ends({ id: nowhere })).toEqual(missing);
    expect((await ends({ id: second.sessionId })).ok).toBe(true);
    expect(await ends({ id: second.sessionId })).toEqual(missing);
    expect(await accounts.sessions.find(second.token)).toBeNull();
    expect(await accounts.sessions.find(third.token)).not.toBeNull();
    expect((await ends({ others: true })).ok).toBe(true);
    expect(await accounts.sessions.find(third.token)).toBeNull();
    expect(await accounts.sessions.find(mine.token)).not.toBeNull();
    expect(await accounts.sessions.find(outsider.token)).not.toBeNull();
  });
});

describe('the demo book’s reset', () => {
  test('is counted in its transaction and refused for nobody', async () => {
    const { user } = await registered();
    const userId = user.id as UserId;
    const opened = await accounts.findUser(userId);
    const at = clock.advance(MINUTE_MS);
    await db.transaction((tx) => accounts.recordDemoReset(tx, userId, at));
    expect(await accounts.findUser(userId)).toEqual({
      ...opened,
      demoResetAt: at,
      demoResetNo: 1,
    });
    const nobody = '018cc251-f400-7000-8000-000000000000' as UserId;
    expect(await accounts.findUser(nobody)).toBeNull();
    await expect(
      db.transaction((tx) => accounts.recordDemoReset(tx, nobody, unixMs(0))),
    ).rejects.toThrow('exists');
  });
});

describe('the database', () => {
  test('lets nothing live again, change a name, or remove an account', async () => {
    const tokens = await registered();
    const session = await accounts.sessions.find(tokens.token);
    if (session === null) throw new Error('the session is over');
    await accounts.logout(session);
    const { id } = tokens.user;
    await db.query(`update accounts.account set status = 'closed' where user_id = '${id}'`);
    for (const statement of [
      `update accounts.session set ended_at = null, ended_by = null where user_id = '${id}'`,
      `update accounts.account set username = 'other' where user_id = '${id}'`,
      `update accounts.account set status = 'active' where user_id = '${id}'`,
      `delete from accounts.account where user_id = '${id}'`,
      `delete from accounts.session where user_id = '${id}'`,
    ]) {
      await expect(db.query(statement), statement).rejects.toThrow();
    }
  });
});
