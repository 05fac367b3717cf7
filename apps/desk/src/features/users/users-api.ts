import type { DeskCallInput, DeskCallName, DeskCallResult } from '@candor/protocol/desk-light';
import {
  type UseQueryResult,
  keepPreviousData,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ask } from '../../lib/query.ts';

/** Each reading of a user is a row the user reads: only when a member asks, never by a clock. */
const READ_ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const;

/** Shortest text that is searched for. */
export const SEARCH_MIN = 2;

/** Users that fit what was typed. */
export function useUsers(q: string): UseQueryResult<DeskCallResult<'users.list'>> {
  return useQuery({
    queryKey: ['users', 'list', q],
    queryFn: ({ signal }) => ask('users.list', { query: { q }, signal }),
    enabled: q.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    ...READ_ONCE,
  });
}

/** What a member reads of one user. */
function useOfUser<Name extends DeskCallName>(
  name: Name,
  id: string,
  query?: DeskCallInput<Name>['query'],
): UseQueryResult<DeskCallResult<Name>> {
  return useQuery({
    queryKey: ['users', id, name, query ?? null],
    queryFn: ({ signal }) => {
      const input = { params: { id }, ...(query === undefined ? {} : { query }), signal };
      return ask(name, input as unknown as DeskCallInput<Name>);
    },
    ...READ_ONCE,
  }) as UseQueryResult<DeskCallResult<Name>>;
}

/** A user's page. */
export const useUser = (id: string) => useOfUser('users.get', id);
/** Balances and what is at risk. */
export const useUserMoney = (id: string) => useOfUser('users.get-money', id);
/** A page of a statement. */
export const usePayments = (id: string, query: { mode: 'demo' | 'real'; page: number }) =>
  useOfUser('users.list-payments', id, query as never);
/** A page of the messages to a user. */
export const useMails = (id: string, page: number) =>
  useOfUser('users.list-mails', id, { page } as never);

/** Cases about a user that wait. */
export function useCasesOf(id: string): UseQueryResult<DeskCallResult<'cases.list'>> {
  return useQuery({
    queryKey: ['users', id, 'cases'],
    queryFn: ({ signal }) => ask('cases.list', { query: { q: id, size: 20 } as never, signal }),
    ...READ_ONCE,
  });
}

/** Reads a user again after a command. */
export function useUserChanged(id: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['users', id] });
}
