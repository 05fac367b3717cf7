import { ERRORS, accounts as calls, contacts } from '@candor/protocol';
import type { CallName } from '@candor/protocol/light';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});

// Some of these calls end the session they are made with.
beforeEach(async () => {
  ({ token } = await app.register());
});

afterAll(async () => {
  await app.stop();
});

/** JSON texts of values no field expects; some fit one or the other and are then taken. */
const HOSTILE: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e309',
  '-1e309',
  '1e-400',
  '9007199254740993',
  '1'.repeat(40),
  '[]',
  '{}',
  '[null]',
  '[["a"]]',
  '{"a":1}',
  '{"length":5}',
  '{"toString":1}',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\ufeff"',
  '"\\u202e"',
  '"NaN"',
  '"-1"',
  '"1e309"',
  '"Infinity"',
  `"${'9'.repeat(40)}"`,
  '"１２３４５"',
  '"٣٤٥"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '"undefined"',
  '"null"',
  `"' or '1'='1"`,
  '"; drop schema accounts cascade; --"',
  '"$1"',
  '"%s%n"',
  '"../../etc/passwd"',
  '"<script>alert(1)</script>"',
  '"{{7*7}}"',
  `"${'x'.repeat(257)}"`,
  `"${'x'.repeat(100_000)}"`,
  `"${'😀'.repeat(64)}"`,
  '"\\r\\nSet-Cookie: a=b"',
  '"018cc251-f400-7000-8000-000000000000"',
  '"018CC251-F400-7000-8000-000000000000"',
  '"00000000-0000-0000-0000-000000000000"',
];

/** Whole bodies that are not what any call takes. */
const BODIES: readonly string[] = [
  ' ',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"a":',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":1,}',
  '\u0000',
  '{"__proto__":{"username":"x"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"a":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`,
];

const GOOD: Partial<Record<CallName, Record<string, string>>> = {
  'accounts.register': {
    username: '"free-name"',
    password: '"a quiet harbour at nine"',
    email: '""',
    areaCode: '"+49"',
    phone: '""',
    code: '""',
    inviteCode: '""',
    client: '"api"',
  },
  'accounts.login': {
    username: '"nobody-here"',
    // Registering tries odd names too, and some are good ones.
    password: '"a password nobody has"',
    client: '"web"',
  },
  'accounts.send-code': {
    channel: '"email"',
    target: '"a@b.example"',
    areaCode: '"+49"',
    purpose: '"reset"',
  },
  'accounts.reset-password': {
    channel: '"email"',
    target: '"a@b.example"',
    areaCode: '"+49"',
    code: '"123456"',
    newPassword: '"a quiet harbour at nine"',
  },
  'accounts.change-password': {
    oldPassword: '"not the password"',
    newPassword: '"a quiet harbour at nine"',
    stepUp: '"x"',
  },
  'accounts.begin-contact': {
    channel: '"email"',
    target: '"a@b.example"',
    areaCode: '"+49"',
    stepUp: '"x"',
  },
  'accounts.confirm-contact': { code: '"123456"' },
  'accounts.set-anti-phishing': { text: '"a quiet harbour"', stepUp: '"x"' },
  'accounts.refresh': { refreshToken: '"x"' },
  'accounts.logout': {},
  'accounts.revoke-session': { id: '"018cc251-f400-7000-8000-000000000000"', stepUp: '"x"' },
  'accounts.answer-appropriateness': {
    answers: JSON.stringify({
      country: 'DE',
      experience: 'none',
      background: 'no',
      margin: 'tenth',
      leverage: 'tenfold',
      closeOut: 'closed',
      gap: 'nextPrice',
      ownership: 'notOwned',
      riskAccepted: true,
    }),
    riskVersion: '1',
  },
};

const CODES = new Set<string>(['200', ...Object.values(ERRORS).map(({ code }) => code)]);

/** How many rows every table of an account has; what was done in part would not fit together. */
async function counts(): Promise<Record<string, number>> {
  const [row] = await app.db.query<Record<string, string>>(
    `select (select count(*) from accounts.account) as accounts,
            (select count(*) from accounts.session) as sessions,
            (select count(*) from accounts.token) as tokens,
            (select count(*) from ledger.entry) as entries,
            (select count(*) from platform.outbox where topic = 'accounts.UserRegistered') as told`,
  );
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([key, count]) => [key, Number.parseInt(String(count), 10)]),
  );
}

/** Sends a text as body and holds the answer to what every answer must be. */
async function send(name: CallName, odd: string): Promise<{ code: string; status: number }> {
  const { code, status, message } = await app.call(name, { odd, token });
  const shown = `${name} ${odd.slice(0, 120)} → ${status} ${code} ${message}`;
  expect(CODES.has(code), shown).toBe(true);
  expect([200, 400, 401, 403, 404, 413, 429], shown).toContain(status);
  // An HTTP status of its own is also the code.
  if (status !== 200) expect(code, shown).toBe(String(status));
  return { code, status };
}

const bodyOf = (fields: Record<string, string>): string =>
  `{${Object.entries(fields)
    .map(([key, text]) => `"${key}":${text}`)
    .join()}}`;

const POSTS = [...Object.values(calls), ...Object.values(contacts)].filter(
  (one): one is (typeof calls)['login'] =>
    typeof one === 'object' && 'method' in one && one.method === 'POST',
);

test('every call of the capability that takes a body is tried here', () => {
  expect(POSTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(GOOD).toSorted());
});

describe.each(Object.entries(GOOD) as [CallName, Record<string, string>][])('%s', (name, good) => {
  test('answers every body it cannot read with 400', async () => {
    for (const body of BODIES) {
      const { code } = await send(name, body);
      expect(code, body.slice(0, 80)).toMatch(/^4\d\d$/);
    }
  });

  test('takes no field it does not know, and does nothing else either', async () => {
    const before = await counts();
    for (const key of ['extra', 'userId', 'isAdmin', 'constructor', '__proto__', 'toString']) {
      const { code } = await send(name, bodyOf({ ...good, [key]: '{"x":1}' }));
      expect(code, key).toBe('400');
    }
    expect(await counts()).toEqual(before);
  });

  test.each(Object.keys(good))('answers any %s with a refusal or a whole action', async (field) => {
    const before = await counts();
    let opened = 0;
    for (const [n, value] of HOSTILE.entries()) {
      const own = name === 'accounts.register' ? { username: `"f${n}-${field.length}"` } : {};
      const { code } = await send(name, bodyOf({ ...good, ...own, [field]: value }));
      if (code === '200') opened += 1;
    }
    const after = await counts();
    expect(after).toEqual({
      accounts: (before['accounts'] ?? 0) + opened,
      sessions: (before['sessions'] ?? 0) + opened,
      tokens: (before['tokens'] ?? 0) + 2 * opened,
      entries: (before['entries'] ?? 0) + opened,
      told: (before['told'] ?? 0) + opened,
    });
    if (name !== 'accounts.register') expect(opened).toBe(0);
  });

  test('without any one of its fields answers with a refusal or does without', async () => {
    for (const field of Object.keys(good)) {
      const { [field]: _, ...rest } = good;
      const { status } = await send(name, bodyOf(rest));
      expect(status, field).toBeLessThan(500);
    }
  });
});

describe('the query of checkUserName', () => {
  test('answers any text truthfully and anything else with 400', async () => {
    const texts = HOSTILE.flatMap((text) => {
      const value: unknown = text.startsWith('"') ? JSON.parse(text) : text;
      return typeof value === 'string' && value.length < 2_000 ? [value] : [];
    });
    const rows = await app.db.query<{ username: string }>('select username from accounts.account');
    // Some of the texts are user names, and the tests before this one registered under them.
    const taken = new Set(rows.map(({ username }) => username));
    for (const value of texts) {
      const { code, result } = await app.call('accounts.check-user-name', { query: { value } });
      if (value === '' || value.length > 254 || value.includes('\u0000'))
        expect(code, value.slice(0, 60)).toBe('400');
      else expect(result.exists, value).toBe(taken.has(value.toLowerCase()));
    }
    for (const oddQuery of [
      '',
      'value',
      'value=a&value=b',
      'value[]=a',
      'value=a&extra=1',
      '__proto__=x',
      'value=a&__proto__=1',
      `value=${'a'.repeat(5_000)}`,
    ]) {
      const { code } = await app.call('accounts.check-user-name', { oddQuery });
      expect(code, oddQuery.slice(0, 40)).toBe('400');
    }
  });
});

test('no body at all is the empty one', async () => {
  expect((await send('accounts.login', '')).code).toBe('400');
  expect((await send('accounts.logout', '')).code).toBe('200');
});

test('the list of devices takes no query', async () => {
  const answer = await app.call('accounts.list-sessions', { token, oddQuery: 'userId=x' });
  expect(answer.code).toBe('400');
});

test('nobody is signed in by a token of odd shape', async () => {
  const odd = ['null', 'undefined', '0', "' or 1=1 --", 'x'.repeat(10_000), '../..', 'Basic YTpi'];
  for (const authorization of odd) {
    const answer = await app.call('accounts.list-sessions', { headers: { authorization } });
    expect(answer.code, authorization.slice(0, 40)).toBe('401');
  }
});
