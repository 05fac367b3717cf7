import type { DeskCallInput, DeskCallName, DeskCallResult } from '@candor/protocol/desk-light';
import { useState } from 'react';
import { failureText } from './failure-text.ts';
import { type CallFailure, type CallOptions, call } from './http.ts';
import { useDeskT } from './texts.ts';

/** What a form or a button changes by a call: whether it is under way, and why the last one failed. */
export type Command = {
  readonly isBusy: boolean;
  readonly failure: CallFailure | null;
  /** The failure in words; null while there is none. */
  readonly problem: string | null;
  readonly clear: () => void;
  /** Sends the call; null when it failed, or when one is under way already. */
  readonly send: <Name extends DeskCallName>(
    name: Name,
    input?: DeskCallInput<Name> & Pick<CallOptions, 'form'>,
  ) => Promise<{ readonly value: DeskCallResult<Name> } | null>;
};

/** A command of the page, one at a time. */
export function useCommand(): Command {
  const t = useDeskT();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  return {
    isBusy,
    failure,
    problem: failure === null ? null : failureText(failure, t),
    clear: () => setFailure(null),
    async send(name, input) {
      if (isBusy) return null;
      setIsBusy(true);
      setFailure(null);
      const answer = await call(name, input);
      setIsBusy(false);
      if (answer.ok) return { value: answer.value };
      setFailure(answer.failure);
      return null;
    },
  };
}
