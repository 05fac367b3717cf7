import { startVenue } from './venue.ts';

/** The one market of a product whose prices a test says, by the stand-in of a venue. */
export type CoinMarket = {
  /** Settings of the start; it takes `feed: 'live'`. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on BTC is bought at this. @units whole USDT */
  setBid(bid: number): void;
  end(): Promise<void>;
};

const CHANNEL = 'btcusdt@bookTicker';
/** Asks move, bids stay: no two messages are alike. @units cents */
const ASKS = 50;

/**
 * BTC/USDT at a price that stays until it is set: nothing else moves it. A price far from the last one counts
 * once it has lasted for seconds, as that of a venue that speaks alone does. It says no times, so it goes on
 * where the clock of a rehearsal is moved.
 */
export async function openCoinMarket(begin: number): Promise<CoinMarket> {
  const venue = await startVenue('binance', ['BTC']);
  let bid = begin;
  let update = 1;
  venue.keepSaying(CHANNEL, () => {
    update += 1;
    const cents = String(update % ASKS).padStart(2, '0');
    const prices = { b: `${bid}.00`, B: '1.5', a: `${bid + 1}.${cents}`, A: '2.25' };
    return JSON.stringify({ stream: CHANNEL, data: { u: update, s: 'BTCUSDT', ...prices } });
  });
  return {
    env: { VENUE_URL_BINANCE: venue.url },
    setBid(next) {
      bid = next;
    },
    end: () => venue.end(),
  };
}
