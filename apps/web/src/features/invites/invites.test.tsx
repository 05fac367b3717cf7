import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { InviteSection } from './InviteSection.tsx';
import { InvitedBy } from './InvitedBy.tsx';
import { InvitedSection } from './InvitedSection.tsx';
import { SeesSection } from './SeesSection.tsx';

const user = { id: '01890a5d-ac96-774b-bcce-b302099a8057', username: 'mara', demoDisabled: false };
const CODE = '0A1B2C3D4E5F';
const INVITE = {
  code: CODE,
  link: `https://candor.example/pass/register?invite=${CODE}`,
  joined: 0,
  disclosure: { reward: 'none', inviterSees: ['masked-name'], invitedSees: ['masked-name'] },
};

beforeAll(async () => {
  await activateLocale(LOCALES[0] as (typeof LOCALES)[number]);
  await loadAllTexts();
});
beforeEach(() => beginSession({ token: 'token-1', expiresAt: 1, user }));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function show(part: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
}

it('shows link, code and a QR code of the link, and copies the link', async () => {
  standInForServer({ '/user/invite': () => answered(INVITE) });
  const person = userEvent.setup();
  show(<InviteSection />);
  expect((await screen.findByLabelText('Your link')).textContent).toBe(INVITE.link);
  expect(screen.getByLabelText('Your code').textContent).toBe(CODE);
  expect(screen.getByRole('img', { name: 'Your link as a QR code' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(INVITE.link);
});

it('an invitation that did not come can be asked for again', async () => {
  let tries = 0;
  standInForServer({
    '/user/invite': () => {
      tries += 1;
      return tries === 1 ? refused('unreadable') : answered(INVITE);
    },
  });
  show(<InviteSection />);
  await screen.findByText('Couldn’t load your invitation.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Your code')).toBeTruthy();
});

it('says that nobody came yet', async () => {
  standInForServer({ '/user/listInvited': () => answered({ records: [], total: 0 }) });
  show(<InvitedSection />);
  expect(await screen.findByText('Nobody has joined with your link yet.')).toBeTruthy();
});

it('lists who came, also two of the same masked name, a page at a time', async () => {
  const sent = standInForServer({
    '/user/listInvited': () =>
      answered({ records: [{ name: 'an***' }, { name: 'an***' }], total: 22 }),
  });
  show(<InvitedSection />);
  expect(await screen.findByText('22 friends joined with your link.')).toBeTruthy();
  expect(screen.getAllByText('an***')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(sent.at(-1)?.path).toContain('page=2');
});

it('says what both sides see, and that nobody is paid', () => {
  show(<SeesSection />);
  expect(screen.getByText(/There is no reward, for you or for them/)).toBeTruthy();
  expect(screen.getByText(/no balance, no trade, no contact/)).toBeTruthy();
});

it('whoever follows a link reads whose it is and what that person will see', async () => {
  standInForServer({ [`/index/inviter/${CODE}`]: () => answered({ name: 'ca***' }) });
  show(<InvitedBy code={CODE} />);
  expect((await screen.findByText(/invited you/)).textContent).toContain('ca***');
});

it('a code that is nobody’s says nothing of its own', async () => {
  const sent = standInForServer({ '/index/inviter/FRIEND': () => refused('no-such-user') });
  show(<InvitedBy code="FRIEND" />);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(document.body.textContent).toBe('');
});
