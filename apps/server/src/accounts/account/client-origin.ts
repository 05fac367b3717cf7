import type { SessionId, UserId } from '@candor/kernel';
import type { Call } from '../../platform/http/http.ts';

/** Where a token is kept: a browser's cookie, or by a client that has none. */
export type Client = 'web' | 'api';

/** Who signs in, from where. */
export type ClientOrigin = {
  readonly client: Client;
  readonly address: string;
  readonly device: string;
};

/** The owner of an account who is signed in: in which session, from where. */
export type SignedInOwner = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly place: ClientOrigin;
};

type SignedInCall = Pick<Call<never>, 'session' | 'origin'>;

/** Where a change of an account is asked for; a session says which client it has, a place does not. */
export function placeOf({ origin }: Pick<SignedInCall, 'origin'>): ClientOrigin {
  return { ...origin, client: 'web' };
}

/** Who makes a call that needs a session. */
export function signedInOwner(call: SignedInCall): SignedInOwner {
  const { id: sessionId, userId } = call.session();
  return { userId, sessionId, place: placeOf(call) };
}
