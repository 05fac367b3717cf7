import { price } from '@candor/kernel';
import type { MarketInfo, Order } from '@candor/protocol/light';
import { Button, DecimalField, Note, formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';
import { newestQuote, useQuote } from '../../../live/quotes.ts';
import { useOffline } from '../../../lib/connectivity.ts';
import { StopField, TrailingField } from '../order/StopFields.tsx';
import { useOnce } from '../order/use-once.ts';
import { useAmendContract } from '../order/commands.ts';
import {
  type AmendField,
  type AmendProblem,
  type AmendTyped,
  amendBody,
  amendProblems,
  basisOfOrder,
  typedOf,
} from './manage.ts';
import { type AmendErrors, amendErrors } from './amend-errors.ts';
import { pricesOf, termsOf, sideOf } from '../order/preview.ts';
import { type TicketError, fieldsOfFailure } from '../ticket/ticket.ts';
import { priceRefusal } from '../ticket/ticket-words.ts';
import { useSentence } from '../../../lib/use-sentence.ts';

type ErrorAt = (field: AmendField | 'form') => string | undefined;

/** Words for what stands at a field: what cannot be sent, or what the server refused. */
function useAmendWords(facts: {
  readonly order: Order;
  readonly problems: readonly AmendProblem[];
  readonly failure: CallFailure | null;
  /** What the server would refuse now. */
  readonly errors: AmendErrors;
  readonly isPressed: boolean;
}): ErrorAt {
  const { order, problems, failure, errors, isPressed } = facts;
  const t = useT();
  const say = ({ key, values }: TicketError): string => {
    const shown = Object.entries(values).map(([name, text]) => [name, formatNumber(text)]);
    return t(key, Object.fromEntries(shown));
  };
  return (field) => {
    const own = isPressed ? problems.find((one) => one.field === field) : null;
    if (own != null) return t(own.key);
    const error = isPressed && field !== 'form' ? errors[field] : undefined;
    if (error !== undefined) return say(error);
    if (failure === null || !fieldsOfFailure(failure).includes(field)) return undefined;
    const refusal = priceRefusal(failure, sideOf(order));
    return refusal === null ? failureText(failure, t) : say(refusal);
  };
}

/** Changes stops, the trailing distance, and the prices of an order that waits. */
export function AmendOrder(props: {
  readonly order: Order;
  readonly info: MarketInfo;
  readonly onClose: () => void;
}): ReactElement {
  const { order, info, onClose } = props;
  const t = useT();
  const isOffline = useOffline();
  const terms = useMemo(() => termsOf(info), [info]);
  const [typed, setTyped] = useState<AmendTyped>(() => typedOf(order));
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isPressed, setIsPressed] = useState(false);
  const [problem, setProblem] = useSentence();
  const amend = useAmendContract();
  const quote = newestQuote(useQuote(order.code), info);
  const basis = basisOfOrder(order, terms, typed);
  const body = amendBody(order, typed, basis);
  const problems = amendProblems(order, typed, basis);
  const errors: AmendErrors =
    body === null ? {} : amendErrors(order, body, { terms, prices: pricesOf(quote ?? info) });
  const errorAt = useAmendWords({ order, problems, failure, errors, isPressed });
  const change = (parts: Partial<AmendTyped>): void => {
    setTyped((before) => ({ ...before, ...parts }));
    setFailure(null);
    setProblem(null);
  };
  const send = useOnce(async () => {
    setIsPressed(true);
    setProblem(null);
    const isReadable = typed.trailing !== null && typed.price !== null && typed.stopPrice !== null;
    const wrong = problems.length + Object.keys(errors).length;
    if (body === null || !isReadable || wrong > 0) return;
    const end = await amend.mutateAsync({ id: order.id, body });
    if (end.kind === 'done') {
      toast({ title: t('orders.amended') });
      onClose();
    } else if (end.kind === 'refused') setFailure(end.failure);
    else setProblem((read) => openEndText(end, read, 'orders.not-amended'));
  });
  const words = errorAt('form') ?? problem;
  return (
    <div className="grid gap-4">
      <Prices order={order} typed={typed} onTyped={change} info={info} errorAt={errorAt} />
      <Stops order={order} typed={typed} onTyped={change} terms={terms} errorAt={errorAt} />
      {words != null && <Note tone="error">{words}</Note>}
      <p className="text-xs text-ink-3">
        {t(order.status === 'pending' ? 'ticket.holds-nothing' : 'ticket.stop-gap-long')}
      </p>
      <Button
        size="lg"
        wide
        disabled={body === null || isOffline}
        busy={amend.isPending ? t('ticket.sending') : undefined}
        onClick={() => void send()}
      >
        {t('orders.save')}
      </Button>
    </div>
  );
}

type Part = {
  readonly order: Order;
  readonly typed: AmendTyped;
  readonly onTyped: (parts: Partial<AmendTyped>) => void;
  readonly errorAt: ErrorAt;
};

/** The prices an order waits for. */
function Prices(props: Part & { readonly info: MarketInfo }): ReactElement | null {
  const { order, typed, onTyped, info, errorAt } = props;
  const t = useT();
  if (order.status !== 'pending') return null;
  const places = placesOfStep(info.tickSize);
  const before = typedOf(order);
  const fields = [
    ['stopPrice', 'ticket.stop-price'],
    ['price', 'ticket.limit-price'],
  ] as const;
  return (
    <div className="grid gap-3">
      {fields.map(
        ([field, label]) =>
          before[field] !== '' && (
            <DecimalField
              key={field}
              name={field}
              label={t(label)}
              value={typed[field]}
              onChange={(value) => onTyped({ [field]: value })}
              places={places}
              error={errorAt(field)}
            />
          ),
      )}
    </div>
  );
}

function Stops(props: Part & { readonly terms: ReturnType<typeof termsOf> }): ReactElement {
  const { order, typed, onTyped, terms, errorAt } = props;
  const basis = basisOfOrder(order, terms, typed);
  const mark = order.markPrice ?? order.openPrice ?? order.price;
  const shared = { basis, tickSize: terms.tickSize, from: price(mark) };
  return (
    <div className="grid gap-3">
      <StopField
        {...shared}
        kind="loss"
        typed={typed.stopLoss}
        onTyped={(stopLoss) => onTyped({ stopLoss })}
        error={errorAt('stopLoss')}
      />
      <StopField
        {...shared}
        kind="gain"
        typed={typed.takeProfit}
        onTyped={(takeProfit) => onTyped({ takeProfit })}
        error={errorAt('takeProfit')}
      />
      <TrailingField
        value={typed.trailing}
        onChange={(trailing) => onTyped({ trailing })}
        tickSize={terms.tickSize}
        error={errorAt('trailingDistance')}
      />
    </div>
  );
}
