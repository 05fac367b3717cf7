import pg from 'pg';
import type { NamedStatement } from './batch.ts';

/** What a process may write under: the number its start took, as long as nobody took a later one. */
export type Fence = {
  /** @throws NotHeld while this process may not write */
  epoch(): number;
  /** The database refused this number: another process has taken over. */
  refused(): void;
};

/** This process does not hold the database now; nothing was sent. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld';

  constructor() {
    super('this process does not hold the database now');
  }
}

/** The first statement of a transaction: it fails where the number is not the newest. */
export function holdEpoch(fence: Fence): NamedStatement {
  const text = 'select platform.hold_epoch($1)';
  return { name: 'platform.hold_epoch', text, values: [String(fence.epoch())] };
}

/** Whether a transaction failed because its number is not the newest. */
export function isFenced(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'epoch';
}
