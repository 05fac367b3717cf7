import type { Mode } from '@candor/kernel';
import {
  type Query,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type Asker, useSession } from './session.ts';

/** What a query of an account is kept with. */
type OwnMeta = { readonly own: Asker };

type Options<Value> = Pick<
  UseQueryOptions<Value>,
  'staleTime' | 'refetchInterval' | 'enabled' | 'subscribed'
> & {
  /** Its name; what belongs to a mode has the mode in it. */
  readonly keyOf: (mode: Mode) => QueryKey;
  /** Reads it for the user and the mode given, whatever is chosen meanwhile. */
  readonly read: (params: { readonly as: Asker; readonly signal: AbortSignal }) => Promise<Value>;
  /** The page before stands until the next is there. */
  readonly keepsBefore?: boolean;
};

const ownerOf = (query: Pick<Query, 'meta'> | undefined): Asker | undefined =>
  (query?.meta as Partial<OwnMeta> | undefined)?.own;

/** What marks a query as one of who is here, so that it is forgotten with them. */
export function useOwnMeta(): OwnMeta {
  const { user, mode } = useSession();
  return { own: { userId: user?.id ?? null, mode } };
}

/**
 * A query of what belongs to an account, and to a mode: asked while a user is signed in, for the
 * user and the mode its name was made for, tried again for the same, and never shown under another
 * user or another mode, not even until the answer is there.
 */
export function useOwnQuery<Value>(
  options: Options<Value>,
  client?: QueryClient,
): UseQueryResult<Value> {
  const { keyOf, read, enabled = true, keepsBefore = false, ...rest } = options;
  const { mode, state } = useSession();
  const meta = useOwnMeta();
  const { own: as } = meta;
  return useQuery<Value>(
    {
      ...rest,
      queryKey: keyOf(mode),
      queryFn: ({ signal }) => read({ as, signal }),
      meta,
      enabled: state === 'in' && enabled,
      placeholderData: (before, query) => {
        const owner = ownerOf(query);
        const isSame = owner?.userId === as.userId && owner.mode === mode;
        return keepsBefore && isSame ? (before as never) : undefined;
      },
    },
    client,
  );
}

/** Whether a query may be told what belongs to this user: it is theirs, or nobody's by name. */
export function isOwnedBy(query: Pick<Query, 'meta'>, owner: Asker): boolean {
  return (ownerOf(query)?.userId ?? owner.userId) === owner.userId;
}

/** Forgets everything that belongs to an account. */
export function forgetOwn(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => ownerOf(query) !== undefined });
}
