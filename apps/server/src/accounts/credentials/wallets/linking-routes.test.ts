import { wallets as calls } from '@candor/protocol';
import { signedIn } from '@candor/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Signer, ethereumSigner, tronSigner } from '../../../../test/signers.ts';
import { type TestApp, startTestApp } from '../../../../test/start-app.ts';
import { ORIGIN, type Signed, walletCalls } from '../../../../test/wallets.ts';
import { WALLETS_MAX } from './commands.ts';
import { listWallets } from './store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: ORIGIN });
});
afterAll(() => app.stop());

const { signed, logIn, enter, stepUp, signedLink, link } = walletCalls(() => app);

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
