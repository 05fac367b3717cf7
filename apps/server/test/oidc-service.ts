import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { listenOnLoopback, startOpenIdProvider, stopServer } from '@candor/testkit/oidc';
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { AppOptions } from '../src/app.ts';

type Setup = AppOptions['socialServices'][number];

/** A service people sign in with, on the loopback; `setup` is what an operator would say of it. */
export type Service = { readonly setup: Setup; stop(): Promise<void> };

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
  const known = setupOf(service, 'Test service', '');
  const { url, open, stop } = await startOpenIdProvider({
    ...known,
    interact: (provider, req, res) =>
      provider.interactionFinished(req, res, { login: { accountId: made.person } }),
  });
  const made = {
    setup: { ...known, url },
    person: 'mara',
    open,
    stop,
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
  const url = await listenOnLoopback(server);
  const setup = setupOf(service, 'Forger', url);
  const made = {
    setup,
    nonce: '',
    subject: 'forged',
    asked: 0,
    down: false,
    forgery: {} as Forgery,
    stop: () => stopServer(server),
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
