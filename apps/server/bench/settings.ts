import type { AppOptions } from '../src/app.ts';
import { systemClock } from '../src/platform/process/clock.ts';
import { createLog } from '../src/platform/process/log.ts';

/** What every bench starts the product with: no log, no mail, no pages, limits out of reach. */
export const BENCH_SETTINGS = {
  clock: systemClock,
  log: createLog({ level: 'silent' }),
  publicUrl: null,
  metricsToken: null,
  limitScale: 1_000_000,
  socialServices: [],
  sealingKey: 'a secret of a bench',
  fileKey: 'another secret of a bench',
  // Where a bench is about documents it brings a folder of its own.
  recordKeys: {
    make: () => Promise.reject(new Error('this bench keeps no documents')),
    settle: async () => undefined,
    listOpen: async () => [],
    find: async () => null,
    destroy: async () => undefined,
  },
  supportKey: 'a secret of a bench',
  signingSecrets: { find: async (name) => name, get: async (name) => name },
  ethereumRpc: null,
  transports: { email: null, phone: null },
  turns: 'byTimer',
  pages: new URL('file:///nowhere/'),
} satisfies Partial<AppOptions>;
