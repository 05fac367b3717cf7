import type { FastifyReply, FastifyRequest } from 'fastify';

/** How this installation keeps refresh tokens in browsers, and which pages are its own. */
export type CookieRules = {
  /** Whether pages come over https; only plain http on the loopback may do without. */
  readonly secureCookies: boolean;
  /** Origins of our own pages, spelt as browsers do ("http://localhost:3000"). */
  origins(): readonly string[];
};

/** The browser itself refuses a `__Host-` cookie that another host or an open line set. */
const nameOf = (rules: CookieRules): string =>
  rules.secureCookies ? '__Host-candor' : 'candor_refresh';

function write(
  reply: FastifyReply,
  rules: CookieRules,
  cookie: { value: string; seconds: number },
): void {
  const parts = [
    `${nameOf(rules)}=${cookie.value}`,
    'Path=/',
    `Max-Age=${cookie.seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(rules.secureCookies ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

/** Keeps a refresh token in the browser, where no script can read it. */
export function keepRefreshToken(
  reply: FastifyReply,
  rules: CookieRules,
  cookie: { token: string; seconds: number },
): void {
  write(reply, rules, { value: cookie.token, seconds: cookie.seconds });
}

/** Takes the refresh token out of the browser. */
export function clearRefreshToken(reply: FastifyReply, rules: CookieRules): void {
  write(reply, rules, { value: '', seconds: 0 });
}

/** The refresh token of the browser; null when there is none, or two that contradict. */
export function refreshTokenOf(request: FastifyRequest, rules: CookieRules): string | null {
  const prefix = `${nameOf(rules)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
  const [value, second] = values;
  return value === undefined || value === '' || second !== undefined ? null : value;
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
