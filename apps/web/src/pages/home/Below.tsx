import type { Statistic } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { tilesOf } from '../../features/statistics/figures.ts';
import { Products } from './Products.tsx';

/** How each figure was counted. */
function Footnotes({
  statistics,
}: {
  readonly statistics: readonly Statistic[] | null;
}): ReactElement {
  const t = useT();
  return (
    <section className="mt-16 max-desktop:mt-8 max-desktop:px-4">
      <h2 className="text-sm font-medium tracking-normal">{t('home.footnotes')}</h2>
      <ol className="mt-4 grid grid-cols-4 gap-6 max-desktop:mt-3 max-desktop:grid-cols-1 max-desktop:gap-3">
        {tilesOf(statistics).map((tile, index) => (
          <li key={tile.key} id={`how-${tile.key}`} className="flex gap-2 text-xs text-ink-3">
            <b className="text-2xs font-semibold text-accent">{index + 1}</b>
            <span>{t(tile.how)}</span>
          </li>
        ))}
      </ol>
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
      <Footnotes statistics={props.statistics} />
    </>
  );
}
