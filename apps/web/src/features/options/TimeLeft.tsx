import type { OptionOrder } from '@candor/protocol/light';
import { Num, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { wallAt } from '../../lib/clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { leftText } from './view.ts';

/** The count-down of a running option; after its end, that its price is awaited. */
export function TimeLeft(props: {
  readonly option: OptionOrder;
  readonly className?: string;
}): ReactElement {
  const { option, className = '' } = props;
  const t = useT();
  const left = leftText(option.settleAt - wallAt(useNow()));
  if (option.paused) return <span className="text-xs text-warn">{t('orders.paused')}</span>;
  if (left === null) return <span className="text-xs text-ink-2">{t('options.waiting')}</span>;
  return (
    <span role="timer" aria-label={t('options.left')} className={className}>
      <Num>{left}</Num>
    </span>
  );
}
