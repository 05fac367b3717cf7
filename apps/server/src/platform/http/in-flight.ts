import { type Result, fail } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { KeptText } from './http.ts';
import type { IdempotencyKey } from '../commit/idempotency.ts';

type Key = Pick<IdempotencyKey, 'userId' | 'requestId'>;

/**
 * Requests being decided now, of the whole process: a caller that asks what became of one sees it.
 */
export type InFlight = {
  has(request: Key): boolean;
  /**
   * Decides a request; a repetition meanwhile is told that it is being decided.
   *
   * @failure request-in-flight
   */
  once<Answer = KeptText>(
    request: Key,
    run: () => Promise<Answer>,
  ): Promise<Answer | Result<never, Failure<'request-in-flight'>>>;
};

/** Nothing is being decided yet. */
export function createInFlight(): InFlight {
  const running = new Set<string>();
  const keyOf = ({ userId, requestId }: Key): string => `${userId}/${requestId}`;
  return {
    has: (request) => running.has(keyOf(request)),
    async once(request, run) {
      const key = keyOf(request);
      if (running.has(key)) return fail({ name: 'request-in-flight' });
      running.add(key);
      try {
        return await run();
      } finally {
        running.delete(key);
      }
    },
  };
}
