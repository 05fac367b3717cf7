import { assert } from '@candor/kernel';
import type { SessionResult, SignInResult } from '@candor/protocol';

/** The session a way in led to. @throws InvariantError when a second factor was asked for */
export function signedIn(result: SignInResult): SessionResult {
  assert('token' in result, 'the way in leads to a session without a second factor');
  return result;
}
