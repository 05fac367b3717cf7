import type { FastifyReply, FastifyRequest } from 'fastify';

/** How this installation keeps secrets in browsers, and which pages are its own. */
export type CookieRules = {
  /** Whether pages come over https; only plain http on the loopback may do without. */
  readonly secureCookies: boolean;
  /** Origins of our own pages, spelt as browsers do ("http://localhost:3000"). */
  origins(): readonly string[];
};

/** A cookie under each of its names; browsers refuse a `__Host-` one from another host or an open line. */
export type CookieName = { readonly secure: `__Host-${string}`; readonly plain: string };

const nameOf = (rules: CookieRules, name: CookieName): string =>
  rules.secureCookies ? name.secure : name.plain;

/** Keeps a secret in the browser, where no script and no other site can read it. */
export function writeCookie(
  reply: FastifyReply,
  rules: CookieRules,
  cookie: { name: CookieName; value: string; seconds: number },
): void {
  const parts = [
    `${nameOf(rules, cookie.name)}=${cookie.value}`,
    'Path=/',
    `Max-Age=${cookie.seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(rules.secureCookies ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** What the browser keeps under a name; null when there is nothing, or two that contradict. */
export function readCookie(
  request: FastifyRequest,
  rules: CookieRules,
  name: CookieName,
): string | null {
  const prefix = `${nameOf(rules, name)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
  const [value, second] = values;
  return value === undefined || value === '' || second !== undefined ? null : value;
}

/** The origin of the page that calls, when it is one of our own. */
export function ownOriginOf(request: FastifyRequest, rules: CookieRules): string | null {
  const { origin } = request.headers;
  return origin !== undefined && rules.origins().includes(origin) ? origin : null;
}

type Caller = 'own page' | 'foreign page' | 'no browser';

function callerOf(request: FastifyRequest, rules: CookieRules): Caller {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Browsers send "null" for pages without an origin; it is never one of ours.
  if (origin !== undefined) return rules.origins().includes(origin) ? 'own page' : 'foreign page';
  if (site === undefined) return 'no browser';
  return site === 'same-origin' || site === 'none' ? 'own page' : 'foreign page';
}

/** Whether a call that uses the cookie comes from one of our own pages. */
export function isOwnPage(request: FastifyRequest, rules: CookieRules): boolean {
  return callerOf(request, rules) === 'own page';
}

/**
 * Whether a call that only sets the cookie was sent by a page that is not ours. A caller that
 * names no origin at all is not a browser, and nobody can be made to send it.
 */
export function isForeignPage(request: FastifyRequest, rules: CookieRules): boolean {
  return callerOf(request, rules) === 'foreign page';
}
