import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { IssuerSetup } from './accounts/index.ts';
import type { KeySettings } from './cashier/index.ts';
import { CHAIN_VARIABLES, type ChainPlaces, chainsOf, payInKeysOf } from './chain-settings.ts';
import { ConfigRefused, assertSafe, isLoopback } from './config-refused.ts';

const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((text) => text === '1' || text === 'true');

const port = (standard: number): z.ZodType<number> =>
  z.coerce.number().int().min(0).max(65_535).default(standard) as unknown as z.ZodType<number>;

const Environment = z.object({
  PORT: port(3000),
  HOST: z.string().default(''),
  DESK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DESK_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('.candor'),
  DATABASE_URL: z.url().optional(),
  FEED: z
    .string()
    .regex(/^(auto|live|simulated(:\d+)?|replay:.+)$/)
    .default('auto'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16).optional(),
  KEK_FILE: z.string().min(1).optional(),
  ...CHAIN_VARIABLES,
  XPUB_ETHEREUM: z.string().optional(),
  XPUB_TRON: z.string().optional(),
  XPUB_BITCOIN: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]+$/)
    .optional(),
  SCREENING_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMS_FROM: z.string().min(1).max(40).optional(),
  CANDOR_TEST: flag,
});

/** Everything the process was told from outside. */
export type Config = {
  readonly port: number;
  /** Empty: both loopback addresses. */
  readonly host: string;
  /** Where the operator's desk listens: a port of its own, so that it is an origin of its own. */
  readonly deskPort: number;
  /** Address staff reach the desk by; null: on this machine alone. */
  readonly deskUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly feed: string;
  readonly publicUrl: string | null;
  /** Addresses of the proxies in front of us. */
  readonly proxies: readonly string[];
  readonly logLevel: z.output<typeof Environment>['LOG_LEVEL'];
  readonly metricsToken: string | null;
  /** Begin a rehearsal, or go on with one: an installation in which nothing is money. */
  readonly wantsRehearsal: boolean;
  /** A data folder made for tests: limits may be raised, venues may be stood in for. */
  readonly isTest: boolean;
  /** Loopback stand-ins for venues, by venue name in lower case; only in tests. */
  readonly venueUrls: Readonly<Record<string, string>>;
  /** Services people may sign in with: SOCIAL_GOOGLE_CLIENT_ID and its like. */
  readonly socialServices: readonly IssuerSetup[];
  /** File with the key every secret of the data folder is sealed under; null: they lie open. */
  readonly keyFile: string | null;
  /** A node of Ethereum's main network, for wallets that are contracts. */
  readonly ethereumRpc: string | null;
  /** Chains that are read, and where pay-outs are made from. */
  readonly chains: ChainPlaces;
  /** Extended public keys that addresses are made from: they can spend nothing. */
  readonly payInKeys: KeySettings;
  /** A service that screens where withdrawals go; null: nothing does. */
  readonly screeningUrl: string | null;
  /** Where mails and text messages go. */
  readonly transports: {
    readonly smtp: { readonly url: string; readonly from: string } | null;
    readonly sms: { readonly url: string; readonly token: string; readonly from: string } | null;
  };
};

/** Services whose address and name need not be said. */
const KNOWN_SERVICES: Readonly<Record<string, { url: string; title: string }>> = {
  google: { url: 'https://accounts.google.com', title: 'Google' },
};
const SOCIAL = /^SOCIAL_([A-Z][A-Z0-9]{1,15})_(ISSUER|TITLE|CLIENT_ID|CLIENT_SECRET)$/;

/**
 * The database's address, as long as what the driver makes of it is this machine or TLS that proves
 * the server: the driver's own reading decides, because parameters of an address name hosts too.
 */
function assertDatabase(address: string | undefined): string | null {
  if (address === undefined) return null;
  const { host, ssl } = driverReads(address);
  const isHere = host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (isHere) return address;
  if (ssl === false || ssl === undefined || ssl === null) {
    throw new ConfigRefused(
      'DATABASE_URL names another machine: it needs sslmode=require or, better, sslmode=verify-full',
    );
  }
  if (typeof ssl === 'object' && 'rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false) {
    throw new ConfigRefused(
      'DATABASE_URL must not switch off that the database proves who it is: use sslmode=verify-full',
    );
  }
  return address;
}

function driverReads(address: string): { readonly host: string; readonly ssl: unknown } {
  try {
    const { host, ssl } = new pg.Client({ connectionString: address });
    return { host, ssl };
  } catch (cause) {
    // A certificate that cannot be read, most likely; the address holds a password and is not said.
    throw new ConfigRefused('DATABASE_URL cannot be used as it is', { cause });
  }
}

function socialService(
  service: string,
  said: Readonly<Record<string, string>>,
  isTest: boolean,
): IssuerSetup {
  const prefix = `SOCIAL_${service.toUpperCase()}`;
  const { ISSUER: url = KNOWN_SERVICES[service]?.url, CLIENT_ID: clientId } = said;
  const { CLIENT_SECRET: clientSecret, TITLE: title = KNOWN_SERVICES[service]?.title } = said;
  if (url === undefined || clientId === undefined || clientSecret === undefined) {
    const needed = `${prefix}_CLIENT_ID, ${prefix}_CLIENT_SECRET`;
    throw new ConfigRefused(
      `${prefix} needs ${KNOWN_SERVICES[service] === undefined ? `${prefix}_ISSUER, ` : ''}${needed}`,
    );
  }
  if (!URL.canParse(url)) throw new ConfigRefused(`${prefix}_ISSUER must be an address`);
  const address = new URL(url);
  const allowsHttp = address.protocol === 'http:' && isTest && isLoopback(address);
  if (address.protocol !== 'https:' && !allowsHttp) {
    throw new ConfigRefused(`${prefix}_ISSUER must begin with https:`);
  }
  return { service, title: title ?? address.host, url, clientId, clientSecret, allowsHttp };
}

function socialServices(env: NodeJS.ProcessEnv, isTest: boolean): IssuerSetup[] {
  const said = new Map<string, Record<string, string>>();
  for (const [key, value] of Object.entries(env)) {
    const [, name, what] = SOCIAL.exec(key) ?? [];
    if (name === undefined || what === undefined || value === undefined || value === '') continue;
    const service = name.toLowerCase();
    said.set(service, { ...said.get(service), [what]: value });
  }
  return [...said].map(([service, settings]) => socialService(service, settings, isTest));
}

function venueUrls(env: NodeJS.ProcessEnv, isTest: boolean): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(env)) {
    if (!key.startsWith('VENUE_URL_') || value === undefined) continue;
    if (!isTest) throw new ConfigRefused(`${key} is for tests only: it needs CANDOR_TEST=1`);
    if (!isLoopback(new URL(value))) throw new ConfigRefused(`${key} must be a loopback address`);
    found[key.slice('VENUE_URL_'.length).toLowerCase()] = value;
  }
  return found;
}

/** Where browsers on other machines find the pages; null: nobody else comes. */
function publicOf(address: string | null): string | null {
  return address === null || isLoopback(new URL(address)) ? null : address;
}

/** What is for tests raises every limit: it may not stand where others come. */
function assertNoTest(publicUrl: string | null, isTest: boolean): void {
  if (!isTest || publicOf(publicUrl) === null) return;
  throw new ConfigRefused(
    'CANDOR_TEST raises every limit and is for this machine alone: take it away, or PUBLIC_URL and DESK_URL',
  );
}

/** One above the product's unless it is said; with any free port for the product, any for the desk. */
function deskPortOf({ PORT, DESK_PORT }: z.output<typeof Environment>): number {
  if (DESK_PORT === undefined) return PORT === 0 ? 0 : PORT + 1;
  if (DESK_PORT === PORT && PORT !== 0) {
    throw new ConfigRefused('DESK_PORT must be another port than PORT');
  }
  return DESK_PORT;
}

/** What the product's pages may do at its origin, they could do at the desk's. */
function assertOwnOrigin(publicUrl: string | null, deskUrl: string | null): void {
  if (publicUrl === null || deskUrl === null) return;
  if (new URL(publicUrl).origin !== new URL(deskUrl).origin) return;
  throw new ConfigRefused('DESK_URL must be another origin than PUBLIC_URL');
}

/** Sentences about what the settings of an installation others come to leave open. */
export function missingSettings(config: Config): string[] {
  const isOpen = publicOf(config.publicUrl) !== null;
  if (!isOpen && publicOf(config.deskUrl) === null) return [];
  return [
    ...(config.proxies.length > 0
      ? []
      : [
          'TRUSTED_PROXY is not set: behind a proxy all callers have its address, share their ' +
            'limits, and where it stands on this machine they may read /metrics',
        ]),
    ...(config.metricsToken !== null || !isOpen
      ? []
      : [
          'METRICS_TOKEN is not set: /metrics is for this machine alone, and nobody else watches it',
        ]),
  ];
}

function proxiesOf(text: string): string[] {
  const named = text.split(',').map((one) => one.trim());
  const addresses = named.filter((one) => one !== '');
  if (addresses.some((one) => isIP(one) === 0)) {
    throw new ConfigRefused('TRUSTED_PROXY must be addresses, divided by commas');
  }
  return addresses;
}

function transportsOf(data: z.output<typeof Environment>): Config['transports'] {
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = data;
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) {
    throw new ConfigRefused('SMTP_URL needs MAIL_FROM: the address mails come from');
  }
  const isSafe = SMS_URL === undefined || SMS_URL.startsWith('https:');
  if (!isSafe && !isLoopback(new URL(SMS_URL))) {
    throw new ConfigRefused('SMS_URL must begin with https:');
  }
  if (SMS_URL !== undefined && (SMS_TOKEN === undefined || SMS_FROM === undefined)) {
    throw new ConfigRefused('SMS_URL needs SMS_TOKEN and SMS_FROM');
  }
  return {
    smtp:
      SMTP_URL === undefined || MAIL_FROM === undefined ? null : { url: SMTP_URL, from: MAIL_FROM },
    sms:
      SMS_URL === undefined || SMS_TOKEN === undefined || SMS_FROM === undefined
        ? null
        : { url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM },
  };
}

/** What stands behind `npm start --`; a word nobody knows is a mistake, and none to pass over. */
function isRehearsalAsked(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--rehearsal');
  if (unknown === undefined) return words.length > 0;
  throw new ConfigRefused(`"${unknown}" says nothing to a start; --rehearsal is all there is`);
}

/**
 * Reads the environment; the only reader of it, and the words that stand behind `npm start --`.
 *
 * @throws ConfigRefused in one sentence for a value that cannot be used
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  words: readonly string[] = [],
): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new ConfigRefused(`These settings cannot be used as they are: ${names}`);
  }
  const { data } = parsed;
  const wantsRehearsal = isRehearsalAsked(words);
  const publicUrl = assertSafe('PUBLIC_URL', data.PUBLIC_URL);
  assertNoTest(publicUrl, data.CANDOR_TEST);
  const deskUrl = assertSafe('DESK_URL', data.DESK_URL);
  assertNoTest(deskUrl, data.CANDOR_TEST);
  assertOwnOrigin(publicUrl, deskUrl);
  return {
    port: data.PORT,
    host: data.HOST,
    deskPort: deskPortOf(data),
    deskUrl,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: assertDatabase(data.DATABASE_URL),
    feed: data.FEED,
    publicUrl,
    proxies: proxiesOf(data.TRUSTED_PROXY),
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN ?? null,
    keyFile: data.KEK_FILE === undefined ? null : resolve(data.KEK_FILE),
    ethereumRpc: assertSafe('RPC_ETHEREUM', data.RPC_ETHEREUM),
    chains: chainsOf(data),
    payInKeys: payInKeysOf(data),
    screeningUrl: assertSafe('SCREENING_URL', data.SCREENING_URL),
    isTest: data.CANDOR_TEST,
    wantsRehearsal,
    venueUrls: venueUrls(env, data.CANDOR_TEST),
    socialServices: socialServices(env, data.CANDOR_TEST),
    transports: transportsOf(data),
  };
}

/** A key of fewer characters could be guessed. */
const KEY_LENGTH_MIN = 32;

/**
 * The key the installation's secrets are sealed under, of a file the operator keeps elsewhere; null:
 * none.
 *
 * @throws ConfigRefused when there is no such file, or a key that could be guessed
 */
export async function readKeyFile(keyFile: string | null): Promise<string | null> {
  if (keyFile === null) return null;
  const text = await readFile(keyFile, 'utf8').catch(() => '');
  const key = text.trim();
  if (key.length < KEY_LENGTH_MIN) {
    throw new ConfigRefused(`KEK_FILE must be a file with at least ${KEY_LENGTH_MIN} characters`);
  }
  return key;
}
