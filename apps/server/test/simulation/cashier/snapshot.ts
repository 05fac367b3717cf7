import type { Asset } from '@candor/kernel';
import type { Database } from '../../../src/platform/postgres/db.ts';

export type Posting = { from: string; to: string; units: bigint; asset: Asset };
export type Entry = {
  id: string;
  userId: string;
  mode: string;
  kind: string;
  subject: string | null;
  requestId: string;
  at: number;
  postings: Posting[];
};
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
export type Snapshot = {
  readonly entries: readonly Entry[];
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  readonly batches: readonly Batch[];
  readonly cases: ReadonlyMap<string, Case>;
  /** Stored balances: "user asset class" → units. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Sums over every posting: "mode asset class" → units. */
  readonly totals: ReadonlyMap<string, bigint>;
};

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint::text`;

const ENTRIES = `select e.id, e.user_id, e.mode, e.kind, e.request_id, e.subject, ${ms('e.at')} as at,
    p.from_class, p.to_class, p.amount::text, p.asset
  from ledger.entry e join ledger.posting p on p.user_id = e.user_id and p.entry_id = e.id
  where e.mode = 'real' order by e.seq, p.line`;
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
const BALANCES = `select user_id || ' ' || asset || ' ' || class as account, amount::text
  from ledger.balance where mode = 'real'`;
const TOTALS = `select mode || ' ' || asset || ' ' || class as account, sum(amount)::text as amount
  from (select mode, asset, to_class as class, amount from ledger.posting
    union all select mode, asset, from_class, -amount from ledger.posting) as moved
  group by 1`;

type Found = Record<string, string | null>;
const text = (row: Found, name: string): string => row[name] ?? '';
const units = (row: Found, name: string): bigint => BigInt(text(row, name));
const count = (row: Found, name: string): number => Number.parseInt(text(row, name), 10);

function entriesOf(rows: readonly Found[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const row of rows) {
    const id = text(row, 'id');
    const entry = found.get(id) ?? {
      id,
      userId: text(row, 'user_id'),
      mode: text(row, 'mode'),
      kind: text(row, 'kind'),
      subject: row['subject'] ?? null,
      requestId: text(row, 'request_id'),
      at: count(row, 'at'),
      postings: [],
    };
    found.set(id, entry);
    entry.postings.push({
      from: text(row, 'from_class'),
      to: text(row, 'to_class'),
      units: units(row, 'amount'),
      asset: text(row, 'asset') as Asset,
    });
  }
  return [...found.values()];
}

const READ = [ENTRIES, DEPOSITS, WITHDRAWALS, STEPS, BATCHES, CASES, BALANCES, TOTALS] as const;

/** Reads everything there is at one moment: the timers of the product go on beside it. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const [entries = [], deposits, withdrawals, steps, batches, cases, balances, totals] =
    await db.snapshot(async (tx) => {
      const read: Found[][] = [];
      for (const sql of READ) read.push(await tx.query<Found>(sql));
      return read;
    });
  const stepsOf = Map.groupBy(steps ?? [], (row) => text(row, 'withdrawal_id'));
  const sums = (rows: readonly Found[] | undefined): Map<string, bigint> =>
    new Map((rows ?? []).map((row) => [text(row, 'account'), units(row, 'amount')]));
  return {
    entries: entriesOf(entries),
    deposits: (deposits ?? []).map((row) => ({
      id: text(row, 'id'),
      userId: text(row, 'user_id'),
      network: text(row, 'network'),
      asset: text(row, 'asset') as Asset,
      txHash: text(row, 'tx_hash'),
      index: count(row, 'ordinal'),
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
      deadline: row['deadline'] == null ? null : count(row, 'deadline'),
      requestedAt: count(row, 'requested_at'),
      batchId: row['batch_id'] ?? null,
      isExported: text(row, 'is_exported') === 'true',
      txHash: row['tx_hash'] ?? null,
      causes: text(row, 'causes')
        .split(',')
        .filter((cause) => cause !== ''),
      approvedCase: row['approved_case'] ?? null,
      steps: (stepsOf.get(text(row, 'id')) ?? []).map((step) => ({
        state: text(step, 'state'),
        at: count(step, 'at'),
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
    balances: sums(balances),
    totals: sums(totals),
  };
}
