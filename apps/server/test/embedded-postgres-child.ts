// A process that holds an embedded database, for tests that kill it or run it as another system
// user. Says one line of JSON when it is up or refused; ends properly on SIGTERM.
import { startEmbeddedPostgres } from '../src/platform/cluster/embedded-postgres.ts';

const dataDir = process.argv[2] ?? '';
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { connection, serverPid } = database;
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ uid: process.getuid?.(), connection, serverPid })}\n`);
} catch (error) {
  const { name, message } = error as Error;
  process.stdout.write(`${JSON.stringify({ refused: name, message })}\n`);
}
