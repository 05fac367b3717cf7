import { d18, resultOf } from '../oracle.ts';
import { BOOKS_INVARIANTS } from '../real-books-invariants.ts';
import { SPREAD_CENTS, centsText } from '../conversion.ts';
import { ASSETS, COINS, type Pledged } from './commands.ts';
import {
  type Bids,
  DRAWN_AT,
  SALE_AT,
  interestOf,
  isReached,
  isWithin,
  noticesOf,
  saleOf,
  valueOf,
} from './figures.ts';
import { type LoanModel, createModel, dayOf } from './model.ts';
import type { Loan, Sale, Snapshot } from './snapshot.ts';
import { FLOOR, type World, bidsAt } from './world.ts';

/** What the invariants look at. */
export type Seen = Pick<
  World,
  | 'asked'
  | 'wanted'
  | 'exchanged'
  | 'said'
  | 'starts'
  | 'draws'
  | 'notices'
  | 'told'
  | 'users'
  | 'isLooked'
> & {
  readonly now: Snapshot;
  readonly clock: number;
  /** What time alone brings was done at the prices of now. */
  readonly isTended: boolean;
  /** Bids that count now. */
  readonly bids: Bids;
  /** Everything that was told, and what of it since the last look. */
  readonly heard: readonly Snapshot['news'][number][];
  readonly newlyHeard: readonly Snapshot['news'][number][];
};

/** Everything it finds violated, in words; empty when it holds. */
export type Invariant = (seen: Seen) => string[];

const RUNS = new Set(['repaymentInProgress', 'overdue']);
const isRunning = ({ state }: Loan): boolean => RUNS.has(state);
const debtOf = ({ owed }: Loan): bigint => owed.principal + owed.interest;
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const dayNumber = (text: string | null): number => dayOf(Date.parse(text ?? ''));

/** Every entry moves what the papers say, and what stands beside the books is what its entries came to. */
const model: Invariant = (seen) => {
  const books = createModel(seen);
  const found = books.differences(() => undefined);
  const none: LoanModel['held'] = new Map();
  for (const loan of seen.now.loans) {
    const own = books.loans.get(loan.id);
    const [principal, interest] = [own?.principal ?? 0n, own?.interest ?? 0n];
    if (loan.owed.principal !== principal || loan.owed.interest !== interest) {
      const { owed } = loan;
      found.push(
        `${owed.principal} + ${owed.interest} owed, by entries ${principal} + ${interest}`,
      );
    }
    for (const asset of ASSETS) {
      const [stored, posted] = [loan.pledged.get(asset), (own?.held ?? none).get(asset)];
      if ((stored ?? 0n) !== (posted ?? 0n)) {
        found.push(`${stored ?? 0n} ${asset} pledged, by entries ${posted ?? 0n}`);
      }
    }
  }
  return found;
};

/** L3: what was lent and charged is owed, paid or lost, and is the debt in the books. */
const debt: Invariant = ({ now, users }) => [
  ...now.loans.flatMap((loan) => {
    const { owed, paid, lost, charged } = loan;
    if (loan.drawnAt === null) return debtOf(loan) === 0n ? [] : ['owed before it was drawn'];
    const found: string[] = [];
    const principal = owed.principal + paid.principal + lost.principal;
    const interest = owed.interest + paid.interest + lost.interest;
    if (principal !== loan.principal) found.push(`${principal} of ${loan.principal} drawn`);
    if (interest !== charged) found.push(`interest ${interest} of ${charged} charged`);
    if (isRunning(loan) !== debtOf(loan) > 0n) found.push(`${loan.state} with ${debtOf(loan)}`);
    const paidBy = sum(loan.payments.map((one) => one.principal + one.interest));
    if (paidBy !== paid.principal + paid.interest) found.push(`payments of ${paidBy}`);
    return found;
  }),
  ...users.flatMap(({ userId }) => {
    const own = sum(now.loans.filter((loan) => loan.userId === userId).map(debtOf));
    const posted = -(now.balances.get(`${userId} USDT user:debt`) ?? 0n);
    return own === posted ? [] : [`loans say ${own} is owed, the books ${posted}`];
  }),
  ...(() => {
    const owed = sum(now.loans.map(({ owed: { principal } }) => principal));
    const lending = now.totals.get('real USDT house:lending') ?? 0n;
    return owed === lending ? [] : [`principal ${owed}, lent by the books ${lending}`];
  })(),
];

/** L2: each midnight behind the free ones is charged once, of the principal that stood through it, to the unit. */
const interest: Invariant = ({ now }) =>
  now.loans.flatMap((loan) => {
    if (loan.drawnOn === null) return loan.charges.length === 0 ? [] : ['charged, not drawn'];
    const drawn = dayNumber(loan.drawnOn);
    const through = dayNumber(loan.chargedThrough);
    const want: string[] = [];
    for (let day = drawn + 1; day <= through; day += 1) {
      const paid = loan.payments.filter(({ at }) => dayOf(at) < day);
      const principal = loan.principal - sum(paid.map((one) => one.principal));
      const units = interestOf(principal, day - drawn);
      if (units > 0n) want.push(`${dayText(day)} ${units}`);
    }
    const is = loan.charges.map(({ day, interest: units }) => `${day} ${units}`);
    const found: string[] = [];
    if (is.join() !== want.join()) found.push(`charged ${is.join()}; has to be ${want.join()}`);
    if (sum(loan.charges.map((one) => one.interest)) !== loan.charged) found.push('not its sum');
    return found;
  });

/** What is pledged to loans is, by owner and asset, what the books hold as pledged. */
const pledged: Invariant = ({ now, users }) =>
  users.flatMap(({ userId }) =>
    ASSETS.flatMap((asset) => {
      const own = now.loans.filter((loan) => loan.userId === userId);
      const rows = sum(own.map((loan) => loan.pledged.get(asset) ?? 0n));
      const posted = now.balances.get(`${userId} ${asset} user:collateral`) ?? 0n;
      return rows === posted ? [] : [`${asset}: ${rows} pledged to loans, ${posted} in the books`];
    }),
  );

/** A loan over holds nothing, and one that never ran held nothing. */
const released: Invariant = ({ now }) =>
  now.loans.flatMap((loan) =>
    isRunning(loan) || sum([...loan.pledged.values()]) === 0n
      ? []
      : [`${loan.state} and holds collateral`],
  );

const heldOf = ({ held }: Sale): Map<Pledged, bigint> =>
  new Map(held.map(({ asset, units }) => [asset, units]));

/** A sale at the line restores it, with not a unit too many; nothing is sold above the line. */
const restores: Invariant = ({ now, said, starts }) =>
  now.sales.flatMap((sale) => {
    const bids = bidsAt({ said, starts }, sale.at);
    const owed = sale.before.principal + sale.before.interest;
    const held = heldOf(sale);
    const facts = { debt: owed, held, bids, aim: { kind: 'line' } as const };
    const given = sale.given.map(({ asset, units }) => [asset, units] as const);
    const found: string[] = [];
    for (const [asset, units] of given) {
      if (units > (held.get(asset) ?? 0n)) found.push(`${units} ${asset} sold, more than it held`);
    }
    if (sale.cause !== 'line' || found.length > 0) return found;
    const value = valueOf(held, bids);
    if (value === null) return ['sold at no price'];
    if (!isReached(owed, value, SALE_AT)) found.push(`sold at ${owed} of ${value}`);
    const after = saleOf(facts, given);
    const lost = sale.lost.principal + sale.lost.interest;
    if (!after.isReached && lost === 0n) found.push('sold and not restored');
    const [last] = given.slice(-1);
    if (last === undefined || !after.isReached) return found;
    const [asset, units] = last;
    if (saleOf(facts, [...given.slice(0, -1), [asset, units - 1n]]).isReached) {
      found.push(`sold more ${asset} than restores the line`);
    }
    return found;
  });

/** What is lost is what no collateral was left for, and the house's alone. */
const loss: Invariant = ({ now, said, starts }) => {
  const found = now.sales.flatMap((sale) => {
    const lost = sale.lost.principal + sale.lost.interest;
    if (lost === 0n) return [];
    const bids = bidsAt({ said, starts }, sale.at);
    const left = heldOf(sale);
    for (const { asset, units } of sale.given) left.set(asset, (left.get(asset) ?? 0n) - units);
    const value = valueOf(left, bids);
    return value !== null && value <= 1n ? [] : [`${lost} lost with ${value} pledged left`];
  });
  const lost = sum(now.loans.map((loan) => loan.lost.principal + loan.lost.interest));
  const posted = now.entries
    .filter(({ kind }) => kind === 'loan-shortfall')
    .flatMap(({ postings }) => postings)
    .filter(({ from }) => from === 'house:bad-debt');
  const booked = sum(posted.map(({ units }) => units));
  return lost === booked ? found : [...found, `${lost} lost, ${booked} of it the house's`];
};

/** What is sold, and what is told, is judged by a price of both sources that is fresh: of every coin pledged. */
const fresh: Invariant = (seen) => [
  ...seen.now.sales.flatMap((sale) => {
    const bids = bidsAt(seen, sale.at);
    return sale.held.flatMap(({ asset, price }) => {
      if (asset === 'USDT') return [];
      const cents = bids[asset];
      const isGiven = sale.given.some((one) => one.asset === asset);
      if (price === null) return isGiven ? [`${asset} sold without a price`] : [];
      if (cents === undefined) return [`${asset} judged at ${price}, which is no price any more`];
      const said = centsText(cents);
      return d18(price) === d18(said) ? [] : [`${asset} judged at ${price}, said was ${said}`];
    });
  }),
  ...seen.newlyHeard.flatMap(({ loanId, at, news }) => {
    const loan = seen.now.loans.find(({ id }) => id === loanId);
    if (news.kind !== 'notice' || loan === undefined) return [];
    const isPriced = valueOf(loan.pledged, bidsAt(seen, at)) !== null;
    return isPriced ? [] : ['a notice was told by no price'];
  }),
];

/** Each notice line is told once until the loan is back at the share it was drawn at, and no line is missed. */
const notices: Invariant = (seen) =>
  seen.now.loans.flatMap((loan) => {
    const lines = seen.newlyHeard.flatMap(({ loanId, news }) =>
      loanId === loan.id && news.kind === 'notice' ? [news.line] : [],
    );
    const before = seen.notices.get(loan.id) ?? 0;
    const value = valueOf(loan.pledged, seen.bids);
    let want: number[] = [];
    let after = isRunning(loan) ? before : 0;
    if (isRunning(loan) && value !== null && seen.isLooked) {
      const reached = noticesOf(debtOf(loan), value);
      if (reached > before) want = [reached];
      if (reached > before) after = reached;
      else if (isWithin(debtOf(loan), value, DRAWN_AT)) after = 0;
    }
    seen.notices.set(loan.id, after);
    const found: string[] = [];
    if (lines.join() !== want.join()) {
      found.push(`told of [${lines.join()}] after ${before}, has to be told of [${want.join()}]`);
    }
    if (loan.notices !== after) found.push(`${loan.notices} notices, has to be ${after}`);
    return found;
  });

/** No loan whose collateral has a price stands at or past the line it is sold at. */
const watched: Invariant = ({ now, bids, isLooked }) =>
  now.loans.flatMap((loan) => {
    const value = isLooked ? valueOf(loan.pledged, bids) : null;
    return isRunning(loan) && value !== null && isReached(debtOf(loan), value, SALE_AT)
      ? [`${debtOf(loan)} of ${value} and not sold`]
      : [];
  });

/** L5: states and edges of WIRE 7 only, and who goes them. */
const WAYS: Readonly<Record<string, string>> = {
  ' pendingReview': 'owner',
  'pendingReview approved': 'operator',
  'pendingReview rejected': 'operator',
  'pendingReview expired': 'owner',
  'approved repaymentInProgress': 'owner',
  'approved expired': 'owner system',
  'repaymentInProgress repaid': 'owner',
  'repaymentInProgress overdue': 'system',
  'repaymentInProgress sold': 'system',
  'overdue repaid': 'owner',
  'overdue sold': 'system',
  'overdue writtenOff': 'operator',
};

/** The ways a loan went. */
export function waysOf({ steps }: Loan): string[] {
  return steps.map(({ state }, place) => `${steps[place - 1]?.state ?? ''} ${state}`);
}

const l5: Invariant = ({ now }) =>
  now.loans.flatMap((loan) => [
    ...waysOf(loan).flatMap((way, place) => {
      const by = loan.steps[place]?.by ?? '';
      return WAYS[way]?.split(' ').includes(by) === true ? [] : [`${way} by ${by}`];
    }),
    ...(loan.steps.at(-1)?.state === loan.state ? [] : [`${loan.state} is no step`]),
  ]);

/** Two people granted what was drawn, and two wrote off what was forgiven. */
const two: Invariant = ({ now }) => {
  const isByTwo = (id: string | null, kind: string): boolean => {
    const one = now.cases.get(id ?? '');
    const hasTwo = one?.firstBy != null && one.decidedBy != null && one.firstBy !== one.decidedBy;
    return one?.kind === kind && one.verdict === 'approved' && hasTwo;
  };
  return now.loans.flatMap((loan) => [
    ...(loan.drawnAt === null || isByTwo(loan.approvedCase, 'loan') ? [] : ['drawn by one']),
    ...(loan.state !== 'writtenOff' || isByTwo(loan.writeOffCase, 'loanWriteOff')
      ? []
      : ['written off by one']),
  ]);
};

/** What is forgiven was overdue for its days, and nothing of what was pledged could be sold then. */
const forgiven: Invariant = (seen) =>
  seen.now.loans.flatMap((loan) => {
    if (loan.state !== 'writtenOff') return [];
    const at = loan.steps.at(-1)?.at ?? 0;
    const bids = bidsAt(seen, at);
    const back = seen.now.entries
      .filter(({ kind, subject }) => kind === 'pledge-release' && subject === loan.id)
      .flatMap(({ postings }) => postings)
      .filter(({ from }) => from === 'user:collateral');
    const found = back.flatMap(({ asset }) =>
      asset === 'USDT' || bids[asset] !== undefined ? [`forgiven with ${asset} to be sold`] : [],
    );
    if (dayOf(at) < dayNumber(loan.dueOn) + 7) found.push('forgiven before its seventh day');
    return found;
  });

/** L1: a borrower is identified when drawing. */
const l1: Invariant = ({ draws }) =>
  draws.flatMap(({ who: { isVerified } }) =>
    isVerified ? [] : ['drawn by who is not identified'],
  );

/** L6: what was signed is kept word for word, with the picture that signed it. */
const l6: Invariant = ({ now }) =>
  now.loans.flatMap(({ hashes: { own, kept, signature } }) =>
    own === kept && /^[0-9a-f]{64}$/.test(signature) ? [] : ['not what was signed'],
  );

/** What the product may round otherwise than we do, of all a borrower owns. @units units of USDT */
const ROUNDING = 5n;

/** L4: all debts stay within the share of what their owner owns without them; borrowed money adds nothing to it. */
const l4: Invariant = ({ draws, now }) =>
  draws.flatMap(({ loanId, own, debts, who }) => {
    const loan = now.loans.find(({ id }) => id === loanId);
    const all = debts + (loan?.principal ?? 0n);
    if (own === null) return ['lent on what cannot be judged'];
    const found: string[] = [];
    const net = own > 0n ? own : 0n;
    if (!isWithin(all, net + ROUNDING, DRAWN_AT)) found.push(`${all} owed, ${net} owned`);
    if (all > who.max) found.push(`${all} owed, above the level`);
    return found;
  });

/** A loan is drawn on collateral of which it is the share at most, at the prices of then. */
const l4b: Invariant = ({ now, asked, said, starts }) =>
  now.loans.flatMap((loan) => {
    const wanted = asked.get(loan.id);
    if (loan.drawnAt === null || wanted === undefined) return [];
    const value = valueOf(wanted.held, bidsAt({ said, starts }, loan.drawnAt));
    if (value === null) return ['drawn at no price'];
    return isWithin(wanted.principal, value, DRAWN_AT)
      ? []
      : [`${wanted.principal} drawn on ${value}`];
  });

/**
 * The house lends what its capital has, and stays above its floor when it lends. Coins it sells it has; what it pays
 * for collateral comes back, but for interest and spreads, which follow with the day's cover.
 */
const houseFloor: Invariant = (seen) => {
  const found: string[] = [];
  createModel(seen).differences(({ kind }, house) => {
    const of = (asset: string, account: string): bigint => house.get(`${asset} ${account}`) ?? 0n;
    const capital = of('USDT', 'house:capital');
    if (kind === 'loan-grant') {
      if (capital < 0n) found.push(`lent below nothing: ${capital}`);
      const worth = capital + of('USDT', 'house:trading') + of('USDT', 'house:bad-debt');
      if (worth < FLOOR) found.push(`lent at ${worth}, below the floor`);
    }
    for (const coin of COINS) {
      const has = of(coin, 'house:exchange') + of(coin, 'house:capital');
      if (has < 0n) found.push(`${coin}: the house has ${has} to pay with after ${kind}`);
    }
    const owed = -of('USDT', 'debts') - of('USDT', 'house:lending');
    const follows = of('USDT', 'house:loan-interest') - owed + of('USDT', 'house:fees');
    const has = capital + of('USDT', 'house:exchange') + follows;
    if (has < 0n) found.push(`the house has ${has} to pay with after ${kind}`);
  });
  return found;
};

/** What waits to be drawn ends in its days; what is due is told on its days, once each, and sold on the seventh. */
const due: Invariant = ({ now, heard, clock, bids, isTended }) =>
  now.loans.flatMap((loan) => {
    const found: string[] = [];
    const told = heard.flatMap(({ loanId, at, news }) =>
      loanId === loan.id && news.kind === 'overdue' ? [{ at, late: news.late }] : [],
    );
    const lates = told.map(({ late }) => late);
    if (lates.some((late, place) => late <= (lates[place - 1] ?? -1))) {
      found.push(`told late of [${lates.join()}]`);
    }
    for (const { at, late } of told) {
      const days = dayOf(at) - dayNumber(loan.dueOn) - 1;
      if (days < late) found.push(`told ${late} days late on the ${days}th`);
    }
    for (const { state, at } of loan.steps) {
      const isEarly = dayOf(at) <= dayNumber(loan.dueOn);
      if (state === 'overdue' && isEarly) found.push('overdue before its day is over');
    }
    const late = now.sales.filter((sale) => sale.loanId === loan.id && sale.cause === 'overdue');
    for (const { at } of late) {
      if (dayOf(at) < dayNumber(loan.dueOn) + 7) found.push('sold before its seventh day');
    }
    const isDue = isRunning(loan) && dayOf(clock) >= dayNumber(loan.dueOn) + 7;
    if (isDue && isTended && valueOf(loan.pledged, bids) !== null) found.push('due and not sold');
    return found;
  });

/** What is told of an end or a sale is told once, and happened. */
const once: Invariant = ({ now, heard }) => [
  ...now.loans.flatMap((loan) => {
    const kinds = heard.filter(({ loanId }) => loanId === loan.id).map(({ news }) => news.kind);
    const times = (kind: string): number => kinds.filter((one) => one === kind).length;
    const found: string[] = [];
    const ends: Readonly<Record<string, string>> = {
      repaid: 'repaid',
      sold: 'closed',
      writtenOff: 'written-off',
      rejected: 'rejected',
    };
    const [end] = Object.entries(ends).filter(([state]) => state === loan.state);
    for (const kind of ['requested', 'approved', 'drawn', ...Object.values(ends)]) {
      if (times(kind) > 1) found.push(`told ${times(kind)} times that it is ${kind}`);
    }
    if (end !== undefined && times(end[1]) !== 1) found.push(`${loan.state} and not told`);
    return found;
  }),
  ...now.sales.flatMap(({ id }) => {
    const times = heard.filter(({ news }) => news.kind === 'sale' && news.saleId === id).length;
    return times === 1 ? [] : [`a sale was told ${times} times`];
  }),
];

/** Every invariant that holds after each command. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...BOOKS_INVARIANTS,
  model,
  debt,
  interest,
  pledged,
  released,
  restores,
  loss,
  fresh,
  notices,
  watched,
  due,
  once,
  houseFloor,
  two,
  forgiven,
  L1: l1,
  L4: l4,
  collateral: l4b,
  L5: l5,
  L6: l6,
};

/** What a borrower owns less what is owed, by our own sum; null where a price is missing. */
export function netOf(now: Snapshot, userId: string, bids: Bids): bigint | null {
  const held = new Map<Pledged, bigint>();
  const counted = ['cash', 'margin', 'deficit', 'reversed', 'stake', 'plan', 'bid', 'collateral'];
  for (const asset of ASSETS) {
    const units = [...counted, 'leaving'].map(
      (account) => now.balances.get(`${userId} ${asset} user:${account}`) ?? 0n,
    );
    held.set(asset, sum(units));
  }
  const value = valueOf(held, bids);
  const own = now.contracts.filter((one) => one.userId === userId);
  if (value === null || (own.length > 0 && bids.BTC === undefined)) return null;
  const floating = own.map(({ side, lots, size, openPrice }) => {
    const cents = (bids.BTC ?? 0n) + (side === 'short' ? SPREAD_CENTS : 0n);
    const link = d18('1');
    const trade = { lots: d18(lots), size: d18(size), link, side };
    return resultOf({ ...trade, from: d18(openPrice), to: d18(centsText(cents)) });
  });
  const debts = now.balances.get(`${userId} USDT user:debt`) ?? 0n;
  return value + sum(floating) + debts;
}

/** What a borrower owes. */
export const debtsOf = (now: Snapshot, userId: string): bigint =>
  -(now.balances.get(`${userId} USDT user:debt`) ?? 0n);
