import { useT } from '@candor/ui';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';

/** What went wrong with the last act, in words; null while nothing did. */
export function useProblem(): {
  readonly problem: string | null;
  readonly clear: () => void;
  readonly tell: (error: unknown) => void;
} {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  return {
    problem,
    clear: () => setProblem(null),
    tell: (error) => {
      const failure = failureOf(error);
      setProblem(failure === null ? t('message.unknown-error') : failureText(failure, t));
    },
  };
}
