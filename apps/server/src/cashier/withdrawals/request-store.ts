import { type UnixMs, type UserId, ensure } from '@candor/kernel';
import { type Column, columnsOf } from '../../platform/postgres/columns.ts';
import type { Row, Sql, Tx } from '../../platform/postgres/db.ts';
import type { Recent } from './asking/rules.ts';
import type { Step, Withdrawal } from './withdrawal.ts';

/** A withdrawal as it is asked for. */
export type NewWithdrawal = Pick<
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
> & { readonly requestId: string; readonly quoteId: string };

const TERMS: readonly Column<NewWithdrawal>[] = [
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
  ['request_id', 'uuid', ({ requestId }) => requestId],
  ['quote_id', 'uuid', ({ quoteId }) => quoteId],
  ['asset', 'text', ({ asset }) => asset],
  ['network', 'text', ({ network }) => network],
  ['address_id', 'uuid', ({ addressId }) => addressId],
  ['address', 'text', ({ address }) => address],
  ['label', 'text', ({ label }) => label],
  ['amount', 'numeric', ({ amount }) => amount.toString()],
  ['fee', 'numeric', ({ fee }) => fee.toString()],
  ['network_fee', 'numeric', ({ networkFee }) => networkFee.toString()],
  ['receive', 'numeric', ({ receive }) => receive.toString()],
  ['value', 'numeric', ({ value }) => value?.toString() ?? null],
  ['requested_at', 'moment', ({ requestedAt }) => requestedAt],
  ['screening', 'text', ({ screening }) => screening],
];
const WRITTEN = columnsOf(TERMS);
// A list in a list: it comes as one text.
const ASKED = columnsOf<NewWithdrawal>([
  ...TERMS,
  ['reasons', 'text', ({ causes }) => causes.join(' ')],
]);
const INSERT = `
  with asked as (
    insert into cashier.withdrawal (${WRITTEN.names}, at, causes)
    select ${WRITTEN.selected}, platform.from_ms(requested_at), string_to_array(reasons, ' ')
    from ${ASKED.rows('r')}
    returning user_id, id, number, ordinal, at),
  stepped as (
    insert into cashier.withdrawal_step (user_id, withdrawal_id, state, at, by)
    select user_id, id, 'requested', at, 'owner' from asked order by ordinal)
  select id, number from asked`;

/** A withdrawal as it was written down, with its first step. */
export type Requested = { readonly withdrawal: Withdrawal; readonly step: Step };

/** Writes withdrawals down as they are asked for, each with its first step; answers them in their order. */
export async function insertWithdrawals(
  tx: Tx,
  asked: readonly NewWithdrawal[],
): Promise<readonly Requested[]> {
  type Numbered = Row & { id: string; number: string };
  const rows = await tx.query<Numbered>(INSERT, ASKED.values(asked));
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const held = { reason: null, holder: null, deadline: null } as const;
  return asked.map((one) => {
    const at = one.requestedAt;
    const number = ensure(numbers.get(one.id), 'what was written is answered');
    return {
      withdrawal: {
        ...one,
        ...held,
        number,
        state: 'requested',
        at,
        caseId: null,
        approvedCase: null,
        batchId: null,
        isExported: false,
        txHash: null,
        problem: null,
        owed: '',
        reviewSince: null,
      },
      step: { ...held, state: 'requested', at, by: 'owner' },
    };
  });
}

const RECENT = `
  select w.user_id, count(*) filter (where w.is_open)::int as open,
    coalesce(sum(w.value) filter (where w.is_open), 0)::text as value,
    coalesce(bool_or(w.value is null) filter (where w.is_open), false) as is_unknown,
    count(*)::int as asked, min(w.requested_at) as first
  from (
    select user_id, value, requested_at,
      state not in ('cancelled', 'rejected', 'failed', 'refunded') as is_open
    from cashier.withdrawal
    where user_id = any ($1::uuid[]) and requested_at > platform.from_ms($2)) w
  group by w.user_id`;

const NOTHING: Recent = { asked: 0, firstAt: null, open: 0, value: 0n };

/** What users asked for since a moment. */
export async function sumRecent(
  sql: Sql,
  { userIds, since }: { readonly userIds: readonly UserId[]; readonly since: UnixMs },
): Promise<ReadonlyMap<UserId, Recent>> {
  type Sums = Row & {
    user_id: string;
    open: number;
    value: string;
    is_unknown: boolean;
    asked: number;
    first: number;
  };
  const rows = await sql.query<Sums>(RECENT, [userIds, since]);
  const found = new Map(
    rows.map((row) => [
      row.user_id as UserId,
      {
        asked: row.asked,
        firstAt: row.first as UnixMs,
        open: row.open,
        value: row.is_unknown ? null : BigInt(row.value),
      },
    ]),
  );
  return new Map(userIds.map((userId) => [userId, found.get(userId) ?? NOTHING]));
}
