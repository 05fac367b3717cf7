import { type UnixMs, isUuid, plusMs } from '@candor/kernel';
import type { Channel } from '@candor/protocol';
import { type Contact, contactOfLogin } from '../account/rules.ts';

/** What a member of staff looks a user up by. A name by how it begins, all else whole. */
export type Lookup =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'mail' | 'phone'; readonly contact: Contact }
  | { readonly by: 'wallet'; readonly chain: 'ethereum' | 'tron'; readonly address: string }
  | { readonly by: 'order' | 'receipt' | 'case'; readonly number: string }
  | { readonly by: 'name'; readonly prefix: string };

const PREFIX = /^[a-z0-9._-]{2,32}$/;

/** What only one thing can be: an id, an address, a number. Null for what may be a name alone. */
function wholeOf(text: string): Lookup | null {
  if (isUuid(text.toLowerCase())) return { by: 'id', id: text.toLowerCase() };
  const contact = contactOfLogin(text);
  if (contact !== null) return { by: contact.channel === 'email' ? 'mail' : 'phone', contact };
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) {
    return { by: 'wallet', chain: 'ethereum', address: text.toLowerCase() };
  }
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
    return { by: 'wallet', chain: 'tron', address: text };
  }
  const number = text.toUpperCase();
  if (/^\d{6}-[2-9A-HJKMNP-TV-Z]{8}$/.test(number)) return { by: 'order', number };
  if (/^[0-9A-F]{32}$/.test(number)) return { by: 'receipt', number };
  return /^[A-Z]-\d{6,12}$/.test(number) ? { by: 'case', number } : null;
}

/**
 * What a text may be looked up by, in the order in which it is tried: a number may be a name too.
 *
 * @shape "mara" → a beginning of names · "A-000123" → a case, then a beginning · "%" → nothing
 */
export function lookupsOf(said: string): readonly Lookup[] {
  const text = said.trim();
  const whole = wholeOf(text);
  const prefix = text.toLowerCase();
  return [
    ...(whole === null ? [] : [whole]),
    ...(PREFIX.test(prefix) ? [{ by: 'name', prefix } as const] : []),
  ];
}

const HIDDEN = '•••';

/**
 * A contact for a reader who does not write to users: enough to compare, too little to use.
 *
 * @shape "mara@candor.example" → "m•••@candor.example" · "+4915112345678" → "+49•••78"
 */
export function maskedContact(channel: Channel, target: string): string {
  if (channel === 'phone') return `${target.slice(0, 3)}${HIDDEN}${target.slice(-2)}`;
  const at = target.lastIndexOf('@');
  return `${target.slice(0, Math.min(1, at))}${HIDDEN}${target.slice(at)}`;
}

/** Whether an end that staff name is ahead, and no further away than it may be. */
export function isEndAllowed(until: UnixMs, now: UnixMs, longestMs: number): boolean {
  return until > now && until <= plusMs(now, longestMs);
}
