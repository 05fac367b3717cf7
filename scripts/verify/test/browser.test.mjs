// Promise: the page checks a receipt by the verifier's own rules, against the tape, the documents and
// the roots it fetches itself; the false receipts the verifier refuses are refused there, and what
// was not checked there is said.
import { CALLS } from '@candor/protocol/calls';
import { fail, ok } from '@candor/kernel';
import { describe, expect, test, vi } from 'vitest';
import { checkRules } from '../../../apps/web/src/features/receipts/rules.ts';
import { KINDS, baseReceipts } from './base-receipts.mjs';
import { forgeriesOf } from './forgeries.mjs';
import { answerOf } from './made-receipt.mjs';

/** What the product would answer with now; null while nobody can be asked. */
let served = null;

// The page's way to the server, without a page: the same calls, answered from made files.
vi.mock('../../../apps/web/src/lib/http.ts', () => ({
  call: async (name, { params = {}, query = {}, read }) => {
    if (served === null) return fail({ name: 'network' });
    const path = CALLS[name].path.replace(/:(\w+)/g, (_, key) => params[key]);
    const search = new URLSearchParams(Object.entries(query).map(([key, one]) => [key, `${one}`]));
    const text = answerOf(new URL(`http://localhost/swx/customer${path}?${search}`), served);
    if (text === null) return fail({ name: 'not-found' });
    const response = new Response(text);
    const { result } = await (read === undefined ? response.json() : read(response));
    return ok(result);
  },
}));

const BASES = baseReceipts(Object.keys(KINDS).length);
/** Of so many false receipts one is tried here: they are the verifier's rules, tried with all. */
const EVERY = 9;

/** Told by files that were kept, or came twice: the page fetches each once, and keeps none. */
const KEPT = [
  'a second file that says another price',
  'two lists of what was published',
  'two receipts of one number',
  'an entry another receipt has',
];

const checkAll = (receipt) => checkRules(receipt, new AbortController().signal);
/** The rules of the verifier; who signed is told by keys, which made receipts have none of. */
async function check(receipt) {
  const { groups, why } = await checkAll(receipt);
  return { why, groups: groups.filter(({ label }) => label !== 'receipt.rules-signature') };
}

describe('a true receipt', () => {
  test.each(BASES.map((base) => [base.kind, base]))('of %s holds', async (kind, base) => {
    served = base.made;
    const { groups, why } = await check(base.receipt);
    expect(why).toBeNull();
    expect(groups.flatMap(({ wrong }) => wrong)).toEqual([]);
    // Of a conversion rate the tape itself shows that it was missing.
    const passed = kind === 'passedLink' ? [] : (base.receipt.passed ?? []);
    const states = groups.map(({ state }) => state);
    expect(states).not.toContain('unchecked');
    // What is the product's word is said, in the group it belongs to.
    expect(states.filter((state) => state === 'said')).toEqual(passed.length > 0 ? ['said'] : []);
    const said = groups.flatMap((group) => group.said.map(({ detail }) => detail));
    expect(said.every((detail) => detail.startsWith('not proven: '))).toBe(true);
    expect(said.length).toBe(passed.length);
    expect(groups.length).toBeGreaterThan(3);
  });
});

test('of false receipts none is accepted by the page', async () => {
  const accepted = [];
  let tried = 0;
  for (const [at, base] of BASES.entries()) {
    // What an order asked for is told by answers its owner kept, too.
    const forged = [...forgeriesOf(base, 40)].filter(
      ([name, , rule]) => rule !== 'pair.order' && !KEPT.includes(name),
    );
    for (const [name, one] of forged.filter((_, index) => index % EVERY === at % EVERY)) {
      const others = base.made.receipts.filter(({ number }) => number !== base.receipt.number);
      const receipts = one.receipts ?? [...others, one.receipt];
      served = { files: one.files ?? base.made.files, receipts };
      const { groups } = await check(one.receipt);
      tried += 1;
      if (groups.every(({ state }) => state === 'holds' || state === 'said'))
        accepted.push(`${base.kind}: ${name}`);
    }
  }
  expect(accepted).toEqual([]);
  expect(tried).toBeGreaterThan(100);
  // Hundreds of receipts: on a busy machine that takes a while.
}, 120_000);

describe('what a browser does not check is said', () => {
  test('of a receipt whose stretch of the tape is too long', async () => {
    const base = BASES.find(({ kind }) => kind === 'unreached');
    const roots = base.made.files.roots.map((root) => ({ ...root, ticks: 200_000 }));
    served = { ...base.made, files: { ...base.made.files, roots } };
    const { groups, why } = await check(base.receipt);
    expect(why).toBe('long');
    const unchecked = groups.filter(({ state }) => state === 'unchecked');
    expect(unchecked.map(({ label }) => label)).toEqual([
      'receipt.rules-tape',
      'receipt.rules-prices',
      'receipt.rules-orders',
    ]);
    expect(groups.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  test('of the older form everything, and when nothing answers', async () => {
    const [base] = BASES;
    served = base.made;
    const old = await check({ ...base.receipt, schema: 'candor.receipt/1' });
    served = null;
    const lost = await check(base.receipt);
    expect([old.why, lost.why]).toEqual(['old', 'failed']);
    for (const { groups } of [old, lost]) {
      expect(new Set(groups.map(({ state }) => state))).toEqual(new Set(['unchecked']));
    }
  });
});
