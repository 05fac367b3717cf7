import { z } from 'zod';
import { SessionResult } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id, UnixMsNumber } from './scalars.ts';
import { SecondStep, asksSecond } from './second-step.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});
const text = (max: number): z.ZodString => z.string().max(max);

/** Name of a service this installation lets people sign in with, "google". */
const Issuer = z.string().regex(/^[a-z][a-z0-9]{1,15}$/);
/** A place inside the product to go on to, with its leading slash. */
const Next = text(500)
  .regex(/^\/(?![/\\])/)
  .optional();

/** What a service sends the browser back with; `iss` where the service says who it is. */
const CallbackBody = z.strictObject({
  code: text(4_000).min(1),
  state: text(200).min(1),
  iss: text(500).optional(),
});

/** A service a user may sign in with. */
export const SocialIssuer = z.strictObject({ issuer: Issuer, title: z.string() });
export type SocialIssuer = z.infer<typeof SocialIssuer>;

/** One key of an account: this person at that service opens it. */
export const SocialKey = z.strictObject({
  id: Id,
  /** Null when the installation no longer offers the service. */
  issuer: Issuer.nullable(),
  title: z.string(),
  linkedAt: UnixMsNumber,
});
export type SocialKey = z.infer<typeof SocialKey>;

/** As any log-in, with the place that was asked for at the start. */
export const SocialSignInResult = z.union([
  SessionResult.extend({ next: z.string().optional() }),
  SecondStep.extend({ next: z.string().optional() }),
]);
export type SocialSignInResult = z.infer<typeof SocialSignInResult>;

const Begun = z.strictObject({
  /** Where the browser goes: the service's own page. */
  url: z.string(),
});

export const socialIssuers = endpoint({
  name: 'accounts.social-issuers',
  summary: 'Services this installation lets people sign in with.',
  origin: 'candor',
  method: 'GET',
  path: '/login/socialIssuers',
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(SocialIssuer),
  failures: [],
});

export const socialStart = endpoint({
  name: 'accounts.social-start',
  summary: 'Begins a log-in at another service; only this browser can finish it.',
  origin: 'candor',
  method: 'POST',
  path: '/login/socialStart',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({
    issuer: Issuer,
    next: Next,
    /** Language of the page, for the mails of an account that may be opened. */
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
    /** The service asks who it is again, for an action that needs it. */
    fresh: z.literal(true).optional(),
  }),
  query: none,
  params: none,
  result: Begun,
  failures: ['not-yet-open', 'service-unreachable', 'forbidden', 'too-many'],
});

export const loginBySocial = endpoint({
  name: 'accounts.login-by-social',
  summary: 'Opens a session, or an account, for whom the service has named.',
  origin: 'seed',
  method: 'POST',
  path: PATHS.loginBySocial,
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: CallbackBody,
  query: none,
  params: none,
  result: SocialSignInResult,
  asks: asksSecond,
  failures: [
    'sign-in-unconfirmed',
    'service-unreachable',
    'account-disabled',
    'forbidden',
    'too-many',
  ],
});

export const socialKeys = endpoint({
  name: 'accounts.social-keys',
  summary: 'Services that open this account.',
  origin: 'candor',
  method: 'GET',
  path: '/user/social',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.array(SocialKey),
  failures: ['session-over'],
});

export const linkSocial = endpoint({
  name: 'accounts.link-social',
  summary: 'Begins to add a service as a way into this account; needs a step-up.',
  origin: 'candor',
  method: 'POST',
  path: '/user/linkSocial',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ issuer: Issuer, next: Next, stepUp: text(128).optional() }),
  query: none,
  params: none,
  result: Begun,
  failures: [
    'session-over',
    'not-yet-open',
    'service-unreachable',
    'second-factor-needed',
    'user-status-forbids',
    'forbidden',
    'too-many',
  ],
});

export const finishLinkSocial = endpoint({
  name: 'accounts.finish-link-social',
  summary: 'Adds whom the service has named as a way into this account.',
  origin: 'candor',
  method: 'POST',
  path: '/user/linkSocialFinish',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: CallbackBody,
  query: none,
  params: none,
  result: z.strictObject({ next: z.string().optional() }),
  failures: [
    'session-over',
    'sign-in-unconfirmed',
    'service-unreachable',
    'already-linked',
    'forbidden',
    'too-many',
  ],
});

export const unlinkSocial = endpoint({
  name: 'accounts.unlink-social',
  summary: 'Takes a service away as a way into this account; never the last way.',
  origin: 'candor',
  method: 'POST',
  path: '/user/unlinkSocial/:id',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ stepUp: text(128).optional() }),
  query: none,
  params: z.strictObject({ id: Id }),
  result: none,
  failures: [
    'session-over',
    'not-found',
    'second-factor-needed',
    'user-status-forbids',
    'last-way-in',
    'too-many',
  ],
});
