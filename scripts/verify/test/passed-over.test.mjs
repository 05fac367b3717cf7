// Promise: that no tick was passed over is said of a tape without a hole, or not at all, and the
// verifier fetches as much of the tape as that takes.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimal, money } from '@candor/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkReceipt } from '../check.mjs';
import { fetchAll } from '../fetch.mjs';
import { readFolder, readJson, textOf } from '../files.mjs';
import { answerOf, filesOf, makeOption, partOf } from './made-receipt.mjs';

const OTHER = { code: 'ETH/USDT' };
const BACKUP = { standing: 'backup' };
const OPTION = {
  code: 'BTC/USDT',
  direction: 'up',
  period: 60,
  stake: money('USDT', 12_345_678n),
  rate: decimal('0.83'),
  opening: ['60000.01', '60000.03'].map(decimal),
  settling: ['60000.04', '60000.05'].map(decimal),
};
const VOID = { ...OPTION, settling: null };
const WHAT = 'option.crossing the first tick after its period';
const first = (place) => `${WHAT}: ${place} came first`;

const wrongIn = (receipt, files) =>
  checkReceipt(receipt, files)
    .differences()
    .map(({ rule, what, detail }) => `${rule} ${what}: ${detail}`);

describe('of a tape given whole', () => {
  const stories = [
    ['a void option, nothing on the tape', { ...VOID }, []],
    ['a void option, other coins only', { ...VOID, others: [[10, OTHER]], later: [[61_000]] }, []],
    ['a void option, a price that did not act', { ...VOID, others: [[10, BACKUP]] }, []],
    ['a void option, the first price too late', { ...VOID, later: [[60_001]] }, []],
    ['a price in the window', { ...VOID, others: [[30_000]], later: [[61_000]] }, [first(2)]],
    ['a price in its last moment', { ...VOID, others: [[60_000]] }, [first(2)]],
    ['a price before the one it was settled on', { ...OPTION, others: [[200]] }, [first(2)]],
    ['one of the same millisecond', { ...OPTION, others: [[700]] }, [first(2)]],
    ['a price before the end of the period', { ...OPTION, others: [[-1]] }, []],
    ['a price after the one it was settled on', { ...OPTION, later: [[700], [900]] }, []],
  ];
  test.each(stories)('%s', (_what, params, wrong) => {
    const { receipts, files } = makeOption(params);
    const said = wrongIn(receipts[0], filesOf(files));
    expect(said.map((line) => line.replace('2026-03-04/', ''))).toEqual(wrong);
  });
});

describe('of a tape with a hole', () => {
  const busy = { others: Array.from({ length: 20 }, (_, at) => [at * 30, OTHER]) };
  const only = (made, ...ranges) => ({
    ...made.files,
    tapes: ranges.map(([from, to]) => ({
      name: `${from}`,
      text: partOf(made.files.tapes[0].text, from, to),
    })),
  });

  test('nothing is claimed', () => {
    const settled = makeOption({ ...OPTION, ...busy });
    const [receipt] = settled.receipts;
    expect(wrongIn(receipt, filesOf(only(settled, [1, 11], [12, 22])))).toEqual([]);
    expect(wrongIn(receipt, filesOf(only(settled, [1, 10], [12, 22])))).toEqual([
      'tape.root opening: tick: no published root holds it',
      expect.stringMatching(/^tape\.run settlement: not from before the end/),
    ]);
    const nothing = makeOption({
      ...VOID,
      ...busy,
      later: [
        [61_000, OTHER],
        [62_000, OTHER],
      ],
    });
    const [ended] = nothing.receipts;
    expect(wrongIn(ended, filesOf(only(nothing, [1, 23])))).toEqual([]);
    expect(wrongIn(ended, filesOf(only(nothing, [1, 21])))).toEqual([
      'tape.root opening: tick: no published root holds it',
      expect.stringMatching(/^tape\.run settlement: not from before the end/),
    ]);
  });
});

describe('fetched by the verifier', () => {
  let folder;
  let server;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-fetched-'));
  });
  afterEach(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Serves a receipt and what it cites as the product does. */
  async function serve(made) {
    let asked = 0;
    server = createServer((request, response) => {
      asked += 1;
      const text = answerOf(new URL(request.url, 'http://localhost'), made);
      response.writeHead(text === null ? 404 : 200).end(text ?? '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { origin: `http://127.0.0.1:${server.address().port}`, asked: () => asked };
  }

  async function fetched(made) {
    const { origin, asked } = await serve(made);
    const { number } = made.receipts[0];
    const path = await fetchAll({ origin, number, folder, whole: false });
    const files = readFolder(folder);
    return { wrong: wrongIn(readJson(textOf(path)), files), files, asked: asked() };
  }

  /** A busy tape of other coins: ticks every few milliseconds over a stretch. */
  const crowd = (from, to, step) =>
    Array.from({ length: (to - from) / step }, (_, at) => [from + at * step, OTHER]);
  const ahead = crowd(-59_000, 0, 20);
  const minute = crowd(0, 60_000, 20);

  test('a void option is recomputed from its whole minute, under the root of its day', async () => {
    const later = crowd(60_001, 120_000, 20);
    const { wrong, files, asked } = await fetched(
      makeOption({ ...VOID, others: [...ahead, ...minute], later }),
    );
    expect(wrong).toEqual([]);
    expect(asked).toBeLessThan(40);
    const places = files.tapes.reduce((sum, tape) => sum + tape.found.size, 0);
    expect(places).toBeGreaterThan(3_000);
    expect(places).toBeLessThan(9_500);
  });

  test('an acting tick of its minute is found, wherever it stands', async () => {
    for (const place of [1, 1_500, 2_999]) {
      const planted = minute.with(place, [minute[place][0]]);
      const made = makeOption({ ...VOID, others: [...ahead, ...planted], later: [[61_000]] });
      const { wrong } = await fetched(made);
      expect(wrong).toEqual([first(`2026-03-04/${1 + ahead.length + place + 1}`)]);
      server.close();
    }
  });

  test('a settled one is recomputed, and a tick before its own is found', async () => {
    const soon = crowd(0, 600, 1);
    expect((await fetched(makeOption({ ...OPTION, others: [...ahead, ...soon] }))).wrong).toEqual(
      [],
    );
    server.close();
    const planted = soon.with(5, [5]);
    const { wrong } = await fetched(makeOption({ ...OPTION, others: [...ahead, ...planted] }));
    expect(wrong).toEqual([first(`2026-03-04/${1 + ahead.length + 6}`)]);
  });

  test('across midnight, also when no other price came since', async () => {
    const long = { ...VOID, period: 30_600 };
    for (const later of [[], [[70_000, OTHER]]]) {
      const others = [
        [-20_000, OTHER],
        [-10, OTHER],
        [0, OTHER],
        [30_000, OTHER],
      ];
      expect((await fetched(makeOption({ ...long, others, later }))).wrong).toEqual([]);
      server.close();
    }
    const planted = { ...long, others: [[-10, OTHER], [30_000]] };
    expect((await fetched(makeOption(planted))).wrong).toEqual([first('2026-03-05/1')]);
  });
});
