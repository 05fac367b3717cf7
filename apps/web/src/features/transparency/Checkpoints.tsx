import { Button, ErrorNote, Note, formatNumber, formatTime, useT } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type HeldCheckpoint, listHeld } from '../../lib/checkpoints.ts';
import { saveFile } from '../../lib/download.ts';
import { ask } from '../../lib/query.ts';
import { type HeldCheck, checkHeld } from './held.ts';

/** One is signed each minute. */
const FRESH_MS = 60_000;

function save({ note, size }: HeldCheckpoint): void {
  saveFile({ name: `checkpoint-${size}.txt`, file: new Blob([note], { type: 'text/plain' }) });
}

/** The newest that was signed of the tape, and what this browser kept of what it was given. */
export function Checkpoints(): ReactElement {
  const t = useT();
  const latest = useQuery({
    queryKey: ['market.checkpoint'],
    queryFn: ({ signal }) => ask('market.checkpoint', { signal }),
    staleTime: FRESH_MS,
  });
  const [held] = useState(listHeld);
  const newest = held.at(-1);
  return (
    <div className="grid gap-4 p-5">
      {latest.data !== undefined && (
        <p className="text-sm text-ink-2">
          {t('trust.signed-last', {
            ticks: formatNumber(String(latest.data.size)),
            when: `\u2068${formatTime(latest.data.at)}\u2069`,
          })}
        </p>
      )}
      {newest === undefined ? (
        <p className="text-sm text-ink-2">{t('trust.signed-none')}</p>
      ) : (
        <Held count={held.length} newest={newest} />
      )}
    </div>
  );
}

function Held(props: { readonly count: number; readonly newest: HeldCheckpoint }): ReactElement {
  const { count, newest } = props;
  const t = useT();
  const [check, setCheck] = useState<HeldCheck | 'running' | null>(null);
  const run = (): void => {
    setCheck('running');
    void checkHeld().then(setCheck);
  };
  return (
    <>
      <p className="text-sm text-ink-2">
        {t('trust.signed-held', { count: formatNumber(String(count)) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={run} disabled={check === 'running'}>
          {t('trust.signed-check')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => save(newest)}>
          {t('trust.signed-save')}
        </Button>
      </div>
      <div role="status">
        {check !== null && check !== 'running' && check.kind === 'holds' && (
          <Note>{t('trust.signed-good')}</Note>
        )}
        {check !== null && check !== 'running' && check.kind === 'unchecked' && (
          <Note>{t('trust.signed-unchecked')}</Note>
        )}
      </div>
      {check !== null && check !== 'running' && check.kind === 'contradicted' && (
        <ErrorNote
          title={t('trust.signed-bad')}
          action={
            <Button variant="secondary" size="sm" onClick={() => save(check.held)}>
              {t('trust.signed-save-this')}
            </Button>
          }
        >
          {t('trust.signed-bad-text')}
        </ErrorNote>
      )}
    </>
  );
}
