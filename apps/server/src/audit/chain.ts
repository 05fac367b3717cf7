import { createHash } from 'node:crypto';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import type { Database } from '../platform/postgres/db.ts';
import { hashedFields } from './export.ts';
import { findHead, findSignedHead, listAfter } from './store.ts';

/** Of one part: hashing them holds no other work up for more than a few milliseconds. */
const ROWS = 200;
const FIRST = Buffer.alloc(32);
const ROW = Buffer.of(6);

/** Parts of one look: a longer log takes several. */
const PARTS = 100;

/** What a look over the log found; `fault` is null when every row follows from the one before. */
export type ChainReport = {
  /** Rows that were looked at since the first. */
  readonly rows: number;
  readonly fault: string | null;
  /** Everything up to the head as it stood was looked at. */
  readonly isWhole: boolean;
};

/** A walk over the log that goes on where it was. */
export type ChainWalk = () => Promise<ChainReport>;

/**
 * Begins at the first row. Each call recomputes the hashes of the rows that follow, so many at most
 * that none takes long, and compares the signed head with the row it was signed at. A fault that was
 * found stays.
 */
export function createChainWalk(db: Database): ChainWalk {
  let rows = 0;
  let hash: Buffer = FIRST;
  let fault: string | null = null;

  async function look(): Promise<Omit<ChainReport, 'rows'>> {
    const found = (text: string) => ({ fault: text, isWhole: true });
    // In this order: one that is signed meanwhile may be of a longer log than the head that was read.
    const signed = await findSignedHead(db);
    const head = await findHead(db);
    if (signed !== null && signed.count > head.count) {
      return found(`the log has ${head.count} rows, and ${signed.count} were signed`);
    }
    if (head.count < rows) return found(`row ${rows} is missing`);
    // Where the last look ended: a last row that was taken away is seen at once.
    const [last] = await listAfter(db, { after: rows - 1, upTo: rows, limit: 1 });
    if (rows > 0 && last === undefined) return found(`row ${rows} is missing`);
    if (last !== undefined && !last.hash.equals(hash)) {
      return found(`row ${rows} is not what was written`);
    }
    for (let part = 0; rows < head.count; part += 1) {
      if (part === PARTS) return { fault: null, isWhole: false };
      const read = await listAfter(db, { after: rows, upTo: head.count, limit: ROWS });
      if (read.length === 0) return found(`row ${rows + 1} is missing`);
      for (const row of read) {
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
    return hash.equals(head.hash)
      ? { fault: null, isWhole: true }
      : found('the head is not the last row');
  }

  return async () => {
    if (fault !== null) return { rows, fault, isWhole: true };
    const looked = await look();
    ({ fault } = looked);
    return { rows, ...looked };
  };
}

/** Goes to the end of the log; read part by part, so that a long one needs no room. */
export async function walkToEnd(walk: ChainWalk): Promise<ChainReport> {
  for (;;) {
    const report = await walk();
    if (report.isWhole) return report;
  }
}
