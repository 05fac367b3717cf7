import { conversionMoves } from '../conversion.ts';
import type { Entry } from '../real-books.ts';
import { type Held, type Moves, add, differencesOf, least } from '../real-books-invariants.ts';
import { ASSETS, type Pledged } from './commands.ts';
import { type Aim, interestOf, isAlike, noAmounts, ownSale, saleOf, valueOf } from './figures.ts';
import type { Snapshot } from './snapshot.ts';
import { type World, bidsAt } from './world.ts';

/** What the model looks at. */
export type Modelled = Pick<World, 'asked' | 'wanted' | 'exchanged' | 'said' | 'starts'> & {
  readonly now: Snapshot;
};

/** A loan by its entries alone. */
export type LoanModel = {
  principal: bigint;
  interest: bigint;
  readonly held: Map<Pledged, bigint>;
  drawnOn: number;
  /** The last midnight that was charged. */
  chargedOn: number;
  lost: bigint;
};

const DAY_MS = 86_400_000;
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
const nothing = (): LoanModel => ({
  principal: 0n,
  interest: 0n,
  held: noAmounts(),
  drawnOn: 0,
  chargedOn: 0,
  lost: 0n,
});
const debtOf = ({ principal, interest }: LoanModel): bigint => principal + interest;

/** What comes into cash pays an open deficit first, then a reversed deposit. */
function credited(moves: Moves, held: Held, asset: Pledged, units: bigint): void {
  let left = units;
  for (const account of ['user:deficit', 'user:reversed']) {
    const paid = least(-held(asset, account), left);
    add(moves, `${asset} ${account}`, paid);
    left -= paid;
  }
  add(moves, `${asset} user:cash`, left);
}

/** Takes a payment off what is owed: the interest first. Answers how much of it is principal. */
function payOff(loan: LoanModel, units: bigint): bigint {
  const interest = least(loan.interest, units);
  const principal = units - interest;
  loan.interest -= interest;
  loan.principal -= principal;
  return principal;
}

/** What the house holds, as its entries left it. */
type House = Map<string, bigint>;

const EARNED = ['house:fees', 'house:financing', 'house:early-exit', 'house:trading'];
const COVERED = ['house:trading', 'house:bad-debt', 'house:goodwill', 'house:marketing'];

/** What a day's cover moves of what the house holds: earnings to capital, losses from it. */
function coverMoves(house: House): Moves {
  const moves: Moves = new Map();
  for (const asset of ASSETS) {
    const of = (account: string): bigint => house.get(`${asset} ${account}`) ?? 0n;
    let capital = of('house:capital');
    const take = (account: string, units: bigint): void => {
      add(moves, `${asset} ${account}`, -units);
      add(moves, `${asset} house:capital`, units);
      capital += units;
    };
    for (const account of EARNED) if (of(account) > 0n) take(account, of(account));
    // Of interest only what borrowers do not owe any more.
    const settled = of('house:loan-interest') - (-of('debts') - of('house:lending'));
    if (settled > 0n) take('house:loan-interest', settled);
    for (const account of COVERED) {
      const paid = least(-of(account), capital);
      if (paid > 0n) take(account, -paid);
    }
  }
  return moves;
}

/** Each loan, followed from entry to entry. */
export function createModel(seen: Modelled) {
  const loans = new Map<string, LoanModel>();
  const house: House = new Map();
  const saleBy = new Map(seen.now.sales.map((sale) => [sale.id, sale]));
  const loanOf = (id: string): LoanModel => {
    const known = loans.get(id) ?? nothing();
    loans.set(id, known);
    return known;
  };

  function pledge(moves: Moves, loan: LoanModel, held: ReadonlyMap<Pledged, bigint>): void {
    for (const [asset, units] of held) {
      add(moves, `${asset} user:cash`, -units);
      add(moves, `${asset} user:collateral`, units);
      loan.held.set(asset, (loan.held.get(asset) ?? 0n) + units);
    }
  }

  function sell(moves: Moves, entry: Entry): void {
    const sale = saleBy.get(entry.subject ?? '');
    if (sale === undefined) return;
    const loan = loanOf(sale.loanId);
    const asked = seen.wanted.get(entry.requestId);
    const debt = debtOf(loan);
    const aims: Record<typeof sale.cause, Aim> = {
      line: { kind: 'line' },
      overdue: { kind: 'pay', amount: debt },
      owner: { kind: 'pay', amount: asked?.units ?? debt },
    };
    const bids = bidsAt(seen, entry.at);
    const facts = { debt, held: loan.held, bids, aim: aims[sale.cause] };
    const least = ownSale(facts);
    if (least === null) return;
    // Of a coin with more places than its price, several amounts beside one another are the least there is.
    const given = sale.given.map(({ asset, units }) => [asset, units] as const);
    const own = isAlike(facts, least, given) ? saleOf(facts, given) : least;
    for (const [asset, units] of own.given) {
      add(moves, `${asset} user:collateral`, -units);
      loan.held.set(asset, (loan.held.get(asset) ?? 0n) - units);
      if (asset === 'USDT') continue;
      add(moves, `${asset} house:exchange`, units);
    }
    const usdt = own.given.find(([asset]) => asset === 'USDT')?.[1] ?? 0n;
    add(moves, 'USDT house:exchange', -(own.received - usdt + own.spread));
    add(moves, 'USDT house:fees', own.spread);
    // What its last unit brought too much stays in cash, whatever else is owed.
    add(moves, 'USDT user:cash', own.received - own.paid);
    add(moves, 'USDT user:debt', own.paid);
    const principal = payOff(loan, own.paid);
    add(moves, 'USDT house:lending', -principal);
    add(moves, 'USDT house:capital', principal);
  }

  function expected(entry: Entry, held: Held): Moves | null {
    const moves: Moves = new Map();
    const { kind, subject, requestId, at } = entry;
    const asked = seen.asked.get(subject ?? '');
    const wanted = seen.wanted.get(requestId);
    switch (kind) {
      case 'pledge': {
        const loan = loanOf(subject ?? '');
        if (wanted?.call === 'draw') pledge(moves, loan, asked?.held ?? new Map());
        else if (wanted?.call === 'add') {
          pledge(moves, loan, new Map([[wanted.asset, wanted.units ?? 0n]]));
        }
        return moves;
      }
      case 'loan-grant': {
        const loan = loanOf(subject ?? '');
        const principal = asked?.principal ?? 0n;
        loan.principal = principal;
        loan.drawnOn = dayOf(at);
        loan.chargedOn = loan.drawnOn;
        add(moves, 'USDT user:debt', -principal);
        add(moves, 'USDT house:lending', principal);
        add(moves, 'USDT house:capital', -principal);
        credited(moves, held, 'USDT', principal);
        return moves;
      }
      case 'loan-interest': {
        const loan = loanOf(subject ?? '');
        const night = dayOf(Date.parse(requestId.split(':').at(-1) ?? ''));
        // Each midnight once, in their order, and none that has not been.
        if (night <= loan.chargedOn || night > dayOf(at)) return moves;
        loan.chargedOn = night;
        const interest = interestOf(loan.principal, night - loan.drawnOn);
        loan.interest += interest;
        add(moves, 'USDT user:debt', -interest);
        add(moves, 'USDT house:loan-interest', interest);
        return moves;
      }
      case 'loan-repay': {
        const loan = loanOf(subject ?? '');
        const units = wanted?.call === 'repay' ? (wanted.units ?? debtOf(loan)) : 0n;
        add(moves, 'USDT user:cash', -units);
        add(moves, 'USDT user:debt', units);
        const principal = payOff(loan, units);
        add(moves, 'USDT house:lending', -principal);
        add(moves, 'USDT house:capital', principal);
        return moves;
      }
      case 'collateral-sale':
        sell(moves, entry);
        return moves;
      case 'loan-shortfall': {
        const sale = saleBy.get(subject ?? '');
        const loan = loanOf(sale?.loanId ?? subject ?? '');
        const isWrittenOff = requestId.startsWith('loan-write-off:');
        const value = valueOf(loan.held, bidsAt(seen, at));
        // A unit of what is left may bring nothing; whatever brings something is sold first.
        if (!isWrittenOff && (value === null || value > 1n)) return moves;
        loan.lost += debtOf(loan);
        add(moves, 'USDT user:debt', debtOf(loan));
        add(moves, 'USDT house:bad-debt', -debtOf(loan));
        add(moves, 'USDT house:lending', -loan.principal);
        add(moves, 'USDT house:capital', loan.principal);
        loan.principal = 0n;
        loan.interest = 0n;
        return moves;
      }
      case 'pledge-release': {
        const loan = loanOf(subject ?? '');
        if (debtOf(loan) > 0n) return moves;
        for (const [asset, units] of loan.held) {
          add(moves, `${asset} user:collateral`, -units);
          credited(moves, held, asset, units);
          loan.held.set(asset, 0n);
        }
        return moves;
      }
      case 'convert': {
        const said = seen.exchanged.get(subject ?? '');
        if (said === undefined) return moves;
        const made = conversionMoves(said, -held(said.to, 'user:reversed'));
        return made;
      }
      case 'daily-cover':
        return coverMoves(house);
      default:
        return null;
    }
  }

  /** Adds what an entry moved to what the house holds, and to what all borrowers owe. */
  function follow({ postings }: Entry): void {
    for (const { from, to, units, asset } of postings) {
      for (const [account, by] of [
        [from, -units],
        [to, units],
      ] as const) {
        const key = account === 'user:debt' ? 'debts' : account;
        house.set(`${asset} ${key}`, (house.get(`${asset} ${key}`) ?? 0n) + by);
      }
    }
  }

  return {
    loans,
    house,
    /** What the entries of a run moved that they had not to. `behind` hears of each with the house behind it. */
    differences(behind: (entry: Entry, house: ReadonlyMap<string, bigint>) => void): string[] {
      return differencesOf(seen.now.entries, (entry, held) => {
        const want = expected(entry, held);
        follow(entry);
        behind(entry, house);
        return want;
      });
    },
  };
}
