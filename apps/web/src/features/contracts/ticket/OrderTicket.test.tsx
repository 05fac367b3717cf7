// Promise: the ticket can be read, filled and sent by keyboard in either direction of writing,
// shows what the server will charge, says refusals at their field, and sends a command once.
import { isUuid } from '@candor/kernel';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedCommands } from '../../../lib/command-storage.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { BTC, MARA, aLong, aQuote } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { OrderTicket } from './OrderTicket.tsx';
import { fieldsOfOrder, wishForTicket } from './ticket-wish.ts';

type Sent = { path: string; body: Record<string, unknown> };

const done = (result: unknown) => ({ code: '200', message: '20004', result });
const refusal = (code: string, name: string, parts: object = {}) => ({
  code,
  message: name,
  result: { name, field: null, facts: {}, fields: [], ...parts },
});

const RISK = { losingShare: null, accounts: 3, from: 0, to: 1, definition: '', query: '' };

/** The server, as far as the ticket hears of it: one answer after another. */
function serve(...answers: (object | 'silence')[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // The losing share comes on its own, when the page is quiet.
    if (path.includes('index/risk')) return Response.json(done(RISK));
    const body = init.body === undefined ? {} : JSON.parse(String(init.body));
    sent.push({ path, body });
    const answer = answers.shift() ?? 'silence';
    if (answer === 'silence') throw new TypeError('the line broke');
    return Response.json(answer);
  });
  return sent;
}

const client = new QueryClient();

function ticket(parts: Partial<Parameters<typeof OrderTicket>[0]> = {}): ReactElement {
  return (
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
    </QueryClientProvider>
  );
}

const show = (parts: Partial<Parameters<typeof OrderTicket>[0]> = {}) => render(ticket(parts));

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const stop = () => screen.getByRole('textbox', { name: 'Stop loss' });
const action = () => screen.getByRole('button', { name: /Review order|practice money|real money/ });
/** A price counts as read once it was shown for a while. */
const isRead = () => new Promise((resolve) => setTimeout(resolve, 320));
/** Asks for the held price and sends the order at it. */
const send = async (): Promise<void> => {
  await userEvent.click(action());
  await screen.findByText(/Held for/);
  await isRead();
  await userEvent.click(action());
};

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
    expect(action().textContent).toBe('Review order');
    const risk = screen.getByRole('heading', { name: /moves against you/ }).closest('section');
    expect(risk?.nextElementSibling?.contains(action())).toBe(true);
    // The account's 10,000 are more than this long can lose: 3,000.30 and 3.00 of fee.
    expect(risk?.textContent).toContain('3,003.30');
    expect(risk?.textContent).toContain('its whole value and the fee');
  });

  it('says no loss while the stop cannot work, and names the price it may stand at', async () => {
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.type(stop(), '61000');
    const risk = screen.getByRole('heading', { name: /moves against you/ }).closest('section');
    const most = within(risk as HTMLElement)
      .getByText('Most you can lose')
      .closest('div');
    expect(most?.querySelector('dd')?.textContent).toBe('—');
    expect(risk?.textContent).not.toContain('0.00');
    const said = screen.getByRole('alert').textContent;
    expect(said?.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(/^Price at most 5\d,\d{3}\.\d+\.$/);
  });

  it('does not say the price a stop may have again with every tick', async () => {
    const { rerender } = show();
    await userEvent.type(amount(), '0.05');
    await userEvent.type(stop(), '61000');
    const before = screen.getByRole('alert').textContent;
    rerender(ticket({ bid: '59994.5', ask: '60006.5' }));
    expect(screen.getByRole('alert').textContent).toBe(before);
    await userEvent.type(stop(), '0');
    expect(screen.getByRole('alert').textContent).not.toBe(before);
    // What is right by now is not called wrong any longer.
    await userEvent.clear(stop());
    await userEvent.type(stop(), '59999');
    expect(stop().getAttribute('aria-invalid')).toBe('true');
    rerender(ticket({ bid: '60100', ask: '60112' }));
    expect(stop().getAttribute('aria-invalid')).toBeNull();
  });

  it('takes a comma as well as a point, and a share of the free margin', async () => {
    show();
    await userEvent.type(amount(), '0,05');
    expect(screen.getByText('Margin needed').nextSibling?.textContent).toContain('1,500.15');
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    // 5,000 ÷ (30,003 + 60.006 + 12) on the step of 0.0001
    expect(screen.getByText('= 0.1662 BTC')).toBeTruthy();
  });

  it('takes money and base units, never more than asked for, and turns what stands there', async () => {
    show();
    const unit = screen.getByRole('combobox', { name: 'Unit of the amount' });
    await userEvent.type(amount(), '0.05');
    await userEvent.selectOptions(unit, 'USDT');
    // 0.05 × 60,006.
    expect(amount()).toHaveProperty('value', '3000.3');
    expect(screen.getByText(/^= .?0\.05 lots/)).toBeTruthy();
    await userEvent.clear(amount());
    await userEvent.type(amount(), '3000');
    expect(screen.getByText(/^= .?0\.0499 lots/)).toBeTruthy();
    expect(screen.getByText('Position value').nextSibling?.textContent).toContain('2,994.30');
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    expect(screen.getByText(/^= .?0\.1662 lots/)).toBeTruthy();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Unit of the amount' }),
      'BTC',
    );
    expect(amount()).toHaveProperty('value', '0.1662');
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Unit of the amount' }),
      'USDT',
    );
    await userEvent.clear(amount());
    await userEvent.type(amount(), '1');
    // Less than the least lot.
    expect((await screen.findByRole('alert')).textContent).toContain('0.0001');
  });

  it('takes an earlier order in lots, whatever was typed in money before', async () => {
    serve(done(aQuote));
    show();
    const unit = () => screen.getByRole('combobox', { name: 'Unit of the amount' });
    await userEvent.selectOptions(unit(), 'USDT');
    await userEvent.type(amount(), '3000');
    act(() => wishForTicket({ code: BTC.code, fields: fieldsOfOrder({ ...aLong, lots: '0.02' }) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the ticket' }));
    expect(amount()).toHaveProperty('value', '0.02');
    expect(unit()).toHaveProperty('value', 'lots');
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

  it('leads a visitor to a demo account or the log-in, and back', () => {
    show({ isSignedIn: false, user: null });
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Open a demo account')).toMatch(/^\/pass\/register\?next=%2Fcruuency/);
    expect(hrefOf('Log in')).toMatch(/^\/pass\/login\?next=%2Fcruuency/);
    expect(screen.queryByRole('button', { name: 'Review order' })).toBeNull();
  });

  it('is hatched with practice money and solid with real money', () => {
    show();
    expect(action().className).toContain('hatch-buy');
    cleanup();
    show({ mode: 'real' });
    expect(action().className).not.toContain('hatch');
  });
});

describe('by keyboard', () => {
  it('is at the amount with the first Tab and Enter', async () => {
    show();
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Go to the amount');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(amount());
  });

  it('runs from top to bottom, and Enter in a field sends nothing', async () => {
    const sent = serve();
    show();
    const user = userEvent.setup();
    const names: string[] = [];
    for (let step = 0; step < 14; step += 1) {
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
    expect(action().className).toContain('hatch-sell');
  });
});

describe('the held price', () => {
  it('is asked for before anything is sent, and counts down', async () => {
    const sent = serve(done(aQuote));
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await screen.findByText(/Held for/);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.path).toContain('order/quote');
    expect(sent[0]?.body).not.toHaveProperty('requestId');
    expect(action().textContent).toBe('Buy at 60,006.00 with practice money');
    // What the server counted stands above the button, and the focus is not on what spends.
    expect(screen.getByText('Free margin after').nextSibling?.textContent).toContain('8,496.25');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Buy 0.05 BTC'));
    await userEvent.click(screen.getByRole('button', { name: 'Back to the ticket' }));
    expect(amount()).toHaveProperty('value', '0.05');
  });

  it('is followed by the next one until it is left, and none is sent by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const sent = serve(
      done(aQuote),
      done({ ...aQuote, price: '60010' }),
      done({ ...aQuote, price: '60020' }),
    );
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    await screen.findByText(/Held for/);
    await vi.advanceTimersByTimeAsync(5_500);
    await waitFor(() => expect(action().textContent).toContain('60,010.00'));
    action().focus();
    await vi.advanceTimersByTimeAsync(5_500);
    await waitFor(() => expect(action().textContent).toContain('60,020.00'));
    // Who stood at the button still does.
    expect(document.activeElement).toBe(action());
    await user.keyboard('{Escape}');
    expect(amount()).toHaveProperty('value', '0.05');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent.map(({ path }) => path.includes('order/quote'))).toEqual([true, true, true]);
    vi.useRealTimers();
  });

  it('is asked for by hand once the next did not come', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const sent = serve(done(aQuote), 'silence', done({ ...aQuote, price: '60010' }));
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    await screen.findByText(/Held for/);
    await vi.advanceTimersByTimeAsync(5_500);
    const byHand = await screen.findByRole('button', { name: 'Show a new price' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(2);
    await user.click(byHand);
    await waitFor(() => expect(action().textContent).toContain('60,010.00'));
    vi.useRealTimers();
  });

  it('is left for the ticket where the next is refused, and says why at its field', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const facts = { need: '1503.160315', have: '120.4' };
    serve(done(aQuote), refusal('10011', 'free-margin-short', { field: 'lots', facts }));
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    await screen.findByText(/Held for/);
    await vi.advanceTimersByTimeAsync(5_500);
    await screen.findByText(/You need 1,503.17 USDT and have 120.4/);
    expect(action().textContent).toBe('Review order');
    vi.useRealTimers();
  });

  it('is sent only once it could be read: a second press of a double press sends nothing', async () => {
    const sent = serve(done(aQuote), done(aLong));
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await screen.findByText(/Held for/);
    await userEvent.click(action());
    expect(sent).toHaveLength(1);
    await isRead();
    await userEvent.click(action());
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('is not asked for while nobody looks at the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const sent = serve(done(aQuote), done(aQuote));
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    await screen.findByText(/Held for/);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toHaveLength(1);
    seen.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(sent).toHaveLength(2));
    vi.useRealTimers();
  });

  it('that ended on the way is followed by the next one, and nothing is sent by itself', async () => {
    const next = { ...aQuote, price: '60012' };
    const sent = serve(done(aQuote), refusal('11016', 'quote-expired'), done(next));
    show();
    await userEvent.type(amount(), '0.05');
    await send();
    expect(await screen.findByText(/Nothing was charged. This is the next price/)).toBeTruthy();
    await waitFor(() => expect(action().textContent).toContain('60,012.00'));
    expect(sent.map(({ path }) => path.includes('order/quote'))).toEqual([true, false, true]);
  });

  it('is of the lots that were read, though money comes to others by then', async () => {
    const next = { ...aQuote, price: '60012' };
    const sent = serve(done(aQuote), refusal('11016', 'quote-expired'), done(next));
    const { rerender } = show();
    const unit = screen.getByRole('combobox', { name: 'Unit of the amount' });
    await userEvent.selectOptions(unit, 'USDT');
    await userEvent.type(amount(), '3000');
    await userEvent.click(action());
    await screen.findByText(/Held for/);
    rerender(ticket({ bid: '65000', ask: '65010' }));
    await isRead();
    await userEvent.click(action());
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.map(({ body }) => (body as { lots: string }).lots)).toEqual(
      Array(3).fill('0.0499'),
    );
  });

  it('is not offered while the price may not be traded on', async () => {
    serve(done(aQuote));
    const { rerender } = show();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    await screen.findByText(/Held for/);
    rerender(ticket({ isOpen: false }));
    expect(screen.getByRole('button', { name: 'Orders are paused' })).toHaveProperty(
      'disabled',
      true,
    );
  });
});

describe('an order that waits', () => {
  const waiting = { ...aLong, status: 'pending', orderType: 'limit', price: '59000' };

  it('says what it does, asks for its price, and is placed without a count-down', async () => {
    const sent = serve(done({ ...aQuote, price: '59000' }), done(waiting));
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    expect(await screen.findByText(/Buys at this price or lower/)).toBeTruthy();
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    const price = screen.getByRole('textbox', { name: 'Limit price' });
    expect(price.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(price);
    await userEvent.type(price, '60006');
    expect(screen.getByText(/This would fill at once/)).toBeTruthy();
    await userEvent.clear(price);
    await userEvent.type(price, '59000');
    await userEvent.click(action());
    await waitFor(() => expect(action().textContent).toMatch(/^Place buy at 59,000.00/));
    expect(screen.queryByText(/Held for/)).toBeNull();
    await isRead();
    await userEvent.click(action());
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent[1]?.body).toMatchObject({ orderType: 'limit', price: '59000' });
    expect(sent[1]?.body).not.toHaveProperty('quoteId');
  });

  it('has a refusal of the server at its price', async () => {
    const facts = { why: 'wrongSide', bid: '59000', ask: '59010' };
    serve(refusal('11016', 'quote-expired', { field: 'price', facts }));
    show();
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Limit price' }), '59000');
    await userEvent.type(amount(), '0.05');
    await userEvent.click(action());
    expect(await screen.findByText(/the market is at 59,010/)).toBeTruthy();
  });
});

describe('stops', () => {
  it('are typed in price or in money, and the other follows', async () => {
    show();
    await userEvent.type(amount(), '0.05');
    await userEvent.type(stop(), '59006');
    const loss = screen.getByRole('textbox', { name: 'Loss' });
    // 0.05 × (60,006 − 59,006)
    expect(loss).toHaveProperty('value', '50');
    await userEvent.clear(loss);
    await userEvent.type(loss, '100');
    expect(stop()).toHaveProperty('value', '58006');
    await userEvent.type(screen.getByRole('textbox', { name: 'Gain' }), '60');
    expect(screen.getByRole('textbox', { name: 'Take profit' })).toHaveProperty('value', '61206');
  });
});

describe('when it is sent', () => {
  it('sends once, with an id of its own, and empties itself after the fill', async () => {
    const sent = serve(done(aQuote), done(aLong));
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.type(amount(), '0.05');
    await userEvent.type(stop(), '59000');
    await send();
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.body).toMatchObject({
      code: 'BTC/USDT',
      direction: 'buy',
      lots: '0.05',
      stopLoss: '59000',
      quoteId: aQuote.quoteId,
    });
    expect(isUuid(String(sent[1]?.body['requestId']))).toBe(true);
    expect(amount()).toHaveProperty('value', '');
  });

  it('puts a refusal of the server at its field, with its figures', async () => {
    const facts = { need: '1503.160315', have: '120.4' };
    serve(done(aQuote), refusal('10011', 'free-margin-short', { field: 'lots', facts }));
    show();
    await userEvent.type(amount(), '0.05');
    await send();
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
    const outcome = { code: '200', message: 'ok', result: kept };
    const sent = serve(done(aQuote), 'silence', outcome);
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.type(amount(), '0.05');
    await send();
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent[2]?.path).toContain(String(sent[1]?.body['requestId']));
    expect(storedCommands()).toEqual([]);
  });

  it('asks what became of an order while the database was away', async () => {
    const kept = { state: 'done', answer: JSON.stringify(done(aLong)) };
    const outcome = { code: '200', message: 'ok', result: kept };
    const away = refusal('503', 'unavailable', { facts: { outcome: 'order/outcome/x' } });
    const sent = serve(done(aQuote), away, outcome);
    const onFilled = vi.fn();
    show({ onFilled });
    await userEvent.type(amount(), '0.05');
    await send();
    await waitFor(() => expect(onFilled).toHaveBeenCalledTimes(1));
    expect(sent[2]?.path).toContain(String(sent[1]?.body['requestId']));
  });

  it('annuls an order the server never saw; pressed again it is another', async () => {
    const none = { code: '200', message: 'ok', result: { state: 'none' } };
    const sent = serve(done(aQuote), 'silence', none, none, done(aLong));
    show();
    await userEvent.type(amount(), '0.05');
    await send();
    await screen.findByText(/was not received. Nothing was charged/);
    await userEvent.click(action());
    await waitFor(() => expect(sent).toHaveLength(5));
    const { requestId } = sent[1]?.body ?? {};
    expect(sent[3]?.path).toContain(`/order/annul/${String(requestId)}`);
    const { requestId: other, ...again } = sent[4]?.body ?? {};
    expect({ ...again, requestId }).toEqual(sent[1]?.body);
    expect(other).not.toBe(requestId);
  });
});

describe('when nobody answers', () => {
  it('says that the order may have gone through, and leads to the orders', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const sent = serve(done(aQuote));
    show();
    await user.type(amount(), '0.05');
    await user.click(action());
    await screen.findByText(/Held for/);
    await vi.advanceTimersByTimeAsync(400);
    await user.click(action());
    expect(await screen.findByText(/We are checking your order/)).toBeTruthy();
    // The page asks as long as the server may take to decide.
    await vi.advanceTimersByTimeAsync(31_000);
    const words = await screen.findByText(
      'We did not hear back in time. Your order may have gone through. Check the order list before you try again.',
    );
    expect(words).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe(
      '/profile/orders',
    );
    // It is kept: what became of it is asked for until it is known.
    expect(storedCommands().map(({ id }) => id)).toEqual([sent[1]?.body['requestId']]);
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
    expect(screen.getByRole('button', { name: 'مراجعة الأمر' })).toBeTruthy();
  });
});
