import { type Clock, HOUR_MS, MINUTE_MS, type UserId, ensure } from '@candor/kernel';
import type { ErrorName, Failure } from '@candor/protocol';
import type { DeskEndpoint, StaffRole } from '@candor/protocol/desk';
import type { FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { type Admit, enforceLimit } from '../../platform/http/admission.ts';
import { networkOf } from '../../platform/http/address.ts';
import {
  type CookieName,
  type CookieRules,
  ownOriginOf,
  readCookie,
} from '../../platform/http/cookies.ts';
import { type Answer, type Call, type Route, route } from '../../platform/http/http.ts';
import { Refused } from '../../platform/http/http-parsing.ts';
import { type Acting, type DeskCaller, actingRole } from '../../staff/index.ts';
import { createHourly } from './hourly.ts';

/** The desk's cookie; the product's server reads no cookie of this name. */
export const DESK_COOKIE: CookieName = { secure: '__Host-candor-desk', plain: 'candor-desk' };

/** A route of the desk. */
export type DeskRoute = Route<DeskCaller>;

/** What a route of the desk knows about one call. */
export type DeskCall<E extends DeskEndpoint> = Call<E, DeskCaller> & {
  /** The caller, and the role that lets the caller make this call. */
  acting(): Acting;
  /** Says whom the answer is about, for the row that a read of personal data leaves. */
  concerns(about: { readonly userId?: UserId; readonly subject?: string }): void;
};

/** Ties an endpoint of the desk to what answers it. */
export type RouteOfDesk = <E extends DeskEndpoint>(
  endpoint: E,
  run: (call: DeskCall<E>) => Promise<Answer<E>>,
) => DeskRoute;

/** What admits callers of the desk, and what writes down what they were refused and what they read. */
export type DeskCalls = {
  readonly admit: Admit<DeskCaller>;
  readonly route: RouteOfDesk;
};

const idOf = (params: unknown): string | undefined => {
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

/**
 * Rows that refused calls of nobody may add to the audit log, which never shrinks: what anyone can
 * cause must not fill it. How many were left out stands in the next hour's first row.
 */
const UNKNOWN_PER_MINUTE = 60;
const UNKNOWN_PER_HOUR = 240;

/** What a member with a session is refused further in, as no page of the desk lets one try. */
const OVERREACHING: ReadonlySet<ErrorName> = new Set([
  'forbidden',
  'case-own',
  'credentials-wrong',
  'second-factor-wrong',
]);

/** Whether a page that is not the desk's, or no page at all, makes a call. */
function isFromElsewhere(request: FastifyRequest, rules: CookieRules): boolean {
  const site = request.headers['sec-fetch-site'];
  if (request.method === 'GET')
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  return ownOriginOf(request, rules) === null || site !== 'same-origin';
}

/** Puts the layer together that stands before every call of the desk. */
export function createDeskCalls(deps: {
  /** As the desk's role. */
  readonly db: Database;
  readonly clock: Clock;
  readonly rules: CookieRules;
  find(token: string): Promise<DeskCaller | null>;
  /** More than 1 only on a test installation. */
  readonly limitScale: number;
}): DeskCalls {
  const { db, clock, rules, limitScale } = deps;
  const hourly = createHourly(clock, limitScale);
  let minute = { began: 0, rows: 0 };
  let hour = { began: 0, rows: 0, unwritten: 0 };

  function mayWriteUnknown(): boolean {
    if (minute.rows >= UNKNOWN_PER_MINUTE || hour.rows >= UNKNOWN_PER_HOUR) {
      hour.unwritten += 1;
      return false;
    }
    minute.rows += 1;
    hour.rows += 1;
    return true;
  }

  /** Begins the next minute and hour of what refused calls of nobody may add. */
  async function countAnew(): Promise<void> {
    const at = clock.now();
    if (at - minute.began >= MINUTE_MS) minute = { began: at, rows: 0 };
    if (at - hour.began < HOUR_MS) return;
    const { unwritten } = hour;
    hour = { began: at, rows: 0, unwritten: 0 };
    if (unwritten === 0) return;
    const details = { unwritten };
    const actor = { kind: 'system' } as const;
    await db.transaction((tx) => writeAudit(tx, { at, actor, action: 'desk.refused', details }));
  }

  type RefusedCall = {
    readonly endpoint: DeskEndpoint;
    readonly request: FastifyRequest;
    readonly caller: DeskCaller | null;
  };

  /** Writes down who was refused what. */
  async function noteRefused(name: ErrorName, refused: RefusedCall): Promise<void> {
    const { endpoint, request, caller } = refused;
    const [role = 'auditor'] = caller?.roles ?? [];
    await db.transaction((tx) =>
      writeAudit(tx, {
        at: clock.now(),
        actor: caller === null ? { kind: 'system' } : { kind: 'staff', id: caller.memberId, role },
        action: endpoint.audits,
        subject: idOf(request.params) ?? null,
        details: { refused: name, call: endpoint.name, network: networkOf(request.ip) },
      }),
    );
  }

  /** Refuses, once it is written down who was refused what. */
  async function refuse(
    name: Extract<ErrorName, 'session-over' | 'forbidden'>,
    refused: RefusedCall,
  ): Promise<never> {
    if (refused.caller === null) await countAnew();
    if (refused.caller !== null || mayWriteUnknown()) await noteRefused(name, refused);
    throw new Refused({ name });
  }

  const admit: Admit<DeskCaller> = async ({ endpoint: asked, limits, request, reply }) => {
    const endpoint = asked as DeskEndpoint;
    if (isFromElsewhere(request, rules)) {
      enforceLimit(await limits.ofUnknownCaller(request), reply);
      return refuse('forbidden', { endpoint, request, caller: null });
    }
    if (endpoint.access === 'public') {
      enforceLimit(await limits.ofSubject(request), reply);
      return { who: null, userId: null };
    }
    const token = readCookie(request, rules, DESK_COOKIE);
    const caller = token === null ? null : await deps.find(token);
    if (caller === null) {
      enforceLimit(await limits.ofUnknownCaller(request), reply);
      return refuse('session-over', { endpoint, request, caller });
    }
    enforceLimit(await limits.ofAccount(request, caller.memberId), reply);
    if (actingRole(caller.roles, endpoint.roles) === null) {
      return refuse('forbidden', { endpoint, request, caller });
    }
    const { name, perHour } = endpoint;
    const tooMany = perHour === undefined ? null : hourly.take(caller.memberId, { name, perHour });
    if (tooMany !== null) {
      if (tooMany.isFirst) await noteRefused('too-many', { endpoint, request, caller });
      enforceLimit(tooMany.seconds, reply);
    }
    return { who: caller, userId: null };
  };

  return {
    admit,
    route<E extends DeskEndpoint>(endpoint: E, run: (call: DeskCall<E>) => Promise<Answer<E>>) {
      return route<E, DeskCaller>(endpoint, async (call) => {
        let about: { userId?: UserId; subject?: string } = {};
        const acting = (): Acting => {
          const { memberId, roles } = call.session();
          const allowed: readonly StaffRole[] = endpoint.roles;
          const role = ensure(actingRole(roles, allowed), 'a caller was let in by a role');
          return { memberId, role };
        };
        const answer = await run({
          ...call,
          acting,
          concerns(said) {
            about = said;
          },
        });
        const refused = 'ok' in answer && !answer.ok ? (answer.failure as Failure).name : null;
        const { request } = call;
        const caller = call.caller();
        if (refused !== null && caller !== null && OVERREACHING.has(refused)) {
          await noteRefused(refused, { endpoint, request, caller });
          return answer;
        }
        // What is refused of a user tells something of the user: the books have not so much.
        const isReading =
          refused === null ? endpoint.readsPersonalData === true : about.userId !== undefined;
        if (!isReading) return answer;
        const { memberId, role } = acting();
        // Before it is sent: nobody reads what was not written down.
        await db.transaction((tx) =>
          writeAudit(tx, {
            at: clock.now(),
            actor: { kind: 'staff', id: memberId, role },
            action: endpoint.audits,
            subject: about.subject ?? idOf(call.params) ?? null,
            userId: about.userId ?? null,
            ...(refused === null ? {} : { details: { refused } }),
          }),
        );
        return answer;
      });
    },
  };
}
