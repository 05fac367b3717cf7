import { formatDecimal, price } from '@candor/kernel';
import type { TapeTick } from '@candor/protocol/light';
import { CheckMark, Num, Price, Skeleton, formatNumber, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { sourceName } from '../../lib/source-name.ts';
import { useTrace } from './api.ts';
import { type TraceTick, rangeOf, rowsAround, shareOf, spanAround, stepPath } from './trace.ts';
import { clockText } from './view.ts';

const WIDTH = 560;
const HEIGHT = 120;
const ROOM = 10;

/** What is looked for on the tape: a tick, and the price taken from it. */
export type Traced = {
  readonly title: string;
  readonly tick: TapeTick;
  readonly price: string;
  readonly tickSize: string;
};

function Drawing(props: {
  readonly traced: Traced;
  readonly ticks: readonly TraceTick[];
}): ReactElement | null {
  const { traced, ticks } = props;
  const t = useT();
  const span = spanAround(traced.tick);
  const range = rangeOf([...ticks, traced.tick]);
  if (range === null) return null;
  const path = (side: 'bid' | 'ask'): string =>
    stepPath(ticks, { side, span, range, width: WIDTH, height: HEIGHT });
  const x = ((traced.tick.receivedAt - span.from) / (span.to - span.from)) * WIDTH;
  const y = (1 - shareOf(price(traced.price), range)) * HEIGHT;
  const [low, high] = [range.low, range.high].map((one) => formatNumber(formatDecimal(one)));
  return (
    <figure>
      <svg
        viewBox={`${-ROOM} ${-ROOM} ${WIDTH + 2 * ROOM} ${HEIGHT + 2 * ROOM}`}
        role="img"
        aria-label={t('receipt.trace-label', { low: low ?? '', high: high ?? '' })}
        className="h-auto w-full"
      >
        <path d={path('ask')} className="fill-none stroke-ink-3" strokeWidth="1.5" />
        <path
          d={path('bid')}
          className="fill-none stroke-ink-3"
          strokeWidth="1.5"
          strokeDasharray="3 3"
        />
        <circle cx={x} cy={y} r="7" className="fill-none stroke-accent" strokeWidth="2" />
        <circle cx={x} cy={y} r="3" className="fill-ink" />
      </svg>
      <figcaption className="text-xs text-ink-3">{t('receipt.trace-caption')}</figcaption>
    </figure>
  );
}

function Rows({
  traced,
  ticks,
}: {
  readonly traced: Traced;
  readonly ticks: readonly TraceTick[];
}): ReactElement {
  const t = useT();
  const { tickSize, tick } = traced;
  return (
    <table className="mt-3 w-full text-xs">
      <caption className="sr-only">{traced.title}</caption>
      <thead>
        <tr className="text-ink-3">
          <th scope="col" className="py-1 text-start font-medium">
            {t('receipt.col-received')}
          </th>
          <th scope="col" className="ps-2 text-end font-medium [word-break:normal]">
            {t('receipt.col-bid')}
          </th>
          <th scope="col" className="ps-2 text-end font-medium [word-break:normal]">
            {t('receipt.col-ask')}
          </th>
          <th scope="col" className="ps-3 text-start font-medium max-desktop:hidden">
            {t('receipt.col-source')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rowsAround(ticks, tick.id).map((one) => {
          const isCited = one.id === tick.id;
          return (
            <tr
              key={one.id}
              aria-current={isCited ? 'true' : undefined}
              className={`border-t border-line ${isCited ? 'bg-accent-tint font-semibold' : ''}`}
            >
              <td className="py-1">
                <span className="inline-flex items-center gap-1">
                  <Num>{clockText(one.receivedAt)}</Num>
                  {isCited && <CheckMark />}
                  {isCited && <span className="sr-only">{t('receipt.cited')}</span>}
                </span>
              </td>
              <td className="text-end">
                <Price value={one.bid} tickSize={tickSize} />
              </td>
              <td className="text-end">
                <Price value={one.ask} tickSize={tickSize} />
              </td>
              <td className="ps-3 max-desktop:hidden">
                <bdi>{sourceName(one.source, t)}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The tape around a fill: drawn, and listed; and whether it says what the receipt says. */
export function Trace({ traced }: { readonly traced: Traced }): ReactElement {
  const t = useT();
  const trace = useTrace(traced.tick);
  const ticks = trace.data;
  const found = ticks?.find((one) => one.id === traced.tick.id);
  const isSame =
    found !== undefined && found.bid === traced.tick.bid && found.ask === traced.tick.ask;
  return (
    <section>
      <h3 className="text-sm font-semibold">{traced.title}</h3>
      {ticks === undefined ? (
        trace.isError ? (
          <p className="mt-2 text-sm text-ink-2">{t('receipt.trace-failed')}</p>
        ) : (
          <Skeleton className="mt-2 h-40 w-full" />
        )
      ) : (
        <>
          <p
            className={`mt-1 mb-2 text-sm ${isSame ? 'text-ink-2' : 'font-semibold text-[var(--color-danger)]'}`}
          >
            {t(isSame ? 'receipt.trace-found' : 'receipt.trace-other')}
          </p>
          <Drawing traced={traced} ticks={ticks} />
          <Rows traced={traced} ticks={ticks} />
        </>
      )}
    </section>
  );
}
