import { DAY_MS, MINUTE_MS, SECOND_MS } from '@candor/kernel';
import { factors } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  codeApp,
  newOwner,
  overviewOf as readOverview,
} from '../../../../test/factors.ts';
import { hashSecret } from '../../../platform/secrets/session.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

const isIn = async (token: string): Promise<boolean> =>
  (await product.call('accounts.list-sessions', { token })).code === '200';
const halfMinute = (): void => {
  product.clock.advance(30 * SECOND_MS);
};
const overviewOf = (username: string) => readOverview(product, username);

test('every call of this part is answered here', () => {
  const names = Object.values(factors).flatMap((one) =>
    typeof one === 'object' && 'path' in one ? [one.name] : [],
  );
  expect(names.toSorted()).toEqual([
    'accounts.passkey-begin',
    'accounts.passkey-finish',
    'accounts.passkey-remove',
    'accounts.recovery-codes',
    'accounts.second',
    'accounts.step-up',
    'accounts.step-up-proof',
    'accounts.totp-begin',
    'accounts.totp-confirm',
    'accounts.totp-remove',
  ]);
});

describe('a confirmation', () => {
  test('without one, nothing about factors can be changed', async () => {
    const { token } = await newOwner(product);
    const id = '00000000-0000-7000-8000-000000000000';
    const answers = [
      await product.call('accounts.totp-begin', { token, body: {} }),
      await product.call('accounts.totp-remove', { token, body: {} }),
      await product.call('accounts.passkey-begin', { token, body: { stepUp: 'x' } }),
      await product.call('accounts.passkey-remove', { token, params: { id }, body: {} }),
      await product.call('accounts.recovery-codes', { token, body: { stepUp: '' } }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill('11020'));
  });

  test('is good once, for its own act, its own subject, its own user and two minutes', async () => {
    const [ann, ben] = [await newOwner(product), await newOwner(product)];
    const begin = (token: string, stepUp: string) =>
      product.call('accounts.totp-begin', { token, body: { stepUp } });
    const stepUp = await ann.confirm('totp-add');
    expect((await begin(ben.token, stepUp)).refused.name).toBe('second-factor-needed');
    expect((await begin(ann.token, stepUp)).code).toBe('200');
    expect((await begin(ann.token, stepUp)).code).toBe('11020');
    expect((await begin(ann.token, await ann.confirm('totp-remove'))).code).toBe('11020');
    expect((await begin(ann.token, await ann.confirm('totp-add', { subject: 'x' }))).code).toBe(
      '11020',
    );
    const late = await ann.confirm('totp-add');
    product.clock.advance(2 * MINUTE_MS);
    expect((await begin(ann.token, late)).code).toBe('11020');
  });

  test('of fifty that spend one at the same moment, one may', async () => {
    const { token, confirm } = await newOwner(product);
    const stepUp = await confirm('totp-add');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        product.call('accounts.totp-begin', { token, body: { stepUp } }),
      ),
    );
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
  });

  test('asks for the password only while there is no second factor', async () => {
    const owner = await newOwner(product);
    const ask = () =>
      product.call('accounts.step-up', {
        token: owner.token,
        body: { action: 'recovery-codes' },
      });
    expect((await ask()).result.methods).toEqual(['password']);
    const { app } = await owner.addCodeApp();
    const { token } = owner;
    const { challenge, methods } = (await ask()).result;
    expect(methods).toEqual(['totp', 'recovery']);
    halfMinute();
    const prove = (proof: object) =>
      product.call('accounts.step-up-proof', { token, odd: { challenge, ...proof } });
    const weak = await prove({ password: PASSWORD });
    expect(weak.refused).toMatchObject({ name: 'second-factor-wrong', facts: { left: '4' } });
    expect((await prove({ totp: app.code() })).code).toBe('200');
  });

  test('is not given to another user’s answer, nor for a wrong password, nor twice', async () => {
    const [ann, ben] = [await newOwner(product), await newOwner(product)];
    const body = { action: 'password' } as const;
    const { challenge } = (await product.call('accounts.step-up', { token: ann.token, body }))
      .result;
    const prove = (token: string, password: string) =>
      product.call('accounts.step-up-proof', { token, body: { challenge, password } });
    expect((await prove(ben.token, PASSWORD)).refused.name).toBe('challenge-over');
    expect((await prove(ann.token, 'something else')).code).toBe('11021');
    expect((await prove(ann.token, PASSWORD)).code).toBe('200');
    expect((await prove(ann.token, PASSWORD)).code).toBe('11036');
  });

  test('no fresh sign-in and no wallet stands in for a password', async () => {
    const { token } = await newOwner(product);
    const body = { action: 'password' } as const;
    const { challenge } = (await product.call('accounts.step-up', { token, body })).result;
    const walletSignature = { chain: 'ethereum', message: 'hello', signature: '0x00' };
    for (const proof of [{ social: true }, { walletSignature }]) {
      const odd = { challenge, ...proof };
      const answer = await product.call('accounts.step-up-proof', { token, odd });
      expect(answer.refused.name).toBe('second-factor-wrong');
    }
  });
});

describe('a code app', () => {
  test('is on when a code of it came back, and then asked for at every sign-in', async () => {
    const owner = await newOwner(product);
    const stepUp = await owner.confirm('totp-add');
    const { token } = owner;
    const begun = await product.call('accounts.totp-begin', { token, body: { stepUp } });
    const { secret, uri } = begun.result;
    expect(begun.headers['cache-control']).toBe('no-store');
    expect(uri).toBe(`otpauth://totp/Candor:${owner.username}?secret=${secret}&issuer=Candor`);
    const app = codeApp(product, secret);
    const turnOn = (code: string) =>
      product.call('accounts.totp-confirm', { token: owner.token, body: { code } });
    for (const wrong of ['000000', 'abc', '12345', app.code(1), app.code(-2)]) {
      expect((await turnOn(wrong)).code).toBe('11021');
    }
    expect((await overviewOf(owner.username)).totp).toBe(false);
    const { result } = await turnOn(app.code());
    expect(result.recoveryCodes).toHaveLength(10);
    expect(new Set(result.recoveryCodes).size).toBe(10);
    owner.token = result.session.token;
    expect((await turnOn(app.code())).code).toBe('11036');
    expect(await overviewOf(owner.username)).toMatchObject({ totp: true, recoveryLeft: 10 });

    halfMinute();
    const step = await owner.begin();
    expect(Object.keys(step).toSorted()).toEqual(['challenge', 'methods']);
    expect(step.methods).toEqual(['totp', 'recovery']);
    const { challenge } = step;
    const right = await owner.second({ challenge, totp: ` ${app.code()} ` });
    expect(right.result.user.username).toBe(owner.username);
    expect(await isIn(right.result.token)).toBe(true);
    // The session that turned it on goes on.
    expect(await isIn(owner.token)).toBe(true);
  });

  test('its secret is not in the database, nor is a recovery code', async () => {
    const owner = await newOwner(product);
    const stepUp = await owner.confirm('totp-add');
    const { token } = owner;
    const { secret } = (await product.call('accounts.totp-begin', { token, body: { stepUp } }))
      .result;
    const body = { code: codeApp(product, secret).code() };
    const { recoveryCodes } = (await product.call('accounts.totp-confirm', { token, body })).result;
    const [stored] = await product.db.query<{ all: string }>(
      `select (select string_agg(t::text, ' ') from accounts.totp t)
        || (select string_agg(r::text, ' ') from accounts.recovery_code r)
        || (select string_agg(e::text, ' ') from accounts.security_event e) as all`,
    );
    const text = stored?.all ?? '';
    expect(text.length).toBeGreaterThan(100);
    for (const hidden of [
      secret,
      ...recoveryCodes.flatMap((one) => [one, one.replaceAll('-', '')]),
    ])
      expect(text).not.toContain(hidden);
  });

  test('a code counts once, for its own half minute and the next, and never before', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    const used = app.code();
    const answer = async (totp: string) => {
      const { challenge } = await owner.begin();
      return (await owner.second({ challenge, totp })).refused.name;
    };
    // The code that turned it on is used up.
    expect(await answer(used)).toBe('second-factor-wrong');
    halfMinute();
    const code = app.code();
    expect(await answer(app.code(1))).toBe('second-factor-wrong');
    halfMinute();
    expect(await answer(code)).toBeUndefined();
    expect(await answer(code)).toBe('second-factor-wrong');
    product.clock.advance(MINUTE_MS);
    expect(await answer(app.code(-2))).toBe('second-factor-wrong');
  });

  test('a code that is used stays used for confirmations too', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const totp = app.code();
    const { challenge } = await owner.begin();
    expect((await owner.second({ challenge, totp })).code).toBe('200');
    const body = { action: 'totp-remove' } as const;
    const asked = await product.call('accounts.step-up', { token: owner.token, body });
    const odd = { challenge: asked.result.challenge, totp };
    const again = await product.call('accounts.step-up-proof', { token: owner.token, odd });
    expect(again.refused.name).toBe('second-factor-wrong');
  });

  test('of fifty sign-ins with one code at the same moment, one is let in', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const steps = await Promise.all(Array.from({ length: 10 }, () => owner.begin()));
    const totp = app.code();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        owner.second({ challenge: steps[at % steps.length]?.challenge, totp }),
      ),
    );
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
  });

  test('another app takes its place, and recovery codes stay', async () => {
    const owner = await newOwner(product);
    const { app, recoveryCodes } = await owner.addCodeApp();
    halfMinute();
    const next = await owner.addCodeApp({ totp: app.code() });
    expect([recoveryCodes.length, next.recoveryCodes.length]).toEqual([10, 0]);
    halfMinute();
    const answer = async (totp: string) =>
      (await owner.second({ challenge: (await owner.begin()).challenge, totp })).code;
    expect(await answer(app.code())).toBe('11021');
    expect(await answer(next.app.code())).toBe('200');
  });

  test('turned off it is asked for no more, and its recovery codes are gone', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const stepUp = await owner.confirm('totp-remove', { proof: { totp: app.code() } });
    const { username } = owner;
    const remove = (body: object) =>
      product.call('accounts.totp-remove', { token: owner.token, odd: body });
    const removed = await remove({ stepUp });
    expect(removed.code).toBe('200');
    owner.token = removed.result.session.token;
    const { token } = owner;
    expect(await overviewOf(username)).toMatchObject({ totp: false, recoveryLeft: 0 });
    const body = { username, password: PASSWORD, client: 'api' } as const;
    const straight = await product.call('accounts.login', { body });
    expect([straight.message, await isIn(signedIn(straight.result).token)]).toEqual(['ok', true]);
    expect((await remove({ stepUp: await owner.confirm('totp-remove') })).code).toBe('404');
    const renewed = { stepUp: await owner.confirm('recovery-codes') };
    expect((await product.call('accounts.recovery-codes', { token, body: renewed })).code).toBe(
      '404',
    );
  });
});

describe('guessing', () => {
  test('five answers to one question, and the sixth is not looked at', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const { challenge } = await owner.begin();
    const left: (string | undefined)[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { refused } = await owner.second({ challenge, totp: '000000' });
      left.push(refused.facts?.['left']);
    }
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    const right = await owner.second({ challenge, totp: app.code() });
    expect(right.refused.name).toBe('challenge-over');
  });

  test('answers sent at the same moment are counted as if one came after the other', async () => {
    const owner = await newOwner(product);
    await owner.addCodeApp();
    const { challenge } = await owner.begin();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => owner.second({ challenge, totp: '000000' })),
    );
    const names = answers.map(({ refused }) => refused.name);
    expect(names.filter((name) => name === 'second-factor-wrong')).toHaveLength(5);
    expect(names.filter((name) => name === 'challenge-over')).toHaveLength(25);
  });

  test('new questions do not help; who is signed in goes on, and confirms', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    for (let count = 0; count < 3; count += 1) {
      const { challenge } = await owner.begin();
      for (let wrong = 0; wrong < 5; wrong += 1) {
        await owner.second({ challenge, totp: '000000' });
      }
    }
    const { challenge } = await owner.begin();
    const limited = await owner.second({ challenge, totp: app.code() });
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '900']);
    halfMinute();
    expect(await isIn(owner.token)).toBe(true);
    expect(await owner.confirm('password', { proof: { totp: app.code() } })).toMatch(/^[\w-]{43}$/);
    product.clock.advance(15 * MINUTE_MS);
    const later = await owner.begin();
    const answer = await owner.second({ challenge: later.challenge, totp: app.code() });
    expect(answer.code).toBe('200');
  });

  test('nor do many questions that are answered at the same moment', async () => {
    const owner = await newOwner(product);
    await owner.addCodeApp();
    const steps = await Promise.all(Array.from({ length: 10 }, () => owner.begin()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        owner.second({ challenge: steps[at % steps.length]?.challenge, totp: '000000' }),
      ),
    );
    const names = answers.map(({ refused }) => refused.name);
    expect(names.filter((name) => name === 'second-factor-wrong')).toHaveLength(15);
    expect(names.filter((name) => name === 'too-many')).toHaveLength(35);
  });

  test('a question waits five minutes', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    const { challenge } = await owner.begin();
    product.clock.advance(5 * MINUTE_MS);
    expect((await owner.second({ challenge, totp: app.code() })).code).toBe('11036');
    expect((await owner.second({ challenge: 'x'.repeat(43), totp: app.code() })).code).toBe(
      '11036',
    );
  });

  test('a question of one kind is not answered as another', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const { token } = owner;
    const body = { action: 'totp-remove' } as const;
    const asked = await product.call('accounts.step-up', { token, body });
    const { challenge } = asked.result;
    expect((await owner.second({ challenge, totp: app.code() })).code).toBe('11036');
    const step = await owner.begin();
    const odd = { challenge: step.challenge, totp: app.code() };
    expect((await product.call('accounts.step-up-proof', { token, odd })).code).toBe('11036');
  });

  test('an account that was switched off between the steps stays shut', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const { challenge } = await owner.begin();
    await product.db.query(`update accounts.account set status = 'disabled' where username = $1`, [
      owner.username,
    ]);
    expect((await owner.second({ challenge, totp: app.code() })).refused.name).toBe(
      'account-disabled',
    );
  });
});

describe('recovery codes', () => {
  test('each opens the account once, however it is typed, and withdrawals wait three days', async () => {
    const owner = await newOwner(product);
    const { recoveryCodes } = await owner.addCodeApp();
    const [first = '', next = ''] = recoveryCodes;
    expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const enter = async (recoveryCode: string) => {
      const { challenge } = await owner.begin();
      return (await owner.second({ challenge, recoveryCode })).code;
    };
    expect(await enter(` ${first.toLowerCase().replaceAll('-', ' ')} `)).toBe('200');
    expect(await enter(first)).toBe('11021');
    expect(await enter(next.slice(1))).toBe('11021');
    expect(await enter(next)).toBe('200');
    const { recoveryLeft, holds } = await overviewOf(owner.username);
    expect(recoveryLeft).toBe(8);
    expect(holds[0]).toEqual({
      reason: 'recovery-code-used',
      until: product.clock.now() + 3 * DAY_MS,
    });
  });

  test('made earlier with fewer letters, open the account until they are used', async () => {
    const owner = await newOwner(product);
    await owner.addCodeApp();
    const earlier = '0123-4567-89AB-CDEF';
    await product.db.query(
      `insert into accounts.recovery_code (user_id, hash)
       select user_id, $2 from accounts.account where username = $1`,
      [owner.username, hashSecret(earlier.replaceAll('-', ''))],
    );
    const enter = async () =>
      (await owner.second({ challenge: (await owner.begin()).challenge, recoveryCode: earlier }))
        .code;
    expect(await enter()).toBe('200');
    expect(await enter()).toBe('11021');
  });

  test('new ones put an end to the old, and another user’s are worth nothing', async () => {
    const [ann, ben] = [await newOwner(product), await newOwner(product)];
    const { app, recoveryCodes } = await ann.addCodeApp();
    await ben.addCodeApp();
    halfMinute();
    const stepUp = await ann.confirm('recovery-codes', { proof: { totp: app.code() } });
    const made = await product.call('accounts.recovery-codes', {
      token: ann.token,
      body: { stepUp },
    });
    expect(made.result.recoveryCodes).toHaveLength(10);
    const [old] = recoveryCodes;
    const [fresh] = made.result.recoveryCodes;
    const { challenge } = await ann.begin();
    expect((await ann.second({ challenge, recoveryCode: old })).code).toBe('11021');
    const other = await ben.begin();
    expect((await ben.second({ challenge: other.challenge, recoveryCode: fresh })).code).toBe(
      '11021',
    );
    expect((await ann.second({ challenge, recoveryCode: fresh })).code).toBe('200');
  });

  test('of fifty that use one at the same moment, one is let in', async () => {
    const owner = await newOwner(product);
    const { recoveryCodes } = await owner.addCodeApp();
    const steps = await Promise.all(Array.from({ length: 10 }, () => owner.begin()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        owner.second({
          challenge: steps[at % steps.length]?.challenge,
          recoveryCode: recoveryCodes[0],
        }),
      ),
    );
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['no answer', {}],
    ['two answers', { totp: '123456', recoveryCode: 'X' }],
    ['an empty code', { totp: '' }],
    ['a code that is a number', { totp: 123_456 }],
    ['a code longer than any', { totp: '1'.repeat(17) }],
    ['a passkey that is a text', { passkey: 'x' }],
    ['an unknown field', { totp: '123456', admin: true }],
  ])('%s is unreadable, for a sign-in and for a confirmation', async (_, given) => {
    const { token } = await newOwner(product);
    const odd = { challenge: 'x'.repeat(43), ...given };
    expect((await product.call('accounts.second', { odd })).code).toBe('400');
    expect((await product.call('accounts.step-up-proof', { token, odd })).code).toBe('400');
  });

  test('odd text where a code belongs is a wrong code and nothing else', async () => {
    const owner = await newOwner(product);
    const { recoveryCodes } = await owner.addCodeApp();
    const odds = [{ totp: '１２３４５６' }, { totp: "' or 1=1" }, { recoveryCode: '\u0007' }];
    for (const odd of odds) {
      const { challenge } = await owner.begin();
      expect((await owner.second({ challenge, ...odd })).code).toBe('11021');
    }
    expect(recoveryCodes).toHaveLength(10);
  });

  test('acts nobody knows cannot be confirmed', async () => {
    const { token } = await newOwner(product);
    for (const odd of [{}, { action: 'everything' }, { action: 'password', subject: '' }]) {
      expect((await product.call('accounts.step-up', { token, odd })).code).toBe('400');
    }
  });

  test('a page that is not ours cannot end a sign-in in a browser', async () => {
    const owner = await newOwner(product);
    const { app } = await owner.addCodeApp();
    halfMinute();
    const { challenge } = await owner.begin();
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const odd = { challenge, totp: app.code() };
    expect((await product.call('accounts.second', { odd, headers })).code).toBe('403');
  });
});
