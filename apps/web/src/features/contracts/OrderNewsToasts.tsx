import type { CallResult, Order } from '@candor/protocol/light';
import { DASH, formatNumber, placesOfStep, toast, useT } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../live/keys.ts';
import { onOrder } from '../../live/news.ts';
import type { TickSizeOf } from './OrderPrice.tsx';
import { newsOf } from './news.ts';
import { ReceiptLink } from './ReceiptLink.tsx';

type Page = CallResult<'contracts.list'>;

/** Says what the market did to an order while its owner looked elsewhere on the page. */
export function OrderNewsToasts({ tickSizeOf }: { readonly tickSizeOf: TickSizeOf }): null {
  const t = useT();
  const client = useQueryClient();
  useEffect(() => {
    const statusBefore = (order: Order): Order['status'] | undefined => {
      const pages = client.getQueriesData<Page>({ queryKey: queryKeys.orders(order.mode) });
      const known = pages.flatMap(([, page]) => page?.records ?? []);
      return known.find(({ id }) => id === order.id)?.status;
    };
    return onOrder((order) => {
      const news = newsOf(order, statusBefore(order));
      if (news === null) return;
      const tickSize = tickSizeOf(order.code);
      const style = tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) };
      const profit = order.profit;
      toast({
        title: t(news.key, {
          code: order.code,
          price: news.price === null ? DASH : formatNumber(news.price, style),
        }),
        text:
          profit === undefined
            ? undefined
            : t('orders.news-result', {
                profit: formatNumber(profit, { places: 2, sign: 'always' }),
              }),
        action:
          order.receiptNo === undefined ? undefined : <ReceiptLink number={order.receiptNo} />,
      });
    });
  }, [client, t, tickSizeOf]);
  return null;
}
