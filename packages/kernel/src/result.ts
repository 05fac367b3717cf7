/** A decision that went through. */
export type Ok<Value> = { readonly ok: true; readonly value: Value };

/** A decision that was refused, with the reason as data. */
export type Fail<Failure> = { readonly ok: false; readonly failure: Failure };

/**
 * What a pure decision answers: a value, or an expected refusal. Broken promises are thrown
 * instead (see `assert`), so that nobody can mistake one for the other.
 */
export type Result<Value, Failure> = Ok<Value> | Fail<Failure>;

/** Wraps the value of a decision that went through. */
export function ok<const Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

/** Wraps the reason of a refusal. */
export function fail<const Failure>(failure: Failure): Fail<Failure> {
  return { ok: false, failure };
}
