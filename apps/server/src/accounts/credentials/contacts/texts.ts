import { DAY_MS, SECOND_MS, type UnixMs, plusMs } from '@candor/kernel';
import { AREA_CODES } from '@candor/protocol';
import type { Parameters } from '../../../parameters/index.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Mailer } from '../../../messaging/index.ts';
import type { Contact } from '../../account/index.ts';

/** What was reached: all text messages of a day, or those to one country. */
export type TextsStopped = { readonly areaCode: string | null; readonly limit: number };

/** What counting text messages needs. */
export type TextsDeps = {
  readonly mailer: Pick<Mailer, 'countTexts'>;
  readonly parameters: Pick<Parameters, 'count'>;
  /** Hears of each message that was not written, for the operator to see. */
  onTextsStopped(stopped: TextsStopped): void;
};

/**
 * Seconds until another code may go to a phone; null: it may now. Text messages cost money, and a
 * fraudster may be paid for those to a country: they are counted within 24 hours, in all and
 * country by country. Whose number it is says nothing here.
 */
export async function waitForText(
  tx: Tx,
  deps: TextsDeps,
  { contact, at }: { readonly contact: Contact; readonly at: UnixMs },
): Promise<number | null> {
  if (contact.channel !== 'phone') return null;
  const areaCode = AREA_CODES.find((code) => contact.target.startsWith(code)) ?? '';
  const limits = [
    { prefix: areaCode, limit: deps.parameters.count('sms.perDayOfCountry') },
    { prefix: '', limit: deps.parameters.count('sms.perDay') },
  ];
  const since = plusMs(at, -DAY_MS);
  for (const { prefix, limit } of limits) {
    const { count, first } = await deps.mailer.countTexts(tx, { since, prefix });
    if (count < limit) continue;
    deps.onTextsStopped({ areaCode: prefix === '' ? null : prefix, limit });
    return Math.max(1, Math.ceil(((first ?? at) + DAY_MS - at) / SECOND_MS));
  }
  return null;
}
