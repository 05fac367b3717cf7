// Promise: what the ticket says before sending is what the formulas the server charges with say.
import {
  type Money,
  type Price,
  formatDecimal,
  formatMoney,
  price,
  quantity,
} from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import {
  type Preview,
  exposuresOf,
  previewOrder,
  pricesOf,
  marginStateOf,
  termsOf,
} from './preview.ts';

const specification = {
  class: 'crypto',
  base: 'BTC',
  quoteCurrency: 'USDT',
  contractSize: '1',
  tickSize: '0.1',
  lotStep: '0.0001',
  lotsMin: '0.0001',
  lotsMax: '100',
  leverageMax: 10,
  feeRate: '0.001',
  financingRate: '0.0005',
  spreadRate: '0.0001',
  freshForMs: 5000,
  bandRate: '0.02',
  hours: [],
  sources: ['Binance'],
  link: '1',
};
const terms = { ...termsOf({ specification }), link: price('1') };
const prices = { bid: price('67412.4'), ask: price('67412.6') };
const fresh = marginStateOf({
  amount: '10000',
  bondAmount: '0',
  floatingPnL: '0',
  tradingEquity: '10000',
});

const mostOf = ({ mostYouCanLose: most }: Preview) =>
  most === null ? null : `${formatMoney(most.amount)} ${most.by}`;
const text = (amount: Money | null) => (amount === null ? null : formatMoney(amount));

type Draft = Parameters<typeof previewOrder>[0]['draft'];

function draft(parts: Partial<Draft> = {}): Draft {
  const base = { side: 'long' as const, lots: quantity('0.05'), leverage: 10, waitsFor: null };
  const none = { stopLoss: null, takeProfit: null, trailingDistance: null, isStopUnclear: false };
  return { ...base, ...none, ...parts };
}

describe('preview of an order', () => {
  it('charges a long at the ask, with margin, fee and the spread', () => {
    const shown = previewOrder({
      terms,
      prices,
      draft: draft(),
      marginState: fresh,
      exposures: [],
    });
    expect(formatDecimal(shown.openPrice)).toBe('67412.6');
    expect(formatMoney(shown.notional)).toBe('3370.63');
    expect(formatMoney(shown.margin)).toBe('337.063');
    expect(formatMoney(shown.fee)).toBe('3.37063');
    expect(formatMoney(shown.openingLoss)).toBe('0.01');
    expect(formatMoney(shown.needed)).toBe('340.44363');
    expect(text(shown.freeMarginAfter)).toBe('9659.55637');
    expect(formatMoney(shown.hold.d1)).toBe('1.685315');
    expect(formatMoney(shown.hold.d30)).toBe('50.55945');
  });

  it('says what can be lost at most, and which bound that is', () => {
    const facts = { terms, prices, marginState: fresh, exposures: [] };
    const bare = previewOrder({ ...facts, draft: draft() });
    // A long's price ends at 0: its 3,370.63 and 3.37063 of fee, not the whole account.
    expect(mostOf(bare)).toBe('3374.00063 value');
    expect(bare.lossAtStop).toBeNull();
    expect(mostOf(previewOrder({ ...facts, draft: draft({ side: 'short' }) }))).toBe(
      '10000 equity',
    );
    const large = draft({ lots: quantity('0.5') });
    expect(mostOf(previewOrder({ ...facts, draft: large }))).toBe('10000 equity');
    const stopped = previewOrder({
      terms,
      prices,
      draft: draft({ stopLoss: price('66000'), takeProfit: price('68100') }),
      marginState: fresh,
      exposures: [],
    });
    // 0.05 × 1,412.6 + 3.37063 + 0.05 × 66,000 × 0.001
    expect(mostOf(stopped)).toBe('77.30063 stop');
    // 0.05 × 687.4 − 3.37063 − 0.05 × 68,100 × 0.001
    expect(text(stopped.gainAtTarget)).toBe('27.59437');
    expect(stopped.stopsFailure).toBeNull();
  });

  it('knows nothing of the loss while a stop stands there that cannot work', () => {
    const facts = { terms, prices, marginState: fresh, exposures: [] };
    const shown = (parts: Partial<Draft>): (string | null)[] => {
      const preview = previewOrder({ ...facts, draft: draft(parts) });
      return [mostOf(preview), text(preview.lossAtStop)];
    };
    const nothing = [null, null];
    expect(shown({ stopLoss: price('67412.6') })).toEqual(nothing);
    // Between bid and ask: refused, though it stands below the price it opens at.
    expect(shown({ stopLoss: price('67412.5') })).toEqual(nothing);
    expect(shown({ side: 'short', stopLoss: price('66000') })).toEqual(nothing);
    expect(shown({ isStopUnclear: true })).toEqual(nothing);
    // Beyond the forced close, where it could never act.
    expect(shown({ lots: quantity('1'), stopLoss: price('100') })).toEqual(nothing);
    // A target that cannot work says nothing about the loss.
    const both = { stopLoss: price('66000'), takeProfit: price('67000') };
    expect(shown(both)).toEqual(['77.30063 stop', '77.30063']);
  });

  it('counts a trailing stop from where it starts', () => {
    const facts = { terms, prices, marginState: fresh, exposures: [] };
    const trailing = draft({ trailingDistance: price('1412.4') });
    expect(mostOf(previewOrder({ ...facts, draft: trailing }))).toBe('77.30063 stop');
  });

  it('judges no account while one of its contracts has no mark', () => {
    const unjudged = { amount: '10000', bondAmount: '100', floatingPnL: null, tradingEquity: null };
    const marginState = marginStateOf(unjudged);
    expect(marginState).toBeNull();
    const facts = { terms, prices, marginState, exposures: [] };
    const long = previewOrder({ ...facts, draft: draft() });
    expect([mostOf(long), long.freeMarginAfter, long.closeOutPrice]).toEqual([
      '3374.00063 value',
      null,
      null,
    ]);
    expect(mostOf(previewOrder({ ...facts, draft: draft({ side: 'short' }) }))).toBeNull();
  });

  it('names the stop that stands on the wrong side', () => {
    const wrong = (parts: Parameters<typeof draft>[0]) =>
      previewOrder({ terms, prices, draft: draft(parts), marginState: fresh, exposures: [] })
        .stopsFailure;
    expect(wrong({ stopLoss: price('67412.5') })).toBe('stop-loss-unreasonable');
    expect(wrong({ takeProfit: price('67412.5') })).toBe('take-profit-unreasonable');
    expect(wrong({ stopLoss: price('68000'), takeProfit: price('67000') })).toBe(
      'stops-unreasonable',
    );
    expect(wrong({ side: 'short', stopLoss: price('68000') })).toBeNull();
  });

  it('counts open contracts of the instrument into the close-out price', () => {
    const alone = previewOrder({
      terms,
      prices,
      draft: draft({ lots: quantity('1'), leverage: 10 }),
      marginState: fresh,
      exposures: [],
    });
    const orders = [
      { code: 'BTC/USDT', status: 'running', direction: 'buy', lots: '0.2', paused: false },
      { code: 'BTC/USDT', status: 'closed', direction: 'buy', lots: '9', paused: false },
      { code: 'BTC/USDT', status: 'running', direction: 'buy', lots: '9', paused: true },
      { code: 'ETH/USDT', status: 'running', direction: 'sell', lots: '9', paused: false },
    ] as const;
    const exposures = exposuresOf(orders, {
      code: 'BTC/USDT',
      contractSize: terms.contractSize,
    });
    expect(exposures).toEqual([
      { side: 'long', lots: quantity('0.2'), contractSize: terms.contractSize },
    ]);
    const together = previewOrder({
      terms,
      prices,
      draft: draft({ lots: quantity('1'), leverage: 10 }),
      marginState: fresh,
      exposures,
    });
    // A larger long is closed out sooner, so at a higher price.
    expect((together.closeOutPrice ?? 0n) > (alone.closeOutPrice ?? 0n)).toBe(true);
  });

  it('says what an order costs while nobody is signed in, and nothing about an account', () => {
    const facts = { terms, prices, marginState: null, exposures: [] };
    const shown = previewOrder({ ...facts, draft: draft() });
    expect(formatMoney(shown.margin)).toBe('337.063');
    expect([shown.freeMarginAfter, shown.closeOutPrice]).toEqual([null, null]);
    expect(mostOf(shown)).toBe('3374.00063 value');
    const stopped = previewOrder({ ...facts, draft: draft({ stopLoss: price('66000') }) });
    expect(mostOf(stopped)).toBe('77.30063 stop');
  });

  it('counts of a contract closed in part what is open, in the close-out price and the stops', () => {
    const half = {
      code: 'BTC/USDT',
      status: 'running',
      direction: 'buy',
      lots: '0.2',
      openLots: '0.05',
      paused: false,
    } as const;
    const facts = { code: 'BTC/USDT', contractSize: terms.contractSize };
    const exposures = exposuresOf([half], facts);
    expect(exposures).toEqual([
      { side: 'long', lots: quantity('0.05'), contractSize: terms.contractSize },
    ]);
    const asked = { terms, prices, marginState: fresh };
    const one = draft({ lots: quantity('1'), leverage: 10 });
    const whole = exposuresOf([{ ...half, openLots: '0.2' }], facts);
    const level = previewOrder({ ...asked, draft: one, exposures }).closeOutPrice as Price;
    // With less open the market falls farther before the account is closed out: a stop between the
    // two levels is one the server takes.
    const tooNear = previewOrder({ ...asked, draft: one, exposures: whole }).closeOutPrice as Price;
    expect(level).toBeLessThan(tooNear);
    const stopped = { ...one, stopLoss: ((level + tooNear) / 2n) as Price };
    const checked = previewOrder({ ...asked, draft: stopped, exposures });
    expect(checked.stopsFailure).toBeNull();
    const refused = previewOrder({ ...asked, draft: stopped, exposures: whole });
    expect(refused.stopsFailure).toBe('stop-loss-unreasonable');
  });

  it('knows when the free margin is too small', () => {
    const tooMuch = draft({ lots: quantity('2') });
    const shown = previewOrder({
      terms,
      prices,
      draft: tooMuch,
      marginState: fresh,
      exposures: [],
    });
    expect(shown.isAffordable).toBe(false);
  });
});

describe('reading the wire', () => {
  it('takes what the equity does not explain as owed', () => {
    const marginState = marginStateOf({
      amount: '0',
      bondAmount: '100',
      floatingPnL: '-20',
      tradingEquity: '75',
    });
    expect(text(marginState?.deficit ?? null)).toBe('-5');
  });

  it('says nothing of an account while a price of its contracts is missing', () => {
    const figures = { amount: '10', bondAmount: '100', floatingPnL: null, tradingEquity: null };
    expect(marginStateOf(figures)).toBeNull();
  });

  it('has no prices while bid or ask is unknown', () => {
    expect(pricesOf({ bid: '1', ask: null })).toBeNull();
    expect(pricesOf({ bid: '1', ask: '2' })).toEqual({ bid: price('1'), ask: price('2') });
  });
});
