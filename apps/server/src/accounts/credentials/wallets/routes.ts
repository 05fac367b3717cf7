import { fail, ok } from '@candor/kernel';
import { wallets as calls } from '@candor/protocol';
import { type Route, route } from '../../../platform/http/http.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { signedInOwner } from '../../account/index.ts';
import { type HandOutRules, isForeignPage, handOutEntered } from '../../sessions/index.ts';
import type { Wallets } from './index.ts';
import { askAtPage } from './pages.ts';
import type { ProofPurpose } from './proofs.ts';

/** The calls of this part. */
export function walletRoutes(wallets: Wallets, rules: HandOutRules): Route[] {
  return [
    route(calls.walletNonce, ({ query, request }) =>
      askAtPage(wallets, request, { ...query, purpose: { kind: 'login' }, username: null }),
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
      return askAtPage(wallets, request, { chain, address, purpose, username });
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
