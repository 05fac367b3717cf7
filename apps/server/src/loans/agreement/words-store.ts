import type { UnixMs } from '@candor/kernel';
import type { Sql, Row } from '../../platform/postgres/db.ts';

const KEEP = `
  insert into loans.agreement_words (hash, words, since)
  values (decode($1, 'hex'), $2, platform.from_ms($3)) on conflict (hash) do nothing`;

/** Keeps the texts agreements are written with, so that what is signed stays readable. */
export async function keepWords(
  sql: Sql,
  words: { readonly text: string; readonly hash: string },
  at: UnixMs,
): Promise<void> {
  await sql.query(KEEP, [words.hash, words.text, at]);
}

const FIND = `select words from loans.agreement_words where hash = decode($1, 'hex')`;

/** Texts by their hash; null for none that were kept. */
export async function findWords(sql: Sql, hash: string): Promise<string | null> {
  const [row] = await sql.query<Row & { words: string }>(FIND, [hash]);
  return row?.words ?? null;
}
