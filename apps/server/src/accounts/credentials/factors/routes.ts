import { fail, ok } from '@candor/kernel';
import { factors as calls } from '@candor/protocol';
import type { FastifyReply } from 'fastify';
import { type Call, type Route, route } from '../../../platform/http/http.ts';
import {
  type HandOutRules,
  isForeignPage,
  type Devices,
  keepDevice,
  handOut,
  renewed,
  type TokenPair,
} from '../../sessions/index.ts';
import { signedInOwner } from '../../account/index.ts';
import type { FactorAnswer, Factors, ProofGiven } from './index.ts';

type SecondBody = Pick<Call<typeof calls.second>['body'], 'totp' | 'recoveryCode' | 'passkey'>;

/** The factor a user answers with; null for another kind of proof. */
function factorOf({ totp, recoveryCode, passkey }: SecondBody): FactorAnswer | null {
  if (totp !== undefined) return { kind: 'totp', code: totp };
  if (recoveryCode !== undefined) return { kind: 'recovery', code: recoveryCode };
  return passkey === undefined ? null : { kind: 'passkey', passkey };
}

function proofOf(body: Call<typeof calls.stepUpProof>['body']): ProofGiven {
  const factor = factorOf(body);
  if (factor !== null) return factor;
  if (body.password !== undefined) return { kind: 'password', password: body.password };
  const { walletSignature: proof } = body;
  return proof === undefined ? { kind: 'social' } : { kind: 'wallet', proof };
}

function factorRoutesOf(factors: Factors, rules: HandOutRules): Route[] {
  const sessionOf = (call: { reply: FastifyReply }, { tokens }: { tokens: TokenPair }) =>
    renewed(call.reply, rules, tokens);
  return [
    route(calls.totpBegin, (call) => {
      const { stepUp } = call.body;
      return factors.beginTotp({ ...signedInOwner(call), stepUp });
    }),
    route(calls.totpConfirm, async (call) => {
      const answer = await factors.confirmTotp({ ...signedInOwner(call), code: call.body.code });
      if (!answer.ok) return answer;
      return ok({ recoveryCodes: answer.value.value, session: sessionOf(call, answer.value) });
    }),
    route(calls.totpRemove, async (call) => {
      const answer = await factors.removeTotp({ ...signedInOwner(call), stepUp: call.body.stepUp });
      return answer.ok ? ok({ session: sessionOf(call, answer.value) }) : answer;
    }),
    route(calls.passkeyBegin, (call) => {
      const { stepUp } = call.body;
      return factors.beginPasskey({ ...signedInOwner(call), stepUp });
    }),
    route(calls.passkeyFinish, async (call) => {
      const { challenge, name, passkey: offer } = call.body;
      const asked = { ...signedInOwner(call), challenge, name, offer };
      const answer = await factors.finishPasskey(asked);
      if (!answer.ok) return answer;
      return ok({ ...answer.value.value, session: sessionOf(call, answer.value) });
    }),
    route(calls.passkeyRemove, async (call) => {
      const { stepUp } = call.body;
      const { id } = call.params;
      const answer = await factors.removePasskey({ ...signedInOwner(call), stepUp, id });
      return answer.ok ? ok({ session: sessionOf(call, answer.value) }) : answer;
    }),
    route(calls.recoveryCodes, async (call) => {
      const { stepUp } = call.body;
      const answer = await factors.renewRecoveryCodes({ ...signedInOwner(call), stepUp });
      if (!answer.ok) return answer;
      return ok({ recoveryCodes: answer.value.value, session: sessionOf(call, answer.value) });
    }),
  ];
}

/** The calls of this part. */
export function factorRoutes(factors: Factors, rules: HandOutRules, devices: Devices): Route[] {
  return [
    route(calls.second, async ({ body, origin, request, reply }) => {
      const { client = 'web', challenge } = body;
      if (client === 'web' && isForeignPage(request, rules)) return fail({ name: 'forbidden' });
      const answer = factorOf(body);
      if (answer === null) return fail({ name: 'unreadable' });
      const place = { ...origin, client };
      const entered = await factors.second({ challenge, answer, place });
      const handed = handOut(reply, rules, entered);
      await keepDevice({ request, reply }, rules, devices, entered);
      return handed;
    }),
    route(calls.stepUp, async ({ body, session }) => {
      const { userId } = session();
      const { action, subject = null } = body;
      return ok(await factors.askStepUp({ userId, action, subject }));
    }),
    route(calls.stepUpProof, (call) => {
      const { challenge } = call.body;
      const proof = proofOf(call.body);
      return factors.proveStepUp({ ...signedInOwner(call), challenge, proof });
    }),
    ...factorRoutesOf(factors, rules),
  ];
}
