import type { Order } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { sideLabel } from './view.ts';

/** Long or short: arrow and word. */
export function SideMark(props: {
  readonly direction: Order['direction'];
  readonly leverage?: number;
}): ReactElement {
  const { direction, leverage } = props;
  const t = useT();
  const isLong = direction === 'buy';
  return (
    <span
      className={`inline-flex items-center gap-[3px] font-medium whitespace-nowrap ${isLong ? 'text-up' : 'text-down'}`}
    >
      <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 fill-current">
        <path d={isLong ? 'M4 1l3.6 6H.4z' : 'M4 7L.4 1h7.2z'} />
      </svg>
      {t(sideLabel(direction))}
      {leverage !== undefined && <bdi className="num">{` ${leverage}×`}</bdi>}
    </span>
  );
}
