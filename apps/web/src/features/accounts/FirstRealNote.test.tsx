// Promise: what stands between a user and a real order is said, and nothing once it is gone.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { queryClient } from '../../lib/query.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { speak } from '../../testing/speak.ts';
import { FirstRealNote } from './FirstRealNote.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const PATH = '/user/appropriateness';
const standing = (status: string, realFrom: number | null) =>
  answered({ status, realFrom, riskVersion: 1 });

beforeAll(async () => {
  await speak('en');
  Element.prototype.scrollIntoView = () => undefined;
  // jsdom knows the element, not its modal state.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  queryClient.clear();
  endSession();
  beginSession({ token: 'token-1', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says from when real orders are taken', async () => {
  standInForServer({ [PATH]: () => standing('coolingOff', 1_795_245_639_278) });
  render(<FirstRealNote />);
  expect(await screen.findByText(/You can trade with real money from/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says nothing once real orders are open', async () => {
  const sent = standInForServer({ [PATH]: () => standing('open', 1) });
  const { container } = render(<FirstRealNote />);
  await waitFor(() => expect(sent.length).toBe(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container.textContent).toBe('');
});

it('sends nothing before every question is answered and the risk accepted', async () => {
  const sent = standInForServer({ [PATH]: () => standing('none', null) });
  render(<FirstRealNote />);
  await userEvent.click(await screen.findByRole('button', { name: 'Answer the questions' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send answers' }));
  expect((await screen.findAllByText('Choose an answer.')).length).toBe(8);
  expect(screen.getByText('Read the risk and accept it first.')).toBeTruthy();
  expect(sent.every(({ method }) => method === 'GET')).toBe(true);
});
