import { type Result, fail, ok } from '@candor/kernel';
import { type Failure, wallets as calls } from '@candor/protocol';
import type { FastifyRequest } from 'fastify';
import { type Route, route } from '../../../platform/http/http.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { signedInOwner } from '../../account/index.ts';
import { type HandOutRules, isForeignPage, handOutEntered } from '../../sessions/index.ts';
import type { SignatureParams, Wallets } from './index.ts';
import type { ProofPurpose } from './proofs.ts';

/** The page of ours that asks: the one under whose name this server was called, else the first. */
function originOf(request: FastifyRequest, wallets: Wallets): string | null {
  const origins = wallets.origins();
  const { host } = request.headers;
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0] ?? null;
}

/** The calls of this part. */
export function walletRoutes(wallets: Wallets, rules: HandOutRules): Route[] {
  async function ask(
    request: FastifyRequest,
    params: Omit<Parameters<Wallets['ask']>[0], 'origin'>,
  ): Promise<Result<SignatureParams, Failure>> {
    const origin = originOf(request, wallets);
    // What is signed names the page it is for. Called before it listens, with no address set, the
    // server has none: it can be called within its own process alone.
    if (origin === null) return fail({ name: 'not-yet-open' });
    return wallets.ask({ ...params, origin });
  }
  return [
    route(calls.walletNonce, ({ query, request }) =>
      ask(request, { ...query, purpose: { kind: 'login' }, username: null }),
    ),
    route(calls.loginByWallet, async ({ body, origin, request, reply }) => {
      const { client = 'web', ...rest } = body;
      const { language = languageOf(request.headers['accept-language']), ...proof } = rest;
      if (client === 'web' && isForeignPage(request, rules)) return fail({ name: 'forbidden' });
      const answer = await wallets.logIn({ ...proof, language }, { ...origin, client });
      return handOutEntered(reply, rules, answer);
    }),
    route(calls.walletMessage, ({ body, session, request }) => {
      const { userId, username } = session();
      const { chain, address } = body;
      const purpose: ProofPurpose =
        body.purpose === 'link'
          ? { kind: 'link', userId }
          : { kind: 'step-up', userId, action: body.action, challenge: body.challenge };
      return ask(request, { chain, address, purpose, username });
    }),
    route(calls.linkWallet, (call) => {
      const { stepUp, ...proof } = call.body;
      return wallets.link({ ...signedInOwner(call), stepUp, proof });
    }),
    route(calls.unlinkWallet, async (call) => {
      const { stepUp } = call.body;
      const { id } = call.params;
      const answer = await wallets.unlink({ ...signedInOwner(call), stepUp, id });
      return answer.ok ? ok({}) : answer;
    }),
  ];
}
