import { formatDecimal } from '@candor/kernel';
import type { CallResult, MarketInfo, Order } from '@candor/protocol/light';
import {
  Amount,
  Button,
  KeyValue,
  Note,
  Price,
  Skeleton,
  formatNumber,
  placesOfStep,
  toast,
  useT,
} from '@candor/ui';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { pageNow } from '../../../lib/clock.ts';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { useOffline } from '../../../lib/connectivity.ts';
import { HeldPrice } from '../order/HeldPrice.tsx';
import { useOnce } from '../order/use-once.ts';
import { useReverseContract } from '../order/end-commands.ts';
import { openLots } from './manage.ts';
import { useCountdown } from '../order/use-countdown.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

type Quote = CallResult<'contracts.quote'>;
type Held =
  | { readonly kind: 'asking' }
  | { readonly kind: 'held'; readonly quote: Quote; readonly askedAt: number }
  | { readonly kind: 'refused'; readonly failure: CallFailure; readonly askedAt: number };

type Props = {
  readonly order: Order;
  readonly info: MarketInfo;
  readonly onClose: () => void;
};

/** Closes a position and opens the same size the other way: both, or neither. */
export function ReverseOrder(props: Props): ReactElement {
  const { order } = props;
  const t = useT();
  const [held, setHeld] = useState<Held>({ kind: 'asking' });
  const { id, code, leverage, direction } = order;
  const lots = formatDecimal(openLots(order));
  const ask = useCallback(async () => {
    const askedAt = pageNow();
    const answer = await call('contracts.quote', {
      body: {
        code,
        direction: direction === 'buy' ? 'sell' : 'buy',
        orderType: 'market',
        lots,
        leverage,
        reverseOf: id,
      },
    });
    setHeld(
      answer.ok
        ? { kind: 'held', quote: answer.value, askedAt }
        : { kind: 'refused', failure: answer.failure, askedAt },
    );
  }, [id, code, direction, lots, leverage]);
  useEffect(() => {
    const timer = setTimeout(() => void ask(), 0);
    return () => clearTimeout(timer);
  }, [ask]);
  const askAgain = (): void => {
    setHeld({ kind: 'asking' });
    void ask();
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">
        {t(direction === 'buy' ? 'orders.reverse-long' : 'orders.reverse-short', {
          lots: formatNumber(lots),
        })}
      </p>
      {held.kind === 'asking' ? (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-16" />
          <Skeleton className="h-12" />
        </div>
      ) : (
        <Confirm key={held.askedAt} {...props} held={held} onAsk={askAgain} />
      )}
    </div>
  );
}

function Confirm(
  props: Props & { readonly held: Exclude<Held, { kind: 'asking' }>; readonly onAsk: () => void },
): ReactElement {
  const { order, info, held, onAsk, onClose } = props;
  const t = useT();
  const isOffline = useOffline();
  const left = useCountdown(held.askedAt);
  const [problem, setProblem] = useSentence();
  const [isLate, setIsLate] = useState(false);
  const reverse = useReverseContract(() => setIsLate(true));
  const quote = held.kind === 'held' ? held.quote : null;
  const refusal = held.kind === 'refused' ? failureText(held.failure, t) : null;
  const isOver = quote !== null && left.isOver && !reverse.isPending && !isLate;
  const send = useOnce(async () => {
    setProblem(null);
    const end = await reverse.mutateAsync({ id: order.id, quoteId: quote?.quoteId });
    setIsLate(end.kind === 'unknown');
    if (end.kind === 'done') {
      const { closed, opened } = end.result;
      const style = { placesMin: placesOfStep(info.tickSize) };
      toast({
        title: t('orders.reversed', {
          price: formatNumber(opened.openPrice ?? opened.price, style),
        }),
        text: t('orders.reversed-result', {
          profit: formatNumber(closed.profit ?? null, { places: 2, sign: 'always' }),
        }),
      });
      onClose();
    } else if (end.kind === 'refused') setProblem((read) => failureText(end.failure, read));
    else setProblem((read) => openEndText(end, read, 'orders.not-amended'));
  });
  return (
    <>
      {quote !== null && <HeldPrice price={quote.price} tickSize={info.tickSize} left={left} />}
      <dl className="grid gap-1 text-sm">
        <KeyValue label={t('orders.close-near')}>
          <Price value={order.markPrice} tickSize={info.tickSize} />
        </KeyValue>
        <KeyValue label={t('orders.result-before')}>
          <Amount value={order.floatingPnL} signed />
        </KeyValue>
        <KeyValue label={t('orders.reverse-margin')}>
          <Amount value={quote?.margin} />
        </KeyValue>
        <KeyValue label={t('orders.reverse-fees')}>
          <Amount value={quote?.fee} />
        </KeyValue>
        <KeyValue label={t('ticket.most')}>
          <Amount value={quote?.maxLoss} />
        </KeyValue>
      </dl>
      {isLate && <Note tone="warn">{t('orders.asking')}</Note>}
      {(problem ?? refusal) !== null && <Note tone="error">{problem ?? refusal}</Note>}
      {isOver || refusal !== null ? (
        <Button size="lg" wide onClick={onAsk}>
          {t('ticket.new-price')}
        </Button>
      ) : (
        <Button
          size="lg"
          wide
          disabled={order.paused || isOffline}
          busy={reverse.isPending ? t('ticket.sending') : undefined}
          onClick={() => void send()}
        >
          {t(order.direction === 'buy' ? 'orders.reverse-to-short' : 'orders.reverse-to-long')}
        </Button>
      )}
    </>
  );
}
