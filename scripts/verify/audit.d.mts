import type { Report } from './check.mjs';

export function checkAudit(given: {
  readonly text: string;
  readonly key?: string | null;
  readonly kept?: string | null;
}): Report;
