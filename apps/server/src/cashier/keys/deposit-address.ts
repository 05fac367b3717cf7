import type { UserId } from '@candor/kernel';
import type { Network } from '@candor/protocol';
import type { Sql } from '../../platform/postgres/db.ts';
import { listAddresses } from './store.ts';

/** The newest address a user was given on a network; null where there is none. */
export async function depositAddressOf(
  sql: Sql,
  asked: { readonly userId: UserId; readonly network: Network },
): Promise<string | null> {
  const [newest] = await listAddresses(sql, asked);
  return newest?.address ?? null;
}
