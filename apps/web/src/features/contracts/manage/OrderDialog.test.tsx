// Promise: what can be done with an order is in one dialog, each refusal stands at its field, the
// history says what changed, and everything can be reached by keyboard in either direction.
import type { Order, OrderDetail } from '@candor/protocol/light';
import { ToastHost } from '@candor/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session.ts';
import { BTC, MARA, aLong } from '../../../testing/market-info.ts';
import { speak } from '../../../testing/speak.ts';
import { CloseAllDialog } from './CloseAllDialog.tsx';
import { OrderDialog } from './OrderDialog.tsx';

const done = (result: unknown) => ({ code: '200', message: 'ok', result });
const refusal = (code: string, name: string, field: string) => ({
  code,
  message: name,
  result: { name, field, facts: {}, fields: [field] },
});

type Sent = { readonly path: string; readonly body: Record<string, unknown> };

/** The server: the market, and the answers to commands, by a part of their path. */
function serve(answers: Record<string, () => object>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('listMarketByType')) return Response.json(done([BTC]));
    if (path.includes('getMarketInfo')) return Response.json(done(BTC));
    sent.push({ path, body: init.body === undefined ? {} : JSON.parse(String(init.body)) });
    const found = Object.entries(answers).find(([part]) => path.includes(part));
    if (found === undefined) throw new TypeError('the line broke');
    return Response.json(found[1]());
  });
  return sent;
}

function show(order: Order, onClose = vi.fn()) {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <OrderDialog order={order} tickSize="0.01" onClose={onClose} />
      <ToastHost />
    </QueryClientProvider>,
  );
  return onClose;
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(async () => {
  await speak('en');
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const user = { id: MARA.id, username: MARA.username, demoDisabled: false };
  beginSession({ token: 't', expiresAt: 1, user });
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const lots = () => screen.findByRole('textbox', { name: 'Lots to close' });
const panel = (name: string) => userEvent.click(screen.getByRole('tab', { name }));

describe('closing a part', () => {
  it('takes lots, a share or the slider, and sends the lots', async () => {
    const sent = serve({
      closeContracts: () =>
        done({ order: { ...aLong, openLots: '0.025' }, price: '60000', profit: '-2' }),
    });
    const onClose = show(aLong);
    await lots();
    await userEvent.click(screen.getByRole('button', { name: '50%' }));
    expect(await lots()).toHaveProperty('value', '0.025');
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('50%');
    await userEvent.click(screen.getByRole('button', { name: 'Close 0.025 of 0.05 lots' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({ lots: '0.025' });
    expect(await screen.findByText(/The rest of the position stays open\./)).toBeTruthy();
  });

  it('sends no lots when all of them close, and says what cannot close at the field', async () => {
    const sent = serve({ closeContracts: () => refusal('11017', 'already-closed', 'lots') });
    show(aLong);
    await userEvent.clear(await lots());
    await userEvent.type(await lots(), '0.06');
    expect((await lots()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Only 0.05 lots are open.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '100%' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close all 0.05 lots' }));
    expect(await screen.findByText(/This position is already closed/)).toBeTruthy();
    expect(sent[0]?.body).not.toHaveProperty('lots');
  });
});

describe('stops', () => {
  it('are asked for where they were begun, and a refusal stands at its field', async () => {
    const sent = serve({
      amendContracts: () => refusal('11023', 'stop-loss-unreasonable', 'stopLoss'),
    });
    show(aLong);
    await lots();
    await panel('Stops');
    const stop = screen.getByRole('textbox', { name: 'Stop loss' });
    const target = screen.getByRole('textbox', { name: 'Take profit' });
    await userEvent.type(stop, '0');
    await userEvent.type(target, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    expect(screen.getByText('Enter the stop-loss price.')).toBeTruthy();
    expect(screen.getByText('Enter the take-profit price.')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(target);
    await userEvent.clear(stop);
    await userEvent.type(screen.getByRole('textbox', { name: 'Loss' }), '20');
    expect(stop).toHaveProperty('value', '59608.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ stopLoss: '20', inMoney: true }));
    const loss = screen.getByRole('textbox', { name: 'Loss' });
    await waitFor(() => expect(loss.getAttribute('aria-invalid')).toBe('true'));
  });

  it('that the server would refuse are refused before they are sent', async () => {
    const sent = serve({ amendContracts: () => done(aLong) });
    show(aLong);
    await lots();
    await panel('Stops');
    const stop = screen.getByRole('textbox', { name: 'Stop loss' });
    const target = screen.getByRole('textbox', { name: 'Take profit' });
    // A long closes at the bid, 59,994: its stop stands below it, its target above the ask.
    await userEvent.type(stop, '59994');
    await userEvent.type(target, '60006');
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    expect(screen.getByText(/^The stop loss is on the wrong side/)).toBeTruthy();
    expect(screen.getByText(/^The take profit is on the wrong side/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(stop);
    await userEvent.type(stop, '59000');
    await userEvent.clear(target);
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ stopLoss: '59000' }));
  });

  it('that a tick has reached say so at their field, with the tick', async () => {
    const reachedAt = String(Date.parse('2026-11-22T12:00:07Z'));
    const facts = { why: 'reached', reachedAt, tickId: '2026-11-22/18' };
    const refused = refusal('11017', 'already-closed', 'stopLoss');
    serve({
      amendContracts: () => ({ ...refused, result: { ...refused.result, facts } }),
    });
    show(aLong);
    await lots();
    await panel('Stops');
    const stop = screen.getByRole('textbox', { name: 'Stop loss' });
    await userEvent.type(stop, '59000');
    await userEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    expect(await screen.findByText(/reached at .* by tick 2026-11-22\/18/)).toBeTruthy();
    expect(stop.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('details', () => {
  const detail: OrderDetail = {
    ...aLong,
    events: [
      { time: 1, kind: 'opened', by: 'user', price: '60008.5', tickId: '2026-11-21/1' },
      {
        time: 2,
        kind: 'amended',
        by: 'user',
        changes: [{ field: 'stopLoss', from: null, to: '59000' }],
      },
    ],
  };

  it('tell what happened, the newest first, and what changed from what', async () => {
    serve({ getOrderById: () => done(detail) });
    show(aLong);
    await lots();
    await panel('Details');
    const history = await screen.findByRole('region', { name: 'History' });
    await waitFor(() => expect(within(history).getAllByRole('listitem')).toHaveLength(2));
    const [newest] = within(history).getAllByRole('listitem');
    expect(newest?.textContent).toContain('— → 59,000.00');
    expect(newest?.textContent).toContain('by you');
  });

  it('of a closed order name the house as the other side, and its receipts', async () => {
    serve({ getOrderById: () => done(detail) });
    const closed: Order = { ...aLong, status: 'closed', reason: 'user', profit: '-14.560125' };
    show({ ...closed, receiptNo: 'AB12CD34EF56', receiptIds: ['AB12CD34EF56'] });
    expect(
      await screen.findByText(/Your loss here, fees included, 14.560125 USDT, was our gain/),
    ).toBeTruthy();
    const [link] = screen.getAllByRole('link', { name: /Receipt/ });
    expect(link?.getAttribute('href')).toBe('/receipt/AB12CD34EF56');
  });
});

describe('by keyboard and from right to left', () => {
  it('the panels change with the arrow of the language', async () => {
    await speak('ar');
    serve({});
    show(aLong);
    await screen.findByRole('textbox', { name: 'الكمية المراد إغلاقها' });
    const tabs = screen.getAllByRole('tab');
    tabs[0]?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(tabs[1]?.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tabs[1]);
  });
});

describe('closing all', () => {
  it('asks with the count and the sum, and says what stayed open and why', async () => {
    const second = { ...aLong, id: '0190c6a0-0000-7000-8000-00000000000a', code: 'ETH/USDT' };
    const sent = serve({
      closeAll: () =>
        done({
          closed: [{ ...aLong, status: 'closed', profit: '-3.5' }],
          failed: [{ id: second.id, code: '10015' }],
        }),
    });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <CloseAllDialog orders={[aLong, second]} onClose={vi.fn()} />
      </QueryClientProvider>,
    );
    // −0.72 twice
    expect(screen.getByText('Result before fees').nextSibling?.textContent).toContain('−1.44');
    // 0.05 at 59,994, a tenth of a percent, twice.
    const beside = (label: string) => screen.getByText(label).nextSibling?.textContent;
    await waitFor(() => expect(beside('Fee to close')).toContain('6.00'));
    expect(beside('Result after this fee')).toContain('−7.44');
    const confirm = screen.getByRole('button', { name: 'Close 2 positions' });
    await userEvent.dblClick(confirm);
    expect(await screen.findByText('These stay open.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('ETH/USDT');
    expect(screen.getByText(/−3.50/)).toBeTruthy();
    expect(sent).toHaveLength(1);
  });
});
