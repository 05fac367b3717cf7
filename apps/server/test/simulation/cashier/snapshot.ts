import type { Asset } from '@candor/kernel';
import type { Database } from '../../../src/platform/postgres/db.ts';
import {
  BALANCES,
  type Books,
  ENTRIES,
  TOTALS,
  entriesOf,
  ms,
  number,
  readAtOnce,
  sumsOf,
  text,
  units,
} from '../real-books.ts';

export type Deposit = {
  id: string;
  userId: string;
  network: string;
  asset: Asset;
  txHash: string;
  index: number;
  units: bigint;
  state: string;
};
export type Withdrawal = {
  id: string;
  userId: string;
  asset: Asset;
  network: string;
  address: string;
  amount: bigint;
  fee: bigint;
  networkFee: bigint;
  receive: bigint;
  value: bigint | null;
  state: string;
  reason: string | null;
  holder: string | null;
  deadline: number | null;
  requestedAt: number;
  batchId: string | null;
  isExported: boolean;
  txHash: string | null;
  causes: string[];
  approvedCase: string | null;
  steps: { state: string; at: number; by: string }[];
};
export type Batch = {
  id: string;
  state: string;
  madeBy: string;
  exportedBy: string | null;
  sentBy: string | null;
};
export type Case = {
  id: string;
  verdict: string | null;
  firstBy: string | null;
  decidedBy: string;
};

/** Everything the cashier and the books hold. */
export type Snapshot = Books & {
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  readonly batches: readonly Batch[];
  readonly cases: ReadonlyMap<string, Case>;
};

const DEPOSITS = `select id, user_id, network, asset, tx_hash, ordinal::text, units::text, state
  from cashier.deposit order by seen_at, id`;
const WITHDRAWALS = `select w.id, w.user_id, w.asset, w.network, w.address, w.amount::text,
    w.fee::text, w.network_fee::text, w.receive::text, w.value::text, w.state, w.reason, w.holder,
    ${ms('w.deadline')} as deadline, ${ms('w.requested_at')} as requested_at, w.batch_id, w.tx_hash,
    array_to_string(w.causes, ',') as causes, w.approved_case,
    (coalesce(b.state, 'made') <> 'made')::text as is_exported
  from cashier.withdrawal w left join cashier.batch b on b.id = w.batch_id order by w.ordinal`;
const STEPS = `select withdrawal_id, state, ${ms('at')} as at, by
  from cashier.withdrawal_step order by place`;
const BATCHES = `select id, state, made_by, exported_by, sent_by from cashier.batch`;
const CASES = `select id, verdict, first_by, decided_by from cases.case
  where kind = 'withdrawal' and state = 'decided'`;
const READ = [ENTRIES, DEPOSITS, WITHDRAWALS, STEPS, BATCHES, CASES, BALANCES, TOTALS] as const;

/** Reads everything there is at one moment. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const [entries = [], deposits, withdrawals, steps, batches, cases, balances, totals] =
    await readAtOnce(db, READ);
  const stepsOf = Map.groupBy(steps ?? [], (row) => text(row, 'withdrawal_id'));
  return {
    entries: entriesOf(entries),
    deposits: (deposits ?? []).map((row) => ({
      id: text(row, 'id'),
      userId: text(row, 'user_id'),
      network: text(row, 'network'),
      asset: text(row, 'asset') as Asset,
      txHash: text(row, 'tx_hash'),
      index: number(row, 'ordinal'),
      units: units(row, 'units'),
      state: text(row, 'state'),
    })),
    withdrawals: (withdrawals ?? []).map((row) => ({
      id: text(row, 'id'),
      userId: text(row, 'user_id'),
      asset: text(row, 'asset') as Asset,
      network: text(row, 'network'),
      address: text(row, 'address'),
      amount: units(row, 'amount'),
      fee: units(row, 'fee'),
      networkFee: units(row, 'network_fee'),
      receive: units(row, 'receive'),
      value: row['value'] === null ? null : units(row, 'value'),
      state: text(row, 'state'),
      reason: row['reason'] ?? null,
      holder: row['holder'] ?? null,
      deadline: row['deadline'] == null ? null : number(row, 'deadline'),
      requestedAt: number(row, 'requested_at'),
      batchId: row['batch_id'] ?? null,
      isExported: text(row, 'is_exported') === 'true',
      txHash: row['tx_hash'] ?? null,
      causes: text(row, 'causes')
        .split(',')
        .filter((cause) => cause !== ''),
      approvedCase: row['approved_case'] ?? null,
      steps: (stepsOf.get(text(row, 'id')) ?? []).map((step) => ({
        state: text(step, 'state'),
        at: number(step, 'at'),
        by: text(step, 'by'),
      })),
    })),
    batches: (batches ?? []).map((row) => ({
      id: text(row, 'id'),
      state: text(row, 'state'),
      madeBy: text(row, 'made_by'),
      exportedBy: row['exported_by'] ?? null,
      sentBy: row['sent_by'] ?? null,
    })),
    cases: new Map(
      (cases ?? []).map((row) => [
        text(row, 'id'),
        {
          id: text(row, 'id'),
          verdict: row['verdict'] ?? null,
          firstBy: row['first_by'] ?? null,
          decidedBy: text(row, 'decided_by'),
        },
      ]),
    ),
    balances: sumsOf(balances ?? []),
    totals: sumsOf(totals ?? []),
  };
}
