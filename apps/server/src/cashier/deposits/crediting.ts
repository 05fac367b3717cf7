import {
  type Asset,
  type Clock,
  type EntryId,
  type Money,
  type UserId,
  formatMoney,
  newUuid,
} from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import type { Network } from '@candor/protocol';
import type { Cases } from '../../cases/index.ts';
import {
  type Entry,
  type Posting,
  accountKey,
  commitEntries,
  draft,
  findHoldings,
  lockAccounts,
} from '../../ledger/index.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import type { Database, Sql, Tx } from '../../platform/postgres/db.ts';
import { CASHIER_CHANGED, type CashierChanged, type CashierNews } from '../facts/events.ts';
import { lockDeposit, markCredited, markReversed, type DepositRow } from './store.ts';

/** What was said of a deposit's user when it changed. */
export function changedFact(row: Pick<DepositRow, 'user_id' | 'id'>, news?: CashierNews): Fact {
  const { user_id: userId, id } = row;
  const payload: CashierChanged = { userId: userId as UserId, kind: 'deposit', id, news };
  return { topic: CASHIER_CHANGED, payload };
}

const worldOf = (row: DepositRow) => `world:${row.network as Network}` as const;

async function cashOf(tx: Sql, userId: UserId, asset: Asset) {
  const account = { userId, mode: 'real' } as const;
  return (await findHoldings(tx, [account])).get(accountKey(account))?.[asset] ?? {};
}

function entryOf(
  row: DepositRow,
  said: Pick<Entry, 'kind' | 'postings' | 'requestId' | 'at'>,
): Entry {
  return {
    ...said,
    id: newUuid(said.at) as EntryId,
    userId: row.user_id as UserId,
    mode: 'real',
    part: 0,
    cause: 'timer',
    subject: row.id,
    reverses: null,
  };
}

/** Puts deposits into the books and takes them out again. */
export type Crediting = {
  /** Credits a deposit in full, once; false where it was, or its block is not the chain's any more. */
  credit(row: DepositRow, needed: number): Promise<boolean>;
  /** Takes back what left the chain, once; what cash lacks is owed, and a case tells of it. */
  reverse(row: DepositRow): Promise<boolean>;
};

/** Opens what moves deposits in the books. */
export function createCrediting(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'open'>;
  /** What an amount is worth in USDT; null while no price says it. */
  readonly valueOf: (amount: Money) => Money | null;
}): Crediting {
  const { db, clock, cases } = deps;

  /** The row under the locks of its user's account; null where it is not as it was read. */
  async function hold(tx: Tx, row: DepositRow): Promise<DepositRow | null> {
    const userId = row.user_id as UserId;
    await lockAccounts(tx, [{ userId, mode: 'real' }]);
    const now = await lockDeposit(tx, { userId, id: row.id });
    const isSame =
      now !== null &&
      now.state === row.state &&
      now.is_orphan === row.is_orphan &&
      now.block_hash === row.block_hash;
    return isSame ? now : null;
  }

  /** The payments that take a deposit back: cash as far as it goes, the rest is owed. */
  async function takenBack(tx: Tx, row: DepositRow): Promise<readonly Posting[]> {
    const asset = row.asset as Asset;
    const payments = draft(asset, await cashOf(tx, row.user_id as UserId, asset));
    const units = BigInt(row.units);
    const cash = payments.held('user:cash');
    const fromCash = units < cash ? units : cash;
    payments.pay('user:cash', worldOf(row), fromCash);
    payments.pay('user:reversed', worldOf(row), units - fromCash);
    return payments.postings();
  }

  async function openCase(tx: Tx, row: DepositRow, owed: bigint): Promise<void> {
    const asset = row.asset as Asset;
    const amount = formatMoney({ asset, units: BigInt(row.units) });
    const lacking = formatMoney({ asset, units: owed });
    await cases.open(tx, {
      kind: 'depositReversal',
      by: 'system',
      proposal: {
        userId: row.user_id as UserId,
        subject: `${NETWORK_NAMES[row.network as Network]}: ${amount} ${asset}`,
        amount: null,
        asset: null,
        facts: {
          userId: row.user_id,
          network: row.network,
          asset,
          amount,
          owed: lacking,
          transaction: row.tx_hash,
        },
      },
    });
  }

  return {
    credit: (row, needed) =>
      db.transaction(async (tx) => {
        const held = await hold(tx, row);
        if (held === null || held.state !== 'seen' || held.is_orphan) return false;
        const at = clock.now();
        const asset = held.asset as Asset;
        const payments = draft(asset, await cashOf(tx, held.user_id as UserId, asset));
        payments.pay(worldOf(held), 'user:cash', BigInt(held.units));
        payments.cover();
        const requestId = `deposit:${held.id}:${held.round + 1}`;
        const postings = payments.postings();
        const entry = entryOf(held, { kind: 'deposit', requestId, postings, at });
        await commitEntries(tx, [entry], at, [changedFact(held, { state: 'credited', at })]);
        const units = BigInt(held.units);
        await markCredited(tx, held, { needed, worth: deps.valueOf({ asset, units }) }, at);
        return true;
      }),
    reverse: (row) =>
      db.transaction(async (tx) => {
        const held = await hold(tx, row);
        if (held === null || held.state === 'reversed' || !held.is_orphan) return false;
        const at = clock.now();
        if (held.state === 'seen') {
          await appendFacts(tx, [changedFact(held, { state: 'gone', at })], at);
        } else {
          const postings = await takenBack(tx, held);
          const requestId = `deposit-reversal:${held.id}:${held.round}`;
          const entry = entryOf(held, { kind: 'deposit-reversal', requestId, postings, at });
          const owed = postings.find(({ from }) => from === 'user:reversed');
          const news = { state: 'reversed', at, owed: String(owed?.units ?? 0n) } as const;
          await commitEntries(tx, [entry], at, [changedFact(held, news)]);
          if (owed !== undefined) await openCase(tx, held, owed.units);
        }
        await markReversed(tx, held, at);
        return true;
      }),
  };
}
