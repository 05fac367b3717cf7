import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

type Item = { owner: string; n: number };

const items = (owners: number, each: number): Item[] =>
  Array.from({ length: owners * each }, (_, index) => ({
    owner: `o${Math.floor(index / each)}`,
    n: index % each,
  }));

test('never more than the bound are under way, and none is left out', async () => {
  let underWay = 0;
  let most = 0;
  const done: Item[] = [];
  await inTurns(items(300, 50), {
    ownerOf: ({ owner }) => owner,
    atOnce: 64,
    async act(item) {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      done.push(item);
    },
  });
  expect(most).toBe(64);
  expect(new Set(done.map(({ owner, n }) => `${owner}/${n}`)).size).toBe(15_000);
});

test('the owners come in turn, each with its items in their order', async () => {
  const begun: string[] = [];
  const asked = [...items(1, 3), { owner: 'b', n: 0 }, { owner: 'c', n: 0 }, { owner: 'c', n: 1 }];
  await inTurns(asked, {
    ownerOf: ({ owner }) => owner,
    atOnce: 1,
    act: async ({ owner, n }) => void begun.push(`${owner}${n}`),
  });
  expect(begun).toEqual(['o00', 'b0', 'c0', 'o01', 'c1', 'o02']);
});
