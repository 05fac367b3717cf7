import { type UnixMs, newUuid } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import type { TokenTerms } from '../token/token.ts';
import type { BeneficiaryTerms } from './terms.ts';

/** The case that decided something, and when it is carried out. */
export type ByCase = { readonly caseId: string; readonly at: UnixMs };

const INSERT_BENEFICIARY = `
  insert into nft.beneficiary
    (id, name, country, register, register_number, register_url, agreement, agreed_on, is_sample, case_id, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, platform.from_ms($11))
  on conflict do nothing returning id`;

/** Registers a beneficiary; whether it is new: a number of a register stands for one. */
export async function insertBeneficiary(
  tx: Tx,
  id: string,
  terms: BeneficiaryTerms,
  { caseId, at }: ByCase,
): Promise<boolean> {
  const { name, country, register, registerNumber, registerUrl, agreement, agreedOn } = terms;
  const values = [
    ...[id, name, country, register, registerNumber, registerUrl, agreement, agreedOn],
    ...[terms.isSample, caseId, at],
  ];
  return (await tx.query(INSERT_BENEFICIARY, values)).length > 0;
}

const KNOWN = `
  select from nft.beneficiary where country = $1 and register = $2 and register_number = $3`;

/** Whether a number of a register is registered already. */
export async function isRegistered(
  sql: Sql,
  { country, register, registerNumber }: BeneficiaryTerms,
): Promise<boolean> {
  return (await sql.query(KNOWN, [country, register, registerNumber])).length > 0;
}

const CREATOR = `
  with made as (
    insert into nft.creator (id, name) values ($1, $2) on conflict (name) do nothing returning id
  )
  select id from made union all select id from nft.creator where name = $2 limit 1`;

async function creatorOf(tx: Tx, name: string, at: UnixMs): Promise<string> {
  const [row] = await tx.query<{ id: string }>(CREATOR, [newUuid(at), name]);
  if (row !== undefined) return row.id;
  // Another transaction made it meanwhile.
  const [again] = await tx.query<{ id: string }>('select id from nft.creator where name = $1', [
    name,
  ]);
  return again?.id ?? '';
}

const COLUMNS = [
  'title',
  'text',
  'creator_id',
  'beneficiary_id',
  'art_id',
  'chain',
  'address',
  'number',
  'kind',
  'price',
  'step',
  'charity_basis',
  'creator_basis',
  'house_basis',
  'starts_at',
  'ends_at',
  'extend_minutes',
  'extensions_max',
  'case_id',
] as const;
const MOMENTS: readonly string[] = ['starts_at', 'ends_at'];
const placed = (column: string, index: number): string =>
  MOMENTS.includes(column) ? `platform.from_ms($${index + 2})` : `$${index + 2}`;
const INSERT_TOKEN = `
  insert into nft.token (id, ${COLUMNS.join(', ')}, at)
  values ($1, ${COLUMNS.map(placed).join(', ')}, platform.from_ms($${COLUMNS.length + 2}))
  on conflict (id) do nothing returning id`;
const UPDATE_TOKEN = `
  update nft.token set ${COLUMNS.map((column, index) => `${column} = ${placed(column, index)}`).join(', ')},
    version = version + 1
  where id = $1 and state = 'open' and bids = 0 and version = $${COLUMNS.length + 2}
  returning id`;

async function valuesOf(tx: Tx, id: string, terms: TokenTerms, { caseId, at }: ByCase) {
  const { title, text, creator, beneficiaryId, artId, place, price, split, startsAt, auction } =
    terms;
  return [
    ...[id, title, text, await creatorOf(tx, creator, at), beneficiaryId, artId],
    ...[place?.chain ?? null, place?.address ?? null, place?.number ?? null],
    ...[auction === null ? 'fixed' : 'auction', price.units.toString()],
    auction?.step.units.toString() ?? null,
    ...[split.charity, split.creator, split.house, startsAt, auction?.endsAt ?? null],
    ...[auction?.extension.minutes ?? null, auction?.extension.most ?? null, caseId],
  ];
}

/** Offers a token; whether it is new. */
export async function insertToken(
  tx: Tx,
  id: string,
  terms: TokenTerms,
  by: ByCase,
): Promise<boolean> {
  const values = [...(await valuesOf(tx, id, terms, by)), by.at];
  return (await tx.query(INSERT_TOKEN, values)).length > 0;
}

/** Changes what a token is offered on; whether it is still what the change was made of, with no bid. */
export async function changeToken(
  tx: Tx,
  id: string,
  terms: TokenTerms,
  by: ByCase & { readonly version: number },
): Promise<boolean> {
  const values = [...(await valuesOf(tx, id, terms, by)), by.version];
  return (await tx.query(UPDATE_TOKEN, values)).length > 0;
}

const CANCEL = `
  update nft.token set state = 'cancelled', cancel_case = $2, cancel_reason = $3,
    closed_at = platform.from_ms($4), version = version + 1
  where id = $1 and state = 'open'`;

/** Cancels a token that is on sale. */
export async function cancelToken(
  tx: Tx,
  id: string,
  { caseId, at, reason }: ByCase & { readonly reason: string },
): Promise<void> {
  await tx.query(CANCEL, [id, caseId, reason, at]);
}

const DELIVER = `
  with marked as (
    insert into nft.delivery (token_id, case_id, hash, at) values ($1, $2, $3, platform.from_ms($4))
    returning token_id
  )
  update nft.token t set state = 'delivered', version = t.version + 1
  from marked where t.id = marked.token_id`;

/** Marks a token as delivered. */
export async function deliverToken(
  tx: Tx,
  id: string,
  { caseId, hash, at }: ByCase & { readonly hash: string },
): Promise<void> {
  await tx.query(DELIVER, [id, caseId, hash, at]);
}
