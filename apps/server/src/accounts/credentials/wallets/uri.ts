/**
 * The texts of RFC 3986 a sign-in message may carry. Only their grammar: nothing is resolved,
 * nothing is made the same.
 */

const PCHAR = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})`;
const USERINFO = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*`;
const REG_NAME = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*`;
const IN_BRACKETS = String.raw`\[[0-9A-Fa-f:.]{2,45}\]`;
const AUTHORITY = `(?:${USERINFO}@)?(?:${IN_BRACKETS}|${REG_NAME})(?::[0-9]*)?`;

const WHOLE_AUTHORITY = new RegExp(`^${AUTHORITY}$`);
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const HIERARCHY = [
  `//(?<authority>${AUTHORITY})(?:/${PCHAR}*)*`,
  `/(?:${PCHAR}+(?:/${PCHAR}*)*)?`,
  `${PCHAR}+(?:/${PCHAR}*)*`,
  '',
].join('|');
const REST = String.raw`(?:\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?:${HIERARCHY})${REST}$`);
const PATH_SEGMENT = new RegExp(`^${PCHAR}*$`);

/** Whether what stands between brackets is an address of IPv6, where anything stands there. */
function hasGoodBrackets(authority: string): boolean {
  const from = authority.indexOf('[');
  const to = authority.lastIndexOf(']');
  return from < 0 || to < from || URL.canParse(`http://${authority.slice(from, to + 1)}/`);
}

/** Whether a text is an authority with a host: "candor.example", "[::1]:3000". */
export function isAuthority(text: string): boolean {
  if (!WHOLE_AUTHORITY.test(text) || !hasGoodBrackets(text)) return false;
  const host = text.slice(text.lastIndexOf('@') + 1);
  return host !== '' && !/^:[0-9]*$/.test(host);
}

/** Whether a text names a scheme, "https". */
export const isScheme = (text: string): boolean => SCHEME.test(text);

/** Whether a text is a whole URI, its scheme included. */
export function isUri(text: string): boolean {
  const found = URI.exec(text);
  return found !== null && hasGoodBrackets(found.groups?.['authority'] ?? '');
}

/** Whether a text is what may stand between two slashes of a path. */
export const isPathSegment = (text: string): boolean => PATH_SEGMENT.test(text);
