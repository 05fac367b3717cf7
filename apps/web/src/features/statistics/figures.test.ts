import type { Statistic } from '@candor/protocol/light';
import { describe, expect, it } from 'vitest';
import { exactly } from './definitions.ts';
import { tilesOf } from './figures.ts';

const statistic = (key: Statistic['key'], value: string | null): Statistic => ({
  key,
  value,
  unit: 'USDT',
  definition: 'a definition',
  query: 'a query',
  asOf: 1_700_000_000_000,
});

describe('tilesOf', () => {
  it('shows a dash for every figure while nothing has arrived', () => {
    expect(tilesOf(null).map((tile) => tile.value)).toEqual(['—', '—', '—', '—']);
    expect(tilesOf([statistic('accounts', null)]).at(-1)?.value).toBe('—');
  });

  it('shows an empty system as zeros, not as nothing', () => {
    const tiles = tilesOf([statistic('accounts', '0'), statistic('traded24h', '0')]);
    expect(tiles.map((tile) => tile.value)).toEqual(['—', '—', '0', '0']);
  });

  it('turns shares into percent and shortens volumes, the cap in the note', () => {
    const tiles = tilesOf([
      statistic('feeRate', '0.001'),
      statistic('feeRateCap', '0.003'),
      statistic('traded24h', '38240000.123456'),
    ]);
    expect(tiles[0]).toMatchObject({ value: '0.10', unit: '%', noteValues: { cap: '0.30%' } });
    expect(tiles[2]).toMatchObject({ value: '38.2', unit: 'M USDT' });
  });

  it('shows a small volume to the cent and counts every market that is quoted', () => {
    const traded = (value: string) => tilesOf([statistic('traded24h', value)])[2]?.value;
    expect(traded('2400.303')).toBe('2,400.30');
    expect(traded('12400.5')).toBe('12,400');
    const tiles = tilesOf([statistic('markets', '352'), statistic('cryptoMarkets', '350')]);
    expect(tiles[1]).toMatchObject({ value: '352', noteValues: { crypto: '350' } });
  });
});

describe('exactly', () => {
  it('keeps every decimal', () => {
    expect(exactly({ value: '4035.721121', unit: 'USDT' })).toBe('4,035.721121 USDT');
    expect(exactly({ value: '0.00125', unit: 'share' })).toBe('0.125%');
    expect(exactly({ value: '1204', unit: 'accounts' })).toBe('1,204');
    expect(exactly({ value: null, unit: 'USDT' })).toBe('—');
  });
});
