import type { SimNetwork } from './commands.ts';
import type { Entry, Snapshot, Withdrawal } from './snapshot.ts';
import type { World } from './world.ts';

/** What the invariants look at. */
export type Seen = Pick<
  World,
  'chains' | 'payments' | 'promised' | 'exchanged' | 'holds' | 'told' | 'users' | 'deep'
> & { readonly now: Snapshot; readonly clock: number };

/** Everything it finds violated, in words; empty when it holds. */
export type Invariant = (seen: Seen) => string[];

/** Blocks a payment in waits for, and one out, as the product's defaults say. */
const NEEDED: Readonly<Record<SimNetwork, { in: number; out: number }>> = {
  tron: { in: 19, out: 20 },
  ethereum: { in: 12, out: 12 },
};
/** What a network costs, as the product's defaults say. @units units of the asset */
const NETWORK_FEE: Readonly<Record<string, bigint>> = { USDT: 1_000_000n, ETH: 10n ** 15n };
const REVIEW_LIMIT = 1_000_000_000n;
const DAY_MS = 86_400_000;

const MINUS = new Set(['user:deficit', 'user:reversed']);
const isUser = (account: string): boolean => account.startsWith('user:');

/** Each asset of each mode sums to zero over everything there is. */
const zero: Invariant = ({ now }) => {
  const sums = new Map<string, bigint>();
  for (const [account, units] of now.totals) {
    const key = account.split(' ').slice(0, 2).join(' ');
    sums.set(key, (sums.get(key) ?? 0n) + units);
  }
  return [...sums].flatMap(([key, sum]) => (sum === 0n ? [] : [`${key} sums to ${sum}`]));
};

/** Stored balances are the sums of postings; no user's account leaves its side of zero, ever. */
const books: Invariant = ({ now }) => {
  const sums = new Map<string, bigint>();
  const found: string[] = [];
  for (const { userId, postings, kind } of now.entries) {
    for (const { from, to, units, asset } of postings) {
      for (const [account, by] of [
        [from, -units],
        [to, units],
      ] as const) {
        const key = `${userId} ${asset} ${account}`;
        if (isUser(account)) sums.set(key, (sums.get(key) ?? 0n) + by);
      }
    }
    for (const [key, sum] of sums) {
      const isMinus = MINUS.has(key.split(' ')[2] ?? '');
      if (isMinus ? sum > 0n : sum < 0n) found.push(`${key} stood at ${sum} after ${kind}`);
    }
  }
  for (const [key, sum] of sums) {
    const stored = now.balances.get(key) ?? 0n;
    if (stored !== sum) found.push(`${key} is ${stored}, posted ${sum}`);
  }
  return found;
};

/** What the house pays with never falls below nothing. */
const houseFloor: Invariant = ({ now }) =>
  ['USDT', 'BTC', 'ETH'].flatMap((asset) => {
    const of = (account: string): bigint => now.totals.get(`real ${asset} ${account}`) ?? 0n;
    const held = of('house:exchange') + of('house:capital');
    return held >= 0n ? [] : [`${asset}: the house has ${held} to pay with`];
  });

/** What was posted stays. */
const journal: Invariant = ({ now, told }) => {
  const lines = new Map(
    now.entries.map(({ id, kind, postings }) => [
      id,
      [
        kind,
        ...postings.map(({ from, to, units, asset }) => `${from} ${to} ${units} ${asset}`),
      ].join(),
    ]),
  );
  const changed = [...told].filter(([id, line]) => lines.get(id) !== line);
  for (const [id, line] of lines) told.set(id, line);
  return changed.map(([id]) => `entry ${id} was changed or is gone`);
};

type Moves = Map<string, bigint>;
const add = (moves: Moves, account: string, units: bigint): void => {
  const sum = (moves.get(account) ?? 0n) + units;
  if (sum === 0n) moves.delete(account);
  else moves.set(account, sum);
};

function movesOf({ postings }: Entry): Moves {
  const moves: Moves = new Map();
  for (const { from, to, units, asset } of postings) {
    add(moves, `${asset} ${from}`, -units);
    add(moves, `${asset} ${to}`, units);
  }
  return moves;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What money that comes into cash does: it pays what is owed first. */
function into(moves: Moves, asset: string, units: bigint, owed: bigint): void {
  const covered = least(owed, units);
  add(moves, `${asset} user:cash`, units - covered);
  add(moves, `${asset} user:reversed`, covered);
}

/** What an entry has to move, of what its user had before it; null for a kind the simulation leaves alone. */
function expected(seen: Seen, entry: Entry, held: ReadonlyMap<string, bigint>): Moves | null {
  const { now, payments, exchanged } = seen;
  const moves: Moves = new Map();
  const of = (asset: string, account: string): bigint => held.get(`${asset} ${account}`) ?? 0n;
  if (entry.kind === 'deposit' || entry.kind === 'deposit-reversal') {
    const row = now.deposits.find(({ id }) => id === entry.subject);
    const made = row && payments.get(`${row.txHash}:${row.index}`);
    if (made === undefined || made.userId !== entry.userId) return moves;
    const { asset, units, network } = made;
    if (entry.kind === 'deposit') {
      add(moves, `${asset} world:${network}`, -units);
      into(moves, asset, units, -of(asset, 'user:reversed'));
    } else {
      const cash = least(units, of(asset, 'user:cash'));
      add(moves, `${asset} world:${network}`, units);
      add(moves, `${asset} user:cash`, -cash);
      add(moves, `${asset} user:reversed`, cash - units);
    }
    return moves;
  }
  if (entry.kind.startsWith('withdrawal-')) {
    const one = now.withdrawals.find(({ id }) => id === entry.subject);
    const said = one && seen.promised.get(one.id);
    if (one === undefined || said === undefined) return moves;
    const { asset, network } = one;
    const leaving = `${asset} user:leaving`;
    if (entry.kind === 'withdrawal-request') {
      add(moves, `${asset} user:cash`, -said.amount);
      add(moves, leaving, said.amount);
    } else if (entry.kind === 'withdrawal-return') {
      add(moves, leaving, -said.amount);
      into(moves, asset, said.amount, -of(asset, 'user:reversed'));
    } else {
      const sign = entry.requestId.startsWith('withdrawal-undone') ? -1n : 1n;
      add(moves, leaving, -said.amount * sign);
      add(moves, `${asset} world:${network}`, said.receive * sign);
      add(moves, `${asset} house:fees`, (said.fee + said.networkFee) * sign);
    }
    return moves;
  }
  if (entry.kind === 'convert') {
    const said = exchanged.get(entry.subject ?? '');
    if (said === undefined) return moves;
    const { from, to, amount, spread, receive } = said;
    add(moves, `${from} user:cash`, -amount);
    into(moves, to, receive, -of(to, 'user:reversed'));
    add(moves, 'USDT house:fees', spread);
    add(moves, `${from} house:exchange`, from === 'USDT' ? amount - spread : amount);
    add(moves, `${to} house:exchange`, to === 'USDT' ? -receive - spread : -receive);
    if (from !== 'USDT' && to !== 'USDT') add(moves, 'USDT house:exchange', -spread);
    return moves;
  }
  return null;
}

const line = (moves: Moves): string =>
  [...moves]
    .map(([account, units]) => `${account} ${units}`)
    .toSorted()
    .join(', ');

/** Every entry moves what the papers say, of what its user had: owed sums first, nothing made up. */
const model: Invariant = (seen) => {
  const found: string[] = [];
  const held = new Map<string, Map<string, bigint>>();
  for (const entry of seen.now.entries) {
    const own = held.get(entry.userId) ?? new Map<string, bigint>();
    held.set(entry.userId, own);
    const want = expected(seen, entry, own);
    const moved = movesOf(entry);
    if (want !== null && line(want) !== line(moved)) {
      found.push(`${entry.kind} moved ${line(moved)}; it has to move ${line(want)}`);
    }
    for (const [account, units] of moved) own.set(account, (own.get(account) ?? 0n) + units);
  }
  return found;
};

/** How often a payment counts: credits less what was taken back. */
function creditsOf(now: Snapshot, depositId: string): number {
  const own = now.entries.filter(({ subject }) => subject === depositId);
  const times = (kind: string): number => own.filter((entry) => entry.kind === kind).length;
  return times('deposit') - times('deposit-reversal');
}

/** A payment counts once at most, is one of those that were made, and was deep enough. */
const k1: Invariant = ({ now, payments, chains, deep }) =>
  now.deposits.flatMap((row) => {
    const made = payments.get(`${row.txHash}:${row.index}`);
    if (made === undefined) return [`${row.txHash}:${row.index} was never paid`];
    const times = creditsOf(now, row.id);
    const found: string[] = [];
    if (times < 0 || times > 1) found.push(`${row.txHash} counts ${times} times`);
    if ((times === 1) !== (row.state === 'credited')) found.push(`${row.txHash} is ${row.state}`);
    if (made.units !== row.units || made.userId !== row.userId) found.push(`${row.txHash} differs`);
    const { network } = made;
    const chain = chains[network];
    const block = chain.payment(row);
    const depth = block === null ? null : chain.height() - block.height + 1;
    const isYoung = depth !== null && depth < NEEDED[network].in;
    // One that was credited in another block before may be young again.
    const isFirst = now.entries.filter(({ subject }) => subject === row.id).length === 1;
    if (row.state === 'credited' && isFirst && isYoung && !deep.has(row.id)) {
      found.push(`${row.txHash} was credited ${depth} blocks deep`);
    }
    if (depth !== null && !isYoung) deep.add(row.id);
    return found;
  });

const ENDS = new Set(['confirmed', 'cancelled', 'rejected', 'refunded']);

/** What leaves is the sum of the withdrawals that are not over. */
const k4: Invariant = ({ now, users }) =>
  users.flatMap(({ userId }) =>
    (['USDT', 'ETH'] as const).flatMap((asset) => {
      const open = now.withdrawals.filter(
        (one) => one.userId === userId && one.asset === asset && !ENDS.has(one.state),
      );
      const sum = open.reduce((all, { amount }) => all + amount, 0n);
      const leaving = now.balances.get(`${userId} ${asset} user:leaving`) ?? 0n;
      return leaving === sum ? [] : [`${asset} leaving is ${leaving}, asked for and open ${sum}`];
    }),
  );

/** Ways of WIRE 7, who goes them. */
const WAYS: Readonly<Record<string, string>> = {
  ' requested': 'owner',
  'requested held': 'system',
  'requested approved': 'system',
  'requested cancelled': 'owner',
  'held held': 'system',
  'held approved': 'system',
  'held cancelled': 'owner',
  'held rejected': 'operator',
  'approved held': 'system',
  'approved cancelled': 'owner',
  'approved broadcast': 'operator',
  'broadcast confirmed': 'chain',
  'broadcast failed': 'chain',
  'confirmed broadcast': 'chain',
  'failed refunded': 'system',
};

/** The ways a withdrawal went. */
export function waysOf({ steps }: Withdrawal): string[] {
  return steps.map(({ state }, place) => `${steps[place - 1]?.state ?? ''} ${state}`);
}

const k5: Invariant = ({ now }) =>
  now.withdrawals.flatMap((one) => [
    ...waysOf(one).flatMap((way, place) =>
      WAYS[way] === one.steps[place]?.by ? [] : [`${way} by ${one.steps[place]?.by}`],
    ),
    ...(one.steps.at(-1)?.state === one.state ? [] : [`${one.state} is no step`]),
  ]);

/** What is over without leaving was paid back once, and nothing that leaves was. */
const once: Invariant = ({ now }) =>
  now.withdrawals.flatMap((one) => {
    const own = now.entries.filter(({ subject }) => subject === one.id);
    const times = (kind: string): number => own.filter((entry) => entry.kind === kind).length;
    const undone = own.filter(({ requestId }) => requestId.startsWith('withdrawal-undone')).length;
    const isBack = ['cancelled', 'rejected', 'refunded'].includes(one.state);
    const found: string[] = [];
    if (times('withdrawal-request') !== 1) found.push(`${one.id} was taken more than once`);
    if (times('withdrawal-return') !== (isBack ? 1 : 0)) found.push(`${one.state} and paid back`);
    const done = times('withdrawal-done') - 2 * undone;
    if (done !== (one.state === 'confirmed' ? 1 : 0))
      found.push(`${one.state}, done ${done} times`);
    return found;
  });

/** What may be signed is never taken back by its owner. */
const k6: Invariant = ({ now }) =>
  now.withdrawals.flatMap((one) =>
    one.isExported && ['cancelled', 'rejected', 'held'].includes(one.state)
      ? [`${one.state} in a batch that may be signed`]
      : [],
  );

/** What is charged is what its quote said, and that is our own formula: a permille up, and the network's. */
const k7: Invariant = ({ now, promised }) =>
  now.withdrawals.flatMap((one) => {
    const said = promised.get(one.id);
    if (said === undefined) return [`${one.id} had no quote`];
    const found: string[] = [];
    for (const part of ['amount', 'fee', 'networkFee', 'receive'] as const) {
      if (said[part] !== one[part]) found.push(`${part} is ${one[part]}, quoted ${said[part]}`);
    }
    const fee = (one.amount + 999n) / 1_000n;
    if (one.fee !== fee) found.push(`the fee of ${one.amount} is ${one.fee}, not ${fee}`);
    if (one.networkFee !== NETWORK_FEE[one.asset])
      found.push(`the network costs ${one.networkFee}`);
    if (one.fee + one.networkFee + one.receive !== one.amount) found.push('a unit is lost');
    return found;
  });

/** Who made or exported a batch did not hand its hashes in; two people let a withdrawal go. */
const k8: Invariant = ({ now }) => [
  ...now.batches.flatMap(({ id, madeBy, exportedBy, sentBy }) =>
    sentBy !== null && (sentBy === madeBy || sentBy === exportedBy) ? [`batch ${id} by one`] : [],
  ),
  ...now.withdrawals.flatMap((one) => {
    if (one.approvedCase === null) return [];
    const decided = now.cases.get(one.approvedCase);
    const isTwo = decided?.verdict === 'approved' && decided.firstBy !== decided.decidedBy;
    return isTwo && decided.firstBy !== null ? [] : [`${one.id} was let go by one`];
  }),
];

/** Moments at which a withdrawal was let go. */
const letGo = ({ steps }: Withdrawal): number[] =>
  steps.filter(({ state }) => state === 'approved').map(({ at }) => at);

/** No hold was in force when it was let go; what waits says why, whom for and until when. */
const k10: Invariant = ({ now, holds }) =>
  now.withdrawals.flatMap((one) => [
    ...letGo(one).flatMap((at) =>
      holds
        .filter((hold) => hold.userId === one.userId && hold.at <= at && at < hold.until)
        .map(({ until }) => `let go ${until - at} ms before its hold ended`),
    ),
    ...(one.state === 'held' &&
    (one.reason === null || one.holder === null || one.deadline === null)
      ? ['held without a reason and an end']
      : []),
    ...(one.state === 'held' && one.reason === 'credentials'
      ? holds.some(({ userId, until }) => userId === one.userId && until === one.deadline)
        ? []
        : [`held until ${one.deadline}, which is no hold's end`]
      : []),
  ]);

/** What is above the limit, alone or with what left within a day, is let go by two people alone. */
const review: Invariant = ({ now }) =>
  now.withdrawals.flatMap((one) => {
    if (letGo(one).length === 0 || one.approvedCase !== null) return [];
    const others = now.withdrawals.filter(
      (other) =>
        other.userId === one.userId &&
        other.id !== one.id &&
        other.requestedAt <= one.requestedAt &&
        now.withdrawals.indexOf(other) < now.withdrawals.indexOf(one) &&
        other.requestedAt > one.requestedAt - DAY_MS &&
        !endedBefore(other, one.requestedAt),
    );
    const values = [one, ...others].map(({ value }) => value);
    const isUnknown = values.includes(null);
    const sum = values.reduce<bigint>((all, value) => all + (value ?? 0n), 0n);
    return isUnknown || sum > REVIEW_LIMIT ? [`${sum} USDT a day were let go by nobody`] : [];
  });

/** Whether it was given up or paid back by then, and takes no part of a day's sum. */
function endedBefore({ steps }: Withdrawal, at: number): boolean {
  return steps.some(
    (step) => step.at <= at && ['cancelled', 'rejected', 'failed', 'refunded'].includes(step.state),
  );
}

/** Every invariant that holds at any moment. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  zero,
  books,
  houseFloor,
  journal,
  model,
  K1: k1,
  K4: k4,
  K5: k5,
  K6: k6,
  K7: k7,
  K8: k8,
  K10: k10,
  review,
  once,
};

/** Once everything was read: what the chain carries counts, and what it does not carry does not. */
const k3: Invariant = ({ now, payments, chains }) => {
  const known = new Map(now.deposits.map((row) => [`${row.txHash}:${row.index}`, row]));
  return [...payments].flatMap(([key, made]) => {
    const [txHash = '', index = ''] = key.split(':');
    const there = chains[made.network].payment({ txHash, index: Number.parseInt(index, 10) });
    const row = known.get(key);
    const times = row === undefined ? 0 : creditsOf(now, row.id);
    if (there !== null && times !== 1) return [`${key} is on the chain and counts ${times} times`];
    if (there === null && times !== 0) return [`${key} is on no chain and counts`];
    return [];
  });
};

/** What is confirmed was paid by the chain to the right one; what the chain paid is confirmed. */
const paidOut: Invariant = ({ now, chains }) =>
  now.withdrawals.flatMap((one) => {
    if (one.txHash === null) return [];
    const found = chains[one.network as SimNetwork].sentIn(one.txHash);
    const isRight =
      found?.sent.state === 'mined' &&
      found.sent.paid.some(
        ({ to, units, asset }) =>
          to === one.address && units === one.receive && asset === one.asset,
      );
    if (one.state === 'confirmed' && !isRight) return ['confirmed, and the chain did not pay it'];
    if (one.state === 'broadcast' && isRight) return ['the chain paid it, and it is not confirmed'];
    if (one.state === 'refunded' && isRight) return ['paid by the chain and paid back'];
    return [];
  });

/** A user who owes a reversed deposit has nothing let go that staff did not look at since. */
const owed: Invariant = ({ now, users }) =>
  users.flatMap(({ userId }) => {
    const owes = ['USDT', 'ETH'].some(
      (asset) => (now.balances.get(`${userId} ${asset} user:reversed`) ?? 0n) < 0n,
    );
    const open = now.withdrawals.filter(
      (one) => one.userId === userId && one.state === 'approved' && !one.isExported,
    );
    return owes && open.some(({ causes }) => !causes.includes('reversed'))
      ? ['let go though a deposit is owed']
      : [];
  });

/** What the networks cost is in the books once a transaction. */
const gas: Invariant = ({ now, chains }) => {
  const hashes = new Set(
    now.withdrawals
      .filter(({ state }) => ['confirmed', 'refunded'].includes(state))
      .flatMap(({ txHash, network }) =>
        network === 'ethereum' && txHash !== null ? [txHash] : [],
      ),
  );
  const sum = [...hashes].reduce(
    (all, hash) => all + (chains.ethereum.sentIn(hash)?.sent.gas?.units ?? 0n),
    0n,
  );
  const booked = -(now.totals.get('real ETH house:network-fees') ?? 0n);
  return booked === sum ? [] : [`the network was paid ${sum}, the books say ${booked}`];
};

/** What holds besides once everything was read. */
export const SETTLED: Readonly<Record<string, Invariant>> = { K3: k3, paidOut, owed, gas };
