import type { Mode } from '@candor/kernel';
import {
  Amount,
  ArrowLeftIcon,
  Button,
  IconButton,
  KeyValue,
  Num,
  formatNumber,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { AftermathNote } from '../../lib/AftermathNote.tsx';
import { pageNow } from '../../lib/clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { periodText } from '../../lib/period.ts';
import { DirectionMark } from './DirectionMark.tsx';
import { OptionRisk } from './OptionRisk.tsx';
import type { OptionTicketState, QuotedOption } from './use-option-ticket.ts';
import { middleText, shareText } from './view.ts';

/** How long the server holds a rate. @source the server’s QUOTE_MS @units milliseconds */
const HELD_MS = 15_000;

type Props = {
  readonly ticket: OptionTicketState;
  readonly quoted: QuotedOption;
  readonly mode: Mode;
  readonly tickSize: string;
  readonly isOpen: boolean;
  /** The price of this moment, which it would open at; null without one. */
  readonly price: string | null;
  readonly notice: ReactNode;
  readonly source: ReactNode;
};

/** An option as the server will sell it, at a rate it holds for some seconds. */
export function OptionConfirm(props: Props): ReactElement {
  const { ticket, quoted } = props;
  const t = useT();
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton label={t('ticket.back')} onClick={() => ticket.back()} className="-ms-2.5">
          <ArrowLeftIcon />
        </IconButton>
        <h3 className="flex items-center gap-2 text-lg">
          <bdi dir="ltr">{quoted.body.code}</bdi>
          <span className="text-sm">
            <DirectionMark direction={quoted.body.direction} />
          </span>
        </h3>
        <span className="ms-auto text-sm text-ink-3">{periodText(quoted.body.period, t)}</span>
      </div>
      <Body key={quoted.round} {...props} />
    </>
  );
}

/** One rate's life; a new one begins a new count-down. */
function Body(props: Props): ReactElement {
  const { ticket, quoted, mode, tickSize, isOpen, price, notice, source } = props;
  const { body, quote } = quoted;
  const t = useT();
  const [begun] = useState(() => pageNow());
  const leftMs = Math.max(0, begun + HELD_MS - useNow());
  // What was sent is sent again as it was: an answer may be on its way.
  const isOver = leftMs === 0 && ticket.aftermath === null && !ticket.isSending;
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), []);
  const rate = shareText(quote.rate);
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 rounded-md border border-line-strong px-3 py-2.5">
        <Num className="text-xl font-semibold">{`+${rate}`}</Num>
        <span className={`text-end text-sm ${isOver ? 'text-warn' : 'text-ink-2'}`}>
          {isOver ? (
            t('options.rate-over')
          ) : (
            <>
              {t('options.rate-held')}{' '}
              <bdi className="num">{periodText(Math.ceil(leftMs / 1_000), t)}</bdi>
            </>
          )}
        </span>
      </div>
      <dl className="grid gap-[3px] text-sm">
        <KeyValue label={t('options.stake')}>
          <Amount value={body.amount} />
        </KeyValue>
        <KeyValue label={t('options.if-wins')}>
          <Amount value={quote.payout} />
        </KeyValue>
        <KeyValue label={t('ticket.free-after')}>
          <Amount value={quote.freeMarginAfter} />
        </KeyValue>
        <KeyValue label={t('options.price-now')}>
          <Num>{middleText(price ?? quote.price, tickSize)}</Num>
        </KeyValue>
        <KeyValue label={t('options.source')}>{source}</KeyValue>
      </dl>
      <p className="text-xs text-ink-3">
        {t('options.middle')} {t('options.tie-void')}
      </p>
      {notice}
      <OptionRisk stake={body.amount} breakEvenRate={quote.breakEvenRate} isSignedIn />
      <div ref={button} className="grid">
        {isOver ? (
          <Button
            size="lg"
            wide
            busy={ticket.isAsking ? t('ticket.asking-price') : undefined}
            onClick={() => void ticket.ask()}
          >
            {t('options.new-rate')}
          </Button>
        ) : (
          <Button
            variant={body.direction === 'up' ? 'buy' : 'sell'}
            demo={mode === 'demo'}
            size="lg"
            wide
            className="!px-2 !text-[15px]"
            disabled={!isOpen && !ticket.isSending}
            busy={ticket.isSending ? t('ticket.sending') : undefined}
            onClick={() => void ticket.send()}
          >
            {isOpen
              ? t(body.direction === 'up' ? 'options.confirm-up' : 'options.confirm-down', {
                  stake: formatNumber(body.amount, { placesMin: 2 }),
                })
              : t('ticket.paused')}
          </Button>
        )}
      </div>
      <AftermathNote aftermath={ticket.aftermath} refusal={undefined} />
      <p className="pb-3 text-center text-xs text-ink-3">{t('options.note-confirm')}</p>
    </>
  );
}
