// Promise: the paper of a receipt speaks of its trader and never to its reader, who may be anyone,
// and writes each figure as the reader's language does.
import type { Receipt } from '@candor/protocol/light';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aCover, aPart, aStop, anOption } from '../../testing/receipts.ts';
import { queryClient } from '../../lib/query.ts';
import { speak } from '../../testing/speak.ts';
import { Paper } from './Paper.tsx';

function paper(receipt: Receipt): string {
  render(
    <QueryClientProvider client={queryClient}>
      <Paper receipt={receipt}>{null}</Paper>
    </QueryClientProvider>,
  );
  return screen.getByRole('article').textContent ?? '';
}

afterEach(cleanup);

it.each([
  ['a part', aPart],
  ['a stop', aStop],
  ['a loss the house took over', aCover],
  ['an option', anOption],
])('of %s does not take its reader for its trader', async (_, receipt) => {
  await speak('en');
  expect(paper(receipt)).not.toMatch(/\byou(r|rs)?\b/i);
});

it('says of an option how it came out, not who closed it', async () => {
  await speak('en');
  const text = paper(anOption);
  expect(text).toContain('Outcome');
  expect(text).not.toContain('Closed by');
});

it('has no figure in the notation of another language', async () => {
  await speak('de');
  const text = paper(aPart);
  expect(text).toContain('Spread: \u20660,008\u2069');
  expect(text).toContain('\u20660,37\u2069');
  expect(text).not.toMatch(/0\.008|0\.37/);
});
