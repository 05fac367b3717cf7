import type { Order } from '@candor/protocol/light';
import {
  type Column,
  type ColumnKind,
  DASH,
  DataTable,
  Note,
  Num,
  Price,
  formatNumber,
  formatTime,
  placesOfStep,
  useT,
} from '@candor/ui';
import type { MessageKey } from '@candor/locales';
import type { ReactElement, ReactNode } from 'react';
import { OrderMarket } from './OrderMarket.tsx';
import { SideMark } from '../order/SideMark.tsx';

/** The smallest price step of a market; undefined while the catalogue is on its way. */
export type TickSizeOf = (code: string) => string | undefined;

/** What each table of orders is given. */
export type OrderTableProps = {
  readonly orders: readonly Order[];
  readonly tickSizeOf: TickSizeOf;
};

type ColumnPlace = {
  readonly key: string;
  readonly kind: ColumnKind;
  readonly head: MessageKey;
};

const ROW_HEIGHT = 46;
/** Many columns in little room, so that heads break between their words. */
const LOOK = 'text-sm [&_td]:px-2 [&_th]:px-2 [&_th]:whitespace-normal [&_th]:break-keep';

/** The frame of a table of orders: what was refused of one of them, and the rows. */
export function OrderTable(props: {
  readonly caption: string;
  readonly columns: readonly Column<Order>[];
  readonly orders: readonly Order[];
  readonly problem?: string | null;
}): ReactElement {
  const { caption, columns, orders, problem = null } = props;
  return (
    <>
      {problem !== null && (
        <Note tone="error" className="m-3">
          {problem}
        </Note>
      )}
      <DataTable
        caption={caption}
        columns={columns}
        rows={orders}
        rowKey={(order) => order.id}
        rowHeight={ROW_HEIGHT}
        className={LOOK}
      />
    </>
  );
}

/** The columns that tables of orders share. */
export function useOrderColumns(tickSizeOf: TickSizeOf) {
  const t = useT();
  const styleOf = (order: Order): { readonly tickSize?: string } => {
    const tickSize = tickSizeOf(order.code);
    return tickSize === undefined ? {} : { tickSize };
  };
  return {
    market: {
      key: 'market',
      kind: 'name',
      head: t('orders.col-market'),
      renderCell: (order: Order) => <OrderMarket order={order} />,
    } as const,
    side: {
      key: 'side',
      kind: 'name',
      head: t('orders.col-side'),
      renderCell: (order: Order) => <SideMark direction={order.direction} />,
    } as const,
    size: (lotsOf: (order: Order) => string): Column<Order> => ({
      key: 'size',
      kind: 'main',
      head: t('orders.col-size'),
      end: true,
      renderCell: (order) => <Num>{formatNumber(lotsOf(order))}</Num>,
    }),
    /** A price of an order, padded to the steps of its market. */
    price: (
      { head, ...place }: ColumnPlace,
      priceOf: (order: Order) => string | null | undefined,
    ): Column<Order> => ({
      ...place,
      head: t(head),
      end: true,
      renderCell: (order) => <Price value={priceOf(order)} {...styleOf(order)} />,
    }),
    stops: {
      key: 'stops',
      kind: 'limit',
      head: t('orders.col-stops'),
      end: true,
      renderCell: (order: Order) => <StopsText order={order} tickSize={tickSizeOf(order.code)} />,
    } as const,
    time: (
      { head, ...place }: ColumnPlace & { readonly end?: boolean },
      timeOf: (order: Order) => number,
      /** When it ended, under the time the list is sorted by. */
      endOf?: (order: Order) => number | null | undefined,
    ): Column<Order> => ({
      ...place,
      head: t(head),
      renderCell: (order) => {
        const end = endOf?.(order);
        // From when to when; without words, because every market page carries this table.
        return (
          <bdi className="block text-xs whitespace-nowrap text-ink-2">
            {formatTime(timeOf(order), 'short')}
            {end && (
              <>
                {' –'}
                <br />
                {formatTime(end, 'short')}
              </>
            )}
          </bdi>
        );
      },
    }),
    /** What one does with an order. */
    acts: (renderActs: (order: Order) => ReactNode): Column<Order> => ({
      key: 'acts',
      kind: 'act',
      head: t('orders.action'),
      end: true,
      renderCell: (order) => (
        <span className="inline-flex items-center gap-1">{renderActs(order)}</span>
      ),
    }),
  };
}

/** Stop and target of an order, and the distance of a stop that follows. */
function StopsText(props: {
  readonly order: Order;
  readonly tickSize: string | undefined;
}): ReactElement {
  const { order, tickSize } = props;
  const t = useT();
  const style = tickSize === undefined ? {} : { placesMin: placesOfStep(tickSize) };
  const text = (price: string | undefined): string =>
    price === undefined ? DASH : formatNumber(price, style);
  return (
    <span className="text-xs text-ink-2">
      <Num>{`${text(order.stopLoss)} / ${text(order.takeProfit)}`}</Num>
      {order.trailingDistance !== undefined && (
        <span className="block">
          {t('orders.trails')} <Num>{text(order.trailingDistance)}</Num>
        </span>
      )}
    </span>
  );
}
