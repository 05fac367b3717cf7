import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A pair a stand-in lists, with the price it names for yesterday. */
export type ListedPair = { readonly base: string; readonly quote: string; readonly open: string };

/** A local server that speaks a venue's calls and socket, and says what it is told to. */
export type VenueStandIn = {
  /** For VENUE_URL_BINANCE or VENUE_URL_OKX. */
  readonly url: string;
  /** Sends a message of a channel to every client that asked for it; answers how many did. */
  send(channel: string, message: string): number;
  /** Channels asked for so far: "btcusdt@bookTicker", "BTC-USDT". */
  readonly channels: ReadonlySet<string>;
  /** Hangs up on every client, without a word. */
  hangUp(): void;
  close(): Promise<void>;
};

type Answer = (url: URL) => unknown;
type Protocol = {
  readonly answers: Readonly<Record<string, Answer>>;
  /** Channels a client's message asks for, and what it is answered. */
  readonly hear: (text: string) => { channels: string[]; answers: string[] };
};

const MINUTE_MS = 60_000;

/** Three bars of a minute each before `now`, as rows of text. */
function minuteRows(now: number): string[][] {
  const last = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return [3, 2, 1].map((back) => [
    String(last - back * MINUTE_MS),
    '100',
    String(110 + back),
    '90',
    '105',
    '7',
  ]);
}

function binance(pairs: readonly ListedPair[]): Protocol {
  const symbols = pairs.map(({ base, quote }) => ({
    symbol: `${base}${quote}`,
    status: 'TRADING',
    baseAsset: base,
    quoteAsset: quote,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: ['SPOT'],
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
      { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
    ],
  }));
  return {
    answers: {
      '/api/v3/exchangeInfo': () => ({ timezone: 'UTC', serverTime: Date.now(), symbols }),
      '/api/v3/ticker/24hr': () =>
        pairs.map(({ base, quote, open }) => ({
          symbol: `${base}${quote}`,
          openPrice: open,
          lastPrice: open,
          closeTime: Date.now(),
        })),
      '/api/v3/klines': () =>
        minuteRows(Date.now()).map(([time, ...rest]) => [Number.parseInt(time ?? '', 10), ...rest]),
    },
    hear(text) {
      const { method, params, id } = JSON.parse(text) as {
        method: string;
        params: string[];
        id: number;
      };
      const channels = method === 'SUBSCRIBE' ? params : [];
      return { channels, answers: [JSON.stringify({ result: null, id })] };
    },
  };
}

function okx(pairs: readonly ListedPair[]): Protocol {
  const data = pairs.map(({ base, quote }) => ({
    instType: 'SPOT',
    instId: `${base}-${quote}`,
    baseCcy: base,
    quoteCcy: quote,
    state: 'live',
    tickSz: '0.1',
    lotSz: '0.00000001',
    minSz: '0.00001',
    lever: '10',
    listTime: '1548133413000',
  }));
  const tickers = pairs.map(({ base, quote, open }) => ({
    instType: 'SPOT',
    instId: `${base}-${quote}`,
    last: open,
    open24h: open,
  }));
  const candles = (): string[][] =>
    minuteRows(Date.now())
      .map((row) => [...row, '0', '0', '1'])
      .toReversed();
  const wrapped = (rows: unknown): unknown => ({ code: '0', msg: '', data: rows });
  return {
    answers: {
      '/api/v5/public/instruments': () => wrapped(data),
      '/api/v5/market/tickers': () =>
        wrapped(tickers.map((one) => ({ ...one, ts: String(Date.now()) }))),
      '/api/v5/market/candles': () => wrapped(candles()),
      '/api/v5/market/history-candles': () => wrapped(candles()),
    },
    hear(text) {
      if (text === 'ping') return { channels: [], answers: ['pong'] };
      const { args } = JSON.parse(text) as { args: { channel: string; instId: string }[] };
      return {
        channels: args.map(({ instId }) => instId),
        answers: args.map((arg) => JSON.stringify({ event: 'subscribe', arg })),
      };
    },
  };
}

function answer(protocol: Protocol, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const found = protocol.answers[url.pathname];
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found === undefined ? { code: '404' } : found(url)));
}

/** Starts a stand-in on a free port of this machine. */
export async function startVenueStandIn(
  venue: 'binance' | 'okx',
  pairs: readonly ListedPair[],
  /** Channels it lists and will not subscribe; a call that names one is refused whole. */
  refused: readonly string[] = [],
): Promise<VenueStandIn> {
  const protocol = venue === 'binance' ? binance(pairs) : okx(pairs);
  const refusal = JSON.stringify({
    event: 'error',
    code: '60018',
    msg: 'the channel is not there',
  });
  const http = createServer((request, response) => answer(protocol, request, response));
  const sockets = new WebSocketServer({ server: http });
  const wanted = new Map<WebSocket, Set<string>>();
  const channels = new Set<string>();
  sockets.on('connection', (socket) => {
    wanted.set(socket, new Set());
    socket.on('close', () => wanted.delete(socket));
    socket.on('message', (message) => {
      const heard = protocol.hear(String(message));
      if (heard.channels.some((channel) => refused.includes(channel))) {
        socket.send(refusal);
        return;
      }
      for (const channel of heard.channels) {
        channels.add(channel);
        wanted.get(socket)?.add(channel);
      }
      for (const text of heard.answers) socket.send(text);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    channels,
    send(channel, message) {
      const listeners = [...wanted].filter(([, asked]) => asked.has(channel));
      for (const [socket] of listeners) socket.send(message);
      return listeners.length;
    },
    hangUp() {
      for (const socket of wanted.keys()) socket.terminate();
    },
    async close() {
      for (const socket of wanted.keys()) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
