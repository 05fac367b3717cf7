// Promise: the ticket of an option says what has to be right before it is bought, holds a rate,
// buys once, says refusals at their field, and shows what runs and how it ended.
import type { OptionOrder } from '@candor/protocol/light';
import { ToastHost } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wallNow } from '../../lib/clock.ts';
import { beginSession, endSession } from '../../lib/session.ts';
import { BTC, MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { OptionRows } from './OptionRows.tsx';
import { OptionTicket } from './OptionTicket.tsx';
import { OptionsList } from './OptionsList.tsx';

const PERIODS = [
  { seconds: 60, rate: '0.8', min: '1', max: '1000' },
  { seconds: 300, rate: '0.84', min: '1', max: '1000' },
];
const QUOTE = {
  quoteId: '0190c6a0-0000-7000-8000-0000000000aa',
  rate: '0.8',
  rateVersion: 1,
  payout: '18',
  breakEvenRate: '0.5556',
  expiresAt: 2,
  price: '60000',
  tickId: '2026-11-21/1',
  source: 'Binance',
  receivedAt: 1,
  freeMarginAfter: '9990',
};
const OPTION: OptionOrder = {
  id: '0190c6a0-0000-7000-8000-0000000000bb',
  orderNo: '261121-CCCC',
  code: 'BTC/USDT',
  name: 'Bitcoin',
  type: 2,
  direction: 'up',
  status: 'running',
  state: 'running',
  reason: null,
  price: '60000.05',
  openPrice: '60000.05',
  openTime: 1,
  createdTime: 1,
  amount: '10',
  period: 60,
  rate: '0.8',
  rateVersion: 1,
  breakEvenRate: '0.5556',
  payout: '18',
  expectedProfit: '8',
  settleAt: 2,
  openTickId: '2026-11-21/1',
  paused: false,
  mode: 'demo',
};
const done = (result: unknown) => ({ code: '200', message: 'ok', result });
const listOf = (records: OptionOrder[]) => done({ records, total: records.length });

type Sent = { path: string; body: Record<string, unknown> };
type Answers = Record<string, (body: Record<string, unknown>) => object | 'silence'>;

const EMPTY: Answers = {
  listPeriods: () => done(PERIODS),
  optionsRecord: () => done({ won: 2, lost: 3, tie: 0, void: 0, hitRate: '0.4', profit: '-14' }),
  listOptionsOrder: () => listOf([]),
};

/** The server: the answer to each path, by what it contains. */
function serve(answers: Answers = {}): Sent[] {
  const sent: Sent[] = [];
  const all = { ...EMPTY, ...answers };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body === undefined ? {} : JSON.parse(String(init.body));
    sent.push({ path, body });
    const found = Object.entries(all).find(([part]) => path.includes(part));
    const answer = found?.[1](body) ?? 'silence';
    if (answer === 'silence') throw new TypeError('the line broke');
    return Response.json(answer);
  });
  return sent;
}

function show(parts: Partial<Parameters<typeof OptionTicket>[0]> = {}) {
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <OptionTicket
        info={BTC}
        price="60000"
        user={MARA}
        mode="demo"
        isSignedIn
        isOpen
        source="Binance"
        product={null}
        {...parts}
      />
      <ToastHost />
    </QueryClientProvider>,
  );
}

const stake = () => screen.findByRole('textbox', { name: 'Stake' });
const act = (name: RegExp) => screen.findByRole('button', { name });

// jsdom draws no modal: it is enough that the dialog is open.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
};

beforeEach(async () => {
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('before it is bought', () => {
  it('says how often one has to win, how often one did, and what a tie does', async () => {
    serve();
    show();
    await stake();
    expect(screen.getByText('Gain if it wins').nextSibling?.textContent).toBe('+80.00%');
    const rated = screen.getAllByRole('radio').map((one) => one.textContent ?? '');
    expect(rated.filter((name) => /\+\d+%/.test(name)).length).toBeGreaterThan(1);
    await userEvent.type(await stake(), '10');
    expect(screen.getByText('If it wins, you get').nextSibling?.textContent).toBe(
      '18.00\u00a0USDT',
    );
    expect(screen.getByText('Wins needed to break even').nextSibling?.textContent).toBe('55.56%');
    expect(screen.getByText('Most you can lose').nextSibling?.textContent).toBe('10.00\u00a0USDT');
    await waitFor(() => {
      expect(screen.getByText('Your own record').nextSibling?.textContent).toBe(
        '2 of 5 won, 40.00%',
      );
    });
    expect(screen.getByText(/your stake comes back/)).toBeTruthy();
    // A longer period pays more, so fewer have to win.
    await userEvent.click(screen.getByRole('radio', { name: /^5 min/ }));
    expect(screen.getByText('Wins needed to break even').nextSibling?.textContent).toBe('54.35%');
  });

  it('says a stake outside the limits or above the free margin at the field', async () => {
    const sent = serve();
    show({ user: { ...MARA, freeMargin: '20' } });
    const field = await stake();
    await userEvent.type(field, '0.5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(field);
    await userEvent.type(field, '21');
    expect(screen.getByText(/You need 21\.00 USDT and have 20\.00 free/)).toBeTruthy();
    await userEvent.click(await act(/Buy Up/));
    expect(sent.some(({ path }) => path.includes('quoteOptions'))).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it('is paused while the price is too old, and for real accounts says why', async () => {
    const closed = { isOpen: false, why: 'countryNotEnabled', country: 'DE', since: null };
    serve({ optionsOpening: () => done(closed) });
    const { unmount } = show({ isOpen: false });
    const paused = await act(/paused/);
    expect(paused.hasAttribute('disabled')).toBe(true);
    unmount();
    show({ mode: 'real' });
    expect(await screen.findByText(/not enabled in Germany/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is filled in with real money where the country is enabled', async () => {
    serve({ optionsOpening: () => done({ isOpen: true, why: null, country: 'DE', since: 1 }) });
    show({ mode: 'real' });
    expect(await stake()).toBeTruthy();
  });

  it('says when a market has none, and offers to try again when nothing came', async () => {
    serve({ listPeriods: () => done([]) });
    const { unmount } = show();
    expect(await screen.findByText(/This market has no options/)).toBeTruthy();
    unmount();
    serve({ listPeriods: () => ({ code: '404', message: '', result: { name: 'not-found' } }) });
    show();
    expect(await act(/Try again|Retry/)).toBeTruthy();
  });

  it('a visitor is asked to log in', async () => {
    endSession();
    serve();
    show({ isSignedIn: false, user: null });
    expect(await screen.findByRole('link', { name: 'Open a demo account' })).toBeTruthy();
  });
});

describe('buying', () => {
  it('holds the rate, then buys with that quote, once', async () => {
    const sent = serve({
      quoteOptions: () => done(QUOTE),
      buyOptions: () => done({ ...OPTION, settleAt: wallNow() + 60_000 }),
    });
    show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Down' }));
    await userEvent.click(screen.getByRole('button', { name: '10' }));
    await userEvent.click(await act(/Buy Down for 60 s/));
    expect(await screen.findByText('+80.00%')).toBeTruthy();
    const confirm = await act(/Buy Down with 10.00 practice USDT/);
    expect(document.activeElement).toBe(confirm);
    await userEvent.click(confirm);
    expect(await screen.findByText('Option bought at 60,000.05')).toBeTruthy();
    const asked = sent.filter(({ path }) => path.includes('buyOptions'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({
      code: 'BTC/USDT',
      direction: 'down',
      period: 60,
      amount: '10',
      quoteId: QUOTE.quoteId,
    });
  });

  it('goes back to the fields with the reason when the quote has ended', async () => {
    serve({
      quoteOptions: () => done(QUOTE),
      buyOptions: () => ({
        code: '11016',
        message: 'quote-expired',
        result: { name: 'quote-expired', field: 'quoteId', facts: {}, fields: [] },
      }),
    });
    show();
    await userEvent.type(await stake(), '10');
    await userEvent.click(await act(/Buy Up for/));
    await userEvent.click(await act(/practice USDT/));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Nothing was charged/);
    expect(await act(/Buy Up for/)).toBeTruthy();
  });
});

describe('what was bought', () => {
  const running = { ...OPTION, settleAt: wallNow() + 42_000 };
  const won: OptionOrder = {
    ...OPTION,
    id: '0190c6a0-0000-7000-8000-0000000000cc',
    status: 'closed',
    state: 'won',
    reason: 'expiry',
    closePrice: '60001',
    closeTime: 3,
    profit: '8',
    settleTickId: '2026-11-21/9',
  };

  it('counts down, says how it would end now, and shows how the last ones ended', async () => {
    serve({ listOptionsOrder: () => listOf([running]) });
    show({ price: '60000' });
    expect((await screen.findAllByRole('timer'))[0]?.textContent).toMatch(/^0:[34]\d$/);
    expect(screen.getAllByText('Would lose now').length).toBeGreaterThan(0);
  });

  it('stands on a phone as rows of two lines that open for its terms', async () => {
    serve({ listOptionsOrder: () => listOf([running]), getOptionsOrderById: () => done(running) });
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <OptionRows code="BTC/USDT" tickSize="0.01" mark="60000" />
      </QueryClientProvider>,
    );
    const [timer] = await screen.findAllByRole('timer');
    const row = timer?.closest('details');
    expect(row?.open).toBe(false);
    expect(row?.querySelector('summary')?.textContent).toMatch(
      /^Up10\.00.*0:[34]\d.*Would lose now$/,
    );
    const names = [...(row?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(['If it wins, you get', 'Gain if it wins', 'Ends']);
  });

  it('lists them with the specification’s words, and one with its ticks', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    serve({ listOptionsOrder: () => listOf([won]), getOptionsOrderById: () => done(won) });
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <OptionsList tickSizeOf={() => '0.01'} />
      </QueryClientProvider>,
    );
    expect((await screen.findAllByText('Won')).length).toBeGreaterThan(0);
    const [details] = await screen.findAllByRole('button', { name: 'Details' });
    if (details !== undefined) await userEvent.click(details);
    expect(await screen.findByText('2026-11-21/9')).toBeTruthy();
    expect(screen.getByText('2026-11-21/1')).toBeTruthy();
    expect(screen.getByText('Won: stake and gain paid')).toBeTruthy();
  });

  it('says that there are none yet, and that they could not be loaded', async () => {
    serve();
    const { unmount } = render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <OptionsList tickSizeOf={() => undefined} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(/No options yet/)).toBeTruthy();
    unmount();
    serve({ listOptionsOrder: () => ({ code: '400', message: '', result: {} }) });
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <OptionsList tickSizeOf={() => undefined} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Couldn’t load your options.')).toBeTruthy();
  });
});
