import type { Locale, MessageKey } from '@candor/locales';
import { ensure } from '@candor/kernel';
import { wordsOf } from './words.ts';

type TemplateOf<Key> = Key extends `mail.${infer Name}-subject` ? Name : never;

/** A letter the catalogues have: a subject and a body under this name. */
export type LetterTemplate = TemplateOf<MessageKey>;

/** What a text is filled with. */
export type LetterValues = Readonly<Record<string, string>>;

/** A letter in the reader's words. */
export type LetterText = { readonly subject: string; readonly text: string };

/** What every mail says besides its own text. */
export type LetterFrame = {
  /** The reader's own words, which prove the mail to be ours; null while none were chosen. */
  readonly phrase: string | null;
  /** Whether the reader has an account, and could therefore choose such words. */
  readonly isCustomer: boolean;
  /** Who runs this installation. */
  readonly operator: string;
};

const isFigure = (value: string): boolean => /\d/.test(value) && !value.startsWith('http');

/** Fills the braces; in right-to-left text a figure keeps its order. Nothing else is special. */
function filled(text: string, values: LetterValues, dir: Locale['dir']): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = ensure(values[name], `the letter has no ${name}`);
    return dir === 'rtl' && isFigure(value) ? `\u2068${value}\u2069` : value;
  });
}

/** A subject is one line of a header: no break, nothing that hides or turns text. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function writer(language: string): (key: string, values?: LetterValues) => string {
  const { locale, textOf } = wordsOf(language);
  return (key, values = {}) => filled(textOf(key), values, locale.dir);
}

/** Words of the catalogues for the values of a letter, in its reader's language. */
export function mailWord(language: string, key: MessageKey, values: LetterValues = {}): string {
  return writer(language)(key, values);
}

/** A mail in the reader's language, with the line by which it can be told from a forgery. */
export function writeMail(
  letter: { template: LetterTemplate; language: string; values: LetterValues },
  frame: LetterFrame,
): LetterText {
  const write = writer(letter.language);
  const proof =
    frame.phrase === null
      ? write(frame.isCustomer ? 'mail.no-phrase' : 'mail.no-account')
      : write('mail.phrase', { phrase: frame.phrase });
  const parts = [
    write(`mail.${letter.template}-body`, letter.values),
    proof,
    `-- \n${write('mail.foot', { operator: frame.operator })}`,
  ];
  return {
    subject: oneLine(write(`mail.${letter.template}-subject`, letter.values)),
    text: `${parts.join('\n\n')}\n`,
  };
}

/** A text message: one sentence, because each costs money and shows on a locked screen. */
export function writeSms(letter: {
  template: LetterTemplate;
  language: string;
  values: LetterValues;
}): string {
  return writer(letter.language)(`sms.${letter.template}`, letter.values);
}
