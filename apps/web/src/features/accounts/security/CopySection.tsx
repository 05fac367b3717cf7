import { Button, ErrorNote, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { download } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useBeginCopy, useCopy } from './api.ts';
import { useProblem } from './use-problem.ts';

function Ready(props: { readonly id: string; readonly until: number }): ReactElement {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const get = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    const got = await download('accounts.exported-data', {
      params: { id: props.id },
      query: { as: 'file' },
    });
    setIsBusy(false);
    if (!got.ok) setProblem(failureText(got.failure, t));
  };
  return (
    <div className="mt-4 grid justify-items-start gap-3" role="status">
      <p className="text-sm text-ink-2">
        {t('security.copy-ready', { when: formatTime(props.until) })}
      </p>
      <Button busy={isBusy ? t('security.sending') : undefined} onClick={() => void get()}>
        {t('security.copy-get')}
      </Button>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
    </div>
  );
}

/** Everything kept about the account, in one file. */
export function CopySection(): ReactElement {
  const t = useT();
  const begin = useBeginCopy();
  const [id, setId] = useState<string | null>(null);
  const { problem, clear, tell } = useProblem();
  const { data: copy } = useCopy(id);
  const isMaking = begin.isPending || (id !== null && (copy?.state ?? 'preparing') === 'preparing');
  const ask = (): void => {
    clear();
    begin.mutate(undefined, { onSuccess: (made) => setId(made.id), onError: tell });
  };
  return (
    <SectionCard title={t('security.copy')} lead={t('security.copy-lead')}>
      {id !== null && copy?.state === 'ready' && <Ready id={id} until={copy.expiresAt} />}
      {copy?.state === 'failed' && (
        <ErrorNote className="mt-3">{t('security.copy-failed')}</ErrorNote>
      )}
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      <Button
        variant="secondary"
        className="mt-4"
        busy={isMaking ? t('security.copy-making') : undefined}
        onClick={ask}
      >
        {t(id === null ? 'security.copy-begin' : 'security.copy-again')}
      </Button>
    </SectionCard>
  );
}
