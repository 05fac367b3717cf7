import {
  type Asset,
  type ContractId,
  type OptionId,
  type UnixMs,
  type UserId,
  formatMoney,
  isUuid,
} from '@candor/kernel';
import type { Transaction, TransactionKind } from '@candor/protocol';
import type { Contracts } from '../contracts/index.ts';
import {
  type TradingAccount,
  type StatementFilter,
  type StatementLine,
  listStatement,
} from '../ledger/index.ts';
import type { Nft } from '../nft/index.ts';
import type { Options } from '../options/index.ts';
import type { Sql } from '../platform/postgres/db.ts';
import type { InstallationKind } from '../platform/postgres/installation.ts';
import { COVER_LINES, coversOf, withCovers } from './covers.ts';
import { accountsOf, kindOf } from './transaction-kinds.ts';

/** What the list of payments is made from. */
export type RecordDeps = {
  readonly db: Sql;
  readonly contracts: Pick<Contracts, 'byIds' | 'queries'>;
  readonly options: Pick<Options, 'byIds' | 'queries'>;
  readonly nft: Pick<Nft, 'titlesOf'>;
  /** Every file of a rehearsal says what it is. */
  readonly installation: InstallationKind;
};

/** Which payments are asked for. */
export type TransactionFilter = TradingAccount & {
  readonly asset?: Asset | undefined;
  readonly kind?: TransactionKind | undefined;
  /** Wall time; `to` is not included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

function statementFilter(
  params: TransactionFilter,
  part: Pick<StatementFilter, 'newestFirst' | 'offset' | 'limit'>,
): StatementFilter {
  return {
    userId: params.userId,
    mode: params.mode,
    asset: params.asset ?? null,
    others: params.kind === undefined ? null : accountsOf(params.kind),
    from: (params.from ?? null) as UnixMs | null,
    to: (params.to ?? null) as UnixMs | null,
    ...part,
  };
}

/** Numbers of the orders that entries are about, or titles of the tokens, by the ids of orders and bids. */
async function referencesOf(
  deps: RecordDeps,
  userId: UserId,
  lines: readonly StatementLine[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = new Set(lines.flatMap(({ subject }) => subject ?? []));
  const ids = [...subjects].filter(isUuid);
  if (ids.length === 0) return new Map();
  const [contracts, options, tokens] = await Promise.all([
    deps.contracts.byIds(ids.map((id) => ({ userId, id: id as ContractId }))),
    deps.options.byIds(ids.map((id) => ({ userId, id: id as OptionId }))),
    deps.nft.titlesOf(userId, ids),
  ]);
  const orders = [...contracts, ...options].map(({ id, orderNo }) => [id, orderNo] as const);
  return new Map([...orders, ...tokens]);
}

/** A payment with what the list leaves out and the file does not. */
export type RecordedTransaction = {
  readonly record: Transaction;
  readonly line: StatementLine;
};

/** A part of the statement, each protection before the payments that needed it. */
async function listCovered(
  sql: Sql,
  filter: StatementFilter,
): Promise<{ lines: StatementLine[]; total: number }> {
  // What belongs to one cover may stand on two pages; it is put in order with all of it in sight.
  const before = Math.min(filter.offset, COVER_LINES);
  const { lines, total } = await listStatement(sql, {
    ...filter,
    offset: filter.offset - before,
    limit: filter.limit + before + COVER_LINES,
  });
  const covers = await coversOf(sql, filter.userId, lines);
  const ordered = withCovers(lines, covers, filter.newestFirst);
  return { lines: ordered.slice(before, before + filter.limit), total };
}

async function recorded(
  deps: RecordDeps,
  params: TransactionFilter,
  part: Pick<StatementFilter, 'newestFirst' | 'offset' | 'limit'>,
): Promise<{ rows: RecordedTransaction[]; total: number }> {
  const { lines, total } = await listCovered(deps.db, statementFilter(params, part));
  const references = await referencesOf(deps, params.userId, lines);
  const rows = lines.map((line) => ({
    line,
    record: {
      id: `${line.entryId}/${line.line}`,
      time: line.at,
      kind: kindOf(line.other),
      asset: line.asset,
      amount: formatMoney(line.amount),
      balanceAfter: formatMoney(line.after),
      reference: references.get(line.subject ?? '') ?? '',
    },
  }));
  return { rows, total };
}

/** A page of the payments of one user and mode, newest first. */
export async function listTransactions(
  deps: RecordDeps,
  params: TransactionFilter & { readonly page: number; readonly size: number },
): Promise<{ records: Transaction[]; total: number }> {
  const { page, size } = params;
  const part = { newestFirst: true, offset: (page - 1) * size, limit: size };
  const { rows, total } = await recorded(deps, params, part);
  return { records: rows.map(({ record }) => record), total };
}

/** All payments that match, oldest first, as long as there are not too many. */
export function allTransactions(
  deps: RecordDeps,
  params: TransactionFilter & { readonly max: number },
): Promise<{ rows: RecordedTransaction[]; total: number }> {
  return recorded(deps, params, { newestFirst: false, offset: 0, limit: params.max });
}
