import { createRequire } from 'node:module';
import type { Instrument } from '@candor/pricing';

/** The part of a ccxt client of one websocket that we listen in on. */
export type VenueSocket = {
  onMessage(event: { readonly data: unknown }): void;
  resolve(result: unknown, messageHash?: string): unknown;
  onClose(event: unknown): void;
  onError(error: unknown): void;
  send(message: unknown): Promise<unknown>;
};

/** The part of a ccxt exchange we use. Numbers are text: it is told to keep them so. */
export type Exchange = {
  urls: { api: Record<string, unknown> };
  has: Record<string, unknown>;
  markets: Readonly<Record<string, { readonly active?: boolean; readonly spot?: boolean }>>;
  client(url: string): VenueSocket;
  clients: Readonly<Record<string, { readonly subscriptions: Record<string, unknown> }>>;
  loadMarkets(): Promise<unknown>;
  fetchTickers(): Promise<Record<string, { readonly open?: string }>>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since: number,
    limit: number,
  ): Promise<(readonly [number, ...unknown[]])[]>;
  watchBidsAsks(symbols: readonly string[], params: object): Promise<unknown>;
  /** Needed for sockets without TLS, which only stand-ins have. */
  loadHttpProxyAgent(): Promise<unknown>;
  close(): Promise<unknown>;
};

/** A public venue: how it is reached through ccxt, and how a stand-in takes its place. */
export type Venue = {
  /** As instruments' sources and VENUE_URL_* name it. */
  readonly id: string;
  readonly title: string;
  /** Its module below ccxt's folder. */
  readonly module: string;
  readonly options: object;
  /** What the subscription to best bids and asks is told. */
  readonly watchParams: object;
  /** Points an exchange at a stand-in's address. */
  readonly redirect: (exchange: Exchange, url: string) => void;
};

function socketUrl(url: string): string {
  return url.replace(/^http/, 'ws');
}

/** In the order they lead. Prices of both stand behind a trigger where both list the pair. */
export const VENUES: readonly Venue[] = [
  {
    id: 'binance',
    title: 'Binance',
    module: './src/pro/binance.js',
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    watchParams: {},
    redirect(exchange, url) {
      const ws = exchange.urls.api['ws'] as Record<string, unknown>;
      exchange.urls.api['public'] = `${url}/api/v3`;
      // The word "stream" is how ccxt tells spot prices from others.
      exchange.urls.api['ws'] = { ...ws, spot: `${socketUrl(url)}/stream/ws` };
    },
  },
  {
    id: 'okx',
    title: 'OKX',
    module: './src/pro/okx.js',
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    watchParams: { channel: 'tickers' },
    redirect(exchange, url) {
      exchange.urls.api['rest'] = url;
      exchange.urls.api['ws'] = `${socketUrl(url)}/ws/v5`;
    },
  },
];

/** Pairs one subscription asks for; venues refuse longer ones. */
export const SYMBOLS_PER_CALL = 100;
/** Longest a question over HTTP may take. */
const TIMEOUT_MS = 8_000;

/**
 * ccxt exports only everything at once, 60 MB more than two venues need: they are loaded by their
 * files' names beside its entry. Its version is exact, so the names stand still.
 */
const requireFromCcxt = createRequire(import.meta.resolve('ccxt'));

type ExchangeClass = new (settings: object) => Exchange;

/** A client of a venue; the library is large and is loaded only here, for this venue alone. */
export async function openExchange(venue: Venue, url: string | undefined): Promise<Exchange> {
  const loaded = requireFromCcxt(venue.module) as { default: ExchangeClass };
  const exchange = new loaded.default({
    number: String,
    timeout: TIMEOUT_MS,
    enableRateLimit: true,
    newUpdates: true,
    options: venue.options,
  });
  // Needs a key at both venues, and is asked for by every loading of markets.
  exchange.has['fetchCurrencies'] = false;
  if (url !== undefined) {
    venue.redirect(exchange, url.replace(/\/$/, ''));
    await exchange.loadHttpProxyAgent();
  }
  return exchange;
}

/** Whether a venue lists a symbol and trades it now. */
export function isListed(exchange: Exchange, symbol: string): boolean {
  const market = exchange.markets[symbol];
  return market !== undefined && market.spot === true && market.active !== false;
}

/** What a venue calls an instrument; null where its operator chose other sources. */
export function symbolAt(venue: Venue, instrument: Instrument): string | null {
  const { symbols, code } = instrument;
  return symbols === undefined ? code : (symbols[venue.id] ?? null);
}

/**
 * Makes the library ask for pairs again: it takes a pair it once asked for as subscribed, whatever
 * the venue answered. Its keys end with the pair, behind a colon or an at sign.
 */
export function forgetAsked(exchange: Exchange, symbols: readonly string[]): void {
  const wanted = new Set(symbols);
  for (const { subscriptions } of Object.values(exchange.clients)) {
    for (const key of Object.keys(subscriptions)) {
      const symbol = key.slice(Math.max(key.lastIndexOf(':'), key.lastIndexOf('@')) + 1);
      if (wanted.has(symbol)) delete subscriptions[key];
    }
  }
}

type ErrorClasses = Readonly<Record<'NetworkError', new () => Error>>;

/** Whether a venue was reached and would not do what it was asked. */
export function isRefusal(error: unknown): boolean {
  const { NetworkError } = requireFromCcxt('./src/base/errors.js') as ErrorClasses;
  return !(error instanceof NetworkError);
}
