// Ends auctions of a database that is told by its connection, in JSON as the first argument, at a moment that is the
// second, in a process of its own: for a test that kills it. Says a line when it begins, and one when it is through.
import { unixMs } from '@candor/kernel';
import type pg from 'pg';
import { createEnding } from '../src/nft/ending/ending.ts';
import { openDatabase } from '../src/platform/postgres/db.ts';
import { createLog } from '../src/platform/process/log.ts';

const [, , connection = '', moment = ''] = process.argv;
const acting = openDatabase(JSON.parse(connection) as pg.PoolConfig);
const ending = createEnding({
  acting,
  clock: { now: () => unixMs(Number.parseInt(moment, 10)) },
  log: createLog({ level: 'silent' }),
  committed: () => undefined,
});
process.stdout.write('begins\n');
for (let left = 1; left > 0;) left = await ending.turn();
process.stdout.write('through\n');
await acting.end();
