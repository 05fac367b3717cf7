import { type TickId, ensure, formatDecimal, formatMoney, subMoney } from '@candor/kernel';
import type { OptionReceipt } from '@candor/protocol';
import { receiptNumber } from '../contracts/index.ts';
import type { NumberedEntry } from '../ledger/index.ts';
import type { Option, Settlement } from '../options/index.ts';
import type { Unhashed } from './canonical.ts';
import { type Ticks, counterpartyOf, entriesOf, markOf, namedBy, tapeTickOf } from './parts.ts';
import type { Terms } from './terms.ts';

/** An option that came to its end. */
export type SettledOption = Option & { readonly settlement: Settlement };

/** Whether an option came to its end. */
export const isSettled = (option: Option): option is SettledOption => option.settlement !== null;

/** The ticks an option cites. */
export function optionTicks({ open, settlement }: SettledOption): TickId[] {
  return settlement.tick === null ? [open.tickId] : [open.tickId, settlement.tick.tickId];
}

/** Number of an option's receipt. */
export const optionNumber = (option: Pick<Option, 'userId' | 'id'>): string =>
  receiptNumber({ kind: 'option', userId: option.userId, subject: option.id });

/** The receipt of an option, without its hash. */
export function optionReceipt(parts: {
  readonly option: SettledOption;
  readonly terms: Terms;
  readonly ticks: Ticks;
  readonly entries: readonly NumberedEntry[];
}): Unhashed<OptionReceipt> {
  const { option, terms, ticks } = parts;
  const { settlement, open } = option;
  const { tick } = settlement;
  const instrument = ensure(terms.instrument, 'what was traded is in the catalogue');
  const won = subMoney(settlement.paid, option.stake);
  return {
    kind: 'option',
    ...namedBy(terms),
    number: optionNumber(option),
    mode: option.mode,
    ...markOf(terms),
    feed: { key: option.feed, ...terms.feed },
    orderNo: option.orderNo,
    instrument: {
      code: option.code,
      name: instrument.name,
      class: instrument.class,
      tickSize: instrument.tickSize,
    },
    direction: option.direction,
    period: option.period,
    stake: formatMoney(option.stake),
    parameter: `option.rate${option.period}`,
    version: option.rateVersion,
    rate: formatDecimal(option.rate),
    open: {
      at: option.boughtAt,
      price: formatDecimal(open.price),
      tick: tapeTickOf(ticks, open.tickId),
    },
    settleAt: option.settleAt,
    settle:
      tick === null
        ? null
        : {
            at: tick.receivedAt,
            price: formatDecimal(tick.price),
            tick: tapeTickOf(ticks, tick.tickId),
          },
    settledAt: settlement.at,
    outcome: settlement.outcome,
    payout: formatMoney(settlement.paid),
    profit: formatMoney(won),
    counterparty: counterpartyOf(won),
    entries: entriesOf(parts.entries),
  };
}
