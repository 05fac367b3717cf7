/** The published keys of an installation, and whether each was named by the one before it. */
import { isSigned, readKey } from './note.mjs';

/** What a key says of the one that follows it. */
const succession = (origin, { number, publicKey, from }) =>
  `candor.key/1\n${origin}\n${number}\n${publicKey}\n${from}\n`;

/** The keys of a published list, ready to check with; throws where one is odd. */
function keysOf(published) {
  if (published === null || !Array.isArray(published.keys)) return [];
  return published.keys.map((key) => {
    const read = readKey(key.verifier);
    if (read.name !== published.origin || read.raw.toString('base64') !== key.publicKey) {
      throw new Error(`key ${key.number} is not the one its verifier names`);
    }
    return { ...key, ...read };
  });
}

/** Whether a list of keys holds by itself: in order, and each one named by the one before. */
export function checkKeys(report, published) {
  const keys = keysOf(published);
  for (const [index, key] of keys.entries()) {
    const before = keys[index - 1];
    if (before === undefined) continue;
    const isNext = key.number === before.number + 1 && key.from >= before.from;
    report.holds(
      'signed.keys',
      `key ${key.number}: follows key ${before.number}`,
      isNext,
      key.verifier,
    );
    const said = Buffer.from(String(key.endorsement ?? ''), 'base64');
    const isNamed =
      key.endorsement !== null && isSigned(succession(published.origin, key), said, before.raw);
    const lost = 'nothing but the list itself says that it follows';
    report.holds(
      'signed.keys',
      `key ${key.number}: signed by the key before`,
      isNamed,
      isNamed ? 'yes' : lost,
    );
  }
  return keys;
}

/** Whether a newer list of keys has everything that an older one has, unchanged. */
export function checkKept(report, kept, now) {
  for (const old of kept.keys) {
    const same = now.keys.find(({ number }) => number === old.number);
    const isSame = same?.verifier === old.verifier && same.from === old.from;
    report.holds('signed.keys', `key ${old.number}: still published`, isSame, old.verifier);
  }
}
