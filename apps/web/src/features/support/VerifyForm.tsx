import { VERIFY_TEXT_MAX } from '@candor/protocol/light';
import { Button, Card, ErrorNote, TextArea, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { Verdict } from './Verdict.tsx';
import { useVerify } from './api.ts';
import { isAtForm, problemAt, textProblem } from './writing.ts';

/** Takes what a user received and says whether it is ours. */
export function VerifyForm(): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const verify = useVerify();
  const failure = failureOf(verify.error);
  const seen = textProblem(text, VERIFY_TEXT_MAX, t);
  const check = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (seen === null && !verify.isPending) verify.mutate(text);
  };
  return (
    <div className="grid content-start gap-4">
      <Card className="p-6 max-desktop:p-4">
        <form
          aria-label={t('page.verify-title')}
          noValidate
          onSubmit={check}
          className="grid gap-4"
        >
          <TextArea
            label={t('verify.label')}
            help={t('verify.help')}
            rows={8}
            value={text}
            error={problemAt('text', isTried ? seen : null, { failure, t })}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setIsTried(false);
              // An answer belongs to the text it was given for.
              verify.reset();
            }}
          />
          {failure !== null && isAtForm(failure, ['text']) && (
            <ErrorNote title={t('verify.failed')}>{failureText(failure, t)}</ErrorNote>
          )}
          <Button
            type="submit"
            className="justify-self-start max-desktop:min-h-12 max-desktop:w-full"
            busy={verify.isPending ? t('verify.checking') : undefined}
          >
            {t('verify.check')}
          </Button>
        </form>
      </Card>
      <div aria-live="polite">{verify.data !== undefined && <Verdict found={verify.data} />}</div>
    </div>
  );
}
