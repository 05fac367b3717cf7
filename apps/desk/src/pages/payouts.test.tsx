// Promise: pay-outs leave in batches; their maker exports, another member hands the hashes in.
import type { PayoutOverview } from '@candor/protocol/desk-light';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answered, refused, standInForServer } from '../../test/answers.ts';
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
          txHash: null,
          problem: null,
          isVoided: false,
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
  expect(screen.getByText('198.80 USDT · approved, not sent yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hand hashes in' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make a batch (Tron)' }));
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
  expect(await screen.findByText('This is not a hashes document.')).toBeTruthy();
  const said = { batch: 'W-000007', hashes: [{ withdrawalId: ID, hash: 'a'.repeat(64) }] };
  fireEvent.change(box, { target: { value: JSON.stringify(said) } });
  await userEvent.click(screen.getByRole('button', { name: 'Hand hashes in' }));
  await waitFor(() => expect(sent.find(({ name }) => name === 'payouts.send')?.body).toEqual(said));
});

describe('a batch that can never be sent', () => {
  it('is put before two people with the transactions that show it', WITHIN, async () => {
    const refusedAt = (field: string) => {
      const answer = refused('case-impossible');
      const result = { name: 'case-impossible', field };
      return { ...answer, envelope: { ...(answer.envelope as object), result } };
    };
    let answer: ReturnType<typeof refused> = refusedAt('hashes');
    const [batch] = OVERVIEW.batches;
    const overview = { ...OVERVIEW, batches: [{ ...batch, network: 'ethereum' }] };
    const sent = standInForServer({
      'cases.counts': () => answered({ kinds: [], mine: 0 }),
      'payouts.list': () => answered(overview as PayoutOverview),
      'payouts.void': () => answer,
    });
    await showDesk('/pay-outs', { ...MEMBER, roles: ['cashierChecker'] });
    await userEvent.click(await screen.findByText('Void this batch'));
    const box = screen.getByLabelText('Transactions, one on each line');
    fireEvent.change(box, { target: { value: `0xaa\n 0xbb ` } });
    const propose = screen.getByRole('button', { name: 'Propose to two others' });
    await userEvent.click(propose);
    expect(await screen.findByText(/does not show that anything/)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ hashes: ['0xaa', '0xbb'] });
    expect(await faultsIn(document.body)).toEqual([]);
    answer = refusedAt('network');
    await userEvent.click(propose);
    expect(await screen.findByText(/node did not answer/)).toBeTruthy();
    answer = answered({ id: ID });
    await userEvent.click(propose);
    expect(await screen.findByText('The case is open.')).toBeTruthy();
  });

  it(
    'says what left it and what does not fit, and is proposed by its two roles alone',
    WITHIN,
    async () => {
      const [batch] = OVERVIEW.batches;
      const [row] = batch?.items ?? [];
      const items = [
        { ...row, isVoided: true, txHash: 'c'.repeat(64), problem: 'the transaction pays another' },
        { ...row, id: `${ID.slice(0, -1)}0`, problem: 'the transaction pays another' },
      ];
      standInForServer({
        'cases.counts': () => answered({ kinds: [], mine: 0 }),
        'payouts.list': () =>
          answered({ ...OVERVIEW, batches: [{ ...batch, items }] } as PayoutOverview),
      });
      await showDesk('/pay-outs', { ...MEMBER, roles: ['auditor'] });
      expect(await screen.findByText('c'.repeat(64))).toBeTruthy();
      expect(screen.getByText(/left this batch/)).toBeTruthy();
      expect(screen.getAllByText(/The chain says: the transaction pays another/)).toHaveLength(1);
      expect(screen.queryByText('Void this batch')).toBeNull();
    },
  );
});

describe('a hash that was handed in wrongly', () => {
  it('is corrected by a checker, who reads what the chain refuses', WITHIN, async () => {
    const [batch] = OVERVIEW.batches;
    const [row] = batch?.items ?? [];
    const items = [{ ...row, state: 'broadcast', txHash: 'd'.repeat(64), problem: 'pays another' }];
    const refusedAt = (field: string) => {
      const answer = refused('case-impossible');
      const result = { name: 'case-impossible', field };
      return { ...answer, envelope: { ...(answer.envelope as object), result } };
    };
    let answer: ReturnType<typeof refused> = refusedAt('hash');
    const sent = standInForServer({
      'cases.counts': () => answered({ kinds: [], mine: 0 }),
      'payouts.list': () =>
        answered({ ...OVERVIEW, batches: [{ ...batch, items }] } as PayoutOverview),
      'payouts.correct': () => answer,
    });
    await showDesk('/pay-outs', { ...MEMBER, roles: ['cashierChecker'] });
    await userEvent.click(await screen.findByText('Correct this hash', { selector: 'summary' }));
    const box = screen.getByLabelText('The right hash');
    fireEvent.change(box, { target: { value: ` ${'e'.repeat(64)} ` } });
    const correct = screen.getByRole('button', { name: 'Correct this hash' });
    await userEvent.click(correct);
    expect(await screen.findByText(/does not know this transaction/)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ withdrawalId: row?.id, hash: 'e'.repeat(64) });
    expect(await faultsIn(document.body)).toEqual([]);
    answer = refusedAt('withdrawalId');
    await userEvent.click(correct);
    expect(await screen.findByText(/may still pay it, or does/)).toBeTruthy();
    answer = answered({});
    await userEvent.click(correct);
    expect(await screen.findByText('Corrected. The old hash is kept.')).toBeTruthy();
  });
});
