import type { UserId } from '@candor/kernel';
import type { nft as protocol } from '@candor/protocol';
import type { Sql } from '../../platform/postgres/db.ts';
import { listOwnBids } from './token-store.ts';

/** Tokens read at once. */
const PAGE = 50;

/**
 * Every token a user bid on or owns, with what became of it, the shares of what they gave, and each of their bids, as
 * JSON. What others bid, and what is asked now, is left out: it is nothing that is kept of them.
 */
export async function tokensFile(
  sql: Sql,
  userId: UserId,
  list: (page: {
    readonly page: number;
    readonly size: number;
  }) => Promise<{ readonly records: protocol.MyNft[]; readonly total: number }>,
): Promise<{ readonly name: string; readonly content: string }> {
  const tokens: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { records, total } = await list({ page, size: PAGE });
    for (const { id, title, creator, charity, kind, role, mine, bought, ...rest } of records) {
      const { receiptNo, delivery } = rest;
      tokens.push({ id, title, creator, charity, kind, role, mine, bought, receiptNo, delivery });
    }
    if (page * PAGE >= total) break;
  }
  const bids = await listOwnBids(sql, userId);
  return { name: 'tokens.json', content: JSON.stringify({ tokens, bids }, null, 2) };
}
