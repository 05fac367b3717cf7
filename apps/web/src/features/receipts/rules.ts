import type { MessageKey } from '@candor/locales';
import type { CallInput, CallName, CallResult, Receipt } from '@candor/protocol/light';
// The verifier's own rules, which share no code with the server: the page runs what any verifier
// runs.
import { type Line, checkReceipt } from '../../../../../scripts/verify/check.mjs';
import { type Part, partsOf } from '../../../../../scripts/verify/fetch-run.mjs';
import { collect, readAny } from '../../../../../scripts/verify/collect.mjs';
import { receivedAt } from '../../../../../scripts/verify/tape.mjs';
import { call } from '../../lib/http.ts';
import { isOfPlan, movedOf, pricedOf } from './plan.ts';
import { isReceiptSigned } from './signature.ts';

/** Rules that are shown as one, and whether they look at the tape. */
type Group = {
  readonly label: MessageKey;
  /** Ids of its rules, or what they begin with. */
  readonly rules: readonly string[];
  readonly needsTape: boolean;
};

const GROUPS: readonly Group[] = [
  { label: 'receipt.rules-tape', rules: ['tape.'], needsTape: true },
  {
    label: 'receipt.rules-documents',
    rules: ['document.', 'fee.schedule', 'fee.cap', 'leverage.', 'feed.', 'side.', 'lots.size'],
    needsTape: false,
  },
  { label: 'receipt.rules-prices', rules: ['tick.', 'price.', 'link.'], needsTape: true },
  {
    label: 'receipt.rules-orders',
    rules: [
      'asked.',
      'order.',
      'level.',
      'reason.',
      'financing.mark',
      'financing.nights',
      'option.crossing',
      'option.period',
      'option.outcome',
    ],
    needsTape: true,
  },
  {
    label: 'receipt.rules-amounts',
    rules: [
      'lots.parts',
      'margin.',
      'fee.amount',
      'financing.amount',
      'result.',
      'option.payout',
      'conversion.',
      'sale.',
      'plan.',
      'donation.',
      'cover.',
    ],
    needsTape: false,
  },
  { label: 'receipt.rules-journal', rules: ['journal.'], needsTape: false },
  { label: 'receipt.rules-pairs', rules: ['pair.'], needsTape: false },
  { label: 'receipt.rules-form', rules: ['receipt.'], needsTape: false },
];

/** What came of the rules of a group. */
export type GroupResult = {
  readonly label: MessageKey;
  readonly state: 'holds' | 'differs' | 'said' | 'unchecked';
  /** What differs, in the verifier's words. */
  readonly wrong: readonly Line[];
  /** What nothing shows: the word of the product, in the verifier's words. */
  readonly said: readonly Line[];
};

/** What came of all rules, and why some were not checked here; null when all were. */
export type RulesResult = {
  readonly groups: readonly GroupResult[];
  readonly why: 'old' | 'long' | 'failed' | null;
};

/** Ticks a browser reads for one receipt; a longer stretch is for the command. */
const TICKS_MAX = 100_000;
/** Ticks of one answer. */
const PART = 20_000;

const SIGNATURE: MessageKey = 'receipt.rules-signature';

const all = (state: 'unchecked', why: 'old' | 'failed'): RulesResult => ({
  groups: [...GROUPS.map(({ label }) => label), SIGNATURE].map((label) => ({
    label,
    state,
    wrong: [],
    said: [],
  })),
  why,
});

/** What a call answers; null for what is not there. @throws Error when nobody could be asked */
async function take<Name extends CallName>(
  name: Name,
  input: CallInput<Name> & { readonly signal: AbortSignal },
): Promise<CallResult<Name> | null> {
  const answer = await call(name, input);
  if (answer.ok) return answer.value;
  if (answer.failure.name === 'not-found') return null;
  throw new Error(answer.failure.name);
}

async function takeTape(part: Part, signal: AbortSignal): Promise<string | null> {
  const { day, from, to } = part;
  const answer = await call('market.tapeDay', {
    params: { day },
    query: { from, to },
    signal,
    // A file, not an envelope; a refusal is one.
    read: async (response) =>
      response.ok
        ? { code: '200', message: '', result: await response.text() }
        : ((await response.json()) as { code: string; message: string; result: unknown }),
  });
  if (answer.ok) return answer.value as unknown as string;
  if (answer.failure.name === 'not-found') return null;
  throw new Error(answer.failure.name);
}

/** Files of the tape a receipt needs; null when they are too long for a browser. */
async function tapeOf(
  { receipt, cited }: { readonly receipt: Receipt; readonly cited: object },
  roots: CallResult<'market.tapeRoots'>['tape'],
  signal: AbortSignal,
): Promise<string[] | null> {
  if (receipt.kind === 'cover' || receipt.kind === 'donation') return [];
  const look = async (day: string, place: number): Promise<number> => {
    const text = await takeTape({ day, from: place, to: place }, signal);
    return text === null ? Number.POSITIVE_INFINITY : receivedAt(text);
  };
  const parts = await partsOf(cited, { roots, look, whole: false });
  const ticks = parts.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (ticks > TICKS_MAX) return null;
  const texts: string[] = [];
  for (const { day, from, to } of parts) {
    for (let first = from; first <= to; first += PART) {
      const last = Math.min(to, first + PART - 1);
      const text = await takeTape({ day, from: first, to: last }, signal);
      if (text !== null) texts.push(text);
    }
  }
  return texts;
}

/** Numbers of the receipts a receipt has to agree with. */
function othersOf(receipt: Receipt): string[] {
  if (receipt.kind === 'planDay') return [receipt.fund];
  if (receipt.kind !== 'cover' && receipt.kind !== 'contract') return [];
  if (receipt.kind === 'cover') return [receipt.closing];
  const earlier = receipt.earlier.map(({ number }) => number);
  return receipt.cover === null ? earlier : [...earlier, receipt.cover];
}

/** Hashes of the documents a receipt names, and the instruments they are of. */
function namedBy(receipt: Receipt): { hashes: readonly string[]; codes: readonly string[] } {
  if (receipt.kind === 'cover' || receipt.kind === 'donation') return { hashes: [], codes: [] };
  if (receipt.kind === 'conversion') {
    const hashes = receipt.legs.map(({ specification }) => specification);
    const codes = receipt.legs.map(({ instrument }) => instrument.code);
    return { hashes: [...hashes, receipt.documents.schedule], codes };
  }
  if (receipt.kind === 'collateralSale') {
    const priced = receipt.held.flatMap((one) => one.priced ?? []);
    const hashes = priced.map(({ specification }) => specification);
    const codes = priced.map(({ instrument }) => instrument.code);
    return { hashes: [...hashes, receipt.documents.schedule], codes };
  }
  if (isOfPlan(receipt)) {
    const named = [...pricedOf(receipt), ...movedOf(receipt)];
    const hashes = [...new Set(named.map(({ specification }) => specification))];
    return { hashes: [...hashes, receipt.documents.schedule], codes: receipt.plan.codes };
  }
  return { hashes: Object.values(receipt.documents ?? {}), codes: [receipt.instrument.code] };
}

/** Documents, roots and other receipts, as any caller gets them. */
async function filesOf(receipt: Receipt, signal: AbortSignal): Promise<object[]> {
  const others = await Promise.all(
    othersOf(receipt).map((number) => take('receipts.get', { params: { number }, signal })),
  );
  const all = [receipt, ...others.filter((other) => other?.kind === 'planFund')];
  const named = all.flatMap((one) => (one === null ? [] : [namedBy(one)]));
  const hashes = new Set(named.flatMap((one) => one.hashes));
  const codes = new Set(named.flatMap((one) => one.codes));
  const found = await Promise.all([
    take('transparency.fees', { signal }),
    ...[...hashes].map((hash) => take('receipts.document', { params: { hash }, signal })),
    ...[...codes].map((code) => take('receipts.published', { query: { code }, signal })),
  ]);
  return [...others, ...found].filter((one) => one !== null);
}

function groupsOf(lines: readonly Line[], hasTape: boolean): GroupResult[] {
  return GROUPS.flatMap(({ label, rules, needsTape }): GroupResult[] => {
    const isUnread = needsTape && !hasTape;
    const own = lines.filter(({ rule }) => rules.some((one) => rule.startsWith(one)));
    // Without the tape what is said of it is not wrong, it is not known.
    const wrong = own.filter(({ ok, rule }) => !ok && (hasTape || !rule.startsWith('tape.')));
    if (own.length === 0 && !isUnread) return [];
    const said = own.filter(({ isSaid }) => isSaid);
    const sound = said.length > 0 ? 'said' : 'holds';
    const state = wrong.length > 0 ? 'differs' : isUnread ? 'unchecked' : sound;
    return [{ label, state, wrong, said }];
  });
}

/** Who signed it, by the keys the server publishes now. */
async function signatureOf(receipt: Receipt, signal: AbortSignal): Promise<GroupResult> {
  const keys = await take('market.keys', { signal });
  const signed = keys === null ? null : await isReceiptSigned(receipt, keys);
  const state = signed === null ? 'unchecked' : signed ? 'holds' : 'differs';
  return { label: SIGNATURE, state, wrong: [], said: [] };
}

/**
 * Checks a receipt by the verifier's rules, against the tape, the documents and the roots as any
 * caller gets them. Where the tape it needs is too long for a browser, what rests on it is not
 * checked.
 */
export async function checkRules(receipt: Receipt, signal: AbortSignal): Promise<RulesResult> {
  if (receipt.schema === 'candor.receipt/1') return all('unchecked', 'old');
  try {
    // The roots first: what is added to the tape meanwhile is not under them.
    const roots = await take('market.tapeRoots', { signal });
    const files = await filesOf(receipt, signal);
    // A day of an order rests on all of the day of its fund.
    const funds = files.filter((one) => 'kind' in one && one.kind === 'planFund');
    const cited = receipt.kind === 'planDay' ? { ...receipt, whole: funds } : receipt;
    const tape = await tapeOf({ receipt, cited }, roots?.tape ?? [], signal);
    const read = [
      ...files.map((one, index) => readAny(String(index), JSON.stringify(one))),
      readAny('roots', JSON.stringify(roots)),
      readAny('receipt', JSON.stringify(receipt)),
      ...(tape ?? []).map((text, index) => readAny(`tape ${index + 1}`, text)),
    ];
    const { lines } = checkReceipt(receipt, collect(read));
    const groups = [...groupsOf(lines, tape !== null), await signatureOf(receipt, signal)];
    return { groups, why: tape === null ? 'long' : null };
  } catch (error) {
    if (signal.aborted) throw error;
    return all('unchecked', 'failed');
  }
}
