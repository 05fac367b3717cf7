import { type LOCALES, activateLocale, localeOf } from '@candor/locales';
import { cleanup, render } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Amount, Percent, Price } from './Figures.tsx';

const [english, arabic] = ['en', 'ar'].map((value) => localeOf(value) ?? undefined);

beforeEach(() => activateLocale(english as (typeof LOCALES)[number]));
afterEach(cleanup);

const shown = (element: React.ReactElement): HTMLElement =>
  render(element).container.firstElementChild as HTMLElement;

it('shows money with its asset, padded and isolated', () => {
  const amount = shown(<Amount value="3370.6" />);
  expect(amount.textContent).toBe('3,370.60\u00a0USDT');
  expect(amount.tagName).toBe('BDI');
  expect(amount.dir).toBe('ltr');
});

it('signs results and colours them by sign; what rounds to nothing is neither', () => {
  const won = shown(<Amount value="16.88" signed asset={null} />);
  expect([won.textContent, won.className.includes('text-up')]).toEqual(['+16.88', true]);
  const lost = shown(<Amount value="-0.5" signed asset={null} />);
  expect([lost.textContent, lost.className.includes('text-down')]).toEqual(['−0.50', true]);
  const nothing = shown(<Amount value="-0.001" signed asset={null} />);
  expect([nothing.textContent, nothing.className.includes('text-ink-3')]).toEqual(['0.00', true]);
});

it('shows a dash for money nobody knows, without an asset', () => {
  expect(shown(<Amount value={null} />).textContent).toBe('—');
});

it('pads a price to its tick size', () => {
  expect(shown(<Price value="67412.5" tickSize="0.01" />).textContent).toBe('67,412.50');
  expect(shown(<Price value="0.6" tickSize="0.0001" />).textContent).toBe('0.6000');
});

it('says up or down beside the sign of a change, and neither at zero', () => {
  const up = shown(<Percent value="1.236" />);
  expect(up.textContent).toBe('up+1.24%');
  expect(up.querySelector('svg')).not.toBeNull();
  expect(shown(<Percent value="-2.31" />).textContent).toBe('down−2.31%');
  const zero = shown(<Percent value="0.001" />);
  expect([zero.textContent, zero.querySelector('svg')]).toEqual(['0.00%', null]);
});

it('keeps Western digits and left-to-right order in Arabic, its words in Arabic', async () => {
  const percent = shown(<Percent value="-2.31" />);
  await act(() => activateLocale(arabic as (typeof LOCALES)[number]));
  expect(percent.textContent).toBe('هبوط−2.31%');
  expect(percent.dir).toBe('ltr');
});
