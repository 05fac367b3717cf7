import { NETWORKS } from '@candor/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bitcoinAddress,
  bitcoinKeyAddress,
  tronAddressOf,
} from '../../platform/formats/chain-addresses.ts';
import { canonicalDestination } from './destinations.ts';
import { ETHEREUM_CHAINS, ETHEREUM_USDT, payInUri } from './uris.ts';

const real = { isRehearsal: false };
const rehearsal = { isRehearsal: true };

/** Published examples. @source EIP-55, "Test Cases" */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

/** @source BIP-173 and BIP-350, "Test vectors"; those of programs that are in use */
const SEGWIT = {
  main: [
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  test: [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  ],
};

/** @source BIP-350, "Test vectors": invalid addresses, and programs nobody can spend safely yet */
const SEGWIT_REFUSED = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1gmk9yu',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
];

/** @source Bitcoin's first block, BIP-13's example, Tron's documentation of USDT */
const BASE58 = {
  main: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  test: ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
};

describe('a destination is what its network pays', () => {
  test('addresses of Ethereum keep their checksum, and one without gets its own', async () => {
    for (const address of EIP_55) {
      const { length } = address;
      expect(await canonicalDestination('ethereum', address, real)).toHaveLength(length);
      expect(await canonicalDestination('ethereum', address.toLowerCase(), real)).toSatisfy(
        (text: string) => text.toLowerCase() === address.toLowerCase(),
      );
    }
    expect(await canonicalDestination('ethereum', EIP_55[4] ?? '', real)).toBe(EIP_55[4]);
    expect(
      await canonicalDestination('ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', real),
    ).toBeNull();
  });

  test('Bitcoin is paid on its main chain, and in a rehearsal on a test chain alone', async () => {
    for (const address of [...SEGWIT.main, ...BASE58.main]) {
      const spelt = address.startsWith('BC') ? address.toLowerCase() : address;
      expect(await canonicalDestination('bitcoin', address, real)).toBe(spelt);
      expect(await canonicalDestination('bitcoin', address, rehearsal)).toBeNull();
    }
    for (const address of [...SEGWIT.test, ...BASE58.test]) {
      expect(await canonicalDestination('bitcoin', address, real)).toBeNull();
      expect(await canonicalDestination('bitcoin', address, rehearsal)).toBe(address);
    }
  });

  test('what BIP-173 and BIP-350 call invalid is refused', async () => {
    for (const address of SEGWIT_REFUSED) {
      expect(await canonicalDestination('bitcoin', address, real), address).toBeNull();
      expect(await canonicalDestination('bitcoin', address, rehearsal), address).toBeNull();
    }
  });

  test("another network's address is none", async () => {
    const [ethereum = ''] = EIP_55;
    const of = { ethereum, tron: BASE58.tron[0] ?? '', bitcoin: BASE58.main[0] ?? '' };
    for (const network of NETWORKS) {
      for (const named of NETWORKS) {
        const found = await canonicalDestination(network, of[named], real);
        expect(found).toBe(network === named ? of[named] : null);
      }
    }
  });

  test('one letter that is changed makes it none', async () => {
    const samples = [
      ['ethereum', EIP_55[7]],
      ['tron', BASE58.tron[0]],
      ['bitcoin', BASE58.main[0]],
      ['bitcoin', SEGWIT.main[1]],
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.nat(200),
        fc.constantFrom(...'123456789acdefghjkmnpqrstuvwxyzACDEFGH'),
        async ([network, sample = ''], at, letter) => {
          const place = at % sample.length;
          const changed = sample.slice(0, place) + letter + sample.slice(place + 1);
          const found = await canonicalDestination(network, changed, real);
          return changed === sample ? found === sample : found === null;
        },
      ),
      { numRuns: 300 },
    );
  });

  test('no text makes it throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NETWORKS),
        fc.string({ maxLength: 200 }),
        (network, text) =>
          canonicalDestination(network, text, real).then((found) => found === null || found !== ''),
      ),
    );
  });

  test('what is made of twenty bytes is read again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 20 }), async (hash) => {
        const tron = tronAddressOf(hash);
        expect(await canonicalDestination('tron', tron, real)).toBe(tron);
        const bitcoin = bitcoinKeyAddress(hash, 'main');
        expect(bitcoinAddress(bitcoin, 'main')).toBe(bitcoin);
      }),
      { numRuns: 50 },
    );
  });
});

describe('an address for a camera', () => {
  const ethereum = { chainId: ETHEREUM_CHAINS.real, usdt: ETHEREUM_USDT };
  const [to = ''] = EIP_55;
  test('says the chain, the token and whom to pay, and no sum', () => {
    expect(payInUri({ network: 'ethereum', asset: 'ETH', address: to }, ethereum)).toBe(
      `ethereum:${to}@1`,
    );
    expect(payInUri({ network: 'ethereum', asset: 'USDT', address: to }, ethereum)).toBe(
      `ethereum:${ETHEREUM_USDT}@1/transfer?address=${to}`,
    );
    expect(payInUri({ network: 'tron', asset: 'USDT', address: 'T1' }, ethereum)).toBe('tron:T1');
    expect(payInUri({ network: 'bitcoin', asset: 'BTC', address: 'bc1' }, ethereum)).toBe(
      'bitcoin:bc1',
    );
  });
});
