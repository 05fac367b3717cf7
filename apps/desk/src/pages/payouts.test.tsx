// Promise: pay-outs leave in batches; their maker exports, another member hands the hashes in.
import type { PayoutOverview } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, NOW, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const OVERVIEW: PayoutOverview = {
  waiting: [{ network: 'tron', ready: 2 }],
  batches: [
    {
      id: ID,
      number: 'W-000007',
      network: 'tron',
      state: 'exported',
      madeBy: 'Mia',
      madeAt: NOW,
      sentBy: null,
      sentAt: null,
      items: [
        {
          id: ID,
          asset: 'USDT',
          address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
          receive: '198.8',
          state: 'approved',
        },
      ],
    },
  ],
};

const serve = () =>
  standInForServer({
    'cases.counts': () => answered({ kinds: [], mine: 0 }),
    'payouts.list': () => answered(OVERVIEW),
    'payouts.make': () => answered({ id: ID }),
    'payouts.send': () => answered({}),
  });

afterEach(leaveDesk);

it('lets a maker make a batch, and hand no hashes in', WITHIN, async () => {
  const sent = serve();
  await showDesk('/pay-outs', { ...MEMBER, roles: ['cashierMaker'] });
  expect(await screen.findByText(/2 withdrawals wait/)).toBeTruthy();
  expect(screen.getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hand hashes in' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make a batch (tron)' }));
  await waitFor(() => expect(sent.some(({ name }) => name === 'payouts.make')).toBe(true));
  expect(await faultsIn(document.body)).toEqual([]);
});

it('lets a checker hand in the hashes of the signer, and nothing else', WITHIN, async () => {
  const sent = serve();
  await showDesk('/pay-outs', { ...MEMBER, roles: ['cashierChecker'] });
  const box = await screen.findByLabelText('Hashes document of the signer');
  expect(screen.queryByRole('button', { name: 'Export unsigned' })).toBeNull();
  fireEvent.change(box, { target: { value: 'no document' } });
  await userEvent.click(screen.getByRole('button', { name: 'Hand hashes in' }));
  expect(await screen.findByText('This is no hashes document.')).toBeTruthy();
  const said = { batch: 'W-000007', hashes: [{ withdrawalId: ID, hash: 'a'.repeat(64) }] };
  fireEvent.change(box, { target: { value: JSON.stringify(said) } });
  await userEvent.click(screen.getByRole('button', { name: 'Hand hashes in' }));
  await waitFor(() => expect(sent.find(({ name }) => name === 'payouts.send')?.body).toEqual(said));
});
