import pg from 'pg';
import type { Sql } from './db.ts';

/** What an installation is: one with real money, or a rehearsal in which nothing is money. */
export type InstallationKind = 'real' | 'rehearsal';

/** What the installation of a running Candor is, as its database says. */
export async function readInstallation(db: Sql): Promise<InstallationKind> {
  const [row] = await db.query<{ kind: InstallationKind }>(
    'select kind from platform.installation',
  );
  return row?.kind ?? 'real';
}

/** The data folder is of the other kind, or was used already; its sentence is all an operator needs. */
export class InstallationRefused extends Error {
  override readonly name = 'InstallationRefused';
}

/** The trigger that keeps a used data folder from becoming a rehearsal. */
const NOT_NEW = 'rehearsal_is_new';

/**
 * Says what an installation is, where that was not said.
 *
 * @throws InstallationRefused for a rehearsal in a database that was used
 */
export async function addKind(client: pg.Client, kind: InstallationKind): Promise<void> {
  try {
    await client.query(
      'insert into platform.installation (kind) values ($1) on conflict do nothing',
      [kind],
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== NOT_NEW) throw error;
    throw new InstallationRefused(
      'This data folder was used without --rehearsal: a rehearsal begins on an empty one (DATA_DIR).',
    );
  }
}

/**
 * What the installation is; the first start decides it for good, and needs the database's owner.
 *
 * @throws InstallationRefused when a rehearsal is asked for where money may have been real
 */
export async function settleInstallation(options: {
  readonly connection: pg.ClientConfig;
  readonly wantsRehearsal: boolean;
}): Promise<InstallationKind> {
  const { connection, wantsRehearsal } = options;
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const find = async (): Promise<InstallationKind | undefined> => {
      const { rows } = await client.query<{ kind: InstallationKind }>(
        'select kind from platform.installation',
      );
      return rows[0]?.kind;
    };
    const known = await find();
    if (known === 'real' && wantsRehearsal) {
      throw new InstallationRefused(
        'This data folder is no rehearsal, and never becomes one: name an empty one (DATA_DIR).',
      );
    }
    if (known !== undefined) return known;
    await addKind(client, wantsRehearsal ? 'rehearsal' : 'real');
    return (await find()) ?? 'real';
  } finally {
    await client.end();
  }
}
