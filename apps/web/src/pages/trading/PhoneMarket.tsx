import type { Side } from '@candor/pricing';
import type { MarketInfo } from '@candor/protocol/light';
import {
  Button,
  CaretDownIcon,
  Card,
  DemoChip,
  Disc,
  Price,
  RealChip,
  Sheet,
  Skeleton,
  useT,
} from '@candor/ui';
import { type ReactElement, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { onTicketWish } from '../../features/contracts/ticket/ticket-wish.ts';
import { ChartPanel } from '../../features/market/ChartPanel.tsx';
import { FavouriteStar } from '../../features/market/FavouriteStar.tsx';
import { usePriceState } from '../../features/market/use-price-state.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useSession } from '../../lib/session.ts';
import { WhenIdle, whenIdle } from '../../lib/when-idle.tsx';
import { Arriving, Missing } from './Arriving.tsx';
import { LiveDayFigures } from './LiveHeader.tsx';
import { useChartOver } from './chart-over.tsx';
import { useKeptTape } from './kept-tape.ts';
import { LateAlerts } from './LateAlerts.tsx';
import { PhonePrice } from './PhonePrice.tsx';
import { useAskedMarket, useOwnLines } from './use-trading.ts';

// Cards, their buttons and their sheets come once the price and the chart stand.
const PhoneOrders = lazyPart(() =>
  import('./PhoneOrders.tsx').then((module) => module.PhoneOrders),
);
const PhoneOptions = lazyPart(() =>
  import('./PhoneOptions.tsx').then((module) => module.PhoneOptions),
);
const SpecificationPanel = lazyPart(() =>
  import('../../features/market/SpecificationPanel.tsx').then(
    (module) => module.SpecificationPanel,
  ),
);

const PriceTape = lazyPart(() =>
  import('../../features/market/PriceTape.tsx').then((module) => module.PriceTape),
);

const loadTicket = () => import('./LiveTicket.tsx').then((module) => module.LiveTicket);
const LiveTicket = lazyPart(loadTicket);

/** One market on a phone: price, chart, position, figures, and a buy and sell bar of its own. */
export function PhoneMarket(): ReactElement {
  const { info, isMissing } = useAskedMarket();
  if (isMissing) return <Missing />;
  if (info.data === undefined) {
    return <Arriving failure={info.error} onRetry={() => void info.refetch()} />;
  }
  return <Market key={info.data.code} info={info.data} />;
}

function Market({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const { state } = useSession();
  const own = useOwnLines(info);
  const over = useChartOver(info);
  const [isTaped, setTaped] = useState(false);
  useKeptTape(info.code);
  return (
    <div className="pb-[calc(env(safe-area-inset-bottom)+96px)]">
      <LateAlerts />
      <div className="bg-surface px-4 pb-1.5">
        <PhonePrice
          info={info}
          name={
            <h1 className="min-w-0 text-lg">
              <Link href={PATHS.market} className="flex min-h-11 items-center gap-2">
                <span className="contents max-[359px]:hidden">
                  <Disc code={info.code} size="sm" />
                </span>
                <bdi dir="ltr" className="truncate">
                  {info.code}
                </bdi>
                <CaretDownIcon size={18} />
              </Link>
            </h1>
          }
          star={<FavouriteStar code={info.code} className="-me-2.5" />}
        />
      </div>
      <div className="border-b border-line bg-surface">
        <ChartPanel
          info={info}
          lines={own.lines}
          moves={own.moves}
          over={over}
          className="h-[440px]"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3">
        {state === 'in' && (
          <Suspense>
            <PhoneOrders info={info} />
            <PhoneOptions info={info} />
          </Suspense>
        )}
        <Card className="p-4">
          <LiveDayFigures info={info} />
        </Card>
        <Card>
          <details className="group" onToggle={(event) => setTaped(event.currentTarget.open)}>
            <summary className="flex min-h-12 items-center justify-between px-4 text-base font-semibold">
              {t('market.tape')}
              <CaretDownIcon size={18} className="group-open:rotate-180" />
            </summary>
            {isTaped && (
              <Suspense>
                <PriceTape info={info} />
              </Suspense>
            )}
          </details>
        </Card>
        <Card>
          <h2 className="px-5 pt-4 text-base tracking-normal">{t('market.specification')}</h2>
          <WhenIdle>
            <SpecificationPanel info={info} />
          </WhenIdle>
        </Card>
      </div>
      <TradeBar info={info} />
    </div>
  );
}

function TradeBar({ info }: { readonly info: MarketInfo }): ReactElement {
  const t = useT();
  const { mode } = useSession();
  const price = usePriceState(info);
  const [side, setSide] = useState<Side | null>(null);
  const close = (): void => setSide(null);
  // There before it is asked for: a press on Buy shows the ticket at once.
  useEffect(() => whenIdle(() => void loadTicket().catch(() => undefined)), []);
  // An order to be repeated opens the sheet; the ticket in it takes the rest.
  useEffect(
    () => onTicketWish(info.code, ({ fields }) => setSide(fields.side ?? 'long')),
    [info.code],
  );
  const buttons = [
    { side: 'short', variant: 'sell', name: t('ticket.sell'), price: price.bid },
    { side: 'long', variant: 'buy', name: t('ticket.buy'), price: price.ask },
  ] as const;
  return (
    <>
      <div className="fixed inset-x-0 bottom-0 z-(--z-bar) grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+12px)]">
        {buttons.map((button) => (
          <Button
            key={button.side}
            variant={button.variant}
            demo={mode === 'demo'}
            size="lg"
            className="!min-h-13 flex-col !gap-0 !px-2 leading-[18px]"
            aria-haspopup="dialog"
            onClick={() => setSide(button.side)}
          >
            <span>{button.name}</span>
            <Price value={button.price} tickSize={info.tickSize} className="text-xs" />
          </Button>
        ))}
      </div>
      <Sheet
        open={side !== null}
        onClose={close}
        title={
          <span className="flex items-center gap-3">
            {t(side === 'short' ? 'ticket.title-sell' : 'ticket.title-buy', { code: info.code })}
            {mode === 'demo' ? (
              <DemoChip>{t('mode.demo')}</DemoChip>
            ) : (
              <RealChip>{t('mode.real')}</RealChip>
            )}
          </span>
        }
      >
        {side !== null && (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <LiveTicket info={info} firstSide={side} onFilled={close} />
          </Suspense>
        )}
      </Sheet>
    </>
  );
}
