import type { Endpoint } from '@candor/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostOf, networkOf } from './address.ts';
import { hashSecret } from '../secrets/session.ts';

/** Public calls of one address, where a call has no limit of its own. @units per minute */
const PUBLIC_PER_MINUTE = 1_800;
/** Calls that need a session and come without a live one. @units per minute and address */
const STRANGER_PER_MINUTE = 120;
/** Calls with a session, where a call has no limit of its own. @units per minute and account */
const ACCOUNT_PER_MINUTE = 1_800;
/** A network is many households or one attacker: it may do what so many addresses may. */
const ADDRESSES_OF_NETWORK = 10;
/** Callers remembered of one limit; the caller of longest ago is forgotten first. */
const CALLERS_MAX = 20_000;
const MINUTE_MS = 60_000;

/** Seconds until the call may come again; null: it may go on now. */
export type Wait = number | null;

/**
 * How often what may be asked. Who has a live session is counted by account alone: nobody else at
 * the same address, and nobody who tries the same name, can lock them out of it.
 */
export type Limits = {
  /** Of a public call, and a visitor's, by address and network, before its body is read. */
  ofPlace(request: FastifyRequest): Promise<Wait>;
  /** Of a public call, by whom it is about, once its body is read. */
  ofSubject(request: FastifyRequest): Promise<Wait>;
  /** Of a call that needs a session and has none. */
  ofUnknownCaller(request: FastifyRequest): Promise<Wait>;
  /** Of a call with a session. */
  ofAccount(request: FastifyRequest, account: string): Promise<Wait>;
  /** Of refusals, for a call that counts only them. */
  ofRefusal(request: FastifyRequest): Promise<Wait>;
};

type Count = (request: FastifyRequest) => Promise<Wait>;

/** Counting that all calls of one server share. */
export type LimitsOf = (endpoint: Endpoint) => Limits;

const nothing: Count = async () => null;

/** No name, mailbox or phone is longer; only so much is put into one spelling. @units characters */
const SUBJECT_LENGTH_MAX = 320;

/** A text stands for itself however it is spelt, and is not kept. Whatever is no text is nobody. */
const subjectKey = (value: unknown): string => {
  const text = typeof value === 'string' ? value.slice(0, SUBJECT_LENGTH_MAX) : '';
  return hashSecret(text.normalize('NFKC').trim().toLowerCase());
};

/** Both are counted; the longer wait is said. */
const both =
  (a: Count, b: Count): Count =>
  async (request) => {
    const waits = await Promise.all([a(request), b(request)]);
    const longest = Math.max(...waits.map((wait) => wait ?? 0));
    return longest === 0 ? null : longest;
  };

/**
 * Makes the limits of a server. `apartOf` names callers that are counted apart from all others that
 * ask about the same: unknown callers do not use up what is theirs. `scale` is more than 1 only on
 * a test installation.
 */
export function createLimits(
  app: FastifyInstance,
  scale: number,
  apartOf: (request: FastifyRequest) => string | Promise<string> = () => '',
): LimitsOf {
  const callers = new WeakMap<FastifyRequest, string>();

  function counting(
    keyOf: (request: FastifyRequest) => string | Promise<string>,
    max: number | ((request: FastifyRequest) => number),
  ): Count {
    const rules = {
      timeWindow: MINUTE_MS,
      // Known to the library, not to its types.
      cache: CALLERS_MAX,
      keyGenerator: keyOf,
      max: (request: FastifyRequest) => (typeof max === 'number' ? max : max(request)) * scale,
    };
    const check = app.createRateLimit(rules);
    return async (request) => {
      const now = await check(request);
      return now.isAllowed || !now.isExceeded ? null : Math.max(1, now.ttlInSeconds);
    };
  }

  /** By address and by network. */
  function byPlace(
    max: (request: FastifyRequest) => number,
    part: (request: FastifyRequest) => string = () => '',
  ): Count {
    return both(
      counting((request) => `${hostOf(request.ip)} ${part(request)}`, max),
      counting(
        (request) => `${networkOf(request.ip)} ${part(request)}`,
        (request) => max(request) * ADDRESSES_OF_NETWORK,
      ),
    );
  }

  const callerOf = (request: FastifyRequest): string => callers.get(request) ?? '';
  const anyPublic = byPlace(() => PUBLIC_PER_MINUTE);
  const anyStranger = byPlace(() => STRANGER_PER_MINUTE);
  const anyAccount = counting(callerOf, ACCOUNT_PER_MINUTE);

  return ({ access, perMinute, large, about, countsRefusals }) => {
    const isLarge = ({ query }: FastifyRequest): boolean =>
      large !== undefined && large.isLarge(query as Record<string, unknown>);
    const part = (request: FastifyRequest): string => (isLarge(request) ? 'large' : '');
    const own = (request: FastifyRequest): number =>
      isLarge(request) ? (large?.perMinute ?? 0) : (perMinute ?? 0);
    const hasOwn = perMinute !== undefined;
    const ofPlace = access === 'session' ? nothing : hasOwn ? byPlace(own, part) : anyPublic;
    const ofAccount =
      access === 'public' || !hasOwn
        ? anyAccount
        : both(
            anyAccount,
            counting((request) => `${callerOf(request)} ${part(request)}`, own),
          );
    return {
      async ofPlace(request) {
        // A caller that brings a token is counted by it: as its account, or as an unknown caller.
        const isKnown = access === 'either' && request.headers.authorization !== undefined;
        return isKnown || countsRefusals === true ? null : ofPlace(request);
      },
      ofSubject:
        about === undefined
          ? nothing
          : counting(async (request) => {
              const body = (request.body ?? {}) as Record<string, unknown>;
              return `${subjectKey(about.of(body))} ${await apartOf(request)}`;
            }, about.perMinute),
      ofUnknownCaller: anyStranger,
      ofAccount(request, account) {
        callers.set(request, account);
        return ofAccount(request);
      },
      ofRefusal: countsRefusals === true ? ofPlace : nothing,
    };
  };
}
