import type { DeskCallInput, DeskCallName, DeskCallResult } from '@candor/protocol/desk-light';
import { QueryClient } from '@tanstack/react-query';
import { type CallFailure, call } from './http.ts';

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
/** Failures that say nothing about the question: it may be asked again. */
const UNANSWERED: ReadonlySet<CallFailure['name']> = new Set(['network', 'timeout', 'unknown']);

/** What the pages have read; it is emptied when a session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 300_000,
      retry: (count, error) =>
        count < RETRIES_MAX && error instanceof CallError && UNANSWERED.has(error.failure.name),
    },
  },
});

/** A call as a query function: its result, or a CallError. */
export async function ask<Name extends DeskCallName>(
  name: Name,
  input: DeskCallInput<Name> & { readonly signal?: AbortSignal } = {},
): Promise<DeskCallResult<Name>> {
  const answer = await call(name, input);
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.value;
}

/** The failure a query ended with; null while it has none. */
export function failureOf(error: unknown): CallFailure | null {
  if (error === null || error === undefined) return null;
  return error instanceof CallError ? error.failure : { name: 'unknown' };
}
