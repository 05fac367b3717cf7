// Promise: an invented token costs the database nothing, and only our own pages open sockets.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@candor/protocol';
import { type TestDatabase, cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openLive } from '../../../test/live-harness.ts';
import { startTestApp } from '../../../test/start-app.ts';
import { type Database, openDatabase } from '../../platform/postgres/db.ts';
import { createTokenMarks, newSecret } from '../../platform/secrets/session.ts';

describe('a ticket', () => {
  let clone: TestDatabase;
  let db: Database;
  let queries = 0;
  beforeAll(async () => {
    clone = await cloneDatabase();
    db = openDatabase(clone.config);
  });
  afterAll(async () => {
    await db.end();
    await clone.drop();
  });

  test('that nobody was given is refused without a look at the database', async () => {
    const counted: Database = {
      ...db,
      query(text, values) {
        queries += 1;
        return db.query(text, values);
      },
    };
    const product = await openLive(counted);
    const user = product.signIn();
    const ticket = await product.ticket(user.token, 'demo');
    queries = 0;
    const elsewhere = createTokenMarks('a secret of another installation', 'tickets');
    const tokens = createTokenMarks('a secret of the harness', 'tokens');
    const madeUp = [
      newSecret(),
      `${newSecret()}.${newSecret().slice(0, 22)}`,
      `${ticket}x`,
      ticket.split('.')[0] ?? '',
      elsewhere.mark(newSecret()),
      tokens.mark(newSecret()),
    ];
    for (const one of madeUp) {
      const client = await product.connect();
      client.say({ type: 'USER_AUTH', userId: user.userId, ticket: one });
      expect((await client.closed).code).toBe(4401);
    }
    expect(queries).toBe(0);
    const client = await product.connect();
    client.say({ type: 'USER_AUTH', userId: user.userId, ticket });
    await client.frame('AUTH_SUCCESS');
    expect(queries).toBeGreaterThan(0);
    client.ws.close();
    await product.stop();
  });
});

describe('a page opens a socket where it may sign in', () => {
  /** Whether pages of these origins get in, each by what it is, at a product of its own. */
  async function letIn(
    publicUrl: string | null,
    originsAt: (port: number) => readonly string[],
  ): Promise<boolean[]> {
    const product = await startTestApp(publicUrl === null ? {} : { publicUrl });
    const { server } = product.app.http;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const found: boolean[] = [];
    for (const origin of originsAt(port)) {
      const ws = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`, { origin });
      const isIn = new Promise<boolean>((resolve) => {
        ws.on('open', () => resolve(true));
        ws.on('error', () => resolve(false));
      });
      found.push(await isIn);
      ws.terminate();
    }
    await product.stop();
    return found;
  }

  test('with a public address, of that one alone: the called host is no proof', async () => {
    const origins = (port: number) => [
      'https://candor.example',
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      'http://candor.example',
    ];
    expect(await letIn('https://candor.example', origins)).toEqual([true, false, false, false]);
  });

  test('without one, of this machine under each of its names', async () => {
    const origins = (port: number) => [
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `http://elsewhere.example:${port}`,
    ];
    expect(await letIn(null, origins)).toEqual([true, true, false, false]);
  });
});
