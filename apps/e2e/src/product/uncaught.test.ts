import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownerDatabase } from '../support/database.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { callOver } from '../support/wire.ts';

const CODE = 'BTC/USDT';
const PLANTED = 'a fault that a test planted';
/** Loaded before the program, by Node itself: the product has no door for this. */
const FAULT = `data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error)('${PLANTED}'))})`;

afterAll(cleanUp);

const serverOf = ({ dataDir }: Product): number =>
  Number.parseInt(readFileSync(join(dataDir, 'lock.pid'), 'utf8'), 10);

const addresses = (product: Product): string[] =>
  [...product.said().matchAll(/^Candor runs at (\S+)$/gm)].map(([, url = '']) => url);

test(
  'an error nobody caught is said, stops the server cleanly, and it comes back with all that was answered',
  { timeout: 180_000 },
  async () => {
    const product = await startProduct({
      feed: 'simulated',
      by: 'npm start',
      env: { NODE_OPTIONS: `--import=${encodeURI(FAULT)}` },
    });
    const before = serverOf(product);
    const traders = await Promise.all(Array.from({ length: 10 }, () => product.register()));
    await product.untilOpen(CODE);
    let answered = 0;
    const asked = Array.from({ length: 200 }, (_, index) => {
      const { token } = traders[index % traders.length]!;
      const requestId = randomUUID();
      const body = {
        code: CODE,
        direction: 'buy',
        orderType: 'market',
        lots: '0.001',
        leverage: 2,
        requestId,
      } as const;
      const answer = product.call('contracts.open', { token, body }).then(
        ({ code, text }) => {
          answered += 1;
          if (answered === 20) process.kill(before, 'SIGUSR2');
          return { code, text };
        },
        // A connection that was closed is no answer.
        () => null,
      );
      return { token, requestId, answer };
    });
    const answers = await Promise.all(asked.map(({ answer }) => answer));
    await until('a second start', () => addresses(product).length === 2);
    const url = addresses(product)[1]!;
    expect(serverOf(product)).not.toBe(before);
    expect(product.said()).toContain(
      `Candor met an error that nobody caught, and stops: ${PLANTED}`,
    );
    expect(product.said()).toContain('Candor ended over an error and is started again in 1 s.');

    const done: string[] = [];
    for (const [index, { token, requestId }] of asked.entries()) {
      const outcome = await callOver(url, 'contracts.outcome', { token, params: { requestId } });
      const { state, answer } = outcome.result;
      const said = answers[index];
      if (said?.code === '200') expect([state, answer]).toEqual(['done', said.text]);
      else expect(['none', 'done']).toContain(state);
      if (state === 'done') done.push(requestId);
    }
    const owner = await ownerDatabase(product);
    const kept = await owner.rows('select from contracts.contract');
    expect(kept).toHaveLength(done.length);
    expect(done.length).toBeGreaterThanOrEqual(20);
    expect(await owner.faults()).toEqual([]);
    await owner.end();
    expect((await product.stop()).exitCode).toBe(0);
  },
);
