import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { AppOptions } from '../src/app.ts';

type Setup = AppOptions['socialServices'][number];

/** A service people sign in with, on the loopback; `setup` is what an operator would say of it. */
export type Service = { readonly setup: Setup; stop(): Promise<void> };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

const setupOf = (service: string, title: string, url: string): Setup => ({
  service,
  title,
  url,
  clientId: `${service}-client`,
  clientSecret: 'a-secret-between-the-two-of-us-0123456789',
  allowsHttp: true,
});

/** A complete OpenID provider that insists on PKCE; every caller logs in as `person`. */
export async function startProvider(service: string): Promise<
  Service & {
    /** Allows these pages to be sent back to; before a caller comes. */
    open(redirectUris: readonly string[]): void;
    /** Who logs in next. */
    person: string;
    /** What a person's browser does there: logs in and comes back with what is in the address. */
    visit(address: string): Promise<URL>;
  }
> {
  let callback: (req: IncomingMessage, res: ServerResponse) => unknown = () => undefined;
  const server = createServer((req, res) => void callback(req, res));
  const url = await listen(server);
  const setup = setupOf(service, 'Test service', url);
  const made = {
    setup,
    person: 'mara',
    stop: () => stop(server),
    open(redirectUris: readonly string[]) {
      const provider = new Provider(url, {
        clients: [
          {
            client_id: setup.clientId,
            client_secret: setup.clientSecret,
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
      const answer = provider.callback();
      callback = (req, res) =>
        req.url?.startsWith('/interaction/') === true
          ? provider.interactionFinished(req, res, { login: { accountId: made.person } })
          : answer(req, res);
    },
    async visit(address: string) {
      const jar = new Map<string, string>();
      let at = new URL(address);
      for (let hops = 0; hops < 8; hops += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const one of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`the service stopped: ${await response.text()}`);
        at = new URL(location, at);
        if (at.origin !== url) return at;
      }
      throw new Error('the service sends its visitors round in circles');
    },
  };
  return made;
}

/** What a forging service answers at its token endpoint. */
export type Forgery = {
  readonly claims?: (good: JWTPayload) => JWTPayload;
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
  readonly kid?: string;
  /** The whole answer instead of one with a token made as above. */
  readonly answer?: (idToken: string) => { status?: number; type?: string; body: string };
  /** Changes the token after it was signed. */
  readonly token?: (idToken: string) => string;
};

const withoutSignature = (claims: JWTPayload): string =>
  [JSON.stringify({ alg: 'none' }), JSON.stringify(claims)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
    .concat('.');

/**
 * A service that answers whatever a test tells it to: one that was broken into, or that another
 * party speaks for. It knows nobody; the test says what the code stands for.
 */
export async function startForger(
  service: string,
  algorithms: readonly string[] = ['RS256'],
): Promise<
  Service & {
    /** What the nonce of the flow was; the forger sees it as any service does. */
    nonce: string;
    forgery: Forgery;
    subject: string;
    /** How often its token endpoint was asked. */
    asked: number;
    down: boolean;
  }
> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((req, res) => void answer(req, res));
  const url = await listen(server);
  const setup = setupOf(service, 'Forger', url);
  const made = {
    setup,
    nonce: '',
    subject: 'forged',
    asked: 0,
    down: false,
    forgery: {} as Forgery,
    stop: () => stop(server),
  };

  async function idToken(): Promise<string> {
    const { forgery } = made;
    const now = Math.floor(Date.now() / 1000);
    const good: JWTPayload = {
      iss: url,
      aud: setup.clientId,
      sub: made.subject,
      nonce: made.nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
    };
    const claims = forgery.claims?.(good) ?? good;
    if (forgery.alg === 'none') return withoutSignature(claims);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: forgery.alg ?? 'RS256', kid: forgery.kid ?? 'one' })
      .sign(forgery.key ?? privateKey);
    return forgery.token?.(token) ?? token;
  }
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (value: unknown): void => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    };
    if (made.down) return void res.writeHead(503).end();
    if (req.url === '/.well-known/openid-configuration') {
      return send({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: algorithms,
        claims_supported: ['sub', 'auth_time'],
      });
    }
    if (req.url === '/keys') return send({ keys: [jwk] });
    made.asked += 1;
    const token = await idToken();
    const other = made.forgery.answer?.(token);
    if (other === undefined) {
      return send({ access_token: 'none of ours', token_type: 'Bearer', id_token: token });
    }
    res.writeHead(other.status ?? 200, { 'content-type': other.type ?? 'application/json' });
    res.end(other.body);
    return undefined;
  }
  return made;
}
