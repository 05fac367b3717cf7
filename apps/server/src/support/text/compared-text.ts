// What a mail client or a clipboard adds and drops, and nobody sees. The signs that embed or turn
// a text are not among them: a text that holds one we did not send is not ours.
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u061c\u2060\u2068\u2069\ufeff]/g;

// No script stacks more marks on one sign; putting longer runs in their order costs their square.
// @source Unicode Standard Annex 15, 13: the stream-safe text format
const TOO_MANY_MARKS = /\p{M}{31}/u;

const composed = (text: string): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');

/**
 * A text as it is compared: composed signs, single spaces, nothing unseen. Every other difference
 * stays one.
 */
export const comparedText = (text: string): string =>
  composed(text.toWellFormed()).replaceAll(UNSEEN, '').replaceAll(/\s+/gu, ' ').trim();
