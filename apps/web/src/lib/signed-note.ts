export type Bytes = Uint8Array<ArrayBuffer>;

const ED25519 = 1;

/** Bytes of a base64 text. @throws DOMException where it is none */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
}

/**
 * Whether a note is signed by a published key, "name+id+key"; null where this browser cannot
 * check signatures of the kind.
 *
 * @source C2SP signed-note
 */
async function isSignedBy(note: string, verifier: string): Promise<boolean | null> {
  const [name = '', id = '', ...rest] = verifier.split('+');
  const key = fromBase64(rest.join('+'));
  if (key[0] !== ED25519) return false;
  const end = note.lastIndexOf('\n\n');
  const text = new TextEncoder().encode(note.slice(0, end + 1));
  const lines = note.slice(end + 2).split('\n');
  const line = lines.find((one) => one.startsWith(`\u2014 ${name} `));
  const bytes = fromBase64(line?.split(' ')[2] ?? '');
  const said = [...bytes.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (said !== id) return false;
  const subtle = crypto.subtle;
  const usable = await subtle
    .importKey('raw', key.slice(1), { name: 'Ed25519' }, false, ['verify'])
    .catch(() => null);
  if (usable === null) return null;
  return subtle.verify({ name: 'Ed25519' }, usable, bytes.slice(4), text);
}

/**
 * Whether one of the published keys signed a note; null where this browser cannot tell: it hashes
 * and checks signatures over https and on this machine only, and not every one knows the kind.
 */
export async function isSignedByAny(
  note: string,
  verifiers: readonly string[],
): Promise<boolean | null> {
  if ((globalThis.crypto?.subtle as SubtleCrypto | undefined) === undefined) return null;
  for (const verifier of verifiers) {
    const signed = await isSignedBy(note, verifier);
    if (signed !== false) return signed;
  }
  return false;
}
