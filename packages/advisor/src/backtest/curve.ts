import { HOUR_MS, type UnixMs, addMoney, subMoney } from '@candor/kernel';
import type { Fund } from '../fund/fund.ts';
import { floatOf, usdtFloat } from '../figures/floats.ts';

/** A point of the curve. @units value: USDT, for pictures */
export type EquityPoint = { readonly time: UnixMs; readonly value: number };

/** The deepest fall from a height. @units share: of the height, 0 to 1 */
export type Fall = { readonly share: number; readonly from: UnixMs; readonly to: UnixMs };

/**
 * What a fund is worth from bar to bar, for pictures and for the deepest fall: floats, so that a bar
 * costs no exact sum. `follow` takes over the exact fund whenever it changed.
 */
export function createCurve(count: number): {
  readonly follow: (fund: Fund) => void;
  readonly watch: (time: UnixMs, closes: readonly number[]) => void;
  readonly points: readonly EquityPoint[];
  readonly deepestFall: () => Fall;
} {
  const points: EquityPoint[] = [];
  let cash = 0;
  let held: readonly number[] = Array.from({ length: count }, () => 0);
  let height = 0;
  let heightAt = 0 as UnixMs;
  let fall: Fall = { share: 0, from: heightAt, to: heightAt };
  let pointAt = 0;
  return {
    points,
    deepestFall: () => fall,
    follow(fund) {
      held = fund.positions.map(({ quantity }) => floatOf(quantity));
      const idle = fund.positions.reduce(
        (sum, { cost }) => subMoney(sum, cost),
        addMoney(fund.settled, fund.result),
      );
      cash = usdtFloat(idle);
    },
    watch(time, closes) {
      let value = cash;
      for (let index = 0; index < count; index += 1) {
        value += (held[index] ?? 0) * (closes[index] ?? 0);
      }
      if (value > height) {
        height = value;
        heightAt = time;
      } else if (1 - value / height > fall.share) {
        fall = { share: 1 - value / height, from: heightAt, to: time };
      }
      if (time < pointAt) return;
      points.push({ time, value });
      // One point an hour is more than a picture can show.
      pointAt = time - (time % HOUR_MS) + HOUR_MS;
    },
  };
}
