import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { canonicalDestination } from '../networks/destinations.ts';
import { keyProblem, readExtendedKey } from './extended-key.ts';

/** @source BIP-84, "Test vectors": account 0 of "abandon … about", and its first two addresses */
const BIP_84 = {
  zpub: 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  zprv: 'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
  first: [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ],
};

/** Seed of the words "abandon … about". @source BIP-39, test vectors of BIP-84 and BIP-86 */
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';

/** @source BIP-32, test vector 2: chains m and m/0 */
const BIP_32 = {
  parent:
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  privateParent:
    'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U',
  child:
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
};

const accountKey = (path: string, versions?: { private: number; public: number }): string =>
  HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'), versions).derive(path).publicExtendedKey;

describe('an extended public key makes the addresses its signing machine makes', () => {
  test('of Bitcoin, as BIP-84 publishes them', async () => {
    const key = readExtendedKey('bitcoin', BIP_84.zpub);
    expect([await key.addressAt(0), await key.addressAt(1)]).toEqual(BIP_84.first);
  });

  test('of Ethereum and Tron, as wallets show them for the published words', async () => {
    const ethereum = readExtendedKey('ethereum', accountKey("m/44'/60'/0'"));
    expect(await ethereum.addressAt(0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(await ethereum.addressAt(1)).toBe('0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0');
    const tron = readExtendedKey('tron', accountKey("m/44'/195'/0'"));
    expect(await tron.addressAt(0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });

  test('its child is the one BIP-32 publishes', () => {
    const parent = HDKey.fromExtendedKey(BIP_32.parent);
    expect(parent.deriveChild(0).publicExtendedKey).toBe(BIP_32.child);
    expect(() => parent.deriveChild(0x8000_0000)).toThrow();
  });

  test('every address it makes is one of its network', async () => {
    const test = { private: 0x04358394, public: 0x043587cf };
    const bitcoin = readExtendedKey('bitcoin', accountKey("m/84'/1'/0'", test));
    for (const number of [0, 1, 2, 1_000, 2_147_483_647]) {
      const address = await bitcoin.addressAt(number);
      expect(await canonicalDestination('bitcoin', address, { isRehearsal: true })).toBe(address);
    }
  });

  test('keys differ in their fingerprints, spellings of one key do not', () => {
    const zpub = readExtendedKey('bitcoin', BIP_84.zpub).fingerprint;
    expect(zpub).toMatch(/^[0-9a-f]{64}$/);
    expect(zpub).not.toBe(readExtendedKey('bitcoin', BIP_32.parent).fingerprint);
    expect(readExtendedKey('ethereum', BIP_84.zpub).fingerprint).toBe(zpub);
  });
});

describe('a setting is refused that', () => {
  const WORDS = `${'abandon '.repeat(11)}about`;
  test.each([
    ['is a private key of BIP-84', BIP_84.zprv],
    ['is a private key of BIP-32', BIP_32.privateParent],
    ['is a cut-off private key', BIP_32.privateParent.slice(0, 40)],
    ['is 64 hex digits', SEED.slice(0, 64)],
    ['is 64 hex digits behind 0x', `0x${SEED.slice(64).toUpperCase()}`],
    ['is a seed', SEED],
    ['is words', WORDS],
    ['is a wallet’s private key', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
  ])('%s', (_what, text) => {
    expect(keyProblem(text, null)).toBe('private');
    expect(() => readExtendedKey('bitcoin', text)).toThrow();
  });

  test('a key whose bytes were forged is refused, whatever its checksum says', () => {
    const base58check = createBase58check((bytes: Uint8Array) =>
      createHash('sha256').update(bytes).digest(),
    );
    const genuine = base58check.decode(BIP_84.zpub);
    const forged = (change: (bytes: Uint8Array) => void): string => {
      const bytes = Uint8Array.from(genuine);
      change(bytes);
      return base58check.encode(bytes);
    };
    expect(
      keyProblem(
        forged(() => undefined),
        'real',
      ),
    ).toBeNull();
    // No point of the curve: its first byte is none of a public key, or x has no y.
    for (const first of [0x01, 0x04, 0x05, 0xff]) {
      expect(
        keyProblem(
          forged((bytes) => void (bytes[45] = first)),
          'real',
        ),
      ).toBe('unreadable');
    }
    expect(
      keyProblem(
        forged((bytes) => void bytes.fill(0xff, 46)),
        'real',
      ),
    ).toBe('unreadable');
    expect(
      keyProblem(
        forged((bytes) => void bytes.fill(0, 46)),
        'real',
      ),
    ).toBe('unreadable');
    // A master key has no parent.
    expect(
      keyProblem(
        forged((bytes) => void (bytes[4] = 0)),
        'real',
      ),
    ).toBe('unreadable');
    expect(
      keyProblem(
        forged((bytes) => void bytes.fill(0, 0, 4)),
        'real',
      ),
    ).toBe('other-chain');
    expect(
      keyProblem(
        forged((bytes) => void (bytes[45] = 0)),
        'real',
      ),
    ).toBe('private');
    expect(keyProblem(base58check.encode(genuine.subarray(0, 77)), 'real')).toBe('unreadable');
  });

  test('cannot be read, or is of the other kind of chain', () => {
    expect(keyProblem('hello', null)).toBe('unreadable');
    expect(keyProblem(`${BIP_84.zpub.slice(0, -1)}t`, null)).toBe('unreadable');
    expect(keyProblem(BIP_84.zpub, 'real')).toBeNull();
    expect(keyProblem(BIP_84.zpub, 'rehearsal')).toBe('other-chain');
    const test = accountKey("m/84'/1'/0'", { private: 0x04358394, public: 0x043587cf });
    expect(keyProblem(test, 'rehearsal')).toBeNull();
    expect(keyProblem(test, 'real')).toBe('other-chain');
  });
});
