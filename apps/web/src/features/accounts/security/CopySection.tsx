import { Button, ErrorNote, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useBeginCopy, useCopy } from './api.ts';
import { useProblem } from './use-problem.ts';

/** Brings the file that is ready onto the device. */
function Get(props: {
  readonly id: string;
  readonly onProblem: (text: string | null) => void;
}): ReactElement {
  const { id, onProblem } = props;
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const get = async (): Promise<void> => {
    setIsBusy(true);
    onProblem(null);
    const got = await download('accounts.exported-data', { params: { id }, query: { as: 'file' } });
    setIsBusy(false);
    if (!got.ok) onProblem(failureText(got.failure, t));
  };
  return (
    <Button size="sm" busy={isBusy ? t('security.sending') : undefined} onClick={() => void get()}>
      {t('security.copy-get')}
    </Button>
  );
}

/** Everything kept about the account, in one file. */
export function CopySection(): ReactElement {
  const t = useT();
  const begin = useBeginCopy();
  const [id, setId] = useState<string | null>(null);
  const { problem, clear, tell } = useProblem();
  const [getting, setGetting] = useState<string | null>(null);
  const { data: copy } = useCopy(id);
  const isMaking = begin.isPending || (id !== null && (copy?.state ?? 'preparing') === 'preparing');
  const isReady = copy?.state === 'ready';
  const ask = (): void => {
    clear();
    begin.mutate(undefined, { onSuccess: (made) => setId(made.id), onError: tell });
  };
  return (
    <SectionCard
      title={t('security.copy')}
      lead={t('security.copy-lead')}
      action={
        <>
          <Button
            variant="secondary"
            size="sm"
            busy={isMaking ? t('security.copy-making') : undefined}
            onClick={ask}
          >
            {t(id === null ? 'security.copy-begin' : 'security.copy-again')}
          </Button>
          {id !== null && isReady && <Get id={id} onProblem={setGetting} />}
        </>
      }
    >
      <div role="status">
        {isReady && (
          <p className="mt-3 text-sm text-ink-2">
            {t('security.copy-ready', { when: formatTime(copy.expiresAt) })}
          </p>
        )}
      </div>
      {copy?.state === 'failed' && (
        <ErrorNote className="mt-3">{t('security.copy-failed')}</ErrorNote>
      )}
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      {getting !== null && <ErrorNote className="mt-3">{getting}</ErrorNote>}
    </SectionCard>
  );
}
