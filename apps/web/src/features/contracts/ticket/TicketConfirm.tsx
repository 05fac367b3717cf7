import type { Mode } from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import type { OrderQuote } from '@candor/protocol/light';
import {
  Amount,
  Button,
  DASH,
  IconButton,
  ArrowLeftIcon,
  KeyValue,
  Num,
  Price,
  RiskFacts,
  formatNumber,
  placesOfStep,
  useT,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { pageNow } from '../../../lib/clock.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { HeldPrice } from '../order/HeldPrice.tsx';
import { AftermathNote } from '../../../lib/AftermathNote.tsx';
import { TicketCommandBar, TicketFoot } from './TicketFoot.tsx';
import { MOST_NOTES } from './TicketRisk.tsx';
import type { Quoted, TicketCommand } from './use-ticket-command.tsx';
import { useCountdown } from '../order/use-countdown.ts';
import { TYPE_LABELS } from '../order/TypeRow.tsx';
import { closeOutShown } from '../order/view.ts';

type Props = {
  readonly command: TicketCommand;
  readonly quoted: Quoted;
  readonly mode: Mode;
  readonly base: string;
  readonly quantity: string | null;
  readonly tickSize: string;
  readonly isOpen: boolean;
  readonly notice: ReactNode;
};

/** An order as the server will take it, at a price it holds for five seconds. */
export function TicketConfirm(props: Props): ReactElement {
  const { command, quoted, base, quantity } = props;
  const t = useT();
  const isBuy = quoted.body.direction === 'buy';
  const title = t(isBuy ? 'ticket.title-buy' : 'ticket.title-sell', {
    code: `${quantity ?? DASH} ${base}`,
  });
  // Not the button that spends: the Enter that opened the review may still be down.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const latest = useRef(command);
  useEffect(() => {
    latest.current = command;
  });
  useEffect(() => {
    const form = heading.current?.closest('form');
    // Leaves the review, and nothing around it.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || latest.current.isSending) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.back();
    };
    form?.addEventListener('keydown', onKey);
    return () => form?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton label={t('ticket.back')} onClick={command.back} className="-ms-2.5">
          <ArrowLeftIcon />
        </IconButton>
        <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h3>
        <span className="ms-auto text-sm text-ink-3">
          {t(TYPE_LABELS[quoted.body.orderType])} <Num>{`${quoted.body.leverage}×`}</Num>
        </span>
      </div>
      <Body {...props} />
    </>
  );
}

/** How often a price is renewed for nobody: five minutes of a review that was forgotten. */
const RENEWALS_MOST = 60;
/** A price counts as read once it was shown for this long. @units milliseconds */
const SHOWN_MS = 300;

/** What is left of a price when the next is asked for: it comes before that one is over. @units seconds */
const RENEWED_AT = 1;

/** Asks for the next price as one ends, while the page is looked at; answers whether it does. */
function useRenewal(
  { renew, isAsking, isStale }: Pick<TicketCommand, 'renew' | 'isAsking' | 'isStale'>,
  isEnding: boolean,
): boolean {
  const [renewals, setRenewals] = useState(0);
  const renews = !isStale && renewals < RENEWALS_MOST;
  const isDue = isEnding && renews && !isAsking;
  useEffect(() => {
    if (!isDue) return undefined;
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return;
      setRenewals((count) => count + 1);
      void renew();
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [isDue, renew]);
  return renews;
}

/** Whether the price has been shown for long enough to be confirmed. */
function useShown(askedAt: number): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    since.current = pageNow();
  }, [askedAt]);
  return () => pageNow() - since.current >= SHOWN_MS;
}

/** The price of a review is renewed until it is confirmed or left. */
function Body(props: Props): ReactElement {
  const { command, quoted, mode, tickSize, isOpen, notice } = props;
  const { body, quote } = quoted;
  const t = useT();
  const left = useCountdown(quoted.askedAt);
  const isMarket = body.orderType === 'market';
  // What was sent is sent again as it was: an answer may be on its way.
  const isUnsettled = command.aftermath !== null && command.aftermath !== 'priceEnded';
  const isFixed = isUnsettled || command.isSending;
  const isOver = isMarket && left.isOver && !isFixed;
  const isEnding = isMarket && left.seconds <= RENEWED_AT && !isFixed;
  const isRenewed = useRenewal(command, isEnding && isOpen);
  const isShown = useShown(quoted.askedAt);
  return (
    <>
      {isMarket ? (
        <HeldPrice price={quote.price} tickSize={tickSize} left={left} isRenewed={isRenewed} />
      ) : (
        <Waiting quoted={quoted} tickSize={tickSize} />
      )}
      <Figures quoted={quoted} tickSize={tickSize} />
      {notice}
      <TicketFoot>
        <Risk quote={quote} isBuy={body.direction === 'buy'} tickSize={tickSize} />
        <TicketCommandBar most={quote.maxLoss}>
          <div className="grid gap-2">
            {isOver && !isRenewed ? (
              <Button
                size="lg"
                wide
                busy={command.isAsking ? t('ticket.asking-price') : undefined}
                onClick={() => void command.ask()}
              >
                {t('ticket.new-price')}
              </Button>
            ) : (
              <Button
                variant={body.direction === 'buy' ? 'buy' : 'sell'}
                demo={mode === 'demo'}
                size="lg"
                wide
                className={`!px-2 aria-disabled:opacity-60 ${isMarket ? '!text-[15px]' : '!text-sm'}`}
                disabled={!isOpen && !command.isSending}
                busy={command.isSending ? t('ticket.sending') : undefined}
                aria-disabled={isOver || undefined}
                onClick={() => {
                  if (!isOver && isShown()) void command.send();
                }}
              >
                {isOpen ? (
                  <Command quoted={quoted} mode={mode} tickSize={tickSize} />
                ) : (
                  t('ticket.paused')
                )}
              </Button>
            )}
          </div>
        </TicketCommandBar>
        <AftermathNote aftermath={command.aftermath} refusal={undefined} />
      </TicketFoot>
      <p className="pb-3 text-center text-xs text-ink-3">
        {isMarket
          ? t('ticket.note', {
              side: body.direction === 'buy' ? t('ticket.side-ask') : t('ticket.side-bid'),
            })
          : t('ticket.note-waiting')}
      </p>
    </>
  );
}

const ACTS: Readonly<Record<'buy' | 'sell', Readonly<Record<'now' | 'later', MessageKey>>>> = {
  buy: { now: 'ticket.confirm-buy', later: 'ticket.confirm-place-buy' },
  sell: { now: 'ticket.confirm-sell', later: 'ticket.confirm-place-sell' },
};

function Command(props: {
  readonly quoted: Quoted;
  readonly mode: Mode;
  readonly tickSize: string;
}): ReactElement {
  const { quoted, mode, tickSize } = props;
  const { body, quote } = quoted;
  const t = useT();
  const isNow = body.orderType === 'market';
  const at = isNow ? quote.price : (body.stopPrice ?? body.price ?? quote.price);
  return (
    <>
      {t(ACTS[body.direction][isNow ? 'now' : 'later'], {
        price: formatNumber(at, { placesMin: placesOfStep(tickSize) }),
        money: t(mode === 'demo' ? 'ticket.money-demo' : 'ticket.money-real'),
      })}
    </>
  );
}

/** The prices an order waits for. */
function Waiting(props: { readonly quoted: Quoted; readonly tickSize: string }): ReactElement {
  const { body } = props.quoted;
  const t = useT();
  const rows = [
    ['ticket.stop-price', body.stopPrice],
    ['ticket.limit-price', body.price],
  ] as const;
  return (
    <div className="rounded-md border border-line-strong px-3 py-2.5">
      <dl className="grid gap-1">
        {rows.map(
          ([name, price]) =>
            price !== undefined && (
              <KeyValue key={name} label={t(name)}>
                <Price value={price} tickSize={props.tickSize} className="text-lg font-semibold" />
              </KeyValue>
            ),
        )}
      </dl>
      <p className="mt-1 text-xs text-ink-3">{t('ticket.holds-nothing')}</p>
    </div>
  );
}

/** What the server will charge. */
function Figures(props: { readonly quoted: Quoted; readonly tickSize: string }): ReactElement {
  const { tickSize } = props;
  const { body, quote } = props.quoted;
  const t = useT();
  return (
    <dl className="grid gap-[3px] text-sm">
      <KeyValue label={t('ticket.amount')}>
        <Num>{`${formatNumber(body.lots)} ${t('ticket.lots')}`}</Num>
      </KeyValue>
      <KeyValue label={t('ticket.position-value')}>
        <Amount value={quote.notional} />
      </KeyValue>
      <KeyValue label={t('ticket.margin-needed')}>
        <Amount value={quote.margin} />
      </KeyValue>
      <KeyValue label={t('ticket.fee-opening')}>
        <Amount value={quote.fee} />
      </KeyValue>
      <KeyValue label={t('ticket.free-after')}>
        <Amount value={quote.freeMarginAfter} />
      </KeyValue>
      <KeyValue label={t('market.spread')}>
        <Price value={quote.spread} tickSize={tickSize} />
      </KeyValue>
      <KeyValue label={t('ticket.break-even')}>
        <Price value={quote.breakEven} tickSize={tickSize} />
      </KeyValue>
      <KeyValue label={t('ticket.hold')}>
        <bdi dir="ltr" className="num">
          <Amount value={quote.hold.d1} asset={null} /> ·{' '}
          <Amount value={quote.hold.d7} asset={null} /> · <Amount value={quote.hold.d30} />
        </bdi>
      </KeyValue>
      {body.trailingDistance !== undefined && (
        <KeyValue label={t('ticket.trailing')}>
          <Price value={body.trailingDistance} tickSize={tickSize} />
        </KeyValue>
      )}
      <KeyValue label={t('ticket.price-used')}>
        <bdi>{sourceName(quote.source, t)}</bdi>
      </KeyValue>
      <KeyValue label={t('orders.tick')}>
        <span className="mono text-xs text-ink-3">{quote.tickId}</span>
      </KeyValue>
    </dl>
  );
}

/** What can be lost, as the server counts it. */
function Risk(props: {
  readonly quote: OrderQuote;
  readonly isBuy: boolean;
  readonly tickSize: string;
}): ReactElement {
  const { quote, tickSize } = props;
  const t = useT();
  return (
    <RiskFacts title={t('ticket.risk-title')}>
      <KeyValue label={t('ticket.most')}>
        <Amount value={quote.maxLoss} />
        {quote.maxLossBy !== null && (
          <span className="block text-xs font-normal text-ink-3">
            {t(MOST_NOTES[quote.maxLossBy])}
          </span>
        )}
      </KeyValue>
      <KeyValue label={t('ticket.forced-close')}>
        {quote.closeOutPrice === null ? (
          <span className="font-normal">{t('ticket.forced-none')}</span>
        ) : (
          <Price
            value={closeOutShown(quote.closeOutPrice, { market: quote.price, tickSize })}
            tickSize={tickSize}
          />
        )}
      </KeyValue>
      <KeyValue label={t('ticket.stop-loss')}>
        {quote.stopLoss === undefined ? (
          t('ticket.stop-none')
        ) : (
          <Price value={quote.stopLoss} tickSize={tickSize} />
        )}
      </KeyValue>
      <KeyValue label={t('ticket.take-profit')}>
        <Price value={quote.takeProfit} tickSize={tickSize} />
      </KeyValue>
      {quote.stopLoss !== undefined && (
        <p className="text-xs text-ink-3">{t('ticket.stop-gap-long')}</p>
      )}
    </RiskFacts>
  );
}
