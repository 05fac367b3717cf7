import { ok } from '@candor/kernel';
import { VISITOR_HEADER, support as calls } from '@candor/protocol';
import { type Call, type Route, route } from '../platform/http/http.ts';
import type { Endpoint } from '@candor/protocol';
import type { Support } from './index.ts';
import type { Caller } from './conversations/view.ts';

const TOKEN_LENGTH_MAX = 128;

function callerOf({
  caller,
  origin,
  request,
}: Pick<Call<Endpoint>, 'caller' | 'origin' | 'request'>): Caller {
  const header = request.headers[VISITOR_HEADER];
  const isToken = typeof header === 'string' && header.length <= TOKEN_LENGTH_MAX;
  return {
    userId: caller()?.userId ?? null,
    visitorToken: isToken ? header : null,
    address: origin.address,
  };
}

/** The calls of support. */
export function supportRoutes(support: Support): Route[] {
  return [
    route(calls.open, (call) => support.open(callerOf(call), call.body)),
    route(calls.listSupport, async ({ session, query }) =>
      ok(await support.list({ ...query, userId: session().userId })),
    ),
    route(calls.get, (call) => {
      const { id } = call.params;
      return support.get({ id, caller: callerOf(call), after: call.query.after ?? 0 });
    }),
    route(calls.reply, (call) =>
      support.reply(callerOf(call), { ...call.body, id: call.params.id }),
    ),
    route(calls.transcript, async (call) => {
      const { id } = call.params;
      const { format } = call.query;
      const found = await support.transcript({ id, caller: callerOf(call), format });
      return found.ok ? { file: found.value } : found;
    }),
    route(calls.requestMail, async (call) => {
      const { id } = call.params;
      const sent = await support.requestMail({
        id,
        caller: callerOf(call),
        email: call.body.email,
      });
      if (sent.waitSeconds !== undefined)
        call.reply.header('retry-after', String(sent.waitSeconds));
      return sent;
    }),
    route(calls.proveMail, (call) =>
      support.proveMail({ ...call.body, id: call.params.id, caller: callerOf(call) }),
    ),
    route(calls.uploadPicture, (call) =>
      support.bringPicture({
        id: call.params.id,
        caller: callerOf(call),
        bytes: call.upload(),
      }),
    ),
    route(calls.pictureLink, (call) =>
      support.linkPicture({ ...call.params, caller: callerOf(call) }),
    ),
    route(calls.claim, ({ session, params, body }) =>
      support.claim({ ...body, id: params.id, userId: session().userId }),
    ),
    route(calls.verifyMessage, async ({ caller, body }) =>
      ok(await support.verify({ text: body.text, userId: caller()?.userId ?? null })),
    ),
  ];
}
