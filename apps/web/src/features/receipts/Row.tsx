import type { OptionReceipt } from '@candor/protocol/light';
import { ExactAmount, Num, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { sourceName } from '../../lib/source-name.ts';
import { momentText } from './view.ts';

/** A line of the paper: what, and its figure. */
export function Row(props: {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const { label, note, children } = props;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1">
      {/* A long note breaks beside its figure; a figure alone on a line belongs to nothing. */}
      <dt className="grow basis-2/5 text-ink-2">
        {label}
        {note != null && <span className="block text-xs text-ink-3">{note}</span>}
      </dt>
      <dd className="ms-auto max-w-full text-end font-medium break-words">{children}</dd>
    </div>
  );
}

/** A line whose figure is an amount, to its last unit. */
export function UsdtRow(props: {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly amount: string;
}): ReactElement {
  const { label, note, amount } = props;
  return (
    <Row label={label} note={note}>
      <ExactAmount value={amount} />
    </Row>
  );
}

/** A part of the paper under a dashed rule. */
export function Part(props: {
  readonly title: string;
  readonly children: ReactNode;
  /** Under its lines. */
  readonly after?: ReactNode;
}): ReactElement {
  return (
    <section className="border-t border-dashed border-line-strong py-4">
      <h2 className="mb-1 text-sm font-semibold">{props.title}</h2>
      <dl className="text-sm">{props.children}</dl>
      {props.after}
    </section>
  );
}

/** A moment in UTC. */
export function Moment({ at }: { readonly at: number }): ReactElement {
  return <Num className="whitespace-nowrap">{momentText(at)}</Num>;
}

/** The tick a price was read from, and where it came from. */
export function TickRow({ tick }: { readonly tick: OptionReceipt['open']['tick'] }): ReactElement {
  const t = useT();
  return (
    <Row
      label={t('receipt.tick')}
      note={t('receipt.sources', { source: sourceName(tick.source, t), count: tick.sources })}
    >
      <bdi dir="ltr" className="mono text-xs break-all">
        {tick.id}
      </bdi>
    </Row>
  );
}
