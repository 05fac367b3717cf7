/** A promise of the product that does not hold: the transaction rolls back, the answer is 500. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * States a promise that must hold; never used for anything a user can cause.
 *
 * @throws InvariantError when `condition` is false
 */
export function assert(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new InvariantError(promise);
}

/**
 * Answers `value`, which must be there.
 *
 * @throws InvariantError when it is null or undefined
 */
export function ensure<Value>(value: Value | null | undefined, promise: string): Value {
  if (value === null || value === undefined) throw new InvariantError(promise);
  return value;
}

/**
 * Marks a branch the types rule out.
 *
 * @throws InvariantError always
 */
export function unreachable(value: never, promise: string): never {
  throw new InvariantError(`${promise}: ${String(value)}`);
}
