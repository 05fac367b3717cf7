import { type Money, fromDecimal, money, mul, toDecimal } from '@candor/kernel';
import type { Exchange } from '../../exchange/index.ts';

/** What an amount is worth in USDT now; null while no price says it that real money may move at. */
export type ValueOf = (amount: Money) => Money | null;

/** Values amounts at the bid their coin is converted at. @rounding up */
export function createValueOf(exchange: Pick<Exchange, 'bidOf'>): ValueOf {
  return (amount) => {
    if (amount.asset === 'USDT') return amount;
    const bid = exchange.bidOf(amount.asset);
    if (bid === null) return null;
    const worth = mul(toDecimal(amount), bid, 'up');
    return worth < 0n ? money('USDT', 0n) : fromDecimal(worth, { asset: 'USDT', rounding: 'up' });
  };
}
