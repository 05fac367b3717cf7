import type { Brand } from './brand.ts';
import { type UnixMs, unixMs } from './time.ts';

/** Ids are UUID text; each entity has its own type so that they cannot be mixed up. */
export type UserId = Brand<string, 'UserId'>;
export type SessionId = Brand<string, 'SessionId'>;
export type EntryId = Brand<string, 'EntryId'>;
export type ContractId = Brand<string, 'ContractId'>;
export type OptionId = Brand<string, 'OptionId'>;
export type RequestId = Brand<string, 'RequestId'>;
export type QuoteId = Brand<string, 'QuoteId'>;
/** The catalogue's code of an instrument, e.g. "BTC/USDT". */
export type InstrumentCode = Brand<string, 'InstrumentCode'>;
/** Names one tick of the tape: "2026-11-21/184467". */
export type TickId = Brand<string, 'TickId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in lower case, the only spelling we accept. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Random bytes fetched ahead: asking the platform for 16 at a time costs more than using them. */
const POOL_BYTES = 4_096;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The next random bytes as hex, each given out once. */
function randomHex(count: number): string {
  if (used + count > POOL_BYTES) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let hex = '';
  for (const end = used + count; used < end; used += 1) hex += HEX[pool[used] as number];
  // Nobody who looks into memory later finds what was given out.
  pool.fill(0, used - count, used);
  return hex;
}

const VARIANTS = ['8', '9', 'a', 'b'] as const;

/**
 * A new UUIDv7: sortable by `at`, its other 74 bits from the platform's secure random source, so
 * nobody can guess a neighbour.
 *
 * @source RFC 9562 §5.7
 */
export function newUuid(at: UnixMs): string {
  const time = at.toString(16).padStart(12, '0');
  const random = randomHex(10);
  const variant = VARIANTS[Number.parseInt(random[3] as string, 16) % VARIANTS.length] as string;
  return (
    `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(0, 3)}-` +
    `${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
  );
}

/**
 * Whether a tick stands later on the tape than another: by day, then by its number of the day.
 *
 * @shape ("2026-11-21/10", "2026-11-21/9") → true
 */
export function isLaterTick(tick: TickId, than: TickId): boolean {
  const [day = '', number = ''] = tick.split('/');
  const [otherDay = '', otherNumber = ''] = than.split('/');
  if (day !== otherDay) return day > otherDay;
  if (number.length !== otherNumber.length) return number.length > otherNumber.length;
  return number > otherNumber;
}

/**
 * The moment a UUIDv7 was made at.
 *
 * @source RFC 9562 §5.7
 */
export function uuidTime(id: string): UnixMs {
  return unixMs(Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16));
}
