import type { CallInput, CallName, CallResult } from '@candor/protocol/light';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Result } from '@candor/kernel';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { type Say, useSentence } from '../../../lib/use-sentence.ts';
import { accountKeys } from '../../../live/account-keys.ts';

/** An action on a factor as a section holds it: whether it runs, and why the last one failed. */
export type FactorCommand = {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly setProblem: (say: Say | null) => void;
  /** Makes a call; what it answers, or null after saying why not. */
  readonly send: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ) => Promise<CallResult<Name> | null>;
};

/** Makes calls about factors; what the page knows of the account's safety is read again. */
export function useFactorCommand(): FactorCommand {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useSentence();
  const send = useCallback(
    async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      setProblem(null);
      setIsBusy(true);
      // A change of a factor gives the session new tokens.
      const answer: Result<CallResult<Name>, CallFailure> = await call(name, {
        ...input,
        renews: true,
      });
      setIsBusy(false);
      // After it: what is asked with the token of a session that ended is refused.
      void client.invalidateQueries({ queryKey: accountKeys.security() });
      void client.invalidateQueries({ queryKey: ['accounts.access-log'] });
      if (answer.ok) {
        return answer.value;
      }
      setProblem((read) => failureText(answer.failure, read));
      return null;
    },
    [client, setProblem],
  );
  return { isBusy, problem, setProblem, send };
}
