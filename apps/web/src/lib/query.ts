import type { CallInput, CallName, CallResult } from '@candor/protocol/light';
import { QueryClient } from '@tanstack/react-query';
import { takePrefetched } from './prefetch.ts';
import { type CallFailure, call } from './http.ts';
import type { Asker } from './session.ts';
import { UNANSWERED } from './unanswered.ts';

/** A call that gave nothing, as the query cache keeps it. */
class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.name);
    this.failure = failure;
  }
}

const RETRIES_MAX = 2;

/** What the pages behind the home page have read; the live channel patches it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 300_000,
      retry: (count, error) =>
        count < RETRIES_MAX && error instanceof CallError && UNANSWERED.has(error.failure.name),
    },
  },
});

/** A call as a query function: its result, or a CallError. */
export async function ask<Name extends CallName>(
  name: Name,
  input: CallInput<Name> & {
    readonly signal?: AbortSignal;
    readonly as?: Asker;
    readonly visitorToken?: string;
  } = {},
): Promise<CallResult<Name>> {
  const answer = await (takePrefetched(name, input) ?? call(name, input));
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.value;
}

/** The failure a query ended with; null while it has none. */
export function failureOf(error: unknown): CallFailure | null {
  if (error === null || error === undefined) return null;
  return error instanceof CallError ? error.failure : { name: 'unknown' };
}
