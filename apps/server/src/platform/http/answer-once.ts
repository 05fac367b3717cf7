import { type Result, fail } from '@candor/kernel';
import { type Endpoint, type Failure, httpStatusOf } from '@candor/protocol';
import { type KeptText, envelopeText } from './http.ts';
import { type Answered, type Kept, type IdempotencyKey, keptFor } from '../commit/idempotency.ts';

/**
 * Answers a request that moves money once: what was kept before, word for word, or what `decide`
 * says now. A business answer, a refusal too, is put among the `answers` its transaction keeps; 4xx
 * and 5xx are not, so they may be asked again.
 *
 * An answer whose bytes are no longer kept says what its command made; the capability reads that
 * anew.
 *
 * @failure request-reused — the same id came with another body before
 * @source  WIRE "Idempotency"
 */
export function answerOnce(
  endpoint: Endpoint,
  request: IdempotencyKey,
  work: {
    readonly kept: ReadonlyMap<string, Kept>;
    readonly answers: Answered[];
    readonly decide: () => Result<unknown, Failure>;
    /** The record an answer with this value says; absent where its bytes are kept for ever. */
    readonly madeOf?: (value: unknown) => string;
  },
): KeptText {
  const before = keptFor(work.kept, request);
  if (before !== undefined) {
    if (before.bodyHash === request.bodyHash) {
      return before.answer === null ? { kept: '', made: before.made } : { kept: before.answer };
    }
    return { kept: envelopeText(endpoint, fail({ name: 'request-reused' })) };
  }
  const outcome = work.decide();
  const kept = envelopeText(endpoint, outcome);
  const isBusiness = outcome.ok || httpStatusOf(outcome.failure.name) === 200;
  const made = outcome.ok ? work.madeOf?.(outcome.value) : undefined;
  if (isBusiness) work.answers.push({ request, answer: kept, ...(made && { made }) });
  return { kept };
}
