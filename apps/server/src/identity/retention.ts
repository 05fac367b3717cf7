import type { Clock, UserId } from '@candor/kernel';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import type { Log } from '../platform/process/log.ts';
import type { DetailSealing } from './sealing.ts';
import {
  dropDetails,
  listFilesOf,
  listKept,
  listOver,
  listSubmissions,
  markShredded,
} from './store.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly files: Pick<Files, 'destroy' | 'shred'>;
  readonly parameters: Pick<Parameters, 'count'>;
  readonly sealing: DetailSealing;
};

/** Destroys what is kept of one user: keys first, so that no copy of the database opens it any more. */
async function shredOne(deps: Deps, userId: UserId): Promise<void> {
  const { db, clock, files, sealing } = deps;
  for (const { id } of await listSubmissions(db, userId)) await sealing.forget(id);
  await db.transaction(async (tx) => {
    await files.destroy(tx, await listFilesOf(tx, userId));
    await dropDetails(tx, userId);
    await markShredded(tx, userId, clock.now());
  });
}

/**
 * Destroys documents and details of users whose relationship ended so many years ago; answers of how many, and of how
 * many it failed.
 *
 * @source RELIABILITY P36
 */
export async function shredOver(
  deps: Deps,
): Promise<{ readonly count: number; readonly failed: number }> {
  const { db, clock, log, files, parameters } = deps;
  const years = parameters.count('retention.years');
  const now = clock.now();
  let count = 0;
  let failed = 0;
  let users = await listOver(db, { now, years, after: null });
  while (users.length > 0) {
    for (const userId of users) {
      try {
        await shredOne(deps, userId);
        count += 1;
      } catch (err) {
        // One that cannot be destroyed holds no other up; it is tried again by the next turn.
        failed += 1;
        log.error({ err, userId }, 'what was kept of a former user could not be destroyed');
      }
    }
    users = await listOver(db, { now, years, after: users.at(-1) ?? null });
  }
  if (count > 0) await files.shred();
  return { count, failed };
}

/** What is kept about who a user is, opened, for the user. */
export async function readWholeFile(
  { db, sealing }: Pick<Deps, 'db' | 'sealing'>,
  userId: UserId,
): Promise<{ readonly name: string; readonly content: string }> {
  const said = new Map<string, unknown>();
  for (const { id, details } of await listSubmissions(db, userId)) {
    said.set(id, await sealing.open(details, { userId, id }));
  }
  const submissions = (await listKept(db, userId)).map((one) => ({
    ...one,
    details: said.get(one.id) ?? null,
  }));
  return { name: 'identity.json', content: JSON.stringify(submissions, null, 2) };
}
