import type { MessageKey, Translate } from '@candor/locales';
import { PASSWORD_LENGTH_MIN, PHRASE_LENGTH, USERNAME_LENGTH } from '@candor/protocol/light';
import type { Result } from '@candor/kernel';
import { useT } from '@candor/ui';
import { useState, type FormEvent } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import type { Say } from '../../../lib/use-sentence.ts';
import { fieldOf, type AccessField, type FieldErrors } from './access-rules.ts';

/** Limits our own sentences name. */
const LIMITS: Partial<Record<MessageKey, Readonly<Record<string, number>>>> = {
  'error.password-weak': { min: PASSWORD_LENGTH_MIN },
  'error.username-malformed': USERNAME_LENGTH,
  'phrase.malformed': PHRASE_LENGTH,
};

/** An access form as it stands: errors in words at their fields, and whether it is being sent. */
export type AccessForm = {
  readonly isSending: boolean;
  /** What concerns the whole form. */
  readonly formError: string | null;
  readonly errorAt: (field: AccessField) => string | null;
  readonly clear: (field: AccessField) => void;
  readonly setErrorAt: (field: AccessField, say: Say | null) => void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
};

type OwnWords = ((failure: CallFailure) => string | null) | undefined;
/** An error as it is kept: said anew in whatever language is read. */
type Said = (t: Translate, own: OwnWords) => string;

function focusField(form: HTMLFormElement, field: AccessField): void {
  form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
}

/** Checks, sends, shows refusals where they belong and puts the cursor there. */
export function useFieldForm<Value>(options: {
  readonly check: () => FieldErrors;
  /** Null: the user thought better of it. */
  readonly send: () => Promise<Result<Value, CallFailure> | null>;
  readonly onDone: (value: Value) => void;
  /** Words of this form for a refusal; null: the usual ones. */
  readonly textOf?: (failure: CallFailure) => string | null;
}): AccessForm {
  const t = useT();
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<{ readonly [Field in AccessField]?: Said | null }>({});
  const [formError, setFormError] = useState<{ readonly said: Said } | null>(null);
  const textOf = (said: Said | null | undefined): string | null =>
    said === null || said === undefined ? null : said(t, options.textOf);

  const refuse = (failure: CallFailure, form: HTMLFormElement): void => {
    const field = fieldOf(failure);
    const said: Said = (read, own) => own?.(failure) ?? failureText(failure, read);
    if (field === null) setFormError({ said });
    else {
      setErrors({ [field]: said });
      focusField(form, field);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    setFormError(null);
    const found = Object.entries(options.check()) as [AccessField, MessageKey][];
    const said =
      (key: MessageKey): Said =>
      (read) =>
        read(key, LIMITS[key]);
    setErrors(Object.fromEntries(found.map(([field, key]) => [field, said(key)])));
    const first = found[0];
    if (first !== undefined) {
      focusField(form, first[0]);
      return;
    }
    setIsSending(true);
    void options.send().then((answer) => {
      setIsSending(false);
      if (answer === null) return;
      if (answer.ok) options.onDone(answer.value);
      else refuse(answer.failure, form);
    });
  };
  return {
    isSending,
    formError: textOf(formError?.said),
    errorAt: (field) => textOf(errors[field]),
    clear: (field) => setErrors((now) => ({ ...now, [field]: null })),
    setErrorAt: (field, say) => setErrors((now) => ({ ...now, [field]: say })),
    submit,
  };
}
