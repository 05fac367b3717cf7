import { MINUTE_MS, SECOND_MS, type UserId } from '@candor/kernel';
import { type SecondStep } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner } from '../../../../test/factors.ts';
import { ethereumSigner, tronSigner } from '../../../../test/signers.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { ORIGIN, walletCalls } from '../../../../test/wallets.ts';
import { listWallets } from './store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: ORIGIN });
});
afterAll(() => app.stop());

const { signed, logIn, enter, signedLink, countSessions } = walletCalls(() => app);

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

  test('is told that it opened the account, the first time alone', async () => {
    const signer = make();
    const first = await logIn(await signed(signer));
    expect(first.result).toMatchObject({ opened: true });
    expect((await logIn(await signed(signer))).result).not.toHaveProperty('opened');
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
