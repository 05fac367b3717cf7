import type { CaseItem, DeskCallInput } from '@candor/protocol/desk-light';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PAGES } from '../../lib/paths.ts';
import { ask } from '../../lib/query.ts';
import { PAGE_SIZE, READ_ONCE, type Scrolled, useScrolled } from '../../lib/scrolled.ts';

type Query = NonNullable<DeskCallInput<'cases.list'>['query']>;

/** Which cases the queue shows, as its address says it. */
export type QueueFilter = Pick<Query, 'kind' | 'q'> & {
  readonly state: NonNullable<Query['state']>;
};

/** States the queue can be narrowed to, in the order they are offered. */
export const QUEUE_STATES = [
  'waiting',
  'mine',
  'overdue',
  'open',
  'claimed',
  'firstYes',
  'decided',
] as const satisfies readonly QueueFilter['state'][];

const CASE = new RegExp(`^${PAGES.cases.path}/([\\w-]+)$`);

/** The case an address shows; null for the queue alone. */
export const caseIdOf = (path: string): string | null => CASE.exec(path)?.[1] ?? null;

/** The address of the queue, or of a case in it, with the filter kept. */
export function addressOf(id: string | null, filter: Partial<QueueFilter>): string {
  const said = Object.entries(filter).filter(
    ([name, value]) =>
      value !== undefined && value !== '' && !(name === 'state' && value === 'waiting'),
  );
  const search = new URLSearchParams(said as [string, string][]).toString();
  const path = id === null ? PAGES.cases.path : `${PAGES.cases.path}/${id}`;
  return search === '' ? path : `${path}?${search}`;
}

/** The filter in the address. What it names and nobody knows is refused by the server in words. */
export function useQueueFilter(): QueueFilter {
  const search = useSearch();
  // The same one while the address stays: rows that stand are not drawn again.
  return useMemo(() => {
    const said = Object.fromEntries(new URLSearchParams(search)) as Partial<QueueFilter>;
    const { state = 'waiting', kind, q } = said;
    return { state, ...(kind === undefined ? {} : { kind }), ...(q === undefined ? {} : { q }) };
  }, [search]);
}

/** Goes to a case, or changes what the queue shows. */
export function useQueueMoves(filter: QueueFilter): {
  readonly openCase: (id: string | null) => void;
  readonly narrow: (change: Partial<QueueFilter>) => void;
} {
  const [path, navigate] = useLocation();
  const openCase = (id: string | null): void => navigate(addressOf(id, filter));
  const narrow = (change: Partial<QueueFilter>): void =>
    navigate(addressOf(caseIdOf(path), { ...filter, ...change }), { replace: true });
  return { openCase, narrow };
}

/** The queue as far as it was scrolled. */
export function useQueue(filter: QueueFilter): Scrolled<CaseItem> {
  return useScrolled(
    {
      queryKey: ['cases', 'queue', filter],
      read: (after: string | null, signal) =>
        ask('cases.list', {
          query: { ...filter, size: PAGE_SIZE, ...(after === null ? {} : { cursor: after }) },
          signal,
        }),
    },
    READ_ONCE,
  );
}
