import { type SessionId, type UnixMs, type UserId, newUuid } from '@candor/kernel';
import type { Sql, Tx } from '../../platform/postgres/db.ts';
import { deviceOf, maskAddress } from './device.ts';
import type { ClientOrigin, SignInMethod } from '../account/index.ts';
import { recordSecurity } from './security-log.ts';
import { type RefusedAttempts, countRefused, findDeviceFacts, insertLogin } from './login-store.ts';
import { hourOf, isNewDevice } from './rules.ts';

/** One session that began. */
export type Begun = {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly way: SignInMethod;
  readonly place: ClientOrigin;
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
/** How long refused attempts are batched before they are written down. */
const BATCH_MS = 2_000;

type RefusedBatch = {
  readonly tries: Map<string, RefusedAttempts>;
  timer: NodeJS.Timeout | null;
  onError: (error: unknown) => void;
};
const refusedBatches = new WeakMap<Sql, RefusedBatch>();

function refusedBatchOf(sql: Sql): RefusedBatch {
  const known = refusedBatches.get(sql) ?? {
    tries: new Map(),
    timer: null,
    onError: () => undefined,
  };
  refusedBatches.set(sql, known);
  return known;
}

/** Says who hears of tries that could not be written down; they are kept and tried again. */
export function onRefusedUnwritten(sql: Sql, onError: (error: unknown) => void): void {
  refusedBatchOf(sql).onError = onError;
}

function add({ tries }: RefusedBatch, key: string, more: RefusedAttempts): void {
  tries.set(key, { ...more, tries: more.tries + (tries.get(key)?.tries ?? 0) });
}

/** Stores the refused attempts batched so far; what cannot be written is batched again. */
export async function writeRefused(sql: Sql): Promise<void> {
  const known = refusedBatchOf(sql);
  if (known.tries.size === 0) return;
  const taken = [...known.tries];
  known.tries.clear();
  try {
    await countRefused(
      sql,
      taken.map(([, tries]) => tries),
    );
  } catch (error) {
    for (const [key, tries] of taken) add(known, key, tries);
    throw error;
  }
}

function writeLater(sql: Sql): void {
  const known = refusedBatchOf(sql);
  known.timer ??= setTimeout(() => {
    known.timer = null;
    writeRefused(sql).catch((error: unknown) => {
      known.onError(error);
      writeLater(sql);
    });
  }, BATCH_MS).unref();
}

/**
 * Counts a try that was refused. It is written down with others, later: whether there was an
 * account to count it for must show neither in this answer's time nor in the next one's. What is
 * lost in a crash is not worth a slower log-in.
 */
export function noteRefused(
  sql: Sql,
  refused: {
    readonly userId: string | null;
    readonly way: SignInMethod;
    readonly place: ClientOrigin;
    readonly at: UnixMs;
  },
): void {
  const { way, place, at } = refused;
  const userId = refused.userId ?? NOBODY;
  const hour = hourOf(at);
  const device = deviceOf(place.device);
  const address = maskAddress(place.address);
  const key = [userId, hour, way, device, address].join(' ');
  add(refusedBatchOf(sql), key, {
    userId,
    id: newUuid(at),
    at,
    way,
    device,
    address,
    hour,
    tries: 1,
  });
  writeLater(sql);
}
