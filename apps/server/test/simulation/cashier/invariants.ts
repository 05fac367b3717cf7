import { conversionMoves } from '../conversion.ts';
import type { Entry } from '../real-books.ts';
import {
  BOOKS_INVARIANTS,
  type Held,
  type Moves,
  add,
  differencesOf,
  into,
  least,
} from '../real-books-invariants.ts';
import type { SimNetwork } from './commands.ts';
import type { Snapshot, Withdrawal } from './snapshot.ts';
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

/** What the house pays with never falls below nothing. */
const houseFloor: Invariant = ({ now }) =>
  ['USDT', 'BTC', 'ETH'].flatMap((asset) => {
    const of = (account: string): bigint => now.totals.get(`real ${asset} ${account}`) ?? 0n;
    const held = of('house:exchange') + of('house:capital');
    return held >= 0n ? [] : [`${asset}: the house has ${held} to pay with`];
  });

/** What an entry has to move, of what its user had before it; null for a kind the simulation leaves alone. */
function expected(seen: Seen, entry: Entry, held: Held): Moves | null {
  const { now, payments, exchanged } = seen;
  const moves: Moves = new Map();
  if (entry.kind === 'deposit' || entry.kind === 'deposit-reversal') {
    const row = now.deposits.find(({ id }) => id === entry.subject);
    const made = row && payments.get(`${row.txHash}:${row.index}`);
    if (made === undefined || made.userId !== entry.userId) return moves;
    const { asset, units, network } = made;
    if (entry.kind === 'deposit') {
      add(moves, `${asset} world:${network}`, -units);
      into(moves, asset, { units, owed: -held(asset, 'user:reversed') });
    } else {
      const cash = least(units, held(asset, 'user:cash'));
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
      into(moves, asset, { units: said.amount, owed: -held(asset, 'user:reversed') });
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
    return conversionMoves(said, -held(said.to, 'user:reversed'));
  }
  return null;
}

/** Every entry moves what the papers say, of what its user had: owed sums first, nothing made up. */
const model: Invariant = (seen) =>
  differencesOf(seen.now.entries, (entry, held) => expected(seen, entry, held));

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
  ...BOOKS_INVARIANTS,
  houseFloor,
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
