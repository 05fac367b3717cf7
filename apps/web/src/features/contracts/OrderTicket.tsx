import type { Mode } from '@candor/kernel';
import type { Side } from '@candor/pricing';
import { buttonClass, formatNumber, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { href } from '../../app/paths.ts';
import { failureText } from '../../lib/failure-text.ts';
import { AmountField } from './AmountField.tsx';
import { CostRows } from './CostRows.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { SideChoice } from './SideChoice.tsx';
import { StopFields } from './StopFields.tsx';
import { TicketAction } from './TicketAction.tsx';
import { TicketAftermath } from './TicketAftermath.tsx';
import { TicketRisk } from './TicketRisk.tsx';
import { TypeRow } from './TypeRow.tsx';
import { type TicketField, baseQuantity, draftOf, fieldsOfFailure, onCents } from './ticket.ts';
import { useTicketAct } from './use-ticket-act.tsx';
import { type Ticket, type TicketFacts, useTicket } from './use-ticket.ts';

type Props = TicketFacts & {
  readonly mode: Mode;
  readonly isSignedIn: boolean;
  /** Whether the price on screen may be traded on. */
  readonly isOpen: boolean;
  /** Who said the price and how old it is. */
  readonly source: ReactNode;
  /** Why trading is paused, in words. */
  readonly notice?: ReactNode;
  readonly firstSide?: Side;
  /** A fill; the sheet of a phone closes. */
  readonly onFilled?: () => void;
};

/** The sentence that stands at a field: what would be refused, or what was. */
function useErrorText(ticket: Ticket): (field: TicketField) => string | undefined {
  const t = useT();
  return (field) => {
    const own = ticket.errors[field];
    if (own !== undefined) {
      const values = Object.entries(own.values).map(([name, text]) => [name, formatNumber(text)]);
      return t(own.key, Object.fromEntries(values));
    }
    const { failure } = ticket;
    if (failure === null || !fieldsOfFailure(failure).includes(field)) return undefined;
    return failureText({ ...failure, facts: onCents(failure.facts ?? {}) }, t);
  };
}

/** The order ticket: one tab order from top to bottom; Enter in a field sends nothing. */
export function OrderTicket(props: Props): ReactElement {
  const { info, mode, isSignedIn, isOpen, source, notice, firstSide = 'long' } = props;
  const t = useT();
  const ticket = useTicket(props, firstSide);
  const act = useTicketAct(props, ticket, props.onFilled);
  const errorAt = useErrorText(ticket);
  const box = useRef<HTMLFormElement>(null);
  const { fields, terms, preview, change } = ticket;
  const draft = draftOf(fields);
  const quantity = draft === null ? null : formatNumber(baseQuantity(draft.lots, terms));
  const { base } = info.specification;

  useEffect(() => {
    if (act.refusals === 0) return;
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [act.refusals]);

  return (
    <form
      ref={box}
      aria-label={t('ticket.title')}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pt-3 pb-3.5 max-desktop:px-0"
    >
      <ProductChoice />
      <SideChoice
        side={fields.side}
        onSide={(side) => change({ side })}
        bid={props.bid}
        ask={props.ask}
        tickSize={info.tickSize}
      />
      <TypeRow
        leverage={fields.leverage}
        leverageMax={terms.leverageMax}
        onLeverage={(leverage) => change({ leverage })}
        error={errorAt('leverage')}
      />
      <AmountField
        value={fields.lots}
        onChange={(lots) => change({ lots })}
        terms={terms}
        base={base}
        quantity={quantity}
        freeMargin={ticket.freeMargin}
        error={errorAt('lots')}
        onShare={ticket.takeShare}
        shareFailed={ticket.shareFailed}
      />
      <StopFields
        stops={fields}
        onStops={change}
        terms={terms}
        openPrice={preview?.openPrice ?? null}
        errorAt={errorAt}
      />
      <CostRows preview={preview} terms={terms} tickSize={info.tickSize} source={source} />
      {notice}
      {/* Nothing comes between what can be lost and the act. */}
      <div className="grid gap-3">
        <TicketRisk preview={preview} side={fields.side} tickSize={info.tickSize} />
        {isSignedIn ? (
          <TicketAction
            side={fields.side}
            mode={mode}
            quantity={quantity}
            base={base}
            isPaused={!isOpen}
            isBusy={act.isBusy}
            onPress={() => void act.send()}
          />
        ) : (
          <LogInFirst info={info} />
        )}
      </div>
      <TicketAftermath aftermath={act.aftermath} refusal={errorAt('form')} />
      <p className="text-center text-xs text-ink-3">
        {isSignedIn
          ? t('ticket.note', {
              side: fields.side === 'long' ? t('ticket.side-ask') : t('ticket.side-bid'),
            })
          : t('ticket.log-in-note')}
      </p>
    </form>
  );
}

/** A visitor logs in first, and comes back to this market. */
function LogInFirst({ info }: { readonly info: TicketFacts['info'] }): ReactElement {
  const t = useT();
  const next = href('detail', { code: info.code, type: String(info.type), id: info.id });
  return (
    <Link
      href={href('login', { next })}
      className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}
    >
      {t('ticket.log-in')}
    </Link>
  );
}
