import { Card, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { OrdersList } from '../features/contracts/orders/OrdersList.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { Cached } from '../live/Cached.tsx';
import { LateAlerts } from './trading/LateAlerts.tsx';
import { type Product, ProductChoice } from './trading/ProductChoice.tsx';
import { useTickSizes } from './trading/use-trading.ts';
import { AccountFrame } from './profile/AccountFrame.tsx';

const DeskOptions = lazyPart(() =>
  import('./trading/DeskOptions.tsx').then((module) => module.DeskOptions),
);

const ExportOrders = lazyPart(() =>
  import('../features/records/ExportOrders.tsx').then((module) => module.ExportOrders),
);

function Body(): ReactElement {
  const t = useT();
  const tickSizeOf = useTickSizes();
  const [product, setProduct] = useState<Product>('contract');
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <LateAlerts />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('orders.title')}
        </h1>
        <Suspense>
          <ExportOrders />
        </Suspense>
      </div>
      <Card className="relative mt-6 overflow-x-auto p-4 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
        <div className="mb-3 max-w-80">
          <ProductChoice value={product} onChange={setProduct} />
        </div>
        {product === 'contract' ? (
          <OrdersList tickSizeOf={tickSizeOf} />
        ) : (
          <Suspense>
            <DeskOptions />
          </Suspense>
        )}
      </Card>
    </div>
  );
}

/** Every order of the account on screen. */
export function Orders(): ReactElement {
  return (
    <Cached>
      <AccountFrame>
        <Body />
      </AccountFrame>
    </Cached>
  );
}
