import { formatDecimal, neg, parseDecimal } from '@candor/kernel';
import type { PlanExitQuote, PlanOrder } from '@candor/protocol/light';
import {
  Amount,
  Button,
  Dialog,
  ErrorNote,
  KeyValue,
  Note,
  SourceLine,
  formatNumber,
  useT,
} from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import { PlanAftermath } from '../PlanAftermath.tsx';
import { pageNow } from '../../../lib/clock.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { useHeld } from '../../../lib/use-held.ts';
import { centWords } from '../../../lib/figure-words.ts';
import { usePlanCommand } from './use-plan-command.ts';

type HeldQuote = { readonly quote: PlanExitQuote; readonly askedAt: number };

/** An amount as what it costs: below zero. */
function cost(text: string): string {
  const read = parseDecimal(text);
  return read === null ? '' : formatDecimal(neg(read));
}

/** The figures as they are held, and that they ended. */
function Figures(props: {
  readonly held: HeldQuote;
  readonly isSending: boolean;
  readonly onRenew: () => void;
  readonly onLeave: () => void;
}): ReactElement {
  const { held, isSending, onRenew, onLeave } = props;
  const { quote, askedAt } = held;
  const t = useT();
  const leftMs = useHeld({ askedAt, heldMs: quote.heldMs });
  // What was sent is sent again as it was: an answer may be on its way.
  const isOver = leftMs === 0 && !isSending;
  return (
    <div className="mt-3 grid gap-4">
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('plans.exit-value')}>
          <Amount value={quote.value} />
        </KeyValue>
        <KeyValue label={t('plans.exit-fees')}>
          <Amount value={quote.fees} />
        </KeyValue>
        <KeyValue label={t('plans.exit-share')}>
          <Amount value={cost(quote.share)} />
        </KeyValue>
        <KeyValue label={t('plans.exit-early')}>
          <Amount value={cost(quote.early)} />
        </KeyValue>
        <KeyValue label={t('plans.exit-receive')}>
          <Amount value={quote.receive} className="text-lg font-semibold" />
        </KeyValue>
      </dl>
      {quote.isLastKnown && <Note tone="warn">{t('plans.exit-last-known')}</Note>}
      <ul className="grid gap-1">
        {quote.prices.map(({ code, price, tickId }) => (
          <li key={code}>
            <SourceLine state={isOver ? 'stale' : 'checkable'}>
              <bdi dir="ltr">{`${code} ${formatNumber(price, { placesMin: 2 })} · ${tickId}`}</bdi>
            </SourceLine>
          </li>
        ))}
      </ul>
      {isOver ? (
        <>
          <p className="text-sm text-warn">{t('plans.exit-over')}</p>
          <Button size="lg" wide onClick={onRenew}>
            {t('plans.exit-renew')}
          </Button>
        </>
      ) : (
        <>
          <p role="timer" className="text-sm text-ink-2">
            {t('plans.exit-held', { seconds: String(Math.ceil(leftMs / 1_000)) })}
          </p>
          <Button
            size="lg"
            wide
            variant="danger"
            busy={isSending ? t('ticket.sending') : undefined}
            onClick={onLeave}
          >
            {t('plans.leave')} {centWords(quote.receive)}
          </Button>
        </>
      )}
    </div>
  );
}

function Body(props: { readonly order: PlanOrder; readonly onClose: () => void }): ReactElement {
  const { order, onClose } = props;
  const t = useT();
  const [held, setHeld] = useState<HeldQuote | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [round, setRound] = useState(0);
  const command = usePlanCommand(order.id);
  useEffect(() => {
    let isGone = false;
    const askedAt = pageNow();
    const read = async (): Promise<void> => {
      const answer = await call('plans.quoteExit', { params: { id: order.id } });
      if (isGone) return;
      if (answer.ok) setHeld({ quote: answer.value, askedAt });
      setFailure(answer.ok ? null : answer.failure);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [order.id, round]);
  const renew = (): void => {
    command.clear();
    setHeld(null);
    setFailure(null);
    setRound((count) => count + 1);
  };
  const retry = (
    <Button variant="secondary" size="sm" onClick={renew}>
      {t('plans.exit-renew')}
    </Button>
  );
  if (failure !== null) return <ErrorNote action={retry}>{failureText(failure, t)}</ErrorNote>;
  if (held === null) {
    return (
      <p role="status" className="mt-3 text-ink-2">
        {t('plans.exit-asking')}
      </p>
    );
  }
  if (command.failure !== null) return <ErrorNote action={retry}>{command.refusal}</ErrorNote>;
  return (
    <>
      <Figures
        key={held.quote.quoteId}
        held={held}
        isSending={command.isSending}
        onRenew={renew}
        onLeave={() => {
          void command.exit(held.quote.quoteId).then((isDone) => isDone && onClose());
        }}
      />
      <PlanAftermath aftermath={command.aftermath} />
    </>
  );
}

/** Leaves a plan at figures that were read: what is confirmed is what was shown. */
export function LeaveDialog(props: {
  readonly order: PlanOrder;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { order, open, onClose } = props;
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('plans.leave')}>
      <p className="mt-2 text-sm text-ink-2">{t('plans.leave-text')}</p>
      <Body order={order} onClose={onClose} />
    </Dialog>
  );
}
