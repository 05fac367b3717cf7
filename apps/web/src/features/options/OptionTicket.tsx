import { type Mode, formatMoney, parseMoney } from '@candor/kernel';
import type { OptionDirection } from '@candor/pricing';
import type { MarketInfo, OptionOrder, OptionPeriod, UserInfo } from '@candor/protocol/light';
import {
  Amount,
  Button,
  KeyValue,
  Note,
  Num,
  Pills,
  Skeleton,
  useT,
  formatNumber,
  shiftDecimal,
} from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { AftermathNote } from '../../lib/AftermathNote.tsx';
import { UpDownArrow, UpDownChoice } from '../../lib/UpDownChoice.tsx';
import { OpenDemoLink, VisitorNote } from '../../lib/VisitorWay.tsx';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { periodText } from '../../lib/period.ts';
import { OptionConfirm } from './OptionConfirm.tsx';
import { OptionRisk } from './OptionRisk.tsx';
import { RunningOptions } from './RunningOptions.tsx';
import { StakeField } from './StakeField.tsx';
import { useOptionOpening, usePeriods } from './api.ts';
import { previewOf } from './stake.ts';
import { type OptionTicketState, useOptionTicket } from './use-option-ticket.ts';
import { DIRECTION_LABELS, middleText, notOpenText, shareText } from './view.ts';

type Props = {
  readonly info: MarketInfo;
  /** The middle of the latest price; null without one. */
  readonly price: string | null;
  readonly user: UserInfo | null;
  readonly mode: Mode;
  readonly isSignedIn: boolean;
  /** Whether the price on screen may be traded on. */
  readonly isOpen: boolean;
  /** Who said the price and how old it is. */
  readonly source: ReactNode;
  /** Why trading is paused, in words. */
  readonly notice?: ReactNode;
  /** The choice between products, first of all. */
  readonly product: ReactNode;
  /** Down where a user came to sell. */
  readonly firstDirection?: OptionDirection;
  readonly onBought?: (option: OptionOrder) => void;
};

/** The ticket of a fixed-period option, and what runs on this market. */
export function OptionTicket(props: Props): ReactElement {
  const { info, mode, product, isSignedIn } = props;
  const t = useT();
  const isReal = mode === 'real';
  const periods = usePeriods(info.code);
  const opening = useOptionOpening(isReal && isSignedIn);
  const failure = failureOf(periods.error ?? (isReal ? opening.error : null));
  const isKnown = !isReal || !isSignedIn || opening.data !== undefined;
  const hindrance = !isReal
    ? null
    : !isSignedIn
      ? notOpenText({}, t)
      : opening.data === undefined || opening.data.isOpen
        ? null
        : notOpenText(opening.data, t);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-3 pb-3 max-desktop:px-0">
      {product}
      {hindrance !== null ? (
        <Note tone="warn">{hindrance}</Note>
      ) : periods.data !== undefined && isKnown ? (
        periods.data.length === 0 ? (
          <Note>{t('options.not-offered')}</Note>
        ) : (
          <Form {...props} offers={periods.data} />
        )
      ) : failure === null ? (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-11" />
          <Skeleton className="h-8" />
          <Skeleton className="h-20" />
        </div>
      ) : (
        <ReadFailed
          failure={failure}
          onRetry={() => {
            void periods.refetch();
            if (isReal) void opening.refetch();
          }}
        />
      )}
      <RunningOptions code={info.code} tickSize={info.tickSize} mark={props.price} />
    </div>
  );
}

function Form(props: Props & { readonly offers: readonly OptionPeriod[] }): ReactElement {
  const { info, offers, user, isOpen, mode, notice, source, price } = props;
  const t = useT();
  const free = parseMoney(user?.freeMargin ?? '', 'USDT');
  const ticket = useOptionTicket({
    code: info.code,
    tickSize: info.tickSize,
    offers,
    free,
    firstDirection: props.firstDirection ?? 'up',
    onBought: props.onBought,
  });
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (ticket.refusals === 0) return;
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [ticket.refusals]);
  return (
    <form
      ref={box}
      aria-label={t('options.ticket')}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {ticket.quoted === null ? (
        <Fields {...props} ticket={ticket} free={free} />
      ) : (
        <OptionConfirm
          ticket={ticket}
          quoted={ticket.quoted}
          mode={mode}
          tickSize={info.tickSize}
          isOpen={isOpen}
          price={price}
          notice={notice}
          source={source}
        />
      )}
    </form>
  );
}

/** Everything that is chosen or typed, what follows from it, and the button. */
function Fields(
  props: Props & {
    readonly offers: readonly OptionPeriod[];
    readonly ticket: OptionTicketState;
    readonly free: ReturnType<typeof parseMoney>;
  },
): ReactElement {
  const { info, offers, ticket, free, price, source, notice, isSignedIn, isOpen, mode } = props;
  const t = useT();
  const { fields, stake, change } = ticket;
  const offer = offers.find(({ seconds }) => seconds === fields.period) ?? offers[0];
  if (offer === undefined) return <Note>{t('options.not-offered')}</Note>;
  const preview = previewOf(stake, offer);
  return (
    <>
      <UpDownChoice
        label={t('options.direction')}
        value={fields.direction}
        onChange={(direction) => change({ direction })}
        className="justify-center gap-1.5"
        renderWay={(direction) => (
          <>
            <UpDownArrow way={direction} />
            {t(DIRECTION_LABELS[direction])}
          </>
        )}
      />
      <div className="grid gap-1">
        <span className="text-sm font-medium text-ink-2" aria-hidden="true">
          {t('options.period')}
        </span>
        <Pills
          label={t('options.period')}
          value={fields.period}
          onChange={(period) => change({ period })}
          choices={offers.map(({ seconds, rate }) => ({
            value: seconds,
            // What each wins is known before anything is typed.
            label: `${periodText(seconds, t)} \u2066+${formatNumber(shiftDecimal(rate, 2))}%\u2069`,
          }))}
          className="-mx-0.5 !flex-wrap !gap-x-0.5 [&>button]:!px-2 max-desktop:[&>button]:!px-3"
        />
      </div>
      <StakeField
        value={fields.stake}
        onChange={(value) => change({ stake: value })}
        offer={offer}
        free={free}
        error={ticket.stakeError}
      />
      <dl className="grid gap-[3px] text-sm">
        <KeyValue label={t('options.rate')}>
          <Num>{`+${shareText(offer.rate)}`}</Num>
        </KeyValue>
        <KeyValue label={t('options.if-wins')}>
          <Amount value={preview.payout} />
        </KeyValue>
        <KeyValue label={t('options.price-now')}>
          <Num>{middleText(price ?? '', info.tickSize)}</Num>
        </KeyValue>
        <KeyValue label={t('options.source')}>{source}</KeyValue>
      </dl>
      <p className="text-xs text-ink-3">
        {t('options.middle')} {t('options.tie-void')}
      </p>
      {notice}
      <OptionRisk
        stake={stake === null ? null : formatMoney(stake)}
        breakEvenRate={preview.breakEvenRate}
        isSignedIn={isSignedIn}
      />
      {isSignedIn ? (
        <Button
          variant={fields.direction === 'up' ? 'buy' : 'sell'}
          demo={mode === 'demo'}
          size="lg"
          wide
          className="!px-2 !text-[15px]"
          disabled={!isOpen}
          busy={ticket.isAsking ? t('ticket.asking-price') : undefined}
          onClick={() => void ticket.ask()}
        >
          {isOpen
            ? t(fields.direction === 'up' ? 'options.act-up' : 'options.act-down', {
                period: periodText(fields.period, t),
              })
            : t('ticket.paused')}
        </Button>
      ) : (
        <OpenDemoLink info={info} />
      )}
      <AftermathNote aftermath={ticket.aftermath} refusal={ticket.refusal} />
      <p className="text-center text-xs text-ink-3">
        {isSignedIn ? t('options.note') : <VisitorNote info={info} />}
      </p>
    </>
  );
}
