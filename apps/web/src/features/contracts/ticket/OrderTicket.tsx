import { type Mode, formatMoney } from '@candor/kernel';
import type { Side } from '@candor/pricing';
import { PlusIcon, formatNumber, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { OpenDemoLink, VisitorNote } from '../../../lib/VisitorWay.tsx';
import { WhenIdle } from '../../../lib/when-idle.tsx';
import { AmountField } from './AmountField.tsx';
import { ChargeRows, CostRows } from './CostRows.tsx';
import { SideChoice } from './SideChoice.tsx';
import { StopField, TrailingField } from '../order/StopFields.tsx';
import { TicketAction } from './TicketAction.tsx';
import { AftermathNote } from '../../../lib/AftermathNote.tsx';
import { TicketCommandBar, TicketFoot } from './TicketFoot.tsx';
import { TicketRisk } from './TicketRisk.tsx';
import { TypeRow } from '../order/TypeRow.tsx';
import { type ErrorAt, useErrorText } from './ticket-words.ts';
import { basisOf, draftOf } from './ticket.ts';
import { baseQuantity } from './ticket-body.ts';
import { type TicketCommand, useTicketCommand } from './use-ticket-command.tsx';
import { type Ticket, type TicketFacts, useTicket } from './use-ticket.ts';
import { HELD_SECONDS } from '../order/use-countdown.ts';
import { forgetWish, onTicketWish } from './ticket-wish.ts';

// What opens under the user's hand comes with the press.
const PendingFields = lazyPart(() =>
  import('./PendingFields.tsx').then((module) => module.PendingFields),
);
const TicketConfirm = lazyPart(() =>
  import('./TicketConfirm.tsx').then((module) => module.TicketConfirm),
);
const RiskWarning = lazyPart(() =>
  import('./RiskWarning.tsx').then((module) => module.RiskWarning),
);

type Props = TicketFacts & {
  readonly mode: Mode;
  readonly isSignedIn: boolean;
  /** Whether the price on screen may be traded on. */
  readonly isOpen: boolean;
  /** Who said the price and how old it is. */
  readonly source: ReactNode;
  /** Why trading is paused, in words. */
  readonly notice?: ReactNode;
  /** The choice between products, first of all. */
  readonly product?: ReactNode;
  readonly firstSide?: Side;
  /** An order that was filled or waits now; the sheet of a phone closes. */
  readonly onFilled?: () => void;
};

/** An order that was wished for elsewhere fills the ticket and asks for a price at once. */
function useWishes(code: string, ticket: Ticket, command: TicketCommand): void {
  const latest = useRef({ ticket, act: command });
  useEffect(() => {
    latest.current = { ticket, act: command };
  });
  useEffect(
    () =>
      onTicketWish(code, (wish) => {
        const now = latest.current;
        forgetWish();
        const leverage = Math.min(wish.fields.leverage ?? 1, now.ticket.terms.leverageMax);
        const fields = { ...now.ticket.fields, ...wish.fields, leverage };
        now.act.back();
        now.ticket.change(fields);
        void now.act.ask(fields);
      }),
    [code],
  );
}

/** The order ticket: one tab order from top to bottom; Enter in a field sends nothing. */
export function OrderTicket(props: Props): ReactElement {
  const { info, mode, isSignedIn, isOpen, source, notice, firstSide = 'long' } = props;
  const t = useT();
  const ticket = useTicket(props, { side: firstSide });
  const command = useTicketCommand(props, ticket, props.onFilled);
  const errorAt = useErrorText(ticket);
  const box = useRef<HTMLFormElement>(null);
  useWishes(info.code, ticket, command);
  const { fields, terms } = ticket;
  const draft = draftOf(fields, ticket);
  const quantity = draft === null ? null : formatNumber(baseQuantity(draft.lots, terms));
  const { base } = info.specification;
  const most = ticket.preview?.mostYouCanLose ?? null;

  // Who was at the held price goes on at the ticket, not at the top of the page.
  const isQuoted = command.quoted !== null;
  const wasQuoted = useRef(false);
  useEffect(() => {
    if (wasQuoted.current && !isQuoted) box.current?.focus({ preventScroll: true });
    wasQuoted.current = isQuoted;
  }, [isQuoted]);

  useEffect(() => {
    if (command.refusals === 0) return;
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [command.refusals]);

  return (
    <form
      ref={box}
      tabIndex={-1}
      aria-label={t('ticket.title')}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-3 outline-none desktop:short:gap-2 desktop:short:pt-2 max-desktop:px-0 max-desktop:pb-3.5"
    >
      {command.quoted === null ? (
        <>
          <button
            type="button"
            className="sr-only text-sm font-medium focus:not-sr-only focus:rounded-sm focus:border focus:border-line focus:px-2 focus:py-1 max-desktop:hidden"
            onClick={() => box.current?.querySelector<HTMLElement>('[name=lots]')?.focus()}
          >
            {t('ticket.to-amount')}
          </button>
          <Fields {...props} ticket={ticket} errorAt={errorAt} quantity={quantity} />
          <CostRows preview={ticket.preview} tickSize={info.tickSize} source={source} />
          {notice}
          <TicketFoot>
            <ChargeRows preview={ticket.preview} terms={terms} />
            <TicketRisk preview={ticket.preview} side={fields.side} tickSize={info.tickSize} />
            <TicketCommandBar most={most === null ? null : formatMoney(most.amount)}>
              {isSignedIn ? (
                <TicketAction
                  side={fields.side}
                  mode={mode}
                  isPaused={!isOpen}
                  busy={command.isAsking ? t('ticket.asking-price') : undefined}
                  onPress={() => void command.ask()}
                />
              ) : (
                <OpenDemoLink info={info} />
              )}
            </TicketCommandBar>
            <AftermathNote aftermath={command.aftermath} refusal={errorAt('form')} />
          </TicketFoot>
          <div className="grid gap-1 desktop:pb-3">
            <WhenIdle>
              <RiskWarning />
            </WhenIdle>
            <p className="text-center text-xs text-ink-3">
              {isSignedIn ? (
                t('ticket.note-confirm', { seconds: HELD_SECONDS })
              ) : (
                <VisitorNote info={info} />
              )}
            </p>
          </div>
        </>
      ) : (
        <Suspense>
          <TicketConfirm
            command={command}
            quoted={command.quoted}
            mode={mode}
            base={base}
            quantity={quantity}
            tickSize={info.tickSize}
            isOpen={isOpen}
            notice={notice}
          />
        </Suspense>
      )}
    </form>
  );
}

/** Everything that is chosen or typed. */
function Fields(
  props: Props & {
    readonly ticket: Ticket;
    readonly errorAt: ErrorAt;
    readonly quantity: string | null;
  },
): ReactElement {
  const { info, ticket, errorAt, quantity } = props;
  const { fields, terms, change } = ticket;
  const { side, orderType } = fields;
  return (
    <>
      {props.product}
      <SideChoice
        side={side}
        onSide={(next) => change({ side: next })}
        bid={props.bid}
        ask={props.ask}
        tickSize={info.tickSize}
      />
      <TypeRow
        orderType={orderType}
        onOrderType={(next) => change({ orderType: next })}
        leverage={fields.leverage}
        leverageMax={terms.leverageMax}
        onLeverage={(leverage) => change({ leverage })}
        error={errorAt('leverage')}
      />
      {orderType !== 'market' && (
        <Suspense fallback={<span className="h-24" />}>
          <PendingFields
            fields={fields}
            orderType={orderType}
            onChange={change}
            terms={terms}
            market={side === 'long' ? props.ask : props.bid}
            errorAt={errorAt}
          />
        </Suspense>
      )}
      <AmountField
        fields={fields}
        onChange={change}
        onUnit={ticket.takeUnit}
        terms={terms}
        base={info.specification.base}
        quantity={quantity}
        freeMargin={ticket.freeMargin}
        error={errorAt('lots')}
        onShare={ticket.takeShare}
        shareFailed={ticket.shareFailed}
      />
      <Stops ticket={ticket} errorAt={errorAt} />
    </>
  );
}

function Stops(props: { readonly ticket: Ticket; readonly errorAt: ErrorAt }): ReactElement {
  const { ticket, errorAt } = props;
  const t = useT();
  const { fields, terms, change } = ticket;
  const [hasTrailing, setHasTrailing] = useState(false);
  const basis = basisOf(fields, ticket);
  const shared = { basis, tickSize: terms.tickSize, from: basis?.openPrice ?? ticket.openPrice };
  const isTrailing = hasTrailing || fields.trailing !== '';
  return (
    <div className="grid gap-2 desktop:short:gap-1.5">
      <StopField
        {...shared}
        kind="loss"
        typed={{ price: fields.stopLoss, money: fields.stopLossMoney }}
        onTyped={({ price, money }) => change({ stopLoss: price, stopLossMoney: money })}
        error={errorAt('stopLoss')}
      />
      <StopField
        {...shared}
        kind="gain"
        typed={{ price: fields.takeProfit, money: fields.takeProfitMoney }}
        onTyped={({ price, money }) => change({ takeProfit: price, takeProfitMoney: money })}
        error={errorAt('takeProfit')}
      />
      {isTrailing ? (
        <TrailingField
          value={fields.trailing}
          onChange={(trailing) => change({ trailing })}
          tickSize={terms.tickSize}
          error={errorAt('trailingDistance')}
        />
      ) : (
        <button
          type="button"
          onClick={() => setHasTrailing(true)}
          className="flex min-h-7 items-center gap-1 justify-self-start desktop:short:min-h-6 text-xs font-medium text-ink-2 hover:text-ink max-desktop:min-h-11 max-desktop:text-sm"
        >
          <PlusIcon size={14} />
          {t('ticket.trailing-add')}
        </button>
      )}
    </div>
  );
}
