import { MINUTE_MS, SECOND_MS, type UserId } from '@candor/kernel';
import { type SecondStep, wallets as calls } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner } from '../../../../test/factors.ts';
import { type Signer, ethereumSigner, tronSigner } from '../../../../test/signers.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { WALLETS_MAX } from './commands.ts';
import { listWallets } from './store.ts';

const ORIGIN = 'https://candor.test';
const PASSWORD = 'correct horse battery';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: ORIGIN });
});
afterAll(() => app.stop());

type Signed = { chain: Signer['chain']; message: string; signature: string };

/** Asks for the text of a log-in and signs it. */
async function signed(signer: Signer): Promise<Signed> {
  const { chain, address } = signer;
  const { code, result } = await app.call('accounts.wallet-nonce', { query: { chain, address } });
  expect(code).toBe('200');
  return { chain, message: result.message, signature: await signer.sign(result.message) };
}

const logIn = (body: Signed, headers: Record<string, string> = {}) =>
  app.call('accounts.login-by-wallet', { body: { ...body, client: 'api' }, headers });

async function enter(signer: Signer): Promise<{ token: string; userId: UserId; username: string }> {
  const answer = await logIn(await signed(signer));
  expect(answer.code).toBe('200');
  const { token, user } = signedIn(answer.result);
  return { token, userId: user.id as UserId, username: user.username };
}

/** Confirms an action by password, as its owner. */
async function stepUp(
  token: string,
  action: 'wallet-link' | 'wallet-unlink',
  subject?: string,
): Promise<string> {
  const body = subject === undefined ? { action } : { action, subject };
  const asked = await app.call('accounts.step-up', { token, body });
  const { challenge } = asked.result;
  const proof = { challenge, password: PASSWORD };
  const proved = await app.call('accounts.step-up-proof', { token, body: proof });
  expect(proved.code).toBe('200');
  return proved.result.stepUp;
}

/** The text that links a wallet to the holder of the token, signed. */
async function signedLink(token: string, signer: Signer): Promise<Signed> {
  const { chain, address } = signer;
  const body = { chain, address, purpose: 'link' } as const;
  const { result } = await app.call('accounts.wallet-message', { token, body });
  return { chain, message: result.message, signature: await signer.sign(result.message) };
}

async function link(token: string, signer: Signer) {
  const proof = await signedLink(token, signer);
  const body = { ...proof, stepUp: await stepUp(token, 'wallet-link') };
  return app.call('accounts.link-wallet', { token, body });
}

const countSessions = async (userId: UserId): Promise<number> => {
  const [row] = await app.db.query<{ n: number }>(
    'select count(*)::int as n from accounts.session where user_id = $1',
    [userId],
  );
  return row?.n ?? 0;
};

const MAKERS = [
  ['ethereum', ethereumSigner],
  ['tron', () => tronSigner()],
] as const;

describe.each(MAKERS)('a wallet of %s', (chain, make) => {
  test('is asked to sign one text that names it, this site and an end', async () => {
    const { address } = make();
    const { result } = await app.call('accounts.wallet-nonce', { query: { chain, address } });
    const name = chain === 'tron' ? 'Tron' : 'Ethereum';
    expect(result.message.split('\n')).toEqual([
      `candor.test wants you to sign in with your ${name} account:`,
      address,
      '',
      expect.stringContaining('Log in to Candor.'),
      '',
      `URI: ${ORIGIN}`,
      'Version: 1',
      chain === 'tron' ? 'Chain: tron:0x2b6653dc' : 'Chain ID: 1',
      `Nonce: ${result.nonce}`,
      `Issued At: ${new Date(app.clock.now()).toISOString()}`,
      `Expiration Time: ${new Date(result.expiresAt).toISOString()}`,
    ]);
    expect(result.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(result.expiresAt).toBe(app.clock.now() + 5 * MINUTE_MS);
  });

  test('opens an account the first time and the same account from then on', async () => {
    const signer = make();
    const first = await enter(signer);
    expect(first.username).toMatch(chain === 'tron' ? /^tron-[a-z0-9]{8}$/ : /^eth-[a-z0-9]{8}$/);
    const again = await enter(signer);
    expect([again.userId, again.username]).toEqual([first.userId, first.username]);
    expect(again.token).not.toBe(first.token);
    const figures = await app.call('portfolio.info', { token: first.token, mode: 'demo' });
    expect(figures.result.amount).toBe('10000');
    expect(await listWallets(app.db, first.userId)).toEqual([
      expect.objectContaining({ chain, address: signer.address }),
    ]);
    expect((await enter(make())).userId).not.toBe(first.userId);
  });

  test('that signs once gets one session, however often and at once the signature arrives', async () => {
    const signer = make();
    const { userId } = await enter(signer);
    const proof = await signed(signer);
    const before = await countSessions(userId);
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(proof)));
    const codes = answers.map(({ code }) => code).toSorted();
    expect(codes).toEqual([...Array<string>(49).fill('11025'), '200'].toSorted());
    expect(await countSessions(userId)).toBe(before + 1);
    expect((await logIn(proof)).code).toBe('11025');
  });

  test('nobody knows that signs fifty texts at once gets one account', async () => {
    const signer = make();
    const proofs = await Promise.all(Array.from({ length: 50 }, () => signed(signer)));
    const answers = await Promise.all(proofs.map((proof) => logIn(proof)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['200']));
    const users = new Set(answers.map(({ result }) => signedIn(result).user.id));
    expect(users.size).toBe(1);
    expect(await countSessions([...users][0] as UserId)).toBe(50);
  });

  test('is too late with its signature after five minutes', async () => {
    const signer = make();
    const proof = await signed(signer);
    app.clock.advance(5 * MINUTE_MS);
    expect((await logIn(proof)).code).toBe('11025');
    const next = await signed(signer);
    app.clock.advance(5 * MINUTE_MS - SECOND_MS);
    expect((await logIn(next)).code).toBe('200');
  });

  test('of somebody else does not do', async () => {
    const signer = make();
    const thief = make();
    const { message } = await signed(signer);
    const signature = await thief.sign(message);
    expect((await logIn({ chain, message, signature })).code).toBe('11025');
    // The text was not used up by the one who could not sign it.
    expect((await logIn({ chain, message, signature: await signer.sign(message) })).code).toBe(
      '200',
    );
  });

  test('signs no text but ours: what it made up itself is refused, to the letter', async () => {
    const signer = make();
    const { message } = await signed(signer);
    const invented = [
      message.replace(/Nonce: .*/, 'Nonce: 0123456789abcdef0123456789abcdef'),
      message.replaceAll('candor.test', 'candor.test:444'),
      message.replaceAll('candor.test', 'evil.test'),
      message.replace('candor.test wants', 'https://candor.test wants'),
      message.replace('Log in to Candor.', 'Log in to Candor!'),
      message.replace(/.*Candor.*\n/, ''),
      message.replace('nothing and', 'nothing\nand'),
      message.replace(`URI: ${ORIGIN}`, `URI: ${ORIGIN}/`),
      message.replace('Version: 1', 'Version: 2'),
      message.replace(/(Chain.*: ).*/, chain === 'tron' ? '$1tron:0xcd8690dc' : '$15'),
      message.replace(/\nExpiration Time: .*/, ''),
      message.replace(/Expiration Time: .*/, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
      `${message}\nNot Before: 2020-01-01T00:00:00Z`,
      `${message}\nRequest ID: 1`,
      `${message}\nResources:\n- https://candor.test/`,
      `${message}\n`,
      'Log in to Candor.',
      '',
    ];
    for (const text of invented) {
      expect(text).not.toBe(message);
      const body = { chain, message: text, signature: await signer.sign(text) };
      const { code, status } = await logIn(body);
      expect([text, code, status]).toEqual([text, text === '' ? '400' : '11025', status]);
    }
    expect((await logIn({ chain, message, signature: await signer.sign(message) })).code).toBe(
      '200',
    );
  });

  test('cannot be asked about by an address that is none', async () => {
    const { address } = make();
    const bad = ['x', address.slice(0, -1), `${address}0`, `${address.slice(0, -1)}!`];
    for (const odd of [...bad, tronSigner().address.slice(0, -1)]) {
      const answer = await app.call('accounts.wallet-nonce', { query: { chain, address: odd } });
      expect([odd, answer.status]).toEqual([odd, 400]);
    }
    for (const oddQuery of ['', `chain=${chain}`, `chain=bitcoin&address=${address}`]) {
      expect((await app.call('accounts.wallet-nonce', { oddQuery })).status).toBe(400);
    }
  });
});

test('a signature for one chain says nothing on the other, even of the same key', async () => {
  const key = `0x${'5'.repeat(64)}`;
  const tron = tronSigner(key);
  const { message } = await signed(tron);
  const signature = await tron.sign(message);
  const asEthereum = { chain: 'ethereum', message, signature } as const;
  expect((await logIn(asEthereum)).code).toBe('11025');
  const ethereum = ethereumSigner();
  const proof = await signed(ethereum);
  expect((await logIn({ ...proof, chain: 'tron' })).code).toBe('11025');
  expect((await logIn({ ...proof, message })).code).toBe('11025');
});

describe('a browser', () => {
  test('gets its refresh token in the cookie, and a foreign page gets nothing', async () => {
    const signer = ethereumSigner();
    const own = { origin: ORIGIN };
    const body = await signed(signer);
    const foreign = await app.call('accounts.login-by-wallet', {
      body,
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.status).toBe(403);
    const answer = await app.call('accounts.login-by-wallet', { body, headers: own });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-candor=[\w-]{43}; .*HttpOnly/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect('refreshToken' in answer.result).toBe(false);
  });

  test('finds wallet among the ways its devices came in', async () => {
    const { userId } = await enter(ethereumSigner());
    const rows = await app.db.query<{ way: string }>(
      'select way from accounts.session where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ way: 'wallet' }]);
  });
});

test('a wallet whose account is switched off is told so only after its signature', async () => {
  const signer = ethereumSigner();
  const { userId } = await enter(signer);
  const disable = `update accounts.account set status = 'disabled' where user_id = $1`;
  await app.db.query(disable, [userId]);
  const proof = await signed(signer);
  const forged = { ...proof, signature: await ethereumSigner().sign(proof.message) };
  expect((await logIn(forged)).code).toBe('11025');
  expect((await logIn(proof)).code).toBe('10005');
});

describe('an account with a password', () => {
  test('links a wallet, is entered by it, and unlinks it again', async () => {
    const { token, userId, username } = await app.register();
    const signer = tronSigner();
    const linked = await link(token, signer);
    expect([linked.code, linked.message]).toEqual(['200', '20005']);
    expect(linked.result).toMatchObject({ chain: 'tron', address: signer.address });
    expect(await enter(signer)).toMatchObject({ userId, username });

    const { id } = linked.result;
    const unlink = (stepUpText?: string) =>
      app.call(calls.unlinkWallet.name, {
        token,
        params: { id },
        body: stepUpText === undefined ? {} : { stepUp: stepUpText },
      });
    expect((await unlink()).code).toBe('11020');
    expect((await unlink(await stepUp(token, 'wallet-link'))).code).toBe('11020');
    expect((await unlink(await stepUp(token, 'wallet-unlink', userId))).code).toBe('11020');
    expect((await unlink(await stepUp(token, 'wallet-unlink', id))).code).toBe('200');
    expect(await listWallets(app.db, userId)).toEqual([]);
    expect((await unlink(await stepUp(token, 'wallet-unlink', id))).status).toBe(404);
    // From now on it is a wallet nobody knows.
    expect((await enter(signer)).userId).not.toBe(userId);
    const kinds = await app.db.query<{ kind: string; facts: unknown }>(
      'select kind, facts from accounts.security_event where user_id = $1 and kind ~ $2 order by at',
      [userId, '^wallet'],
    );
    const facts = { chain: 'tron', address: signer.address };
    expect(kinds).toEqual([
      { kind: 'wallet-linked', facts },
      { kind: 'wallet-unlinked', facts },
    ]);
  });

  test('links nothing without confirming it, and the signature stays good', async () => {
    const { token, userId } = await app.register();
    const signer = ethereumSigner();
    const proof = await signedLink(token, signer);
    const asked = (more: { stepUp?: string }) =>
      app.call('accounts.link-wallet', { token, body: { ...proof, ...more } });
    expect((await asked({})).code).toBe('11020');
    expect((await asked({ stepUp: 'x'.repeat(43) })).code).toBe('11020');
    expect(await listWallets(app.db, userId)).toEqual([]);
    expect((await asked({ stepUp: await stepUp(token, 'wallet-link') })).code).toBe('200');
    expect((await asked({ stepUp: await stepUp(token, 'wallet-link') })).code).toBe('11025');
  });

  test('links no wallet with a signature made for a log-in, or for somebody else’s account', async () => {
    const [mara, eve] = [await app.register(), await app.register()];
    const signer = ethereumSigner();
    const forMara = await signedLink(mara.token, signer);
    expect(forMara.message).toContain(`the Candor account ${mara.username}.`);
    const forLogin = await signed(signer);
    const confirmed = await stepUp(eve.token, 'wallet-link');
    for (const proof of [forMara, forLogin]) {
      const body = { ...proof, stepUp: confirmed };
      const answer = await app.call('accounts.link-wallet', { token: eve.token, body });
      expect(answer.code).toBe('11025');
    }
    expect((await logIn(forMara)).code).toBe('11025');
    expect(await listWallets(app.db, eve.userId)).toEqual([]);
    const own = { ...forMara, stepUp: await stepUp(mara.token, 'wallet-link') };
    expect((await app.call('accounts.link-wallet', { token: mara.token, body: own })).code).toBe(
      '200',
    );
  });

  test('cannot link a wallet that opens another account, and hears of it only with its signature', async () => {
    const signer = ethereumSigner();
    const owner = await enter(signer);
    const { token, userId } = await app.register();
    const proof = await signedLink(token, signer);
    const forged = { ...proof, signature: await ethereumSigner().sign(proof.message) };
    const confirmed = await stepUp(token, 'wallet-link');
    const ask = (body: Signed) =>
      app.call('accounts.link-wallet', { token, body: { ...body, stepUp: confirmed } });
    expect((await ask(forged)).code).toBe('11025');
    expect((await ask(proof)).code).toBe('11027');
    expect(await listWallets(app.db, userId)).toEqual([]);
    expect((await enter(signer)).userId).toBe(owner.userId);
  });

  test('has a limit of wallets', async () => {
    const { token, userId } = await app.register();
    for (let count = 0; count < WALLETS_MAX; count += 1) {
      expect((await link(token, tronSigner())).code).toBe('200');
    }
    expect((await link(token, tronSigner())).code).toBe('11018');
    expect(await listWallets(app.db, userId)).toHaveLength(WALLETS_MAX);
  });

  test('has that limit also for wallets that are linked at the same moment', async () => {
    const { token, userId } = await app.register();
    for (let count = 1; count < WALLETS_MAX; count += 1) await link(token, tronSigner());
    const bodies: (Signed & { stepUp: string })[] = [];
    for (let count = 0; count < 4; count += 1) {
      const proof = await signedLink(token, tronSigner());
      bodies.push({ ...proof, stepUp: await stepUp(token, 'wallet-link') });
    }
    const ask = (body: Signed & { stepUp: string }) =>
      app.call('accounts.link-wallet', { token, body });
    const codes = (await Promise.all(bodies.map(ask))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['11018', '11018', '11018', '200']);
    expect(await listWallets(app.db, userId)).toHaveLength(WALLETS_MAX);
  });

  test('unlinks no wallet of somebody else', async () => {
    const [mara, eve] = [await app.register(), await app.register()];
    const { id } = (await link(mara.token, ethereumSigner())).result;
    const body = { stepUp: await stepUp(eve.token, 'wallet-unlink', id) };
    const { token } = eve;
    expect((await app.call('accounts.unlink-wallet', { token, params: { id }, body })).status).toBe(
      404,
    );
    expect(await listWallets(app.db, mara.userId)).toHaveLength(1);
  });
});

test('a wallet is a first proof: an account with a second factor asks for that, too', async () => {
  const owner = await newOwner(app);
  const signer = tronSigner();
  const proof = await signedLink(owner.token, signer);
  const body = { ...proof, stepUp: await owner.confirm('wallet-link') };
  const { token } = owner;
  expect((await app.call('accounts.link-wallet', { token, body })).code).toBe('200');
  const { app: codes } = await owner.addCodeApp();
  const asked = await logIn(await signed(signer));
  expect([asked.code, asked.message]).toEqual(['200', '11020']);
  expect('token' in asked.result).toBe(false);
  const { challenge, methods } = asked.result as SecondStep;
  expect(methods).toContain('totp');
  app.clock.advance(MINUTE_MS);
  const second = { challenge, totp: codes.code(), client: 'api' } as const;
  const entered = await app.call('accounts.second', { body: second });
  expect(entered.result.user.username).toBe(owner.username);
  // From now on the wallet confirms nothing by itself.
  const question = await app.call('accounts.step-up', {
    token: owner.token,
    body: { action: 'wallet-link' },
  });
  expect(question.result.methods).not.toContain('wallet');
});

describe('an account without a password', () => {
  /** Confirms an action by the wallet's signature. */
  async function signedStepUp(
    token: string,
    signer: Signer,
    act: { action: 'wallet-unlink' | 'wallet-link' | 'password'; subject?: string },
    signedFor: typeof act.action = act.action,
  ) {
    const { chain, address } = signer;
    const { result } = await app.call('accounts.step-up', { token, body: act });
    const { challenge } = result;
    expect(result.methods).toEqual(['wallet']);
    const asked = await app.call('accounts.wallet-message', {
      token,
      body: { chain, address, purpose: 'step-up', action: signedFor, challenge },
    });
    const { message } = asked.result;
    const walletSignature = { chain, message, signature: await signer.sign(message) };
    return app.call('accounts.step-up-proof', { token, body: { challenge, walletSignature } });
  }

  test('keeps its last wallet, and gives it up once it has a password', async () => {
    const signer = ethereumSigner();
    const { token, userId, username } = await enter(signer);
    const [wallet] = await listWallets(app.db, userId);
    const id = wallet?.id ?? '';
    const unlink = async () => {
      const act = { action: 'wallet-unlink', subject: id } as const;
      const { result } = await signedStepUp(token, signer, act);
      const body = { stepUp: result.stepUp };
      return app.call('accounts.unlink-wallet', { token, params: { id }, body });
    };
    expect((await unlink()).code).toBe('11028');
    expect(await listWallets(app.db, userId)).toHaveLength(1);

    const confirmed = await signedStepUp(token, signer, { action: 'password' });
    const newPassword = 'a lamp above the door';
    const set = await app.call('accounts.change-password', {
      token,
      body: { newPassword, stepUp: confirmed.result.stepUp },
    });
    expect(set.code).toBe('200');
    const body = { username, password: newPassword, client: 'api' } as const;
    const byPassword = await app.call('accounts.login', { body });
    expect(signedIn(byPassword.result).user.id).toBe(userId);
  });

  test('confirms an act by signing for this act, with a wallet of its own', async () => {
    const signer = tronSigner();
    const { token } = await enter(signer);
    const right = await signedStepUp(token, signer, { action: 'wallet-link' });
    expect(right.code).toBe('200');
    const forAnother = await signedStepUp(token, signer, { action: 'wallet-link' }, 'password');
    expect(forAnother.code).toBe('11021');
    const outsider = await signedStepUp(token, tronSigner(), { action: 'wallet-link' });
    expect(outsider.code).toBe('11021');
  });

  test('unlinks one of two wallets, and never both at once', async () => {
    const [first, second] = [ethereumSigner(), tronSigner()];
    const { token, userId } = await enter(first);
    const confirmed = await signedStepUp(token, first, { action: 'wallet-link' });
    const body = { ...(await signedLink(token, second)), stepUp: confirmed.result.stepUp };
    expect((await app.call('accounts.link-wallet', { token, body })).code).toBe('200');
    const owned = await listWallets(app.db, userId);
    const acts = await Promise.all(
      owned.map(async ({ id }) => {
        const act = { action: 'wallet-unlink', subject: id } as const;
        const { result } = await signedStepUp(token, first, act);
        return { id, stepUp: result.stepUp };
      }),
    );
    const answers = await Promise.all(
      acts.map(({ id, ...rest }) =>
        app.call('accounts.unlink-wallet', { token, params: { id }, body: rest }),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['11028', '200']);
    expect(await listWallets(app.db, userId)).toHaveLength(1);
  });
});

test('texts nobody signed are forgotten, so that asking does not fill the table', async () => {
  const count = async (): Promise<number> => {
    const statement = 'select count(*)::int as n from accounts.wallet_nonce';
    return (await app.db.query<{ n: number }>(statement))[0]?.n ?? 0;
  };
  const signer = ethereumSigner();
  for (let asked = 0; asked < 20; asked += 1) await signed(signer);
  app.clock.advance(5 * MINUTE_MS);
  for (let asked = 0; asked < 10; asked += 1) await signed(signer);
  expect(await count()).toBe(10);
});

test('what cannot be read is refused before anything is looked at', async () => {
  const { token } = await app.register();
  const good = await signed(ethereumSigner());
  const bodies: Record<string, unknown>[] = [
    {},
    { ...good, chain: 'bitcoin' },
    { ...good, signature: 'not hexadecimal' },
    { ...good, signature: 5 },
    { ...good, message: ['a'] },
    { ...good, message: 'x'.repeat(4_097) },
    { ...good, signature: `0x${'a'.repeat(8_200)}` },
    { ...good, amount: '1' },
  ];
  for (const odd of bodies) {
    expect((await app.call('accounts.login-by-wallet', { odd })).status).toBe(400);
    expect((await app.call('accounts.link-wallet', { token, odd })).status).toBe(400);
  }
  const { address } = ethereumSigner();
  for (const odd of [
    { chain: 'ethereum', address },
    { chain: 'ethereum', address, purpose: 'login' },
    { chain: 'ethereum', address, purpose: 'step-up', action: 'password' },
    { chain: 'ethereum', address, purpose: 'step-up', action: 'everything', challenge: 'x' },
  ]) {
    expect((await app.call('accounts.wallet-message', { token, odd })).status).toBe(400);
  }
});

test('a server that has no address of its pages yet refuses what is to be signed for one', async () => {
  const nowhere = await startTestApp();
  try {
    const query = { chain: 'ethereum', address: ethereumSigner().address } as const;
    const forLogin = await nowhere.call('accounts.wallet-nonce', { query });
    expect(forLogin.code).toBe('11005');
    const { token } = await nowhere.register();
    const body = { ...query, purpose: 'link' } as const;
    expect((await nowhere.call('accounts.wallet-message', { token, body })).code).toBe('11005');
    await nowhere.app.http.listen({ port: 0, host: '127.0.0.1' });
    expect((await nowhere.call('accounts.wallet-nonce', { query })).code).toBe('200');
  } finally {
    await nowhere.stop();
  }
});
