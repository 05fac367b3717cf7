import type { Brand } from './brand.ts';
import type { UnixMs } from './time.ts';

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

/**
 * A new UUIDv7: sortable by `at`, its other 74 bits from the platform's secure random source, so
 * nobody can guess a neighbour.
 *
 * @source RFC 9562 §5.7
 */
export function newUuid(at: UnixMs): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = at as number;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
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
