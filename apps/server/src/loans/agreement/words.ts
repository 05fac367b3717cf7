import { createHash } from 'node:crypto';
import { LOCALES, type MessageKey } from '@candor/locales';
import { ensure } from '@candor/kernel';
import { fillText, wordsOf } from '../../messaging/index.ts';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';

/** Texts an agreement is written with: all of them are signed with it, in every language. */
const AGREEMENT_KEYS = [
  'agreement.amount',
  'agreement.apr',
  'agreement.apr-note',
  'agreement.begin',
  'agreement.begin-draw',
  'agreement.begin-review',
  'agreement.bid',
  'agreement.borrower',
  'agreement.collateral',
  'agreement.complaints',
  'agreement.complaints-text',
  'agreement.daily',
  'agreement.daily-note',
  'agreement.day-interest',
  'agreement.due',
  'agreement.due-note',
  'agreement.english',
  'agreement.falls',
  'agreement.falls-gap',
  'agreement.falls-notice',
  'agreement.falls-prices',
  'agreement.falls-sale',
  'agreement.fees',
  'agreement.free',
  'agreement.interest',
  'agreement.late',
  'agreement.late-interest',
  'agreement.late-sale',
  'agreement.lender',
  'agreement.loan',
  'agreement.ltv',
  'agreement.ltv-note',
  'agreement.night',
  'agreement.none',
  'agreement.number',
  'agreement.owed',
  'agreement.parties',
  'agreement.reached',
  'agreement.repay',
  'agreement.repay-any',
  'agreement.repay-free',
  'agreement.repay-law',
  'agreement.schedule',
  'agreement.signature',
  'agreement.signature-text',
  'agreement.step',
  'agreement.step-notice',
  'agreement.step-sale',
  'agreement.term',
  'agreement.title',
  'agreement.total',
  'agreement.translation',
  'agreement.value',
  'agreement.written',
  'paper.page',
  'parameter.operator-address',
  'parameter.operator-complaints',
  'parameter.operator-country',
  'parameter.operator-licence',
  'rehearsal.text',
  'trust.not-set',
] as const satisfies readonly MessageKey[];

/** A text of an agreement. */
export type AgreementKey = (typeof AGREEMENT_KEYS)[number];

/** Texts of agreements as they were once, by language and key. */
export type AgreementWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts agreements are written with now, and their SHA-256 in hex. */
export function wordsNow(): { readonly text: string; readonly hash: string } {
  const words: AgreementWords = Object.fromEntries(
    LOCALES.map(({ value }) => {
      const { textOf } = wordsOf(value);
      return [value, Object.fromEntries(AGREEMENT_KEYS.map((key) => [key, textOf(key)]))];
    }),
  );
  const text = canonicalJson(words);
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Says the texts that were signed, whatever the catalogues say today. */
export function sayingOf(
  words: AgreementWords,
  language: string,
): (key: AgreementKey, values?: Readonly<Record<string, string>>) => string {
  const texts = ensure(words[language], 'agreements are written in every language');
  return (key, values) => fillText(language, ensure(texts[key], `no words ${key}`), values);
}
