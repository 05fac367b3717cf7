import type { UnixMs } from '@candor/kernel';
import { type Entry, entryStatements } from '../../ledger/index.ts';
import type { Fact } from '../../platform/commit/outbox.ts';
import type { Statement } from '../../platform/postgres/db.ts';
import {
  NFT_CHANGED,
  type NftChanged,
  type NftPartNews,
  TOKENS_MOVED,
  type TokensMoved,
} from '../token/events.ts';
import { partStatements } from '../token/part-store.ts';
import { saleStatements } from '../token/sale-store.ts';
import { bidStatements, tokenStatements } from '../token/token-store.ts';
import type { Bid, Part, Sale, Token } from '../token/token.ts';

/** What one transaction changed. */
export type Changes = {
  readonly tokens: readonly Token[];
  readonly parts: readonly Part[];
  readonly bids: readonly Bid[];
  readonly sales: readonly Sale[];
  readonly entries: readonly Entry[];
  /** What owners of bids are told, in the order it happened. */
  readonly told: readonly {
    readonly part: Part;
    readonly title: string;
    readonly news: NftPartNews;
  }[];
};

/** The facts of a change: what each user is told of each token, and the tokens that moved. */
export function factsOf({ told, tokens }: Pick<Changes, 'told' | 'tokens'>, at: UnixMs): Fact[] {
  const facts: Fact[] = [];
  if (told.length > 0) {
    const byPart = Map.groupBy(told, ({ part }) => `${part.userId}/${part.tokenId}`);
    const changed = [...byPart.values()].flatMap((all) => {
      const [first] = all;
      if (first === undefined) return [];
      const { userId, tokenId } = first.part;
      return [{ userId, tokenId, title: first.title, at, news: all.map(({ news }) => news) }];
    });
    facts.push({ topic: NFT_CHANGED, payload: { changed } satisfies NftChanged });
  }
  const tokenIds = tokens.map(({ id }) => id);
  facts.push({ topic: TOKENS_MOVED, payload: { tokenIds } satisfies TokensMoved });
  return facts;
}

/** Writes what a transaction changed: rows first, since the books compare each entry with them. */
export function changeStatements(changes: Changes, at: UnixMs): Statement[] {
  const { tokens, parts, bids, sales, entries } = changes;
  if (tokens.length === 0) return [];
  return [
    ...tokenStatements(tokens),
    ...bidStatements(bids),
    ...partStatements(parts),
    ...saleStatements(sales),
    ...entryStatements(entries, at, factsOf(changes, at)),
  ];
}
