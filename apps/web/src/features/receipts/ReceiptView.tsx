import type { Receipt } from '@candor/protocol/light';
import {
  Button,
  Card,
  CheckMark,
  CopyIcon,
  ErrorNote,
  Note,
  ReceiptIcon,
  XCircleIcon,
  buttonClass,
  formatNumber,
  toast,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { download } from '../../lib/download.ts';
import { failureText } from '../../lib/failure-text.ts';
import { href } from '../../lib/paths.ts';
import { ReceiptLink } from '../../lib/ReceiptLink.tsx';
import { AllRight } from './Mark.tsx';
import { Paper } from './Paper.tsx';
import { RuleList } from './RuleList.tsx';
import { StepList } from './StepList.tsx';
import { Trace, type Traced } from './Trace.tsx';
import { useHash } from './api.ts';
import { isOfPlan, movedOf, pricedOf } from './plan.ts';
import { type Step, isSame, stepsOf } from './steps.ts';
import { PRINT_STYLE, commandFor } from './view.ts';

function read(receipt: Receipt): readonly Step[] | null {
  try {
    return stepsOf(receipt);
  } catch {
    // A user pasted a receipt with a field that is no figure.
    return null;
  }
}

/** Pictures of the tape on one page. */
const TRACES_MAX = 6;

function useTraces(receipt: Receipt): readonly Traced[] {
  const t = useT();
  if (receipt.kind === 'cover' || receipt.kind === 'donation') return [];
  if (receipt.kind === 'conversion') {
    return receipt.legs.map(({ instrument, tick, price }) => ({
      title: `\u2066${instrument.code}\u2069`,
      tick,
      price,
      tickSize: instrument.tickSize,
    }));
  }
  if (receipt.kind === 'collateralSale') {
    return receipt.held.flatMap(({ priced }) =>
      priced === null
        ? []
        : [
            {
              title: `\u2066${priced.instrument.code}\u2069`,
              tick: priced.tick,
              price: priced.price,
              tickSize: priced.instrument.tickSize,
            },
          ],
    );
  }
  if (isOfPlan(receipt)) {
    const moved = movedOf(receipt).flatMap(({ instrument, fill, tick }) =>
      fill === null || tick === null ? [] : [{ instrument, tick, price: fill.price }],
    );
    // Each asks for its part of the tape: a day of many trades shows its first.
    return [...pricedOf(receipt), ...moved]
      .slice(0, TRACES_MAX)
      .map(({ instrument, tick, price }, index) => ({
        title: `\u2066${instrument.code}\u2069 · ${formatNumber(String(index + 1))}`,
        tick,
        price,
        tickSize: instrument.tickSize,
      }));
  }
  const { tickSize } = receipt.instrument;
  const end = receipt.kind === 'contract' ? receipt.close : receipt.settle;
  const last = t(receipt.kind === 'contract' ? 'receipt.closing' : 'receipt.settlement');
  const { open } = receipt;
  const opening = { title: t('receipt.opening'), tick: open.tick, price: open.price, tickSize };
  if (end === null) return [opening];
  return [opening, { title: last, tick: end.tick, price: end.price, tickSize }];
}

function Hash({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useT();
  const { data } = useHash(receipt);
  const state =
    data === undefined
      ? 'making'
      : data === null
        ? 'none'
        : data === receipt.hash
          ? 'same'
          : 'other';
  const words = {
    making: 'receipt.hash-making',
    none: 'receipt.hash-none',
    same: 'receipt.hash-same',
    other: 'receipt.hash-other',
  } as const;
  return (
    <section className="border-t border-dashed border-line-strong pt-4">
      <h2 className="mb-1 text-sm font-semibold">{t('receipt.hash')}</h2>
      <p className="mono text-xs break-all text-ink-2">
        <bdi dir="ltr">{receipt.hash}</bdi>
      </p>
      <p
        className={`mt-1 flex items-start gap-1.5 text-sm ${state === 'other' ? 'font-semibold text-[var(--color-danger)]' : 'text-ink-2'}`}
      >
        {state === 'same' && (
          <span className="mt-1">
            <CheckMark />
          </span>
        )}
        {state === 'other' && <XCircleIcon size={14} weight="fill" className="mt-0.5" />}
        {t(words[state])}
      </p>
    </section>
  );
}

function Verdict({ steps }: { readonly steps: readonly Step[] | null }): ReactElement {
  const t = useT();
  const wrong = steps?.filter((step) => !isSame(step)).length ?? 0;
  if (steps === null) return <ErrorNote>{t('receipt.cannot-recompute')}</ErrorNote>;
  if (wrong > 0) return <ErrorNote>{t('receipt.verdict-differs', { count: wrong })}</ErrorNote>;
  return <AllRight>{t('receipt.verdict-same', { count: steps.length })}</AllRight>;
}

function save(receipt: Receipt): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `receipt-${receipt.number}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

function PaperButton({ number }: { readonly number: string }): ReactElement {
  const t = useT();
  const { value: language } = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const act = async (): Promise<void> => {
    setIsBusy(true);
    const made = await download('receipts.paper', { params: { number }, query: { language } });
    setIsBusy(false);
    const title = made.ok
      ? t('records.downloaded', { name: `\u2068${made.value}\u2069` })
      : failureText(made.failure, t);
    toast({ title });
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={isBusy ? t('records.downloading') : undefined}
      onClick={() => void act()}
    >
      {t('receipt.save-pdf')}
    </Button>
  );
}

function Actions(props: {
  readonly receipt: Receipt;
  /** The product wrote it, so it has it as a document too. */
  readonly isOurs: boolean;
}): ReactElement {
  const { receipt, isOurs } = props;
  const t = useT();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(receipt.number);
      toast({ title: t('message.copy-done') });
    } catch {
      toast({ title: t('message.copy-failed') });
    }
  };
  return (
    <div className="flex flex-wrap gap-2 max-desktop:gap-y-3 print:hidden">
      <Button variant="secondary" size="sm" onClick={() => save(receipt)}>
        <ReceiptIcon size={16} />
        {t('receipt.save')}
      </Button>
      {isOurs && <PaperButton number={receipt.number} />}
      <Button variant="secondary" size="sm" onClick={() => print()}>
        {t('receipt.print')}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => void copy()}>
        <CopyIcon size={16} />
        {t('receipt.copy')}
      </Button>
      <Link href={href('receipt')} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        {t('receipt.another')}
      </Link>
    </div>
  );
}

function Yourself({ number }: { readonly number: string }): ReactElement {
  const t = useT();
  return (
    <Card className="min-w-0 p-5 print:hidden">
      <h2 className="text-md font-semibold">{t('receipt.yourself')}</h2>
      <p className="mt-1 text-sm text-ink-2">{t('receipt.yourself-text')}</p>
      <pre
        dir="ltr"
        // A box that scrolls has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mono mt-3 overflow-x-auto rounded-md bg-sunken p-3 text-xs"
      >
        <code>{commandFor(number, location.origin)}</code>
      </pre>
      <p className="mt-2 text-xs text-ink-3">{t('receipt.yourself-note')}</p>
    </Card>
  );
}

/** A receipt with everything it comes from, recomputed here. */
export function ReceiptView(props: {
  readonly receipt: Receipt;
  /** It was pasted, not asked for: nobody says that the product ever wrote it. */
  readonly isPasted?: boolean;
}): ReactElement {
  const { receipt, isPasted = false } = props;
  const t = useT();
  const steps = useMemo(() => read(receipt), [receipt]);
  const traces = useTraces(receipt);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desktop:grid-cols-2 max-desktop:gap-4">
      <style>{PRINT_STYLE}</style>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isPasted && (
          <Note tone="warn" action={<ReceiptLink number={receipt.number} />}>
            {t('receipt.pasted-note')}
          </Note>
        )}
        <div>
          {receipt.mode === 'demo' && <div className="hatch h-2 rounded-t-lg" aria-hidden="true" />}
          <Paper receipt={receipt}>
            <Hash receipt={receipt} />
          </Paper>
          <div
            aria-hidden="true"
            className="h-2 bg-surface [mask:radial-gradient(circle_at_8px_8px,#0000_4px,#000_4.5px)_0_0/16px_8px_repeat-x]"
          />
        </div>
        <Actions receipt={receipt} isOurs={!isPasted} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-desktop:gap-4">
        <Card className="p-5">
          <h2 className="mb-3 text-md font-semibold">{t('receipt.recomputed')}</h2>
          <Verdict steps={steps} />
          <p className="mt-1 mb-4 text-xs text-ink-3">{t('receipt.recomputed-note')}</p>
          {steps !== null && <StepList steps={steps} />}
        </Card>
        <RuleList receipt={receipt} />
        {traces.length > 0 && (
          <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5 print:hidden">
            <h2 className="text-md font-semibold">{t('receipt.tape')}</h2>
            {traces.map((traced) => (
              <Trace key={traced.title} traced={traced} />
            ))}
          </Card>
        )}
        <Yourself number={receipt.number} />
      </div>
    </div>
  );
}
