import type { Clock } from '@candor/kernel';
import type { Database } from '../platform/postgres/db.ts';
import type { Signer } from '../platform/secrets/signing.ts';
import { headText } from './rules.ts';
import { type SignedHead, findHead, findSignedHead, insertSignedHead } from './store.ts';

/** Signs the log's head, so that what was in it cannot be left out any more. */
export type Heads = {
  /**
   * Signs the head where the log grew since the last time.
   *
   * @throws Error where the log is not what was signed of it: nothing is signed that contradicts it
   */
  sign(): Promise<SignedHead | null>;
  /** A signed head as a C2SP signed note. */
  noteOf(signed: SignedHead): string;
};

/** Opens what signs heads of the log. */
export function createHeads(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
}): Heads {
  const { db, clock, signer } = deps;
  return {
    async sign() {
      const last = await findSignedHead(db);
      const head = await findHead(db);
      if (last !== null && head.count < last.count) {
        throw new Error(`the audit log has ${head.count} rows, and ${last.count} were signed`);
      }
      if (last !== null && head.count === last.count) {
        if (head.hash.equals(last.hash)) return last;
        throw new Error(`row ${head.count} of the audit log is not what was signed`);
      }
      if (head.count === 0) return null;
      const at = clock.now();
      const { key, signature } = await signer.sign(headText(signer.name(), { ...head, at }));
      const signed = { ...head, at, key, signature };
      await db.transaction((tx) => insertSignedHead(tx, signed));
      return (await findSignedHead(db)) ?? signed;
    },
    noteOf: (signed) => signer.noteOf(headText(signer.name(), signed), signed),
  };
}
