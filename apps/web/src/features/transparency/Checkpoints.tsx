import {
  Button,
  CheckMark,
  ErrorNote,
  Note,
  Skeleton,
  formatNumber,
  formatTime,
  useT,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { type HeldCheckpoint, listHeld } from '../../lib/checkpoints.ts';
import { saveFile } from '../../lib/download.ts';
import { ask, failureOf } from '../../lib/query.ts';
import { type HeldCheck, checkHeld } from './held.ts';

/** One is signed each minute. */
const FRESH_MS = 60_000;

function save({ note, size }: HeldCheckpoint): void {
  saveFile({ name: `checkpoint-${size}.txt`, file: new Blob([note], { type: 'text/plain' }) });
}

/** How much of the tape a checkpoint is about, and when it was signed. */
const figuresOf = ({ size, at }: { readonly size: number; readonly at: number }) => ({
  ticks: formatNumber(String(size)),
  when: `\u2068${formatTime(at)}\u2069`,
});

/** The newest that was signed of the tape. */
function Latest(): ReactElement {
  const t = useT();
  const latest = useQuery({
    queryKey: ['market.checkpoint'],
    queryFn: ({ signal }) => ask('market.checkpoint', { signal }),
    staleTime: FRESH_MS,
  });
  const failure = failureOf(latest.error);
  if (latest.data !== undefined) {
    return <p className="text-sm text-ink-2">{t('trust.signed-last', figuresOf(latest.data))}</p>;
  }
  if (failure === null) return <Skeleton className="h-5 w-64 max-w-full" />;
  if (failure.name === 'not-found') {
    return <p className="text-sm text-ink-2">{t('trust.signed-first')}</p>;
  }
  return (
    <ReadFailed
      title={t('trust.signed-failed')}
      failure={failure}
      onRetry={() => void latest.refetch()}
    />
  );
}

/** What checking came to, in one sentence; of one that does not hold, which it is. */
function Verdict({ check }: { readonly check: HeldCheck }): ReactElement {
  const t = useT();
  if (check.kind === 'holds') {
    return (
      <p className="flex items-baseline gap-2 text-sm font-semibold text-accent">
        <CheckMark size={14} />
        {t('trust.signed-good')}
      </p>
    );
  }
  if (check.kind === 'unchecked') return <Note>{t('trust.signed-unchecked')}</Note>;
  return (
    <ErrorNote
      title={t('trust.signed-bad')}
      action={
        <Button variant="secondary" size="sm" onClick={() => save(check.held)}>
          {t('trust.signed-save-this')}
        </Button>
      }
    >
      {t('trust.signed-bad-text')} {t('trust.signed-which', figuresOf(check.held))}
    </ErrorNote>
  );
}

function Held(props: { readonly count: number; readonly newest: HeldCheckpoint }): ReactElement {
  const { count, newest } = props;
  const t = useT();
  const [check, setCheck] = useState<HeldCheck | 'running' | null>(null);
  const run = (): void => {
    setCheck('running');
    // What breaks on the way says nothing about the tape, and may be tried again.
    void checkHeld().then(setCheck, () => setCheck({ kind: 'unchecked' }));
  };
  return (
    <>
      <p className="text-sm text-ink-2">
        {t('trust.signed-held', { count: formatNumber(String(count)) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          onClick={run}
          busy={check === 'running' ? t('receipt.rules-running') : undefined}
        >
          {t('trust.signed-check')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => save(newest)}>
          {t('trust.signed-save')}
        </Button>
      </div>
      {/* On the page before it speaks, so that it is heard; empty it takes no room. */}
      <div role="status" className="empty:-mt-4">
        {check !== null && check !== 'running' && <Verdict check={check} />}
      </div>
    </>
  );
}

/** The newest that was signed of the tape, and what this browser kept of what it was given. */
export function Checkpoints(): ReactElement {
  const t = useT();
  const [held] = useState(listHeld);
  const newest = held.at(-1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <Latest />
      {newest === undefined ? (
        <p className="text-sm text-ink-2">{t('trust.signed-none')}</p>
      ) : (
        <Held count={held.length} newest={newest} />
      )}
    </div>
  );
}
