import type { ContractId, TickId, UserId } from '@candor/kernel';
import type { Sql, Statement } from '../../platform/postgres/db.ts';
import type { PassedReason, PassedSpan } from '../order/passed-rules.ts';

/** What an order was passed over at, as it is written down with what followed. */
export type PassedNote = {
  readonly order: { readonly userId: UserId; readonly id: ContractId };
  /** The closing it belongs to; null where the order still waited. */
  readonly receiptNo: string | null;
  readonly spans: readonly PassedSpan[];
};

const KEEP = `
  insert into contracts.passed (user_id, contract_id, receipt_no, reason, from_tick, to_tick)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])`;

/** What writes at which ticks orders were passed over. */
export function passedStatements(notes: readonly PassedNote[]): Statement[] {
  const rows = notes.flatMap(({ order, receiptNo, spans }) =>
    spans.map((span) => ({ ...span, ...order, receiptNo })),
  );
  if (rows.length === 0) return [];
  const values = [
    rows.map(({ userId }) => userId),
    rows.map(({ id }) => id),
    rows.map(({ receiptNo }) => receiptNo),
    rows.map(({ reason }) => reason),
    rows.map(({ from }) => from),
    rows.map(({ to }) => to),
  ];
  return [{ text: KEEP, values }];
}

/** A span as it was written down. */
export type WrittenSpan = PassedSpan & { readonly receiptNo: string | null };

type Row = {
  user_id: UserId;
  contract_id: ContractId;
  receipt_no: string | null;
  reason: PassedReason;
  from_tick: TickId;
  to_tick: TickId;
};

const FIND = `
  select p.user_id, p.contract_id, platform.plain_hex(p.receipt_no) as receipt_no, p.reason,
         p.from_tick, p.to_tick
  from unnest($1::uuid[], $2::uuid[]) as wanted (user_id, contract_id)
  join contracts.passed p on p.user_id = wanted.user_id and p.contract_id = wanted.contract_id
  order by p.user_id, p.contract_id, p.seq`;

/** At which ticks some contracts were passed over, by user and contract. */
export async function findPassed(
  sql: Sql,
  columns: readonly [readonly string[], readonly string[]],
): Promise<ReadonlyMap<string, readonly WrittenSpan[]>> {
  const rows = await sql.query<Row>(FIND, [...columns]);
  const found = new Map<string, WrittenSpan[]>();
  for (const { user_id, contract_id, receipt_no, reason, from_tick, to_tick } of rows) {
    const key = `${user_id}/${contract_id}`;
    const own = found.get(key) ?? [];
    found.set(key, own);
    own.push({ receiptNo: receipt_no, reason, from: from_tick, to: to_tick });
  }
  return found;
}
