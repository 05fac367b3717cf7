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
