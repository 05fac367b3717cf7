import type { Result } from '@candor/kernel';
import type { Failure } from '@candor/protocol';

/** Counts what was refused because an account could not be judged, for the operator's metrics. */
export type Unjudged = {
  /** Looks at what a decision came to, and answers it as it is. */
  watch<Value>(decided: Result<Value, Failure>): Result<Value, Failure>;
  /** Has every such refusal told. */
  onRefused(hear: () => void): void;
};

/** Nobody listens yet. */
export function createUnjudged(): Unjudged {
  let tell: () => void = () => undefined;
  return {
    watch(decided) {
      if (!decided.ok && decided.failure.facts?.['why'] === 'unjudgeable') tell();
      return decided;
    },
    onRefused(hear) {
      tell = hear;
    },
  };
}
