import type { WalletChain } from '@candor/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentOf } from './date-time.ts';
import { type SignInMessage, composeSignInMessage, parseSignInMessage } from './sign-in-message.ts';
import { isAuthority, isUri } from './uri.ts';

const ADDRESS: Readonly<Record<WalletChain, string>> = {
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
};
const NETWORK: Readonly<Record<WalletChain, string>> = {
  ethereum: '1',
  tron: 'tron:0x2b6653dc',
};
const CHAINS = ['ethereum', 'tron'] as const;

/** A message with every field that may be left out. */
function full(chain: WalletChain, change: Partial<SignInMessage> = {}): SignInMessage {
  return {
    chain,
    scheme: 'https',
    domain: 'candor.example',
    address: ADDRESS[chain],
    statement: 'Log in to Candor. It moves nothing.',
    uri: 'https://candor.example/pass/login',
    network: NETWORK[chain],
    nonce: 'a1b2c3d4e5f60718',
    issuedAt: '2026-11-21T22:15:00.000Z',
    expirationTime: '2026-11-21T22:20:00.000Z',
    notBefore: '2026-11-21T22:14:00Z',
    requestId: 'ask-7',
    resources: ['https://candor.example/help', 'ipfs://bafy/1?a=b#c'],
    ...change,
  };
}

const NONE = {
  scheme: null,
  statement: null,
  expirationTime: null,
  notBefore: null,
  requestId: null,
  resources: null,
};
const bare = (chain: WalletChain, change: Partial<SignInMessage> = {}): SignInMessage =>
  full(chain, { ...NONE, ...change });

test('the example of the standard reads as it is written there', () => {
  // EIP-4361, "Informal Message Template" and its first example.
  const text = [
    'example.com wants you to sign in with your Ethereum account:',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    '',
    'I accept the ExampleOrg Terms of Service: https://example.com/tos',
    '',
    'URI: https://example.com/login',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2021-09-30T16:25:24Z',
    'Resources:',
    '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    '- https://example.com/my-web2-claim.json',
  ].join('\n');
  expect(parseSignInMessage('ethereum', text)).toEqual({
    chain: 'ethereum',
    scheme: null,
    domain: 'example.com',
    address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
    uri: 'https://example.com/login',
    network: '1',
    nonce: '32891756',
    issuedAt: '2021-09-30T16:25:24Z',
    expirationTime: null,
    notBefore: null,
    requestId: null,
    resources: [
      'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      'https://example.com/my-web2-claim.json',
    ],
  });
});

/** Good texts, as what differs from a message with every field or with none. */
const GOOD: readonly (readonly [string, (chain: WalletChain) => SignInMessage])[] = [
  ['every field', (chain) => full(chain)],
  ['no field that may be left out', (chain) => bare(chain)],
  ['a statement alone', (chain) => bare(chain, { statement: 'Hello.' })],
  [
    'every sign a statement may have',
    (chain) => bare(chain, { statement: "Az09-._~ :/?#[]@ !$&'()*+,;=" }),
  ],
  ['an end alone', (chain) => bare(chain, { expirationTime: '2026-11-21T22:20:00Z' })],
  ['a beginning alone', (chain) => bare(chain, { notBefore: '2026-11-21T22:20:00Z' })],
  ['a request id alone', (chain) => bare(chain, { requestId: 'some_id-1:2@3' })],
  ['an empty request id', (chain) => bare(chain, { requestId: '' })],
  ['a request id with escapes', (chain) => bare(chain, { requestId: '%20a%2Fb' })],
  ['a list of no resources', (chain) => bare(chain, { resources: [] })],
  ['one resource', (chain) => bare(chain, { resources: ['https://candor.example/a'] })],
  ['a resource that is a name', (chain) => bare(chain, { resources: ['urn:isbn:0451450523'] })],
  ['a host with a port', (chain) => bare(chain, { domain: 'localhost:3000' })],
  ['an address of IPv4', (chain) => bare(chain, { domain: '127.0.0.1:8080' })],
  ['an address of IPv6', (chain) => bare(chain, { domain: '[::1]:3000' })],
  ['a host with a user', (chain) => bare(chain, { domain: 'mara:secret@candor.example' })],
  ['an escaped host', (chain) => bare(chain, { domain: 'candor%2Eexample' })],
  ['a port left empty', (chain) => bare(chain, { domain: 'candor.example:' })],
  ['a scheme with signs', (chain) => bare(chain, { scheme: 'web+candor-1.0' })],
  ['a place with query and fragment', (chain) => bare(chain, { uri: 'https://a.b/c/d?e=f&g#h' })],
  ['a place without a path', (chain) => bare(chain, { uri: 'https://a.b' })],
  ['a place with an empty segment', (chain) => bare(chain, { uri: 'https://a.b//c' })],
  ['a place that is a name', (chain) => bare(chain, { uri: 'did:key:z6Mk' })],
  ['a place of IPv6', (chain) => bare(chain, { uri: 'http://[2001:db8::1]:80/' })],
  ['the shortest nonce', (chain) => bare(chain, { nonce: '12345678' })],
  ['a long nonce', (chain) => bare(chain, { nonce: 'Zz9'.repeat(60) })],
  ['whole seconds', (chain) => bare(chain, { issuedAt: '2026-11-21T22:15:00Z' })],
  ['a part of a second', (chain) => bare(chain, { issuedAt: '2026-11-21T22:15:00.123456789Z' })],
  ['a time zone east', (chain) => bare(chain, { issuedAt: '2026-11-21T22:15:00+05:30' })],
  ['a time zone west', (chain) => bare(chain, { issuedAt: '2026-11-21T22:15:00-08:00' })],
  ['small letters in a time', (chain) => bare(chain, { issuedAt: '2026-11-21t22:15:00z' })],
  ['a leap day', (chain) => bare(chain, { issuedAt: '2028-02-29T00:00:00Z' })],
  ['a leap second', (chain) => bare(chain, { issuedAt: '2016-12-31T23:59:60Z' })],
  [
    'a resource line that looks like a field',
    (chain) => bare(chain, { resources: ['uri:Nonce:12345678'] }),
  ],
];

describe.each(CHAINS)('good messages of %s', (chain) => {
  test.each(GOOD)('%s', (_name, make) => {
    const message = make(chain);
    const text = composeSignInMessage(message);
    expect(parseSignInMessage(chain, text)).toEqual(message);
  });

  test('another network is still a message; whether it is ours is decided later', () => {
    const network = chain === 'tron' ? 'tron:0xcd8690dc' : '11155111';
    const message = bare(chain, { network });
    expect(parseSignInMessage(chain, composeSignInMessage(message))).toEqual(message);
  });
});

type Change = readonly [string, (text: string, chain: WalletChain) => string];

const line = (from: string, to: string | null): ((text: string) => string) => {
  return (text) =>
    text
      .split('\n')
      .flatMap((one) => (one.startsWith(from) ? (to === null ? [] : [to]) : [one]))
      .join('\n');
};
const swap = (a: string, b: string): ((text: string) => string) => {
  return (text) => {
    const lines = text.split('\n');
    const [at, to] = [a, b].map((start) => lines.findIndex((one) => one.startsWith(start)));
    return lines
      .with(at ?? 0, lines[to ?? 0] ?? '')
      .with(to ?? 0, lines[at ?? 0] ?? '')
      .join('\n');
  };
};
const head = (to: string): ((text: string) => string) => {
  return (text) => text.replace(/^.*(?= wants you)/, to);
};

/** Departures from the grammar, made to a message with every field. */
const BAD: readonly Change[] = [
  ['nothing at all', () => ''],
  ['a line break at the end', (text) => `${text}\n`],
  ['a line break before the beginning', (text) => `\n${text}`],
  ['lines that end as on Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['a space at the end of the first line', (text) => text.replace('account:', 'account: ')],
  ['other words in the first line', (text) => text.replace('sign in', 'log in')],
  ['another case in the first line', (text) => text.replace('wants you', 'wants You')],
  [
    'the other chain’s name',
    (text, chain) =>
      chain === 'tron'
        ? text.replace('Tron account', 'Ethereum account')
        : text.replace('Ethereum account', 'Tron account'),
  ],
  ['no domain', head('')],
  ['a scheme without a domain', head('https://')],
  ['a port without a host', head('https://:443')],
  ['a user without a host', head('https://mara@')],
  ['a domain with a space', head('https://candor example')],
  ['a domain with a path', head('https://candor.example/login')],
  ['a domain with a query', head('https://candor.example?a')],
  ['a domain in brackets that is no address', head('https://[candor]')],
  ['a bracket that is not closed', head('https://[::1')],
  ['a port of letters', head('https://candor.example:abc')],
  ['a domain with letters of another script', head('https://cаndor.example')],
  ['a scheme that begins with a digit', head('1https://candor.example')],
  ['a scheme with an underscore', head('ht_tps://candor.example')],
  ['an escape of one digit', head('https://candor%2.example')],
  ['no address', (text, chain) => text.replace(`${ADDRESS[chain]}\n`, '')],
  ['an empty address', (text, chain) => text.replace(ADDRESS[chain], '')],
  [
    'an address one short',
    (text, chain) => text.replace(ADDRESS[chain], ADDRESS[chain].slice(0, -1)),
  ],
  ['an address one long', (text, chain) => text.replace(ADDRESS[chain], `${ADDRESS[chain]}1`)],
  [
    'an address of the other chain',
    (text, chain) => text.replace(ADDRESS[chain], ADDRESS[chain === 'tron' ? 'ethereum' : 'tron']),
  ],
  [
    'an address with a sign of neither',
    (text, chain) =>
      text.replace(ADDRESS[chain], `${ADDRESS[chain].slice(0, -1)}O`).replace('0x5', '0xO'),
  ],
  [
    'an address with a space behind it',
    (text, chain) => text.replace(ADDRESS[chain], `${ADDRESS[chain]} `),
  ],
  [
    'no empty line behind the address',
    (text, chain) => text.replace(`${ADDRESS[chain]}\n\n`, `${ADDRESS[chain]}\n`),
  ],
  [
    'one empty line more before the statement',
    (text) => text.replace('\n\nLog in', '\n\n\nLog in'),
  ],
  [
    'one empty line more behind the statement',
    (text) => text.replace('nothing.\n\n', 'nothing.\n\n\n'),
  ],
  ['no empty line behind the statement', (text) => text.replace('nothing.\n\n', 'nothing.\n')],
  ['a statement of two lines', (text) => text.replace('Candor. It', 'Candor.\nIt')],
  ['a statement with a tab', (text) => text.replace('Candor. It', 'Candor.\tIt')],
  ['a statement with a quotation mark', (text) => text.replace('Candor', '"Candor"')],
  ['a statement with a percent sign', (text) => text.replace('nothing', '0 %')],
  ['a statement with letters outside ASCII', (text) => text.replace('Candor', 'Cändor')],
  ['a statement with an invisible letter', (text) => text.replace('Candor', 'Can\u200Bdor')],
  ['a statement with a sign of direction', (text) => text.replace('Candor', '\u202ECandor')],
  ['no URI', line('URI: ', null)],
  ['an empty URI', line('URI: ', 'URI: ')],
  ['a URI without its scheme', line('URI: ', 'URI: candor.example/pass/login')],
  ['a URI that is a path', line('URI: ', 'URI: /pass/login')],
  ['a URI with a space', line('URI: ', 'URI: https://candor.example/pass login')],
  ['a URI with a broken escape', line('URI: ', 'URI: https://candor.example/%zz')],
  ['a URI with braces', line('URI: ', 'URI: https://candor.example/{a}')],
  ['a URI with two fragments', line('URI: ', 'URI: https://candor.example/#a#b')],
  ['a URI in brackets that are no address', line('URI: ', 'URI: http://[::g]/')],
  ['a label in small letters', line('URI: ', 'uri: https://candor.example')],
  ['a label without its space', line('URI: ', 'URI:https://candor.example')],
  ['a label with two spaces', line('URI: ', 'URI:  https://candor.example')],
  ['no version', line('Version: ', null)],
  ['version 2', line('Version: ', 'Version: 2')],
  ['version 1.0', line('Version: ', 'Version: 1.0')],
  ['version 01', line('Version: ', 'Version: 01')],
  ['no chain', (text) => line('Chain', null)(text)],
  ['an empty chain', (text, chain) => text.replace(NETWORK[chain], '')],
  ['a chain in words', (text, chain) => text.replace(`: ${NETWORK[chain]}`, ': mainnet')],
  ['a chain below zero', (text, chain) => text.replace(`: ${NETWORK[chain]}`, ': -1')],
  ['a chain in another notation', (text, chain) => text.replace(`: ${NETWORK[chain]}`, ': 0x1')],
  ['a chain with a fraction', (text, chain) => text.replace(`: ${NETWORK[chain]}`, ': 1.0')],
  [
    'the chain of the other kind',
    (text, chain) =>
      text.replace(`: ${NETWORK[chain]}`, `: ${NETWORK[chain === 'tron' ? 'ethereum' : 'tron']}`),
  ],
  ['no nonce', line('Nonce: ', null)],
  ['an empty nonce', line('Nonce: ', 'Nonce: ')],
  ['a nonce of seven', line('Nonce: ', 'Nonce: 1234567')],
  ['a nonce with a hyphen', line('Nonce: ', 'Nonce: 1234-5678')],
  ['a nonce with a space behind it', line('Nonce: ', 'Nonce: 12345678 ')],
  ['a nonce with digits of another script', line('Nonce: ', 'Nonce: １２３４５６７８')],
  ['no time of issue', line('Issued At: ', null)],
  ['an empty time of issue', line('Issued At: ', 'Issued At: ')],
  ['a time of issue without a zone', line('Issued At: ', 'Issued At: 2026-11-21T22:15:00')],
  ['a time of issue without seconds', line('Issued At: ', 'Issued At: 2026-11-21T22:15Z')],
  ['a date alone', line('Issued At: ', 'Issued At: 2026-11-21')],
  [
    'a time as people write it',
    line('Issued At: ', 'Issued At: Sat Nov 21 2026 22:15:00 GMT+0000'),
  ],
  ['a time in Unix seconds', line('Issued At: ', 'Issued At: 1795299300')],
  ['a time with a space in it', line('Issued At: ', 'Issued At: 2026-11-21 22:15:00Z')],
  ['a day that does not exist', line('Issued At: ', 'Issued At: 2026-02-29T22:15:00Z')],
  ['a month that does not exist', line('Issued At: ', 'Issued At: 2026-13-01T22:15:00Z')],
  ['an hour that does not exist', line('Issued At: ', 'Issued At: 2026-11-21T24:15:00Z')],
  ['a minute that does not exist', line('Issued At: ', 'Issued At: 2026-11-21T22:60:00Z')],
  ['a zone that does not exist', line('Issued At: ', 'Issued At: 2026-11-21T22:15:00+24:00')],
  ['a point with no digit behind it', line('Issued At: ', 'Issued At: 2026-11-21T22:15:00.Z')],
  ['an end that is no time', line('Expiration Time: ', 'Expiration Time: tomorrow')],
  ['an empty end', line('Expiration Time: ', 'Expiration Time: ')],
  ['a beginning that is no time', line('Not Before: ', 'Not Before: 2026-11-21')],
  ['a request id with a slash', line('Request ID: ', 'Request ID: a/b')],
  ['a request id with a space', line('Request ID: ', 'Request ID: a b')],
  ['a request id with a broken escape', line('Request ID: ', 'Request ID: %g0')],
  ['URI behind version', swap('URI: ', 'Version: ')],
  ['version behind chain', swap('Version: ', 'Chain')],
  ['chain behind nonce', swap('Chain', 'Nonce: ')],
  ['nonce behind time of issue', swap('Nonce: ', 'Issued At: ')],
  ['end before time of issue', swap('Issued At: ', 'Expiration Time: ')],
  ['beginning before end', swap('Expiration Time: ', 'Not Before: ')],
  ['request id before beginning', swap('Not Before: ', 'Request ID: ')],
  ['resources before request id', swap('Request ID: ', 'Resources:')],
  ['a field twice', (text) => text.replace('Nonce: ', 'Nonce: 12345678\nNonce: ')],
  ['a field nobody knows', (text) => text.replace('Nonce: ', 'Amount: 100\nNonce: ')],
  ['an empty line between fields', (text) => text.replace('\nNonce: ', '\n\nNonce: ')],
  ['resources without their head', line('Resources:', null)],
  ['a head of resources with a space', line('Resources:', 'Resources: ')],
  ['resources in one line', (text) => text.replace('\n- ipfs', ' - ipfs')],
  ['a resource without its hyphen', (text) => text.replace('- ipfs', 'ipfs')],
  ['a resource with two spaces', (text) => text.replace('- ipfs', '-  ipfs')],
  [
    'a first resource that is no URI',
    (text) => text.replace('- https://candor.example/help', '- help'),
  ],
  ['a last resource that is no URI', (text) => text.replace('- ipfs://bafy/1?a=b#c', '- _no_uri_')],
  ['an empty resource', (text) => text.replace('- ipfs://bafy/1?a=b#c', '- ')],
  ['words behind the end', (text) => `${text}\nApprove everything`],
  ['two messages', (text) => `${text}\n${text}`],
  [
    'more than a message ever is',
    (text) => `${text}\n${'- https://a.b/c\n'.repeat(400)}`.trimEnd(),
  ],
];

describe.each(CHAINS)('departures from the grammar of %s', (chain) => {
  const text = composeSignInMessage(full(chain));

  test.each(BAD)('%s', (_name, change) => {
    const changed = change(text, chain);
    expect(changed).not.toBe(text);
    expect(parseSignInMessage(chain, changed)).toBeNull();
  });
});

test('a message of one chain is none of the other', () => {
  expect(parseSignInMessage('tron', composeSignInMessage(full('ethereum')))).toBeNull();
  expect(parseSignInMessage('ethereum', composeSignInMessage(full('tron')))).toBeNull();
});

const chars = (set: string, min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...set), { minLength: min, maxLength: max })
    .map((messages) => messages.join(''));
const maybe = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(one, { nil: null });
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms).toISOString());
const path = fc.array(chars(`${LETTERS}-._~!$&'()*+,;=:@`, 0, 6), { maxLength: 3 });
const uri = path.map((parts) => `https://candor.example/${parts.join('/')}`);

const anyMessage: fc.Arbitrary<SignInMessage> = fc.constantFrom(...CHAINS).chain((chain) =>
  fc.record({
    chain: fc.constant(chain),
    scheme: maybe(fc.constantFrom('https', 'http')),
    domain: fc
      .tuple(chars(LETTERS, 1, 12), fc.option(fc.nat(65_535)))
      .map(([host, port]) => (port === null ? host : `${host}:${port}`)),
    address: fc.constant(ADDRESS[chain]),
    statement: maybe(chars(`${LETTERS} -._~:/?#[]@!$&'()*+,;=`, 1, 60)),
    uri,
    network: fc.constant(NETWORK[chain]),
    nonce: chars(LETTERS, 8, 40),
    issuedAt: time,
    expirationTime: maybe(time),
    notBefore: maybe(time),
    requestId: maybe(chars(`${LETTERS}-._~`, 0, 12)),
    resources: maybe(fc.array(uri, { maxLength: 3 })),
  }),
);

describe('for any message', () => {
  test('what was written is what is read, and there is one way to write it', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const text = composeSignInMessage(message);
        expect(parseSignInMessage(message.chain, text)).toEqual(message);
      }),
    );
  });

  test('one changed letter is another message or none, never the same', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('replace', 'remove', 'insert'),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(anyMessage, change, (message, [place, how, outgoing]) => {
        const text = composeSignInMessage(message);
        const at = place % text.length;
        const rest = how === 'insert' ? text.slice(at) : text.slice(at + 1);
        const changed = `${text.slice(0, at)}${how === 'remove' ? '' : outgoing}${rest}`;
        fc.pre(changed !== text);
        const read = parseSignInMessage(message.chain, changed);
        if (read === null) return;
        expect(composeSignInMessage(read)).toBe(changed);
        expect(read).not.toEqual(message);
      }),
      { numRuns: 1_000 },
    );
  });

  test('any text at all is read or refused, and never breaks the reader', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.constantFrom(...CHAINS), (text, chain) => {
        expect(parseSignInMessage(chain, text)).toBeNull();
      }),
    );
  });
});

describe('times', () => {
  test('name the moment the clock knows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        expect(momentOf(new Date(ms).toISOString())).toBe(ms);
      }),
    );
    expect(momentOf('1970-01-01T00:00:00Z')).toBe(0);
    expect(momentOf('2000-02-29T12:00:00.5+01:00')).toBe(Date.UTC(2000, 1, 29, 11, 0, 0, 500));
    expect(momentOf('1969-12-31T23:59:59Z')).toBeNull();
    expect(momentOf('1900-02-29T00:00:00Z')).toBeNull();
  });
});

describe('places', () => {
  test('an authority has a host', () => {
    for (const good of ['a', 'a.b:1', '[::ffff:1.2.3.4]', 'x@y', 'a_b']) {
      expect([good, isAuthority(good)]).toEqual([good, true]);
    }
    for (const bad of ['', ':1', '@', 'a@', '[]', '[::1', '::1', 'a b', 'a/b', 'a@b@c', 'a:1:2']) {
      expect([bad, isAuthority(bad)]).toEqual([bad, false]);
    }
  });

  test('a URI has a scheme', () => {
    for (const good of ['a:', 'a:b', 'a:/b', 'mailto:a@b', 'https://a/?b#c', 'ipfs://x/']) {
      expect([good, isUri(good)]).toEqual([good, true]);
    }
    for (const bad of ['', 'a', '//a', ':a', '1a:b', 'a:b c', 'a:[', 'https://[v]/', 'a:#b#']) {
      expect([bad, isUri(bad)]).toEqual([bad, false]);
    }
  });
});
