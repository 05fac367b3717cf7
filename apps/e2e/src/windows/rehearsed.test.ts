// Promise: the pages of who did everything, with real money of a rehearsal, and those of the desk fit in every window
// from 320 to 1920 pixels, the user's in every language. (`npm run windows`)
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasNode } from '../support/chains.ts';
import { type Rehearsal, startRehearsal } from '../support/rehearsal.ts';
import { faultsOfWalk } from './faults-of-walk.ts';
import { type Stage, stageAll } from './stage.ts';
import { stopsOfDesk, stopsOfHolder } from './stops.ts';

const BID = 60_000;

let rehearsal: Rehearsal;
let stage: Stage;
const isPlayed = hasNode();

beforeAll(async () => {
  if (!isPlayed) return;
  rehearsal = await startRehearsal(BID, { hasCamera: true });
  stage = await stageAll(rehearsal);
});
afterAll(async () => {
  if (isPlayed) await rehearsal.end();
});

test.runIf(isPlayed)('every page of who did everything fits', async () => {
  const { holder: visitor } = stage;
  const stops = await stopsOfHolder(visitor);
  expect(await faultsOfWalk({ visitor, who: 'holder', stops, between: '/help' })).toEqual([]);
});

test.runIf(isPlayed)('every page of the desk fits', async () => {
  const { staff: visitor, opener } = stage;
  const stops = await stopsOfDesk(visitor, opener);
  expect(
    await faultsOfWalk({ visitor, who: 'staff', stops, languages: ['en'], between: '/account' }),
  ).toEqual([]);
});
