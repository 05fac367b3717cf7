// Promise: a screening service is asked what the documents say and nothing of who the user is; whatever it does not
// answer plainly is no pass. (PRODUCT 9; docs/operations.md)
import { afterEach, expect, test } from 'vitest';
import { type ChainNode, type Reply, startChainNode } from '../../../test/chain-node.ts';
import { askScreening, createScreening } from './screening.ts';

let service: ChainNode | null = null;
afterEach(() => service?.stop());

const ASKED = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  network: 'tron',
  asset: 'USDT',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  amount: '1500',
};

async function answered(reply: Reply) {
  service = await startChainNode(() => reply);
  const port = createScreening(`${service.url}check`);
  const errors: unknown[] = [];
  return { said: await askScreening(port, ASKED, (error) => errors.push(error)), errors };
}

test.each(['clear', 'review'] as const)('what it says is taken: %s', async (verdict) => {
  expect(await answered({ json: { verdict, more: 'is left out' } })).toEqual({
    said: verdict,
    errors: [],
  });
  expect(service?.asked.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
    ['/node/check', ASKED],
  ]);
});

test.each<[string, Reply]>([
  ['another verdict', { json: { verdict: 'fine' } }],
  ['nothing of a verdict', { json: {} }],
  ['no JSON', { body: '<html>' }],
  ['an error', { status: 500, json: { verdict: 'clear' } }],
  ['a page elsewhere', { by: (response) => response.writeHead(302, { location: '/x' }).end() }],
  ['nothing and hangs up', { by: (response) => response.destroy() }],
])('%s is no answer, and is told', async (_what, reply) => {
  const { said, errors } = await answered(reply);
  expect([said, errors.length]).toEqual(['silent', 1]);
});
