import type { CallResult, MyNft, NftDetail, NftToken } from '@candor/protocol/light';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useOwnQuery } from '../../lib/own-query.ts';
import { ask, queryClient } from '../../lib/query.ts';
import { currentSession, useSession } from '../../lib/session.ts';
import { useLiveStatus } from '../../live/index.ts';
import { type MyTokensQuery, type TokensQuery, nftKeys } from '../../live/nft-keys.ts';
import { type MyTokens, type Timed, newestOf, tellMine } from '../../live/nft-news.ts';
import { useWatched } from '../../live/nft-watch.ts';

export type { MyTokens, Timed } from '../../live/nft-news.ts';

/** Tokens of a page of their list. */
export const PAGE_SIZE = 12;
/** Sales and pay-outs of a page of the ledger. */
export const LEDGER_SIZE = 6;
/** What no frame tells while the line is up: tokens newly on sale, and pay-outs. */
const CALM_MS = 60_000;
/** While the line is down, bids are read. */
const DOWN_MS = 5_000;
/** What one may bid moves with prices, which no frame of tokens tells. */
const MEANS_MS = 15_000;

type Page<Token> = { readonly records: readonly Timed<Token>[]; readonly total: number };

/** A page that was read, with what frames said of its tokens meanwhile. */
function newestPage<Token extends NftToken>(
  known: Page<Token> | undefined,
  records: readonly Token[],
): Timed<Token>[] {
  return records.map((read) => {
    const before = known?.records.find(({ id }) => id === read.id);
    return newestOf(before, read);
  });
}

function useEvery(): number {
  return useLiveStatus() === 'open' ? CALM_MS : DOWN_MS;
}

/** Tokens on sale, or those that were sold; bids and ends come by the line. */
export function useTokens(query: TokensQuery): UseQueryResult<Page<NftToken>> {
  const queryKey = nftKeys.tokensPage(query);
  const refetchInterval = useEvery();
  const found: UseQueryResult<Page<NftToken>> = useQuery({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Page<NftToken>> => {
      const { records, total } = await ask('nft.list', { query, signal });
      const known = client.getQueryData<Page<NftToken>>(queryKey);
      return { records: newestPage(known, records), total };
    },
    refetchInterval,
    placeholderData: (before) => before,
  });
  const open = found.data?.records.filter(({ state }) => state === 'open') ?? [];
  useWatched(
    open.map(({ id }) => id),
    queryKey,
  );
  return found;
}

/** One token with its bids, as they come by the line. */
export function useToken(id: string): UseQueryResult<Timed<NftDetail>> {
  const queryKey = nftKeys.token(id);
  useWatched([id], queryKey);
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const read = await ask('nft.get', { params: { id }, signal });
      return newestOf(client.getQueryData<Timed<NftDetail>>(queryKey), read);
    },
    refetchInterval: useEvery(),
  });
}

/** What was raised, held and paid out, with a page of sales and pay-outs. */
export function useDonations(page: number): UseQueryResult<CallResult<'nft.donations'>> {
  return useQuery({
    queryKey: nftKeys.donations(page),
    queryFn: ({ signal }) => ask('nft.donations', { query: { page, size: LEDGER_SIZE }, signal }),
    refetchInterval: CALM_MS,
    placeholderData: (before) => before,
  });
}

/** Tokens one owns, leads on or was outbid on; a practice account has none. */
export function useMyTokens(
  query: MyTokensQuery,
  options: { readonly isAsked?: boolean; readonly everyMs?: number } = {},
): UseQueryResult<MyTokens> {
  const { isAsked = true } = options;
  const calm = useEvery();
  return useOwnQuery({
    keyOf: (of) => nftKeys.minePage(of, query),
    read: async (params) => {
      const found = await ask('nft.mine', { ...params, query });
      const known = queryClient.getQueryData<MyTokens>(nftKeys.minePage(params.as.mode, query));
      return { ...found, records: newestPage(known, found.records) };
    },
    enabled: isAsked,
    refetchInterval: options.everyMs ?? calm,
    keepsBefore: true,
  });
}

/** What one has of a token, and of own money; undefined until it was read. */
export type Mine = {
  /** Null where one never bid on it. */
  readonly part: MyNft | null;
  /** Cash less what is borrowed; null while it cannot be judged. */
  readonly own: string | null;
};

/** What the reader has of one token, however many others they bid on. */
export function useMine(id: string): Mine | undefined {
  const { mode } = useSession();
  const options = { isAsked: mode === 'real', everyMs: MEANS_MS };
  const { data } = useMyTokens({ page: 1, size: 1, id }, options);
  if (data === undefined) return undefined;
  return { part: data.records.find((one) => one.id === id) ?? null, own: data.ownMoney };
}

/** Parts one page of the list has, at most: of who bids on more tokens, the ones that moved last. */
const PARTS_MAX = 100;
const NO_PARTS: ReadonlyMap<string, MyNft> = new Map();

/** What the reader has of the tokens they bid on or own, by token; none for a visitor and for practice. */
export function useMyParts(): ReadonlyMap<string, MyNft> {
  const { mode } = useSession();
  const { data } = useMyTokens({ page: 1, size: PARTS_MAX }, { isAsked: mode === 'real' });
  if (data === undefined || mode !== 'real') return NO_PARTS;
  return new Map(data.records.map((part) => [part.id, part]));
}

/** After a bid: what its answer says stands at once; what it does not say is read. */
export function bidTaken(now: MyNft): void {
  const { user, mode } = currentSession();
  tellMine(queryClient, { userId: user?.id ?? null, mode }, now);
}

/** After a bid whose end is not known, or that was refused: what is on screen may be old. */
export function tokensMayHaveMoved(): void {
  void queryClient.invalidateQueries({ queryKey: nftKeys.all() });
}
