import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What a service's page for logging in asks; "No" is an answer too. */
const PAGE = `<!doctype html><html lang="en"><head><title>Harbour</title>
<link rel="icon" href="data:,"></head><body><main><h1>Harbour</h1>
<form method="post"><label>Who <input name="login"></label>
<button name="answer" value="yes">Log in at Harbour</button>
<button name="answer" value="no">Cancel</button></form></main></body></html>`;

/** A service people sign in with, on another site than the product. */
export type SignInService = {
  readonly origin: string;
  /** Settings that let the product offer it. */
  readonly env: Readonly<Record<string, string>>;
  /** Says which product may send people here; after that it answers. */
  knows(productUrl: string): void;
  stop(): Promise<void>;
};

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return new URLSearchParams(text);
}

async function answerPerson(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (req.method !== 'POST') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  const form = await formOf(req);
  const accountId = form.get('login') ?? '';
  const answer =
    form.get('answer') === 'yes' ? { login: { accountId } } : { error: 'access_denied' };
  await provider.interactionFinished(req, res, answer);
}

/** Starts a complete OpenID provider with a page that asks who the user is. */
export async function startService(): Promise<SignInService> {
  let answer: (req: IncomingMessage, res: ServerResponse) => unknown = (_req, res) => {
    res.writeHead(503).end();
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['candor', 'a-secret-between-the-two-of-us-0123456789'];
  return {
    origin,
    env: {
      SOCIAL_HARBOUR_ISSUER: origin,
      SOCIAL_HARBOUR_TITLE: 'Harbour',
      SOCIAL_HARBOUR_CLIENT_ID: clientId,
      SOCIAL_HARBOUR_CLIENT_SECRET: clientSecret,
    },
    knows(productUrl) {
      const provider = new Provider(origin, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [new URL('/api/loginCallback/google', productUrl).href],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        cookies: { keys: ['a key of the tests'] },
        pkce: { required: () => true },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
        // There is nothing to consent to but "openid".
        async loadExistingGrant(ctx) {
          const { client, session } = ctx.oidc;
          const tokens = new ctx.oidc.provider.Grant({
            clientId: client?.clientId ?? '',
            accountId: session?.accountId ?? '',
          });
          tokens.addOIDCScope('openid');
          await tokens.save();
          return tokens;
        },
      });
      const calls = provider.callback();
      answer = (req, res) =>
        req.url?.startsWith('/interaction/') === true
          ? answerPerson(provider, req, res)
          : calls(req, res);
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
