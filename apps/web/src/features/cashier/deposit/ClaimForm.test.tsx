// Promise: who misses a deposit says what was sent, with a picture, once; what is wrong is said at its
// field in the specification's words, and what became of it stays in sight.
import { t } from '@candor/locales';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { queryClient } from '../../../lib/query.ts';
import { beginSession, endSession, setMode } from '../../../lib/session.ts';
import { speak } from '../../../testing/speak.ts';
import { DepositFlow } from './DepositFlow.tsx';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const AT = 1_795_000_000_000;
const KEPT = { fileId: ID, width: 4, height: 3, bytes: 90, sha256: 'a'.repeat(64), expiresAt: 5 };

const TERMS = {
  asset: 'USDT',
  network: 'tron',
  depositOpen: true,
  withdrawOpen: false,
  minDeposit: '120',
  minReceive: '100',
  confirmations: 20,
  feeRate: '0.001',
  networkFee: null,
  usualWait: null,
  longestWait: null,
};
const WAITING = {
  id: ID,
  asset: 'USDT',
  network: 'tron',
  amount: '200',
  txHashTail: 'a1b2c3',
  state: 'waiting',
  holder: 'operator',
  deadline: AT + 172_800_000,
  createdTime: AT,
  decidedTime: null,
};

/** An upload that is there at once. */
class KeptAtOnce extends EventTarget {
  readonly upload = new EventTarget();
  status = 200;
  responseText = JSON.stringify({ code: '200', message: 'ok', result: KEPT });
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

beforeEach(async () => {
  await speak('en');
  beginSession({ token: 't', expiresAt: AT * 2, user } as never);
  setMode('real');
  vi.stubGlobal('XMLHttpRequest', KeptAtOnce);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof standInForServer>[0];

async function show(answers: Answers = {}) {
  const sent = standInForServer({
    '/user/cashier': () => answered([TERMS]),
    '/user/listRecharge': () => answered({ records: [], total: 0 }),
    '/user/listDepositClaims': () => answered({ records: [], total: 0 }),
    ...answers,
  });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <DepositFlow />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'My deposit is missing' }));
  return { sent, container };
}

const send = async () => userEvent.click(screen.getByRole('button', { name: 'Submit for review' }));
const amount = () => screen.getByRole('textbox', { name: 'Amount you sent' });
const tail = () => screen.getByRole('textbox', { name: /Last 6 characters/ });

function bring(file: File): void {
  fireEvent.change(screen.getByLabelText(/Proof of transfer: /), { target: { files: [file] } });
}
const picture = () => new File(['x'], 'shot.png', { type: 'image/png' });

async function fill(): Promise<void> {
  await userEvent.type(amount(), '200');
  await userEvent.type(tail(), 'A1b2C3');
  bring(picture());
  await screen.findByText('Checked and stored encrypted');
}

it('names what is missing at its field, and sends nothing', async () => {
  const { sent, container } = await show();
  await send();
  expect(await screen.findByText('Enter an amount.')).toBeTruthy();
  expect(screen.getByText(/Enter the last 6 characters of the hash/)).toBeTruthy();
  expect(screen.getByText('Add the requested picture.')).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(sent.some(({ path }) => path.endsWith('/user/recharge'))).toBe(false);
});

it('says the minimum at the amount, and a picture’s limit and kinds at the picture', async () => {
  await show();
  await userEvent.type(amount(), '119.9');
  const least = t('message.minimum-deposit', { name: 'USDT', limit: '120' });
  expect(screen.getByText(`${t('message.below-minimum')} ${least}`)).toBeTruthy();
  expect(least).toBe('USDT minimum deposit is 120.');
  expect(screen.getByText('JPG, PNG or JPEG 2000, up to 2 MB')).toBeTruthy();
  bring(new File([new Uint8Array(2_097_153)], 'big.png', { type: 'image/png' }));
  expect(await screen.findByText(/larger than 2 MB/)).toBeTruthy();
  bring(new File(['x'], 'sheet.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('Choose a JPG, PNG or JPEG 2000 picture.')).toBeTruthy();
});

it('sends what was typed with its picture, once, and shows where it stands', async () => {
  const records: object[] = [];
  const { sent, container } = await show({
    '/user/listDepositClaims': () => answered({ records, total: records.length }),
    '/user/recharge': () => {
      records.push(WAITING);
      return answered(WAITING);
    },
  });
  await fill();
  await send();
  expect(await screen.findByText('Missing deposits you reported')).toBeTruthy();
  expect(container.textContent).toContain('…a1b2c3');
  expect(container.textContent).toMatch(/It waits for our staff\. Until .+ at the latest/);
  const made = sent.filter(({ path }) => path.endsWith('/user/recharge'));
  expect(made).toHaveLength(1);
  expect(made[0]?.body).toMatchObject({
    asset: 'USDT',
    network: 'tron',
    amount: '200',
    txHashTail: 'A1b2C3',
    proofId: ID,
  });
  expect(made[0]?.headers.get('virtually')).toBe('YES');
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('keeps what was typed when it is refused, and says why at the field', async () => {
  await show({
    '/user/recharge': () =>
      refused('below-minimum-deposit', 'amount', { asset: 'USDT', min: '250' }),
  });
  await fill();
  await send();
  expect(await screen.findByText(/USDT minimum deposit is 250\./)).toBeTruthy();
  expect((tail() as HTMLInputElement).value).toBe('A1b2C3');
  await waitFor(() => expect(screen.getByText('Checked and stored encrypted')).toBeTruthy());
});

it('says what was found once it is decided', async () => {
  const decided = { holder: null, deadline: null, decidedTime: AT + 1 };
  const { container } = await show({
    '/user/listDepositClaims': () =>
      answered({ records: [{ ...WAITING, ...decided, state: 'unproven' }], total: 1 }),
  });
  expect(await screen.findByText(/Report it again with one that does/)).toBeTruthy();
  expect(container.textContent).not.toContain('It waits for our staff');
});

it('says of a payment that was found that the network confirms it yet, and until when', async () => {
  const { container } = await show({
    '/user/listDepositClaims': () =>
      answered({ records: [{ ...WAITING, holder: 'chain' }], total: 1 }),
  });
  expect(
    await screen.findByText(/Our staff found the payment.*waits for the network/),
  ).toBeTruthy();
  expect(container.textContent).not.toContain('Our staff are looking for the payment');
});

it('leads to older ones, page by page', async () => {
  const claimOf = (count: number) => ({ ...WAITING, id: `${ID.slice(0, -1)}${count}` });
  const { sent } = await show({
    '/user/listDepositClaims': () => answered({ records: [1, 2, 3, 4, 5].map(claimOf), total: 6 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /Next/ }));
  await waitFor(() =>
    expect(sent.some(({ path }) => path.includes('listDepositClaims?page=2&size=5'))).toBe(true),
  );
});
