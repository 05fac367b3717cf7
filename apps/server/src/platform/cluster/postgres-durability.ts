import type { ClientBase } from 'pg';
import { UnsafeDatabaseSettings } from './postgres-errors.ts';

/**
 * Without each of these a commit that was answered with yes can be gone after a crash.
 * No kill test can see that `fsync` is off (the kernel still has the pages), so it is asserted.
 */
const REQUIRED_ON = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];

/**
 * Refuses a database that does not promise to keep committed transactions.
 *
 * `synchronous_commit` may also be `local` or one of the `remote_…` levels: all of them wait for
 * this server's own disk.
 *
 * @throws UnsafeDatabaseSettings naming each setting that is off
 */
export async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [REQUIRED_ON],
  );
  const found = new Map(rows.map((row) => [row.name, row.setting]));
  const unsafe = REQUIRED_ON.filter((name) => (found.get(name) ?? 'off') === 'off');
  if (unsafe.length > 0) {
    throw new UnsafeDatabaseSettings(unsafe.map((name) => `${name}=off`));
  }
}
