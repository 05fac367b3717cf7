// Promise: the checker takes the number of an order from its owner and leads to its receipts; to a
// visitor who is not signed in it says why not, and asks the server nothing.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../lib/session.ts';
import { MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { Checker } from './Checker.tsx';

const ORDER = '261121-7KQ2M9XA';
const FIRST = 'AB'.repeat(16);
const SECOND = 'CD'.repeat(16);
let asked: string[];

function serve(answer: object): void {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(answer);
  });
}

const found = (numbers: readonly string[]) => ({
  code: '200',
  message: 'ok',
  result: { orderNo: ORDER, numbers },
});

async function check(text: string): Promise<void> {
  render(<Checker onReceipt={vi.fn()} />);
  await userEvent.type(screen.getByRole('textbox'), text);
  await userEvent.click(screen.getByRole('button'));
}

beforeEach(async () => {
  asked = [];
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  history.replaceState(null, '', '/');
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('goes to the receipt of an order that was closed at once', async () => {
  serve(found([FIRST]));
  await check(ORDER.toLowerCase());
  await vi.waitFor(() => expect(location.pathname).toBe(`/receipt/${FIRST}`));
  expect(asked).toEqual([expect.stringContaining(`order/receiptsOf/${ORDER}`)]);
});

it('lists the receipts of one that was closed in parts', async () => {
  serve(found([FIRST, SECOND]));
  await check(ORDER);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/receipt/${FIRST}`,
    `/receipt/${SECOND}`,
  ]);
});

it('says when nothing is closed yet, and when the number is of no order of theirs', async () => {
  serve(found([]));
  await check(ORDER);
  expect(await screen.findByText(/Nothing of this order is closed yet/)).toBeTruthy();
  cleanup();
  serve({
    code: '404',
    message: 'none',
    result: { name: 'not-found', field: null, facts: {}, fields: [] },
  });
  await check(ORDER);
  expect(await screen.findByText(/None of your orders in this account/)).toBeTruthy();
});

it('asks for a session before it asks the server', async () => {
  endSession();
  serve(found([FIRST]));
  await check(ORDER);
  expect(await screen.findByText(/to its owner alone/)).toBeTruthy();
  expect(asked).toEqual([]);
});
