import type { UnixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { readZip, readZipFully } from '../../../test/zip.ts';
import { zipOf } from './zip.ts';

const AT = Date.UTC(2026, 10, 21, 23, 5, 42) as UnixMs;

describe('zipOf', () => {
  test('gives back every file under its name, byte for byte', async () => {
    const files = [
      { name: 'account.json', content: '{"name":"mara"}' },
      { name: 'real/orders.csv', content: 'a,b\r\n'.repeat(10_000) },
      { name: 'سجل.txt', content: Buffer.from('مرحبا', 'utf8') },
      { name: 'empty', content: '' },
    ];
    expect([...readZip(await zipOf(files, AT))]).toEqual(
      files.map(({ name, content }) => [name, content.toString()]),
    );
  });

  test('says when it was made, to two seconds', async () => {
    const found = readZipFully(await zipOf([{ name: 'a', content: 'a' }], AT)).get('a');
    expect(found?.date).toBe(((2026 - 1980) << 9) | (11 << 5) | 21);
    expect(found?.time).toBe((23 << 11) | (5 << 5) | 21);
  });

  test('is made while others are served: packing waits on another thread', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'a line of an order\r\n');
    let turns = 0;
    const made = zipOf([{ name: 'a', content: large }], AT).then(() => turns);
    const turn = (): void => {
      turns += 1;
      if (turns < 1_000) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await made).toBeGreaterThan(1);
  });

  test('without files is an archive too', async () => {
    expect(readZip(await zipOf([], AT)).size).toBe(0);
  });
});
