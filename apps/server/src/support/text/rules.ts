import { DAY_MS, type Result, type UnixMs, fail, ok, plusMs } from '@candor/kernel';
import { COMPLAINT_ANSWER_DAYS, type Failure, type VerifyContactKind } from '@candor/protocol';
import { comparedText } from './compared-text.ts';
import { type Contact, contactsIn } from './contacts-in-text.ts';

/** Conversations one account may begin within a day. */
export const OPENED_A_DAY = 10;
/** Conversations visitors may begin within a day from one address, and from one network. */
export const OPENED_A_DAY_BY_VISITORS = { host: 5, network: 30 } as const;
/** Shorter texts are common phrases: they are ours only with their reference. @units characters */
export const SHORT_TEXT = 40;
/** Addresses of one pasted text that are named in the answer. */
export const CONTACTS_MAX = 10;
/** Longest name a member of staff writes under. @units characters */
const NAME_MAX = 40;
/** Notes of staff beside one conversation. */
export const NOTES_MAX = 200;
/** Saved replies, and versions of one in a language. */
export const SAVED_MAX = 200;
export const VERSIONS_MAX = 500;

// Control characters except the line break and the tab.
const CONTROLS = /(?![\n\t])\p{Cc}/gu;
// Characters that turn or embed text: they can make a text read otherwise than it is.
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as it is kept: lines end with one sign, nothing in it controls anything or turns the
 * direction of what follows. Marks that only help an Arabic line (LRM, RLM, ALM) stay.
 *
 * @shape "\u202eevil\r\n" → "evil"
 */
export function keptText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(TURNING, '')
    .split('\n')
    .map(withoutEnd)
    .join('\n')
    .trim();
}

/** A line without the spaces and tabs at its end, each sign looked at once. */
function withoutEnd(line: string): string {
  let to = line.length;
  while (to > 0 && (line[to - 1] === ' ' || line[to - 1] === '\t')) to -= 1;
  return line.slice(0, to);
}

/** A subject or a name as it is kept: one line. */
export const keptLine = (text: string): string => keptText(text).replaceAll(/\s+/gu, ' ');

/**
 * The name a reader sees beside an answer: of a long one its beginning, whole characters alone.
 *
 * @shape "Anna\u202e" → "Anna" · "" → "Support"
 */
export function shownName(name: string): string {
  const kept = keptLine(name)
    .slice(0, NAME_MAX)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
  return kept === '' ? 'Support' : kept;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number people read out, of random bytes: five bits a sign, four signs a group.
 *
 * @shape 8 bytes → "7K2M-9QXD" · 12 bytes → "7K2M-9QXD-4HTW"
 */
export function numberOf(bytes: Uint8Array): string {
  const signs = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
  return signs.replaceAll(/(.{4})(?=.)/g, '$1-');
}

const REFERENCE = /(?<![0-9A-Za-z-])[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}(?![0-9A-Za-z-])/g;

/** References of one text that are looked up; a message of ours has one. */
const REFERENCES_MAX = 10;
/** Longest line that says nothing but a reference, in any language. @units characters */
const REFERENCE_LINE_MAX = 200;
const REFERENCE_LENGTH = 14;

/** The first in a text that have the shape of a reference, as we write it, each once. */
export function referencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [one] of text.matchAll(REFERENCE)) {
    found.add(keptReference(one));
    if (found.size === REFERENCES_MAX) break;
  }
  return [...found];
}

/** A reference as we write it: letters that are taken for figures are the figures. */
const keptReference = (said: string): string =>
  said.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/**
 * A pasted text without the line that names its reference. Only a line that says nothing else
 * goes: a word beside it may be the forger's.
 *
 * @shape lines: "Reference 7K2M-9QXD-4HTW" in every language of ours, and the bare number
 */
export function withoutReference(text: string, lines: ReadonlySet<string>): string {
  const isOnlyReference = (line: string): boolean => {
    if (line.length < REFERENCE_LENGTH || line.length > REFERENCE_LINE_MAX) return false;
    const compared = comparedText(line);
    return lines.has(compared) || lines.has(keptReference(compared));
  };
  return text
    .split(/\r\n?|\n/)
    .filter((line) => !isOnlyReference(line))
    .join('\n');
}

/** Everything that is ours to be reached by. */
export type OwnContacts = {
  /** Addresses of pages, "https://candor.example". */
  readonly origins: readonly string[];
  readonly mails: readonly string[];
  /** The sign and figures alone, "+4930123456". */
  readonly phones: readonly string[];
  /** "@candor", wherever it is; a handle that is ours in one place alone is written as a link. */
  readonly handles: readonly string[];
};

/** The address of a mail, of "Candor <service@candor.example>" or alone, to be compared. */
const mailAddress = (text: string): string =>
  (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase();

const phoneText = (text: string): string => text.replaceAll(/[^\d+]/g, '').replace(/^00/, '+');

function originOf(link: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`;
  if (!URL.canParse(whole)) return null;
  const { origin, username, password } = new URL(whole);
  // "https://candor.example@elsewhere.example" leads elsewhere, and nobody writes it honestly.
  return username === '' && password === '' ? origin : null;
}

/**
 * Whether an address is ours. A link is ours by its whole origin: a look-alike letter, another
 * ending, a longer name and a name before "@" belong to another owner.
 */
export function isOurs({ kind, text }: Contact, own: OwnContacts): boolean {
  if (kind === 'mail') return own.mails.includes(mailAddress(text));
  if (kind === 'phone') return own.phones.includes(phoneText(text));
  if (kind === 'handle') return own.handles.includes(text.toLowerCase());
  const origin = originOf(text);
  return origin !== null && own.origins.includes(origin);
}

/**
 * The addresses an operator says are ours, by their kind.
 *
 * @shape mail addresses, phones with the plus, handles and links, divided by spaces or commas
 */
export function ownContactsOf(said: string): OwnContacts {
  const found = contactsIn(said);
  const of = (kind: VerifyContactKind): string[] =>
    found.filter((one) => one.kind === kind).map(({ text }) => text);
  return {
    origins: of('link').flatMap((link) => originOf(link) ?? []),
    mails: of('mail').map(mailAddress),
    phones: of('phone').map(phoneText),
    handles: of('handle').map((handle) => handle.toLowerCase()),
  };
}

/** Addresses as settings say them: a sender may have a name, or be nothing but one. */
export function settingContacts(
  said: Pick<OwnContacts, 'origins' | 'mails' | 'phones'>,
): OwnContacts {
  return {
    origins: said.origins,
    mails: said.mails.map(mailAddress),
    phones: said.phones.filter((phone) => phone.startsWith('+')).map(phoneText),
    handles: [],
  };
}

/** The addresses of several together. */
export const allContacts = (several: readonly OwnContacts[]): OwnContacts => ({
  origins: several.flatMap(({ origins }) => origins),
  mails: several.flatMap(({ mails }) => mails),
  phones: several.flatMap(({ phones }) => phones),
  handles: several.flatMap(({ handles }) => handles),
});

/**
 * Whether one more message, or note of staff, fits into a conversation.
 *
 * @failure limit-reached — it has as many as one may have
 */
export function decideRoom(messages: number, max: number): Result<null, Failure<'limit-reached'>> {
  if (messages < max) return ok(null);
  return fail({
    name: 'limit-reached',
    field: 'text',
    facts: { what: 'messages', max: String(max) },
  });
}

/**
 * When a complaint was received, and until when it has its final answer.
 *
 * @invariant the deadline is so many days of 24 hours later, whatever the calendar says
 */
export function clockOf(receivedAt: UnixMs): {
  readonly receivedAt: UnixMs;
  readonly deadline: UnixMs;
} {
  return { receivedAt, deadline: plusMs(receivedAt, COMPLAINT_ANSWER_DAYS * DAY_MS) };
}
