import { type InstrumentCode, type Price, parseDecimal } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import type { Log } from '../../platform/process/log.ts';
import type { FeedSink, SourceState } from './feed.ts';
import { type Said, tapBidsAsks } from './socket-tap.ts';
import { type Subscriptions, createSubscriptions } from './subscriptions.ts';
import {
  type Exchange,
  type Venue,
  forgetAsked,
  isListed,
  isRefusal,
  openExchange,
  symbolAt,
} from './venues.ts';

const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** One venue, kept connected. */
export type VenueLink = {
  readonly venue: Venue;
  readonly source: string;
  state(): SourceState;
  /** Codes it quotes; none before it has answered. */
  codes(): ReadonlySet<string>;
  /** The price of 24 hours ago, as the venue said when it answered. */
  dayAgo(code: InstrumentCode): Price | null;
  exchange(): Exchange | null;
  /** Whether the venue lists a symbol and trades it now; no before it has answered. */
  lists(symbol: string): boolean;
  /** What the venue calls an instrument it quotes. */
  symbolOf(code: InstrumentCode): string;
  /** Takes up other instruments, over the connection there is. */
  take(instruments: readonly Instrument[]): void;
  /** Connects once, until its first price. @throws when it cannot */
  connect(): Promise<void>;
  whenYesterdayIsKnown(): Promise<void>;
  /** Keeps on connecting until told to stop. */
  keep(): void;
  /** Gives its connection up, with whatever waits to be read from it, and dials anew. */
  renew(): void;
  stop(): Promise<void>;
};

/** Prices of 24 hours ago, as far as a venue's tickers say them. */
function opensOf(tickers: Record<string, { readonly open?: string }>): Map<string, Price> {
  return new Map(
    Object.entries(tickers).flatMap(([code, { open }]) => {
      const price = parseDecimal(open ?? '');
      return price !== null && price > 0n ? [[code, price as Price]] : [];
    }),
  );
}

/** Tries again and again, waiting twice as long each time. */
function createMender(attempt: () => Promise<void>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  function later(afterMs: number): void {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      attempt().catch((error: unknown) => {
        failed(error);
        later(Math.min(2 * afterMs, RETRY_MAX_MS));
      });
    }, afterMs);
  }
  return {
    mend: () => later(RETRY_FIRST_MS),
    end(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** A link to a venue; nothing is opened before `connect`. */
export function createVenueLink(options: {
  readonly venue: Venue;
  /** Address of a stand-in; tests only. */
  readonly url: string | undefined;
  readonly instruments: readonly Instrument[];
  readonly log: Log;
  readonly sink: FeedSink;
  /** Called before a message is believed; it may renew the link, and the message is dropped. */
  readonly onMessage: () => void;
}): VenueLink {
  const { venue, url, log, sink } = options;
  let { instruments } = options;
  const source = url === undefined ? venue.title : `${venue.title} (stand-in)`;
  let exchange: Exchange | null = null;
  let codes: ReadonlySet<string> = new Set();
  /** Codes by the venue's symbols, of what is listened to. */
  let byCode = new Map<string, string>();
  let bySymbol: ReadonlyMap<string, readonly string[]> = new Map();
  let dayAgo = new Map<string, Price>();
  let state: SourceState = 'connecting';
  let isStopping = false;
  let connecting: Promise<void> | null = null;
  let yesterday: Promise<void> = Promise.resolve();

  /** Counts connections: what an earlier one still says or fails at is no concern any more. */
  let attempt = 0;
  let subscriptions: Subscriptions | null = null;
  /** Of instruments that were added since it is connected. */
  let later: readonly Subscriptions[] = [];
  const endSubscriptions = (): void => {
    subscriptions?.end();
    for (const one of later) one.end();
    later = [];
  };

  function offer(said: Said, frame: string): void {
    const { symbol, bid, ask } = said;
    // Two instruments may name one symbol; neither takes the price of the other.
    const named = typeof symbol === 'string' ? bySymbol.get(symbol) : undefined;
    // Without one of its sides it is no quote; the venue says so of pairs nobody bids for.
    if (named === undefined || bid === undefined || ask === undefined) return;
    const sourceTime = typeof said.timestamp === 'number' ? said.timestamp : null;
    for (const code of named) sink.offer({ code, bid, ask, source, sourceTime, frame });
  }

  /** Looks up what the venue lists of the instruments; answers the symbols that are new. */
  function look(at: Exchange): string[] {
    const listed = instruments.flatMap((one) => {
      const symbol = symbolAt(venue, one);
      return symbol !== null && isListed(at, symbol) ? [[one.code, symbol] as const] : [];
    });
    const before = bySymbol;
    byCode = new Map(listed);
    const codesOf = Map.groupBy(listed, ([, symbol]) => symbol);
    bySymbol = new Map([...codesOf].map(([symbol, of]) => [symbol, of.map(([code]) => code)]));
    codes = new Set(byCode.keys());
    return [...bySymbol.keys()].filter((symbol) => !before.has(symbol));
  }

  const subscribe = (at: Exchange, symbols: readonly string[]): Subscriptions =>
    createSubscriptions({
      codes: symbols,
      // Each answers with its first price; from then on the tap hears every message.
      ask(wanted) {
        forgetAsked(at, wanted);
        return at.watchBidsAsks(wanted, venue.watchParams);
      },
      isRefusal,
      failed: (error, wanted) =>
        log.warn({ err: error, source, pairs: wanted.length }, 'these pairs were not subscribed'),
    });

  /** Asks for symbols that came since it connected; that nothing of them comes is told by their age. */
  function listenToAdded(at: Exchange): void {
    const added = look(at);
    if (added.length === 0) return;
    const subscribed = subscribe(at, added);
    later = [...later, subscribed];
    subscribed.first.catch(() => undefined);
  }

  async function open(): Promise<void> {
    attempt += 1;
    const own = attempt;
    const isCurrent = (): boolean => own === attempt && !isStopping;
    endSubscriptions();
    await exchange?.close().catch(() => undefined);
    const opened = await openExchange(venue, url);
    exchange = opened;
    await opened.loadMarkets();
    bySymbol = new Map();
    const listed = look(opened);
    if (listed.length === 0) throw new Error(`${source} lists no pair of the catalogue`);
    if (!isCurrent()) return;
    tapBidsAsks(opened, {
      offer(said, frame) {
        if (!isCurrent()) return;
        options.onMessage();
        if (isCurrent()) offer(said, frame);
      },
      lost: () => void (isCurrent() && lost()),
    });
    // What was a day ago is pleasant to know; prices do not wait for it.
    yesterday = opened.fetchTickers().then(
      (tickers) => void (dayAgo = opensOf(tickers)),
      (error: unknown) => log.warn({ err: error, source }, 'yesterday could not be asked for'),
    );
    subscriptions = subscribe(opened, listed);
    await subscriptions.first;
    if (!isCurrent()) return;
    state = 'ok';
    // What was taken up while the first prices were waited for.
    listenToAdded(opened);
  }

  function connect(): Promise<void> {
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  function leave(): void {
    attempt += 1;
    endSubscriptions();
    state = 'connecting';
    sink.lost(source);
    mender.mend();
  }

  function lost(): void {
    if (isStopping || state !== 'ok') return;
    log.warn({ source }, 'this venue hung up');
    leave();
  }

  const mender = createMender(connect, (error) => {
    log.warn({ err: error, source }, 'this venue does not answer');
  });

  return {
    venue,
    source,
    state: () => state,
    codes: () => codes,
    dayAgo: (code) => dayAgo.get(byCode.get(code) ?? code) ?? null,
    exchange: () => exchange,
    lists: (symbol) => exchange !== null && state === 'ok' && isListed(exchange, symbol),
    symbolOf: (code) => byCode.get(code) ?? code,
    take(list) {
      instruments = list;
      // While it dials anew, all are asked for once it is there.
      if (exchange !== null && state === 'ok') listenToAdded(exchange);
    },
    connect,
    whenYesterdayIsKnown: () => yesterday,
    keep() {
      if (state === 'ok') return;
      if (connecting === null) mender.mend();
      else connecting.catch(mender.mend);
    },
    renew() {
      if (!isStopping && state === 'ok') leave();
    },
    async stop() {
      isStopping = true;
      endSubscriptions();
      mender.end();
      await exchange?.close().catch(() => undefined);
    },
  };
}
