import { type EntryId, type UserId, unixMs } from '@candor/kernel';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_CLASSES, ALLOWED, type AccountClass, type EntryKind } from './chart.ts';
import { type Entry, HOUSE, type Holdings, type Posting, checkEntry } from './rules.ts';
import { dailyCover, draft, reversalOf } from './rules.ts';

const USER = '018cc251-f400-7000-8000-000000000001' as UserId;
const AT = unixMs(1_704_067_200_000);
const KINDS = Object.keys(ALLOWED) as EntryKind[];
const CLASSES = Object.keys(ACCOUNT_CLASSES) as AccountClass[];

const uuid = (): fc.Arbitrary<EntryId> => fc.uuid({ version: 7 }).map((id) => id as EntryId);
const units = (max = 10n ** 20n): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max });

/** An entry of any kind with postings its chart allows. */
function anyEntry(): fc.Arbitrary<Entry> {
  return fc.constantFrom(...KINDS).chain((kind) => {
    const posting = fc
      .record({
        pair: fc.constantFrom<readonly [AccountClass, AccountClass]>(...ALLOWED[kind]),
        units: fc.bigInt({ min: 1n, max: 10n ** 20n }),
        asset: fc.constantFrom('USDT', 'BTC', 'ETH'),
        sub: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      })
      .map(({ pair: [from, to], sub, ...rest }): Posting => ({
        ...rest,
        from,
        to,
        ...(sub === undefined ? {} : { fromSub: sub }),
      }));
    return fc
      .record({ id: uuid(), postings: fc.array(posting, { minLength: 1 }) })
      .map((drawn) => ({
        ...drawn,
        userId: USER,
        mode: 'demo' as const,
        kind,
        requestId: 'r',
        part: 0,
        cause: 'request' as const,
        subject: null,
        reverses: null,
        at: AT,
      }));
  });
}

/** What every account of every asset holds after these postings, without those at zero. */
function totals(postings: readonly Posting[]): ReadonlyMap<string, bigint> {
  const held = new Map<string, bigint>();
  const move = (key: string, by: bigint): void => {
    const after = (held.get(key) ?? 0n) + by;
    if (after === 0n) held.delete(key);
    else held.set(key, after);
  };
  for (const posting of postings) {
    move(`${posting.asset}/${posting.from}/${posting.fromSub ?? ''}`, -posting.units);
    move(`${posting.asset}/${posting.to}/${posting.toSub ?? ''}`, posting.units);
  }
  return held;
}

const anyHoldings = (): fc.Arbitrary<Holdings> =>
  fc
    .record({ cash: units(), margin: units(), deficit: units(), reversed: units() })
    .map((held) => ({
      'user:cash': held.cash,
      'user:margin': held.margin,
      'user:deficit': -held.deficit,
      'user:reversed': -held.reversed,
    }));

describe('an entry', () => {
  test('of payments its chart allows is taken, and balances in every asset', () => {
    fc.assert(
      fc.property(anyEntry(), (entry) => {
        checkEntry(entry);
        for (const asset of ['USDT', 'BTC', 'ETH']) {
          const sums = [...totals(entry.postings)].filter(([key]) => key.startsWith(`${asset}/`));
          expect(sums.reduce((sum, [, held]) => sum + held, 0n)).toBe(0n);
        }
      }),
    );
  });

  test('with one payment outside the chart of its kind is refused', () => {
    fc.assert(
      fc.property(
        anyEntry(),
        fc.constantFrom(...CLASSES),
        fc.constantFrom(...CLASSES),
        (entry, from, to) => {
          const pairs: readonly (readonly [string, string])[] = ALLOWED[entry.kind];
          fc.pre(!pairs.some((pair) => pair[0] === from && pair[1] === to));
          const foreign: Posting = { from, to, asset: 'USDT', units: 1n };
          const bent = { ...entry, postings: [...entry.postings, foreign] };
          expect(() => checkEntry(bent)).toThrow('the chart does not allow');
        },
      ),
    );
  });

  test('of nothing, or with a payment of nothing or less, is refused', () => {
    fc.assert(
      fc.property(anyEntry(), fc.bigInt({ min: -(10n ** 20n), max: 0n }), (entry, amount) => {
        expect(() => checkEntry({ ...entry, postings: [] })).toThrow('at least one posting');
        const [first] = entry.postings;
        if (first === undefined) throw new Error('an entry has a posting');
        const bent = { ...entry, postings: [{ ...first, units: amount }] };
        expect(() => checkEntry(bent)).toThrow('moves something');
      }),
    );
  });

  test('of the house touches no user', () => {
    const deposit: Posting = { from: 'world:tron', to: 'user:cash', asset: 'USDT', units: 1n };
    const entry = fc.sample(anyEntry(), { numRuns: 1, seed: 1 })[0];
    if (entry === undefined) throw new Error('a sample');
    const house = { ...entry, userId: HOUSE, kind: 'deposit', postings: [deposit] } as const;
    expect(() => checkEntry(house)).toThrow('touches no user account');
  });
});

describe('a reversal', () => {
  const options = {
    id: '018cc251-f400-7000-8000-00000000000a' as EntryId,
    requestId: 'back',
    cause: 'case',
    at: AT,
  } as const;

  test('leaves every account as it was, and its chart takes it', () => {
    fc.assert(
      fc.property(anyEntry(), (entry) => {
        const reversal = reversalOf(entry, options);
        checkEntry(reversal);
        expect(reversal.reverses).toBe(entry.id);
        expect(totals([...entry.postings, ...reversal.postings])).toEqual(new Map());
      }),
    );
  });

  test('cannot be reversed', () => {
    fc.assert(
      fc.property(anyEntry(), (entry) => {
        expect(() => reversalOf(reversalOf(entry, options), options)).toThrow('done anew');
      }),
    );
  });
});

describe('a draft', () => {
  test('holding a margin and releasing it is as if nothing had happened', () => {
    fc.assert(
      fc.property(anyHoldings(), units(), (holdings, margin) => {
        const made = draft('USDT', holdings);
        made.pay('user:cash', 'user:margin', margin);
        made.pay('user:margin', 'user:cash', margin);
        expect(totals(made.postings())).toEqual(new Map());
        expect(made.held('user:cash')).toBe(holdings['user:cash']);
        expect(made.held('user:margin')).toBe(holdings['user:margin']);
      }),
    );
  });

  test('says what its postings say', () => {
    fc.assert(
      fc.property(anyHoldings(), units(), units(), (holdings, profit, loss) => {
        const made = draft('USDT', holdings);
        made.pay('house:trading', 'user:cash', profit);
        made.charge('house:fees', loss);
        made.cover();
        const moved = totals(made.postings());
        for (const name of ['user:cash', 'user:deficit', 'user:reversed'] as const) {
          const held = (holdings[name] ?? 0n) + (moved.get(`USDT/${name}/`) ?? 0n);
          expect(made.held(name)).toBe(held);
        }
      }),
    );
  });

  test('charges its whole amount, never more of it to cash than cash holds', () => {
    fc.assert(
      fc.property(anyHoldings(), units(), (holdings, amount) => {
        const made = draft('USDT', holdings);
        made.charge('house:trading', amount);
        const moved = totals(made.postings());
        expect(moved.get('USDT/house:trading/') ?? 0n).toBe(amount);
        expect(made.held('user:cash')).toBeGreaterThanOrEqual(0n);
        const fromDeficit = -(moved.get('USDT/user:deficit/') ?? 0n);
        // Only what cash lacked became a deficit.
        if (fromDeficit > 0n) expect(made.held('user:cash')).toBe(0n);
      }),
    );
  });

  test('covers the deficit first, then what a chain took back, and nothing beyond them', () => {
    fc.assert(
      fc.property(anyHoldings(), (holdings) => {
        const made = draft('USDT', holdings);
        made.cover();
        const cash = made.held('user:cash');
        const [deficit, reversed] = [made.held('user:deficit'), made.held('user:reversed')];
        expect(cash >= 0n && deficit <= 0n && reversed <= 0n).toBe(true);
        if (deficit < 0n) {
          expect(reversed).toBe(holdings['user:reversed']);
          expect(cash).toBe(0n);
        }
        if (reversed < 0n) expect(cash).toBe(0n);
      }),
    );
  });

  test('a payment of less than nothing is a broken promise, of nothing leaves no posting', () => {
    const made = draft('USDT', {});
    expect(() => made.pay('user:cash', 'user:margin', -1n)).toThrow('not negative');
    made.pay('user:cash', 'user:margin', 0n);
    made.charge('house:fees', 0n);
    made.cover();
    expect(made.postings()).toEqual([]);
  });
});

describe("a day's cover", () => {
  const EARNED = ['house:fees', 'house:financing', 'house:early-exit'] as const;
  const GIVEN = ['house:bad-debt', 'house:goodwill', 'house:marketing'] as const;
  const anyUnits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const sums = fc.record({
    'house:capital': units(),
    'house:trading': anyUnits,
    'house:fees': anyUnits,
    'house:financing': anyUnits,
    'house:early-exit': anyUnits,
    'house:bad-debt': anyUnits.map((one) => (one > 0n ? -one : one)),
    'house:goodwill': anyUnits.map((one) => (one > 0n ? -one : one)),
    'house:marketing': anyUnits.map((one) => (one > 0n ? -one : one)),
    'house:lending': units(),
    'house:loan-interest': units(),
  });
  /** Which part of the interest that was ever charged is still owed, in percent. */
  const unpaid = fc.bigInt({ min: 0n, max: 100n });

  test('loses nothing, passes no zero, and leaves nothing owed while capital is left', () => {
    fc.assert(
      fc.property(sums, unpaid, (held, percent) => {
        const after: Record<string, bigint> = { ...held };
        const owed = (held['house:loan-interest'] * percent) / 100n;
        for (const { from, to, units: paid } of dailyCover(
          'USDT',
          held,
          held['house:lending'] + owed,
        )) {
          expect(paid).toBeGreaterThan(0n);
          expect(ALLOWED['daily-cover'].some(([one, other]) => one === from && other === to)).toBe(
            true,
          );
          after[from] = (after[from] ?? 0n) - paid;
          after[to] = (after[to] ?? 0n) + paid;
        }
        const total = (of: Record<string, bigint>) =>
          Object.values(of).reduce((sum, one) => sum + one, 0n);
        expect(total(after)).toBe(total(held));
        expect(after['house:capital']).toBeGreaterThanOrEqual(0n);
        for (const one of EARNED) expect(after[one] ?? 0n).toBe(held[one] > 0n ? 0n : held[one]);
        // Interest nobody has paid yet stays where it is, and so does what was lent.
        expect(after['house:loan-interest']).toBe(owed);
        expect(after['house:lending']).toBe(held['house:lending']);
        for (const one of [...GIVEN, 'house:trading'] as const) {
          expect(after[one]).toBeLessThanOrEqual(0n);
          if ((after['house:capital'] ?? 0n) > 0n) expect(after[one]).toBe(0n);
        }
      }),
    );
  });
});
