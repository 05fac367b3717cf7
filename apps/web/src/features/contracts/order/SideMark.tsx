import type { Order } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { UpDownArrow } from '../../../lib/UpDownChoice.tsx';
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
      <UpDownArrow way={isLong ? 'up' : 'down'} className="size-2" />
      {t(sideLabel(direction))}
      {leverage !== undefined && <bdi className="num">{` ${leverage}×`}</bdi>}
    </span>
  );
}
