/**
 * `npm run bench`: figures of this machine, printed as ratios against a limit measured in the same
 * run. It never passes or fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFanout } from '../apps/server/bench/fanout.ts';
import { benchOrders } from '../apps/server/bench/orders.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const hundredths = (figure: number): number => Math.round(figure * 100) / 100;

const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
try {
  for await (const line of benchOrders(dataDir)) say(line);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
const fanout = await benchFanout();
say(
  `quotes to ${fanout.sockets} sockets, ${fanout.frameBytes} bytes: ${fanout.live} messages per ` +
    `CPU second, ÷ bare ws broadcast ${hundredths(fanout.ratio)}`,
);
