import { createHash } from 'node:crypto';

/** Ed25519 by the list of signature types. @source C2SP signed-note, "Signature types" */
const ED25519 = Buffer.from([0x01]);
const KEY_ID_BYTES = 4;

/** What tells a key from others of its name. @source C2SP signed-note, "Signatures" */
export function keyIdOf(name: string, publicKey: Buffer): Buffer {
  const hashed = createHash('sha256').update(`${name}\n`).update(ED25519).update(publicKey);
  return hashed.digest().subarray(0, KEY_ID_BYTES);
}

/** A public key as tools for signed notes take it: name, key id and key. */
export function verifierKeyOf(name: string, publicKey: Buffer): string {
  const key = Buffer.concat([ED25519, publicKey]).toString('base64');
  return `${name}+${keyIdOf(name, publicKey).toString('hex')}+${key}`;
}

/**
 * A text with its signature, as C2SP's signed-note has it. The signature is over the text alone,
 * its last line feed included.
 */
export function signedNote(
  text: string,
  signed: { readonly name: string; readonly publicKey: Buffer; readonly signature: Buffer },
): string {
  const { name, publicKey, signature } = signed;
  const signature64 = Buffer.concat([keyIdOf(name, publicKey), signature]).toString('base64');
  return `${text}\n\u2014 ${name} ${signature64}\n`;
}
