import { randomUUID } from 'node:crypto';
import type { UserId } from '@candor/kernel';
import { BASE_PATH, PATHS } from '@candor/protocol';
import type { App } from '../src/app.ts';

/** A user who trades in a bench, with the token a caller of the API holds. */
export type Trader = { readonly userId: UserId; readonly token: string };

/**
 * Opens an account as a caller does: the token of the wire carries the installation's mark, one from
 * the front door of accounts does not.
 *
 * @throws Error with the answer where no account was opened
 */
export async function openTrader(app: App, username: string): Promise<Trader> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `${BASE_PATH}${PATHS.register}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password: randomUUID(), client: 'api' }),
  });
  const said = answer.json<{ code: string; result: { token: string; user: { id: string } } }>();
  if (said.code !== '200') throw new Error(answer.body);
  return { userId: said.result.user.id as UserId, token: said.result.token };
}
