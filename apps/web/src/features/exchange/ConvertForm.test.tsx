// Promise: a conversion is shown with its price, spread and result before it is confirmed, is sent
// once with the quote that was read, and every refusal stands at its field.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wallNow } from '../../lib/clock.ts';
import { beginSession, endSession, setMode } from '../../lib/session.ts';
import { MARA } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { ConvertForm } from './ConvertForm.tsx';

const HELD_MS = 60_000;
const quoteNow = (change: object = {}) => ({
  quoteId: '0190c6a0-0000-7000-8000-0000000000aa',
  from: 'USDT',
  to: 'BTC',
  amount: '1000',
  rate: '0.000016663889351774',
  spreadRate: '0.002',
  spread: '2',
  receive: '0.01663056',
  tickId: '2026-11-21/1',
  prices: [
    {
      code: 'BTC/USDT',
      side: 'buy',
      price: '60010',
      tickId: '2026-11-21/1',
      source: 'Binance',
      receivedAt: 1,
    },
  ],
  expiresAt: wallNow() + HELD_MS,
  heldMs: HELD_MS,
  ...change,
});
const DONE = {
  id: '0190c6a0-0000-7000-8000-0000000000aa',
  orderNo: '261121-CCCC2222',
  from: 'USDT',
  to: 'BTC',
  amount: '1000',
  rate: '0.000016663889351774',
  spreadRate: '0.002',
  spread: '2',
  receive: '0.01663056',
  tickId: '2026-11-21/1',
  prices: [],
  at: 1,
  receiptNo: 'ABCDEF0123456789ABCDEF0123456789',
};
const done = (result: unknown) => ({ code: '200', message: 'ok', result });
const refused = (code: string, name: string, facts: object = {}, field?: string) => ({
  code,
  message: name,
  result: { name, field, facts, fields: [] },
});
const HAVE = done({ available: { USDT: '1500', BTC: '0', ETH: '2' }, spreadRate: '0.002' });

type Sent = { path: string; body: Record<string, unknown> };

function serve(answers: Record<string, () => object>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body === undefined ? {} : JSON.parse(String(init.body));
    sent.push({ path, body });
    const all = { convertible: () => HAVE, ...answers };
    const found = Object.entries(all).find(([part]) => path.includes(part));
    if (found === undefined) throw new TypeError('the line broke');
    return Response.json(found[1]());
  });
  return sent;
}

function show() {
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ConvertForm />
    </QueryClientProvider>,
  );
}

const amount = () => screen.findByRole('textbox', { name: 'You give' });
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(async () => {
  await speak('en');
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
  setMode('real');
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a conversion', () => {
  it('says rate, spread in money and what comes, then converts with that quote, once', async () => {
    const sent = serve({ convertQuote: () => done(quoteNow()), '/convert': () => done(DONE) });
    show();
    await userEvent.type(await amount(), '1000');
    await press(/Review/);
    expect(await screen.findByText('2.00 USDT')).toBeTruthy();
    expect(screen.getByText('0.01663056 BTC')).toBeTruthy();
    expect(screen.getByText(/bought at .*60,010.*Binance/)).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/held for \d+ s/);
    const confirm = await screen.findByRole('button', { name: /Convert .*1,000 USDT/ });
    expect(document.activeElement).toBe(confirm);
    await userEvent.click(confirm);
    expect(await screen.findByText(/Converted .*1,000 USDT.* into .*0\.01663056 BTC/)).toBeTruthy();
    const link = screen.getByRole('link', { name: /ABCDEF01/ });
    expect(link.getAttribute('href')).toContain(DONE.receiptNo);
    const converted = sent.filter(({ path }) => path.endsWith('/user/convert'));
    expect(converted).toHaveLength(1);
    expect(converted[0]?.body).toMatchObject({ quoteId: DONE.id });
  });

  it('offers a new price once the old one has ended, and sends nothing by itself', async () => {
    const quotes = [quoteNow({ heldMs: 0 }), quoteNow()];
    const sent = serve({ convertQuote: () => done(quotes.shift() ?? quoteNow()) });
    show();
    await userEvent.type(await amount(), '1000');
    await press(/Review/);
    expect(await screen.findByText(/price expired/)).toBeTruthy();
    await press(/new price/);
    expect(await screen.findByRole('button', { name: /Convert .*1,000/ })).toBeTruthy();
    expect(sent.filter(({ path }) => path.endsWith('/user/convert'))).toHaveLength(0);
  });

  it.each([-5, 5])(
    'counts down alike on a device whose clock is %i minutes off',
    async (minutes) => {
      const expiresAt = wallNow() + minutes * 60_000 + HELD_MS;
      serve({ convertQuote: () => done(quoteNow({ expiresAt })) });
      show();
      await userEvent.type(await amount(), '1000');
      await press(/Review/);
      const left = Number.parseInt(
        (await screen.findByRole('timer')).textContent.replace(/\D/g, ''),
        10,
      );
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(HELD_MS / 1_000);
    },
  );

  it('takes all there is, swaps the two, and never asks for one asset into itself', async () => {
    serve({});
    show();
    await press(/^All$/);
    expect(((await amount()) as HTMLInputElement).value).toBe('1500');
    await press(/Swap/);
    const from = screen.getByRole('combobox', { name: 'From' }) as HTMLSelectElement;
    const to = screen.getByRole('combobox', { name: 'To' }) as HTMLSelectElement;
    expect([from.value, to.value]).toEqual(['BTC', 'USDT']);
    await userEvent.selectOptions(to, 'BTC');
    expect([from.value, to.value]).toEqual(['USDT', 'BTC']);
  });

  it('says what is missing, wrong or too small at the field', async () => {
    const sent = serve({
      convertQuote: () => refused('10016', 'quantity-refused', { why: 'dust' }, 'amount'),
    });
    show();
    await userEvent.type(await amount(), '2000');
    expect(await screen.findByText(/needs 2,000 USDT; you can convert 1,500 USDT/)).toBeTruthy();
    await userEvent.clear(await amount());
    await press(/Review/);
    expect(await screen.findByText(/above zero with at most 6 decimals/)).toBeTruthy();
    expect(sent.some(({ path }) => path.includes('convertQuote'))).toBe(false);
    await userEvent.type(await amount(), '0.000001');
    await press(/Review/);
    expect(await screen.findByText(/too small: you would receive no BTC/)).toBeTruthy();
    expect((await amount()).getAttribute('aria-invalid')).toBe('true');
  });

  it('goes back to the fields with the reason when it is refused', async () => {
    serve({
      convertQuote: () => done(quoteNow()),
      '/convert': () => refused('10015', 'not-tradable-now', { why: 'houseFloor', asset: 'BTC' }),
    });
    show();
    await userEvent.type(await amount(), '1000');
    await press(/Review/);
    await press(/Convert .*1,000/);
    expect(await screen.findByText(/do not have this much BTC/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Review/ })).toBeTruthy();
  });

  it('says that there is nothing to convert', async () => {
    serve({
      convertible: () =>
        done({ available: { USDT: '0', BTC: '0', ETH: '0' }, spreadRate: '0.002' }),
    });
    show();
    expect(await screen.findByText(/nothing in your real account/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
