import { type Result, SECOND_MS, fail, ok } from '@candor/kernel';
import { type Failure, social as calls } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Route, route } from '../../../platform/http/http.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { newSecret } from '../../../platform/secrets/session.ts';
import {
  type CookieName,
  type CookieRules,
  type HandOutRules,
  isOwnPage,
  ownOriginOf,
  readCookie,
  refreshTokenOf,
  writeCookie,
  handOutEntered,
} from '../../sessions/index.ts';
import { signedInOwner } from '../../account/index.ts';
import type { Social } from './index.ts';
import { FLOW_MS } from './rules.ts';

const COOKIE: CookieName = { secure: '__Host-candor-social', plain: 'candor_social' };
const SECRET = /^[\w-]{43}$/;

/** The page of the product every service sends the browser back to. @source seed §2 */
const CALLBACK_PATH = '/api/loginCallback/google';

function browserOf(request: FastifyRequest, rules: CookieRules): string | null {
  const kept = readCookie(request, rules, COOKIE);
  return kept !== null && SECRET.test(kept) ? kept : null;
}

/** Begins a flow for a page of ours and leaves the browser its secret; one for all its tabs. */
async function begin(
  exchange: { request: FastifyRequest; reply: FastifyReply; rules: CookieRules },
  start: (from: { redirectUri: string; browser: string }) => Promise<Result<string, Failure>>,
): Promise<Result<{ url: string }, Failure>> {
  const { request, reply, rules } = exchange;
  const origin = ownOriginOf(request, rules);
  if (origin === null) return fail({ name: 'forbidden' });
  const browser = browserOf(request, rules) ?? newSecret();
  const begun = await start({ redirectUri: `${origin}${CALLBACK_PATH}`, browser });
  if (!begun.ok) return begun;
  writeCookie(reply, rules, { name: COOKIE, value: browser, seconds: FLOW_MS / SECOND_MS });
  return ok({ url: begun.value });
}

const goOn = (next: string | null): { next?: string } => (next === null ? {} : { next });

function signInRoutes(social: Social, rules: HandOutRules): Route[] {
  return [
    route(calls.socialIssuers, async () => ok([...social.offered])),
    route(calls.socialStart, ({ body, request, reply }) => {
      const { issuer: service, next, fresh: isFresh = false } = body;
      const language = body.language ?? languageOf(request.headers['accept-language']);
      return begin({ request, reply, rules }, (from) =>
        social.beginLogin({ ...from, service, next, language, isFresh }),
      );
    }),
    route(calls.loginBySocial, async ({ body, origin, request, reply }) => {
      if (!isOwnPage(request, rules)) return fail({ name: 'forbidden' });
      const answer = await social.logIn({
        callback: body,
        browser: browserOf(request, rules),
        place: { ...origin, client: 'web' },
        replaced: refreshTokenOf(request, rules),
      });
      if (!answer.ok) return handOutEntered(reply, rules, answer);
      const { entered, next } = answer.value;
      const handed = handOutEntered(reply, rules, ok(entered));
      return handed.ok ? ok({ ...handed.value, ...goOn(next) }) : handed;
    }),
  ];
}

/** The calls of social sign-in. */
export function socialRoutes(social: Social, rules: HandOutRules): Route[] {
  return [
    ...signInRoutes(social, rules),
    route(calls.socialKeys, async ({ session }) => ok(await social.listKeys(session().userId))),
    route(calls.linkSocial, ({ body, session, request, reply }) => {
      const { issuer: service, next, stepUp } = body;
      const { userId } = session();
      return begin({ request, reply, rules }, (from) =>
        social.beginLink({ ...from, service, next, language: 'en', userId, stepUp }),
      );
    }),
    route(calls.finishLinkSocial, async (call) => {
      if (!isOwnPage(call.request, rules)) return fail({ name: 'forbidden' });
      const browser = browserOf(call.request, rules);
      const { userId, place } = signedInOwner(call);
      const answer = await social.finishLink({ callback: call.body, browser, userId, place });
      return answer.ok ? ok(goOn(answer.value.next)) : answer;
    }),
    route(calls.unlinkSocial, async (call) => {
      const { userId, place } = signedInOwner(call);
      const { stepUp } = call.body;
      const answer = await social.unlink({ userId, id: call.params.id, stepUp, place });
      return answer.ok ? ok({}) : answer;
    }),
  ];
}
