import { call } from '../../lib/http.ts';
import { endSession } from '../../lib/session.ts';

/** Ends the session on the server and forgets it here, whatever the server answers. */
export async function logOut(): Promise<void> {
  await call('accounts.logout');
  endSession();
}
