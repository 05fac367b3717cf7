import type { MessageKey } from '@candor/locales';
import type { PasskeyAnswer, ProofMethod } from '@candor/protocol/light';
import { Button, ErrorNote, PasswordInput, TextInput, useT } from '@candor/ui';
import {
  type ChangeEvent,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { askPasskey } from '@candor/ui/passkey';

/** What a user proves their identity with: one of them. */
export type FactorAnswer =
  | { readonly totp: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAnswer }
  | { readonly password: string };

/** Proofs this form can ask for; others bring their own. */
export type FormMethod = Extract<ProofMethod, 'totp' | 'recovery' | 'passkey' | 'password'>;

const USE: Readonly<Record<Exclude<FormMethod, 'password'>, MessageKey>> = {
  totp: 'factors.use-totp',
  passkey: 'factors.use-passkey',
  recovery: 'factors.use-recovery',
};

type FormProps = {
  readonly isSending: boolean;
  readonly error: string | null;
  readonly onAnswer: (answer: FactorAnswer) => void;
};

/** A line a user types a proof into: what stands in it, what is wrong with it, how it is sent. */
function useTyped(
  { isSending, error, onAnswer }: FormProps,
  rules: {
    readonly read: (text: string) => FactorAnswer | null;
    readonly missing: MessageKey;
  },
) {
  const t = useT();
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  return {
    submit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      // It may be asked for from within another form, which must not take this as its own.
      event.stopPropagation();
      if (isSending) return;
      const answer = rules.read(text);
      setIsMissing(answer === null);
      setIsTouched(false);
      if (answer === null) event.currentTarget.querySelector('input')?.focus();
      else onAnswer(answer);
    },
    field: {
      value: text,
      error: isMissing ? t(rules.missing) : isTouched ? null : error,
      onChange(event: ChangeEvent<HTMLInputElement>): void {
        setText(event.target.value);
        setIsMissing(false);
        setIsTouched(true);
      },
    },
  };
}

function TypedForm(props: {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isSending: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <form noValidate onSubmit={props.submit} className="grid gap-4">
      {props.children}
      <Button
        type="submit"
        size="lg"
        wide
        busy={props.isSending ? t('factors.checking') : undefined}
      >
        {t('factors.confirm')}
      </Button>
    </form>
  );
}

const SIX_DIGITS = /^\d{6}$/;

function readTotp(text: string): FactorAnswer | null {
  const totp = text.replaceAll(/\s/g, '');
  return SIX_DIGITS.test(totp) ? { totp } : null;
}

function TotpForm(props: FormProps): ReactElement {
  const t = useT();
  const { submit, field } = useTyped(props, { read: readTotp, missing: 'factors.code-missing' });
  return (
    <TypedForm submit={submit} isSending={props.isSending}>
      <TextInput
        {...field}
        label={t('factors.code-label')}
        help={t('factors.code-help')}
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={10}
      />
    </TypedForm>
  );
}

const readRecovery = (text: string): FactorAnswer | null =>
  text.trim() === '' ? null : { recoveryCode: text.trim() };

function RecoveryForm(props: FormProps): ReactElement {
  const t = useT();
  const { submit, field } = useTyped(props, {
    read: readRecovery,
    missing: 'factors.recovery-missing',
  });
  return (
    <TypedForm submit={submit} isSending={props.isSending}>
      <p className="text-sm text-warn">{t('factors.recovery-hold')}</p>
      <TextInput
        {...field}
        label={t('factors.recovery-label')}
        help={t('factors.recovery-help')}
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
      />
    </TypedForm>
  );
}

const readPassword = (password: string): FactorAnswer | null =>
  password === '' ? null : { password };

function PasswordForm(props: FormProps): ReactElement {
  const t = useT();
  const { submit, field } = useTyped(props, {
    read: readPassword,
    missing: 'message.enter-password',
  });
  return (
    <TypedForm submit={submit} isSending={props.isSending}>
      <PasswordInput
        {...field}
        label={t('access.password-label')}
        name="password"
        autoComplete="current-password"
        dir="ltr"
        showLabel={t('access.show-password')}
        hideLabel={t('access.hide-password')}
      />
    </TypedForm>
  );
}

function PasskeyForm(
  props: FormProps & { readonly options: Readonly<Record<string, unknown>> },
): ReactElement {
  const { isSending, error, onAnswer, options } = props;
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<MessageKey | null>(null);
  const use = async (): Promise<void> => {
    setProblem(null);
    setIsAsking(true);
    const answer = await askPasskey(options);
    setIsAsking(false);
    if (answer.ok) onAnswer({ passkey: answer.value });
    else setProblem(answer.failure);
  };
  const shown = problem === null ? error : t(problem);
  const busy = isAsking
    ? t('factors.passkey-making')
    : isSending
      ? t('factors.checking')
      : undefined;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('factors.passkey-lead')}</p>
      {shown !== null && !isAsking && <ErrorNote>{shown}</ErrorNote>}
      <Button size="lg" wide busy={busy} onClick={() => void use()}>
        {t('factors.passkey-use')}
      </Button>
    </div>
  );
}

/** Asks for one proof, the strongest first, with the others a step away. */
export function FactorForm(
  props: FormProps & {
    readonly methods: readonly FormMethod[];
    readonly passkeyOptions: Readonly<Record<string, unknown>> | undefined;
  },
): ReactElement | null {
  const { methods, passkeyOptions = {}, ...form } = props;
  const t = useT();
  const [chosen, setChosen] = useState<FormMethod | null>(null);
  const method = chosen ?? methods[0];
  const others = methods.filter((one) => one !== method && one !== 'password');
  if (method === undefined) return null;
  return (
    <div className="grid gap-4">
      <div key={method}>
        {method === 'totp' && <TotpForm {...form} />}
        {method === 'recovery' && <RecoveryForm {...form} />}
        {method === 'password' && <PasswordForm {...form} />}
        {method === 'passkey' && <PasskeyForm {...form} options={passkeyOptions} />}
      </div>
      {others.length > 0 && (
        <div className="-ms-3 flex flex-wrap gap-2">
          {others.map((one) => (
            <Button key={one} variant="ghost" size="sm" onClick={() => setChosen(one)}>
              {one === 'password' ? null : t(USE[one])}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
