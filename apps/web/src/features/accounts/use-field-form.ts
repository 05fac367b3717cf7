import type { MessageKey } from '@candor/locales';
import { PASSWORD_LENGTH_MIN, PHRASE_LENGTH, USERNAME_LENGTH } from '@candor/protocol/light';
import type { Result } from '@candor/kernel';
import { useT } from '@candor/ui';
import { useState, type FormEvent } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import type { CallFailure } from '../../lib/http.ts';
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
  readonly setErrorAt: (field: AccessField, text: string | null) => void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
};

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
  const [errors, setErrors] = useState<{ readonly [Field in AccessField]?: string | null }>({});
  const [formError, setFormError] = useState<string | null>(null);

  const refuse = (failure: CallFailure, form: HTMLFormElement): void => {
    const field = fieldOf(failure);
    const text = options.textOf?.(failure) ?? failureText(failure, t);
    if (field === null) setFormError(text);
    else {
      setErrors({ [field]: text });
      focusField(form, field);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    setFormError(null);
    const found = Object.entries(options.check()) as [AccessField, MessageKey][];
    setErrors(Object.fromEntries(found.map(([field, key]) => [field, t(key, LIMITS[key])])));
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
    formError,
    errorAt: (field) => errors[field] ?? null,
    clear: (field) => setErrors((now) => ({ ...now, [field]: null })),
    setErrorAt: (field, text) => setErrors((now) => ({ ...now, [field]: text })),
    submit,
  };
}
