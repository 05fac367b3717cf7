import type { UserId } from '@candor/kernel';
import { signedIn } from '@candor/testkit';
import { expect } from 'vitest';
import { PASSWORD } from './mailboxes.ts';
import type { Signer } from './signers.ts';
import type { TestApp } from './start-app.ts';

/** The address of the pages that wallets sign for. */
export const ORIGIN = 'https://candor.test';

/** A text and its signature, as a page sends them. */
export type Signed = { chain: Signer['chain']; message: string; signature: string };

/** What tests of wallets ask an app that is started before they run. */
export function walletCalls(started: () => TestApp) {
  /** Asks for the text of a log-in and signs it. */
  async function signed(signer: Signer): Promise<Signed> {
    const { chain, address } = signer;
    const query = { chain, address };
    const { code, result } = await started().call('accounts.wallet-nonce', { query });
    expect(code).toBe('200');
    return { chain, message: result.message, signature: await signer.sign(result.message) };
  }

  const logIn = (body: Signed, headers: Record<string, string> = {}) =>
    started().call('accounts.login-by-wallet', { body: { ...body, client: 'api' }, headers });

  async function enter(
    signer: Signer,
  ): Promise<{ token: string; userId: UserId; username: string }> {
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
    const asked = await started().call('accounts.step-up', { token, body });
    const { challenge } = asked.result;
    const proof = { challenge, password: PASSWORD };
    const proved = await started().call('accounts.step-up-proof', { token, body: proof });
    expect(proved.code).toBe('200');
    return proved.result.stepUp;
  }

  /** The text that links a wallet to the holder of the token, signed. */
  async function signedLink(token: string, signer: Signer): Promise<Signed> {
    const { chain, address } = signer;
    const body = { chain, address, purpose: 'link' } as const;
    const { result } = await started().call('accounts.wallet-message', { token, body });
    return { chain, message: result.message, signature: await signer.sign(result.message) };
  }

  async function link(token: string, signer: Signer) {
    const proof = await signedLink(token, signer);
    const body = { ...proof, stepUp: await stepUp(token, 'wallet-link') };
    return started().call('accounts.link-wallet', { token, body });
  }

  const countSessions = async (userId: UserId): Promise<number> => {
    const [row] = await started().db.query<{ n: number }>(
      'select count(*)::int as n from accounts.session where user_id = $1',
      [userId],
    );
    return row?.n ?? 0;
  };

  return { signed, logIn, enter, stepUp, signedLink, link, countSessions };
}
