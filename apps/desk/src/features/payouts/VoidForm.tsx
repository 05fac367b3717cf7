import type { PayoutBatch } from '@candor/protocol/desk-light';
import { Button } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { ask, failureOf } from '../../lib/query.ts';
import { useDeskT } from '../../lib/texts.ts';

/** Proposes that a batch can never be sent, with the transactions that show it. */
export function VoidForm(props: {
  readonly of: PayoutBatch;
  /** Exports what uses its nonces up; null for a member who may not. */
  readonly onCancel: (() => void) | null;
}): ReactElement {
  const { id, network } = props.of;
  const t = useDeskT();
  const [text, setText] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  const propose = async (): Promise<void> => {
    setSaid(null);
    setSending(true);
    const hashes = text.split(/\s+/).filter((hash) => hash !== '');
    try {
      await ask('payouts.void', { params: { id }, body: { hashes } });
      setText('');
      setSaid(t('payouts.void-opened'));
    } catch (error) {
      const failure = failureOf(error) ?? { name: 'unknown' as const };
      const field = 'field' in failure ? failure.field : undefined;
      const isOdd = failure.name === 'case-impossible';
      const why = field === 'network' ? t('payouts.void-silent') : t('payouts.void-odd');
      setSaid(isOdd ? why : failureText(failure, t));
    } finally {
      setSending(false);
    }
  };
  return (
    <details>
      <summary className="cursor-pointer">{t('payouts.void')}</summary>
      <div className="mt-2 grid gap-2">
        <p className="text-ink-3">{t('payouts.void-lead')}</p>
        {network === 'ethereum' && props.onCancel !== null && (
          <>
            <p className="text-ink-3">{t('payouts.cancel-lead')}</p>
            <Button
              size="sm"
              variant="secondary"
              className="justify-self-start"
              onClick={props.onCancel}
            >
              {t('payouts.cancel')}
            </Button>
          </>
        )}
        {network !== 'tron' && (
          <label className="grid gap-1">
            {t('payouts.void-hashes')}
            <textarea
              className="mono min-h-[64px] border border-line bg-surface p-2"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
        )}
        <p role="status">{said}</p>
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          disabled={isSending}
          onClick={() => void propose()}
        >
          {t('payouts.void-propose')}
        </Button>
      </div>
    </details>
  );
}
