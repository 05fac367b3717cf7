import { createHash } from 'node:crypto';
import { BASE_PATH, market as protocol } from '@candor/protocol';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/start-app.ts';

let product: TestApp;
const DAY = '2024-01-01';

beforeAll(async () => {
  product = await startTestApp();
  for (let index = 0; index < 5; index += 1) {
    await product.price('BTC/USDT', `6000${index}`, `6000${index}.5`);
    product.clock.advance(1_500);
  }
});
afterAll(() => product.stop());

async function tape(query = '', headers: Record<string, string> = {}) {
  const url = `${BASE_PATH}${protocol.tapeDay.path.replace(':day', DAY)}${query}`;
  return product.app.http.inject({ method: 'GET', url, headers });
}

/** Walks a file as any caller could: each line is what its link covers, a tab, and the link. */
function walk(text: string) {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const end = lines.pop();
  let previous = head.split('\t')[3] ?? '';
  for (const line of lines) {
    const [said = '', link] = line.split('\t');
    const bytes = Buffer.concat([
      Buffer.from([2]),
      Buffer.from(previous, 'hex'),
      Buffer.from(said),
    ]);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(link);
    previous = link ?? '';
  }
  expect(end).toBe(`end\t${lines.length}\t${previous}`);
  return { lines, root: previous, from: head };
}

describe('a day of the tape', () => {
  test('is a file whose links hold, down to the published root', async () => {
    const response = await tape();
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['content-disposition']).toContain(`tape-${DAY}.txt`);
    const { lines, root, from } = walk(response.body);
    expect(from).toBe(`candor-tape/1\t${DAY}\t1\t${'0'.repeat(64)}`);
    expect(lines.length).toBeGreaterThanOrEqual(5);
    const { result } = await product.call('market.tapeRoots');
    expect(result.tape).toEqual([{ day: DAY, ticks: lines.length, root, final: false }]);
  });

  test('is sent in part too, and compressed to whoever takes that', async () => {
    const whole = walk((await tape()).body);
    const part = walk((await tape('?from=2&to=3')).body);
    expect(part.lines).toEqual(whole.lines.slice(1, 3));
    const zipped = await tape('', { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe((await tape()).body);
  });

  test.each([
    [{}, true],
    [{ from: '7' }, true],
    [{ to: '100000' }, false],
    [{ to: '100001' }, true],
    [{ from: '100001', to: '200000' }, false],
    [{ from: '1', to: '1e9' }, true],
    [{ to: ['1', '2'] }, true],
  ])('asked for with %j it is a large answer: %s', (query, isLarge) => {
    expect(protocol.tapeDay.large?.isLarge(query)).toBe(isLarge);
  });

  test('is 404 where there is none, and refuses an odd range', async () => {
    const get = (day: string, query = {}) =>
      product.call('market.tapeDay', { params: { day }, query });
    expect((await get('2023-12-31')).status).toBe(404);
    expect((await get('9999-12-31')).status).toBe(404);
    expect((await get('0001-01-01')).status).toBe(404);
    expect((await get(DAY, { from: 9_000_000 })).status).toBe(404);
    expect((await get(DAY, { from: 3, to: 2 })).status).toBe(400);
    expect((await get('yesterday')).status).toBe(400);
  });
});
