import type { Mode } from '@candor/kernel';

/** Header that says which account a call is about. @source seed §7 */
export const MODE_HEADER = 'virtually';

/** Value of the mode header: the seed says NO when demo is on, YES otherwise. */
export function modeHeaderOf(mode: Mode): 'NO' | 'YES' {
  return mode === 'demo' ? 'NO' : 'YES';
}

/** Mode of a header value; null when it is missing, repeated or odd. It never defaults to real. */
export function modeOfHeader(value: string | string[] | undefined): Mode | null {
  if (value === 'NO') return 'demo';
  if (value === 'YES') return 'real';
  return null;
}

/** Header with the secret that opens a visitor's conversation: never a part of an address. */
export const VISITOR_HEADER = 'visitor-token';

/**
 * Header of an answer with the newest signed checkpoint of the tape, its text in base64: beside the
 * answer, which stays the same bytes however often it is asked for.
 */
export const CHECKPOINT_HEADER = 'checkpoint';

/** Header of every answer of a rehearsal, and of no other installation: nothing in it is money. */
export const REHEARSAL_HEADER = 'rehearsal';

/** Header that repeats the request id, if a caller sends it. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
