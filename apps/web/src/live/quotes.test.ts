// Promise: a row hears its own instrument once per frame, and never an older price after a newer.
import type { QuoteItem } from '@candor/protocol/light';
import { describe, expect, it, vi } from 'vitest';
import { expireQuotes } from './expire.ts';
import { type LiveQuote, createQuoteStore, newestQuote } from './quotes.ts';

function quote(code: string, price: string, seq: number): QuoteItem {
  return {
    id: code,
    code,
    type: 2,
    price,
    bid: price,
    ask: price,
    zdf: null,
    source: 'test',
    sourceTime: 1,
    receivedAt: seq,
    tickId: `t/${seq}`,
    status: 'open',
    seq,
  };
}

function store() {
  const frames: (() => void)[] = [];
  const made = createQuoteStore({ schedule: (run) => frames.push(run) });
  return { made, frames, frame: () => frames.splice(0).forEach((run) => run()) };
}

describe('the quote store', () => {
  it('tells each listener once per frame, of its own code only', () => {
    const { made, frames, frame } = store();
    const btc = vi.fn();
    const eth = vi.fn();
    made.subscribe('BTC/USDT', btc);
    made.subscribe('ETH/USDT', eth);
    made.accept([quote('BTC/USDT', '1', 1)], 10);
    made.accept([quote('BTC/USDT', '2', 2)], 11);
    expect(frames).toHaveLength(1);
    expect(made.get('BTC/USDT')).toBeUndefined();
    frame();
    expect(btc).toHaveBeenCalledTimes(1);
    expect(eth).not.toHaveBeenCalled();
    expect(made.get('BTC/USDT')).toMatchObject({ price: '2', arrivedAt: 11 });
  });

  it('drops a quote that is older than the one shown, until the line is new', () => {
    const { made, frame } = store();
    made.accept([quote('BTC/USDT', '5', 5)], 1);
    made.accept([quote('BTC/USDT', '4', 4)], 2);
    frame();
    expect(made.get('BTC/USDT')?.price).toBe('5');
    made.restart();
    made.accept([quote('BTC/USDT', '6', 1)], 3);
    frame();
    expect(made.get('BTC/USDT')?.price).toBe('6');
  });

  it('a tick that is said again is as old as it was', () => {
    const { made, frame } = store();
    made.accept([quote('BTC/USDT', '5', 5)], 1);
    frame();
    made.restart();
    made.accept([{ ...quote('BTC/USDT', '5', 1), tickId: 't/5', status: 'suspended' }], 9_000);
    frame();
    expect(made.get('BTC/USDT')).toMatchObject({ status: 'suspended', arrivedAt: 1 });
  });

  it('knows which codes are on screen and says when that changes', () => {
    const { made } = store();
    const changed = vi.fn();
    made.onWatched(changed);
    const leaveFirst = made.subscribe('BTC/USDT', () => undefined);
    const leaveSecond = made.subscribe('BTC/USDT', () => undefined);
    made.subscribe('ADA/USDT', () => undefined);
    expect(made.watched()).toEqual(['ADA/USDT', 'BTC/USDT']);
    expect(changed).toHaveBeenCalledTimes(2);
    leaveFirst();
    expect(changed).toHaveBeenCalledTimes(2);
    leaveSecond();
    leaveSecond();
    expect(made.watched()).toEqual(['ADA/USDT']);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it('after a stand-still calls no price open that was heard before it', () => {
    const { made, frame } = store();
    const told = vi.fn();
    made.subscribe('BTC/USDT', told);
    made.accept([quote('BTC/USDT', '5', 5)], 1);
    made.subscribe('ETH/USDT', () => undefined);
    made.accept([{ ...quote('ETH/USDT', '5', 5), status: 'closed' }], 1);
    frame();
    expireQuotes(made);
    frame();
    expect(told).toHaveBeenCalledTimes(2);
    expect(made.get('BTC/USDT')).toMatchObject({ status: 'stale', arrivedAt: 1 });
    expect(made.get('ETH/USDT')?.status).toBe('closed');
    made.restart();
    made.accept([quote('BTC/USDT', '6', 1)], 9);
    frame();
    expect(made.get('BTC/USDT')).toMatchObject({ status: 'open', price: '6' });
  });
});

describe('of the socket and an answer', () => {
  const heard: LiveQuote = { ...quote('BTC/USDT', '5', 5), arrivedAt: 1 };

  it.each([
    ['the later of the two', 6, undefined],
    ['the socket, when both are one tick', 5, heard],
    ['the socket, when it is later', 4, heard],
    ['the socket, when the answer has no price', null, heard],
  ])('%s counts', (_, receivedAt, expected) => {
    expect(newestQuote(heard, { receivedAt })).toBe(expected);
  });
});
