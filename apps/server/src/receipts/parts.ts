import {
  type Price,
  type TickId,
  ensure,
  formatDecimal,
  formatMoney,
  money,
  neg,
  sub,
} from '@candor/kernel';
import type { Money } from '@candor/kernel';
import { type Side, spread } from '@candor/pricing';
import {
  type ConversionReceipt,
  OLD_RECEIPT_SCHEMA,
  RECEIPT_SCHEMA,
  type Receipt,
  type ReceiptFill,
  type TapeTick,
} from '@candor/protocol';
import type { Fill } from '../contracts/index.ts';
import type { NumberedEntry } from '../ledger/index.ts';
import type { StoredTick } from '../market/index.ts';
import type { Terms } from './terms.ts';

/**
 * The form of a receipt, and the documents it names. Where none was published when it was first
 * written it keeps the form it had, so that its hash stays what it was.
 */
export function namedBy({ documents }: Pick<Terms, 'documents'>): {
  schema: Receipt['schema'];
  documents?: { specification: string; schedule: string };
} {
  if (documents === undefined) return { schema: OLD_RECEIPT_SCHEMA };
  return { schema: RECEIPT_SCHEMA, documents };
}

/** What a receipt of a rehearsal says; nothing elsewhere, so that its hash stays what it was. */
export function markOf({ rehearsal }: Pick<Terms, 'rehearsal'>): { rehearsal?: true } {
  return rehearsal === true ? { rehearsal } : {};
}

/** The ticks receipts cite, as they stand on the tape. */
export type Ticks = ReadonlyMap<TickId, StoredTick>;

/**
 * A tick as a receipt shows it: everything its link covers.
 *
 * @throws InvariantError when it is not on the tape; nothing is filled on a tick that is not
 */
export function tapeTickOf(ticks: Ticks, id: TickId): TapeTick {
  const tick = ensure(ticks.get(id), `tick ${id} is on the tape`);
  return {
    id: tick.id,
    feed: tick.feedKey,
    code: tick.code,
    bid: formatDecimal(tick.bid),
    ask: formatDecimal(tick.ask),
    volume: tick.volume === null ? null : formatDecimal(tick.volume),
    source: tick.source,
    time: tick.sourceTime,
    receivedAt: tick.receivedAt,
    sources: tick.sourceCount,
    standing: tick.tickStatus,
    frame: tick.frameHash,
    link: tick.hash,
  };
}

/** What the quote currency was worth, and the tick it was read from. */
export function linkOf(
  ticks: Ticks,
  link: { readonly rate: Price; readonly tickId: TickId | null },
): ReceiptFill['link'] {
  return {
    rate: formatDecimal(link.rate),
    tick: link.tickId === null ? null : tapeTickOf(ticks, link.tickId),
  };
}

/** The price a fill is measured against. */
export type PriceParams = {
  readonly kind: NonNullable<ReceiptFill['asked']>['kind'];
  readonly price: Price;
};

/** One side of a trade. @units slippage: quote currency, above zero is worse for the trader */
export function fillOf(
  ticks: Ticks,
  fill: Fill,
  facts: {
    readonly side: Side;
    readonly act: 'open' | 'close';
    readonly asked: PriceParams | null;
  },
): ReceiptFill {
  const { asked } = facts;
  const isBuy = (facts.side === 'long') === (facts.act === 'open');
  const tick = tapeTickOf(ticks, fill.tickId);
  const quote = ensure(ticks.get(fill.tickId), 'the tick is on the tape');
  const gap = asked === null ? null : sub(fill.price, asked.price);
  return {
    at: fill.at,
    price: formatDecimal(fill.price),
    tick,
    spread: formatDecimal(spread(quote)),
    link: linkOf(ticks, { rate: fill.link, tickId: fill.linkTickId }),
    asked:
      asked === null || gap === null
        ? null
        : {
            kind: asked.kind,
            price: formatDecimal(asked.price),
            slippage: formatDecimal(isBuy ? gap : neg(gap)),
          },
  };
}

/** Entries of the journal as a receipt shows them: the trader's accounts without the trader. */
export function entriesOf(entries: readonly NumberedEntry[]): Receipt['entries'] {
  return entries.map(({ number, kind, at, postings }) => ({
    number,
    kind,
    at,
    postings: postings.map(({ from, to, units }) => ({
      from,
      to,
      amount: formatMoney(money('USDT', units)),
    })),
  }));
}

/** The same of entries that move several assets: each payment names its own. */
export function assetEntriesOf(entries: readonly NumberedEntry[]): ConversionReceipt['entries'] {
  return entries.map(({ number, kind, at, postings }) => ({
    number,
    kind,
    at,
    postings: postings.map(({ from, to, asset, units }) => ({
      from,
      to,
      asset,
      amount: formatMoney(money(asset, units)),
    })),
  }));
}

/** The house's result: what the trader won it lost. */
export function counterpartyOf(won: Money): { account: 'house:trading'; result: string } {
  return { account: 'house:trading', result: formatMoney(money('USDT', -won.units)) };
}
