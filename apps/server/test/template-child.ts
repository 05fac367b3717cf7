// Makes a migrated database in the data folder that is the first argument, for tests that start the
// product on copies of it. It keeps no secret: each copy gives the application's role a new password.
import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';

const dataDir = process.argv[2] ?? '';
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  const passwordOf = () => randomBytes(18).toString('base64url');
  const passwords = { appPassword: passwordOf(), deskPassword: passwordOf() };
  await migrate({ connection: database.connection, ...passwords });
} finally {
  await database.stop();
}
