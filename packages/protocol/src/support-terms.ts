/**
 * Where a conversation stands: ours to answer, the asker's, or over until it is written into again.
 */
export const SUPPORT_STATES = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

/** Files a conversation is written as. */
export const TRANSCRIPT_FORMATS = ['txt', 'pdf'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Longest subject. @units characters */
export const SUPPORT_SUBJECT_MAX = 120;
/** Longest message. @units characters */
export const SUPPORT_TEXT_MAX = 4_000;
/** Pictures of one message. */
export const SUPPORT_FILES_MAX = 4;
/** Messages of one conversation; what comes after belongs into a new one. */
export const SUPPORT_MESSAGES_MAX = 200;
/** How long after its last message a visitor can open a conversation. @units milliseconds */
export const SUPPORT_VISITOR_MS = 30 * 86_400_000;
/** How often the page of a visitor asks for news: there is no socket for them. @units milliseconds */
export const SUPPORT_ASK_MS = 15_000;
/** Longest text whose origin can be asked for. @units characters */
export const VERIFY_TEXT_MAX = 20_000;

/** Why a text is ours, or is not known to be; texts are in `locales` under `support.why-<why>`. */
export const VERIFY_REASONS = [
  'sent-by-us',
  'reference-known',
  'text-differs',
  'contact-ours',
  'contact-not-ours',
  'not-known',
] as const;
/**
 * `sent-by-us`: word for word what we sent · `reference-known`: nothing but a number of ours, which
 * anyone can copy · `text-differs`: a number of ours under words that are not · `contact-ours`,
 * `contact-not-ours`: nothing but addresses, all ours or not all ours · `not-known`.
 */
export type VerifyReason = (typeof VERIFY_REASONS)[number];

/** What a person can be reached by, or lead to. */
export const VERIFY_CONTACT_KINDS = ['link', 'mail', 'phone', 'handle'] as const;
export type VerifyContactKind = (typeof VERIFY_CONTACT_KINDS)[number];

/** Longest note of staff beside a conversation. @units characters */
export const SUPPORT_NOTE_MAX = 4_000;
/** Longest title of a saved reply. @units characters */
export const SAVED_TITLE_MAX = 80;
/** What a saved reply may name: the user, and the conversation. */
const SAVED_PLACEHOLDERS = ['name', 'number'] as const;

/**
 * Whether a saved reply holds no placeholder but those that can be filled.
 *
 * @shape "Hello {name}" → true · "Hello {balance}" → false
 */
export function isSavedText(text: string): boolean {
  const rest = SAVED_PLACEHOLDERS.reduce((left, one) => left.replaceAll(`{${one}}`, ''), text);
  return !/[{}]/.test(rest);
}

/**
 * A saved reply with its placeholders filled. A visitor has no name: the sign before it goes too.
 *
 * @shape "Hello {name}," of a visitor → "Hello,"
 */
export function filledSaved(
  text: string,
  { name, number }: { readonly name: string | null; readonly number: string },
): string {
  const named =
    name === null ? text.replaceAll(/ ?\{name\}/g, '') : text.replaceAll('{name}', () => name);
  return named.replaceAll('{number}', () => number);
}

/** What a complaint is about. `unsorted`: its asker said that it is one, and no member sorted it yet. */
export const COMPLAINT_CATEGORIES = [
  'unsorted',
  'orders',
  'charges',
  'payments',
  'account',
  'identity',
  'service',
  'texts',
  'other',
] as const;
export type ComplaintCategory = (typeof COMPLAINT_CATEGORIES)[number];

/** What came of a complaint. */
export const COMPLAINT_OUTCOMES = ['upheld', 'partly', 'rejected', 'withdrawn'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** How long after it was received a complaint has its final answer. @units days */
export const COMPLAINT_ANSWER_DAYS = 56;
