import type { Statistic } from '@candor/protocol/light';
import { useT, useLayout } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { DEFINITIONS } from '../../features/statistics/definitions.ts';
import { tilesOf } from '../../features/statistics/figures.ts';
import { Products } from './Products.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';

/** How each figure was counted; a phone's tiles carry no numbers, so there the name stands. */
function Footnotes({
  statistics,
}: {
  readonly statistics: readonly Statistic[] | null;
}): ReactElement {
  const t = useT();
  const isWide = useLayout() === 'desktop';
  return (
    <section className="mt-16 max-desktop:mt-8 max-desktop:px-4">
      <h2 className="text-sm font-medium tracking-normal">{t('home.footnotes')}</h2>
      <ol className="mt-4 grid grid-cols-4 gap-6 max-desktop:mt-3 max-desktop:grid-cols-1 max-desktop:gap-3">
        {tilesOf(statistics).map((tile, index) => (
          <li key={tile.key} className="text-xs text-ink-3 desktop:flex desktop:gap-2">
            <b
              className={
                isWide ? 'text-2xs font-semibold text-accent' : 'block font-medium text-ink-2'
              }
            >
              {isWide ? index + 1 : t(tile.label)}
            </b>
            <span>{t(DEFINITIONS[tile.counts[0] ?? 'accounts'].how)}</span>
          </li>
        ))}
      </ol>
      <Link
        href={`${PATHS.trust}#figures`}
        className="mt-3 inline-flex min-h-6 items-center text-sm text-accent underline underline-offset-3 max-desktop:min-h-11"
      >
        {t('home.all-figures')}
      </Link>
    </section>
  );
}

/** Everything under the market list. */
export function Below(props: {
  readonly statistics: readonly Statistic[] | null;
  /** On phones the side cards stand here. */
  readonly side: ReactNode;
}): ReactElement {
  return (
    <>
      <Products />
      {props.side}
      <ReceiptPanel />
      <Footnotes statistics={props.statistics} />
    </>
  );
}
