// Rule 23 beyond its planted faults: what counts for a pair, and that the list of known ones shrinks.
import { describe, expect, it } from 'vitest';
import { faultLine } from './fault.ts';
import { checkFolders, folderPairs } from './folders.ts';
import { FOLDER_PLANTS } from './planted/folders.ts';
import { CLEAN, type Files, beside } from './planted/tree.ts';
import { planted, table } from './planted/write.ts';

const pairsIn = (files: Files): (readonly [string, string])[] =>
  folderPairs(planted({ ...CLEAN, ...files })).map(({ folders }) => folders);

const OPENING = beside('opening');
const ROOM = beside('opening').replace(/\/opening$/, '');
const CHILD = FOLDER_PLANTS[1]?.files ?? {};

describe('pairs of folders', () => {
  it('are found where the ways part, with the direction that has fewer imports', () => {
    const [pair] = folderPairs(planted({ ...CLEAN, ...FOLDER_PLANTS[0]?.files }));
    expect(pair?.folders).toEqual([beside('closing'), OPENING]);
    expect(pair?.mostly).toHaveLength(2);
    expect(pair?.back).toHaveLength(1);
  });

  it('are none where only a test looks back', () => {
    const file = beside('opening/one.test.ts');
    const { [beside('opening/one.ts')]: text = '', ...rest } = CHILD;
    expect(pairsIn(CHILD)).toEqual([[ROOM, OPENING]]);
    expect(pairsIn({ ...rest, [file]: text })).toEqual([]);
  });

  it('that are known pass while they stand, and are reported when they are gone', () => {
    const known = { 'architecture.json': table({ knownFolderPairs: [[ROOM, OPENING]] }) };
    expect(checkFolders(planted({ ...CLEAN, ...CHILD, ...known }))).toEqual([]);
    expect(checkFolders(planted({ ...CLEAN, ...known })).map(faultLine)).toEqual([
      `architecture.json:1 rule 23: ${ROOM} and ${OPENING} do not import each other any more: take the pair out`,
    ]);
  });
});
