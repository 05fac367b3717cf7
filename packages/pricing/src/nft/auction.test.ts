// Promise: the next bid is the highest and a step, and a bid near the end leaves others time to answer. (N2, N4)
import { MINUTE_MS, money, unixMs } from '@candor/kernel';
import { expect, test } from 'vitest';
import { endAfterBid, leastBid } from './auction.ts';

const usdt = (units: bigint) => money('USDT', units);
const end = unixMs(10 * MINUTE_MS);
const auction = { endsAt: end, extension: { minutes: 5, most: 2 }, extended: 0 };
const at = (minutes: number) => unixMs(minutes * MINUTE_MS);

test('the first bid is the start, the next one a step above the highest', () => {
  const terms = { start: usdt(100n), step: usdt(7n) };
  expect(leastBid({ ...terms, highest: null })).toEqual(usdt(100n));
  expect(leastBid({ ...terms, highest: usdt(130n) })).toEqual(usdt(137n));
});

test('a bid within the last minutes moves the end to so many behind it, an earlier one does not', () => {
  expect(endAfterBid(auction, at(5))).toEqual({ endsAt: end, isExtended: false });
  const late = unixMs(5 * MINUTE_MS + 1);
  expect(endAfterBid(auction, late)).toEqual({
    endsAt: unixMs(10 * MINUTE_MS + 1),
    isExtended: true,
  });
  expect(endAfterBid(auction, unixMs(end - 1))).toEqual({
    endsAt: unixMs(end - 1 + 5 * MINUTE_MS),
    isExtended: true,
  });
});

test('no more often than it is said to', () => {
  const last = { ...auction, extended: 2 };
  expect(endAfterBid(last, at(9))).toEqual({ endsAt: end, isExtended: false });
  const never = { ...auction, extension: { minutes: 5, most: 0 } };
  expect(endAfterBid(never, at(9))).toEqual({ endsAt: end, isExtended: false });
});
