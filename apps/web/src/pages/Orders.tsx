import { Card, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { OrdersList } from '../features/contracts/OrdersList.tsx';
import { Cached } from '../live/Cached.tsx';
import { useTickSizes } from './trading/use-trading.ts';

function Body(): ReactElement {
  const t = useT();
  const tickSizeOf = useTickSizes();
  return (
    <div className="mx-auto max-w-[1264px] px-8 pt-10 pb-12 max-desktop:px-4 max-desktop:pt-6">
      <h1 className="text-3xl tracking-[-0.03em] max-desktop:text-2xl rtl:tracking-normal">
        {t('orders.title')}
      </h1>
      <Card className="mt-6 overflow-x-auto p-4 max-desktop:border-0 max-desktop:bg-transparent max-desktop:p-0">
        <OrdersList tickSizeOf={tickSizeOf} />
      </Card>
    </div>
  );
}

/** Every order of the books on screen. */
export function Orders(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
