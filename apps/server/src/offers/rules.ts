import { DAY_MS, type Result, type UnixMs, fail, ok } from '@candor/kernel';
import { type Failure, OFFER_DAYS_MAX, type OfferPage, preferences } from '@candor/protocol';

/** The language an offer is always there in, and read in where there is no other. */
export const ORIGINAL = 'en';

/** What an offer says in one language. */
export type OfferText = { readonly title: string; readonly text: string };

type Language = (typeof preferences.LANGUAGES)[number];

/** An offer as it is proposed. */
export type OfferTerms = {
  readonly texts: readonly (OfferText & { readonly language: Language })[];
  readonly until: UnixMs;
  /** Null: it leads nowhere. */
  readonly page: OfferPage | null;
};

/** What an offer says, by language. */
export type OfferTexts = Readonly<Partial<Record<Language, OfferText>>>;

/**
 * What an offer says by language, if it may be proposed.
 *
 * @failure unreadable — a language twice, no English, an end that is over or more than 90 days ahead
 */
export function checkOffer(
  { texts, until }: Pick<OfferTerms, 'texts' | 'until'>,
  now: UnixMs,
): Result<OfferTexts, Failure<'unreadable'>> {
  const languages = new Set(texts.map(({ language }) => language));
  if (languages.size < texts.length || !languages.has(ORIGINAL)) {
    return fail({ name: 'unreadable', field: 'language' });
  }
  if (until <= now || until > now + OFFER_DAYS_MAX * DAY_MS) {
    return fail({ name: 'unreadable', field: 'until' });
  }
  return ok(
    Object.fromEntries(texts.map(({ language, title, text }) => [language, { title, text }])),
  );
}

/** What a reader of a language is told; the English text where there is no other. */
export function textFor(
  texts: OfferTexts,
  language: string,
): OfferText & { readonly isOriginal: boolean } {
  const own = texts[language as Language];
  const { title = '', text = '' } = own ?? texts[ORIGINAL] ?? {};
  return { title, text, isOriginal: own === undefined };
}

/** Where an approved offer stands at a moment. */
export function stateOf(
  sending: {
    readonly until: UnixMs;
    readonly withdrawnAt: UnixMs | null;
    readonly finishedAt: UnixMs | null;
  },
  now: UnixMs,
): 'sending' | 'sent' | 'over' | 'withdrawn' {
  if (sending.withdrawnAt !== null) return 'withdrawn';
  if (sending.until <= now) return 'over';
  return sending.finishedAt === null ? 'sending' : 'sent';
}
