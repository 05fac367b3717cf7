import type { SecondStep, SignInResult } from '@candor/protocol/light';
import type { Result } from '@candor/kernel';
import type { CallFailure } from '../../lib/http.ts';
import { beginSession } from '../../lib/session.ts';
import type { FieldErrors } from './forms/access-rules.ts';
import { type AccessForm, useFieldForm } from './forms/use-field-form.ts';

export type { AccessForm } from './forms/use-field-form.ts';

/** A form that leads to a session, or to the question for a second factor. */
export function useAccessForm(options: {
  readonly check: () => FieldErrors;
  readonly send: () => Promise<Result<SignInResult, CallFailure>>;
  readonly onDone: () => void;
  /** The server asks for a second factor first. */
  readonly onSecond?: (step: SecondStep) => void;
}): AccessForm {
  return useFieldForm({
    check: options.check,
    send: options.send,
    onDone: (answer: SignInResult) => {
      if (!('token' in answer)) {
        options.onSecond?.(answer);
        return;
      }
      beginSession(answer);
      options.onDone();
    },
  });
}
