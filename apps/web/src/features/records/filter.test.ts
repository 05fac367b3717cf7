import { expect, it } from 'vitest';
import { dayEnd, dayStart } from '../../lib/local-days.ts';
import { NO_FILTER, isFiltered, queryOf } from './filter.ts';

it('asks for everything while nothing is chosen', () => {
  expect(queryOf(NO_FILTER)).toEqual({});
  expect(isFiltered(NO_FILTER)).toBe(false);
});

it('includes both days it names', () => {
  const filter = { ...NO_FILTER, kind: 'fee', from: '2026-11-20', to: '2026-11-21' } as const;
  expect(queryOf(filter)).toEqual({
    kind: 'fee',
    from: dayStart('2026-11-20'),
    to: dayEnd('2026-11-21'),
  });
  expect(isFiltered(filter)).toBe(true);
});

it('leaves out a day that is being typed', () => {
  expect(queryOf({ ...NO_FILTER, asset: 'BTC', from: '2026-' })).toEqual({ asset: 'BTC' });
});
