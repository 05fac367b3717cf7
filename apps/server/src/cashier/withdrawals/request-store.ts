import { type UnixMs, type UserId, ensure } from '@candor/kernel';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Step, Withdrawal } from './withdrawal.ts';

const INSERT = `
  with asked as (
    insert into cashier.withdrawal (user_id, id, request_id, quote_id, asset, network, address_id,
      address, label, amount, fee, network_fee, receive, value, requested_at, at, causes, screening)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, platform.from_ms($15),
      platform.from_ms($15), $16, $17)
    returning user_id, id, number),
  stepped as (
    insert into cashier.withdrawal_step (user_id, withdrawal_id, state, at, by)
    select user_id, id, 'requested', platform.from_ms($15), 'owner' from asked)
  select number from asked`;

/** A withdrawal as it is asked for. */
type NewWithdrawal = Pick<
  Withdrawal,
  | 'userId'
  | 'id'
  | 'asset'
  | 'network'
  | 'addressId'
  | 'address'
  | 'label'
  | 'amount'
  | 'fee'
  | 'networkFee'
  | 'receive'
  | 'value'
  | 'requestedAt'
  | 'causes'
  | 'screening'
>;

/** Writes a withdrawal down as it is asked for, with its first step; answers both. */
export async function insertWithdrawal(
  tx: Tx,
  one: NewWithdrawal & { readonly requestId: string; readonly quoteId: string },
): Promise<{ readonly withdrawal: Withdrawal; readonly step: Step }> {
  const { requestId, quoteId, ...asked } = one;
  const { userId, id, asset, network, addressId, address, label } = asked;
  const { amount, fee, networkFee, receive, value, requestedAt, causes, screening } = asked;
  const [row] = await tx.query<Row & { number: string }>(INSERT, [
    userId,
    id,
    requestId,
    quoteId,
    asset,
    network,
    addressId,
    address,
    label,
    amount.toString(),
    fee.toString(),
    networkFee.toString(),
    receive.toString(),
    value?.toString() ?? null,
    requestedAt,
    causes,
    screening,
  ]);
  const held = { reason: null, holder: null, deadline: null } as const;
  return {
    withdrawal: {
      ...asked,
      ...held,
      number: ensure(row, 'what was written is answered').number,
      state: 'requested',
      at: requestedAt,
      caseId: null,
      approvedCase: null,
      batchId: null,
      isExported: false,
      txHash: null,
      problem: null,
      owed: '',
      reviewSince: null,
    },
    step: { ...held, state: 'requested', at: requestedAt, by: 'owner' },
  };
}

const RECENT = `
  select count(*) filter (where w.is_open)::int as open,
    coalesce(sum(w.value) filter (where w.is_open), 0)::text as value,
    coalesce(bool_or(w.value is null) filter (where w.is_open), false) as is_unknown,
    count(*)::int as asked, min(w.requested_at) as first
  from (
    select value, requested_at,
      state not in ('cancelled', 'rejected', 'failed', 'refunded') as is_open
    from cashier.withdrawal where user_id = $1 and requested_at > platform.from_ms($2)) w`;

/** What a user asked for since a moment; `value` is of what was not given up. */
export type Recent = {
  readonly asked: number;
  readonly firstAt: UnixMs | null;
  readonly open: number;
  /** Null where one had no price. @units USDT units */
  readonly value: bigint | null;
};

/** What a user asked for since a moment. */
export async function sumRecent(
  sql: Sql,
  { userId, since }: { readonly userId: UserId; readonly since: UnixMs },
): Promise<Recent> {
  type Sums = Row & {
    open: number;
    value: string;
    is_unknown: boolean;
    asked: number;
    first: number | null;
  };
  const [row] = await sql.query<Sums>(RECENT, [userId, since]);
  return {
    asked: row?.asked ?? 0,
    firstAt: (row?.first ?? null) as UnixMs | null,
    open: row?.open ?? 0,
    value: row === undefined || row.is_unknown ? null : BigInt(row.value),
  };
}
