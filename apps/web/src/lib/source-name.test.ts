// Promise: the simulation is called so in the reader's language; a venue keeps its name.
import { beforeAll, expect, it } from 'vitest';
import { activeTranslate } from '@candor/locales';
import { speak } from '../testing/speak.ts';
import { sourceName } from './source-name.ts';

beforeAll(() => speak('ar'));

it('says simulated prices in words and venues by name', () => {
  const t = activeTranslate();
  expect(sourceName('Simulation', t)).toBe('محاكاة');
  expect(sourceName('Binance', t)).toBe('Binance');
});
