import type { Order } from '@candor/protocol/light';
import { formatNumber, placesOfStep } from '@candor/ui';
import type { CommandEnd } from '../../../lib/commands.ts';
import { openEndText } from '../../../lib/end-text.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type LineFacts, type LineField, lineId, pendingLabel, stopLabel } from './own-lines.ts';
import { amendErrors } from '../manage/amend-errors.ts';
import type { AmendBody } from '../manage/manage.ts';
import type { Prices } from '../order/preview.ts';

/** What a line would mean at another price. */
export type LinePreview = {
  readonly priceText: string;
  readonly label: string;
  /** Why it may not stand there; null when it may. */
  readonly problem: string | null;
};

/** How the trader's own lines are asked about and set, for a chart that lets them be moved. */
export type OwnLineMoves = {
  readonly preview: (id: string, price: string) => LinePreview;
  /** Null when it was set, else why not. */
  readonly commit: (id: string, price: string) => Promise<string | null>;
};

const FIELDS: readonly LineField[] = ['stopLoss', 'takeProfit', 'price', 'stopPrice'];

type Line = { readonly order: Order; readonly field: LineField };

function findLine(orders: readonly Order[], id: string): Line | null {
  for (const order of orders) {
    const field = FIELDS.find((one) => lineId(order, one) === id);
    if (field !== undefined) return { order, field };
  }
  return null;
}

/** Why a line may not stand at a price now, by the server's own rules; the server decides again. */
function problemOf(
  { order, field }: Line,
  at: { readonly price: string; readonly prices: Prices | null; readonly facts: LineFacts },
): string | null {
  const { price, prices, facts } = at;
  const { terms, t } = facts;
  const errors = amendErrors(order, { [field]: price }, { terms, prices });
  if (errors[field]?.key === 'error.stop-loss-unreasonable') return t('market.wrong-stop-loss');
  if (errors[field]?.key === 'error.take-profit-unreasonable') return t('market.wrong-target');
  // A waiting price may be refused for the stops that were set around the old one.
  const error = errors[field] ?? errors.stopLoss ?? errors.takeProfit;
  if (error === undefined) return null;
  const values = Object.entries(error.values).map(([name, text]) => [name, formatNumber(text)]);
  return t(error.key, Object.fromEntries(values));
}

/** Stops, targets and waiting prices of one market that a chart may move, by the amend call. */
export function ownLineMoves(facts: {
  readonly orders: readonly Order[];
  readonly facts: LineFacts;
  /** Bid and ask of the moment. */
  readonly prices: () => Prices | null;
  /** Changes an order; what the answer says of it is drawn by then. */
  readonly amend: (params: {
    readonly id: string;
    readonly body: AmendBody;
  }) => Promise<CommandEnd<Order>>;
}): OwnLineMoves {
  const { orders, facts: lineFacts, prices, amend } = facts;
  const { t, tickSize } = lineFacts;
  return {
    preview: (id, at) => {
      const priceText = formatNumber(at, { placesMin: placesOfStep(tickSize) });
      const line = findLine(orders, id);
      // It was closed while it was held.
      if (line === null) return { priceText, label: '', problem: null };
      const { order, field } = line;
      const label =
        field === 'price' || field === 'stopPrice'
          ? pendingLabel(order, field, t)
          : stopLabel(order, field, { price: at, facts: lineFacts });
      return {
        priceText,
        label,
        problem: problemOf(line, { price: at, prices: prices(), facts: lineFacts }),
      };
    },
    commit: async (id, at) => {
      const line = findLine(orders, id);
      if (line === null) return failureText({ name: 'already-closed' }, t);
      const end = await amend({ id: line.order.id, body: { [line.field]: at } });
      if (end.kind === 'done') return null;
      if (end.kind === 'refused') return failureText(end.failure, t);
      return openEndText(end, t, 'orders.not-amended');
    },
  };
}
