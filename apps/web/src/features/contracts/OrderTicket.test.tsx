// Promise: the ticket can be read, filled and sent by keyboard in either direction of writing,
// shows what the server will charge, says refusals at their field, and sends an act once.
import { isUuid } from '@candor/kernel';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../lib/session.ts';
import { BTC, MARA, aLong } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { OrderTicket } from './OrderTicket.tsx';

type Sent = { path: string; body: Record<string, unknown> };

const done = (result: unknown) => ({ code: '200', message: '20004', result });
const refusal = (code: string, name: string, parts: object = {}) => ({
  code,
  message: name,
  result: { name, field: null, facts: {}, fields: [], ...parts },
});

/** The server, as far as the ticket hears of it: one answer after another. */
function serve(...answers: (object | 'silence')[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body === undefined ? {} : JSON.parse(String(init.body));
    sent.push({ path, body });
    const answer = answers.shift() ?? 'silence';
    if (answer === 'silence') throw new TypeError('the line broke');
    return { json: async () => answer };
  });
  return sent;
}

function show(parts: Partial<Parameters<typeof OrderTicket>[0]> = {}) {
  const client = new QueryClient();
  return render(
    <QueryClientProvider client={client}>
      <OrderTicket
        info={BTC}
        bid={BTC.bid}
        ask={BTC.ask}
        user={MARA}
        orders={[]}
        mode="demo"
        isSignedIn
        isOpen
        source="Binance"
        {...parts}
      />
    </QueryClientProvider>,
  );
}

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const stop = () => screen.getByRole('textbox', { name: 'Stop loss' });
const action = () => screen.getByRole('button', { name: /practice money|real money/ });

beforeEach(async () => {
  await speak('en');
  beginSession({
    token: 't',
    expiresAt: 1,
    user: { id: MARA.id, username: MARA.username, demoDisabled: false },
  });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('before it is sent', () => {
  it('shows what the server will charge, and what can be lost, above the action', async () => {
    show();
    await userEvent.type(amount(), '0.05');
    expect(screen.getByText('Margin needed').nextSibling?.textContent).toBe('1,500.15\u00a0USDT');
    expect(screen.getByText('Fee 0.10% to open').nextSibling?.textContent).toBe('3.00\u00a0USDT');
    expect(screen.getByText('= 0.05 BTC')).toBeTruthy();
    expect(action().textContent).toBe('Buy 0.05 BTC with practice money');
    const risk = screen.getByRole('heading', { name: /moves against you/ }).closest('section');
    expect(risk?.nextElementSibling).toBe(action());
  });

  it('takes a comma as well as a point, and a share of the free margin', async () => {
    show();
    await userEvent.type(amount(), '0,05');
    expect(action().textContent).toContain('0.05 BTC');
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    // 5,000 ÷ (30,003 + 60.006 + 12) on the step of 0.0001
    expect(action().textContent).toContain('0.1662 BTC');
  });

  it('says refusals at their field before the server has to', async () => {
    const sent = serve();
    show();
    await userEvent.type(amount(), '5');
    const field = amount();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toMatch(/-error/);
    expect(screen.getByText(/You need 150,375.03 USDT and have 10,000/)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '0.05');
    await userEvent.type(stop(), '60010');
    expect(stop().getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(action());
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(stop());
  });

  it('asks for lots when the button is pressed without', async () => {
    const sent = serve();
    show();
    await userEvent.click(action());
    expect(screen.getByText('Enter how many lots.')).toBeTruthy();
    expect(document.activeElement).toBe(amount());
    expect(sent).toEqual([]);
  });

  it('holds still while the price may not be traded on', () => {
    show({ isOpen: false });
    expect(screen.getByRole('button', { name: 'Orders are paused' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('leads a visitor to the log-in and back', () => {
    show({ isSignedIn: false, user: null });
    const link = screen.getByRole('link', { name: 'Log in to trade' });
    expect(link.getAttribute('href')).toMatch(/^\/pass\/login\?next=/);
    expect(screen.queryByRole('button', { name: /practice money/ })).toBeNull();
  });

  it('is hatched with practice money and solid with real money', () => {
    show();
    expect(action().className).toContain('hatch-buy');
    cleanup();
    show({ mode: 'real' });
    expect(action().textContent).toBe('Buy with real money');
    expect(action().className).not.toContain('hatch');
  });
});

describe('by keyboard', () => {
  it('runs from top to bottom, and Enter in a field sends nothing', async () => {
    const sent = serve();
    show();
    const user = userEvent.setup();
    const names: string[] = [];
    for (let step = 0; step < 12; step += 1) {
      await user.tab();
      const held = document.activeElement as HTMLElement;
      names.push(
        held.getAttribute('aria-label') ?? held.getAttribute('name') ?? held.innerText ?? '',
      );
      if (held.getAttribute('name') !== null) await user.keyboard('{Enter}');
    }
    const fields = names.filter((name) => ['lots', 'stopLoss', 'takeProfit'].includes(name));
    expect(fields).toEqual(['lots', 'stopLoss', 'takeProfit']);
    expect(sent).toEqual([]);
  });

  it('changes sides with the arrow keys', async () => {
    show();
    const sides = screen.getByRole('radiogroup', { name: 'Side' });
    within(sides).getByRole('radio', { name: /Buy/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(sides).getByRole('radio', { name: /Sell/ }).getAttribute('aria-checked')).toBe(
      'true',
    );
    expect(action().textContent).toBe('Sell with practice money');
  });
});

describe('when it is sent', () => {
  it('sends once, with an id of its own, and empties itself after the fill', async () => {
    const sent = serve(done(aLong), done(aLong));
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.type(amount(), '0.05');
    await userEvent.type(stop(), '59000');
    await userEvent.click(action());
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      code: 'BTC/USDT',
      direction: 'buy',
      lots: '0.05',
      stopLoss: '59000',
    });
    expect(isUuid(String(sent[0]?.body['requestId']))).toBe(true);
    expect(amount()).toHaveProperty('value', '');
  });

  it('puts a refusal of the server at its field, with its figures', async () => {
    const facts = { need: '1503.160315', have: '120.4' };
    serve(refusal('10011', 'free-margin-short', { field: 'lots', facts }));
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await screen.findByText(/You need 1,503.17 USDT and have 120.4/);
    expect(amount().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(amount());
    await userEvent.type(amount(), '1');
    expect(screen.queryByText(/have 120.4/)).toBeNull();
  });

  it('says in words why nothing can be traded now', async () => {
    serve(refusal('10015', 'not-tradable-now', { facts: { why: 'stale' } }));
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    expect((await screen.findByRole('alert')).textContent).toMatch(/too old to trade on/);
  });

  it('asks what became of an order nobody answered, and takes the kept answer', async () => {
    const kept = { state: 'done', answer: JSON.stringify(done(aLong)) };
    const sent = serve('silence', { code: '200', message: 'ok', result: kept });
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent[1]?.path).toContain(String(sent[0]?.body['requestId']));
    expect(localStorage.getItem('pendingActs')).toBe('[]');
  });

  it('keeps the id of an order the server never saw, and sends the same again', async () => {
    const none = { code: '200', message: 'ok', result: { state: 'none' } };
    const sent = serve('silence', none, done(aLong));
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await screen.findByText(/did not arrive. Nothing was charged/);
    await userEvent.click(action());
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.body['requestId']).toBe(sent[0]?.body['requestId']);
  });
});

describe('when nobody answers', () => {
  it('says that the order may have gone through, and leads to the orders', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const sent = serve();
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    expect(await screen.findByText(/We are asking what became of your order/)).toBeTruthy();
    // The page asks as long as the server may take to decide.
    await vi.advanceTimersByTimeAsync(31_000);
    const words = await screen.findByText(
      'We did not hear back in time. Your order may have gone through. Check the order list before you try again.',
    );
    expect(words).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe(
      '/profile/orders',
    );
    // Its id is kept: the same press again is the same act.
    const kept = JSON.parse(localStorage.getItem('pendingActs') ?? '[]');
    expect(kept).toMatchObject([{ requestId: sent[0]?.body['requestId'] }]);
    vi.useRealTimers();
  });
});

describe('from right to left', () => {
  it('speaks Arabic, keeps figures in their own order, and moves with the other arrow', async () => {
    await speak('ar');
    show();
    expect(document.documentElement.dir).toBe('rtl');
    const field = screen.getByRole('textbox', { name: 'الكمية' });
    expect(field.getAttribute('dir')).toBe('ltr');
    await userEvent.type(field, '٠٫٠٥');
    const button = screen.getByRole('button', { name: /بأموال تدريبية/ });
    expect(button.textContent).toBe('شراء \u20680.05 BTC\u2069 بأموال تدريبية');
  });
});
