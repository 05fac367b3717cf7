// Promise: the last that happened to a token reaches who watches it, though it could not be read at once.
import type { NftNews } from '@candor/protocol';
import { expect, test, vi } from 'vitest';
import { tokenNews } from './token-news.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const newsOf = (id: string) => ({ id, version: 2 }) as NftNews;

test('what could not be read is read again, with what came meanwhile, and told once', async () => {
  const told = vi.fn<(news: NftNews) => void>();
  const read = vi
    .fn<(ids: readonly string[]) => Promise<NftNews[]>>()
    .mockRejectedValueOnce(new Error('no database'))
    .mockImplementation(async (ids) => ids.map(newsOf));
  const hear = tokenNews({ isWatched: () => true, publishToken: told }, { newsOf: read });
  hear({ tokenIds: [ID] });
  hear({ tokenIds: [OTHER] });
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(read.mock.calls.map(([ids]) => ids.toSorted())).toEqual([[ID], [ID, OTHER]]);
});

test('a reader that cannot be told ends nothing, and hears the next', async () => {
  const told = vi.fn<(news: NftNews) => void>().mockImplementationOnce(() => {
    throw new Error('no socket');
  });
  const parts = { isWatched: () => true, publishToken: told };
  const hear = tokenNews(parts, { newsOf: async (ids) => ids.map(newsOf) });
  hear({ tokenIds: [ID] });
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  hear({ tokenIds: [OTHER] });
  await vi.waitFor(() => expect(told.mock.calls.at(-1)?.[0]).toEqual(newsOf(OTHER)));
});
