import type { Receipt } from '@candor/protocol/light';

/** What somebody put into the checker: a number, a receipt, or neither. */
export type Pasted =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'unreadable' };

const NUMBER = /^[0-9A-F]{32}$/;
const SCHEMA = 'candor.receipt/1';
const KINDS = ['contract', 'cover', 'option'];

function receiptIn(value: unknown): Receipt | null {
  if (typeof value !== 'object' || value === null) return null;
  const { schema, kind, result } = value as Record<string, unknown>;
  // A call answers in an envelope; what was saved from it may still be inside.
  if (result !== undefined) return receiptIn(result);
  const isKnown = schema === SCHEMA && typeof kind === 'string' && KINDS.includes(kind);
  return isKnown ? (value as Receipt) : null;
}

/** Reads what was pasted: spaces and dashes of a number, its address, or JSON. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    try {
      const receipt = receiptIn(JSON.parse(trimmed));
      return receipt === null ? { kind: 'unreadable' } : { kind: 'receipt', receipt };
    } catch {
      return { kind: 'unreadable' };
    }
  }
  const last =
    trimmed
      .replace(/[/?#]+$/, '')
      .split('/')
      .at(-1) ?? '';
  const number = last.replace(/[\s-]/g, '').toUpperCase();
  return NUMBER.test(number) ? { kind: 'number', number } : { kind: 'unreadable' };
}
