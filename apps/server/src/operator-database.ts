import { hostname, userInfo } from 'node:os';
import { SECOND_MS } from '@candor/kernel';
import { type Config, readKeyFile } from './config.ts';
import { findRunningPostgres } from './platform/cluster/running-postgres.ts';
import { type Database, openDatabase } from './platform/postgres/db.ts';
import { APP_ROLE, DESK_ROLE } from './platform/postgres/migrate.ts';
import { type Secrets, openSecrets } from './platform/secrets/secrets.ts';

/**
 * Every running copy reads the parameters again within five seconds. A version that comes into
 * force later than that is known everywhere before it counts.
 */
export const KNOWN_EVERYWHERE_MS = 10 * SECOND_MS;

/** What was asked for cannot be done; its sentence is all an operator needs. */
export class Refused extends Error {}

/** The secrets of the Candor that runs on these settings; it sealed them where a key is named. */
export async function secretsOf({ dataDir, keyFile }: Config): Promise<Secrets> {
  return openSecrets({ dataDir, kek: await readKeyFile(keyFile), leaves: true });
}

/** Few connections, and no end of waiting: a look through the whole journal takes its time. */
const FEW = { max: 2, query_timeout: 0 };

/** The roles of the database, and the secrets that are their passwords. */
const ROLES = { [APP_ROLE]: 'app-role', [DESK_ROLE]: 'desk-role' } as const;

/** Opens the database of the Candor that runs on these settings, as one of its own roles. */
export async function openRunning(config: Config, role: keyof typeof ROLES): Promise<Database> {
  const password = await (await secretsOf(config)).find(ROLES[role]);
  if (password === null) {
    throw new Refused(`No Candor ever ran on the data folder ${config.dataDir}.`);
  }
  if (config.databaseUrl !== null) {
    const url = new URL(config.databaseUrl);
    url.username = role;
    url.password = password;
    return openDatabase({ connectionString: url.href, ...FEW });
  }
  const place = findRunningPostgres(config.dataDir);
  if (place === null) {
    throw new Refused(`Candor does not run on the data folder ${config.dataDir}: start it first.`);
  }
  return openDatabase({ ...place, database: 'candor', user: role, password, ...FEW });
}

/** Who is at the machine, for what is written down. */
export const whoIsHere = (): string => `${userInfo().username}@${hostname()}`.slice(0, 120);
