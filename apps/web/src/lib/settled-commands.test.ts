// Promise: what was under way when a page died is asked for at the next start, told as what
// happened and what did not, for the user and the account it was pressed in, and then forgotten.
import { ToastHost } from '@candor/ui';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Sent, answered, refused, standInForServer } from '../../test/answers.ts';
import { success } from '@candor/protocol';
import { speak } from '../testing/speak.ts';
import { performMoneyCommand } from './money-commands.ts';
import { beginSession, endSession, setMode } from './session.ts';
import { watchCommands } from './settled-commands.ts';
import { storeCommand, storedCommands } from './command-storage.ts';

const session = (id: string) => ({
  token: `token-of-${id}`,
  expiresAt: 1,
  user: { id, username: id, demoDisabled: false },
});
const act = (requestId: string, parts: object = {}) => ({
  requestId,
  userId: 'mara',
  mode: 'real',
  name: 'contracts.open',
  params: null,
  body: { code: 'BTC/USDT', direction: 'buy' },
  pressedAt: 1_795_000_000_000,
  ...parts,
});
const leave = (one: ReturnType<typeof act>): void =>
  storeCommand(one.requestId, JSON.stringify(one));
const callsIn = (sent: readonly Sent[]): string[] =>
  sent.map(({ path }) => path.replace('/swx/customer/order/', ''));
/** What stands on screen, message by message. */
const told = (): string[] =>
  [...document.querySelectorAll('li')].map((message) =>
    [...message.querySelectorAll('p')].map(({ textContent }) => textContent).join(' '),
  );

beforeEach(async () => {
  await speak('en');
  localStorage.clear();
  beginSession(session('mara'));
  render(createElement(ToastHost));
});
afterEach(() => {
  endSession();
  document.querySelectorAll('li button').forEach((button) => fireEvent.click(button));
  cleanup();
  vi.unstubAllGlobals();
});

it('tells what happened and what did not, each for its own books, and forgets both', async () => {
  leave(act('a'));
  leave(
    act('b', { mode: 'demo', name: 'contracts.close-all', body: {}, pressedAt: 1_795_000_000_001 }),
  );
  leave(act('c', { userId: 'noor' }));
  const sent = standInForServer({
    '/order/outcome/a': () =>
      answered({ state: 'done', answer: JSON.stringify(success({ id: 'o' })) }),
    '/order/outcome/b': () => answered({ state: 'none' }),
    '/order/annul/b': () => answered({ state: 'none' }),
  });
  watchCommands();
  await vi.waitFor(() => expect(told()).toHaveLength(2), { timeout: 10_000 });
  expect(told()).toEqual([
    expect.stringMatching(/^Real · Order, BTC\/USDT Sent .* it went through\.$/),
    expect.stringMatching(/^Demo · Close of all positions Sent .* did not go through and will not/),
  ]);
  // No tick beside what did not happen.
  const [done, undone] = [...document.querySelectorAll('li')].map(
    (message) => message.querySelector('svg')?.innerHTML,
  );
  expect(done).toBeTruthy();
  expect(undone).not.toBe(done);
  expect(callsIn(sent)).toEqual(['outcome/a', 'outcome/b', 'annul/b']);
  expect(sent.map(({ headers }) => headers.get('virtually'))).toEqual(['YES', 'NO', 'NO']);
  expect(storedCommands().map(({ id }) => id)).toEqual(['c']);
});

it('tells of somebody’s acts when they are back', async () => {
  leave(act('c', { userId: 'noor' }));
  standInForServer({
    '/order/outcome/c': () =>
      answered({ state: 'done', answer: JSON.stringify(refused('free-margin-short').envelope) }),
  });
  watchCommands();
  endSession();
  beginSession(session('noor'));
  await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 10_000 });
  expect(told()[0]).toMatch(/did not go through\. /);
  expect(storedCommands()).toEqual([]);
});

it('a press carries its own user and mode, whatever is chosen before it leaves', async () => {
  const sent = standInForServer({ '/order/buyContracts': () => answered({}) });
  const body = { code: 'BTC/USDT', direction: 'buy', orderType: 'market', lots: '1' } as never;
  const ending = performMoneyCommand({ name: 'contracts.open', body });
  setMode('real');
  await ending;
  expect(sent[0]?.headers.get('virtually')).toBe('NO');
  const late = performMoneyCommand({ name: 'contracts.open', body });
  endSession();
  beginSession(session('noor'));
  expect(await late).toMatchObject({ kind: 'refused', failure: { name: 'session-over' } });
  expect(sent).toHaveLength(1);
});
