// Promise: tokens on screen are told by the line, in however many places they stand, and no others; what was
// missed before the line was there, or while it was lost, is read.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWatched } from './nft-watch.ts';

const line = vi.hoisted(() => ({
  status: 'open',
  look: vi.fn<(frame: { type: string; ids: string[] }) => void>(),
}));
vi.mock('./index.ts', () => ({ look: line.look, useLiveStatus: () => line.status }));

let client: QueryClient;
const said = () => line.look.mock.calls.map(([{ ids }]) => ids);
const reads = () => vi.mocked(client.invalidateQueries).mock.calls.map(([one]) => one?.queryKey);

function Shows({ ids, name }: { readonly ids: readonly string[]; readonly name: string }): null {
  useWatched(ids, ['nft', name]);
  return null;
}
const within = (children: ReactNode): ReactElement => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

beforeEach(() => {
  vi.useFakeTimers();
  line.status = 'open';
  line.look.mockClear();
  client = new QueryClient();
  vi.spyOn(client, 'invalidateQueries');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says which tokens are on screen, each once, and none when they are gone', () => {
  const list = <Shows key="list" ids={['a', 'b']} name="list" />;
  const one = <Shows key="one" ids={['b']} name="one" />;
  const { rerender, unmount } = render(within([list, one]));
  expect(said().at(-1)).toEqual(['a', 'b']);
  rerender(within([one]));
  expect(said().at(-1)).toEqual(['b']);
  unmount();
  expect(said().at(-1)).toEqual([]);
});

it('reads again what it watches: in the beginning, and when a lost line is back', async () => {
  const list = <Shows ids={['a']} name="list" />;
  const { rerender } = render(within(list));
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(reads()).toEqual([['nft', 'list']]);
  line.status = 'waiting';
  rerender(within(<Shows ids={['a']} name="list" />));
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect(reads()).toHaveLength(1);
  line.status = 'open';
  rerender(within(<Shows ids={['a']} name="list" />));
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(reads()).toHaveLength(2);
});
