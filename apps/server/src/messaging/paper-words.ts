import {
  type Decimal,
  type UnixMs,
  decimal,
  formatDecimal,
  isoText,
  parseDecimal,
  roundToStep,
} from '@candor/kernel';
import type { MessageKey } from '@candor/locales';
import { leftToRight } from '../platform/formats/pdf/pdf.ts';
import { figureText } from './figure-text.ts';
import { type MessageValues, mailWord } from './mail-text.ts';
import { wordsOf } from './words.ts';

/** Words and figures of a document in one language; figures run from left to right in all of them. */
export type PaperWords = {
  readonly language: string;
  say(key: MessageKey, values?: MessageValues): string;
  /** A name and what it is of, with the colon of the language. @shape "Agreement: 0191…" */
  labelled(label: string, value: string): string;
  /** An exact figure, to its last place; what is no decimal text stays as it is. */
  figure(text: string): string;
  /** An amount to its last unit, two places at least. @shape "1234.5", "USDT" → "1,234.50 USDT" */
  amount(text: string, asset: string): string;
  /** The same with its sign. */
  signed(text: string, asset: string): string;
  /** A share as its language writes a percentage. @rounding up, at four places of the percentage */
  share(text: string): string;
  /** A moment in UTC, the same in every language. @shape "2026-11-21 20:31:38.664 UTC" */
  moment(at: number): string;
};

/** Languages whose colon is not that of English: its own width, or a narrow space before it. */
const COLONS: Readonly<Record<string, string>> = {
  ...{ zh: '：', hk: '：', ja: '：' },
  fr: '\u202f: ',
};

const SHARE_STEP = decimal('0.000001');

function shareText(language: string, share: Decimal): string {
  const rounded = roundToStep(share, { step: SHARE_STEP, rounding: 'up' });
  const format = new Intl.NumberFormat(wordsOf(language).locale.htmlLang, {
    style: 'percent',
    numberingSystem: 'latn',
    maximumFractionDigits: 4,
  });
  // Decimal text keeps every digit; a float would not.
  return format.format(formatDecimal(rounded) as Intl.StringNumericLiteral);
}

/** What a document is written with in a language. */
export function paperWords(language: string): PaperWords {
  const money = (text: string): string => figureText(language, text, 2);
  return {
    language,
    say: (key, values) => mailWord(language, key, values),
    labelled: (label, value) => `${label}${COLONS[language] ?? ': '}${value}`,
    figure: (text) => leftToRight(figureText(language, text, 0)),
    amount: (text, asset) => leftToRight(`${money(text)} ${asset}`),
    signed(text, asset) {
      const isGain = !text.startsWith('-') && /[1-9]/.test(text);
      return leftToRight(`${isGain ? '+' : ''}${money(text)} ${asset}`);
    },
    share(text) {
      const value = parseDecimal(text);
      return leftToRight(value === null ? text : shareText(language, value));
    },
    moment: (at) =>
      leftToRight(
        isoText(at as UnixMs)
          .replace('T', ' ')
          .replace('Z', ' UTC'),
      ),
  };
}
