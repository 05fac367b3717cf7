import { createPublicKey, verify } from 'node:crypto';
import { createTestClock } from '@candor/testkit';
import { cloneDatabase } from '@candor/testkit/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../postgres/db.ts';
import { keyIdOf, signedNote, verifierKeyOf } from './signed-note.ts';
import { addSigningKey, createSigner } from './signing.ts';

/** The key and the note that the documentation of Go's package `note` shows. */
const NAME = 'PeterNeumann';

const PUBLIC = Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1);
const TEXT =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n";
const NOTE =
  `${TEXT}\n\u2014 PeterNeumann ` +
  'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

/** RFC 8410: what stands before the 32 bytes of an Ed25519 public key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const publicKeyOf = (raw: Buffer) =>
  createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.config);
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

/** Secrets in memory, as a data folder keeps them. */
function createSecrets() {
  const kept = new Map<string, string>();
  return {
    kept,
    find: async (name: string) => kept.get(name) ?? null,
    async get(name: string) {
      const secret = kept.get(name) ?? `${name} ${kept.size}`;
      kept.set(name, secret);
      return secret;
    },
  };
}

describe('a signed note', () => {
  test('has the key id and the key that are published for it', () => {
    expect(keyIdOf(NAME, PUBLIC).toString('hex')).toBe('c74f20a3');
    expect(verifierKeyOf(NAME, PUBLIC)).toBe(
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    );
  });

  test('carries a signature as the published one does', () => {
    const last = NOTE.trimEnd().split(' ').at(-1) ?? '';
    const signature = Buffer.from(last, 'base64').subarray(4);
    expect(verify(null, Buffer.from(TEXT), publicKeyOf(PUBLIC), signature)).toBe(true);
    expect(signedNote(TEXT, { name: NAME, publicKey: PUBLIC, signature })).toBe(NOTE);
  });
});

describe('keys', () => {
  test('are made at the first start, kept, and followed by the next one at an operator’s word', async () => {
    const clock = createTestClock();
    const secrets = createSecrets();
    const deps = { db, clock, secrets };
    const first = createSigner(deps);
    await first.refresh();
    const again = createSigner(deps);
    await again.refresh();
    expect(again.keys()).toEqual(first.keys());
    expect(await again.sign('a text\n')).toEqual(await first.sign('a text\n'));
    const name = first.name();
    expect(name).toMatch(/^candor-tape\/[0-9a-f]{16}$/);
    const rehearsed = createSigner({ ...deps, installation: 'rehearsal' });
    await rehearsed.refresh();
    expect(rehearsed.name()).toBe(name.replace('candor-tape', 'candor-rehearsal'));

    clock.advance(1_000);
    await addSigningKey(deps);
    const old = await first.sign('a text\n');
    await first.refresh();
    const [one, two] = first.keys();
    if (one === undefined || two === undefined) throw new Error('two keys are published');
    expect((await first.sign('a text\n')).key).toBe(2);
    expect(first.name()).toBe(name);
    expect(two.begins).toBe(clock.now());
    // The one before says which one follows it.
    const said = `candor.key/1\n${name}\n2\n${two.publicKey.toString('base64')}\n${two.begins}\n`;
    const by = publicKeyOf(one.publicKey);
    expect(verify(null, Buffer.from(said), by, two.endorsement ?? Buffer.alloc(0))).toBe(true);
    expect(verify(null, Buffer.from('a text\n'), by, old.signature)).toBe(true);
    expect(first.noteOf('a text\n', old)).toContain(
      keyIdOf(name, one.publicKey).toString('base64').slice(0, 5),
    );
  });

  test('whose secret is lost are followed by another, and what they signed stays checkable', async () => {
    const lost: number[] = [];
    const signer = createSigner({
      db,
      clock: createTestClock(),
      secrets: createSecrets(),
      onLost: (number) => lost.push(number),
    });
    await signer.refresh();
    expect(lost).toEqual([2]);
    expect(signer.keys().map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(signer.keys().at(-1)?.endorsement).toBeNull();
  });

  test('cannot be changed or taken back', async () => {
    for (const text of [
      'delete from platform.signing_key',
      'update platform.signing_key set number = 9',
      'truncate platform.signing_key',
    ]) {
      await expect(db.query(text)).rejects.toThrow(/permission denied/);
      const owner = openDatabase(database.ownerConfig);
      await expect(owner.query(text)).rejects.toThrow(/a published key stays/);
      await owner.end();
    }
  });
});
