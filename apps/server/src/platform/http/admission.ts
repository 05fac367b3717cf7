import type { UserId } from '@candor/kernel';
import type { Endpoint } from '@candor/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from './http-parsing.ts';
import type { Limits, Wait } from './limits.ts';
import { type Session, type Sessions, tokenOf } from '../secrets/session.ts';

/** A call before anything of it was read but its head. */
export type AdmissionParams = {
  readonly endpoint: Endpoint;
  readonly limits: Limits;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A caller who may call; null: one without a session, where that is allowed. */
export type Admitted<Who> = {
  readonly who: Who | null;
  /** The user whose request ids are kept, where the caller is one. */
  readonly userId: UserId | null;
};

/**
 * Decides who calls and whether they may, before the body is parsed: each web server has its own
 * kind of session.
 *
 * @throws Refused
 */
export type Admit<Who> = (asked: AdmissionParams) => Promise<Admitted<Who>>;

/** Turns a call away that came too often, and says when it may come again. */
export function enforceLimit(wait: Wait, reply: FastifyReply): void {
  if (wait === null) return;
  reply.header('retry-after', String(wait));
  throw new Refused({ name: 'too-many' });
}

/** Admits users of the product by the token of the `Authorization` header. */
export function admitByToken(sessions: Sessions): Admit<Session> {
  return async ({ endpoint, limits, request, reply }) => {
    const { authorization } = request.headers;
    const isVisitor = endpoint.access === 'either' && authorization === undefined;
    if (endpoint.access === 'public' || isVisitor) {
      enforceLimit(await limits.ofSubject(request), reply);
      return { who: null, userId: null };
    }
    const token = tokenOf(authorization);
    const session = token === null ? null : await sessions.find(token);
    if (session === null) {
      enforceLimit(await limits.ofUnknownCaller(request), reply);
      throw new Refused({ name: 'session-over' });
    }
    enforceLimit(await limits.ofAccount(request, session.userId), reply);
    return { who: session, userId: session.userId };
  };
}
