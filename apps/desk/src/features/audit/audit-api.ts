import type { AuditRow, DeskCallInput, DeskCallResult } from '@candor/protocol/desk-light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { readDay } from '../../lib/moment-field.ts';
import { ask } from '../../lib/query.ts';
import { PAGE_SIZE, type Scrolled, useScrolled } from '../../lib/scrolled.ts';

/** What the log is narrowed to; empty texts ask for nothing. */
export type AuditFilter = Pick<
  NonNullable<DeskCallInput<'audit.list'>['query']>,
  'actor' | 'action' | 'subject'
> & { readonly from?: string; readonly to?: string };

const DAY_MS = 86_400_000;

/** A filter as it is asked: days become moments, the last day counts whole. */
function queryOf({ from, to, ...texts }: AuditFilter): Record<string, string> {
  const days = {
    from: from === undefined ? undefined : readDay(from),
    to: to === undefined ? undefined : readDay(to) + DAY_MS,
  };
  const said = Object.entries({ ...texts, ...days }).flatMap(([name, value]) =>
    value === undefined || value === '' || Number.isNaN(value) ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(said) as Record<string, string>;
}

/** The audit log as far as it was scrolled, newest first. */
export function useAudit(filter: AuditFilter): Scrolled<AuditRow> {
  return useScrolled(
    {
      queryKey: ['audit', filter],
      read: (before: number | null, signal) =>
        ask('audit.list', {
          query: {
            ...queryOf(filter),
            size: PAGE_SIZE,
            ...(before === null ? {} : { before }),
          } as NonNullable<DeskCallInput<'audit.list'>['query']>,
          signal,
        }),
    },
    // Each reading is itself a row of the log.
    { refetchOnWindowFocus: false },
  );
}

/** How many rows the log has, and what was signed of it last. */
export function useAuditHead(): UseQueryResult<DeskCallResult<'audit.head'>> {
  return useQuery({
    queryKey: ['audit-head'],
    queryFn: ({ signal }) => ask('audit.head', { signal }),
    refetchInterval: 60_000,
  });
}
