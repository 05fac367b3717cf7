import { type Result, SECOND_MS, ok } from '@candor/kernel';
import type { Failure, SecondStep, SessionResult } from '@candor/protocol';
import type { FastifyReply } from 'fastify';
import { type HandOutRules, keepRefreshToken } from './cookie.ts';
import type { TokenPair, Entered } from './token-pairs.ts';
import { REFRESH_MS } from './rules.ts';

/** Hands a grant out: the refresh token in the cookie, or in the body to who has no cookies. */
export function handOut(
  reply: FastifyReply,
  rules: HandOutRules,
  answer: Result<TokenPair, Failure>,
): Result<SessionResult, Failure> {
  return answer.ok ? ok(renewed(reply, rules, answer.value)) : answer;
}

/** What a session goes on with; the refresh token in the cookie, as when it began. */
export function renewed(
  reply: FastifyReply,
  rules: HandOutRules,
  tokens: TokenPair,
): SessionResult {
  const { expiresAt, user, refreshToken, client } = tokens;
  const token = rules.markToken(tokens.token);
  if (client === 'api') return { token, expiresAt, user, refreshToken };
  keepRefreshToken(reply, rules, { token: refreshToken, seconds: REFRESH_MS / SECOND_MS });
  return { token, expiresAt, user };
}

/** Hands out what a way in led to. */
export function handOutEntered(
  reply: FastifyReply,
  rules: HandOutRules,
  answer: Result<Entered, Failure>,
): Result<SessionResult | SecondStep, Failure> {
  if (!answer.ok) return handOut(reply, rules, answer);
  if (answer.value.kind === 'second') return ok(answer.value.step);
  const { tokens, isOpened } = answer.value;
  return ok({ ...renewed(reply, rules, tokens), ...(isOpened ? { opened: true } : {}) });
}
