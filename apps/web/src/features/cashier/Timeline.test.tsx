// Promise: a withdrawal that goes back a step says why, whom it waits for and until when, in the reader's
// language, and can be taken back where it can.
import { LOCALES } from '@candor/locales';
import type { Withdrawal } from '@candor/protocol/light';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '../../testing/speak.ts';
import { Timeline } from './Timeline.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const AT = 1_795_000_000_000;

const WITHDRAWAL: Withdrawal = {
  id: ID,
  number: 'P-000001',
  asset: 'USDT',
  network: 'ethereum',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  label: 'ledger',
  amount: '200',
  fee: '1',
  networkFee: '3',
  receive: '196',
  state: 'approved',
  reason: 'batch-void',
  holder: 'operator',
  deadline: AT + 86_400_000,
  canCancel: true,
  txHash: null,
  createdTime: AT,
  updatedTime: AT,
  steps: [
    { state: 'requested', at: AT, by: 'owner' },
    { state: 'approved', at: AT, by: 'system' },
    {
      state: 'approved',
      at: AT,
      by: 'operator',
      reason: 'batch-void',
      holder: 'operator',
      deadline: AT + 86_400_000,
    },
  ],
};
const GONE: Withdrawal = {
  ...WITHDRAWAL,
  state: 'broadcast',
  reason: 'block-gone',
  holder: 'chain',
  deadline: null,
  canCancel: false,
  txHash: `0x${'a'.repeat(64)}`,
  steps: [
    { state: 'confirmed', at: AT, by: 'chain' },
    { state: 'broadcast', at: AT, by: 'chain', reason: 'block-gone', holder: 'chain' },
  ],
};

afterEach(cleanup);

const show = (withdrawal: Withdrawal): void => {
  render(<Timeline withdrawal={withdrawal} onChange={() => {}} />);
};

describe('a withdrawal of a void batch', () => {
  it('says why it waits, for whom and until when, and may be taken back', async () => {
    await speak('en');
    show(WITHDRAWAL);
    expect(screen.getByText(/The batch it was in could not be sent/)).toBeTruthy();
    const [, , last] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(last).toContain('It waits for our staff.');
    expect(last).toMatch(/Until .+ at the latest/);
    expect(screen.getByRole('button')).toBeTruthy();
  });

  it.each(LOCALES.map(({ value }) => value))('has words of its own in %s', async (value) => {
    await speak(value);
    const texts = (['batch-void', 'block-gone', 'review'] as const).map((reason) => {
      show({ ...WITHDRAWAL, steps: [{ state: 'approved', at: AT, by: 'system', reason }] });
      const [item] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
      cleanup();
      return item;
    });
    expect(new Set(texts).size).toBe(3);
  });
});

describe('a withdrawal of a frozen account', () => {
  it('says when it is looked at next, and promises no end', async () => {
    await speak('en');
    const frozen = { reason: 'frozen', holder: 'owner', deadline: AT } as const;
    show({ ...WITHDRAWAL, steps: [{ state: 'held', at: AT, by: 'system', ...frozen }] });
    const [item] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(item).toMatch(/Next check: .+/);
    expect(item).not.toMatch(/at the latest/);
  });
});

describe('a withdrawal whose block left the chain', () => {
  it('is sent again in its owner’s words, and waits for the chain', async () => {
    await speak('en');
    show(GONE);
    expect(screen.getByText(/The block that confirmed it left the chain/)).toBeTruthy();
    expect(screen.getByText(/It waits for the network/)).toBeTruthy();
    expect(screen.getByText(/^Transaction hash/).textContent).toContain(GONE.txHash);
    expect(screen.getByText(/^Address/).textContent).toContain(GONE.address);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
