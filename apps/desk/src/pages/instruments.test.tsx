// Promise: a member takes an instrument out of trading with a reason; an auditor only reads.
import { refusal } from '@candor/protocol';
import type { DeskInstrument } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const BITCOIN: DeskInstrument = {
  ...{ code: 'BTC/USDT', name: 'Bitcoin', class: 'crypto', status: 'open', restriction: null },
  ...{ leverageMax: 2, isCompiled: true, lastPriceAt: NOW, announced: [] },
  terms: {
    ...{ code: 'BTC/USDT', name: 'Bitcoin', class: 'crypto', contractSize: '1', tickSize: '0.01' },
    ...{ lotStep: '0.01', leverageCap: null, lotsMax: '10', accountLotsMax: null },
    ...{ totalLotsMax: null, calendar: 'always' },
    sources: [{ venue: 'binance', symbol: 'BTC/USDT' }],
  },
};
const MANGO: DeskInstrument = {
  ...BITCOIN,
  ...{ code: 'MNGO/USDT', name: 'Mango', status: 'stale', lastPriceAt: null, isCompiled: false },
  terms: { ...BITCOIN.terms, sources: [{ venue: 'okx', symbol: 'MNGO/USDT' }] },
};

afterEach(leaveDesk);

it('suspends an instrument with a reason', WITHIN, async () => {
  const sent = standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'instruments.list': () => answered([BITCOIN]),
    'instruments.restrict': () => answered({ id: ID, number: 'I-000001' }),
  });
  await showDesk('/instruments', { ...MEMBER, roles: ['risk'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Open BTC/USDT' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.click(dialog.getByRole('tab', { name: 'Trading' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(sent.some(({ name }) => name === 'instruments.restrict')).toBe(false);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'A split');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'instruments.restrict')?.body).toEqual({
    ...{ code: 'BTC/USDT', status: 'suspended', reason: 'A split' },
  });
});

it('offers an auditor no switch', WITHIN, async () => {
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'instruments.list': () => answered([BITCOIN]),
  });
  await showDesk('/instruments', { ...MEMBER, roles: ['auditor'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Open BTC/USDT' }));
  expect(screen.getByRole('dialog').textContent).toContain('Comes with the product');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add instrument' })).toBeNull();
});

it('proposes other caps, with the refusal at its field, and says what stays', WITHIN, async () => {
  const at = { name: 'case-impossible', field: 'sources' } as const;
  let answer: ReturnType<typeof answered> = { status: 200, envelope: refusal(at) };
  const sent = standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'instruments.list': () => answered([BITCOIN, MANGO]),
    'instruments.change': () => answer,
  });
  await showDesk('/instruments', { ...MEMBER, roles: ['risk'] });
  expect((await screen.findByText('Not seen yet')).textContent).toBe('Not seen yet');
  await userEvent.click(screen.getByRole('button', { name: 'Open BTC/USDT' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('tab', { name: 'Caps, hours, sources' }));
  expect(dialog.getByText(/open and pending orders keep their terms/)).toBeTruthy();
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Maximum lots of one account'), 'x');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Thin');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
  expect(sent.some(({ name }) => name === 'instruments.change')).toBe(false);
  await userEvent.clear(dialog.getByLabelText('Maximum lots of one account'));
  await userEvent.type(dialog.getByLabelText('Maximum lots of one account'), '2.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a source' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
  expect(await dialog.findByText(/does not know this symbol/)).toBeTruthy();
  answer = answered({ id: ID, number: 'S-000001' });
  await userEvent.click(dialog.getByRole('button', { name: 'Propose the change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.findLast(({ name }) => name === 'instruments.change')?.body).toMatchObject({
    ...{ code: 'BTC/USDT', lotsMax: '10', accountLotsMax: '2.5', totalLotsMax: null },
    sources: [
      { venue: 'binance', symbol: 'BTC/USDT' },
      { venue: 'okx', symbol: 'BTC/USDT' },
    ],
  });
});

it('proposes a new instrument, and has no field for a price', WITHIN, async () => {
  const sent = standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'instruments.list': () => answered([BITCOIN]),
    'instruments.add': () => answered({ id: ID, number: 'S-000002' }),
  });
  await showDesk('/instruments', { ...MEMBER, roles: ['risk'] });
  await screen.findByText('BTC/USDT');
  await userEvent.click(screen.getByRole('button', { name: 'Add instrument' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText(/price/i)).toBeNull();
  const fields = [
    ['Symbol', 'SOL/USDT'],
    ['Name', 'Solana'],
    ['Tick size', '0.01'],
    ['Lot step', '0.1'],
    ['Maximum lots of one order', '500'],
    ['Symbol at source 1', 'SOL/USDT'],
    ['Reason', 'Users asked'],
  ] as const;
  await userEvent.click(dialog.getByRole('button', { name: 'Propose to two others' }));
  expect(await faultsIn(document.body)).toEqual([]);
  for (const [label, text] of fields) await userEvent.type(dialog.getByLabelText(label), text);
  await userEvent.click(dialog.getByRole('button', { name: 'Propose to two others' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ name }) => name === 'instruments.add')?.body).toEqual({
    ...{ code: 'SOL/USDT', name: 'Solana', class: 'crypto', contractSize: '1', tickSize: '0.01' },
    ...{ lotStep: '0.1', leverageCap: null, lotsMax: '500', accountLotsMax: null },
    ...{ totalLotsMax: null, calendar: 'always', note: 'Users asked' },
    sources: [{ venue: 'binance', symbol: 'SOL/USDT' }],
  });
});
