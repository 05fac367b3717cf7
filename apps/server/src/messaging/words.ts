import { readFileSync } from 'node:fs';
import { ensure } from '@candor/kernel';
import { DEFAULT_LOCALE, type Locale, localeOf } from '@candor/locales';
import { readPo } from '@candor/locales/po';

/** The texts of the catalogues that the server itself says; the others are the pages'. */
const SPOKEN =
  /^(mail|sms|security|parameter|trust|notifications|support|receipt|records|paper|case|notice|rehearsal|agreement|sale-report|certificate)\.|^nft\.(address|agreement|belongs|bidder|bids|by|certificate|certificate-number|chain|charity|creator|delivery|drawn|entry|house|ledger|moved-end|number|price|register|samples|sent|shares|sold-for|sold-on|start-price)$|^orders\.(news|margin|reason)-|^band\.(demo|real)$|^options\.(period|result)-|^plans\.(day|early|fills|invested|mark|quantity|result|share-taken|strategy-\w+|trade|value)$|^limits\.(kind|period)-\w+$|^limits\.none$|^content\.original$|^identity\.(rejected$|document-|reason-)/;

const catalogues = new Map<Locale, ReadonlyMap<string, string>>();

function textsOf(locale: Locale): ReadonlyMap<string, string> {
  const known = catalogues.get(locale);
  if (known !== undefined) return known;
  const file = new URL(`./${locale.file}.po`, import.meta.resolve('@candor/locales/po'));
  const entries = readPo(readFileSync(file, 'utf8')).filter(({ id }) => SPOKEN.test(id));
  const texts = new Map(entries.map(({ id, text }) => [id, text]));
  catalogues.set(locale, texts);
  return texts;
}

/** The server's words in one language. */
export type Words = {
  readonly locale: Locale;
  /** The text of a key, its braces as they are. @throws InvariantError for a key nobody wrote */
  readonly textOf: (key: string) => string;
  /** The text of a key that may be one of a former release; null then. */
  readonly findText: (key: string) => string | null;
};

/** The words of a language; those of the first language for one the product does not speak. */
export function wordsOf(language: string): Words {
  const locale = localeOf(language) ?? ensure(localeOf(DEFAULT_LOCALE), 'the first language');
  const texts = textsOf(locale);
  return {
    locale,
    textOf: (key) => ensure(texts.get(key), `no text ${key}`),
    findText: (key) => texts.get(key) ?? null,
  };
}
