import {
  ArrowRightIcon,
  Button,
  Disc,
  Empty,
  Percent,
  Pills,
  Skeleton,
  Sparkline,
  buttonClass,
  cardClass,
  signOf,
  useLocale,
  useT,
  useLayout,
} from '@candor/ui';
import { changePercentOf, sparklineOf, type MarketItem } from '@candor/protocol/light';
import { memo, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import { PATHS, href } from '../../lib/paths.ts';
import { LivePrice } from '../../features/market/LivePrice.tsx';
import { TYPE_LABELS, TYPE_TABS, type TypeTab } from '../../features/market/list.ts';
import { failureText } from '../../lib/failure-text.ts';
import { newestQuote, useQuote } from '../../live/quotes.ts';
import { PriceAge } from './PriceAge.tsx';
import { useHomeMarkets, type HomeMarkets } from './use-home-markets.ts';

/** Rows of each layout. @source design a, b */
const ROWS = { desktop: 7, mobile: 5 } as const;

const detailOf = (item: MarketItem): string =>
  href('detail', { code: item.code, type: String(item.type), id: item.id });

/** One market as a table row; the whole row leads to it. */
const WideRow = memo(function WideRow({ item }: { readonly item: MarketItem }): ReactElement {
  const t = useT();
  useLocale();
  const quote = newestQuote(useQuote(item.code), item);
  const change = quote === undefined ? changePercentOf(item) : changePercentOf(quote);
  return (
    <tr className="relative h-[66px] border-t border-line hover:bg-hover">
      <td className="ps-5 pe-3">
        <div className="flex items-center gap-3">
          <Disc code={item.code} />
          <div className="min-w-0">
            <Link href={detailOf(item)} className="font-semibold after:absolute after:inset-0">
              <bdi dir="ltr">{item.code}</bdi>
            </Link>
            <div className="max-w-[170px] truncate text-xs text-ink-3">
              <bdi>{item.appName}</bdi>
            </div>
          </div>
        </div>
      </td>
      <td className="px-2" dir="ltr">
        <Sparkline points={sparklineOf(item)} sign={signOf(change)} />
      </td>
      <td className="px-2 text-end">
        <Percent value={change} />
      </td>
      <td className="px-2 text-end text-md font-semibold">
        <LivePrice value={quote?.price ?? item.price} tickSize={item.tickSize} />
      </td>
      <td className="px-2 whitespace-nowrap">
        <PriceAge item={item} quote={quote} />
      </td>
      <td className="ps-3 pe-5 text-end">
        <span className={buttonClass({ variant: 'secondary', size: 'sm' })} aria-hidden="true">
          {t('market.trade')}
        </span>
      </td>
    </tr>
  );
});

/** One market as a line of a phone. */
const NarrowRow = memo(function NarrowRow({ item }: { readonly item: MarketItem }): ReactElement {
  useLocale();
  const quote = newestQuote(useQuote(item.code), item);
  const change = quote === undefined ? changePercentOf(item) : changePercentOf(quote);
  return (
    <li>
      <Link
        href={detailOf(item)}
        className="grid min-h-16 grid-cols-[32px_minmax(0,1fr)_auto_auto] items-center gap-2.5 border-t border-line py-2"
      >
        <Disc code={item.code} />
        <span className="min-w-0">
          <bdi dir="ltr" className="block truncate font-semibold">
            {item.code}
          </bdi>
          <PriceAge item={item} quote={quote} isShort />
        </span>
        <span dir="ltr" className="max-[359px]:hidden">
          <Sparkline points={sparklineOf(item)} sign={signOf(change)} width={72} height={30} />
        </span>
        <span className="min-w-[84px] text-end">
          <span className="block text-md leading-5 font-semibold">
            <LivePrice value={quote?.price ?? item.price} tickSize={item.tickSize} />
          </span>
          <Percent value={change} className="text-sm" />
        </span>
      </Link>
    </li>
  );
});

/** The list's own measures, so that nothing moves when its rows come. */
function Awaited(): ReactElement {
  const layout = useLayout();
  const row = layout === 'desktop' ? 'h-[66px] px-5' : 'h-16';
  return (
    <div aria-busy="true">
      {layout === 'desktop' && <div className="h-9" />}
      {Array.from({ length: ROWS[layout] }, (_, index) => (
        <div key={index} className={`flex items-center border-t border-line ${row}`}>
          <Skeleton className="h-6 w-full" />
        </div>
      ))}
    </div>
  );
}

function Nothing({ markets }: { readonly markets: HomeMarkets }): ReactElement {
  const t = useT();
  const { items, failure, reload } = markets;
  if (items !== null) return <Empty title={t('market.no-source')}>{t('market.none-quoted')}</Empty>;
  if (failure === null) return <Awaited />;
  return (
    <div role="alert">
      <Empty
        title={failureText(failure, t)}
        action={
          <Button size="sm" variant="secondary" onClick={reload}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  );
}

function WideTable({ items }: { readonly items: readonly MarketItem[] }): ReactElement {
  const t = useT();
  const head = 'h-9 px-2 text-xs font-medium whitespace-nowrap text-ink-3';
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('home.markets-title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} ps-5 text-start`}>
            {t('market.col-market')}
          </th>
          <th scope="col" className={`${head} text-start`}>
            {t('market.col-last-day')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('market.col-change')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('market.col-price')}
          </th>
          <th scope="col" className={`${head} text-start`}>
            {t('market.col-source')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('market.trade')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <WideRow key={item.code} item={item} />
        ))}
      </tbody>
    </table>
  );
}

/** To the whole list; how many of it are quoted is counted in one place, above. */
function AllMarkets(): ReactElement {
  const t = useT();
  return (
    <Link
      href={PATHS.market}
      className="target inline-flex items-center gap-1 font-medium text-accent hover:underline"
    >
      {t('home.all-markets-plain')}
      <ArrowRightIcon size={18} />
    </Link>
  );
}

/** The home page's market list, by type, live. */
export function Markets(props: {
  /** Beside the list on wide screens. */
  readonly aside: ReactNode;
}): ReactElement {
  const { aside } = props;
  const t = useT();
  const layout = useLayout();
  const isWide = layout === 'desktop';
  const [type, setType] = useState<TypeTab>(TYPE_TABS[0]);
  const markets = useHomeMarkets(type, ROWS[layout]);
  const items = markets.items ?? [];
  const pills = (
    <Pills
      label={t('market.type-filter')}
      value={type}
      onChange={setType}
      choices={TYPE_TABS.map((value) => ({ value, label: t(TYPE_LABELS[value]) }))}
    />
  );
  if (!isWide) {
    return (
      <section className="px-4 pt-[22px]">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h2 className="text-xl">{t('home.markets-title')}</h2>
          <AllMarkets />
        </div>
        <div className="-mx-1 mb-2.5">{pills}</div>
        {items.length === 0 ? (
          <Nothing markets={markets} />
        ) : (
          <ul>
            {items.map((item) => (
              <NarrowRow key={item.code} item={item} />
            ))}
          </ul>
        )}
      </section>
    );
  }
  return (
    <section className="mt-[88px]">
      <div className="flex items-center justify-between gap-6">
        <h2 className="text-[32px] leading-10 tracking-[-0.03em] rtl:tracking-normal">
          {t('home.markets-title')}
        </h2>
        {pills}
      </div>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_320px] gap-6">
        <div className={`flex flex-col overflow-hidden ${cardClass}`}>
          <div className="min-w-0 flex-1 overflow-x-auto">
            {items.length === 0 ? <Nothing markets={markets} /> : <WideTable items={items} />}
          </div>
          <div className="border-t border-line px-5 py-3.5">
            <AllMarkets />
          </div>
        </div>
        {aside}
      </div>
    </section>
  );
}
