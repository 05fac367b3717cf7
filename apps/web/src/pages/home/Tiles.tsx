import type { MessageKey } from '@candor/locales';
import type { Statistic } from '@candor/protocol/light';
import {
  DASH,
  Num,
  Skeleton,
  SourceLine,
  formatTime,
  useLocale,
  useT,
  useLayout,
} from '@candor/ui';
import { Suspense, type ReactElement, type ReactNode, useState } from 'react';
import { figure, shortVolume, tilesOf, type Tile } from '../../features/statistics/figures.ts';
import { useFeeds } from '../../lib/feeds.ts';
import { lazyPart } from '../../lib/lazy-part.ts';

const WhatIsThis = lazyPart(() =>
  import('../../features/statistics/WhatIsThis.tsx').then((module) => module.WhatIsThis),
);

/** Apart from the figure, on hatch: practice money, or prices that no market says now. */
function Hatched({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <span className="hatch mt-2 inline-block max-w-full rounded-xs px-1.5 text-xs text-demo-ink max-desktop:px-1 inset-ring inset-ring-demo-line max-desktop:mt-0">
      {children}
    </span>
  );
}

/** Traded in the demo; its place stands before the figure is there. */
function DemoTraded({ value }: { readonly value: string | null }): ReactElement {
  const t = useT();
  const isWide = useLayout() === 'desktop';
  const short = shortVolume(value);
  // A phone has the unit above it.
  const unit = isWide ? 'USDT' : '';
  const text = [short.value, short.unit, unit].filter((part) => part !== '').join(' ');
  const key = isWide ? 'home.stat-traded-demo' : 'home.stat-traded-demo-short';
  return <Hatched>{t(key, { value: value === null ? DASH : text })}</Hatched>;
}

const NOT_LIVE: Readonly<Record<string, MessageKey>> = {
  simulated: 'home.stat-markets-simulated',
  replay: 'home.stat-markets-recorded',
};

/** A market that is quoted by a simulation or a recording is not one that is quoted live. */
function useFeedMark(): ReactElement | null {
  const t = useT();
  const key = NOT_LIVE[useFeeds()?.mode ?? ''];
  return key === undefined ? null : <Hatched>{t(key)}</Hatched>;
}

function Value({ tile, isAwaited }: { tile: Tile; isAwaited: boolean }): ReactElement {
  const isMissing = tile.value === DASH;
  const size =
    'mt-2 mb-1.5 h-[52px] text-[44px] leading-[52px] whitespace-nowrap font-medium tracking-[-0.035em] max-desktop:my-0 max-desktop:h-8 max-desktop:text-[26px] max-desktop:leading-8';
  if (isAwaited) {
    return (
      <p className={`flex items-center ${size}`}>
        <Skeleton className="h-8 w-24 max-desktop:h-5 max-desktop:w-16" />
      </p>
    );
  }
  return (
    <p className={size}>
      {/* Figure and unit keep their order in Arabic too. */}
      <bdi dir="ltr">
        <Num className={`!tracking-[inherit] ${isMissing ? 'text-ink-3' : ''}`}>{tile.value}</Num>
        {tile.unit !== '' && (
          <small className="ms-1 text-lg leading-none font-medium tracking-number text-ink-3 max-desktop:text-base">
            {tile.unit}
          </small>
        )}
      </bdi>
    </p>
  );
}

type TileProps = {
  readonly tile: Tile;
  readonly footnote: number;
  readonly demoTraded: string | null;
  /** No answer yet: the tile has its size and claims nothing. */
  readonly isAwaited: boolean;
  readonly hasFailed: boolean;
  readonly onAsked: () => void;
};

function OneTile(props: TileProps): ReactElement {
  const { tile, footnote, demoTraded, isAwaited, hasFailed, onAsked } = props;
  const t = useT();
  const isWide = useLayout() === 'desktop';
  const isMissing = tile.value === DASH && !isAwaited;
  const what = t('home.what-is-this');
  const mark = useFeedMark();
  const feedMark = tile.key === 'markets' ? mark : null;
  const words = isMissing
    ? t(hasFailed ? 'home.stats-failed' : 'home.stat-none-note')
    : t(isWide ? tile.note : tile.noteShort, tile.noteValues);
  // A phone has one line: that prices are not live matters more than of what they are.
  const note = isWide || isMissing ? words : (feedMark ?? words);
  return (
    <div className="relative border-line px-6 pt-6 pb-7 not-first:border-s first:ps-0 hover:bg-hover max-desktop:px-3.5 max-desktop:py-2.5 max-desktop:odd:border-s-0 max-desktop:odd:ps-0 max-desktop:even:pe-0 max-desktop:nth-[n+3]:border-t">
      <dt className="text-sm font-medium text-ink-2 max-desktop:pe-5 max-desktop:text-xs">
        {t(tile.label)}
        {isWide && (
          <sup
            aria-hidden="true"
            className="ms-[3px] text-2xs leading-none font-semibold text-accent"
          >
            {footnote}
          </sup>
        )}
      </dt>
      <dd>
        <Value tile={tile} isAwaited={isAwaited} />
        <p className="max-w-[230px] text-sm text-ink-2 max-desktop:text-xs max-desktop:text-ink-3">
          {note}
        </p>
        {tile.key === 'traded' && <DemoTraded value={demoTraded} />}
        {isWide && feedMark}
        <p className="mt-2 flex min-h-6 flex-wrap items-center gap-x-3 max-desktop:mt-0 max-desktop:min-h-0">
          {isWide && (
            // Its place stands before the time is known: what is beside it does not move.
            <SourceLine state="checkable" className={tile.asOf === null ? 'invisible' : ''}>
              {t('home.counted', { age: formatTime(tile.asOf ?? 0, 'clock') })}
            </SourceLine>
          )}
          {/* The whole tile answers: nobody has to hit a small mark. */}
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${what} ${t(tile.label)}`}
            onClick={onAsked}
            className={
              isWide
                ? 'text-xs text-accent underline underline-offset-3 after:absolute after:inset-0'
                : 'absolute inset-0 text-accent -outline-offset-2'
            }
          >
            {isWide ? (
              what
            ) : (
              <span className="absolute end-2 top-2.5 grid size-4 place-items-center rounded-full text-2xs leading-none font-semibold inset-ring inset-ring-accent">
                ?
              </span>
            )}
          </button>
        </p>
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
  const { statistics, hasFailed } = props;
  const [asked, setAsked] = useState<{ key: Tile['key']; open: boolean } | null>(null);
  const tiles = tilesOf(statistics);
  const askedTile = tiles.find(({ key }) => key === asked?.key);
  return (
    <>
      <dl className="grid grid-cols-4 border-y border-line-strong max-desktop:mx-4 max-desktop:grid-cols-2">
        {tiles.map((tile, index) => (
          <OneTile
            key={tile.key}
            tile={tile}
            footnote={index + 1}
            demoTraded={figure(statistics, 'traded24hDemo')?.value ?? null}
            isAwaited={statistics === null && !hasFailed}
            hasFailed={hasFailed}
            onAsked={() => setAsked({ key: tile.key, open: true })}
          />
        ))}
      </dl>
      {asked !== null && askedTile !== undefined && (
        <Suspense>
          <WhatIsThis
            tile={askedTile}
            statistics={statistics}
            open={asked.open}
            onClose={() => setAsked({ ...asked, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
