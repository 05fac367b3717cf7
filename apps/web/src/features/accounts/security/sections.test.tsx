import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../../test/answers.ts';
import { beginSession, currentSession, endSession } from '../../../lib/session.ts';
import { ChangesSection } from './ChangesSection.tsx';
import { CloseSection } from './CloseSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { FreezeSection } from './FreezeSection.tsx';
import { HoldsNote } from './HoldsNote.tsx';
import { LoginsSection } from './LoginsSection.tsx';
import { NotMeView } from './NotMeView.tsx';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const AT = Date.UTC(2026, 10, 21, 12);

const overview = (change: object = {}) =>
  answered({
    username: 'mara',
    hasPassword: true,
    totp: false,
    passkeys: [],
    recoveryLeft: 0,
    antiPhishing: null,
    wallets: [],
    social: [],
    holds: [],
    freeze: null,
    ...change,
  });

beforeAll(async () => {
  await activateLocale(english);
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
  beginSession({ token: 'token-1', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function show(section: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{section}</QueryClientProvider>);
}

const press = (name: string, scope: HTMLElement = document.body): Promise<void> =>
  userEvent.click(within(scope).getByRole('button', { name }));

describe('the freeze', () => {
  it('begins only after it was asked once more, and says why it could not', async () => {
    const sent = standInForServer({
      '/user/security': () => overview(),
      '/user/freeze': () => refused('too-many'),
    });
    show(<FreezeSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Freeze the account' }));
    expect(sent.map(({ path }) => path)).toEqual(['/swx/customer/user/security']);
    const dialog = screen.getByRole('dialog');
    await press('Freeze the account', dialog);
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
  });

  it('offers no end that was asked for already', async () => {
    standInForServer({
      '/user/security': () => overview({ freeze: { since: AT, until: AT + 86_400_000 } }),
    });
    show(<FreezeSection />);
    const note = await screen.findByRole('status');
    expect(note.textContent).toMatch(/Frozen since 21 Nov 2026.*The freeze ends 22 Nov 2026/);
    expect(screen.queryByRole('button', { name: 'End the freeze' })).toBeNull();
  });
});

it('withdrawals that wait are told with the change that made them wait', async () => {
  standInForServer({
    '/user/security': () => overview({ holds: [{ reason: 'password-changed', until: AT }] }),
  });
  show(<HoldsNote />);
  const note = await screen.findByRole('status');
  expect(note.textContent).toContain('The password was changed.');
});

describe('the lists', () => {
  it('says what came and what was refused, in words', async () => {
    const place = { way: 'password', device: '', address: '', isNew: false } as const;
    const records = [
      { ...place, id: ID, at: AT, outcome: 'refused', tries: 3 },
      { ...place, id: `${ID.slice(0, -1)}8`, at: AT, outcome: 'in', tries: 1, isNew: true },
    ];
    standInForServer({ '/user/listLogins': () => answered({ records, total: 12 }) });
    show(<LoginsSection />);
    expect((await screen.findAllByText('Refused, 3 attempts')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Successful, from a new place').length).toBeGreaterThan(0);
    const paging = screen.getByRole('navigation', { name: 'Log-ins' });
    expect(paging.textContent).toContain('1 of 2');
  });

  it('can be asked for again when it did not come', async () => {
    let tries = 0;
    standInForServer({
      '/user/accessLog': () => {
        tries += 1;
        return tries === 1 ? refused('unreadable') : answered({ records: [], total: 0 });
      },
    });
    show(<ChangesSection />);
    await screen.findByText('Couldn’t load the list of changes.');
    await press('Try again');
    expect(await screen.findByText('No changes yet.')).toBeTruthy();
  });
});

describe('the devices', () => {
  it('are signed out after a confirmation, which goes along, and not without one', async () => {
    const device = { device: '', address: '', createdAt: AT, lastAt: AT };
    const others = `${ID.slice(0, -1)}8`;
    const sent = standInForServer({
      '/user/listSessions': () =>
        answered([
          { ...device, id: ID, current: true },
          { ...device, id: others, current: false },
        ]),
      '/user/stepUp': () =>
        answered({ challenge: 'asked-1', methods: ['password'], expiresAt: AT }),
      '/user/stepUpProof': () => answered({ stepUp: 'confirmed-1', expiresAt: AT }),
      '/user/revokeSession': () => answered({}),
    });
    const asked = (path: string) => sent.filter((one) => one.path.endsWith(path));
    show(<DevicesSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Log out all others' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Log out other devices');
    expect(asked('/user/revokeSession')).toEqual([]);
    const field = await within(dialog).findByLabelText('Password');
    await userEvent.type(field, 'a quiet harbour at nine{Enter}');
    await waitFor(() => expect(asked('/user/revokeSession')).toHaveLength(1));
    expect(asked('/user/stepUp')[0]?.body).toEqual({ action: 'sessions' });
    expect(asked('/user/revokeSession')[0]?.body).toEqual({ others: true, stepUp: 'confirmed-1' });
  });
});

describe('closing the account', () => {
  it('says what is still open before it asks for a confirmation, and closes nothing', async () => {
    const sent = standInForServer({
      '/user/closeAccount': () =>
        refused('still-open', undefined, { what: 'money', amount: '12.5 USDT' }),
    });
    show(<CloseSection />);
    await press('Close the account');
    const dialog = screen.getByRole('dialog');
    await press('Close permanently', dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('12.5 USDT');
    expect(sent.map(({ body }) => body)).toEqual([{}]);
    expect(currentSession().state).toBe('in');
  });
});

describe('the link of a notice', () => {
  it('freezes after one press, and signs this browser out as well', async () => {
    const sent = standInForServer({ '/login/notMe': () => answered({}) });
    show(<NotMeView token="secret-1" />);
    expect(sent).toEqual([]);
    await press('Freeze the account');
    await screen.findByText('The account is frozen, and every device is logged out.');
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'secret-1' }]);
    await waitFor(() => expect(currentSession().state).toBe('out'));
  });

  it('says when it is too old or not whole, and leads to the log-in', async () => {
    standInForServer({ '/login/notMe': () => refused('not-found') });
    show(<NotMeView token="old" />);
    await press('Freeze the account');
    expect((await screen.findByRole('alert')).textContent).toContain('no longer valid');
    cleanup();
    show(<NotMeView token="" />);
    expect(screen.getByRole('alert').textContent).toContain('not complete');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/pass/login');
  });
});
