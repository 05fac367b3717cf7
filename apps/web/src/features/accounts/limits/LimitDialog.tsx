import { Button, DecimalField, Dialog, ErrorNote, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { type Limit, useSetLimit } from './api.ts';
import { kindKey, periodKey } from './words.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

/** USDT has six places. */
const PLACES = 6;

const isAboveZero = (text: string | null): text is string => text !== null && /[1-9]/.test(text);

/** Asks for another amount of one limit, or for none. */
export function LimitDialog(props: {
  readonly limit: Limit;
  readonly onClose: () => void;
}): ReactElement {
  const { limit, onClose } = props;
  const t = useT();
  const set = useSetLimit();
  const [amount, setAmount] = useState<string | null>(limit.amount ?? '');
  const [isTried, setIsTried] = useState(false);
  const [problem, setProblem] = useSentence();
  const names = { kind: t(kindKey(limit.kind)), period: t(periodKey(limit.period)) };

  const send = (wished: string | null): void => {
    setProblem(null);
    const { kind, period } = limit;
    set.mutate(
      { kind, period, amount: wished },
      {
        onSuccess: ({ effectiveAt }) => {
          const isNow = effectiveAt <= wallNow() + 60_000;
          const when = formatTime(effectiveAt);
          toast({ title: isNow ? t('limits.holds-now') : t('limits.holds-later', { when }) });
          onClose();
        },
        onError: (error) => {
          const why = failureOf(error);
          setProblem((read) =>
            why === null ? read('message.unknown-error') : failureText(why, read),
          );
        },
      },
    );
  };
  const save = (): void => {
    setIsTried(true);
    if (isAboveZero(amount)) send(amount);
  };
  const canRemove = limit.amount !== undefined && limit.pending?.amount !== null;
  const busy = set.isPending ? t('limits.saving') : undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('limits.dialog-title', names)}
      actions={
        <>
          {canRemove && (
            <Button variant="secondary" busy={busy} onClick={() => send(null)}>
              {t('limits.remove')}
            </Button>
          )}
          <Button busy={busy} onClick={save}>
            {t('limits.save')}
          </Button>
        </>
      }
    >
      <DecimalField
        className="mt-4"
        label={t('limits.amount')}
        unit="USDT"
        places={PLACES}
        value={amount}
        onChange={setAmount}
        help={t('limits.amount-help')}
        error={isTried && !isAboveZero(amount) ? t('limits.amount-missing') : null}
      />
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
    </Dialog>
  );
}
