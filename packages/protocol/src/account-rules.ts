/** Area codes a phone number may have. @source seed §3 */
export const AREA_CODES = [
  '+49',
  '+55',
  '+60',
  '+61',
  '+64',
  '+65',
  '+66',
  '+81',
  '+91',
  '+852',
  '+886',
] as const;

/** Shortest password. */
export const PASSWORD_LENGTH_MIN = 10;

/** Fewest and most characters of a user name. */
export const USERNAME_LENGTH = { min: 3, max: 32 } as const;

/** A user name: unique without case. */
export const USERNAME_PATTERN = /^[a-z0-9._-]{3,32}$/;

/** Fewest and most characters of the words that mails to a user repeat. */
export const PHRASE_LENGTH = { min: 4, max: 32 } as const;

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * A mail address in its one spelling, all small; null when it cannot be one. Quoted names, comments
 * and letters outside ASCII are refused: nobody types them, and they hide who is written to.
 */
export function foldMail(text: string): string | null {
  const folded = text.trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  if (at < 1 || at > 64 || folded.length > 254) return null;
  return LOCAL.test(local) && DOMAIN.test(domain) ? folded : null;
}
