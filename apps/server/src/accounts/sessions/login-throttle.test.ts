import { HOUR_MS, MINUTE_MS, type UserId } from '@candor/kernel';
import { createTestClock } from '@candor/testkit';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParameters } from '../../parameters/index.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createHashing } from '../../platform/credentials/hashing.ts';
import { type Accounts, type ClientOrigin, createAccounts } from '../index.ts';

const PASSWORD = 'a quiet harbour at nine';
const CHEAP = { memoryKib: 64, passes: 1, atOnce: 2, queueMax: 200 };

const clock = createTestClock();
let clone: TestDatabase;
let db: Database;
let accounts: Accounts;
let names = 0;

/** A server that has just started. */
async function started(): Promise<Accounts> {
  const parameters = createParameters({ db, clock });
  await parameters.reload();
  return createAccounts({ db, clock, parameters, hashing: createHashing(CHEAP) });
}

beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.config);
  accounts = await started();
});
afterAll(async () => {
  await db.end();
  await clone.drop();
});

const from = (network: number): ClientOrigin => ({
  client: 'web',
  address: `198.51.${network}.${1 + (network % 250)}`,
  device: '',
});

async function newAccount() {
  const username = `tried-${(names += 1)}`;
  const answer = await accounts.register({ username, password: PASSWORD }, from(0));
  if (!answer.ok) throw new Error(answer.failure.name);
  return answer.value;
}

/** How each of so many wrong tries is refused. */
async function refusals(count: number, one: (n: number) => { name: string; network: number }) {
  const tries = Array.from({ length: count }, (_, n) => one(n));
  const answers = await Promise.all(
    tries.map(({ name, network }) =>
      accounts.login({ username: name, password: 'not the password' }, from(network)),
    ),
  );
  const words = answers.map((answer) => (answer.ok ? 'in' : answer.failure.name));
  return {
    wrong: words.filter((word) => word === 'credentials-wrong').length,
    away: words.filter((word) => word === 'too-many').length,
  };
}

const enter = async (username: string, network: number) => {
  const answer = await accounts.login({ username, password: PASSWORD }, from(network));
  return answer.ok ? 'in' : `${answer.failure.name} ${answer.failure.facts?.['seconds']}`;
};

test('a name is refused 33 times an hour at most, of many at once and after a restart too', async () => {
  const { user, token, refreshToken } = await newAccount();
  const { username } = user;
  const each = (n: number) => ({
    name: n % 2 === 0 ? username : username.toUpperCase(),
    network: n,
  });
  expect(await refusals(60, each)).toEqual({ wrong: 33, away: 27 });
  clock.advance(MINUTE_MS);
  accounts = await started();
  expect(await refusals(5, (n) => ({ name: username, network: 100 + n }))).toEqual({
    wrong: 0,
    away: 5,
  });
  expect(await enter(username, 120)).toBe('too-many 3540');

  // Who is signed in notices nothing, and the next name has its own tries.
  expect(await accounts.sessions.find(token)).toMatchObject({ username });
  expect(await accounts.refresh({ refreshToken, client: 'web', place: from(0) })).toMatchObject({
    ok: true,
  });
  expect(await enter((await newAccount()).user.username, 0)).toBe('in');

  clock.advance(HOUR_MS - MINUTE_MS);
  expect(await enter(username, 120)).toBe('in');
});

test('a name that nobody has is counted like any other', async () => {
  expect(await refusals(60, (network) => ({ name: 'nobody-has-it', network }))).toEqual({
    wrong: 33,
    away: 27,
  });
});

test('one phone is one name, however it is spelt', async () => {
  const spelt = [
    '+4915112345678',
    '+49 151 1234-5678',
    '+49(0)151.1234/5678',
    '+49000015112345678',
  ];
  const each = (n: number) => ({ name: spelt[n % spelt.length] ?? '', network: n });
  expect(await refusals(60, each)).toEqual({ wrong: 33, away: 27 });
});

test('one network has 20 of them, and what it is refused beyond takes none of the others', async () => {
  const { user } = await newAccount();
  const name = user.username;
  expect(await refusals(60, () => ({ name, network: 7 }))).toEqual({ wrong: 20, away: 40 });
  expect(await enter(name, 8)).toBe('in');
  expect(await refusals(20, () => ({ name, network: 9 }))).toEqual({ wrong: 13, away: 7 });
});

test('a right password counts for nothing, and takes no wrong try back', async () => {
  const { user } = await newAccount();
  const name = user.username;
  expect(await refusals(19, () => ({ name, network: 7 }))).toEqual({ wrong: 19, away: 0 });
  for (let n = 0; n < 30; n += 1) expect(await enter(name, 7)).toBe('in');
  expect(await refusals(2, () => ({ name, network: 7 }))).toEqual({ wrong: 1, away: 1 });
});

test('a browser of the account has 20 of its own, whatever unknown callers used up', async () => {
  const { user } = await newAccount();
  const { username } = user;
  await accounts.devices.remember(user.id as UserId, 'its browser');
  expect(await refusals(60, (network) => ({ name: username, network }))).toMatchObject({
    wrong: 33,
  });
  const by = async (device: string, password: string) => {
    const answer = await accounts.login({ username, password, devices: [device] }, from(1));
    return answer.ok ? 'in' : answer.failure.name;
  };
  expect(await by('its browser', PASSWORD)).toBe('in');
  expect(await by('another browser', PASSWORD)).toBe('too-many');
  const wrong = await Promise.all(
    Array.from({ length: 25 }, () => by('its browser', 'not the password')),
  );
  expect(wrong.filter((word) => word === 'credentials-wrong')).toHaveLength(20);
  expect(wrong.filter((word) => word === 'too-many')).toHaveLength(5);
  // For a name that is not its own it is a browser like any other.
  const next = (await newAccount()).user.username;
  await refusals(60, (network) => ({ name: next, network }));
  const answer = await accounts.login(
    { username: next, password: PASSWORD, devices: ['its browser'] },
    from(1),
  );
  expect(answer.ok ? 'in' : answer.failure.name).toBe('too-many');
});
