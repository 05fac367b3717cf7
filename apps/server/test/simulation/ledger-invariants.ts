import type { Entry, Snapshot } from './snapshot.ts';

/** An invariant: everything it finds violated, in words; empty when it holds. */
export type Invariant = (seen: Seen) => string[];

/** What invariants look at: now, what was there before, and when the pulse was turned. */
export type Seen = {
  readonly now: Snapshot;
  readonly clock: number;
  /** Entries as they were told at the last look, by id. */
  readonly told: Map<string, string>;
  /** Moments at which the pulse was turned, and how many prices there were then. */
  readonly pulses: readonly { readonly at: number; readonly ticks: number }[];
  /** Only these contracts and options are looked at; null: all. */
  readonly touched: ReadonlySet<string> | null;
  /** Ticks a price was held at that something may have been filled on. */
  readonly held: ReadonlySet<string>;
  /** When an instrument had no last price: from a start on, until its first price. */
  readonly gone: readonly Gone[];
};

/** An instrument without a last price. @units ms */
export type Gone = { readonly code: string; readonly from: number; until: number | null };

/** Whether a trading account could be judged at a moment: every contract it held had a price. */
export function wasJudged(
  { now, gone }: Pick<Seen, 'now' | 'gone'>,
  book: { readonly mode: string; readonly at: number },
): boolean {
  const { mode, at } = book;
  const codes = gone
    .filter(({ from, until }) => from <= at && (until === null || at < until))
    .map(({ code }) => code);
  return !now.orders.some(
    (order) =>
      order.mode === mode &&
      codes.includes(order.code) &&
      order.openedAt !== null &&
      order.openedAt <= at &&
      (order.closedAt === null || order.closedAt > at),
  );
}

const line = (entry: Entry): string =>
  [entry.seq, entry.mode, entry.kind, entry.requestId, entry.part, entry.cause, entry.subject]
    .concat(entry.postings.map(({ from, to, units, asset }) => `${from}>${to} ${units} ${asset}`))
    .join(' | ');

/** Σ of every trading account is zero, house and world counted, and of every entry. */
const i1: Invariant = ({ now }) => {
  const sums = new Map<string, bigint>();
  for (const [account, units] of now.totals) {
    const mode = account.split(' ')[0] ?? '';
    sums.set(mode, (sums.get(mode) ?? 0n) + units);
  }
  const odd = now.entries.flatMap((entry) => {
    const assets = new Set(entry.postings.map(({ asset }) => asset));
    return assets.size === 1 ? [] : [`entry ${entry.id} has ${assets.size} assets`];
  });
  const unequal = [...sums].filter(([, sum]) => sum !== 0n);
  return [...unequal.map(([mode, sum]) => `${mode} sums to ${sum}`), ...odd];
};

/** At least one payment, which has two sides, and none of nothing. */
const i2: Invariant = ({ now }) =>
  now.entries.flatMap(({ id, postings }) => {
    const isGood = postings.every(({ units, from, to }) => units > 0n && from !== to);
    return postings.length > 0 && isGood ? [] : [`entry ${id} pays nothing or itself`];
  });

/** A stored balance is the sum of its postings. */
const i3: Invariant = ({ now }) => {
  const sums = new Map<string, bigint>();
  for (const { mode, postings } of now.entries) {
    for (const { from, to, units } of postings) {
      sums.set(`${mode} ${from}`, (sums.get(`${mode} ${from}`) ?? 0n) - units);
      sums.set(`${mode} ${to}`, (sums.get(`${mode} ${to}`) ?? 0n) + units);
    }
  }
  const names = new Set([...sums.keys(), ...now.balances.keys()]);
  return [...names]
    .filter((name) => name.includes(' user:'))
    .flatMap((name) => {
      const [stored, posted] = [now.balances.get(name) ?? 0n, sums.get(name) ?? 0n];
      return stored === posted ? [] : [`${name} is ${stored}, posted ${posted}`];
    });
};

const BELOW_ZERO = ['user:deficit', 'house:bad-debt', 'house:goodwill', 'house:marketing'];
const ANY = ['house:trading', 'house:fees', 'house:financing', 'house:demo-grant'];

/** Floors of LEDGER 1, after every entry and not only at its end. */
const i4: Invariant = ({ now }) => {
  const sums = new Map<string, bigint>();
  const found: string[] = [];
  for (const { mode, postings, kind } of now.entries) {
    for (const { from, to, units } of postings) {
      sums.set(`${mode} ${from}`, (sums.get(`${mode} ${from}`) ?? 0n) - units);
      sums.set(`${mode} ${to}`, (sums.get(`${mode} ${to}`) ?? 0n) + units);
    }
    for (const { from, to } of postings) {
      for (const account of [from, to].filter((one) => !one.startsWith('world:'))) {
        if (ANY.includes(account)) continue;
        const sum = sums.get(`${mode} ${account}`) ?? 0n;
        const isKept = BELOW_ZERO.includes(account) ? sum <= 0n : sum >= 0n;
        if (!isKept) found.push(`${mode} ${account} stood at ${sum} after ${kind}`);
      }
    }
  }
  return found;
};

/** What was told once stays as it was, in its order, under ids of their own. */
const i5: Invariant = ({ now, told }) => {
  const lines = new Map(now.entries.map((entry) => [entry.id, line(entry)]));
  const changed = [...told].filter(([id, before]) => lines.get(id) !== before);
  const seqs = now.entries.map(({ seq }) => seq);
  for (const [id, one] of lines) told.set(id, one);
  return [
    ...changed.map(([id]) => `entry ${id} was changed or is gone`),
    ...(new Set(seqs).size === seqs.length ? [] : ['two entries share a number']),
  ];
};

/** Payments of LEDGER 2, for the kinds that trading makes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'demo-opening': ['house:demo-grant>user:cash'],
  'demo-reset': ['user:cash>house:demo-grant', 'house:demo-grant>user:cash'],
  deposit: ['world:tron>user:cash'],
  'contract-open': ['user:cash>user:margin', 'user:cash>house:fees'],
  'contract-close': [
    'user:margin>user:cash',
    'house:trading>user:cash',
    'user:cash>house:trading',
    'user:deficit>house:trading',
    'user:cash>house:fees',
    'user:deficit>house:fees',
    'user:cash>user:deficit',
  ],
  'contract-void': ['user:margin>user:cash', 'user:cash>user:deficit'],
  protection: ['house:bad-debt>user:deficit'],
  financing: ['user:cash>house:financing', 'user:deficit>house:financing'],
  'option-buy': ['user:cash>user:stake'],
  'option-settle': [
    'user:stake>user:cash',
    'house:trading>user:cash',
    'user:stake>house:trading',
    'user:cash>user:deficit',
  ],
};

/** Only payments the chart allows for the kind of entry. */
const i6: Invariant = ({ now }) =>
  now.entries.flatMap(({ kind, postings }) =>
    postings.flatMap(({ from, to }) =>
      ALLOWED[kind]?.includes(`${from}>${to}`) === true ? [] : [`${kind} paid ${from} → ${to}`],
    ),
  );

/** One mode per entry, and the mode of what it is about. */
const i7: Invariant = ({ now }) => {
  const modes = new Map([...now.orders, ...now.options].map(({ id, mode }) => [id, mode]));
  return now.entries.flatMap(({ id, mode, subject, postings }) => {
    const isOne = postings.every((posting) => posting.mode === mode);
    const about = subject === null ? mode : (modes.get(subject) ?? mode);
    return isOne && about === mode ? [] : [`entry ${id} mixes modes`];
  });
};

/** One entry for each part of a request. */
const i8: Invariant = ({ now }) => {
  const keys = now.entries.map(({ requestId, part }) => `${requestId}/${part}`);
  return new Set(keys).size === keys.length ? [] : ['a request was posted twice under one part'];
};

/** What customers have is exactly what the house and the world owe them. */
const i9: Invariant = ({ now }) =>
  ['demo', 'real'].flatMap((mode) => {
    const of = (isUser: boolean): bigint =>
      [...now.totals]
        .filter(([name]) => name.startsWith(`${mode} `) && name.includes(' user:') === isUser)
        .reduce((sum, [, units]) => sum + units, 0n);
    return of(true) === -of(false) ? [] : [`${mode}: customers ${of(true)}, owed ${-of(false)}`];
  });

/** Every entry has something behind it that set it off. */
const i10: Invariant = ({ now }) => {
  const closings = new Map(now.closings.map((one) => [`${one.requestId}/${one.part}`, one]));
  const orders = new Map(now.orders.map((one) => [one.id, one]));
  const options = new Map(now.options.map((one) => [one.id, one]));
  return now.entries.flatMap((entry) => {
    const { cause, requestId, part, subject, kind } = entry;
    const closing =
      closings.get(`${requestId}/${part}`) ?? closings.get(`${requestId}/${part - 1}`);
    const option = options.get(subject ?? '');
    const isFounded =
      kind === 'demo-opening' ||
      (cause === 'request' && (now.kept.has(requestId) || option?.outcome === 'void')) ||
      (cause === 'tick' &&
        (closing?.tick ?? orders.get(subject ?? '')?.tick ?? option?.settleTick ?? null) !==
          null) ||
      (cause === 'timer' && (kind === 'financing' || option?.outcome === 'void')) ||
      cause === 'case';
    return isFounded ? [] : [`${kind} ${requestId}/${part} says ${cause} and has none`];
  });
};

/** I1–I10 of RELIABILITY 2.4. */
export const LEDGER_INVARIANTS: Readonly<Record<string, Invariant>> = {
  'I1 sums to zero': i1,
  'I2 pays something': i2,
  'I3 balances are sums': i3,
  'I4 floors hold': i4,
  'I5 history stays': i5,
  'I6 allowed pairs': i6,
  'I7 modes apart': i7,
  'I8 once per part': i8,
  'I9 customers are owed': i9,
  'I10 has a cause': i10,
};
