// Promise: a member takes an instrument out of trading with a reason; an auditor only reads.
import type { DeskInstrument } from '@candor/protocol/desk-light';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { ID, MEMBER, faultsIn, leaveDesk, showDesk } from '../../test/show.tsx';

const WITHIN = { timeout: 60_000 };
const BITCOIN: DeskInstrument = {
  ...{ code: 'BTC/USDT', name: 'Bitcoin', class: 'crypto', status: 'open', restriction: null },
  ...{ sources: ['binance'], leverageMax: 2, lotsMax: '10', isAroundTheClock: true },
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
  await userEvent.click(dialog.getByRole('button', { name: 'Do it' }));
  expect(sent.some(({ name }) => name === 'instruments.restrict')).toBe(false);
  expect(await faultsIn(document.body)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'A split');
  await userEvent.click(dialog.getByRole('button', { name: 'Do it' }));
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
  expect(screen.queryByRole('button', { name: 'Do it' })).toBeNull();
});
