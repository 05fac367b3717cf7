import { MINUTE_MS, type Result, SECOND_MS, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import * as oidc from 'openid-client';
import { systemClock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';

/** A service people may sign in with, as the operator set it up. */
export type IssuerSetup = {
  /** Name on the wire and in the settings, "google". */
  readonly service: string;
  /** Name people know it by. */
  readonly title: string;
  /** The issuer's address, where its description is found. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A loopback stand-in in tests may speak plain http; nothing else may. */
  readonly allowsHttp: boolean;
};

/** What one flow is protected by; all of it is made for this flow alone. */
export type Proofs = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** Whom a service has named. The pair is the key of an account; a mail address never is. */
export type Identity = { readonly issuer: string; readonly subject: string };

/** What the service sent the browser back with. */
export type Callback = {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
};

type Unreachable = Failure<'service-unreachable'>;

/** The services of an installation. */
export type Issuers = {
  readonly all: readonly IssuerSetup[];
  find(service: string): IssuerSetup | null;
  /** The service an issuer's address belongs to; null when it is not offered any more. */
  ofIssuer(issuer: string): IssuerSetup | null;
  /** Where the browser goes to say who it is. @failure service-unreachable */
  address(params: {
    setup: IssuerSetup;
    redirectUri: string;
    proofs: Proofs;
    isFresh: boolean;
  }): Promise<Result<string, Unreachable>>;
  /**
   * Exchanges a code for the identity it stands for.
   *
   * @failure sign-in-unconfirmed — whatever does not fit: code, state, issuer, audience, nonce,
   * time, signature, algorithm
   * @failure service-unreachable — no answer in time, or none that can be read
   */
  identify(params: {
    setup: IssuerSetup;
    redirectUri: string;
    callback: Callback;
    proofs: Proofs;
    /** Seconds since a fresh log-in was asked for; null where an older one will do. */
    freshFor: number | null;
  }): Promise<Result<Identity, Failure<'sign-in-unconfirmed'> | Unreachable>>;
};

const TIMEOUT_S = 5;
/** Clocks of others may be this much off. @units seconds */
const TOLERANCE_S = 30;
/** How long a service's description is believed before it is read again. */
const DESCRIPTION_MS = 60 * MINUTE_MS;

const isSameIssuer = (a: string, b: string): boolean =>
  a.replace(/\/$/, '') === b.replace(/\/$/, '');

function discover(setup: IssuerSetup): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(setup.url),
    setup.clientId,
    { client_secret: setup.clientSecret, [oidc.clockTolerance]: TOLERANCE_S },
    oidc.ClientSecretPost(setup.clientSecret),
    {
      timeout: TIMEOUT_S,
      execute: [
        // The line to the service is not all we rely on: its signature is looked at too.
        oidc.enableNonRepudiationChecks,
        ...(setup.allowsHttp ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

/** Whether the service says when the user logged in there; only then can that be asked for. */
const saysWhen = (config: oidc.Configuration): boolean =>
  config.serverMetadata().claims_supported?.includes('auth_time') === true;

/** Whether an error means that nobody answered, rather than that the answer does not fit. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError) return true;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  return (
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response && cause.status >= 500
  );
}

/** What may be written to the log of a refusal: its kind, never a token or a code. */
const kindOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name} ${String((error as { code?: unknown }).code ?? '')} ${error.message}`
    : 'not an error';

/** The services of an installation, each asked for its description when it is first needed. */
export function createIssuers(setups: readonly IssuerSetup[], log: Log): Issuers {
  const known = new Map<string, { config: Promise<oidc.Configuration>; until: number }>();

  function configOf(setup: IssuerSetup): Promise<oidc.Configuration> {
    const now = performance.now();
    const before = known.get(setup.service);
    if (before !== undefined && before.until > now) return before.config;
    const config = discover(setup);
    known.set(setup.service, { config, until: now + DESCRIPTION_MS });
    // The next caller asks again; those who wait now get the error.
    config.catch(() => known.delete(setup.service));
    return config;
  }
  const refused = (setup: IssuerSetup, error: unknown): void => {
    log.warn({ service: setup.service, reason: kindOf(error) }, 'a sign-in was not confirmed');
  };
  return {
    all: setups,
    find: (service) => setups.find((one) => one.service === service) ?? null,
    ofIssuer: (issuer) => setups.find(({ url }) => isSameIssuer(url, issuer)) ?? null,
    async address({ setup, redirectUri, proofs, isFresh }) {
      try {
        const config = await configOf(setup);
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          // Nothing but who it is: no name, no mail address.
          scope: 'openid',
          state: proofs.state,
          nonce: proofs.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(proofs.verifier),
          code_challenge_method: 'S256',
          ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
        });
        return ok(url.href);
      } catch (error) {
        refused(setup, error);
        return fail({ name: 'service-unreachable' });
      }
    },
    async identify({ setup, redirectUri, callback, proofs, freshFor }) {
      try {
        const config = await configOf(setup);
        const url = new URL(redirectUri);
        for (const [name, value] of Object.entries(callback)) {
          if (value !== undefined) url.searchParams.set(name, value);
        }
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: proofs.state,
          expectedNonce: proofs.nonce,
          pkceCodeVerifier: proofs.verifier,
          idTokenExpected: true,
          ...(freshFor !== null && saysWhen(config) ? { maxAge: freshFor } : {}),
        });
        const claims = tokens.claims();
        if (claims === undefined || !isSound(claims.sub)) {
          refused(setup, new Error('no identity in the answer'));
          return fail({ name: 'sign-in-unconfirmed' });
        }
        // Wall time, by which the library judges the end of a token.
        const nowS = Math.floor(systemClock.now() / SECOND_MS);
        if (!isOurs(claims, { clientId: setup.clientId, nowS })) {
          refused(setup, new Error('made for another client, or at a time to come'));
          return fail({ name: 'sign-in-unconfirmed' });
        }
        return ok({ issuer: claims.iss, subject: claims.sub });
      } catch (error) {
        refused(setup, error);
        return fail({ name: isUnreachable(error) ? 'service-unreachable' : 'sign-in-unconfirmed' });
      }
    },
  };
}

/**
 * What the library leaves open: a token that names another client as its own, even where we are its only
 * audience, and one that was made at a time to come.
 *
 * @source OpenID Connect Core 3.1.3.7, steps 5 and 10
 */
const isOurs = (
  { azp, iat }: Pick<oidc.IDToken, 'azp' | 'iat'>,
  { clientId, nowS }: { readonly clientId: string; readonly nowS: number },
): boolean => (azp === undefined || azp === clientId) && iat <= nowS + TOLERANCE_S;

/** A subject is at most 255 characters of ASCII. @source OpenID Connect Core 2 */
const isSound = (subject: string): boolean => /^[\u0020-\u007E]{1,255}$/.test(subject);
