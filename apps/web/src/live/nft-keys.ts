import type { Mode } from '@candor/kernel';
import type { CallInput } from '@candor/protocol/light';
import { queryKeys } from './keys.ts';

/** Filter and page of the tokens on sale or sold. */
export type TokensQuery = NonNullable<CallInput<'nft.list'>['query']>;
/** Filter and page of one's own tokens. */
export type MyTokensQuery = NonNullable<CallInput<'nft.mine'>['query']>;

const all = queryKeys.tokens();

/** Names under which tokens are kept; apart from the others, for most visits show none. */
export const nftKeys = {
  /** Everything about tokens, one's own too. */
  all: () => all,
  lists: () => [...all, 'list'] as const,
  tokensPage: (query: TokensQuery) => [...all, 'list', query] as const,
  token: (id: string) => [...all, 'one', id] as const,
  ledger: () => [...all, 'donations'] as const,
  donations: (page: number) => [...all, 'donations', page] as const,
  /** Everything about one's own tokens. */
  mine: (mode: Mode) => [...all, 'mine', mode] as const,
  minePage: (mode: Mode, query: MyTokensQuery) => [...all, 'mine', mode, query] as const,
};
