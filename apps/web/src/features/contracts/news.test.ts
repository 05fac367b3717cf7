// Promise: what the market did to an order is said, what its owner pressed is not said twice, and
// the margin bar says what comes next.
import type { Order } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { aLong } from '../../testing/market-info.ts';
import { marginBand } from './margin-notice.ts';
import { newsOf } from './news.ts';

const closed = (reason: Order['reason']): Order => ({
  ...aLong,
  status: 'closed',
  reason,
  closePrice: '59000',
});

describe('news of an order', () => {
  it('tells of stops, targets and forced closes', () => {
    expect(newsOf(closed('stopLoss'), 'running')).toEqual({
      key: 'orders.news-stop-loss',
      price: '59000',
    });
    expect(newsOf(closed('closeOut'), undefined)?.key).toBe('orders.news-close-out');
    expect(newsOf(closed('stopLoss'), 'closed')).toBeNull();
  });

  it('tells of an order that waited and was filled or rejected', () => {
    const limit: Order = { ...aLong, orderType: 'limit' };
    expect(newsOf(limit, 'pending')).toEqual({ key: 'orders.news-filled', price: '60008.5' });
    expect(newsOf(limit, 'running')).toBeNull();
    expect(newsOf({ ...closed('rejected'), orderType: 'limit' }, 'pending')?.key).toBe(
      'orders.news-rejected',
    );
  });

  it('is silent about what was pressed', () => {
    expect(newsOf(aLong, undefined)).toBeNull();
    expect(newsOf(closed('user'), 'running')).toBeNull();
    expect(newsOf(closed('cancelled'), 'pending')).toBeNull();
  });
});

describe('the margin level', () => {
  it('belongs to the lowest line it is under', () => {
    const bands = ['1.2', '1', '0.99', '0.75', '0.74', '0.6', '0.59', '0.5', '0.49'].map(
      marginBand,
    );
    expect(bands).toEqual([null, null, '100', '100', '75', '75', '60', '60', '50']);
    expect(marginBand(null)).toBeNull();
  });
});
