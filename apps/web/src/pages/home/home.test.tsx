import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import type { ContentItem, Statistic } from '@candor/protocol/light';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { LatestNotices } from './LatestNotices.tsx';
import { Products } from './Products.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';
import { Tiles } from './Tiles.tsx';

const COUNTED_AT = Date.UTC(2026, 10, 22, 14, 2, 11);

const statistic = (
  key: Statistic['key'],
  unit: Statistic['unit'],
  value: string | null,
): Statistic => ({
  key,
  unit,
  value,
  definition: 'in English',
  query: `how ${key} was counted`,
  asOf: COUNTED_AT,
});

const STATISTICS: readonly Statistic[] = [
  statistic('accounts', 'accounts', '0'),
  statistic('traded24h', 'USDT', '4035.721121'),
  statistic('traded24hDemo', 'USDT', '2400.303'),
  statistic('markets', 'markets', '352'),
  statistic('cryptoMarkets', 'markets', '350'),
  statistic('feeRate', 'share', '0.001'),
  statistic('feeRateCap', 'share', '0.003'),
];

const FEEDS = {
  mode: 'live',
  label: 'Live',
  recordedDay: null,
  recordedSource: null,
  marketTime: COUNTED_AT,
  notice: null,
  sources: [],
};

beforeAll(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  await loadAllTexts();
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tileOf = (label: string): HTMLElement =>
  screen.getByText(label, { exact: false, selector: 'dt' }).parentElement as HTMLElement;

describe('the tiles', () => {
  it('claim nothing before an answer, and keep their places', () => {
    standInForServer({ '/index/feeds': () => answered(FEEDS) });
    render(<Tiles statistics={null} hasFailed={false} />);
    const tile = tileOf('Accounts');
    expect(within(tile).queryByText('0')).toBeNull();
    expect(tile.textContent).not.toContain('We show it once it can be counted.');
    expect(within(tile).getByText('Registered here')).toBeTruthy();
  });

  it('say so when the figures did not come, or one of them cannot be counted', () => {
    standInForServer({ '/index/feeds': () => answered(FEEDS) });
    const { rerender } = render(<Tiles statistics={null} hasFailed />);
    expect(tileOf('Accounts').textContent).toContain('Couldn’t load the figures.');
    rerender(<Tiles statistics={[statistic('accounts', 'accounts', null)]} hasFailed={false} />);
    expect(tileOf('Accounts').textContent).toContain('We show it once it can be counted.');
  });

  it('show nothing counted as zero, and the demo apart', () => {
    standInForServer({ '/index/feeds': () => answered(FEEDS) });
    render(<Tiles statistics={STATISTICS} hasFailed={false} />);
    expect(within(tileOf('Accounts')).getByText('0')).toBeTruthy();
    const traded = tileOf('Traded in 24 h');
    expect(within(traded).getByText('4,035.72')).toBeTruthy();
    expect(within(traded).getByText(/2,400\.30 USDT/).className).toContain('hatch');
  });

  it('each say what they are: to the last decimal, with definition, time and query', async () => {
    standInForServer({ '/index/feeds': () => answered(FEEDS) });
    render(
      <Suspense>
        <Tiles statistics={STATISTICS} hasFailed={false} />
      </Suspense>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'What is this? Traded in 24 h' }));
    const dialog = await screen.findByRole('dialog', { name: 'Traded in 24 h' });
    expect(within(dialog).getByText('4,035.721121 USDT')).toBeTruthy();
    expect(within(dialog).getByText('2,400.303 USDT')).toBeTruthy();
    expect(within(dialog).getByText(/^Notional of every fill of the last 24 hours/)).toBeTruthy();
    expect(within(dialog).getByText('how traded24h was counted')).toBeTruthy();
    expect(within(dialog).getAllByText(/^Counted at .*22 Nov 2026/)).toHaveLength(2);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('4,035.721121 USDT')).toBeNull();
  });
});

describe('the product cards', () => {
  it('say what can go wrong before the way in', () => {
    render(<Products />);
    const cards = screen.getAllByRole('listitem');
    const ways = cards.map((card) => {
      expect(within(card).getByText('What can go wrong')).toBeTruthy();
      const link = within(card).getByRole('link');
      return [link.getAttribute('href'), link.textContent];
    });
    const expected = ['market', 'trading', 'loan', 'nfts'].map((page) => [
      `/${page}`,
      'Get started',
    ]);
    expect(ways).toEqual(expected);
  });
});

const notice = (id: string, day: number): ContentItem => ({
  id,
  title: `Notice ${id}`,
  type: 6,
  updatedAt: Date.UTC(2026, 10, day),
  language: 'en',
  original: false,
});

describe('the new features', () => {
  it('are the three latest notices, each with its day, leading to its text', async () => {
    const all = [notice('a', 1), notice('b', 9), notice('c', 3), notice('d', 7)];
    standInForServer({ '/index/listContents/6': () => answered(all) });
    render(<LatestNotices />);
    await screen.findByText('Notice b');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      '9 Nov 2026Notice b',
      '7 Nov 2026Notice d',
      '3 Nov 2026Notice c',
    ]);
    expect(links[0]?.getAttribute('href')).toBe('/detail?id=b&title=Notice+b');
  });

  it('are said to be none when there is no notice, and can be asked for again', async () => {
    let tries = 0;
    standInForServer({
      '/index/listContents/6': () => {
        tries += 1;
        return tries === 1 ? refused('unreadable') : answered([]);
      },
    });
    render(<LatestNotices />);
    await screen.findByText('Couldn’t load the notices.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No notices yet\./)).toBeTruthy();
  });
});

it('the number of a receipt leads to its check, anything else is told apart', async () => {
  window.history.replaceState(null, '', '/');
  render(<ReceiptPanel />);
  const field = screen.getByLabelText('Number of a receipt');
  await userEvent.type(field, 'not a number');
  await userEvent.click(screen.getByRole('button', { name: 'Check it' }));
  expect(screen.getByRole('alert').textContent).toBe('This is not the number of a receipt.');
  await userEvent.clear(field);
  await userEvent.type(field, '0123 4567-89ab cdef 0123 4567 89ab cdef');
  await userEvent.click(screen.getByRole('button', { name: 'Check it' }));
  expect(window.location.pathname).toBe('/receipt/0123456789ABCDEF0123456789ABCDEF');
});
