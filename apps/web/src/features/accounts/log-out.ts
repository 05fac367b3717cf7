import { call } from '../../lib/http.ts';
import { endSession, leaveSession } from '../../lib/session.ts';

/** Ends the session on the server and forgets it here, whatever the server answers. */
export async function logOut(): Promise<void> {
  // Home has nothing of it, and is the lighter for it.
  const { queryClient } = await import('../../lib/query.ts');
  // What is still on its way would reach the server after the session's end and be refused.
  await queryClient.cancelQueries();
  leaveSession();
  await call('accounts.logout');
  endSession();
  // Nothing of who the user is stays in this window. Home has no use of this code either.
  await import('../../lib/window-storage.ts').then(
    ({ keepInWindow }) => keepInWindow('identityDraft', null),
    () => undefined,
  );
}
