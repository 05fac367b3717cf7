import { describe, expect, test } from 'vitest';
import {
  type Span,
  EMPTY_ROOT,
  consistencySpans,
  inclusionSpans,
  joined,
  leafHash,
  nodeHash,
  subtreesOf,
} from './merkle.ts';

/** The eight leaves that Certificate Transparency's own tests have, and the root over each beginning. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** By the definition, without any subtree kept. @source RFC 9162 2.1.1 */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return leafHash(only);
  let power = 1;
  while (power * 2 < leaves.length) power *= 2;
  return nodeHash(rootOf(leaves.slice(0, power)), rootOf(leaves.slice(power)));
}

const hashOf = (leaves: readonly Buffer[], { from, to }: Span): Buffer =>
  joined(
    subtreesOf({ from, to }).map(({ level, place }) =>
      rootOf(leaves.slice(place * 2 ** level, (place + 1) * 2 ** level)),
    ),
  );

const proofOf = (spans: readonly Span[], leaves: readonly Buffer[]): string[] =>
  spans.map((span) => hashOf(leaves, span).toString('hex'));

describe('the tree', () => {
  test('without leaves has the hash of nothing', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test('has the published roots, whole subtrees joined', () => {
    for (const [index, root] of ROOTS.entries()) {
      const leaves = LEAVES.slice(0, index + 1);
      expect(hashOf(leaves, { from: 0, to: leaves.length }).toString('hex')).toBe(root);
    }
  });

  test('proves a leaf with the published hashes', () => {
    expect(proofOf(inclusionSpans(0, 1), LEAVES)).toEqual([]);
    expect(proofOf(inclusionSpans(0, 8), LEAVES)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(proofOf(inclusionSpans(5, 8), LEAVES)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(proofOf(inclusionSpans(2, 3), LEAVES)).toEqual([
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    ]);
  });

  test('proves its own beginnings with the published hashes', () => {
    expect(proofOf(consistencySpans(1, 1), LEAVES)).toEqual([]);
    expect(proofOf(consistencySpans(1, 8), LEAVES)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(proofOf(consistencySpans(6, 8), LEAVES)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(proofOf(consistencySpans(2, 5), LEAVES)).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ]);
  });

  test('asks for few hashes, however large it is', () => {
    const size = 2 ** 40 + 12_345;
    const parts = [...inclusionSpans(9_876_543_210, size), ...consistencySpans(2 ** 39 + 77, size)];
    expect(parts.length).toBeLessThan(85);
    expect(parts.flatMap(subtreesOf).length).toBeLessThan(200);
  });
});
