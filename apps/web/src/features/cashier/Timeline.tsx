import { WITHDRAWAL_ENDS, type Withdrawal } from '@candor/protocol/light';
import { Button, ErrorNote, Note, Timeline as Steps, formatTime, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { performMoneyCommand } from '../../lib/money-commands.ts';

const ENDS: ReadonlySet<Withdrawal['state']> = new Set(WITHDRAWAL_ENDS);

/** A reason as the texts choose by it: their choices have no dashes. */
const reasonWord = (reason: string): string =>
  reason.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An address or a hash, and which of the two it is. */
function Long(props: { readonly label: string; readonly children: string }): ReactElement {
  return (
    <p className="text-xs text-ink-3">
      {props.label}{' '}
      <bdi dir="ltr" className="mono break-all text-ink-2">
        {props.children}
      </bdi>
    </p>
  );
}

/** Every state a withdrawal came to, whom it waits for and until when; cancelled while it can be. */
export function Timeline(props: {
  readonly withdrawal: Withdrawal;
  readonly onChange: () => void;
}): ReactElement {
  const { withdrawal, onChange } = props;
  const t = useT();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const cancel = async (): Promise<void> => {
    setProblem(null);
    setSending(true);
    const end = await performMoneyCommand({
      name: 'cashier.cancel-withdrawal',
      params: { id: withdrawal.id },
      body: {},
      onSilence: () => setLate(true),
    });
    setSending(false);
    setLate(end.kind === 'unknown');
    if (end.kind === 'refused') setProblem(failureText(end.failure, t));
    if (end.kind === 'notSent') setProblem(t('network.failed'));
    onChange();
  };
  const { steps, state, txHash, address } = withdrawal;
  return (
    <div className="grid gap-3">
      <Long label={t('book.address')}>{address}</Long>
      <Steps
        label={`${t('records.kind-withdrawal')} ${withdrawal.number}`}
        isOpen={!ENDS.has(state)}
        steps={steps.map(({ state: reached, at, reason, holder, deadline }, place) => {
          const isNow = place === steps.length - 1;
          const words = [
            reason === undefined ? '' : t('withdraw.reason', { reason: reasonWord(reason) }),
            !isNow || holder === undefined ? '' : t('withdraw.holder', { holder }),
            !isNow || deadline === undefined
              ? ''
              : t(reason === 'frozen' ? 'withdraw.again' : 'withdraw.until', {
                  when: formatTime(deadline),
                }),
          ].filter((one) => one !== '');
          return {
            key: `${reached} ${at} ${place}`,
            text: t('withdraw.state', { state: reached }),
            when: formatTime(at),
            ...(words.length === 0 ? {} : { note: words.join(' ') }),
          };
        })}
      />
      {txHash !== null && <Long label={t('deposit.hash')}>{txHash}</Long>}
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {isLate && <Note tone="warn">{t('withdraw.late')}</Note>}
      {withdrawal.canCancel && (
        <div>
          <Button
            variant="secondary"
            size="sm"
            busy={isSending ? t('ticket.sending') : undefined}
            onClick={() => void cancel()}
          >
            {t('withdraw.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}
