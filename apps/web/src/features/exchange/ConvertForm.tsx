import { ASSETS, ASSET_SCALE, type Asset } from '@candor/kernel';
import {
  Button,
  Card,
  DecimalField,
  IconButton,
  Note,
  Num,
  SelectField,
  ArrowsClockwiseIcon,
  formatNumber,
  shiftDecimal,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { ReceiptLink } from '../../lib/ReceiptLink.tsx';
import { ConvertReview } from './ConvertReview.tsx';
import { type ConversionState, useConversion, useConvertible } from './use-conversion.ts';

type Available = Readonly<Record<Asset, string | null>>;

const CHOICES = ASSETS.map((value) => ({ value, label: value }));
const shown = (text: string | null, asset: Asset): string =>
  text === null ? '—' : `${formatNumber(text)} ${asset}`;

function Fields(props: {
  readonly state: ConversionState;
  readonly available: Available;
  readonly spreadRate: string;
}): ReactElement {
  const { state, available } = props;
  const { from, to, amount } = state.fields;
  const t = useT();
  const have = available[from];
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void state.ask();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-2">
        <SelectField
          label={t('exchange.from')}
          value={from}
          choices={CHOICES}
          onChange={(asset) => state.change({ from: asset, amount: '' })}
        />
        <IconButton label={t('exchange.swap')} onClick={() => state.swap()}>
          <ArrowsClockwiseIcon />
        </IconButton>
        <SelectField
          label={t('exchange.to')}
          value={to}
          choices={CHOICES}
          onChange={(asset) => state.change({ to: asset })}
        />
      </div>
      <DecimalField
        label={t('exchange.give')}
        value={amount}
        onChange={(value) => state.change({ amount: value })}
        places={ASSET_SCALE[from]}
        unit={from}
        error={state.amountError}
        large
        aside={
          have === null ? undefined : (
            <button
              type="button"
              className="target inline-flex min-h-6 items-center text-accent underline underline-offset-3 max-desktop:min-h-11"
              onClick={() => state.change({ amount: have })}
            >
              {t('exchange.all')}
            </button>
          )
        }
        help={
          <>
            {t('exchange.available')} <Num>{shown(have, from)}</Num>
          </>
        }
      />
      <p className="text-xs text-ink-3">
        {t('exchange.spread-note', {
          percent: `${formatNumber(shiftDecimal(props.spreadRate, 2))}%`,
        })}
      </p>
      {state.refusal !== undefined && <Note tone="error">{state.refusal}</Note>}
      <Button
        type="submit"
        size="lg"
        wide
        busy={state.isAsking ? t('ticket.asking-price') : undefined}
      >
        {t('exchange.review')}
      </Button>
    </form>
  );
}

function Done({ state }: { readonly state: ConversionState }): ReactElement | null {
  const t = useT();
  const { done } = state;
  if (done === null) return null;
  const given = `\u2066${formatNumber(done.amount)} ${done.from}\u2069`;
  const received = `\u2066${formatNumber(done.receive)} ${done.to}\u2069`;
  return (
    <Note tone="info" action={<ReceiptLink number={done.receiptNo} />}>
      {t('exchange.done', { amount: given, receive: received })}
    </Note>
  );
}

function Ready(props: {
  readonly available: Available;
  readonly spreadRate: string;
}): ReactElement {
  const { available } = props;
  const t = useT();
  const state = useConversion(available);
  const isEmpty = ASSETS.every((asset) => available[asset] === '0');
  if (isEmpty && state.done === null) {
    return (
      <Card className="p-6 max-desktop:p-4">
        <p className="text-ink-2">{t('exchange.empty')}</p>
      </Card>
    );
  }
  return (
    <Card className="p-6 max-desktop:p-4">
      <div className="grid gap-4">
        <div role="status" className="empty:hidden">
          <Done state={state} />
        </div>
        {state.held === null ? (
          <Fields state={state} {...props} />
        ) : (
          <ConvertReview key={state.held.round} state={state} held={state.held} />
        )}
      </div>
    </Card>
  );
}

/** Converts one asset of the real account into another: chosen, looked at, confirmed. */
export function ConvertForm(): ReactElement {
  const found = useConvertible();
  const t = useT();
  if (found.isError) {
    return <ReadFailed failure={failureOf(found.error)} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined) return <p role="status">{t('common.loading')}</p>;
  return <Ready available={found.data.available} spreadRate={found.data.spreadRate} />;
}
