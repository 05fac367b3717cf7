import type { Database, Tx } from '../src/platform/postgres/db.ts';

/** A database that ends for its product at a moment a test names, as it does for a killed process. */
export type Breaking = {
  /** Stands between a product and its database. */
  between(db: Database): Database;
  /** Ends it before the nth write or commit from now on; the one after the last is never reached. */
  breakAt(nth: number): void;
  /** Whether it ended, and at what. */
  readonly brokenAt: string | null;
  /** Everything it ended at so far. */
  readonly breaks: readonly string[];
  /** Answers again: for the process that is started next. */
  mend(): void;
};

/** A write to what some schemas hold; what others write meanwhile is not counted. */
const writesTo = (schemas: readonly string[]): RegExp =>
  new RegExp(`\\b(?:insert into|update|delete from)\\s+(?:${schemas.join('|')})\\.`, 'i');
const SHOWN = 60;

/**
 * From the break on nothing is answered until `mend`: a process that is gone does nothing more. A
 * commit is broken once before it, so that nothing of it is there, and once after it, so that all of
 * it is and nobody was told.
 */
export function createBreaking(schemas: readonly string[] = ['cashier', 'ledger']): Breaking {
  const writes = writesTo(schemas);
  let left: number | null = null;
  let brokenAt: string | null = null;
  const breaks: string[] = [];
  const isDead = (): boolean => brokenAt !== null;

  function step(what: string): void {
    if (isDead()) throw new Error('the process is gone');
    if (left === null) return;
    if (left > 0) {
      left -= 1;
      return;
    }
    brokenAt = what.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN);
    breaks.push(brokenAt);
    throw new Error(`killed at ${brokenAt}`);
  }
  function alive(): void {
    if (isDead()) throw new Error('the process is gone');
  }

  return {
    between: (db) => ({
      ...db,
      async query(text, values) {
        if (writes.test(text)) step(text);
        else alive();
        return db.query(text, values);
      },
      async transaction(work) {
        alive();
        let wrote = false;
        const value = await db.transaction(async (tx) => {
          const watched: Tx = {
            ...tx,
            async query(text, values) {
              if (writes.test(text)) {
                wrote = true;
                step(text);
              } else alive();
              return tx.query(text, values);
            },
          };
          const done = await work(watched);
          if (wrote) step('before a commit');
          return done;
        });
        if (wrote) step('after a commit');
        return value;
      },
    }),
    breakAt(nth) {
      left = nth;
    },
    get brokenAt() {
      return brokenAt;
    },
    breaks,
    mend() {
      left = null;
      brokenAt = null;
    },
  };
}

/** Plays a story again and again, killed one write later each time, until none is left; answers where. */
export async function killedEverywhere(
  breaking: Breaking,
  story: (nth: number) => Promise<void>,
  most = 120,
): Promise<ReadonlySet<string>> {
  const before = breaking.breaks.length;
  for (let nth = 0; nth < most; nth += 1) {
    const { length } = breaking.breaks;
    await story(nth);
    if (breaking.breaks.length === length) return new Set(breaking.breaks.slice(before));
  }
  throw new Error('there are more writes than were looked at');
}

/** Does something until it is done, starting another process when one was killed in it. */
export async function throughRestart<Value>(
  { breaking, restart }: { readonly breaking: Breaking; readonly restart: () => Promise<void> },
  act: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await act();
    if (breaking.brokenAt === null) return value;
  } catch (error) {
    if (breaking.brokenAt === null) throw error;
  }
  breaking.mend();
  await restart();
  return act();
}
