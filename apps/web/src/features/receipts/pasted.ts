import type { Receipt } from '@candor/protocol/light';

/** What a user put into the checker: a number, that of an order, a receipt, or neither. */
export type Pasted =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'order'; readonly orderNo: string }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'unreadable' };

const NUMBER = /^[0-9A-F]{32}$/;
/** The number of an order: its day and eight letters. */
const ORDER = /^(\d{6})([0-9A-Z]{8})$/;
/** Of receipts there are two forms; those of the older name neither documents nor terms. */
const SCHEMAS = ['candor.receipt/2', 'candor.receipt/1'];

const COMMON = ['number', 'mode', 'feed', 'orderNo', 'entries', 'hash'];
const PRICED = [...COMMON, 'instrument', 'open', 'profit', 'counterparty'];
/** What a receipt of each kind cannot be shown without. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  contract: [
    ...PRICED,
    'side',
    'lots',
    'earlier',
    'fee',
    'financing',
    'margin',
    'realised',
    'reason',
    'close',
    'cover',
  ],
  cover: [...COMMON, 'at', 'closing', 'amount'],
  option: [...PRICED, 'direction', 'stake', 'rate', 'settle', 'outcome', 'payout'],
};
/** Fields that hold more fields. */
const INNER = new Set([
  'feed',
  'instrument',
  'open',
  'lots',
  'fee',
  'financing',
  'margin',
  'entries',
]);

function isWhole(value: Record<string, unknown>, kind: string): boolean {
  return (FIELDS[kind] ?? ['unknown']).every((field) => {
    const inner = value[field];
    return INNER.has(field) ? typeof inner === 'object' && inner !== null : inner !== undefined;
  });
}

function receiptIn(value: unknown): Receipt | null {
  if (typeof value !== 'object' || value === null) return null;
  const { schema, kind, result } = value as Record<string, unknown>;
  // A call answers in an envelope; what was saved from it may still be inside.
  if (result !== undefined) return receiptIn(result);
  const isKnown = SCHEMAS.includes(String(schema)) && typeof kind === 'string';
  return isKnown && isWhole(value as Record<string, unknown>, kind) ? (value as Receipt) : null;
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
  if (NUMBER.test(number)) return { kind: 'number', number };
  const [, day, letters] = ORDER.exec(number) ?? [];
  return day === undefined
    ? { kind: 'unreadable' }
    : { kind: 'order', orderNo: `${day}-${letters}` };
}
