import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Answer = (req: IncomingMessage, res: ServerResponse) => unknown;

/** Puts a server on a free port of the loopback; answers its address. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends a server and every connection to it. */
export function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A complete OpenID provider on the loopback that insists on PKCE; it knows one client. */
export async function startOpenIdProvider(params: {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Says who logs in, where the provider asks. */
  readonly interact: (provider: Provider, req: IncomingMessage, res: ServerResponse) => unknown;
}): Promise<{
  readonly url: string;
  /** Allows these pages to be sent back to; until then it answers 503. */
  open(redirectUris: readonly string[]): void;
  stop(): Promise<void>;
}> {
  const { clientId, clientSecret, interact } = params;
  let answer: Answer = (_req, res) => res.writeHead(503).end();
  const server = createServer((req, res) => void answer(req, res));
  const url = await listenOnLoopback(server);
  return {
    url,
    open(redirectUris) {
      const provider = new Provider(url, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [...redirectUris],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        cookies: { keys: ['a key of the tests'] },
        pkce: { required: () => true },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
        // Nobody is asked for consent: there is nothing to consent to but "openid".
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
          ? interact(provider, req, res)
          : calls(req, res);
    },
    stop: () => stopServer(server),
  };
}
