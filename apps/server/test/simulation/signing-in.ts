import { PASSWORD } from '../factors.ts';
import type { TestApp } from '../start-app.ts';

/** A user who has a session. */
export type SignedIn = { readonly username: string; token: string; signedAt: number };

const SESSION_MS = 8 * 60_000;

/** The token of a user, whose session is renewed before it is over. */
export async function tokenOf(product: TestApp, who: SignedIn): Promise<string> {
  if (product.clock.now() - who.signedAt < SESSION_MS) return who.token;
  const body = { username: who.username, password: PASSWORD, client: 'api' as const };
  const answer = await product.call('accounts.login', { body });
  if (answer.code !== '200') throw new Error(`signing in again answered ${answer.code}`);
  ({ token: who.token } = answer.result as { token: string });
  who.signedAt = product.clock.now();
  return who.token;
}
