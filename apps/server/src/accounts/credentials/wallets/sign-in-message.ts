import type { WalletChain } from '@candor/protocol';
import { momentOf } from './date-time.ts';
import { isAuthority, isPathSegment, isScheme, isUri } from './uri.ts';

/**
 * The text a wallet signs, taken apart: EIP-4361 for Ethereum, and for Tron the same lines with its
 * own name, address and chain. What is read here is grammar alone; whether it may be believed is
 * decided in `rules.ts`.
 *
 * @source EIP-4361 · RELIABILITY P26, P28
 */
export type SignInMessage = {
  readonly chain: WalletChain;
  /** Null where the text begins with the domain at once. */
  readonly scheme: string | null;
  readonly domain: string;
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  /** "1" for the main network of Ethereum, "tron:0x2b6653dc" for that of Tron. */
  readonly network: string;
  readonly nonce: string;
  /** Times as they stand in the text, RFC 3339. */
  readonly issuedAt: string;
  readonly expirationTime: string | null;
  readonly notBefore: string | null;
  readonly requestId: string | null;
  /** Null without the line "Resources:"; it may stand there with none below it. */
  readonly resources: readonly string[] | null;
};

/** What differs between the two. */
const TWINS = {
  ethereum: {
    greeting: ' wants you to sign in with your Ethereum account:',
    address: /^0x[0-9a-fA-F]{40}$/,
    networkLabel: 'Chain ID: ',
    network: /^[0-9]+$/,
  },
  tron: {
    greeting: ' wants you to sign in with your Tron account:',
    address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
    networkLabel: 'Chain: ',
    network: /^tron:0x[0-9a-f]{1,64}$/,
  },
} as const satisfies Record<WalletChain, unknown>;

const VERSION_LINE = 'Version: 1';
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;
const NONCE = /^[A-Za-z0-9]{8,}$/;
const RESOURCES_LINE = 'Resources:';

/** Longest text that is read at all. */
const LENGTH_MAX = 4_096;

/** Writes the message a wallet is asked to sign; the inverse of `parseSignInMessage`. */
export function composeSignInMessage(message: SignInMessage): string {
  const twin = TWINS[message.chain];
  const { scheme, statement, expirationTime, notBefore, requestId, resources } = message;
  return [
    `${scheme === null ? '' : `${scheme}://`}${message.domain}${twin.greeting}`,
    message.address,
    '',
    ...(statement === null ? [] : [statement]),
    '',
    `URI: ${message.uri}`,
    VERSION_LINE,
    `${twin.networkLabel}${message.network}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(expirationTime === null ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === null ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === null ? [] : [`Request ID: ${requestId}`]),
    ...(resources === null ? [] : [RESOURCES_LINE, ...resources.map((one) => `- ${one}`)]),
  ].join('\n');
}

/** Lines of a text, taken one after the other. */
function linesOf(text: string) {
  const lines = text.split('\n');
  let at = 0;
  /** The rest of the next line behind its label, if it is such a line and its rest is good. */
  const optional = (label: string, isGood: (rest: string) => boolean): string | null | false => {
    const line = lines[at];
    if (line === undefined || !line.startsWith(label)) return null;
    const rest = line.slice(label.length);
    if (!isGood(rest)) return false;
    at += 1;
    return rest;
  };
  return {
    optional,
    needed: (label: string, isGood: (rest: string) => boolean): string | false =>
      optional(label, isGood) ?? false,
    isBlank(): boolean {
      if (lines[at] !== '') return false;
      at += 1;
      return true;
    },
    rest: (): readonly string[] => lines.slice(at),
  };
}

type Lines = ReturnType<typeof linesOf>;

function readHead(
  lines: Lines,
  chain: WalletChain,
): Pick<SignInMessage, 'scheme' | 'domain' | 'address' | 'statement'> | null {
  const twin = TWINS[chain];
  const first = lines.needed('', (line) => line.endsWith(twin.greeting));
  if (first === false) return null;
  const from = first.slice(0, -twin.greeting.length);
  const colon = from.indexOf('://');
  const scheme = colon === -1 ? null : from.slice(0, colon);
  const domain = colon === -1 ? from : from.slice(colon + 3);
  if ((scheme !== null && !isScheme(scheme)) || !isAuthority(domain)) return null;
  const address = lines.needed('', (line) => twin.address.test(line));
  if (address === false || !lines.isBlank()) return null;
  if (lines.isBlank()) return { scheme, domain, address, statement: null };
  const statement = lines.needed('', (line) => STATEMENT.test(line));
  if (statement === false || !lines.isBlank()) return null;
  return { scheme, domain, address, statement };
}

/** The list at the end: null without it, false for anything else that stands there. */
function readResources(lines: Lines): readonly string[] | null | false {
  const [head, ...items] = lines.rest();
  if (head === undefined) return null;
  const isList = items.every((line) => line.startsWith('- ') && isUri(line.slice(2)));
  return head === RESOURCES_LINE && isList ? items.map((line) => line.slice(2)) : false;
}

const isTime = (text: string): boolean => momentOf(text) !== null;

/** Reads a message of one chain; null when it departs from the grammar by a single character. */
export function parseSignInMessage(chain: WalletChain, text: string): SignInMessage | null {
  if (text.length > LENGTH_MAX) return null;
  const twin = TWINS[chain];
  const lines = linesOf(text);
  const head = readHead(lines, chain);
  if (head === null) return null;
  const uri = lines.needed('URI: ', isUri);
  const version = lines.needed(VERSION_LINE, (rest) => rest === '');
  const network = lines.needed(twin.networkLabel, (rest) => twin.network.test(rest));
  const nonce = lines.needed('Nonce: ', (rest) => NONCE.test(rest));
  const issuedAt = lines.needed('Issued At: ', isTime);
  const expirationTime = lines.optional('Expiration Time: ', isTime);
  const notBefore = lines.optional('Not Before: ', isTime);
  const requestId = lines.optional('Request ID: ', isPathSegment);
  const resources = readResources(lines);
  if (uri === false || version === false || network === false) return null;
  if (nonce === false || issuedAt === false || resources === false) return null;
  if (expirationTime === false || notBefore === false || requestId === false) return null;
  const times = { issuedAt, expirationTime, notBefore };
  return { chain, ...head, uri, network, nonce, ...times, requestId, resources };
}
