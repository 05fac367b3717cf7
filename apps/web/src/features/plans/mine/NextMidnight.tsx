import { useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { wallAt } from '../../../lib/clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { waitText } from '../../../lib/wait-text.ts';
import { utcTime } from '../words.ts';

/** A midnight a plan is settled at or joins at, and how long it is until then by the server's clock. */
export function NextMidnight({ at }: { readonly at: number }): ReactElement {
  const t = useT();
  const leftMs = at - wallAt(useNow());
  return (
    <>
      <bdi className="whitespace-nowrap">{utcTime(at)}</bdi>
      <span className="block text-xs text-ink-3">
        {leftMs > 0
          ? t('plans.in', { wait: `\u2066${waitText(leftMs)}\u2069` })
          : t('plans.settling')}
      </span>
    </>
  );
}
