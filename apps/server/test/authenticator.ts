import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, PasskeyOffer } from '@candor/protocol';

/** What a test may have a device do wrong. */
export type Odd = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Nobody showed a finger, face or PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly type?: string;
};

/** A device with one passkey, made of nothing but the standard. @source WebAuthn level 3 */
export type Authenticator = {
  readonly id: string;
  make(options: Record<string, unknown>, odd?: Odd): PasskeyOffer;
  answer(options: Record<string, unknown>, odd?: Odd): PasskeyAnswer;
};

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The little of CBOR a passkey needs. @source RFC 8949 */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A device whose user has just made a passkey for these pages. */
export function createAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;

  const key = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // Elliptic curve, ECDSA with SHA-256, P-256. @source RFC 9053
    const parts: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ];
    return cbor(new Map<number | string, Cbor>(parts));
  };

  function clientData(type: string, options: Record<string, unknown>, odd: Odd): Buffer {
    const said = {
      type: odd.type ?? type,
      challenge: odd.challenge ?? options['challenge'],
      origin: odd.origin ?? origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said));
  }

  function authData(odd: Odd, extra: { flags: number; tail: Buffer }): Buffer {
    counter = odd.counter ?? counter + 1;
    const verified = (odd.isVerified ?? true) ? VERIFIED : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(odd.rpId ?? new URL(origin).hostname),
      Buffer.from([PRESENT | verified | extra.flags]),
      count,
      extra.tail,
    ]);
  }

  return {
    id,
    make(options, odd = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const tail = Buffer.concat([Buffer.alloc(16), length, credentialId, key()]);
      const attestation = new Map<number | string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(odd, { flags: HAS_KEY, tail })],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, odd)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    answer(options, odd = {}) {
      const client = clientData('webauthn.get', options, odd);
      const data = authData(odd, { flags: 0, tail: Buffer.alloc(0) });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
