import { ASSETS, MODES, isUuid } from '@candor/kernel';
import { z } from 'zod';

/** Signed decimal text: at most 20 whole digits and 18 places, no exponent. */
export const DecimalText = z
  .string()
  .regex(/^-?\d{1,20}(\.\d{1,18})?$/)
  .meta({ description: 'decimal text, e.g. "-120.5"' });

/** Decimal text above zero: a price, a distance or a number of lots a user asks for. */
export const PositiveText = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,18})?$/)
  .refine((text) => /[1-9]/.test(text))
  .meta({ description: 'decimal text above zero, e.g. "0.01"' });

/** Milliseconds since 1970 UTC. */
export const UnixMsNumber = z.int().nonnegative().meta({ description: 'Unix milliseconds' });

/** An opaque id of ours. */
export const Id = z.string().refine(isUuid).meta({ description: 'opaque id', format: 'uuid' });

/** Made by the caller, so that a command happens once however often it is sent. */
export const RequestIdText = Id.meta({ description: 'UUID made by the caller, once per act' });

/** A code of the catalogue, "BTC/USDT". */
export const CodeText = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9/.-]{0,23}$/)
  .meta({ description: 'instrument code, e.g. "BTC/USDT"' });

/** An asset money is held in. */
export const AssetText = z.enum(ASSETS);

/** demo or real. */
export const ModeText = z.enum(MODES);

const WHOLE = /^(?:0|[1-9]\d{0,15})$/;

/**
 * A whole number in a query, where every value arrives as text: digits alone, as JSON writes them. An
 * exponent, a point, a sign, a leading zero, another base and an empty text are refused.
 *
 * @shape "20" → 20 · "1e2", "0x10", "1.0", "", " 1", "+1", "01" → refused
 */
export function queryInt(min: number, max: number) {
  return z
    .preprocess(
      (said) => (typeof said === 'string' && WHOLE.test(said) ? Number.parseInt(said, 10) : null),
      z.int().min(min).max(max),
    )
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Page of a list, 1 first. */
export const PageNumber = queryInt(1, 100_000).default(1).meta({ description: '1 unless said' });
/** Rows of a page. */
export const PageSize = queryInt(1, 100).default(20).meta({ description: '20 unless said' });
/** A moment in a query. */
export const QueryMs = queryInt(0, 8_640_000_000_000_000);

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A name of the time zone database, "Asia/Tokyo". */
export const TimeZoneText = z
  .string()
  .max(64)
  .refine(isTimeZone)
  .meta({ description: 'time zone, e.g. "Asia/Tokyo"' });

/** SHA-256 as hexadecimal text. */
export const HashText = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 in hex' });
