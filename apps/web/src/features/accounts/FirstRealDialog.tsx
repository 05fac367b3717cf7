import type { Appropriateness, AppropriatenessAnswers } from '@candor/protocol/light';
import { Button, Dialog, ErrorNote, Note, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waiting } from '../../lib/Paged.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { FirstRealForm } from './FirstRealForm.tsx';
import { useAnswer, useAppropriateness } from './first-real-api.ts';

/** Everything before the first real order: questions, risk, a warning where it is due, the wait. */
export function FirstRealDialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { open, onClose } = props;
  const t = useT();
  const { data, error } = useAppropriateness();
  const failure = failureOf(error);
  return (
    <Dialog open={open} onClose={onClose} title={t('first-real.title')}>
      {data !== undefined ? (
        <Steps now={data} onClose={onClose} />
      ) : failure === null ? (
        <Waiting rows={2} className="mt-4 grid gap-3" />
      ) : (
        <ErrorNote className="mt-4">{failureText(failure, t)}</ErrorNote>
      )}
    </Dialog>
  );
}

function Steps(props: {
  readonly now: Appropriateness;
  readonly onClose: () => void;
}): ReactElement {
  const { now, onClose } = props;
  // The answers a warning was about; going on in spite of it sends the same ones again.
  const [answers, setAnswers] = useState<AppropriatenessAnswers | null>(null);
  if (now.status === 'coolingOff' || now.status === 'open') {
    return <Done now={now} onClose={onClose} />;
  }
  if (now.status === 'warned' && answers !== null) {
    return <Warned answers={answers} now={now} onAgain={() => setAnswers(null)} />;
  }
  return <FirstRealForm riskVersion={now.riskVersion} onAnswered={setAnswers} />;
}

function Warned(props: {
  readonly answers: AppropriatenessAnswers;
  readonly now: Appropriateness;
  readonly onAgain: () => void;
}): ReactElement {
  const { answers, now, onAgain } = props;
  const t = useT();
  const sending = useAnswer();
  const failure = failureOf(sending.error);
  return (
    <div className="mt-4 grid gap-4">
      <Note tone="warn" title={t('first-real.warned-title')}>
        {t('first-real.warned-text')}
      </Note>
      {failure !== null && (
        <ErrorNote title={t('first-real.failed')}>{failureText(failure, t)}</ErrorNote>
      )}
      <Button onClick={onAgain}>{t('first-real.again')}</Button>
      <Button
        variant="secondary"
        busy={sending.isPending ? t('first-real.sending') : undefined}
        onClick={() =>
          sending.mutate({
            answers: { ...answers, warningAccepted: true },
            riskVersion: now.riskVersion,
          })
        }
      >
        {t('first-real.warned-accept')}
      </Button>
    </div>
  );
}

function Done(props: {
  readonly now: Appropriateness;
  readonly onClose: () => void;
}): ReactElement {
  const { now, onClose } = props;
  const t = useT();
  const isOpen = now.status === 'open';
  return (
    <div className="mt-4 grid gap-4">
      <p className="font-semibold">{t(isOpen ? 'first-real.open' : 'first-real.done-title')}</p>
      {!isOpen && (
        <p className="text-ink-2">
          {t('first-real.waiting', { when: `\u2068${formatTime(now.realFrom ?? 0)}\u2069` })}
        </p>
      )}
      <Button onClick={onClose}>{t('common.close')}</Button>
    </div>
  );
}
