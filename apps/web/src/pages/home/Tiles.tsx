import type { Statistic } from '@candor/protocol/light';
import {
  DASH,
  Num,
  SourceLine,
  formatNumber,
  formatShort,
  formatTime,
  useLocale,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { useLayout } from '../../lib/layout.ts';
import { figure, tilesOf, type Tile } from '../../features/statistics/figures.ts';

/** "1.2 M USDT", or without the letter what needs none. */
function figureText(short: ReturnType<typeof formatShort>): string {
  return [short.value, short.unit, 'USDT'].filter((part) => part !== '').join(' ');
}

/** Traded in the demo: apart from the figure, on hatch, so that nobody adds the two. */
function DemoTraded({ value }: { readonly value: string | null }): ReactElement | null {
  const t = useT();
  const isWide = useLayout() === 'desktop';
  if (value === null) return null;
  const short = formatShort(value, { places: 0 });
  const words = isWide
    ? t('home.stat-traded-demo', { value: `${formatNumber(value, { places: 0 })} USDT` })
    : t('home.stat-traded-demo-short', { value: figureText(short) });
  return (
    <span className="hatch mt-2 inline-block rounded-xs px-1.5 text-xs whitespace-nowrap text-demo-ink max-desktop:mt-1 inset-ring inset-ring-demo-line">
      {words}
    </span>
  );
}

function OneTile(props: {
  readonly tile: Tile;
  readonly footnote: number;
  readonly demoTraded: string | null;
  readonly hasFailed: boolean;
}): ReactElement {
  const { tile, footnote, demoTraded, hasFailed } = props;
  const t = useT();
  const isWide = useLayout() === 'desktop';
  const isMissing = tile.value === DASH;
  return (
    <div className="border-line px-6 pt-6 pb-7 not-first:border-s first:ps-0 max-desktop:px-3.5 max-desktop:py-2.5 max-desktop:odd:border-s-0 max-desktop:odd:ps-0 max-desktop:nth-[n+3]:border-t">
      <dt className="text-sm font-medium text-ink-2 max-desktop:text-xs">
        {t(tile.label)}
        <sup className="ms-[3px] text-2xs leading-none font-semibold text-accent">
          <a href={`#how-${tile.key}`} aria-label={t('home.footnote', { number: footnote })}>
            {footnote}
          </a>
        </sup>
      </dt>
      <dd>
        <p className="mt-2 mb-1.5 text-[44px] leading-[52px] font-medium tracking-[-0.035em] max-desktop:my-0 max-desktop:text-[26px] max-desktop:leading-8">
          {/* Figure and unit keep their order in Arabic too. */}
          <bdi dir="ltr">
            <Num className={`!tracking-[inherit] ${isMissing ? 'text-ink-3' : ''}`}>
              {tile.value}
            </Num>
            {tile.unit !== '' && (
              <small className="ms-1 text-lg leading-none font-medium tracking-number text-ink-3 max-desktop:text-base">
                {tile.unit}
              </small>
            )}
          </bdi>
        </p>
        <p className="max-w-[230px] text-sm text-ink-2 max-desktop:text-xs max-desktop:text-ink-3">
          {isMissing
            ? t(hasFailed ? 'home.stats-failed' : 'home.stat-none-note')
            : t(isWide ? tile.note : tile.noteShort, tile.noteValues)}
        </p>
        {tile.key === 'traded' && <DemoTraded value={demoTraded} />}
        {tile.asOf !== null && (
          <p className="mt-2 max-desktop:hidden">
            <SourceLine state="checkable">
              {t('home.counted', { age: formatTime(tile.asOf, { timeStyle: 'medium' }) })}
            </SourceLine>
          </p>
        )}
      </dd>
    </div>
  );
}

/** Four figures, each a query; a dash and the reason for what was not counted. */
export function Tiles(props: {
  readonly statistics: readonly Statistic[] | null;
  readonly hasFailed: boolean;
}): ReactElement {
  useLocale();
  const demoTraded = figure(props.statistics, 'traded24hDemo')?.value ?? null;
  return (
    <dl className="grid grid-cols-4 border-y border-line-strong max-desktop:mx-4 max-desktop:grid-cols-2">
      {tilesOf(props.statistics).map((tile, index) => (
        <OneTile
          key={tile.key}
          tile={tile}
          footnote={index + 1}
          demoTraded={demoTraded}
          hasFailed={props.hasFailed}
        />
      ))}
    </dl>
  );
}
