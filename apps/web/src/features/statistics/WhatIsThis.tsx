import type { Statistic } from '@candor/protocol/light';
import { Dialog, Sheet, useT, useLayout } from '@candor/ui';
import type { ReactElement } from 'react';
import { Figure } from './Figure.tsx';
import { DEFINITIONS } from './definitions.ts';
import { type Tile, figure } from './figures.ts';

/** What a tile's figure is: each number in it with its definition, its time and its query. */
export function WhatIsThis(props: {
  readonly tile: Tile;
  readonly statistics: readonly Statistic[] | null;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { tile, statistics, open, onClose } = props;
  const t = useT();
  const Box = useLayout() === 'desktop' ? Dialog : Sheet;
  const counted = tile.counts.flatMap((key) => figure(statistics, key) ?? []);
  return (
    <Box open={open} onClose={onClose} title={t(tile.label)}>
      <div className="mt-4 grid gap-5">
        {counted.map((one) => (
          <Figure key={one.key} statistic={one} />
        ))}
        {counted.length === 0 && (
          <>
            <p className="text-ink-2">{t(DEFINITIONS[tile.counts[0] ?? 'accounts'].how)}</p>
            <p className="text-sm text-ink-3">{t('home.stats-failed')}</p>
          </>
        )}
      </div>
    </Box>
  );
}
