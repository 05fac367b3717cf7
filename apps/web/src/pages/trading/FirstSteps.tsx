import type { Order } from '@candor/protocol/light';
import { Button, Stepper, formatNumber, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { useOrders } from '../../features/contracts/orders/api.ts';
import { useUserInfo } from '../../features/portfolio/api.ts';
import { endFirstSteps } from '../../lib/first-steps.ts';
import { receiptHref } from '../../lib/receipt-address.ts';

const STEPS = ['money', 'order', 'receipt'] as const;

/**
 * The way from a new practice account to the first receipt: what is ready, what is next. It stands
 * where the orders do, and never again once the receipt was read or it was put away.
 */
export function FirstSteps({ orders }: { readonly orders: readonly Order[] }): ReactElement {
  const t = useT();
  const { data: user } = useUserInfo();
  const [isAway, setAway] = useState(false);
  // A receipt is written when something of a position closes.
  const closed = useOrders({ status: 'closed', size: 1 }).data?.records ?? [];
  const receiptNo = [...closed, ...orders].find(
    (order) => order.receiptNo !== undefined,
  )?.receiptNo;
  const isOrdered = orders.length > 0 || closed.length > 0;
  const at = isOrdered ? 2 : 1;
  const next = receiptNo === undefined ? 'first.open-text' : 'first.receipt-text';
  if (isAway) return <></>;
  const amount = user?.totalAssets == null ? null : formatNumber(user.totalAssets);
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-2 border-b border-line bg-surface p-4 max-desktop:rounded-md max-desktop:border"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="first-steps" className="min-w-0 text-base font-semibold tracking-normal">
          {at === 1 && amount !== null ? t('first.ready', { amount }) : t('first.title')}
        </h2>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            endFirstSteps();
            setAway(true);
          }}
        >
          {t('first.hide')}
        </Button>
      </div>
      <Stepper
        label={t('first.title')}
        at={at}
        steps={STEPS.map((key) => ({ key, text: t(`first.step-${key}`) }))}
      />
      <p className="text-sm text-ink-2">
        {t(isOrdered ? next : 'first.order-text')}{' '}
        {receiptNo !== undefined && (
          <Link
            href={receiptHref(receiptNo)}
            className="font-medium text-accent underline underline-offset-3 max-desktop:inline-flex max-desktop:min-h-11 max-desktop:items-center"
          >
            {t('first.read')}
          </Link>
        )}
      </p>
    </section>
  );
}
