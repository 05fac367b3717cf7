// Promise: who watches a token ends with its newest state, however many watch and whatever comes while it is sent.
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { NftNews } from '@candor/protocol';
import { createLookers } from './lookers.ts';
import type { Connection } from '../connection/connection.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const news = (version: number) => ({ id: ID, version }) as NftNews;

/** A reader that keeps what was written to it. */
function newReader() {
  const got: string[] = [];
  const wire = { writableLength: 0, write: (bytes: Buffer) => got.push(bytes.toString('latin1')) };
  const ws = { readyState: WebSocket.OPEN };
  const connection = { ws, wire, tally: {}, held: [], gapFrom: null, laggingSinceMs: null };
  return { connection: connection as unknown as Connection, got };
}

test.each([50, 1_000])('%i readers end with the newest', async (count) => {
  const lookers = createLookers({ intervalMs: 20 });
  const readers = Array.from({ length: count }, newReader);
  for (const { connection } of readers) lookers.look(connection, [ID]);
  lookers.publish(news(1));
  // The newer one comes while the first is under way to so many.
  await vi.waitFor(() => expect(readers.some(({ got }) => got.length > 0)).toBe(true), {
    interval: 0,
  });
  lookers.publish(news(2));
  await vi.waitFor(() =>
    expect(readers.filter(({ got }) => !got.at(-1)?.includes('"version":2'))).toEqual([]),
  );
  lookers.stop();
});
