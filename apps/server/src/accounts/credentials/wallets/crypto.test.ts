import { describe, expect, test } from 'vitest';
import { ethereumSigner, tronSigner } from '../../../../test/signers.ts';
import { canonicalAddress, signerOf } from './crypto.ts';

const MESSAGE = 'candor.example wants you\n\nto sign.';
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const SIGNERS = [ethereumSigner, tronSigner] as const;

describe.each(SIGNERS.map((make) => [make().chain, make] as const))(
  'signatures of %s',
  (chain, make) => {
    const signer = make();

    test('name their signer, whatever way the last byte is written', async () => {
      const signature = await signer.sign(MESSAGE);
      expect(await signerOf(chain, { message: MESSAGE, signature })).toBe(signer.address);
      const bare = signature.slice(2);
      const last = bare.slice(-2) === '1b' ? '00' : '01';
      for (const spelt of [bare, signature.toUpperCase().replace('0X', '0x')]) {
        expect(await signerOf(chain, { message: MESSAGE, signature: spelt })).toBe(signer.address);
      }
      const asBit = `${signature.slice(0, -2)}${last}`;
      expect(await signerOf(chain, { message: MESSAGE, signature: asBit })).toBe(signer.address);
    });

    test('of another text, chain or wallet name somebody else', async () => {
      const signature = await signer.sign(MESSAGE);
      const other = chain === 'tron' ? 'ethereum' : 'tron';
      expect(await signerOf(chain, { message: `${MESSAGE} `, signature })).not.toBe(signer.address);
      expect(await signerOf(other, { message: MESSAGE, signature })).not.toBe(signer.address);
      const theirs = await make().sign(MESSAGE);
      expect(await signerOf(chain, { message: MESSAGE, signature: theirs })).not.toBe(
        signer.address,
      );
    });

    test('that are none name nobody', async () => {
      const signature = await signer.sign(MESSAGE);
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
      const twin = (ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
      const odd: readonly string[] = [
        '',
        '0x',
        signature.slice(0, -2),
        `${signature}00`,
        signature.replace('0x', '0x0x'),
        `0x${r}${s}1d`,
        `0x${r}${s}25`,
        // The other of the two numbers that fit: the same key, and no wallet writes it.
        `0x${r}${twin}${v === '1b' ? '1c' : '1b'}`,
        `0x${'0'.repeat(128)}1b`,
        `0x${'f'.repeat(128)}1b`,
        `0x${r}${'0'.repeat(64)}1b`,
        `0x${'0'.repeat(64)}${s}1b`,
        `0x${ORDER.toString(16)}${s}1b`,
      ];
      for (const one of odd) {
        expect([one, await signerOf(chain, { message: MESSAGE, signature: one })]).toEqual([
          one,
          null,
        ]);
      }
    });
  },
);

describe('addresses', () => {
  // Examples of EIP-55.
  const SPELT = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ];

  test('of Ethereum have one spelling, and a wrong checksum is none', async () => {
    for (const one of SPELT) {
      expect(await canonicalAddress('ethereum', one)).toBe(one);
      expect(await canonicalAddress('ethereum', one.toLowerCase())).toBe(one);
    }
    const [first = ''] = SPELT;
    const odd = [
      '',
      first.slice(0, -1),
      `${first}0`,
      first.replace('0x', ''),
      first.replace('0x', '0X'),
      first.replace('aAeb', 'AaEB'),
      ` ${first}`,
      first.replace('5', 'g'),
    ];
    for (const one of odd)
      expect([one, await canonicalAddress('ethereum', one)]).toEqual([one, null]);
  });

  test('of Tron are of its main network, and a wrong checksum is none', async () => {
    const { address } = tronSigner();
    expect(await canonicalAddress('tron', address)).toBe(address);
    const last = address.endsWith('1') ? '2' : '1';
    // The same 21 bytes of Bitcoin begin with another letter.
    const odd = ['', `${address.slice(0, -1)}${last}`, address.slice(1), `${address}1`, 'T'];
    for (const one of [...odd, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', address.toLowerCase()]) {
      expect([one, await canonicalAddress('tron', one)]).toEqual([one, null]);
    }
  });

  test('of one chain are none of the other', async () => {
    expect(await canonicalAddress('tron', SPELT[0] ?? '')).toBeNull();
    expect(await canonicalAddress('ethereum', tronSigner().address)).toBeNull();
  });
});
