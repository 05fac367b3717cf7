import { Button, Note, formatNumber, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '../../lib/ConfirmDialog.tsx';
import { openEndText } from '../../lib/end-text.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useDemoReset } from './reset-api.ts';
import { useSentence } from '../../lib/use-sentence.ts';

/** Starts the demo anew, after saying what that closes. */
export function DemoReset(): ReactElement {
  const t = useT();
  const reset = useDemoReset();
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useSentence();
  const confirm = async (): Promise<void> => {
    setProblem(null);
    const end = await reset.mutateAsync();
    if (end.kind === 'done') {
      setIsAsked(false);
      const amount = formatNumber(end.result.amount, { places: 2 });
      toast({ title: t('account.demo-reset-done', { amount }) });
    } else if (end.kind === 'refused') setProblem((read) => failureText(end.failure, read));
    else setProblem((read) => openEndText(end, read, 'network.timeout'));
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('account.demo-reset')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('account.demo-reset-title')}
        action={t('account.demo-reset-confirm')}
        busy={reset.isPending ? t('ticket.sending') : undefined}
        onConfirm={() => void confirm()}
      >
        <p className="mt-2 text-ink-2">{t('account.demo-reset-text')}</p>
        {problem !== null && (
          <Note tone="error" className="mt-3">
            {problem}
          </Note>
        )}
      </ConfirmDialog>
    </>
  );
}
