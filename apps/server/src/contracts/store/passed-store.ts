import type { ContractId, TickId, UserId } from '@candor/kernel';
import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Statement } from '../../platform/postgres/db.ts';
import type { PassedReason, PassedSpan } from '../order/passed-rules.ts';
import { CONTRACTS, CONTRACT_KEY, type ContractKey } from './contract-key.ts';

/** What an order was passed over at, as it is written down with what followed. */
export type PassedNote = {
  readonly order: ContractKey;
  /** The closing it belongs to; null where the order still waited. */
  readonly receiptNo: string | null;
  readonly spans: readonly PassedSpan[];
};

type Passed = ContractKey & PassedSpan & Pick<PassedNote, 'receiptNo'>;
const PASSED = columnsOf<Passed>([
  ...CONTRACT_KEY,
  ['receipt_no', 'uuid', ({ receiptNo }) => receiptNo],
  ['reason', 'text', ({ reason }) => reason],
  ['from_tick', 'text', ({ from }) => from],
  ['to_tick', 'text', ({ to }) => to],
]);
const KEEP = PASSED.insertInto('contracts.passed');

/** What writes at which ticks orders were passed over. */
export function passedStatements(notes: readonly PassedNote[]): Statement[] {
  const rows = notes.flatMap(({ order, receiptNo, spans }) =>
    spans.map((span) => ({ ...span, ...order, receiptNo })),
  );
  return PASSED.statements(KEEP, rows);
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
  from ${CONTRACTS.rows('wanted')}
  join contracts.passed p on p.user_id = wanted.user_id and p.contract_id = wanted.contract_id
  order by p.user_id, p.contract_id, p.seq`;

/** At which ticks some contracts were passed over, by user and contract. */
export async function findPassed(
  sql: Sql,
  wanted: readonly ContractKey[],
): Promise<ReadonlyMap<string, readonly WrittenSpan[]>> {
  const rows = await sql.query<Row>(FIND, CONTRACTS.values(wanted));
  const found = new Map<string, WrittenSpan[]>();
  for (const { user_id, contract_id, receipt_no, reason, from_tick, to_tick } of rows) {
    const key = `${user_id}/${contract_id}`;
    const own = found.get(key) ?? [];
    found.set(key, own);
    own.push({ receiptNo: receipt_no, reason, from: from_tick, to: to_tick });
  }
  return found;
}
