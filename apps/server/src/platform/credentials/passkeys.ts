import type { PasskeyAnswer, PasskeyOffer } from '@candor/protocol';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { SECOND_MS } from '@candor/kernel';
import { ISSUER } from './totp.ts';

/** Ed25519, ECDSA with P-256, RSA with SHA-256: what every authenticator makes one of. */
const ALGORITHMS = [-8, -7, -257];

/** How long the browser's own dialog stays. @units milliseconds */
const TIMEOUT_MS = 120 * SECOND_MS;

type Json = Record<string, unknown>;

/** A passkey as its store has it. */
export type KnownPasskey = {
  readonly id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: readonly string[];
};
type Known = Pick<KnownPasskey, 'credential_id' | 'transports'>;

const described = (passkeys: readonly Known[]): Json[] =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, type: 'public-key', transports }));

/**
 * What a browser needs to ask for one of these passkeys. It names no site: the browser puts in the
 * one it is on, and the answer is held against the addresses of our own pages.
 */
export function askOptions(nonce: string, passkeys: readonly Known[]): Json {
  return {
    challenge: nonce,
    timeout: TIMEOUT_MS,
    allowCredentials: described(passkeys),
    userVerification: 'required',
  };
}

/** What a browser needs to make a new passkey. */
export function createOptions(options: {
  readonly nonce: string;
  readonly userId: string;
  readonly username: string;
  readonly passkeys: readonly Known[];
}): Json {
  const { nonce, userId, username, passkeys } = options;
  return {
    challenge: nonce,
    timeout: TIMEOUT_MS,
    rp: { name: ISSUER },
    // The handle a key carries away is opaque: nothing of the account can be read from it.
    user: {
      id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: described(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  };
}

/** Where answers may come from: our own pages. */
export type Pages = { origins(): readonly string[] };

const expected = (nonce: string, pages: Pages) => {
  const origins = [...pages.origins()];
  return {
    expectedChallenge: nonce,
    expectedOrigin: origins,
    expectedRPID: origins.map((origin) => new URL(origin).hostname),
    requireUserVerification: true,
  };
};

/** A passkey that was just made. */
export type MadePasskey = {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
};

/** Reads a new passkey; null when it was made elsewhere, for another question, or not as asked. */
export async function readNewPasskey(
  offer: PasskeyOffer,
  params: { readonly nonce: string; readonly pages: Pages },
): Promise<MadePasskey | null> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(params.nonce, params.pages),
      response: offer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: offer.response.transports ?? [],
      isSynced: credentialDeviceType === 'multiDevice',
    };
  } catch {
    // The library throws one error for each thing that can be wrong; all of them mean "no".
    return null;
  }
}

/** The passkey that gave this answer, with its new counter; null when none of them did. */
export async function readPasskeyAnswer(
  answer: PasskeyAnswer,
  params: {
    readonly nonce: string;
    readonly pages: Pages;
    readonly passkeys: readonly KnownPasskey[];
  },
): Promise<{ id: string; counter: number } | null> {
  const known = params.passkeys.find((one) => one.credential_id === answer.id);
  if (known === undefined) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(params.nonce, params.pages),
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number.parseInt(known.counter, 10),
      },
    });
    return verified ? { id: known.id, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
