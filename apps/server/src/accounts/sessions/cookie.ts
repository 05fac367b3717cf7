import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type CookieName,
  type CookieRules,
  readCookie,
  writeCookie,
} from '../../platform/http/cookies.ts';

/** How this installation hands sessions out. */
export type HandOutRules = CookieRules & {
  /** The access token as its owner gets it. */
  markToken(token: string): string;
};

const REFRESH: CookieName = { secure: '__Host-candor', plain: 'candor_refresh' };

/** Keeps a refresh token in the browser, where no script can read it. */
export function keepRefreshToken(
  reply: FastifyReply,
  rules: CookieRules,
  cookie: { token: string; seconds: number },
): void {
  writeCookie(reply, rules, { name: REFRESH, value: cookie.token, seconds: cookie.seconds });
}

/** Takes the refresh token out of the browser. */
export function clearRefreshToken(reply: FastifyReply, rules: CookieRules): void {
  writeCookie(reply, rules, { name: REFRESH, value: '', seconds: 0 });
}

/** The refresh token of the browser; null when there is none, or two that contradict. */
export function refreshTokenOf(request: FastifyRequest, rules: CookieRules): string | null {
  return readCookie(request, rules, REFRESH);
}
