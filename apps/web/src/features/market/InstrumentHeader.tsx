import { type Decimal, formatDecimal, max, min, parseDecimal, sub } from '@candor/kernel';
import type { MarketInfo } from '@candor/protocol/light';
import {
  DASH,
  Disc,
  Num,
  Percent,
  Price,
  formatNumber,
  formatShort,
  shiftDecimal,
  useT,
} from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { FavouriteStar } from './FavouriteStar.tsx';
import { LivePrice } from './LivePrice.tsx';
import { PriceSource } from './PriceSource.tsx';
import { keepToOneRow } from './one-row.ts';
import type { PriceState } from './use-price-state.ts';

type Props = {
  readonly info: MarketInfo;
  readonly price: PriceState;
  /** Beside the name: the button that opens the list, where the list is a drawer. */
  readonly beside?: ReactNode;
};

function spreadText(price: PriceState): string | null {
  const bid = price.bid === null ? null : parseDecimal(price.bid);
  const ask = price.ask === null ? null : parseDecimal(price.ask);
  return bid === null || ask === null ? null : formatDecimal(sub(ask, bid));
}

/** The day's high or low with the newest price in it: the answer may be half a minute old. */
function extreme(
  day: string | null,
  price: string | null,
  pick: (a: Decimal, b: Decimal) => Decimal,
): string | null {
  const known = day === null ? null : parseDecimal(day);
  const now = price === null ? null : parseDecimal(price);
  if (known === null || now === null) return day;
  return formatDecimal(pick(known, now));
}

/** The figures of the last day, each labelled: a list, or as much of one row as has room. */
export function DayFigures({
  info,
  price,
  isRow = false,
}: Props & { readonly isRow?: boolean }): ReactElement {
  const t = useT();
  const { tickSize, specification } = info;
  const volume = formatShort(info.volume24h, {});
  // In the order of their weight: where the row is narrow the last ones leave.
  const figures: readonly (readonly [string, ReactNode])[] = [
    [
      t('market.high-24h'),
      <Price key="h" value={extreme(info.high24h, price.price, max)} tickSize={tickSize} />,
    ],
    [
      t('market.low-24h'),
      <Price key="l" value={extreme(info.low24h, price.price, min)} tickSize={tickSize} />,
    ],
    [t('market.spread'), <Price key="s" value={spreadText(price)} tickSize={tickSize} />],
    [
      t('market.financing-day'),
      <Num key="o">{`${formatNumber(shiftDecimal(specification.financingRate, 2), { places: 3 })}%`}</Num>,
    ],
    [
      t('market.volume-24h'),
      <Num key="v">
        {info.volume24h === null
          ? DASH
          : `${volume.value}${volume.unit === '' ? '' : ` ${volume.unit}`} ${specification.base}`}
      </Num>,
    ],
  ];
  return (
    <dl
      ref={isRow ? keepToOneRow : undefined}
      className={
        isRow ? 'flex h-9 min-w-0 flex-wrap justify-end gap-x-4 overflow-hidden' : 'grid gap-y-1.5'
      }
    >
      {figures.map(([name, value]) => (
        <div
          key={name}
          className={`whitespace-nowrap ${isRow ? '' : 'flex justify-between text-sm'}`}
        >
          <dt className={`text-ink-3 ${isRow ? 'text-xs' : 'text-sm'}`}>{name}</dt>
          <dd className="text-sm font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Name, price with sign and arrow, who said it, and the last day; desktop. */
export function InstrumentHeader(props: Props): ReactElement {
  const { info, price, beside } = props;
  return (
    <header className="flex items-center gap-x-5 border-b border-line px-5 py-2.5">
      <div className="flex shrink-0 items-center gap-3">
        <Disc code={info.code} />
        <div>
          <div className="flex items-center gap-2">
            <h1 className="text-lg leading-[22px]">
              <bdi dir="ltr">{info.code}</bdi>
            </h1>
            {beside}
            <FavouriteStar code={info.code} className="-ms-1 !size-7" />
          </div>
          <p className="max-w-40 truncate text-xs text-ink-3">{info.appName}</p>
        </div>
      </div>
      {/* The source line may grow with what it has to say; figures that have no room leave. */}
      <div className="flex-[1_0_220px]">
        <PriceBlock info={info} price={price} />
      </div>
      <DayFigures isRow info={info} price={price} />
    </header>
  );
}

/** The price in large, its change and its source. */
function PriceBlock({ info, price }: Props): ReactElement {
  return (
    <div>
      <div className="flex items-center gap-2.5">
        <LivePrice
          value={price.price}
          tickSize={info.tickSize}
          className="text-[26px] leading-7 font-semibold !tracking-[-0.025em]"
        />
        <Percent value={price.change} />
      </div>
      <PriceSource price={price} />
    </div>
  );
}
