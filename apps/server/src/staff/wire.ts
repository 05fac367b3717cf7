import { MINUTE_MS } from '@candor/kernel';
import type { Mailer } from '../messaging/index.ts';
import type { Hashing } from '../platform/credentials/hashing.ts';
import { createSealing } from '../platform/credentials/sealing.ts';
import type { Host } from '../platform/host.ts';
import type { Database } from '../platform/postgres/db.ts';
import { createTokenMarks } from '../platform/secrets/session.ts';
import { type Staff, createStaff } from './index.ts';

/** Opens staff in a process that has a desk. */
export function wireStaff(
  host: Host,
  deps: {
    /** As the desk's role. */
    readonly db: Database;
    readonly mailer: Mailer;
    readonly hashing: Hashing;
    /** Secret of the installation: secrets of code apps are sealed under a key of it. */
    readonly sealingKey: string;
    /** Origins of the desk's own pages; the first is what links begin with. */
    readonly origins: () => readonly string[];
  },
): Staff {
  const { db, mailer, hashing, sealingKey, origins } = deps;
  const staff = createStaff({
    db,
    clock: host.clock,
    mailer,
    hashing,
    sealing: createSealing(sealingKey, 'staff.factors'),
    marks: {
      sessions: createTokenMarks(sealingKey, 'desk tokens'),
      browsers: createTokenMarks(sealingKey, 'desk browsers'),
    },
    pages: { origins },
    address: () => origins()[0] ?? '',
    throttleScale: host.limitScale,
  });
  host.every(MINUTE_MS, () => staff.sweep());
  return staff;
}
