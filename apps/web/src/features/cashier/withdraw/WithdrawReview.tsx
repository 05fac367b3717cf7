import { Amount, Button, ErrorNote, KeyValue, Note, useT } from '@candor/ui';
import { type ReactElement, useEffect, useRef } from 'react';
import { useHeld } from '../../../lib/use-held.ts';
import { placeText } from '../place-text.ts';
import type { HeldQuote, WithdrawalState } from './use-withdrawal.ts';

/** A quote for the minutes the server holds it: its figures, and the whole address. */
export function WithdrawReview(props: {
  readonly state: WithdrawalState;
  readonly held: HeldQuote;
}): ReactElement {
  const { state, held } = props;
  const { quote, entry, place, askedAt } = held;
  const { asset } = place;
  const t = useT();
  const leftMs = useHeld({ askedAt, heldMs: quote.heldMs });
  // What was sent is not asked for anew: an answer may be on its way.
  const isOver = leftMs === 0 && !state.isSending && !state.isLate;
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => buttons.current?.querySelector('button')?.focus(), [isOver]);
  return (
    <section aria-labelledby="withdraw-review" className="grid gap-4">
      <h2 id="withdraw-review" className="text-lg font-semibold">
        {t('withdraw.review')}
      </h2>
      <div className="grid gap-2 rounded-lg border border-line bg-sunken p-4">
        <p className="text-sm text-ink-2">
          {placeText(place, t)}
          {entry.label !== '' && (
            <>
              {' · '}
              <bdi>{entry.label}</bdi>
            </>
          )}
        </p>
        <p className="font-mono break-all">
          <bdi dir="ltr">{entry.address}</bdi>
        </p>
        <p className="text-sm text-warn">{t('withdraw.check')}</p>
      </div>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('withdraw.leaves')}>
          <Amount value={quote.amount} asset={asset} />
        </KeyValue>
        <KeyValue label={t('balance.our-fee')}>
          <Amount value={quote.fee} asset={asset} />
        </KeyValue>
        <KeyValue label={t('balance.network-fee')}>
          <Amount value={quote.networkFee} asset={asset} />
        </KeyValue>
        <KeyValue label={t('exchange.receive')}>
          <Amount value={quote.receive} asset={asset} />
        </KeyValue>
      </dl>
      <p role="timer" className={`text-sm ${isOver ? 'text-warn' : 'text-ink-2'}`}>
        {isOver
          ? t('withdraw.over')
          : t('withdraw.held', { seconds: String(Math.ceil(leftMs / 1_000)) })}
      </p>
      {state.refusal !== null && <ErrorNote>{state.refusal}</ErrorNote>}
      {state.isLate && <Note tone="warn">{t('withdraw.late')}</Note>}
      <div ref={buttons} className="grid gap-2">
        {isOver ? (
          <Button
            size="lg"
            wide
            busy={state.isAsking ? t('ticket.asking-price') : undefined}
            onClick={() => void state.ask()}
          >
            {t('withdraw.renew')}
          </Button>
        ) : (
          <Button
            size="lg"
            wide
            busy={state.isSending ? t('ticket.sending') : undefined}
            disabled={state.isLate}
            onClick={() => void state.send()}
          >
            {t('withdraw.confirm')}
          </Button>
        )}
        <Button variant="secondary" wide disabled={state.isSending} onClick={() => state.back()}>
          {t('common.back')}
        </Button>
      </div>
    </section>
  );
}
