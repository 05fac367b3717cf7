import type { Result } from '@candor/kernel';
import type { SecondStep } from '@candor/protocol/light';
import { beginFirstSteps } from '../../../lib/first-steps.ts';
import { type CallFailure, call } from '../../../lib/http.ts';

/** What a service sent the browser back with. */
export type Callback = {
  readonly code?: string;
  readonly state?: string;
  readonly iss?: string;
  /** The service's word for why it did not confirm: "access_denied" when the user said no. */
  readonly error?: string;
};

/** What coming back led to. */
export type CallbackEnd =
  | { readonly kind: 'in'; readonly next: string | undefined }
  | { readonly kind: 'second'; readonly step: SecondStep; readonly next: string | undefined }
  | { readonly kind: 'linked'; readonly next: string | undefined }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/** What a way back is for; the state says it, and the server knows better if it lies. */
export function purposeOf({ state = '' }: Callback): 'login' | 'link' {
  return state.startsWith('link.') ? 'link' : 'login';
}

function refusedOr<Value>(
  answer: Result<Value, CallFailure>,
  end: (value: Value) => CallbackEnd,
): CallbackEnd {
  return answer.ok ? end(answer.value) : { kind: 'refused', failure: answer.failure };
}

async function finish(callback: Callback): Promise<CallbackEnd> {
  const { code = '', state = '', iss } = callback;
  const body = iss === undefined ? { code, state } : { code, state, iss };
  if (purposeOf(callback) === 'link') {
    const answer = await call('accounts.finish-link-social', { body });
    return refusedOr(answer, ({ next }) => ({ kind: 'linked', next }));
  }
  // It ends the session this page was opened with: what is asked meanwhile waits for the new one.
  const answer = await call('accounts.login-by-social', { body, renews: true });
  return refusedOr(answer, (value) => {
    const { next } = value;
    if (!('token' in value)) return { kind: 'second', step: value, next };
    if (value.opened === true) beginFirstSteps();
    return { kind: 'in', next };
  });
}

/** One answer for each way back: a page that is drawn twice must not use it up twice. */
const ends = new Map<string, Promise<CallbackEnd>>();

/** Finishes what was begun before the browser left. */
export function finishCallback(callback: Callback): Promise<CallbackEnd> {
  const key = callback.state ?? '';
  const end = ends.get(key) ?? finish(callback);
  ends.set(key, end);
  return end;
}
