// Promise: a report leaves nothing out, and one that would be too large says so.
import { type Clock, newUuid, plusMs, unixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import type { Audit, AuditRecord } from '../../audit/index.ts';
import { createLog } from '../../platform/process/log.ts';
import { createReports } from './reports.ts';

const DAY = '2024-01-01';
const AT = unixMs(Date.parse(`${DAY}T12:00:00Z`));
const clock: Clock = { now: () => plusMs(AT, 3_600_000) };

/** Rows of one day, the newest first: so many of the product itself before those of staff. */
function logOf(system: number, staff: number, details = 'x'): Pick<Audit, 'list'> {
  const rowOf = (seq: number): AuditRecord => ({
    seq,
    at: AT,
    actorKind: seq > staff ? 'system' : 'staff',
    actor: 'anna',
    role: null,
    action: 'cases.decide',
    subject: null,
    userId: null,
    details: { details },
    hash: '',
  });
  return {
    async list({ before = system + staff + 1, limit }) {
      const length = Math.max(0, Math.min(limit, before - 1));
      return Array.from({ length }, (_, at) => rowOf(before - 1 - at));
    },
  };
}

async function reportOf(audit: Pick<Audit, 'list'>) {
  const reports = createReports({
    audit,
    clock,
    db: null as never,
    log: createLog({ level: 'silent' }),
    pdfs: null as never,
    namesOf: async () => new Map(),
    register: null as never,
    origin: () => 'https://desk.example',
  });
  const member = newUuid(AT);
  const ask = { kind: 'staff', format: 'csv', mode: 'real', from: DAY, to: DAY } as const;
  expect(reports.start(member, ask).ok).toBe(true);
  const state = () => reports.list(member)[0]?.state;
  await expect.poll(state, { timeout: 20_000 }).toMatch(/^(ready|failed)$/);
  return reports.list(member)[0];
}

describe('what staff did', () => {
  test('is all there, however often the product itself wrote on that day', async () => {
    const item = await reportOf(logOf(30_000, 3));
    expect(item).toMatchObject({ state: 'ready', rows: 3 });
  });

  test('is refused where its lines are too long for a file, not only where they are too many', async () => {
    const item = await reportOf(logOf(0, 2_000, 'x'.repeat(8_000)));
    expect(item).toMatchObject({ state: 'failed', why: 'too-long' });
  });
});
