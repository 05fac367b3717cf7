// Promise: the simulation of loans finds faults: each of 22 that are put in the place of the product's functions is
// found by the name of what it breaks, and nothing is found without one. (RELIABILITY L1–L6)
import { test, vi } from 'vitest';
import { ALL_FAULTS_MS, type Fault, createPlanting, ignoringKept, nextDay } from '../planting.ts';
import type { Command } from './commands.ts';
import { playRun } from './play.ts';
import {
  add,
  apply,
  cover,
  decide,
  draw,
  lend,
  line,
  midnight,
  repay,
  silence,
  writeOff,
} from './story.ts';
import { startWorld } from './world.ts';

const planted = vi.hoisted(() => ({ fault: '' }));
const is = (fault: string): boolean => planted.fault === fault;

vi.mock('@candor/pricing', async (original) => {
  const real = await original<typeof import('@candor/pricing')>();
  const by = <Amount extends { units: bigint }>(amount: Amount, units: bigint): Amount => ({
    ...amount,
    units: amount.units + units,
  });
  const changed: Partial<typeof real> = {
    interestOfNight(principal, night, terms) {
      const interest = real.interestOfNight(principal, night, terms);
      if (is('interest is rounded down') && interest.units > 0n) return by(interest, -1n);
      if (!is('the free days are charged')) return interest;
      return real.interestOfNight(principal, night, { ...terms, freeDays: 0 });
    },
    decideSale(facts) {
      const sale = real.decideSale(facts);
      if (sale === null) return null;
      if (is('all that is pledged is sold')) {
        const aim = { kind: 'pay', amount: facts.debt } as const;
        return real.decideSale({ ...facts, aim });
      }
      if (is('a sale is made above its line') && facts.aim.kind === 'line') {
        const lower = { kind: 'line', line: ((facts.aim.line * 60n) / 65n) as never } as const;
        return real.decideSale({ ...facts, aim: lower });
      }
      return sale;
    },
    loanStep(debt, value) {
      if (!is('the sale line is a little higher')) return real.loanStep(debt, value);
      return real.loanStep(by(debt, -debt.units / 100n), value);
    },
    repaymentOf(owed, paid) {
      const repaid = real.repaymentOf(owed, paid);
      if (!is('principal is repaid before interest')) return repaid;
      const principal = paid.units < owed.principal.units ? paid : owed.principal;
      const interest = by(paid, -principal.units);
      return {
        interest,
        principal,
        left: {
          principal: by(owed.principal, -principal.units),
          interest: by(owed.interest, -interest.units),
        },
      };
    },
    loanProblem(facts) {
      const problem = real.loanProblem(facts);
      if (is('borrowed money secures more') && problem === 'above-own') return null;
      return is('more is lent than its share') && problem === 'above-collateral' ? null : problem;
    },
  };
  return { ...real, ...changed };
});

vi.mock('../../../src/loans/loan/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/loans/loan/rules.ts')>();
  return {
    ...real,
    chargesOf: ((loan, today) => {
      const charges = real.chargesOf(loan, today);
      return is('a night is forgotten') ? charges.slice(1) : charges;
    }) satisfies typeof real.chargesOf,
    noticesAfter: ((told, look) => {
      const after = real.noticesAfter(told, look);
      return is('a line is never told again') && after < told ? told : after;
    }) satisfies typeof real.noticesAfter,
    isSaleDue: ((dueOn, today) =>
      is('what is due is sold a day early')
        ? real.isSaleDue(dueOn, nextDay(today))
        : real.isSaleDue(dueOn, today)) satisfies typeof real.isSaleDue,
  };
});

vi.mock('../../../src/market/instruments/status.ts', async (original) => {
  const real = await original<typeof import('../../../src/market/instruments/status.ts')>();
  return {
    ...real,
    statusOf: ((facts) => {
      const status = real.statusOf(facts);
      return is('no price is ever too old') && status === 'stale' ? 'open' : status;
    }) satisfies typeof real.statusOf,
  };
});

vi.mock('../../../src/ledger/rules.ts', async (original) => {
  const real = await original<typeof import('../../../src/ledger/rules.ts')>();
  return {
    ...real,
    dailyCover: ((asset, sums, debts) =>
      is('interest counts before it was paid')
        ? real.dailyCover(asset, sums, sums['house:lending'] ?? 0n)
        : real.dailyCover(asset, sums, debts)) satisfies typeof real.dailyCover,
  };
});

vi.mock('../../../src/loans/loan/writing.ts', async (original) => {
  const real = await original<typeof import('../../../src/loans/loan/writing.ts')>();
  return {
    ...real,
    writeChanges: (async (tx, { changed, ...rest }) => {
      const told = is('what happened is told twice') ? [...changed, ...changed] : changed;
      return real.writeChanges(tx, { changed: told, ...rest });
    }) satisfies typeof real.writeChanges,
  };
});

vi.mock('../../../src/loans/selling/selling.ts', async (original) => {
  const real = await original<typeof import('../../../src/loans/selling/selling.ts')>();
  return {
    ...real,
    releasePostings: ((holdings, held) =>
      is('a unit of what goes back is kept')
        ? real.releasePostings(
            holdings,
            held.map((one) => ({ ...one, units: one.units - 1n })),
          )
        : real.releasePostings(holdings, held)) satisfies typeof real.releasePostings,
    shortfallEntry: ((loan, said) => {
      const entry = real.shortfallEntry(loan, said);
      if (!is('what is forgiven stays lent')) return entry;
      return { ...entry, postings: entry.postings.slice(0, 1) };
    }) satisfies typeof real.shortfallEntry,
  };
});

vi.mock('../../../src/loans/loan/store.ts', async (original) => {
  const real = await original<typeof import('../../../src/loans/loan/store.ts')>();
  return {
    ...real,
    setPledges: (async (tx, loan, left) => {
      if (is('what was sold stays pledged') && left.length > 0) return;
      await real.setPledges(tx, loan, left);
    }) satisfies typeof real.setPledges,
    putBooks: (async (tx, loan, next) => {
      const notices = is('a line is told again') ? 0 : next.notices;
      await real.putBooks(tx, loan, { ...next, notices });
    }) satisfies typeof real.putBooks,
    addPledge: (async (tx, loan, held) => {
      if (!is('what is added secures another loan')) return real.addPledge(tx, loan, held);
      const [other] = await tx.query<{ id: string }>(
        `select id from loans.loan where user_id = $1 and id <> $2 and drawn_at is not null
         order by ordinal limit 1`,
        [loan.userId, loan.id],
      );
      return real.addPledge(tx, { userId: loan.userId, id: other?.id ?? loan.id }, held);
    }) satisfies typeof real.addPledge,
  };
});

vi.mock('../../../src/identity/index.ts', async (original) => {
  const real = await original<typeof import('../../../src/identity/index.ts')>();
  return {
    ...real,
    holdVerification: (async (tx, userId) => {
      const found = await real.holdVerification(tx, userId);
      return is('whoever was identified once draws')
        ? { ...found, state: 'verified', level: 1 }
        : found;
    }) satisfies typeof real.holdVerification,
  };
});

vi.mock('../../../src/ledger/index.ts', async (original) => {
  const real = await original<typeof import('../../../src/ledger/index.ts')>();
  return {
    ...real,
    findHousePayable: (async (sql, asset) =>
      is('the house lends what it gave for coins')
        ? real.sumHouse(sql, { accountClass: 'house:capital', mode: 'real', asset })
        : real.findHousePayable(sql, asset)) satisfies typeof real.findHousePayable,
  };
});

vi.mock('../../../src/platform/commit/idempotency.ts', async (original) =>
  ignoringKept(await original(), () => is('kept answers are ignored')),
);

const identity: Command = { do: 'identity', user: 0 };
const sells = (user: number): Command => ({
  do: 'convert',
  user,
  from: 'BTC',
  to: 'USDT',
  share: 1_000,
});
const all = lend(2, 'all', 640);

const FAULTS: readonly Fault<Command>[] = [
  ['interest is rounded down', /model: loan-interest/, [...lend(0, 'both'), midnight(4)]],
  ['the free days are charged', /interest: charged/, [...lend(0), midnight(1)]],
  ['a night is forgotten', /interest: charged/, [...lend(0), midnight(5)]],
  ['interest counts before it was paid', /model: daily-cover/, [...lend(0), midnight(5), cover]],
  ['all that is pledged is sold', /restores: sold more/, [...lend(0), line('sale')]],
  ['a sale is made above its line', /restores: sold more/, [...lend(0), line('sale')]],
  ['the sale line is a little higher', /watched: .*not sold/, [...lend(0), line('sale')]],
  [
    'principal is repaid before interest',
    /model: loan-repay/,
    [...lend(0), midnight(5), repay(300)],
  ],
  ['borrowed money secures more', /L4: .*owed/, [...all, ...all, ...all, ...all]],
  ['more is lent than its share', /collateral: .*drawn on/, lend(0, 'BTC', 700)],
  ['a line is told again', /notices: /, [...lend(0), line('first'), line('second')]],
  [
    'a line is never told again',
    /notices: /,
    [...lend(0), line('first'), line('calm'), line('first')],
  ],
  ['what happened is told twice', /once: told 2 times that it is requested/, [apply(0)]],
  [
    'what is due is sold a day early',
    /due: sold before/,
    [...lend(0, 'USDT', 400), midnight(8), midnight(5)],
  ],
  [
    'no price is ever too old',
    /fresh: .*no price any more/,
    [...lend(0), silence(30), repay(300, 'collateral')],
  ],
  ['a unit of what goes back is kept', /model: pledge-release/, [...lend(0), repay(1_000)]],
  ['what was sold stays pledged', /pledged: /, [...lend(0), repay(300, 'collateral')]],
  [
    'what is added secures another loan',
    /model: .* pledged, by entries/,
    [...lend(0, 'BTC', 400), ...lend(0, 'ETH', 300), add('BTC', 100)],
  ],
  [
    'what is forgiven stays lent',
    /debt: principal/,
    [...lend(0), midnight(8, false), midnight(7, false), writeOff()],
  ],
  ['whoever was identified once draws', /L1: /, [apply(0), decide(), identity, draw()]],
  [
    'the house lends what it gave for coins',
    /houseFloor: .*to pay with after loan-grant/,
    [sells(1), sells(2), ...lend(0), ...lend(1, 'ETH'), ...lend(2, 'ETH')],
  ],
  [
    'kept answers are ignored',
    /stopped: .*"entry_once"/,
    [...lend(0), repay(300, 'cash', 0, true)],
  ],
];

const { expectFound, expectNothing } = createPlanting({
  planted,
  start: startWorld,
  play: playRun,
});
test.each(FAULTS)('planted: %s', (...fault) => expectFound(...fault));

test(
  'nothing is found in the same acts when nothing is planted',
  () => expectNothing(FAULTS, []),
  ALL_FAULTS_MS,
);
