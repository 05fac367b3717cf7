import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { chainSettingsOf } from './chain-settings.ts';
import { assertOwnKeys, assertOwnNetworks, assertOwnWallets } from './chain-settings.ts';
import { missingSettings, readConfig } from './config.ts';

const GOOGLE = { SOCIAL_GOOGLE_CLIENT_ID: 'id', SOCIAL_GOOGLE_CLIENT_SECRET: 'secret' };
const HARBOUR = { SOCIAL_HARBOUR_CLIENT_ID: 'id', SOCIAL_HARBOUR_CLIENT_SECRET: 'secret' };

test('nobody else signs people in unless the operator says so', () => {
  expect(readConfig({}).socialServices).toEqual([]);
  expect(readConfig({ SOCIAL_GOOGLE_CLIENT_ID: '' }).socialServices).toEqual([]);
});

test('Google needs its two secrets, any other service also its address', () => {
  expect(readConfig(GOOGLE).socialServices).toEqual([
    {
      service: 'google',
      title: 'Google',
      url: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
      allowsHttp: false,
    },
  ]);
  const ISSUER = 'https://id.harbour.example/a';
  const [other] = readConfig({ ...HARBOUR, SOCIAL_HARBOUR_ISSUER: ISSUER }).socialServices;
  expect(other).toMatchObject({ service: 'harbour', title: 'id.harbour.example', url: ISSUER });
  const half = { SOCIAL_GOOGLE_CLIENT_ID: 'id' };
  expect(() => readConfig(half)).toThrow('SOCIAL_GOOGLE needs');
  expect(() => readConfig(HARBOUR)).toThrow('SOCIAL_HARBOUR_ISSUER');
});

test('a service speaks https; plain http is for a stand-in on the loopback, in tests', () => {
  const at = (SOCIAL_HARBOUR_ISSUER: string, env: Record<string, string> = {}) =>
    readConfig({ ...HARBOUR, SOCIAL_HARBOUR_ISSUER, ...env }).socialServices[0]?.allowsHttp;
  expect(at('https://id.harbour.example')).toBe(false);
  expect(at('http://127.0.0.1:4000', { CANDOR_TEST: '1' })).toBe(true);
  expect(() => at('http://127.0.0.1:4000')).toThrow('https:');
  expect(() => at('http://id.harbour.example', { CANDOR_TEST: '1' })).toThrow('https:');
  expect(() => at('ftp://id.harbour.example')).toThrow('https:');
  expect(() => at('not an address')).toThrow('must be an address');
});

test('the desk listens one port above the product, and never at its origin', () => {
  const portOf = (env: Record<string, string>) => readConfig(env).deskPort;
  expect(portOf({})).toBe(3001);
  expect(portOf({ PORT: '8080' })).toBe(8081);
  expect(portOf({ PORT: '0' })).toBe(0);
  expect(portOf({ PORT: '8080', DESK_PORT: '9000' })).toBe(9000);
  expect(() => portOf({ PORT: '8080', DESK_PORT: '8080' })).toThrow('another port');
  const at = (DESK_URL: string) => readConfig({ PUBLIC_URL: 'https://candor.example', DESK_URL });
  expect(at('https://desk.candor.example').deskUrl).toBe('https://desk.candor.example');
  expect(at('https://candor.example:8443').deskUrl).toBe('https://candor.example:8443');
  expect(() => at('https://candor.example/desk')).toThrow('another origin');
  expect(() => at('http://desk.candor.example')).toThrow('https:');
  const there = { CANDOR_TEST: '1', DESK_URL: 'https://desk.candor.example' };
  expect(() => readConfig(there)).toThrow('CANDOR_TEST');
});

test('a proxy is trusted by its address, and by nothing else', () => {
  expect(readConfig({}).proxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXY: '127.0.0.1, ::1' }).proxies).toEqual(['127.0.0.1', '::1']);
  for (const TRUSTED_PROXY of ['true', '10.0.0.0/8', 'localhost', '127.0.0.1;::1']) {
    expect(() => readConfig({ TRUSTED_PROXY })).toThrow('TRUSTED_PROXY must be addresses');
  }
});

test('what is for tests alone is refused where others come', () => {
  const at = (PUBLIC_URL?: string) => () =>
    readConfig({ CANDOR_TEST: '1', ...(PUBLIC_URL === undefined ? {} : { PUBLIC_URL }) });
  expect(at()).not.toThrow();
  for (const here of ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:3000']) {
    expect(at(here), here).not.toThrow();
  }
  for (const there of [
    'https://candor.example',
    'https://192.168.0.7',
    'https://localhost.example',
  ]) {
    expect(at(there), there).toThrow(
      'CANDOR_TEST raises every limit and is for this machine alone: take it away, or PUBLIC_URL',
    );
    expect(() => readConfig({ CANDOR_TEST: '0', PUBLIC_URL: there })).not.toThrow();
  }
});

test('where others come, what the settings leave open is said', () => {
  const missing = (env: Record<string, string>) =>
    missingSettings(readConfig(env)).map((sentence) => sentence.split(' ')[0]);
  const PUBLIC_URL = 'https://candor.example';
  const METRICS_TOKEN = 'a token of sixteen or more';
  expect(missing({})).toEqual([]);
  expect(missing({ PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  expect(missing({ PUBLIC_URL })).toEqual(['TRUSTED_PROXY', 'METRICS_TOKEN']);
  expect(missing({ PUBLIC_URL, TRUSTED_PROXY: '127.0.0.1' })).toEqual(['METRICS_TOKEN']);
  expect(missing({ PUBLIC_URL, TRUSTED_PROXY: '::1', METRICS_TOKEN })).toEqual([]);
  expect(missing({ DESK_URL: 'https://desk.candor.example' })).toEqual(['TRUSTED_PROXY']);
});

test('mails need a server and a sender, text messages a gateway, its token and a sender', () => {
  expect(readConfig({}).transports).toEqual({ smtp: null, sms: null });
  const SMTP_URL = 'smtps://candor:s%40fe@mail.example';
  const MAIL_FROM = 'Candor <no-reply@candor.example>';
  const sms = { SMS_URL: 'https://gateway.example/send', SMS_TOKEN: 'secret', SMS_FROM: 'Candor' };
  expect(readConfig({ SMTP_URL, MAIL_FROM, ...sms }).transports).toEqual({
    smtp: { url: SMTP_URL, from: MAIL_FROM },
    sms: { url: sms.SMS_URL, token: 'secret', from: 'Candor' },
  });
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SMTP_URL, MAIL_FROM: 'a@b\r\nBcc: c@d' })).toThrow('MAIL_FROM');
  expect(() => readConfig({ SMTP_URL: 'https://mail.example', MAIL_FROM })).toThrow('SMTP_URL');
  expect(() => readConfig({ ...sms, SMS_TOKEN: undefined })).toThrow('SMS_TOKEN');
  expect(() => readConfig({ ...sms, SMS_URL: 'http://gateway.example' })).toThrow('https:');
  expect(readConfig({ ...sms, SMS_URL: 'http://127.0.0.1:4000' }).transports.sms).not.toBeNull();
});

describe('nobody on the way reads or answers', () => {
  test.each(['PUBLIC_URL', 'RPC_ETHEREUM'])('%s is https, or on this machine', (name) => {
    const at = (address: string) => () => readConfig({ [name]: address });
    for (const here of ['http://localhost:3000', 'http://127.0.0.1:8545', 'http://[::1]:8545']) {
      expect(at(here)).not.toThrow();
    }
    expect(at('https://candor.example')).not.toThrow();
    for (const elsewhere of [
      'http://candor.example',
      'http://192.168.0.7:8545',
      'http://localhost.candor.example',
      'http://127.0.0.1@candor.example',
    ]) {
      expect(at(elsewhere), elsewhere).toThrow(`${name} must begin with https:`);
    }
    expect(at('ftp://candor.example')).toThrow(name);
  });

  const database = (address: string) => readConfig({ DATABASE_URL: address }).databaseUrl;

  test.each([
    'postgres://a:b@127.0.0.1:5432/candor',
    'postgres://a:b@localhost/candor?sslmode=disable',
    'postgres://a:b@[::1]/candor',
    'postgres://a:b@%2Frun%2Fpostgresql/candor',
    'postgres://a:b@db.example/candor?host=/run/postgresql',
    'postgres://a:b@db.example/candor?sslmode=require',
    'postgres://a:b@db.example/candor?sslmode=verify-full',
  ])('a database may be at %s', (address) => {
    expect(database(address)).toBe(address);
  });

  test.each([
    ['postgres://a:b@db.example/candor', 'needs sslmode=require'],
    ['postgres://a:b@10.0.0.7/candor?sslmode=disable', 'needs sslmode=require'],
    ['postgres://a:b@db.example/candor?ssl=0', 'needs sslmode=require'],
    // What comes last counts, and a parameter counts for more than the host that is in sight.
    ['postgres://a:b@db.example/x?sslmode=verify-full&sslmode=disable', 'needs sslmode=require'],
    ['postgres://a:b@localhost/candor?host=db.example', 'needs sslmode=require'],
    ['postgres://a:b@db.example/candor?sslmode=no-verify', 'proves who it is'],
    ['postgres://a:b@db.example/x?uselibpqcompat=true&sslmode=require', 'proves who it is'],
    ['postgres://a:b@db.example/x?sslmode=verify-full&sslrootcert=/nowhere', 'cannot be used'],
  ])('a database is refused at %s', (address, why) => {
    expect(() => database(address)).toThrow(why);
    expect(() => database(address)).not.toThrow('a:b@');
  });

  test('a database that has no TLS gets neither name nor password from the driver', async () => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('data', (bytes) => {
        heard.push(bytes);
        socket.write('N');
      });
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connectionString = `postgres://mara:secret@127.0.0.1:${port}/candor?sslmode=require`;
    await expect(new pg.Client({ connectionString }).connect()).rejects.toThrow('SSL');
    // The eight bytes that ask for TLS, and nothing after them.
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
    server.close();
  });
});

test('a rehearsal is asked for by one word, and no other is passed over', () => {
  expect(readConfig({}).wantsRehearsal).toBe(false);
  expect(readConfig({}, ['--rehearsal']).wantsRehearsal).toBe(true);
  expect(() => readConfig({}, ['--rehersal'])).toThrow('--rehersal');
});

test('a rehearsal has no node of a public network', () => {
  const named = readConfig({ RPC_ETHEREUM: 'https://node.example' });
  expect(() => assertOwnNetworks(named, 'real')).not.toThrow();
  expect(() => assertOwnNetworks(named, 'rehearsal')).toThrow('RPC_ETHEREUM');
  const here = readConfig({ RPC_ETHEREUM: 'http://127.0.0.1:8545' });
  expect(() => assertOwnNetworks(here, 'rehearsal')).not.toThrow();
});

describe('keys addresses are made from', () => {
  const ZPUB =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

  test.each(['XPUB_ETHEREUM', 'XPUB_TRON', 'XPUB_BITCOIN'])(
    '%s is refused by its name when it could spend, and is not said',
    (name) => {
      for (const secret of ['a'.repeat(64), `xprv${'9'.repeat(100)}`, 'abandon '.repeat(12)]) {
        expect(() => readConfig({ [name]: secret })).toThrow(`${name} is a private key`);
        expect(() => readConfig({ [name]: secret })).not.toThrow(secret);
      }
    },
  );

  test('a key of a main chain has no place in a rehearsal', () => {
    const config = readConfig({ XPUB_BITCOIN: ZPUB });
    expect(config.payInKeys).toEqual({ ethereum: null, tron: null, bitcoin: ZPUB });
    expect(() => assertOwnKeys(config, 'real')).not.toThrow();
    expect(() => assertOwnKeys(config, 'rehearsal')).toThrow('XPUB_BITCOIN');
    expect(() => readConfig({ XPUB_TRON: 'hello' })).toThrow('XPUB_TRON');
  });
});

test('no chain of a rehearsal is a public one, and no setting makes a test chain a real one', () => {
  const names = ['RPC_ETHEREUM', 'RPC_TRON', 'RPC_BITCOIN'];
  for (const name of names) {
    expect(() => readConfig({ [name]: 'http://node.example' })).toThrow(name);
    const named = readConfig({ [name]: 'https://node.example' });
    expect(() => assertOwnNetworks(named, 'real')).not.toThrow();
    expect(() => assertOwnNetworks(named, 'rehearsal')).toThrow(name);
  }
  const contract = '0x6ab6996a4B8F3272080B2Fe71c81A33bc32a9f45';
  for (const name of ['USDT_ETHEREUM', 'USDT_TRON']) {
    const named = readConfig({ [name]: contract });
    expect(() => assertOwnNetworks(named, 'rehearsal')).not.toThrow();
    expect(() => assertOwnNetworks(named, 'real')).toThrow(`${name} is for rehearsals`);
  }
});

test('what is read follows the installation alone, whatever else is set', () => {
  const { chains } = readConfig({
    RPC_ETHEREUM: 'http://127.0.0.1:8545',
    RPC_TRON: 'http://127.0.0.1:8090',
    RPC_BITCOIN: 'http://127.0.0.1:3002',
  });
  expect(chainSettingsOf(chains, 'real')).toMatchObject({
    ethereum: { chainId: 1, usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    tron: { usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    bitcoin: { chain: 'main' },
  });
  expect(chainSettingsOf(chains, 'rehearsal')).toMatchObject({
    ethereum: null,
    tron: null,
    bitcoin: { chain: 'test' },
  });
});

test('a private key is refused where an address of a hot wallet should be, and is not said', () => {
  const secret = 'ab'.repeat(32);
  for (const name of ['HOT_ETHEREUM', 'HOT_TRON', 'HOT_BITCOIN']) {
    const named = readConfig({ [name]: secret });
    expect(() => assertOwnNetworks(named, 'real')).toThrow(`${name} is a private key`);
    expect(() => assertOwnNetworks(named, 'rehearsal')).not.toThrow(secret);
    const phrase = 'abandon abandon abandon abandon abandon about';
    expect(() => readConfig({ [name]: phrase })).toThrow(name);
  }
});

test.each([
  [
    'HOT_ETHEREUM',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886E0F7030069857D2E4169Ee7',
  ],
  ['HOT_TRON', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9'],
  [
    'HOT_BITCOIN',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp',
  ],
])('a mistyped wallet is refused by its name: %s', async (name, right, wrong) => {
  await expect(assertOwnWallets(readConfig({ [name]: right }), 'real')).resolves.toBeUndefined();
  const mistyped = readConfig({ [name]: wrong });
  await expect(assertOwnWallets(mistyped, 'real')).rejects.toThrow(`${name} is no address`);
});

test('a wallet of the other chain of Bitcoin is refused', async () => {
  const main = readConfig({ HOT_BITCOIN: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' });
  await expect(assertOwnWallets(main, 'rehearsal')).rejects.toThrow('HOT_BITCOIN');
});
