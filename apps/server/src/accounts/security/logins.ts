import { type SessionId, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/db.ts';
import { deviceOf, maskAddress } from '../device.ts';
import type { Place, Way } from '../place.ts';
import { recordSecurity } from '../security-log.ts';
import { countRefused, findDeviceFacts, insertLogin } from './login-store.ts';
import { hourOf, isNewDevice } from './rules.ts';

/** One session that began. */
export type Begun = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly way: Way;
  readonly place: Place;
  readonly at: UnixMs;
};

/**
 * Writes a log-in into the account's history, in the transaction that begins its session, and tells
 * the owner when it came from somewhere new.
 */
export async function noteLogin(tx: Tx, begun: Begun): Promise<void> {
  const { userId, sessionId, way, place, at } = begun;
  const device = deviceOf(place.device);
  const address = maskAddress(place.address);
  const isNew = isNewDevice(await findDeviceFacts(tx, { userId, sessionId, device, address }));
  await insertLogin(tx, { userId, id: newUuid(at), at, way, device, address, isNew });
  if (isNew) await recordSecurity(tx, { userId, kind: 'new-device', place, facts: { way }, at });
}

/** An id no account has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Counts a try that was refused, after its answer went out: whether there was an account to count
 * it for must not show in the time the answer takes. What fails here is not worth a failed log-in.
 */
export function noteRefused(
  sql: Sql,
  refused: {
    readonly userId: string | null;
    readonly way: Way;
    readonly place: Place;
    readonly at: UnixMs;
  },
): void {
  const { userId, way, place, at } = refused;
  const device = deviceOf(place.device);
  const address = maskAddress(place.address);
  const row = { userId: userId ?? NOBODY, id: newUuid(at), at, way, device, address };
  setImmediate(() => void countRefused(sql, { ...row, hour: hourOf(at) }).catch(() => undefined));
}
