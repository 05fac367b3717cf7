import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign as signWith,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Clock, type UnixMs, ensure, isoText } from '@candor/kernel';
import type { InstallationKind } from '../postgres/installation.ts';
import type { Database, Sql } from '../postgres/db.ts';
import { signedNote } from './signed-note.ts';

const signAsync = promisify<null, Buffer, KeyObject, Buffer>(signWith);

const SEED_BYTES = 32;
/** PKCS #8 of an Ed25519 key up to its seed. @source RFC 8410 7 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const NAME_BYTES = 8;

/** Secrets that keys are made from; each is kept with the other secrets of the installation. */
export type KeySecrets = {
  find(name: string): Promise<string | null>;
  get(name: string): Promise<string>;
};

/** A public key with the time it is, or was, in force. */
export type SigningKey = {
  readonly number: number;
  readonly publicKey: Buffer;
  readonly begins: UnixMs;
  /** By the key before it, over `keyText`; null where there was none, or it was lost. */
  readonly endorsement: Buffer | null;
};

/** What was signed, and by which key. */
export type Signed = { readonly key: number; readonly signature: Buffer };

/** Signs for one installation. */
export type Signer = {
  /** Makes the first key where there is none; takes up one an operator made meanwhile. */
  refresh(): Promise<void>;
  /** Every key, the newest last; the newest signs. */
  keys(): readonly SigningKey[];
  /** What the keys are named by, and the origin of what they sign; it never changes. */
  name(): string;
  /** Off the thread that prices and orders are worked on. */
  sign(text: string): Promise<Signed>;
  /** The text with what was signed of it, as a C2SP signed note. */
  noteOf(text: string, signed: Signed): string;
};

const secretName = (number: number): string => `signing-${number}`;

/** The key that is made from a secret. */
function keyOfSecret(secret: string): { secretKey: KeyObject; publicKey: Buffer } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'candor signing v1', SEED_BYTES));
  const der = Buffer.concat([PKCS8, seed]);
  const secretKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(secretKey).export({ format: 'jwk' });
  return { secretKey, publicKey: Buffer.from(x, 'base64url') };
}

/**
 * What names begin with: it is signed with every checkpoint and receipt, so what a rehearsal signed
 * is never taken for what counts.
 */
const BEGINNINGS = { real: 'candor-tape', rehearsal: 'candor-rehearsal' } as const;

/** The name of an installation's keys: it follows from what it is and from the first of them. */
function signerName(first: Buffer, kind: InstallationKind): string {
  const hash = createHash('sha256').update(first).digest().subarray(0, NAME_BYTES);
  return `${BEGINNINGS[kind]}/${hash.toString('hex')}`;
}

/** What the key before says of the one that follows it. */
function keyText(name: string, key: Pick<SigningKey, 'number' | 'publicKey' | 'begins'>): string {
  return `candor.key/1\n${name}\n${key.number}\n${key.publicKey.toString('base64')}\n${key.begins}\n`;
}

type KeyRow = { number: number; public_key: Buffer; begins: UnixMs; endorsement: Buffer | null };

async function listKeys(sql: Sql): Promise<SigningKey[]> {
  const rows = await sql.query<KeyRow>(
    'select number, public_key, begins, endorsement from platform.signing_key order by number',
  );
  return rows.map(({ number, public_key: publicKey, begins, endorsement }) => ({
    number,
    publicKey,
    begins,
    endorsement,
  }));
}

async function addKey(sql: Sql, key: SigningKey): Promise<void> {
  await sql.query(
    `insert into platform.signing_key (number, public_key, begins, endorsement)
     values ($1, $2, $3, $4)`,
    [key.number, key.publicKey, isoText(key.begins), key.endorsement],
  );
}

/** The secret key of a published one; null where its secret is not here, or is another. */
async function secretKeyOf(secrets: KeySecrets, key: SigningKey): Promise<KeyObject | null> {
  const secret = await secrets.find(secretName(key.number));
  if (secret === null) return null;
  const made = keyOfSecret(secret);
  return made.publicKey.equals(key.publicKey) ? made.secretKey : null;
}

/**
 * Makes the next key and publishes it; from now on it signs. The key before says so, where its
 * secret is still here. Every key before stays published.
 */
export async function addSigningKey(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: KeySecrets;
  readonly installation?: InstallationKind;
}): Promise<SigningKey> {
  const { db, clock, secrets } = deps;
  const known = await listKeys(db);
  const last = known.at(-1) ?? null;
  const number = (last?.number ?? 0) + 1;
  const { publicKey } = keyOfSecret(await secrets.get(secretName(number)));
  const made = { number, publicKey, begins: clock.now() };
  const name = signerName(known[0]?.publicKey ?? publicKey, deps.installation ?? 'real');
  const before = last === null ? null : await secretKeyOf(secrets, last);
  const text = Buffer.from(keyText(name, made));
  const key = { ...made, endorsement: before === null ? null : signWith(null, text, before) };
  await db.transaction((tx) => addKey(tx, key));
  return key;
}

/** Opens what signs; `refresh` comes first. */
export function createSigner(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: KeySecrets;
  /** Its kind stands in every name; real where nothing is said. */
  readonly installation?: InstallationKind;
  /** The newest key's secret is not in this data folder: another key takes its place. */
  readonly onLost?: (number: number) => void;
}): Signer {
  const { db, secrets } = deps;
  let keys: readonly SigningKey[] = [];
  let current: { readonly number: number; readonly secretKey: KeyObject } | null = null;
  const { installation = 'real' } = deps;
  const nameOf = (): string =>
    signerName(ensure(keys[0], 'there is a key').publicKey, installation);
  return {
    async refresh() {
      let known = await listKeys(db);
      let last = known.at(-1) ?? null;
      if (last !== null && last.number === current?.number) return;
      let secretKey = last === null ? null : await secretKeyOf(secrets, last);
      if (secretKey === null) {
        if (last !== null) deps.onLost?.(last.number);
        last = await addSigningKey(deps);
        secretKey = ensure(await secretKeyOf(secrets, last), 'the secret was made now');
        known = [...known, last];
      }
      keys = known;
      current = { number: ensure(last, 'there is a key').number, secretKey };
    },
    keys: () => keys,
    name: nameOf,
    async sign(text) {
      const { number, secretKey } = ensure(current, 'the signer was refreshed');
      return { key: number, signature: await signAsync(null, Buffer.from(text), secretKey) };
    },
    noteOf(text, { key, signature }) {
      const found = ensure(
        keys.find(({ number }) => number === key),
        'what signed is published',
      );
      return signedNote(text, { name: nameOf(), publicKey: found.publicKey, signature });
    },
  };
}
