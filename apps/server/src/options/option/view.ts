import { formatDecimal, formatMoney, subMoney } from '@candor/kernel';
import { breakEvenHitRate, mid } from '@candor/pricing';
import type { OptionOrder } from '@candor/protocol';
import { type MarketView, receiptNumber } from '../../contracts/index.ts';
import type { Option, Settlement } from './option.ts';

function closed(option: Option, settlement: Settlement): Partial<OptionOrder> {
  const { tick } = settlement;
  return {
    closeTime: settlement.at,
    profit: formatMoney(subMoney(settlement.paid, option.stake)),
    receiptNo: receiptNumber({ kind: 'option', userId: option.userId, subject: option.id }),
    ...(tick === null ? {} : { closePrice: formatDecimal(tick.price), settleTickId: tick.tickId }),
  };
}

/** The latest middle, of the option's own run of prices. */
function markOf(option: Option, market: MarketView): Partial<OptionOrder> {
  if (option.feed !== market.feed().key) return {};
  const quote = market.latest(option.code);
  return quote === null ? {} : { markPrice: formatDecimal(mid(quote)) };
}

/** An option as the trader sees it. */
export function optionOrderOf(option: Option, market: MarketView): OptionOrder {
  const { settlement, open } = option;
  const instrument = market.instrument(option.code);
  const price = formatDecimal(open.price);
  return {
    id: option.id,
    orderNo: option.orderNo,
    code: option.code,
    name: instrument?.name ?? option.code,
    type: instrument?.type ?? 2,
    direction: option.direction,
    status: settlement === null ? 'running' : 'closed',
    state: settlement?.outcome ?? 'running',
    reason: settlement === null ? null : settlement.outcome === 'void' ? 'void' : 'expiry',
    price,
    openPrice: price,
    openTime: option.boughtAt,
    createdTime: option.boughtAt,
    amount: formatMoney(option.stake),
    period: option.period,
    rate: formatDecimal(option.rate),
    rateVersion: option.rateVersion,
    breakEvenRate: formatDecimal(breakEvenHitRate(option.rate)),
    payout: formatMoney(option.payout),
    expectedProfit: formatMoney(subMoney(option.payout, option.stake)),
    settleAt: option.settleAt,
    openTickId: open.tickId,
    paused: settlement === null && option.feed !== market.feed().key,
    mode: option.mode,
    ...(settlement === null ? markOf(option, market) : closed(option, settlement)),
  };
}
