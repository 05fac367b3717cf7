// Promise: a user reads every case that is about them: what it is, how it stands, until when, why it
// was decided so, and what was written to them.
import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { CasesList } from './CasesList.tsx';
import type { OwnCase } from './api.ts';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const AT = Date.UTC(2026, 10, 21, 12);
const FAR = Date.UTC(2126, 0, 1);

const one = (change: Partial<OwnCase>): OwnCase => ({
  number: 'A-000001',
  kind: 'adjustment',
  verdict: null,
  amount: '12.5',
  asset: 'USDT',
  openedAt: AT,
  deadline: FAR,
  decidedAt: null,
  reason: null,
  message: null,
  steps: [{ at: AT, kind: 'opened', text: null }],
  ...change,
});

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
beforeEach(() => beginSession({ token: 'token-1', expiresAt: 1, user }));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function show(answer: () => ReturnType<typeof answered>): HTMLElement {
  standInForServer({ '/user/cases': answer });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <CasesList />
    </QueryClientProvider>,
  ).container;
}

it('shows what waits, what is late and what was decided, each with its timeline', async () => {
  const place = show(() =>
    answered({
      total: 3,
      records: [
        one({ number: 'A-000003' }),
        one({
          ...{ number: 'D-000002', kind: 'accountDisabling', amount: null, asset: null },
          deadline: AT,
        }),
        one({
          ...{ verdict: 'rejected', decidedAt: AT, reason: 'evidence-missing', amount: '-3' },
          message: 'Please send <b>the statement</b>.',
          steps: [
            { at: AT, kind: 'opened', text: null },
            { at: AT, kind: 'noted', text: 'Which day was it?' },
            { at: AT, kind: 'rejected', text: 'Please send <b>the statement</b>.' },
          ],
        }),
      ],
    }),
  );
  const [waiting, late, decided] = (await screen.findAllByRole('heading', { level: 2 })).map(
    (heading) => heading.closest('li') as HTMLElement,
  ) as [HTMLElement, HTMLElement, HTMLElement];
  expect(waiting.textContent).toMatch(/Adjustment of your balance .*12\.50.*USDT/);
  expect(within(waiting).getByText('Pending decision')).toBeTruthy();
  expect(within(late).getByText('Past its deadline')).toBeTruthy();
  expect(within(late).getByText(/That decides nothing/)).toBeTruthy();
  expect(within(decided).getByText('Reason: Evidence is missing.')).toBeTruthy();
  // A message is text, and stands once.
  expect(within(decided).getAllByText('Please send <b>the statement</b>.')).toHaveLength(1);
  const steps = within(decided).getByRole('list', { name: 'What happened in case A-000001' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual([
    expect.stringContaining('Opened'),
    expect.stringContaining('Which day was it?'),
    expect.stringContaining('Rejected'),
  ]);
  const { violations } = await axe.run(place, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('says that there is none, and that it could not be read', async () => {
  let answer = refused('internal');
  show(() => answer);
  expect(await screen.findByText('Couldn’t load your cases.')).toBeTruthy();
  answer = answered({ total: 0, records: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No cases yet')).toBeTruthy();
});

it('says of what was approved and became void that nothing was done', async () => {
  const steps = [
    { at: AT, kind: 'opened', text: null },
    { at: AT + 1, kind: 'approved', text: null },
    { at: AT + 2, kind: 'voided', text: null },
  ] as const;
  const place = show(() =>
    answered({ total: 1, records: [one({ verdict: 'approved', steps: [...steps] })] }),
  );
  expect(await screen.findByText('Not carried out')).toBeTruthy();
  expect(screen.getByText(/nothing was booked/)).toBeTruthy();
  expect(screen.getAllByText('Approved')).toHaveLength(1);
  expect(place.textContent).not.toContain('We worked on it');
});
