import type { OptionDirection } from '@candor/pricing';
import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { UpDownArrow } from '../../lib/UpDownChoice.tsx';
import { DIRECTION_LABELS } from './view.ts';

/** The direction of an option in a list. */
export function DirectionMark({
  direction,
}: {
  readonly direction: OptionDirection;
}): ReactElement {
  const t = useT();
  return (
    <span
      className={`inline-flex items-center gap-1 font-medium ${direction === 'up' ? 'text-up' : 'text-down'}`}
    >
      <UpDownArrow way={direction} />
      {t(DIRECTION_LABELS[direction])}
    </span>
  );
}
