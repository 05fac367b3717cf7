// Promise: a change of an open order is judged once: the prices it waits for, then its stops, from
// where it opened or from the price it is going to wait for.
import { price, quantity } from '@candor/kernel';
import { expect, test } from 'vitest';
import { type AmendableOrder, judgeAmendment } from './amend.ts';

const contract: AmendableOrder = {
  side: 'long',
  orderType: 'market',
  lots: quantity('0.5'),
  contractSize: quantity('1'),
  openPrice: price('100'),
  askedPrice: null,
  stopPrice: null,
  stopLoss: price('90'),
  takeProfit: null,
  trailingDistance: null,
};
const waiting: AmendableOrder = {
  ...contract,
  orderType: 'limit',
  openPrice: null,
  askedPrice: price('80'),
  stopLoss: price('70'),
};
const facts = {
  market: { bid: price('100'), ask: price('102') },
  tickSize: price('0.5'),
  link: price('1'),
  closeOutPrice: price('60'),
};

test('stops of a contract are measured by the market and the close-out price', () => {
  const problemsOf = (stopLoss: string) =>
    judgeAmendment(contract, { stopLoss }, facts).problems.stopLoss;
  expect(problemsOf('99.5')).toBeUndefined();
  expect(problemsOf('100')).toBe('unreasonable');
  expect(problemsOf('60')).toBeUndefined();
  expect(problemsOf('59.5')).toBe('unreasonable');
  expect(problemsOf('99.7')).toBe('offStep');
  // What stands where it could not be set any more is no matter while it is not named.
  const kept = { ...contract, stopLoss: price('101') };
  const { problems, terms } = judgeAmendment(kept, { takeProfit: '103' }, facts);
  expect([problems, terms.stopLoss, terms.takeProfit]).toEqual([{}, price('101'), price('103')]);
});

test('a stop in money is counted from where the order opened or is going to', () => {
  const money = { stopLoss: '5', inMoney: true };
  // 100 − 5 ÷ 0.5, and 78 − 5 ÷ 0.5.
  expect(judgeAmendment(contract, money, facts).terms.stopLoss).toBe(price('90'));
  const moved = judgeAmendment(waiting, { ...money, price: '78' }, facts);
  expect([moved.terms.askedPrice, moved.terms.stopLoss]).toEqual([price('78'), price('68')]);
  expect(judgeAmendment(contract, { stopLoss: '0', inMoney: true }, facts).problems).toEqual({
    stopLoss: 'missing',
  });
});

test('an order that waits has all its stops looked at again by its new price', () => {
  expect(judgeAmendment(waiting, { price: '69' }, facts).problems).toEqual({
    stopLoss: 'unreasonable',
  });
  // Its price first: without one there is nothing its stops could be measured by.
  expect(judgeAmendment(waiting, { price: '102', stopLoss: '99.7' }, facts).problems).toEqual({
    price: 'wrongSide',
  });
});

test('without a market only steps are judged, and without a rate no money', () => {
  const unknown = { ...facts, market: null, link: null };
  expect(judgeAmendment(contract, { stopLoss: '200' }, unknown).problems).toEqual({});
  expect(judgeAmendment(contract, { stopLoss: '99.7' }, unknown).problems).toEqual({
    stopLoss: 'offStep',
  });
  const money = judgeAmendment(contract, { stopLoss: '5', inMoney: true }, unknown);
  expect([money.problems, money.terms.stopLoss]).toEqual([{}, null]);
});
