import type { Asset, UnixMs, UserId } from '@candor/kernel';
import { assert } from '@candor/kernel';
import {
  type HoldHolder,
  type Network,
  WITHDRAWAL_ENDS,
  type WithdrawalPart,
  type WithdrawalReason,
  type WithdrawalState,
  type withdrawals,
} from '@candor/protocol';
import { columnsOf } from '../../platform/postgres/columns.ts';
import { type Row, type Sql, type Tx, sendAll } from '../../platform/postgres/db.ts';
import { type ReviewCause, type Screening, edgeOf } from './rules.ts';
import type { StepRow, WithdrawalRow } from './schema.ts';
import type { Step, Withdrawal } from './withdrawal.ts';

/** Columns of a withdrawal, as `withdrawalOf` reads them. */
export const SELECT = `
  select w.user_id, w.id, w.number, w.asset, w.network, w.address_id, w.address, w.label, w.amount,
    w.fee, w.network_fee, w.receive, w.value, w.requested_at, w.state, w.reason, w.holder, w.deadline,
    w.at, w.causes, w.screening, w.case_id, w.approved_case, w.batch_id, w.tx_hash, w.problem, w.owed,
    w.review_since,
    coalesce((select b.state <> 'made' from cashier.batch b where b.id = w.batch_id), false)
      as is_exported
  from cashier.withdrawal w`;

/** A row of them. */
export type Found = Row & WithdrawalRow;

/** A withdrawal of its row. */
export function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    userId: row.user_id as UserId,
    id: row.id,
    number: row.number,
    asset: row.asset as Asset,
    network: row.network as Network,
    addressId: row.address_id,
    address: row.address,
    label: row.label,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    networkFee: BigInt(row.network_fee),
    receive: BigInt(row.receive),
    value: row.value === null ? null : BigInt(row.value),
    requestedAt: row.requested_at as UnixMs,
    state: row.state as WithdrawalState,
    reason: row.reason as WithdrawalReason | null,
    holder: row.holder as HoldHolder | null,
    deadline: row.deadline as UnixMs | null,
    at: row.at as UnixMs,
    causes: row.causes as ReviewCause[],
    screening: row.screening as Screening,
    caseId: row.case_id,
    approvedCase: row.approved_case,
    batchId: row.batch_id,
    isExported: row.is_exported,
    txHash: row.tx_hash,
    problem: row.problem,
    owed: row.owed,
    reviewSince: row.review_since as UnixMs | null,
  };
}

const STEP = `
  insert into cashier.withdrawal_step (user_id, withdrawal_id, state, at, by, reason, holder, deadline)
  values ($1, $2, $3, platform.from_ms($4), $5, $6, $7, platform.from_ms($8))`;

async function insertStep(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  step: Step,
): Promise<void> {
  const { state, at, by, reason, holder, deadline } = step;
  await tx.query(STEP, [userId, id, state, at, by, reason, holder, deadline]);
}

const MOVE = `
  update cashier.withdrawal set state = $3, at = platform.from_ms($4), reason = $5, holder = $6,
    deadline = platform.from_ms($7), tx_hash = case when $10 then null else coalesce($8, tx_hash) end,
    problem = case when $10 or $3 = 'confirmed' then null else problem end,
    batch_id = case when $9 then null else batch_id end,
    batch_place = case when $9 then null else batch_place end
  where user_id = $1 and id = $2`;

/** Where a withdrawal goes next. */
export type Move = {
  readonly to: WithdrawalState;
  readonly at: UnixMs;
  readonly reason?: WithdrawalReason;
  readonly holder?: HoldHolder;
  readonly deadline?: UnixMs;
  readonly txHash?: string;
  /** It leaves a batch that is void: neither batch nor transaction are its own any more. */
  readonly isVoided?: boolean;
};

const LEAVES_BATCH: ReadonlySet<WithdrawalState> = new Set(['held', 'cancelled']);

/** Who takes a withdrawal along a way. @throws InvariantError off the edges */
function partOf(from: WithdrawalState, to: WithdrawalState): WithdrawalPart {
  const edge = edgeOf(from, to);
  assert(edge !== null, `a withdrawal does not go from ${from} to ${to}`);
  return edge.by;
}

/** Takes a withdrawal along an edge and writes the step down. @throws InvariantError off the edges */
export async function moveWithdrawal(tx: Tx, one: Withdrawal, move: Move): Promise<Withdrawal> {
  const {
    to,
    at,
    reason = null,
    holder = null,
    deadline = null,
    txHash = null,
    isVoided = false,
  } = move;
  const by = partOf(one.state, to);
  const leaves = isVoided || LEAVES_BATCH.has(to);
  const said = [to, at, reason, holder, deadline, txHash, leaves, isVoided];
  await tx.query(MOVE, [one.userId, one.id, ...said]);
  await insertStep(tx, one, { state: to, at, by, reason, holder, deadline });
  const batchId = leaves ? null : one.batchId;
  const kept = isVoided ? null : (txHash ?? one.txHash);
  return { ...one, state: to, at, reason, holder, deadline, batchId, txHash: kept };
}

const ONE = `${SELECT} where w.user_id = $1 and w.id = $2`;

/** A user's withdrawal; null for none of theirs. */
export async function findWithdrawal(
  sql: Sql,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): Promise<Withdrawal | null> {
  const [row] = await sql.query<Found>(ONE, [userId, id]);
  return row === undefined ? null : withdrawalOf(row);
}

const LOCKED = 'select from cashier.withdrawal where user_id = $1 and id = $2 for update';

/** The same, and nobody else moves it until the transaction ends. */
export async function lockWithdrawal(
  tx: Tx,
  of: { readonly userId: UserId; readonly id: string },
): Promise<Withdrawal | null> {
  await tx.query(LOCKED, [of.userId, of.id]);
  return findWithdrawal(tx, of);
}

/** A withdrawal by its key. */
type Named = Pick<Withdrawal, 'userId' | 'id'>;
const NAMED = columnsOf<Named>([
  ['user_id', 'uuid', ({ userId }) => userId],
  ['id', 'uuid', ({ id }) => id],
]);
const NAMED_ROWS = `join ${NAMED.rows('asked')} on w.user_id = asked.user_id and w.id = asked.id`;
// In the order batches hold them in, so that nobody who locks several waits for one who waits for them.
const LOCK_ALL = `
  select from cashier.withdrawal w ${NAMED_ROWS} order by w.ordinal for update of w`;
const FIND_ALL = `${SELECT} ${NAMED_ROWS} order by w.ordinal`;

/** Some withdrawals, the oldest first; nobody else moves them until the transaction ends. */
export async function lockWithdrawals(tx: Tx, of: readonly Named[]): Promise<Withdrawal[]> {
  const values = NAMED.values(of);
  const [, rows] = await Promise.all([
    tx.query(LOCK_ALL, values),
    tx.query<Found>(FIND_ALL, values),
  ]);
  return rows.map(withdrawalOf);
}

const GO_ALL = `
  update cashier.withdrawal w set state = 'approved', at = platform.from_ms(${NAMED.behind(1)}),
    reason = null, holder = null, deadline = null
  from ${NAMED.rows('asked')} where w.user_id = asked.user_id and w.id = asked.id`;
const GONE_STEPS = `
  insert into cashier.withdrawal_step (user_id, withdrawal_id, state, at, by)
  select user_id, id, 'approved', platform.from_ms(${NAMED.behind(1)}), 'system'
  from ${NAMED.rows('asked')}`;

/** Lets withdrawals go that nothing holds, each with its step. @throws InvariantError off the edges */
export async function approveAll(tx: Tx, ones: readonly Withdrawal[], at: UnixMs): Promise<void> {
  for (const { state } of ones) {
    assert(partOf(state, 'approved') === 'system', `nobody lets a withdrawal go that is ${state}`);
  }
  await sendAll(tx, [
    ...NAMED.statements(GO_ALL, ones, at),
    ...NAMED.statements(GONE_STEPS, ones, at),
  ]);
}

/** What the owner reads of their withdrawals; `withdrawal_recent` leads to them by user and time. */
const OF_USER = `
  where w.user_id = $1
    and ($2::text is null
      or case when $2 = 'open' then w.state <> all ($3::text[]) else w.state = $2 end)
    and ($4::text is null or w.asset = $4) and ($5::text is null or w.network = $5)
    and w.requested_at >= coalesce(platform.from_ms($6), '-infinity')
    and w.requested_at < coalesce(platform.from_ms($7), 'infinity')`;
const PAGE = `${SELECT} ${OF_USER} order by w.requested_at desc, w.ordinal desc limit $8 offset $9`;
const TOTAL = `select count(*)::int as total from cashier.withdrawal w ${OF_USER}`;

/** A page of a user's withdrawals, newest first. */
export async function listOfUser(
  sql: Sql,
  asked: withdrawals.WithdrawalsParams & { readonly userId: UserId },
): Promise<{ found: Withdrawal[]; total: number }> {
  const { userId, page, size, state = null, asset = null, network = null } = asked;
  const { from = null, to = null } = asked;
  const own = [userId, state, WITHDRAWAL_ENDS, asset, network, from, to];
  const rows = await sql.query<Found>(PAGE, [...own, size, (page - 1) * size]);
  const [counted] = await sql.query<Row & { total: number }>(TOTAL, own);
  return { found: rows.map(withdrawalOf), total: counted?.total ?? 0 };
}

const STEPS = `
  select withdrawal_id, state, at, by, reason, holder, deadline from cashier.withdrawal_step
  where user_id = $1 and withdrawal_id = any ($2::uuid[]) order by place`;

/** The steps of some withdrawals of a user, by their ids, the first one first. */
export async function listSteps(
  sql: Sql,
  { userId, ids }: { readonly userId: UserId; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const rows = await sql.query<Row & StepRow>(STEPS, [userId, ids]);
  const steps = rows.map((row) => ({
    id: row.withdrawal_id,
    step: {
      state: row.state as WithdrawalState,
      at: row.at as UnixMs,
      by: row.by as WithdrawalPart,
      reason: row.reason as WithdrawalReason | null,
      holder: row.holder as HoldHolder | null,
      deadline: row.deadline as UnixMs | null,
    },
  }));
  const grouped = Map.groupBy(steps, ({ id }) => id);
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ step }) => step)]));
}

const REVIEWED = `
  update cashier.withdrawal set causes = $3, case_id = $4, review_since = platform.from_ms($5)
  where user_id = $1 and id = $2`;

/** Writes down why staff look at a withdrawal, and by which case. */
export async function putReview(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  review: {
    readonly causes: readonly ReviewCause[];
    readonly caseId: string | null;
    /** When the review began; null where none did. */
    readonly since: UnixMs | null;
  },
): Promise<void> {
  await tx.query(REVIEWED, [userId, id, review.causes, review.caseId, review.since]);
}

const OWED = `
  update cashier.withdrawal set causes = $3, owed = $4 where user_id = $1 and id = $2`;

/** Writes down what its owner owes of deposits that were taken back, as staff are told of it. */
export async function putOwed(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  said: { readonly causes: readonly ReviewCause[]; readonly owed: string },
): Promise<void> {
  await tx.query(OWED, [userId, id, said.causes, said.owed]);
}

const SCREENED = 'update cashier.withdrawal set screening = $3 where user_id = $1 and id = $2';

/** Writes down what screening answered. */
export async function putScreening(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  screening: Screening,
): Promise<void> {
  await tx.query(SCREENED, [userId, id, screening]);
}

const APPROVED = 'update cashier.withdrawal set approved_case = $3 where user_id = $1 and id = $2';

/** Writes down the case two people let it go by; the database looks for that case itself. */
export async function putApproval(
  tx: Tx,
  { userId, id }: Pick<Withdrawal, 'userId' | 'id'>,
  caseId: string,
): Promise<void> {
  await tx.query(APPROVED, [userId, id, caseId]);
}
