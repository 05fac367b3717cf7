import { z } from 'zod';
import { SUCCESS, type ErrorName, ERRORS, type Failure, type SuccessName } from './errors.ts';

/** Every answer of every call. */
export type Envelope<Result> = {
  readonly code: string;
  readonly message: string;
  readonly result: Result;
};

/** Code of a success. @source seed §7 */
export const OK_CODE = '200';

/** What a refusal carries besides its code. */
export const FailureResult = z.strictObject({
  name: z.string(),
  field: z.string().nullable(),
  facts: z.record(z.string(), z.string()),
  /** Every unreadable field of a 400; empty otherwise. */
  fields: z.array(z.strictObject({ field: z.string(), problem: z.string() })),
});
export type FailureResult = z.infer<typeof FailureResult>;

/** The envelope of a command that went through; `message` is "ok" or a success code. */
export function success<Result>(result: Result, name?: SuccessName): Envelope<Result> {
  return { code: OK_CODE, message: name === undefined ? 'ok' : SUCCESS[name], result };
}

/** The envelope of an answer that asks for something more first: its `message` is that code. */
export function asking<Result>(result: Result, name: ErrorName): Envelope<Result> {
  return { code: OK_CODE, message: ERRORS[name].code, result };
}

/** The envelope of a refusal; `message` is the refusal's name, texts are the reader's language. */
export function refusal(
  failure: Failure,
  fields: FailureResult['fields'] = [],
): Envelope<FailureResult> {
  const name: ErrorName = failure.name;
  return {
    code: ERRORS[name].code,
    message: name,
    result: { name, field: failure.field ?? null, facts: { ...failure.facts }, fields },
  };
}

/**
 * The envelope of a call that could not be taken. When it carried a request id its `message` says
 * where to ask what became of it: the command may have gone through before its answer was lost.
 *
 * @source WIRE 8
 */
export function unavailable(requestId: string | null): Envelope<FailureResult> {
  if (requestId === null) return refusal({ name: 'unavailable' });
  const outcome = `order/outcome/${requestId}`;
  const envelope = refusal({ name: 'unavailable', facts: { outcome } });
  return { ...envelope, message: `unavailable: ask ${outcome}` };
}

/** The schema of a success with this result. */
export function envelopeOf(result: z.ZodType): z.ZodType {
  return z.strictObject({ code: z.literal(OK_CODE), message: z.string(), result });
}

/** The schema of any refusal. */
export const RefusalEnvelope = z.strictObject({
  code: z.string(),
  message: z.string(),
  result: FailureResult,
});
