import { createHash } from 'node:crypto';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import type { Database } from '../platform/postgres/db.ts';
import { hashedFields } from './export.ts';
import { findHead, findSignedHead, listAfter } from './store.ts';

const ROWS = 1_000;
const FIRST = Buffer.alloc(32);
const ROW = Buffer.of(6);

/** What a look over the whole log found; `fault` is null when every row follows from the one before. */
export type ChainReport = { readonly rows: number; readonly fault: string | null };

/**
 * Recomputes the hash of every row up to the head as it stands, and compares the signed head with the
 * row it was signed at. Read part by part, so that a long log needs no room.
 */
export async function verifyChain(db: Database): Promise<ChainReport> {
  // In this order: one that is signed meanwhile may be of a longer log than the head that was read.
  const signed = await findSignedHead(db);
  const head = await findHead(db);
  let rows = 0;
  let hash: Buffer = FIRST;
  const found = (fault: string): ChainReport => ({ rows, fault });
  if (signed !== null && signed.count > head.count) {
    return found(`the log has ${head.count} rows, and ${signed.count} were signed`);
  }
  while (rows < head.count) {
    const part = await listAfter(db, { after: rows, upTo: head.count, limit: ROWS });
    if (part.length === 0) return found(`row ${rows + 1} is missing`);
    for (const row of part) {
      if (Number.parseInt(row.seq, 10) !== rows + 1) return found(`row ${rows + 1} is missing`);
      const text = Buffer.from(canonicalJson(hashedFields(row)), 'utf8');
      const made = createHash('sha256').update(ROW).update(hash).update(text).digest();
      if (!row.previous.equals(hash) || !row.hash.equals(made)) {
        return found(`row ${row.seq} is not what was written`);
      }
      hash = made;
      rows += 1;
      if (signed?.count === rows && !signed.hash.equals(hash)) {
        return found(`row ${row.seq} is not what was signed`);
      }
    }
  }
  return { rows, fault: hash.equals(head.hash) ? null : 'the head is not the last row' };
}
