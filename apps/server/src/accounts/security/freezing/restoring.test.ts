// Promises: who froze an account from a notice keeps out a person who knows its password; a mailbox
// that was just put there opens nothing; and what an operator gives back is told at every
// address a day before.
import { randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type UserId, ensure } from '@candor/kernel';
import type { StepUpAction } from '@candor/protocol/light';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Owner, PASSWORD, newOwner } from '../../../../test/factors.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { beginRestoring, cancelRestoring } from '../../index.ts';

let product: TestApp;
let count = 0;

beforeAll(async () => {
  product = await startTestApp({ publicUrl: 'https://candor.example' });
});
afterAll(() => product.stop());

const NEW_PASSWORD = 'a quiet harbour at nine';
const nextMail = (): string => `rest-${(count += 1)}@mail.example`;

const userOf = async ({ username }: Owner): Promise<UserId> => {
  const [row] = await product.db.query<{ user_id: UserId }>(
    'select user_id from accounts.account where username = $1',
    [username],
  );
  return ensure(row, 'an account').user_id;
};

/** A user whose mailbox was there from the start. */
async function withMail(): Promise<{ owner: Owner; email: string }> {
  const owner = await newOwner(product);
  const email = nextMail();
  await product.db.query(
    `insert into accounts.contact (user_id, channel, target, confirmed_at)
     values ($1, 'email', $2, platform.from_ms($3))`,
    [await userOf(owner), email, product.clock.now()],
  );
  return { owner, email };
}

async function confirmed(token: string, action: StepUpAction, password: string): Promise<string> {
  const body = action === 'contact' ? { action, subject: 'email' } : { action };
  const { challenge } = (await product.call('accounts.step-up', { token, body })).result;
  const proof = { token, body: { challenge, password } };
  return (await product.call('accounts.step-up-proof', proof)).result.stepUp;
}

async function moveTo(owner: Owner, target: string): Promise<void> {
  const stepUp = await owner.confirm('contact', { subject: 'email' });
  const body = { channel: 'email', target, stepUp } as const;
  await product.call('accounts.begin-contact', { token: owner.token, body });
  const code = { code: await product.codeFor(target) };
  const moved = await product.call('accounts.confirm-contact', { token: owner.token, body: code });
  expect(moved.code).toBe('200');
  owner.token = moved.result.session.token;
}

const messagesTo = async (target: string) => {
  await product.app.security.settled();
  return (await product.messages()).filter(({ to }) => to === target);
};

/** The secret of the link in the latest message that has one, among those that say something. */
async function linkOf(target: string, saying = ''): Promise<string | undefined> {
  // Messages of one moment leave in any order.
  const links = (await messagesTo(target))
    .filter(({ text }) => text.includes(saying))
    .map(({ text }) => /not-me#(\S+)/.exec(text)?.[1]);
  return links.findLast((link) => link !== undefined);
}

const press = async (token: string | undefined): Promise<void> => {
  const body = { token: ensure(token, 'a link') };
  expect((await product.call('accounts.not-me', { body })).code).toBe('200');
};

/** Asks for a code to reset with; answers what the reset says, or that no code came. */
async function reset(target: string, newPassword = NEW_PASSWORD): Promise<string> {
  product.clock.advance(MINUTE_MS);
  const to = { channel: 'email', target } as const;
  const before = (await messagesTo(target)).length;
  const sent = await product.call('accounts.send-code', { body: { ...to, purpose: 'reset' } });
  expect(sent.code).toBe('200');
  if ((await messagesTo(target)).length === before) return 'no code';
  const body = { ...to, code: await product.codeFor(target), newPassword };
  return (await product.call('accounts.reset-password', { body })).code;
}

const logIn = async ({ username }: Owner, password: string): Promise<string> => {
  const body = { username, password, client: 'api' } as const;
  return signedIn((await product.call('accounts.login', { body })).result).token;
};

describe('a freeze by the link of a notice', () => {
  /** A thief knows the password; the owner has pressed the link. */
  async function frozen() {
    const { owner, email } = await withMail();
    const stepUp = await owner.confirm('anti-phishing');
    const body = { text: 'a green gate', stepUp };
    await product.call('accounts.set-anti-phishing', { token: owner.token, body });
    await press(await linkOf(email));
    return { owner, email, thief: await logIn(owner, PASSWORD) };
  }

  test('keeps a caller who knows the password from changing what opens the account', async () => {
    const { thief: token } = await frozen();
    const refusals: unknown[] = [];
    const told = ({ refused }: { refused: { name?: string; facts?: object } }) =>
      refusals.push([refused.name, refused.facts]);
    told(
      await product.call('accounts.change-password', {
        token,
        body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
      }),
    );
    const target = nextMail();
    const contact = { channel: 'email', target } as const;
    const by = (action: StepUpAction) => confirmed(token, action, PASSWORD);
    const stepUp = await by('contact');
    told(await product.call('accounts.begin-contact', { token, body: { ...contact, stepUp } }));
    for (const [name, action] of [
      ['accounts.totp-begin', 'totp-add'],
      ['accounts.passkey-begin', 'passkey-add'],
      ['accounts.recovery-codes', 'recovery-codes'],
      ['accounts.unfreeze', 'unfreeze'],
      ['accounts.close-account', 'close-account'],
    ] as const) {
      told(await product.call(name, { token, odd: { stepUp: await by(action) } }));
    }
    const each = ['user-status-forbids', { why: 'link', until: 'none' }];
    expect(refusals).toEqual(Array.from({ length: 7 }, () => each));
  });

  test('ends what was begun before it: a code app that was offered is never on', async () => {
    const { owner, email } = await withMail();
    const stepUp = await owner.confirm('totp-add');
    const { token } = owner;
    await product.call('accounts.totp-begin', { token, body: { stepUp } });
    await product.call('accounts.set-anti-phishing', {
      token,
      body: { text: 'a green gate', stepUp: await owner.confirm('anti-phishing') },
    });
    await press(await linkOf(email));
    const thief = await logIn(owner, PASSWORD);
    const answer = await product.call('accounts.totp-confirm', {
      token: thief,
      body: { code: '123456' },
    });
    expect(answer.refused.name).toBe('challenge-over');
  });

  test('ends a day after its owner asked, whom a reset by an older mailbox has proven', async () => {
    const { owner, email } = await frozen();
    expect(await reset(email)).toBe('200');
    const token = await logIn(owner, NEW_PASSWORD);
    const overview = async () => (await product.call('accounts.security', { token })).result.freeze;
    expect(await overview()).toMatchObject({ until: null, needsReset: false });
    const body = { stepUp: await confirmed(token, 'unfreeze', NEW_PASSWORD) };
    const asked = await product.call('accounts.unfreeze', { token, body });
    expect(asked.result.until).toBe(product.clock.now() + DAY_MS);
    // Until then nothing changes, for its owner either.
    const change = { oldPassword: NEW_PASSWORD, newPassword: PASSWORD };
    const early = await product.call('accounts.change-password', { token, body: change });
    expect(early.refused.name).toBe('user-status-forbids');
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
    const again = await logIn(owner, NEW_PASSWORD);
    const late = await product.call('accounts.change-password', { token: again, body: change });
    expect(late.code).toBe('200');
  });
});

describe('a mailbox that was just put there', () => {
  test('resets nothing for three days, and the one before it does', async () => {
    const { owner, email } = await withMail();
    const theirs = nextMail();
    await moveTo(owner, theirs);
    expect(await reset(theirs)).toBe('no code');
    expect(await reset(email)).toBe('200');
    product.clock.advance(3 * DAY_MS);
    expect([await reset(theirs), await reset(email)]).toEqual(['200', 'no code']);
  });

  test('resets nothing however long a freeze lasts that its owner asked for in time', async () => {
    const { owner, email } = await withMail();
    const theirs = nextMail();
    await moveTo(owner, theirs);
    await press(await linkOf(email));
    product.clock.advance(30 * DAY_MS);
    expect(await reset(theirs)).toBe('no code');
    expect(await reset(email)).toBe('200');
  });
});

describe('access that an operator gives back', () => {
  const begin = ({ username }: Owner, contact: string | null = null) =>
    beginRestoring(product, { username, contact, reason: 'Passport seen', by: 'ops@desk' });
  const due = async () => {
    product.clock.advance(DAY_MS);
    await product.app.security.tidy();
  };
  /** A thief moved the mailbox and turned a code app on. */
  async function taken() {
    const { owner, email } = await withMail();
    const theirs = nextMail();
    await moveTo(owner, theirs);
    await owner.addCodeApp();
    return { owner, email, theirs };
  }
  const hasFactor = async (owner: Owner) => {
    const { username } = owner;
    const body = { username, password: PASSWORD, client: 'api' } as const;
    return (await product.call('accounts.login', { body })).message === '11020';
  };

  test('comes a day later: no second factor, no session, the earlier mailbox, a long hold', async () => {
    const { owner, email, theirs } = await taken();
    expect((await begin(owner, email)).ok).toBe(true);
    product.clock.advance(DAY_MS - MINUTE_MS);
    await product.app.security.tidy();
    expect(await hasFactor(owner)).toBe(true);
    product.clock.advance(MINUTE_MS);
    await product.app.security.tidy();
    expect(await hasFactor(owner)).toBe(false);
    const { token } = owner;
    expect((await product.call('accounts.security', { token })).code).toBe('401');
    expect([await reset(theirs), await reset(email)]).toEqual(['no code', '200']);
    const mine = await logIn(owner, NEW_PASSWORD);
    const overview = (await product.call('accounts.security', { token: mine })).result;
    expect(overview).toMatchObject({ email, totp: false, recoveryLeft: 0 });
    const [hold] = overview.holds;
    expect(hold?.reason).toBe('access-restored');
    const { records } = (
      await product.call('accounts.access-log', { token: mine, query: { page: 1, size: 20 } })
    ).result;
    const log = records.find(({ kind }) => kind === 'access-restored');
    expect(log).toMatchObject({ by: 'operator', reason: 'Passport seen' });
  });

  test('that fails holds nobody else back', async () => {
    const { owner: first } = await taken();
    const { owner, email } = await taken();
    // Nothing checks it where it is written by hand; no index takes a line as long as this.
    await product.db.query(
      `insert into accounts.restoration (user_id, asked_at, due_at, reason, by, channel, target)
       values ($1, platform.from_ms($2), platform.from_ms($2 + 1), 'x', 'x', 'email', $3)`,
      [await userOf(first), product.clock.now(), randomBytes(6_000).toString('hex')],
    );
    expect((await begin(owner, email)).ok).toBe(true);
    product.clock.advance(DAY_MS);
    await expect(product.app.security.tidy()).rejects.toThrow('access could not be given back');
    expect([await hasFactor(first), await hasFactor(owner)]).toEqual([true, false]);
    await product.db.query('delete from accounts.restoration where user_id = $1', [
      await userOf(first),
    ]);
  });

  test('is told to every mailbox, and stopped by the link in one that was there before', async () => {
    const { owner, email, theirs } = await taken();
    expect((await begin(owner, email)).ok).toBe(true);
    const asked = (await messagesTo(theirs)).filter(({ text }) =>
      text.includes('Support was asked to restore access'),
    );
    expect(asked.map(({ text }) => text.includes('not-me#'))).toEqual([false]);
    await press(await linkOf(email, 'Support was asked to restore access'));
    await due();
    expect(await hasFactor(owner)).toBe(true);
  });

  test('is not stopped by a link that somebody who moved in yesterday has', async () => {
    const { owner, email, theirs } = await taken();
    const link = await linkOf(theirs);
    expect((await begin(owner, email)).ok).toBe(true);
    await press(link);
    await due();
    expect(await hasFactor(owner)).toBe(false);
  });

  test('needs a reason, an account and a mailbox that was its own; runs once; can be taken back', async () => {
    const { owner, email } = await taken();
    const { username } = owner;
    const nameOf = (done: Awaited<ReturnType<typeof begin>>) =>
      done.ok ? 'ok' : done.failure.name;
    const asked = { username, contact: null, reason: ' ', by: 'ops@desk' };
    expect(nameOf(await beginRestoring(product, asked))).toBe('no-reason');
    const nobody = { ...asked, username: 'nobody-at-all', reason: 'x' };
    expect(nameOf(await beginRestoring(product, nobody))).toBe('no-account');
    const { email: others } = await withMail();
    expect(nameOf(await begin(owner, others))).toBe('no-contact');
    expect(nameOf(await begin(owner, nextMail()))).toBe('no-contact');
    expect([nameOf(await begin(owner, email)), nameOf(await begin(owner))]).toEqual([
      'ok',
      'already',
    ]);
    expect(
      (await cancelRestoring(product, { username, reason: 'A mistake', by: 'ada@here' })).ok,
    ).toBe(true);
    expect(
      (await cancelRestoring(product, { username, reason: 'A mistake', by: 'ada@here' })).ok,
    ).toBe(false);
    await due();
    expect(await hasFactor(owner)).toBe(true);
  });
});
