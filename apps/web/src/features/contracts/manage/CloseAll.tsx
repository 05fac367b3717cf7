import type { Order } from '@candor/protocol/light';
import { Button, useT } from '@candor/ui';
import { type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';

const CloseAllDialog = lazyPart(() =>
  import('./CloseAllDialog.tsx').then((module) => module.CloseAllDialog),
);

/** Closes every open position, after saying how many and about what comes of it. */
export function CloseAll({ orders }: { readonly orders: readonly Order[] }): ReactElement | null {
  const t = useT();
  const [isAsked, setIsAsked] = useState(false);
  // What could not be closed stays to be read, also when nothing else is open.
  if (orders.length === 0 && !isAsked) return null;
  return (
    <>
      <Button variant="tertiary" size="sm" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        {t('orders.close-all')}
      </Button>
      {isAsked && (
        <Suspense>
          <CloseAllDialog orders={orders} onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
