import type { UnixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { readZip, readZipFully } from '../../test/zip.ts';
import { zipOf } from './zip.ts';

const AT = Date.UTC(2026, 10, 21, 23, 5, 42) as UnixMs;

describe('zipOf', () => {
  test('gives back every file under its name, byte for byte', () => {
    const files = [
      { name: 'account.json', content: '{"name":"mara"}' },
      { name: 'real/orders.csv', content: 'a,b\r\n'.repeat(10_000) },
      { name: 'سجل.txt', content: Buffer.from('مرحبا', 'utf8') },
      { name: 'empty', content: '' },
    ];
    expect([...readZip(zipOf(files, AT))]).toEqual(
      files.map(({ name, content }) => [name, content.toString()]),
    );
  });

  test('says when it was made, to two seconds', () => {
    const found = readZipFully(zipOf([{ name: 'a', content: 'a' }], AT)).get('a');
    expect(found?.date).toBe(((2026 - 1980) << 9) | (11 << 5) | 21);
    expect(found?.time).toBe((23 << 11) | (5 << 5) | 21);
  });

  test('without files is an archive too', () => {
    expect(readZip(zipOf([], AT)).size).toBe(0);
  });
});
