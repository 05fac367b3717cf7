import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { Database } from '../src/platform/postgres/db.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

/** Brings an empty database to where the files before one of them left it, as a start did then. */
export async function migrateUntil(owner: Database, before: string): Promise<void> {
  await owner.query(
    `create table public.migration (
       name text primary key, checksum text not null, at timestamptz not null default now())`,
  );
  for (const name of (await readdir(FOLDER)).toSorted().filter((file) => file < before)) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    await owner.query(`do $run$ begin execute $file$${text}$file$; end $run$`);
    const checksum = createHash('sha256').update(text).digest('hex');
    await owner.query('insert into public.migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
  }
}
