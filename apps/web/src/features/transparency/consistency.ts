import type { HeldCheckpoint } from '../../lib/checkpoints.ts';
import { type Bytes, fromBase64 } from '../../lib/signed-note.ts';

const NODE = Uint8Array.of(1);
const HASH_BYTES = 32;

function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const isSame = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));
}

const isEven = (count: number): boolean => count % 2 === 0;
const half = (count: number): number => Math.floor(count / 2);

/** The smaller tree and the larger, each with its root. */
export type Pair = {
  readonly old: Pick<HeldCheckpoint, 'size' | 'root'>;
  readonly now: Pick<HeldCheckpoint, 'size' | 'root'>;
};

/**
 * Whether the larger tree begins with all of the smaller one, by the hashes of a proof.
 *
 * @source RFC 9162 2.1.4.2
 */
export async function beginsWith({ old, now }: Pair, path: readonly string[]): Promise<boolean> {
  if (old.size === now.size) return old.root === now.root;
  if (old.size < 1 || old.size > now.size) return false;
  const [oldRoot, nowRoot] = [fromBase64(old.root), fromBase64(now.root)];
  let [place, last] = [old.size - 1, now.size - 1];
  while (!isEven(place)) [place, last] = [half(place), half(last)];
  const hashes = path.map(fromBase64);
  if (hashes.some(({ length }) => length !== HASH_BYTES)) return false;
  // A tree that is whole by itself begins its own proof.
  const [first, ...rest] = place === 0 ? [oldRoot, ...hashes] : hashes;
  if (first === undefined) return false;
  let [before, after] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (!isEven(place) || place === last) {
      before = await sha256(NODE, other, before);
      after = await sha256(NODE, other, after);
      while (isEven(place) && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      after = await sha256(NODE, after, other);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSame(before, oldRoot) && isSame(after, nowRoot);
}
