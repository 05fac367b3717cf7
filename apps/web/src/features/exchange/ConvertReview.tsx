import { Button, KeyValue, Num, SourceLine, formatNumber, formatTime, useT } from '@candor/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { AftermathNote } from '../../lib/AftermathNote.tsx';
import { useHeld } from '../../lib/use-held.ts';
import type { ConversionState, Held } from './use-conversion.ts';

const inUsdt = (text: string): string => `${formatNumber(text, { placesMin: 2 })} USDT`;

/** A quote as the server holds it, for the seconds it is held. */
export function ConvertReview(props: {
  readonly state: ConversionState;
  readonly held: Held;
}): ReactElement {
  const { state, held } = props;
  const { quote, askedAt } = held;
  const { from, to } = quote;
  const t = useT();
  const leftMs = useHeld({ askedAt, heldMs: quote.heldMs });
  // What was sent is sent again as it was: an answer may be on its way.
  const isOver = leftMs === 0 && state.aftermath === null && !state.isSending;
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), [isOver]);
  const seconds = Math.ceil(leftMs / 1_000);
  return (
    <section aria-labelledby="convert-review" className="grid gap-4">
      <h2 id="convert-review" className="text-lg font-semibold">
        {t('exchange.review')}
      </h2>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('exchange.give')}>
          <Num>{`${formatNumber(quote.amount)} ${from}`}</Num>
        </KeyValue>
        <KeyValue label={t('exchange.rate')}>
          <Num>{`1 ${from} = ${formatNumber(quote.rate)} ${to}`}</Num>
        </KeyValue>
        <KeyValue label={t('exchange.spread')}>
          <Num>{inUsdt(quote.spread)}</Num>
        </KeyValue>
        <KeyValue label={t('exchange.receive')}>
          <Num className="text-base font-semibold">{`${formatNumber(quote.receive)} ${to}`}</Num>
        </KeyValue>
      </dl>
      <ul className="grid gap-1">
        {quote.prices.map(({ code, side, price, source, receivedAt }) => (
          <li key={code}>
            <SourceLine state={isOver ? 'stale' : 'checkable'}>
              {t(side === 'sell' ? 'exchange.price-sell' : 'exchange.price-buy', {
                code: `\u2066${code}\u2069`,
                price: `\u2066${formatNumber(price)}\u2069`,
                source: `\u2068${source}\u2069`,
                time: formatTime(receivedAt, 'second'),
              })}
            </SourceLine>
          </li>
        ))}
      </ul>
      <p role="timer" className={`text-sm ${isOver ? 'text-warn' : 'text-ink-2'}`}>
        {isOver ? t('exchange.over') : t('exchange.held', { seconds: String(seconds) })}
      </p>
      <div ref={button} className="grid gap-2">
        {isOver ? (
          <Button
            size="lg"
            wide
            busy={state.isAsking ? t('ticket.asking-price') : undefined}
            onClick={() => void state.ask()}
          >
            {t('exchange.renew')}
          </Button>
        ) : (
          <Button
            size="lg"
            wide
            busy={state.isSending ? t('ticket.sending') : undefined}
            onClick={() => void state.send()}
          >
            {t('exchange.confirm', {
              amount: `\u2066${formatNumber(quote.amount)} ${from}\u2069`,
              receive: `\u2066${formatNumber(quote.receive)} ${to}\u2069`,
            })}
          </Button>
        )}
        <Button variant="secondary" wide onClick={() => state.back()} disabled={state.isSending}>
          {t('common.back')}
        </Button>
      </div>
      <AftermathNote aftermath={state.aftermath} refusal={undefined} />
    </section>
  );
}
