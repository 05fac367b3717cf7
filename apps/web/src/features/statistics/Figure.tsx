import type { Statistic } from '@candor/protocol/light';
import { Num, formatTime, useLocale, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { QueryText } from '../../lib/QueryText.tsx';
import { DEFINITIONS, exactly } from './definitions.ts';

/** One figure whole: every decimal, how it is counted, when it was, and by which query. */
export function Figure({ statistic }: { readonly statistic: Statistic }): ReactElement {
  const t = useT();
  useLocale();
  const { key, query, asOf } = statistic;
  const { name, how } = DEFINITIONS[key];
  return (
    <section className="grid content-start gap-1" data-figure={key}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-sm font-medium tracking-normal text-ink-2">{t(name)}</h3>
        <Num className="font-semibold">{exactly(statistic)}</Num>
      </div>
      <p className="max-w-[72ch] text-sm text-ink-2">{t(how)}</p>
      <p className="text-xs text-ink-3">
        {t('home.counted', { age: `\u2068${formatTime(asOf, 'zone')}\u2069` })}
      </p>
      <QueryText query={query} />
    </section>
  );
}
