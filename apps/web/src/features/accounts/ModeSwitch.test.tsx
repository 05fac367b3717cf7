import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../../test/answers.ts';
import { beginSession, currentSession, endSession, setMode } from '../../lib/session.ts';
import { queryClient } from '../../lib/query.ts';
import { ModeSwitch } from './ModeSwitch.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };

beforeAll(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  await loadAllTexts();
  // jsdom knows the element, not its modal state.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  endSession();
  const feeds = { mode: 'simulated', notice: null, sources: [] };
  standInForServer({ '/index/feeds': () => answered(feeds) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const choose = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('radio', { name }));

it('asks before real money, says what changes, and stays in the demo unless told', async () => {
  beginSession({ token: 'token-1', expiresAt: 1, user });
  render(<ModeSwitch />);
  await choose('Real');
  expect(await screen.findByText('Switch to your real account?')).toBeTruthy();
  expect(await screen.findByText(/Real orders are refused until they are/)).toBeTruthy();
  // Orders would be refused there: staying is what leads on.
  const ground = (name: string): boolean =>
    screen.getByRole('button', { name }).className.includes('bg-ink');
  expect([ground('Stay in demo'), ground('Use real money')]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Stay in demo' }));
  expect(currentSession().mode).toBe('demo');
  await choose('Real');
  await userEvent.click(await screen.findByRole('button', { name: 'Use real money' }));
  expect(currentSession().mode).toBe('real');
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Real' }).getAttribute('aria-checked')).toBe('true'),
  );
});

it('asks on the way back too, and says when the demo account is disabled', async () => {
  beginSession({ token: 'token-1', expiresAt: 1, user: { ...user, demoDisabled: true } });
  setMode('real');
  render(<ModeSwitch />);
  await choose('Demo');
  expect(await screen.findByText('Switch to the demo account?')).toBeTruthy();
  expect(screen.getByText('The demo account is disabled.')).toBeTruthy();
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Use practice money' });
  expect(confirm.disabled).toBe(true);
  expect(currentSession().mode).toBe('real');
});

it.each([
  ['open', true],
  ['coolingOff', false],
] as const)('leads on to real money once orders are taken: %s', async (status, leadsOn) => {
  const feeds = { mode: 'live', notice: null, sources: [] };
  standInForServer({
    '/index/feeds': () => answered(feeds),
    '/user/appropriateness': () => answered({ status, realFrom: 1, riskVersion: 1 }),
  });
  queryClient.clear();
  beginSession({ token: 'token-1', expiresAt: 1, user });
  render(<ModeSwitch />);
  await choose('Real');
  const button = await screen.findByRole('button', { name: 'Use real money' });
  await waitFor(() => expect(button.className.includes('bg-ink')).toBe(leadsOn));
});
