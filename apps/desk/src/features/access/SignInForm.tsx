import type { DeskCallResult, DeskFactor } from '@candor/protocol/desk-light';
import { Button, ErrorNote } from '@candor/ui';
import { askPasskey } from '@candor/ui/passkey';
import { type FormEvent, type ReactElement, useState } from 'react';
import { beginSession } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { CodeField, MailField, PasswordField, codeOf } from './fields.tsx';

type Question = DeskCallResult<'staff.sign-in'>;

/** Mail and password; the factor is asked for next, whatever was typed here was right. */
function FirstStep({ onAsked }: { readonly onAsked: (question: Question) => void }): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const missing = (text: string): string | null =>
    isTried && text === '' ? t('sign-in.missing') : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (email.trim() === '' || password === '') return;
    const answer = await command.send('staff.sign-in', { body: { email: email.trim(), password } });
    if (answer !== null) onAsked(answer.value);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <MailField value={email} onChange={setEmail} error={missing(email.trim())} />
      <PasswordField
        label={t('sign-in.password')}
        value={password}
        onChange={setPassword}
        error={missing(password)}
      />
      <Button type="submit" size="lg" wide busy={command.isBusy ? t('sign-in.busy') : undefined}>
        {t('sign-in.continue')}
      </Button>
    </form>
  );
}

/** Refusals after which this question can be answered no more. */
const OVER = new Set(['challenge-over', 'codes-closed', 'too-many']);

function SecondStep(props: {
  readonly question: Question;
  readonly onAgain: () => void;
}): ReactElement {
  const { question, onAgain } = props;
  const t = useDeskT();
  const command = useCommand();
  const [method, setMethod] = useState<DeskFactor>(
    question.methods.includes('passkey') ? 'passkey' : 'totp',
  );
  const [code, setCode] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const { challenge } = question;
  const byCode = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const totp = codeOf(code);
    setSaid(totp === null ? t('factors.code-missing') : null);
    if (totp === null) return;
    const answer = await command.send('staff.second', { body: { challenge, totp } });
    if (answer !== null) beginSession(answer.value);
  };
  const byPasskey = async (): Promise<void> => {
    setSaid(null);
    const asked = await askPasskey(question.passkeyOptions ?? {});
    if (!asked.ok) {
      setSaid(t(asked.failure));
      return;
    }
    const body = { challenge, passkey: asked.value };
    const answer = await command.send('staff.second', { body });
    if (answer !== null) beginSession(answer.value);
  };
  const isOver = command.failure !== null && OVER.has(command.failure.name);
  const other = question.methods.find((one) => one !== method);
  return (
    <div className="grid gap-4">
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      {!isOver && method === 'totp' && (
        <form noValidate onSubmit={(event) => void byCode(event)} className="grid gap-4">
          <CodeField value={code} onChange={setCode} error={said} />
          <Button
            type="submit"
            size="lg"
            wide
            busy={command.isBusy ? t('sign-in.busy') : undefined}
          >
            {t('sign-in.submit')}
          </Button>
        </form>
      )}
      {!isOver && method === 'passkey' && (
        <>
          {said !== null && <ErrorNote>{said}</ErrorNote>}
          <Button
            size="lg"
            wide
            busy={command.isBusy ? t('sign-in.busy') : undefined}
            onClick={() => void byPasskey()}
          >
            {t('factors.passkey-use')}
          </Button>
        </>
      )}
      <div className="-ms-3 flex flex-wrap gap-1">
        {!isOver && other !== undefined && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setSaid(null);
              command.clear();
              setMethod(other);
            }}
          >
            {t(other === 'totp' ? 'sign-in.use-code' : 'factors.use-passkey')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onAgain}>
          {t('factors.again')}
        </Button>
      </div>
    </div>
  );
}

/** Signing in: mail and password, then a code or a passkey, always both. */
export function SignInForm(): ReactElement {
  const [question, setQuestion] = useState<Question | null>(null);
  if (question === null) return <FirstStep onAsked={setQuestion} />;
  return <SecondStep question={question} onAgain={() => setQuestion(null)} />;
}
