import { LOCALES, type Locale, type MessageKey } from '@candor/locales';
import { ensure } from '@candor/kernel';
import { htmlOf } from './mail-html.ts';
import { wordsOf } from './words.ts';

type TemplateOf<Key> = Key extends `mail.${infer Name}-subject` ? Name : never;

/** A message the catalogues have: a subject and a body under this name. */
export type MessageTemplate = TemplateOf<MessageKey>;

/** What a text is filled with. */
export type MessageValues = Readonly<Record<string, string>>;

/** A message in the reader's words: the same as plain text and as an HTML document. */
export type MessageText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As a `Content-Language` says it. */
  readonly htmlLang: string;
};

/** What every mail says besides its own text. */
export type MessageFrame = {
  /** The reader's own words, which prove the mail to be ours; null while none were chosen. */
  readonly phrase: string | null;
  /** Whether the reader has an account, and could therefore choose such words. */
  readonly isCustomer: boolean;
  /** Nothing of this installation is money: the message begins with that. */
  readonly isRehearsal?: boolean;
  /** Who runs this installation. */
  readonly operator: string;
};

/** Values that are sentences of the reader's language: they run the way the message does. */
const SENTENCES: ReadonlySet<string> = new Set(['what', 'limit', 'text']);
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** What would turn the text around it. Isolates of our own are set here and in sentences. */
const TURNING = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;

/**
 * A value that may run the other way, kept by itself: a figure, a name, a user's own words. An
 * address stays bare, because readers make what follows it a part of the link.
 */
function isolated(name: string, value: string, dir: Locale['dir']): string {
  if (SENTENCES.has(name)) return value;
  const plain = value.replaceAll(TURNING, '');
  const turns = dir === 'rtl' || RIGHT_TO_LEFT.test(plain);
  if (!turns || plain === '' || /^https?:/.test(plain)) return plain;
  // An isolate ends with its line.
  return plain
    .split('\n')
    .map((line) => (line === '' ? '' : `\u2068${line}\u2069`))
    .join('\n');
}

/** Fills the braces. Nothing else is special. */
function filled(text: string, values: MessageValues, dir: Locale['dir']): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isolated(name, ensure(values[name], `the letter has no ${name}`), dir),
  );
}

/** A subject is one line of a header: no break, nothing that hides or turns text. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function writer(language: string): (key: string, values?: MessageValues) => string {
  const { locale, textOf } = wordsOf(language);
  return (key, values = {}) => filled(textOf(key), values, locale.dir);
}

/** A text that is no longer the catalogue's, filled as one of them. */
export function fillText(language: string, text: string, values: MessageValues = {}): string {
  return filled(text, values, wordsOf(language).locale.dir);
}

/** Words of the catalogues for the values of a message, in its reader's language. */
export function mailWord(language: string, key: MessageKey, values: MessageValues = {}): string {
  return writer(language)(key, values);
}

/** What every page of a rehearsal begins with, in each language. */
export function rehearsalMarks(): { readonly htmlLang: string; readonly text: string }[] {
  return LOCALES.map(({ value, htmlLang }) => ({
    htmlLang,
    text: mailWord(value, 'rehearsal.mark'),
  }));
}

/** What a message is about, in English and without what it was filled with; it may have been a code. */
export function subjectOf(template: string): string {
  const text = wordsOf('en').findText(`mail.${template}-subject`);
  // One of a former release has no text any more.
  return text === null ? template : oneLine(text.replaceAll(/\{\w+\}/g, '…'));
}

/** Why the reader got a mail that has no words of theirs. */
function reasonOf(template: MessageTemplate, { isCustomer }: MessageFrame): MessageKey {
  // Colleagues give an address for it: no unknown caller typed it.
  if (template.startsWith('staff-')) return 'mail.staff-reader';
  return isCustomer ? 'mail.no-phrase' : 'mail.no-account';
}

/** A mail in the reader's language, with the line by which it can be told from a forgery. */
export function writeMail(
  message: { template: MessageTemplate; language: string; values: MessageValues },
  frame: MessageFrame,
): MessageText {
  const { template, language, values } = message;
  const write = writer(language);
  const { locale } = wordsOf(language);
  const proof =
    frame.phrase === null
      ? write(reasonOf(template, frame))
      : write('mail.phrase', { phrase: frame.phrase });
  const mark = frame.isRehearsal === true ? write('rehearsal.mark') : null;
  const body = write(`mail.${template}-body`, values);
  const foot = write('mail.foot', { operator: frame.operator });
  const subject = oneLine(write(`mail.${template}-subject`, values));
  return {
    subject,
    htmlLang: locale.htmlLang,
    text: `${[...(mark === null ? [] : [mark]), body, proof, `-- \n${foot}`].join('\n\n')}\n`,
    html: htmlOf({
      locale,
      subject,
      mark,
      body: body.split(/\n{2,}/),
      proof,
      foot,
      links: [values['link'], values['unsubscribe']].filter((one) => one !== undefined),
      code: values['code'] !== undefined && /^\d+$/.test(values['code']) ? values['code'] : null,
    }),
  };
}

/** A text message: one sentence, because each costs money and shows on a locked screen. */
export function writeSms(message: {
  template: MessageTemplate;
  language: string;
  values: MessageValues;
  isRehearsal?: boolean;
}): string {
  const write = writer(message.language);
  const text = write(`sms.${message.template}`, message.values);
  return message.isRehearsal === true ? `${write('rehearsal.mark')}. ${text}` : text;
}
