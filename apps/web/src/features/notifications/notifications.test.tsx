import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { OFFER_PAGES } from '@candor/protocol';
import type { Notification } from '@candor/protocol/light';
import { ToastHost } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, refused, standInForServer } from '../../../test/answers.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { pageOf } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query.ts';
import { tellNotification, useNotice } from '../../live/news.ts';
import { Bell } from './Bell.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { NotificationsList } from './NotificationsList.tsx';
import { UnsubscribeView } from './UnsubscribeView.tsx';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const user = { id: ID, username: 'mara', demoDisabled: false };
const AT = Date.UTC(2026, 10, 21, 12);

const told = (change: Partial<Notification> = {}): Notification => ({
  id: ID,
  category: 'orders',
  kind: 'order-stop-loss',
  mode: 'demo',
  facts: { code: 'BTC/USDT', price: '60000', profit: '-12.5' },
  at: AT,
  isRead: false,
  ...change,
});
const page = (...records: Notification[]) => answered({ records, total: records.length });

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
beforeEach(() => {
  beginSession({ token: 'token-1', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(part: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
}

describe('the list', () => {
  it('says what happened, with its figures, and leads to it', async () => {
    standInForServer({
      '/user/unread': () => answered({ count: 2 }),
      '/user/listNotifications': () =>
        page(
          told(),
          told({
            id: ID.replace('7', '8'),
            category: 'security',
            kind: 'security',
            mode: null,
            facts: { change: 'password-changed', device: 'Firefox on Windows' },
          }),
          told({
            id: ID.replace('7', '9'),
            kind: 'loan-notice',
            mode: 'real',
            facts: { number: 'L-000001', level: '0.701' },
          }),
          told({
            id: ID.replace('8057', '8058'),
            category: 'plans',
            kind: 'plan-loss-reached',
            mode: 'real',
            facts: {
              ...{ number: 'P-7', orderId: ID, amount: '749.5', profit: '-250.5' },
              ...{ strategy: 'grid', codes: ['BTC/USDT'] },
              ...{ agreed: '100', beyond: '150.5' },
            },
          }),
          told({
            id: ID.replace('8057', '8059'),
            category: 'plans',
            kind: 'plan-joined',
            facts: {
              ...{ number: 'P-8', orderId: ID, units: '998.12345678' },
              ...{ day: '2026-11-22', profit: '-1.88' },
            },
          }),
          told({
            id: ID.replace('8057', '8060'),
            category: 'money',
            kind: 'token-outbid',
            mode: 'real',
            facts: {
              ...{ tokenId: ID, token: 'Night boat', amount: '100', highest: '110.5' },
              until: AT,
            },
          }),
          ...[{}, { amount: '0.5', asset: 'BTC' }].map((facts, place) =>
            told({
              id: ID.replace('7', String(place)),
              kind: 'loan-added',
              mode: 'real',
              facts: { number: 'L-000002', ...facts },
            }),
          ),
        ),
    });
    show(<NotificationsList />);
    const order = await screen.findByRole('link', {
      name: 'BTC/USDT: the stop loss closed your position at 60,000.00',
    });
    expect(order.getAttribute('href')).toBe('/profile/orders');
    expect(screen.getByText('Result −12.50 USDT after fees')).toBeTruthy();
    const change = screen.getByRole('link', { name: 'The password was changed.' });
    expect(change.getAttribute('href')).toBe('/profile/security');
    expect(screen.getByText('Device: Firefox on Windows')).toBeTruthy();
    const loan = screen.getByRole('link', { name: /Loan .*L-000001.* is at .*70\.10%/ });
    expect(loan.getAttribute('href')).toBe('/loan/records');
    const plan = screen.getByRole('link', {
      name: /Plan .*Grid · .*BTC\/USDT.* \(.*P-7.*\).* ended\. Paid out: .*749\.50 USDT/,
    });
    // Of the other account: its page is not on this one.
    expect(plan.getAttribute('href')).toBe('/trading/plans');
    expect(
      screen.getByText(/^Result .*\u2212250\.50.* at most\. .*150\.50 USDT.* more was lost/),
    ).toBeTruthy();
    const joined = screen.getByRole('link', {
      name: /P-8.* joined on .*22 Nov 2026.* with .*998\.12345678/,
    });
    expect(joined.getAttribute('href')).toBe(`/trading/plans?id=${ID}`);
    const outbid = screen.getByRole('link', {
      name: /Night boat.*: your bid of .*100\.00 USDT.* was outbid/,
    });
    expect(outbid.getAttribute('href')).toBe(`/nfts?id=${ID}`);
    expect(
      screen.getByText(/back in your balance\. .*110\.50 USDT.* You can bid again until/),
    ).toBeTruthy();
    // What nobody said is no zero.
    expect(screen.getByRole('link', { name: /added to loan .*L-000002.*: —$/ })).toBeTruthy();
    expect(
      screen.getByRole('link', { name: /added to loan .*L-000002.*: .*0\.50 BTC/ }),
    ).toBeTruthy();
  });

  it('says which limit was changed, from what, to what and from when on', async () => {
    const limit = {
      kind: 'loss',
      period: 'day',
      from: '1000',
      to: null,
      effectiveAt: Date.UTC(2026, 10, 22, 12),
    } as const;
    standInForServer({
      '/user/unread': () => answered({ count: 1 }),
      '/user/listNotifications': () =>
        page(
          told({
            category: 'security',
            kind: 'security',
            mode: null,
            facts: { change: 'limit-changed', limit },
          }),
        ),
    });
    show(<NotificationsList />);
    const said = await screen.findByText(/^Loss, Day\./);
    expect(said.textContent).toContain('Before: \u20661,000.00 USDT\u2069.');
    expect(said.textContent).toMatch(/From \u206822 Nov 2026, \d\d:00\u2069: None\.$/);
  });

  it('marks one, then all, as read', async () => {
    const sent = standInForServer({
      '/user/unread': () => answered({ count: 1 }),
      '/user/listNotifications': () => page(told()),
      '/user/readNotifications': () => answered({ count: 0 }),
    });
    show(<NotificationsList />);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    const bodies = () =>
      sent.filter(({ path }) => path.endsWith('/readNotifications')).map(({ body }) => body);
    await waitFor(() => expect(bodies()).toEqual([{ ids: [ID] }, { all: true }]));
  });

  it('asks the server for a category and for what is unread, and says when nothing fits', async () => {
    const sent = standInForServer({
      '/user/unread': () => answered({ count: 0 }),
      '/user/listNotifications': () => page(),
    });
    show(<NotificationsList />);
    expect(await screen.findByText('No notifications yet')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'money');
    await userEvent.click(screen.getByRole('button', { name: 'Unread only' }));
    expect(await screen.findByText('Nothing matches this filter')).toBeTruthy();
    const asked = sent.map(({ path }) => path).findLast((path) => path.includes('listNotif'));
    expect(asked).toContain('category=money');
    expect(asked).toContain('unread=true');
  });

  it('says that it could not be loaded, and tries again', async () => {
    let isDown = true;
    standInForServer({
      '/user/unread': () => answered({ count: 0 }),
      '/user/listNotifications': () => (isDown ? refused('unreadable') : page(told())),
    });
    show(<NotificationsList />);
    expect(await screen.findByText('Couldn’t load the notifications')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Unread')).toBeTruthy();
  });
});

describe('how one is told', () => {
  const all = { inApp: true, mail: true, push: true };
  const kept = [
    { category: 'money', ...all, locked: true },
    { category: 'orders', ...all, mail: false, locked: false },
  ];

  it('cannot be changed for what is locked, and is said at once for the rest', async () => {
    const sent = standInForServer({
      '/user/notificationPreferences': ({ method }) =>
        answered(method === 'GET' ? kept : [kept[0], { ...kept[1], mail: true }]),
    });
    show(<ChannelsCard />);
    const table = await screen.findByRole('table', { name: /./ });
    expect(within(table).getAllByRole('columnheader')).toHaveLength(4);
    const money = within(table).getByRole('row', { name: /^Money and margin/ });
    for (const box of within(money).getAllByRole('checkbox')) {
      expect(box).toHaveProperty('disabled', true);
    }
    expect(within(money).getByText('Always on')).toBeTruthy();
    const mail = screen.getByRole('checkbox', { name: 'Orders and positions By e-mail' });
    mail.focus();
    await userEvent.keyboard(' ');
    await waitFor(() => expect(mail).toHaveProperty('checked', true));
    // Who goes on by keyboard goes on from the same box.
    expect(document.activeElement).toBe(mail);
    const said = sent.find(({ method }) => method === 'POST');
    expect(said?.body).toEqual({ category: 'orders', ...all });
  });

  it('stays as it was when the server refuses, and says so', async () => {
    standInForServer({
      '/user/notificationPreferences': ({ method }) =>
        method === 'GET' ? answered(kept) : refused('too-many'),
    });
    show(<ChannelsCard />);
    const mail = await screen.findByRole('checkbox', { name: 'Orders and positions By e-mail' });
    await userEvent.click(mail);
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(mail).toHaveProperty('checked', false);
  });
});

describe('the bell', () => {
  it.each([
    [0, 'Notifications', ''],
    [7, 'Notifications, 7 unread', '7'],
    [120, 'Notifications, 120 unread', '99+'],
  ])('says how many are unread: %d', async (count, name, badge) => {
    standInForServer({ '/user/unread': () => answered({ count }) });
    render(<Bell />);
    const bell = await screen.findByRole('link', { name });
    expect(bell.getAttribute('href')).toBe('/profile/notification');
    expect(bell.textContent).toBe(badge);
  });

  it('says at once what the server tells of, with the way to the receipt', async () => {
    standInForServer({ '/user/unread': () => answered({ count: 0 }) });
    const receiptNo = '01890a5dac96774bbcceb302099a8057';
    render(
      <>
        <Bell />
        <ToastHost />
      </>,
    );
    await screen.findByRole('link', { name: 'Notifications' });
    tellNotification(
      told({ facts: { code: 'BTC/USDT', price: '59997', profit: '-12.5', receiptNo } }),
    );
    tellNotification(
      told({
        kind: 'order-filled',
        facts: { code: 'ETH/USDT', price: '3000.12', tickSize: '0.001' },
      }),
    );
    expect(
      await screen.findByText('BTC/USDT: the stop loss closed your position at 59,997.00'),
    ).toBeTruthy();
    expect(screen.getByText('Result −12.50 USDT after fees')).toBeTruthy();
    expect(screen.getByText('ETH/USDT: your order was filled at 3,000.120')).toBeTruthy();
    const receipts = screen.getAllByTitle(`Receipt ${receiptNo}`);
    expect(receipts.map((link) => link.getAttribute('href'))).toEqual([`/receipt/${receiptNo}`]);
  });

  it('names the account when it is told of the other one', async () => {
    standInForServer({ '/user/unread': () => answered({ count: 0 }) });
    render(
      <>
        <Bell />
        <ToastHost />
      </>,
    );
    await screen.findByRole('link', { name: 'Notifications' });
    tellNotification(told({ mode: 'real', facts: { code: 'SOL/USDT', price: '1', profit: '2' } }));
    expect(await screen.findByText('Real · Result +2.00 USDT after fees')).toBeTruthy();
  });

  it('leaves the margin to the page that shows it', async () => {
    standInForServer({ '/user/unread': () => answered({ count: 0 }) });
    const OtherPage = (): null => null;
    const TradingPage = (): null => {
      useNotice('demo');
      return null;
    };
    const shown = (page: ReactElement): ReactElement => (
      <>
        {page}
        <Bell />
        <ToastHost />
      </>
    );
    const margin = told({ category: 'money', kind: 'margin-level', facts: { level: '0.75' } });
    const { rerender } = render(shown(<TradingPage />));
    await screen.findByRole('link', { name: 'Notifications' });
    tellNotification(margin);
    rerender(shown(<OtherPage />));
    tellNotification({ ...margin, facts: { level: '0.6' } });
    expect(await screen.findByText(/60%/)).toBeTruthy();
    expect(screen.queryByText(/75%/)).toBeNull();
  });
});

describe('an offer', () => {
  const offer = (until: number, number: string): Notification =>
    told({
      id: ID.replace('7', number),
      category: 'marketing',
      kind: 'offer',
      mode: null,
      facts: { title: `Offer ${number}`, text: 'From Monday.', page: '/trading', until },
    });

  it('leads to its page until its end, and is listed as over after it', async () => {
    const now = Date.now();
    standInForServer({
      '/user/unread': () => answered({ count: 2 }),
      '/user/listNotifications': () =>
        page(offer(now + 86_400_000, '8'), offer(now - 86_400_000, '9')),
    });
    show(<NotificationsList />);
    const link = await screen.findByRole('link', { name: 'Offer 8' });
    expect(link.getAttribute('href')).toBe('/trading');
    expect(screen.getByText(/^Until/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Offer 9' })).toBeNull();
    expect(screen.getByText('Offer 9')).toBeTruthy();
    expect(screen.getByText(/^Ended/)).toBeTruthy();
  });

  it('leads to pages there are', () => {
    expect(OFFER_PAGES.filter((one) => pageOf(one) === null)).toEqual([]);
  });

  it('is ended by the link of a mail: opening the page does nothing, its button does', async () => {
    const sent = standInForServer({ '/user/unsubscribe': () => answered({}) });
    show(<UnsubscribeView token="token-of-a-mail" />);
    expect(sent).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe from offers' }));
    expect(await screen.findByText(/Offers are switched off/)).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.path).toContain('token=token-of-a-mail');
    expect(screen.queryByRole('button', { name: 'Unsubscribe from offers' })).toBeNull();
  });

  it('says of a link that is not ours what to do instead', async () => {
    standInForServer({ '/user/unsubscribe': () => refused('not-found') });
    show(<UnsubscribeView token="old" />);
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe from offers' }));
    expect(await screen.findByText(/not complete or not valid/)).toBeTruthy();
    cleanup();
    show(<UnsubscribeView token="" />);
    expect(screen.queryByRole('button', { name: 'Unsubscribe from offers' })).toBeNull();
  });
});
