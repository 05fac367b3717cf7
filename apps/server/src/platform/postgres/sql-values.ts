/**
 * A list as PostgreSQL reads it. The driver would look for what to escape in every element twice;
 * nearly none of ours has anything.
 */
function listText(list: readonly unknown[]): string | null {
  let text = '{';
  for (const one of list) {
    if (text.length > 1) text += ',';
    if (one === null) text += 'NULL';
    else if (typeof one === 'string') text += ESCAPED.test(one) ? escaped(one) : `"${one}"`;
    else if (['number', 'bigint', 'boolean'].includes(typeof one)) text += String(one);
    else if (Buffer.isBuffer(one)) text += `"\\\\x${one.toString('hex')}"`;
    else return null;
  }
  return `${text}}`;
}

const ESCAPED = /["\\]/;
// What JSON would write differently from a list: a control character, half of a surrogate pair.
const NOT_AS_JSON = /[\u0000-\u001f\ud800-\udfff]/;

/**
 * A quoted element. JSON puts a backslash before the same two characters, and does it in native
 * code: answers and facts are long and full of quotes.
 */
const escaped = (text: string): string =>
  NOT_AS_JSON.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : JSON.stringify(text);

const TEXT = 25;
const INT32 = 4;
const NULL_SIZE = -1;

/**
 * Long texts as the value of a `text[]`: in the protocol's binary form nothing in them is escaped
 * here and looked for there.
 *
 * @source PostgreSQL source, `array_recv`: dimensions, whether there are nulls, type of the
 *         elements, their number, the first index; then each element behind its length in bytes
 */
export function longTexts(texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? NULL_SIZE : Buffer.byteLength(text)));
  const head = [1, sizes.includes(NULL_SIZE) ? 1 : 0, TEXT, texts.length, 1];
  const bytes = sizes.reduce((sum, size) => sum + INT32 + Math.max(0, size), head.length * INT32);
  const list = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const field of head) at = list.writeInt32BE(field, at);
  for (const [index, text] of texts.entries()) {
    at = list.writeInt32BE(sizes[index] ?? 0, at);
    if (text !== null) at += list.write(text, at);
  }
  return list;
}

/**
 * A value as the driver sends it.
 *
 * @throws TypeError for what has no text of its own; in a batch nothing was sent then
 */
export function sendable(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  const text = Array.isArray(value) ? listText(value) : value;
  if (typeof text === 'string' || Buffer.isBuffer(text)) return text;
  if (['number', 'bigint', 'boolean'].includes(typeof text)) return String(text);
  throw new TypeError(`a batch cannot send a value of type ${typeof value}`);
}

/** Values with lists as PostgreSQL reads them; the driver writes what has no text here. */
export const plain = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (Array.isArray(value) ? (listText(value) ?? value) : value));
