// Promise: the list can be searched and filtered, and says when it has nothing or did not come.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BTC } from '../../testing/market-info.ts';
import { speak } from '../../testing/speak.ts';
import { MarketList } from './MarketList.tsx';

function serve(answer: object): void {
  vi.stubGlobal('fetch', async () => Response.json(answer));
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MarketList chosen={undefined} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  // jsdom lays nothing out, so nothing can be scrolled into view.
  Element.prototype.scrollIntoView = () => undefined;
  return speak('en');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that nothing was found', async () => {
  serve({ code: '200', message: 'ok', result: [BTC] });
  show();
  const search = await screen.findByRole('searchbox', { name: 'Search markets' });
  await userEvent.type(search, 'zzz');
  expect(screen.getByText('Nothing found. Try another word.')).toBeTruthy();
});

it('changes the type with the arrow keys, and forgets the search', async () => {
  serve({ code: '200', message: 'ok', result: [BTC] });
  show();
  const search = await screen.findByRole('searchbox', { name: 'Search markets' });
  await userEvent.type(search, 'btc');
  await userEvent.click(screen.getByRole('tab', { name: 'Crypto' }));
  expect(search).toHaveProperty('value', '');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Forex' }).getAttribute('aria-selected')).toBe('true');
});

it('says why it did not come, with a way to try again', async () => {
  serve({ code: '429', message: 'too-many', result: { name: 'too-many', facts: {}, fields: [] } });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the markets.');
  serve({ code: '200', message: 'ok', result: [BTC] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Markets' })).toBeTruthy();
});
