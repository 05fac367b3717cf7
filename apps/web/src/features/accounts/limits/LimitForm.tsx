import { Button, DecimalField, ErrorNote, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { type Limit, useSetLimit } from './api.ts';
import { kindKey, periodKey } from './words.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

/** USDT has six places. */
const PLACES = 6;

const isAboveZero = (text: string | null): text is string => text !== null && /[1-9]/.test(text);

/** Another amount of one limit, or none, typed where the limit stands. */
export function LimitForm(props: {
  readonly limit: Limit;
  readonly onClose: () => void;
}): ReactElement {
  const { limit, onClose } = props;
  const t = useT();
  const set = useSetLimit();
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState<string | null>(limit.amount ?? '');
  const [isTried, setIsTried] = useState(false);
  const [problem, setProblem] = useSentence();
  const names = { kind: t(kindKey(limit.kind)), period: t(periodKey(limit.period)) };
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    const node = form.current;
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose();
    };
    node?.addEventListener('keydown', leave);
    return () => node?.removeEventListener('keydown', leave);
  }, [onClose]);

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
    <form
      ref={form}
      aria-label={t('limits.form-title', names)}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DecimalField
        label={t('limits.limit')}
        unit="USDT"
        places={PLACES}
        value={amount}
        onChange={setAmount}
        help={t('limits.amount-help')}
        error={isTried && !isAboveZero(amount) ? t('limits.amount-missing') : null}
      />
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <div className="flex flex-wrap gap-2 max-desktop:*:min-h-11">
        <Button type="submit" size="sm" busy={busy}>
          {t('limits.save')}
        </Button>
        {canRemove && (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => send(null)}>
            {t('limits.remove')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
