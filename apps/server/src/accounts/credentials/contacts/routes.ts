import { type Result, ok } from '@candor/kernel';
import { type Failure, contacts as calls } from '@candor/protocol';
import type { FastifyReply } from 'fastify';
import { type Call, type Route, route } from '../../../platform/http/http.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { type HandOutRules, knownBy, renewed } from '../../sessions/index.ts';
import { signedInOwner } from '../../account/index.ts';
import type { CodeAnswer } from './commands.ts';
import type { Contacts } from './index.ts';

type AnyCall = Pick<Call<never>, 'origin' | 'request' | 'session'>;

const languageIn = ({ request }: Pick<AnyCall, 'request'>): string =>
  languageOf(request.headers['accept-language']);

const askerOf = (call: AnyCall) => ({
  ...signedInOwner(call),
  language: languageIn(call),
});

/** Says when to come again where an answer is that it is too early. */
function limited(
  reply: FastifyReply,
  answer: CodeAnswer,
): Result<{ retryAfterSeconds: number }, Failure> {
  if (answer.ok || answer.failure.name !== 'too-many') return answer;
  if (answer.waitSeconds !== undefined) reply.header('retry-after', String(answer.waitSeconds));
  return { ok: false, failure: answer.failure };
}

/** The calls of codes and contacts. */
export function contactRoutes(contacts: Contacts, rules: HandOutRules): Route[] {
  return [
    route(calls.sendCode, async (call) => {
      const devices = knownBy(call.request, rules);
      const { address } = call.origin;
      const asked = { ...call.body, address, devices, language: languageIn(call) };
      return limited(call.reply, await contacts.requestCode(asked));
    }),
    route(calls.beginContact, async (call) =>
      limited(call.reply, await contacts.beginContact(askerOf(call), call.body)),
    ),
    route(calls.confirmContact, async (call) => {
      const answer = await contacts.confirmContact(askerOf(call), call.body.code);
      if (!answer.ok) return answer;
      const { contact, tokens } = answer.value;
      return ok({ ...contact, session: renewed(call.reply, rules, tokens) });
    }),
    route(calls.setAntiPhishing, (call) => contacts.setAntiPhishing(askerOf(call), call.body)),
  ];
}
