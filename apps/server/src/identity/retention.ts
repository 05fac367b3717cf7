import type { Clock, UserId } from '@candor/kernel';
import type { Files } from '../files/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
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
 * Destroys documents and details of users whose relationship ended so many years ago.
 *
 * @source RELIABILITY P36
 */
export async function shredOver(deps: Deps): Promise<number> {
  const { db, clock, files, parameters } = deps;
  const years = parameters.count('retention.years');
  let count = 0;
  let users = await listOver(db, { now: clock.now(), years });
  while (users.length > 0) {
    for (const userId of users) await shredOne(deps, userId);
    count += users.length;
    users = await listOver(db, { now: clock.now(), years });
  }
  if (count > 0) await files.shred();
  return count;
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
