// Promise: the verifier reads checkpoints, keys and proofs as the standards have them, and takes
// nothing that is odd for one.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkEvidence } from '../evidence.mjs';
import { checkKept, checkKeys } from '../keys.mjs';
import { checkLog } from '../log.mjs';
import { createRoot, rootByInclusion, rootsByConsistency } from '../merkle.mjs';
import { readCheckpoint, readKey, readNote, signerOf } from '../note.mjs';
import { createReport } from '../report.mjs';

const hex = (text) => Buffer.from(text, 'hex');

/** The leaves and roots of Certificate Transparency's own tests. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hex);
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
const SIX_TO_EIGHT = [
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
].map(hex);
const SIXTH_OF_EIGHT = [
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
].map(hex);

describe('the tree', () => {
  test('over leaves has the published roots', () => {
    const tree = createRoot();
    for (const [index, leaf] of LEAVES.entries()) {
      tree.add(leaf);
      expect(tree.root().toString('hex')).toBe(ROOTS[index]);
    }
  });

  test('is reached by the published proofs, and by none that is a hash longer, shorter or other', () => {
    const leaf = createHash('sha256')
      .update(Buffer.from([0]))
      .update(LEAVES[5])
      .digest();
    const asked = { index: 5, size: 8, leaf, path: SIXTH_OF_EIGHT };
    expect(rootByInclusion(asked)?.toString('hex')).toBe(ROOTS[7]);
    const [from, to, fromRoot] = [6, 8, hex(ROOTS[5])];
    const roots = rootsByConsistency({ from, to, fromRoot, path: SIX_TO_EIGHT });
    expect(roots?.old.toString('hex')).toBe(ROOTS[5]);
    expect(roots?.now.toString('hex')).toBe(ROOTS[7]);
    for (const path of [SIXTH_OF_EIGHT.slice(1), [...SIXTH_OF_EIGHT, leaf], SIX_TO_EIGHT]) {
      expect(rootByInclusion({ ...asked, path })?.toString('hex')).not.toBe(ROOTS[7]);
    }
    for (const path of [SIX_TO_EIGHT.slice(1), [...SIX_TO_EIGHT, leaf], []]) {
      const other = rootsByConsistency({ from, to, fromRoot, path });
      expect(other?.old.equals(fromRoot) === true && other.now.equals(hex(ROOTS[7]))).toBe(false);
    }
    expect(rootByInclusion({ ...asked, index: 8 })).toBeNull();
    expect(rootsByConsistency({ from: 0, to, fromRoot, path: [] })).toBeNull();
  });
});

/** What the documentation of Go's package `note` shows. */
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const NOTE =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n\n" +
  '\u2014 PeterNeumann ' +
  'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

/** Two keys of one installation, the second named by the first. */
function makeKeys() {
  const pairs = [1, 2].map(() => generateKeyPairSync('ed25519'));
  const raw = pairs.map(({ publicKey }) =>
    Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url'),
  );
  const origin = 'candor-tape/00ff00ff';
  const keys = raw.map((key, index) => {
    const typed = Buffer.concat([Buffer.from([1]), key]);
    const id = createHash('sha256').update(`${origin}\n`).update(typed).digest().subarray(0, 4);
    const verifier = `${origin}+${id.toString('hex')}+${typed.toString('base64')}`;
    const publicKey = key.toString('base64');
    return { number: index + 1, verifier, publicKey, from: 1_000 * (index + 1), until: null, id };
  });
  const [, second] = keys;
  const said = `candor.key/1\n${origin}\n2\n${second.publicKey}\n${second.from}\n`;
  const endorsement = sign(null, Buffer.from(said), pairs[0].privateKey).toString('base64');
  const published = {
    schema: 'candor.keys/1',
    origin,
    keys: [
      { ...keys[0], endorsement: null },
      { ...second, endorsement },
    ],
    anchors: [],
  };
  const noteOf = (size, root, by = 0) => {
    const text = `${origin}\n${size}\n${root.toString('base64')}\ntime ${size * 1_000}\n`;
    const signature = sign(null, Buffer.from(text), pairs[by].privateKey);
    const line = Buffer.concat([keys[by].id, signature]).toString('base64');
    return `${text}\n\u2014 ${origin} ${line}\n`;
  };
  return { published, noteOf };
}

const wrongOf = (report) => report.differences().map(({ what }) => what);

describe('a note', () => {
  test('is signed by the key that is published for it, and by no other', () => {
    expect(signerOf(readNote(NOTE), [readKey(KEY)])).toMatchObject({ id: 'c74f20a3' });
    expect(signerOf(readNote(NOTE), [])).toBeNull();
    const changed = readNote(NOTE.replace('problem,', 'trouble,'));
    expect(() => signerOf(changed, [readKey(KEY)])).toThrow(/not over this text/);
  });

  test.each([
    ['no signature', 'a text\n'],
    ['a hidden character', NOTE.replace('think', 'th\rink')],
    ['no end', NOTE.slice(0, -1)],
    ['a line that is none', `${NOTE}x\n`],
    ['too many signatures', NOTE + NOTE.split('\n\n')[1].repeat(16)],
    ['too much of it', 'x'.repeat(70_000)],
  ])('with %s is none', (_, text) => {
    expect(() => readNote(text)).toThrow();
  });

  test.each(['PeterNeumann', KEY.replace('c7', 'c8'), KEY.replace('+AR', '+AQ'), ''])(
    'has no key %j',
    (text) => {
      expect(() => readKey(text)).toThrow();
    },
  );

  test('that is a checkpoint says origin, size, root and time', () => {
    const { noteOf, published } = makeKeys();
    const note = noteOf(8, hex(ROOTS[7]));
    expect(readCheckpoint(note)).toMatchObject({ origin: published.origin, size: 8, at: 8_000 });
    for (const odd of [note.replace('\n8\n', '\n08\n'), note.replace('\n8\n', '\n-8\n'), NOTE]) {
      expect(() => readCheckpoint(odd)).toThrow();
    }
  });
});

describe('a receipt without a signature', () => {
  const looked = (receipt, files) => {
    const report = createReport();
    checkEvidence(report, { number: 'A1', hash: 'ab'.repeat(32), signed: null, ...receipt }, files);
    return report;
  };

  test('is older than the first key, of the kinds there were then', () => {
    const { published } = makeKeys();
    const files = { keys: published };
    for (const old of [
      { kind: 'contract', closedAt: 1 },
      { kind: 'option', settledAt: 1 },
    ]) {
      expect(wrongOf(looked(old, files))).toEqual([]);
    }
    const late = { kind: 'contract', closedAt: published.keys[0].from };
    expect(wrongOf(looked(late, files))).toEqual(['signature of the receipt']);
    for (const kind of ['donation', 'sale', 'conversion', 'cover', 'plan-day']) {
      expect(wrongOf(looked({ kind, at: 1 }, files)), kind).toEqual(['signature of the receipt']);
    }
  });

  test('is said not to be looked at where no keys were given', () => {
    const report = looked({ kind: 'donation', at: 1 }, {});
    expect(wrongOf(report)).toEqual([]);
    expect(report.said().map(({ rule, detail }) => [rule, detail])).toEqual([
      ['signed.receipt', 'not proven: the published keys were not given'],
    ]);
  });
});

describe('keys', () => {
  test('are named by the one before, and stay', () => {
    const { published } = makeKeys();
    const report = createReport();
    expect(checkKeys(report, published)).toHaveLength(2);
    expect(wrongOf(report)).toEqual([]);
    const [first, second] = published.keys;
    const alone = createReport();
    checkKeys(alone, { ...published, keys: [first, { ...second, endorsement: null }] });
    checkKeys(alone, { ...published, keys: [first, { ...second, from: 2_001 }] });
    expect(wrongOf(alone)).toEqual(Array(2).fill('key 2: signed by the key before'));
    const kept = createReport();
    checkKept(kept, published, { ...published, keys: [second] });
    expect(wrongOf(kept)).toEqual(['key 1: still published']);
  });
});

describe('checkpoints that were kept', () => {
  let folder;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-log-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function check(facts) {
    const { published, old, now, path } = facts;
    const files = {
      'old.note': old,
      'now.note': now,
      'keys.json': JSON.stringify(published),
      'consistency-6-8.json': JSON.stringify({ from: 6, to: 8, path }),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const words = ['old.note', 'now.note'].map((name) => join(folder, name));
    const asked = { origin: undefined, get: null };
    return checkLog({ command: 'consistency', words: [...words, folder], ...asked });
  }

  test('are compared without a network, over a change of the key', async () => {
    const { published, noteOf } = makeKeys();
    const path = SIX_TO_EIGHT.map((one) => one.toString('base64'));
    const old = noteOf(6, hex(ROOTS[5]));
    const now = noteOf(8, hex(ROOTS[7]), 1);
    expect(wrongOf(await check({ published, old, now, path }))).toEqual([]);
    const other = await check({ published, old: noteOf(6, hex(ROOTS[4])), now, path });
    expect(wrongOf(other)).toEqual(['checkpoint held-2.txt: begins with all of held-1.txt']);
    const outsider = makeKeys().noteOf(8, hex(ROOTS[7]));
    const unknown = await check({ published, old, now: outsider, path });
    expect(wrongOf(unknown)).toEqual(['checkpoint held-2.txt: signed']);
  });

  test('need the keys', async () => {
    const { noteOf } = makeKeys();
    await writeFile(join(folder, 'old.note'), noteOf(6, hex(ROOTS[5])));
    const words = [join(folder, 'old.note'), folder];
    const asked = { command: 'checkpoint', words, origin: undefined, get: null };
    await expect(checkLog(asked)).rejects.toThrow(/no keys.json/);
    await expect(checkLog({ ...asked, words: [] })).rejects.toThrow(/needs the file/);
  });
});
