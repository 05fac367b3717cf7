// Promise: one session reads and changes only so many users within an hour, and that it tried more is
// written down once.
import { HOUR_MS } from '@candor/kernel';
import type { DeskEndpoint, StaffRole } from '@candor/protocol/desk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDesk, deskEndpointOf, startTestDesk } from '../../../test/start-desk.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { createDeskCalls } from './desk-calls.ts';

let product: TestDesk;

beforeAll(async () => {
  product = await startTestDesk();
});
afterAll(() => product.stop());

/** Asks as one member, past what counts the calls of a minute. */
async function asker(roles: readonly StaffRole[]) {
  const member = await product.member(...roles);
  const rules = { secureCookies: false, origins: () => [product.origin] };
  const { deskDb: db, clock } = product;
  const find = async (token: string) => (await product.app.desk?.staff.find(token)) ?? null;
  const { admit } = createDeskCalls({ db, clock, rules, find, limitScale: 1 });
  const limits = { ofAccount: async () => null } as unknown as Limits;
  return {
    member,
    async ask(endpoint: DeskEndpoint): Promise<string> {
      const request = {
        method: endpoint.method,
        headers: {
          cookie: member.cookie,
          origin: product.origin,
          'sec-fetch-site': 'same-origin',
        },
        params: { id: member.id },
        ip: '192.0.2.1',
      } as unknown as FastifyRequest;
      const told: string[] = [];
      const reply = { header: (name: string) => told.push(name) } as unknown as FastifyReply;
      try {
        await admit({ endpoint, limits, request, reply });
        return 'ok';
      } catch (error) {
        const { failure } = error as { failure?: { name: string } };
        return [failure?.name, ...told].join(' ');
      }
    },
  };
}

test.each([
  'users.get',
  'support.read',
  'users.freeze',
  'support.reply',
  'cases.note',
  'tokens.get',
])('%s: so often within an hour, then no more until it is over', async (name) => {
  const endpoint = deskEndpointOf(name);
  const { perHour = 0 } = endpoint;
  expect(perHour).toBeGreaterThanOrEqual(30);
  const { member, ask } = await asker(endpoint.roles);
  for (let count = 0; count < perHour; count += 1) expect(await ask(endpoint)).toBe('ok');
  for (let count = 0; count < 3; count += 1) {
    expect(await ask(endpoint)).toBe('too-many retry-after');
  }
  const rows = await product.db.query<{ details: string }>(
    `select details from audit.record where actor = $1 and details::jsonb ? 'refused'`,
    [member.id],
  );
  expect(rows.map(({ details }) => JSON.parse(details) as object)).toMatchObject([
    { refused: 'too-many', call: name },
  ]);
  product.clock.advance(HOUR_MS);
});
