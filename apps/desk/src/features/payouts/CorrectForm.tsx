import { Button } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { ask, failureOf } from '../../lib/query.ts';
import { useDeskT } from '../../lib/texts.ts';

/** Puts another hash in the place of one that was handed in wrongly. */
export function CorrectForm(props: {
  readonly batchId: string;
  readonly withdrawalId: string;
}): ReactElement {
  const { batchId: id, withdrawalId } = props;
  const t = useDeskT();
  const [hash, setHash] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const correct = async (): Promise<void> => {
    setSaid(null);
    setSending(true);
    try {
      const body = { withdrawalId, hash: hash.trim() };
      await ask('payouts.correct', { params: { id }, body });
      setSaid(t('payouts.correct-done'));
    } catch (error) {
      const failure = failureOf(error) ?? { name: 'unknown' as const };
      const field = 'field' in failure ? failure.field : undefined;
      if (failure.name !== 'case-impossible') setSaid(failureText(failure, t));
      else if (field === 'network') setSaid(t('payouts.void-silent'));
      else setSaid(t(field === 'hash' ? 'payouts.correct-new' : 'payouts.correct-old'));
    } finally {
      setSending(false);
    }
  };
  return (
    <details className="w-full">
      <summary className="cursor-pointer">{t('payouts.correct')}</summary>
      <div className="mt-2 grid gap-2">
        <label className="grid gap-1">
          {t('payouts.correct-hash')}
          <input
            className="mono border border-line bg-surface p-2"
            value={hash}
            onChange={(event) => setHash(event.target.value)}
          />
        </label>
        <p role="status">{said}</p>
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          disabled={isSending}
          onClick={() => void correct()}
        >
          {t('payouts.correct')}
        </Button>
      </div>
    </details>
  );
}
