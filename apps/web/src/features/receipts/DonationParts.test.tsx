// Promise: the receipt of a donation shows who gets what and every bid in its order, recomputes the shares, names a figure
// that is another one, and hides nothing from a reader who cannot see.
import type { DonationReceipt } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { LocaleValue } from '@candor/locales';
import axe from 'axe-core';
import { afterEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { queryClient } from '../../lib/query.ts';
import { speak } from '../../testing/speak.ts';
import { ReceiptView } from './ReceiptView.tsx';
import { hashOf } from './hash.ts';
import { checkRules } from './rules.ts';
import { isSame, stepsOf } from './steps.ts';

const ID = '018cc251-ffb8-7e81-8307-dae0e4343897';
const START = Date.UTC(2026, 2, 4, 15, 0);
const MINUTE = 60_000;

const aDonation: DonationReceipt = {
  kind: 'donation',
  schema: 'candor.receipt/2',
  number: 'AB'.repeat(16),
  mode: 'real',
  orderNo: '260304-GJWW3DTK',
  token: {
    id: ID,
    title: 'Night boat',
    creator: { id: ID.replace('0', '1'), name: 'Leila' },
    place: null,
    version: 1,
  },
  charity: {
    id: ID.replace('0', '2'),
    name: 'Open Window school',
    country: 'GB',
    register: 'Charity Commission',
    registerNumber: '123456',
    agreement: 'A-7',
    agreedOn: '2026-01-01',
  },
  price: '100',
  split: { charity: 8_800, creator: 700, house: 500 },
  startsAt: START,
  auction: { step: '10', endsAt: START + 9 * MINUTE, minutes: 5, most: 2 },
  earlier: null,
  bids: [
    { place: 1, bidder: 1, amount: '100', at: START, extended: false },
    { place: 2, bidder: 2, amount: '130', at: START + 6 * MINUTE, extended: true },
    { place: 3, bidder: 1, amount: '151.000003', at: START + 6 * MINUTE, extended: false },
  ],
  winner: 1,
  endsAt: START + 11 * MINUTE,
  at: START + 12 * MINUTE,
  shares: { price: '151.000003', charity: '132.880003', creator: '10.57', house: '7.55' },
  entries: [
    {
      number: '16',
      kind: 'nft-sale',
      at: START + 12 * MINUTE,
      postings: [
        {
          from: 'user:bid',
          to: `house:charity:${ID.replace('0', '2')}`,
          amount: '132.880003',
        },
        { from: 'user:bid', to: `house:creator:${ID.replace('0', '1')}`, amount: '10.57' },
        { from: 'user:bid', to: 'house:fees', amount: '7.55' },
      ],
    },
  ],
  hash: '',
  signed: null,
};

/** A tape without a day, and nothing else is there: a donation needs no file. */
function serveNothing(): void {
  standInForServer({
    '/trust/roots': () => answered({ tape: [] }),
    '/trust/keys': () => answered({ origin: 'candor', keys: [] }),
    '/index/fees': () => answered({ schema: 'candor-fees/1', parameters: [] }),
  });
}

/** With its hash, as the product wrote it. */
async function hashed(receipt: DonationReceipt): Promise<DonationReceipt> {
  return { ...receipt, hash: (await hashOf(receipt)) ?? '' };
}

async function show(language: LocaleValue, receipt: DonationReceipt): Promise<HTMLElement> {
  await speak(language);
  serveNothing();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ReceiptView receipt={receipt} />
    </QueryClientProvider>,
  );
  return container;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each(['en', 'ar', 'ja'] as const)('is read in %s, and axe finds nothing', async (language) => {
  const container = await show(language, aDonation);
  const paper = screen.getByRole('article');
  for (const text of ['Night boat', 'Open Window school', 'Leila', '260304-GJWW3DTK'])
    expect(paper.textContent).toContain(text);
  const found = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});

it('shows each bid in its order, which of them moved the end, and what each gets', async () => {
  await show('en', aDonation);
  const paper = within(screen.getByRole('article'));
  const text = screen.getByRole('article').textContent ?? '';
  const order = ['100.00\u00a0USDT', '130.00\u00a0USDT', '151.000003\u00a0USDT'].map((one) =>
    text.indexOf(one, text.indexOf('Bids')),
  );
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(paper.getAllByText(/extended the auction/)).toHaveLength(1);
  expect(paper.getAllByText(/132\.880003/).length).toBeGreaterThan(1);
  // No price of a market is in it.
  expect(text).not.toMatch(/Live prices|Simulated|Recorded/);
});

it('comes to what it says, and names each share that is another one', () => {
  const wrongIn = (shares: object): string[] =>
    stepsOf({ ...aDonation, shares: { ...aDonation.shares, ...shares } })
      .filter((step) => !isSame(step))
      .map(({ id }) => id);
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ charity: '132.88' })).toEqual(['charity']);
  expect(wrongIn({ house: '7.550001' })).toEqual(['house']);
  expect(wrongIn({ creator: '10' })).toEqual(['creator']);
});

it('is checked by the rules of the verifier here, which find another winner', async () => {
  serveNothing();
  const stateOf = async (receipt: DonationReceipt) =>
    Object.fromEntries(
      (await checkRules(receipt, new AbortController().signal)).groups.map(({ label, state }) => [
        label,
        state,
      ]),
    );
  expect(await stateOf(await hashed(aDonation))).toMatchObject({
    'receipt.rules-amounts': 'said',
    'receipt.rules-journal': 'holds',
    'receipt.rules-form': 'holds',
  });
  expect(await stateOf(await hashed({ ...aDonation, winner: 2 }))).toMatchObject({
    'receipt.rules-amounts': 'differs',
    'receipt.rules-form': 'holds',
  });
});
