// Promise: of the false receipts a forger makes of true ones none is accepted, and each refusal names
// the rule; the true ones all are. `npm run soak -- forgery` makes them of 200 true receipts.
import { describe, expect, test } from 'vitest';
import { RULES, checkReceipt } from '../check.mjs';
import { KINDS, baseReceipts } from './base-receipts.mjs';
import { NAMED, forgeriesOf } from './forgeries.mjs';
import { filesOf } from './made-receipt.mjs';

/** FORGERY_BASES: true receipts to begin with; one of each kind where nothing is said. */
const BASES = Number.parseInt(process.env.FORGERY_BASES ?? String(Object.keys(KINDS).length), 10);
/** Of how many fields one is changed: all of them in the soak. */
const EVERY = process.env.FORGERY_BASES === undefined ? 6 : 1;
/** Kinds of false receipts each true one has at least. */
const KINDS_MIN = 40;

const bases = baseReceipts(BASES);
/** The files a reader has: without the true receipt, which a liar would not hand out as well. */
function read(base, forged) {
  const others = base.made.receipts.filter(({ number }) => number !== base.receipt.number);
  const receipts = forged.receipts ?? [...others, forged.receipt];
  return filesOf(forged.files ?? base.made.files, receipts, base.orders);
}
const wrongIn = (receipt, files) => checkReceipt(receipt, files).differences();

test('every true receipt is accepted', () => {
  for (const { kind, seed, made, orders } of bases) {
    const files = filesOf(made.files, made.receipts, orders);
    for (const receipt of made.receipts) {
      const said = wrongIn(receipt, files).map(
        ({ rule, what, detail }) => `${rule} ${what}: ${detail}`,
      );
      expect(said, `${kind} ${seed}`).toEqual([]);
    }
  }
});

describe('a false receipt', () => {
  const seen = new Set();
  const rules = new Map();
  let tried = 0;

  test.each(bases.map((base) => [`${base.kind} ${base.seed}`, base]))(
    'of %s is refused',
    (_name, base) => {
      const whole = read(base, { receipts: [] });
      const accepted = [];
      // A cover has few fields: all of them are changed.
      const every = base.receipt.kind === 'cover' ? 1 : EVERY;
      let kinds = 0;
      for (const [name, forged, rule] of forgeriesOf(base, every)) {
        // The tape is put together once for all that leave the files as they are.
        const isSame = forged.files === undefined && forged.receipts === undefined;
        const others = base.made.receipts.filter(({ number }) => number !== base.receipt.number);
        if (isSame) whole.receipts = [...others, forged.receipt];
        const wrong = wrongIn(forged.receipt, isSame ? whole : read(base, forged));
        const isNamed = rule === undefined || wrong.some((one) => one.rule === rule);
        if (wrong.length === 0 || !isNamed) accepted.push(`${name}: ${rule ?? 'accepted'}`);
        for (const one of wrong) rules.set(one.rule, (rules.get(one.rule) ?? 0) + 1);
        seen.add(name);
        kinds += 1;
      }
      tried += kinds;
      expect(accepted).toEqual([]);
      expect(kinds).toBeGreaterThanOrEqual(KINDS_MIN);
    },
    // Hundreds of receipts: on a busy machine that takes a while.
    120_000,
  );

  test('is of every kind there is, and every rule refuses some', () => {
    expect(NAMED.filter((name) => !seen.has(name))).toEqual([]);
    expect([...rules.keys()].filter((rule) => !Object.hasOwn(RULES, rule))).toEqual([]);
    expect(Object.keys(RULES).filter((rule) => !rules.has(rule))).toEqual([]);
    process.stdout.write(`${bases.length} true receipts, ${tried} false ones tried\n`);
  });
});
