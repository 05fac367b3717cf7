import type { CallInput, CallName } from '@candor/protocol/light';
import { type CallAnswer, call } from './http.ts';

/** An answer nobody took by then is old. @units milliseconds */
const KEPT_MS = 10_000;

const answers = new Map<string, Promise<CallAnswer<CallName>>>();

type CallParams = { readonly params?: unknown; readonly query?: unknown };
const keyOf = (name: CallName, { params, query }: CallParams) =>
  JSON.stringify([name, params, query]);

/** Makes a public call before the code has come that will ask for it; the first caller gets it. */
export function prefetch<Name extends CallName>(name: Name, input: CallInput<Name>): void {
  const key = keyOf(name, input);
  if (answers.has(key)) return;
  answers.set(key, call(name, input));
  setTimeout(() => answers.delete(key), KEPT_MS);
}

/** The answer of a call that was made ahead, once; null when there is none. */
export function takePrefetched<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallAnswer<Name>> | null {
  const key = keyOf(name, input);
  const answer = answers.get(key);
  answers.delete(key);
  return (answer as Promise<CallAnswer<Name>> | undefined) ?? null;
}
