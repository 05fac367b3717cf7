import { type UnixMs, SECOND_MS, plusMs, unixMs } from '@candor/kernel';
import { STEP_UP_ACTIONS, type WalletChain } from '@candor/protocol';
import { describe, expect, test } from 'vitest';
import { NETWORKS, NONCE_MS, decideMessage, messageFor, statementOf } from './rules.ts';
import { type SignInMessage, composeSignInMessage, parseSignInMessage } from './sign-in-message.ts';

const ORIGINS = ['https://candor.example', 'http://localhost:3000'];
const AT: UnixMs = unixMs(1_795_299_300_000);
const ADDRESS: Readonly<Record<WalletChain, string>> = {
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
};
const CHAINS = ['ethereum', 'tron'] as const;

const ours = (chain: WalletChain, origin = 'https://candor.example'): SignInMessage =>
  messageFor({
    chain,
    address: ADDRESS[chain],
    statement: statementOf({ kind: 'login' }),
    origin,
    nonce: 'a1b2c3d4e5f60718',
    issuedAt: AT,
  });

const iso = (ms: number): string => new Date(ms).toISOString();
const decide = (message: SignInMessage, now: UnixMs = AT) => {
  const decided = decideMessage(message, { origins: ORIGINS, now });
  return decided.ok ? 'believed' : decided.failure;
};

describe.each(CHAINS)('a message of ours for %s', (chain) => {
  test('is of the standard, and believed from its first moment to its last', () => {
    for (const origin of ORIGINS) {
      const message = ours(chain, origin);
      expect(parseSignInMessage(chain, composeSignInMessage(message))).toEqual(message);
      expect(decide(message)).toBe('believed');
      expect(decide(message, plusMs(AT, NONCE_MS - 1))).toBe('believed');
      expect(decide(message, plusMs(AT, NONCE_MS))).toBe('over');
    }
  });

  const wrong: readonly (readonly [string, Partial<SignInMessage>, string])[] = [
    ['another domain', { domain: 'candor.example.evil.test' }, 'wrong-domain'],
    ['a domain that ends as ours', { domain: 'evil-candor.example' }, 'wrong-domain'],
    ['a domain below ours', { domain: 'login.candor.example' }, 'wrong-domain'],
    ['our domain in capitals', { domain: 'CANDOR.example' }, 'wrong-domain'],
    ['our domain with a point behind it', { domain: 'candor.example.' }, 'wrong-domain'],
    ['our domain with another port', { domain: 'candor.example:444' }, 'wrong-domain'],
    ['our domain as a user elsewhere', { domain: 'candor.example@evil.test' }, 'wrong-domain'],
    ['a user before our domain', { domain: 'mara@candor.example' }, 'wrong-domain'],
    ['our domain under another scheme', { scheme: 'http' }, 'wrong-domain'],
    ['a place elsewhere', { uri: 'https://evil.test' }, 'wrong-uri'],
    ['a place on another port', { uri: 'https://candor.example:8443/' }, 'wrong-uri'],
    ['a place under another scheme', { uri: 'http://candor.example' }, 'wrong-uri'],
    ['a place on another origin of ours', { uri: 'http://localhost:3000' }, 'wrong-uri'],
    ['a place that names a user', { uri: 'https://candor.example@evil.test/' }, 'wrong-uri'],
    ['a place that names a user of ours', { uri: 'https://a:b@candor.example/' }, 'wrong-uri'],
    ['a place that is a name', { uri: 'did:key:z6Mk' }, 'wrong-uri'],
    [
      'a test network',
      { network: chain === 'tron' ? 'tron:0xcd8690dc' : '11155111' },
      'wrong-network',
    ],
    ['the network with a zero before it', { network: `${NETWORKS[chain]}0` }, 'wrong-network'],
    ['no end', { expirationTime: null }, 'without-end'],
    ['an end later than ours', { expirationTime: iso(AT + NONCE_MS + 1) }, 'without-end'],
    ['an end in the past', { expirationTime: iso(AT - 1) }, 'over'],
    ['an end at this moment', { expirationTime: iso(AT) }, 'over'],
    ['a beginning in the future', { notBefore: iso(AT + 1) }, 'not-yet'],
    [
      'a date far ahead',
      { issuedAt: iso(AT + 31 * SECOND_MS), expirationTime: iso(AT + 60 * SECOND_MS) },
      'not-yet',
    ],
    ['a date long past', { issuedAt: iso(AT - NONCE_MS), expirationTime: iso(AT + 1) }, 'over'],
  ];

  test.each(wrong)('is not believed with %s', (_name, change, fault) => {
    expect(decide({ ...ours(chain), ...change })).toBe(fault);
  });

  const right: readonly (readonly [string, Partial<SignInMessage>])[] = [
    ['its scheme said', { scheme: 'https' }],
    ['a place of its own pages', { uri: 'https://candor.example/pass/login?next=%2F' }],
    ['the usual port said', { uri: 'https://candor.example:443/' }],
    ['a shorter life', { expirationTime: iso(AT + 1) }],
    ['a beginning that has come', { notBefore: iso(AT) }],
    ['a clock a little ahead', { issuedAt: iso(AT + 20 * SECOND_MS) }],
  ];

  test.each(right)('is believed with %s', (_name, change) => {
    expect(decide({ ...ours(chain), ...change })).toBe('believed');
  });
});

describe('what a person reads before signing', () => {
  test('says what it is for, and that it moves nothing', () => {
    const said = [
      statementOf({ kind: 'login' }),
      statementOf({ kind: 'link' }, 'mara'),
      ...STEP_UP_ACTIONS.map((action) => statementOf({ kind: 'step-up', action }, 'mara')),
    ];
    expect(new Set(said).size).toBe(said.length);
    for (const one of said) {
      expect(one).toMatch(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/);
      expect(one).toContain('It moves nothing and lets nobody spend.');
    }
    expect(said[1]).toContain('the Candor account mara.');
  });
});
