import {
  MINUTE_MS,
  type Result,
  SECOND_MS,
  type UnixMs,
  fail,
  isoText,
  ok,
  plusMs,
} from '@candor/kernel';
import type { StepUpAction, WalletChain } from '@candor/protocol';
import { momentOf } from './date-time.ts';
import type { SignInMessage } from './sign-in-message.ts';

/** How long a message waits for its signature. @source PRODUCT 2 */
export const NONCE_MS = 5 * MINUTE_MS;

/** How far a wallet's clock may be ahead of ours; messages are dated by us, so never far. */
const SKEW_MS = 30 * SECOND_MS;

/**
 * The networks a wallet may be shown on: the main ones, and no others.
 *
 * @source seed §9 "Supported chains" · EIP-155 · CAIP-2 of Tron's main network
 */
export const NETWORKS = {
  ethereum: '1',
  tron: 'tron:0x2b6653dc',
} as const satisfies Record<WalletChain, string>;

/** What a signature is asked for. */
export type WalletPurpose =
  | { readonly kind: 'login' | 'link' | 'authorize' }
  | { readonly kind: 'step-up'; readonly action: StepUpAction };

/** What each action is called in a message; ASCII, because the grammar of a statement is. */
const ACTS: Readonly<Record<StepUpAction, string>> = {
  password: 'change the password',
  contact: 'change mail or phone',
  'anti-phishing': 'change the words in our mails',
  'wallet-link': 'link a wallet',
  'wallet-unlink': 'unlink a wallet',
  'social-link': 'link another service',
  'social-unlink': 'unlink another service',
  'totp-add': 'add an authenticator app',
  'totp-remove': 'remove the authenticator app',
  'passkey-add': 'add a passkey',
  'passkey-remove': 'remove a passkey',
  'recovery-codes': 'make new recovery codes',
  unfreeze: 'lift the freeze',
  sessions: 'sign out other devices',
  'close-account': 'close the account',
  withdrawal: 'withdraw',
  address: 'add an address',
  'loan-draw': 'draw a loan',
};

/** What a signature does and does not do, said in every message. */
const HARMLESS = 'Signing shows that this wallet is yours. It moves nothing and lets nobody spend.';

/** The same of a text that a withdrawal asks for, in the words of the page. @source PRODUCT 9 */
const MESSAGE_ONLY = 'This is a message, not a transaction. It cannot move funds.';

/** The sentence a person reads in the wallet before signing; nobody has a name before a log-in. */
export function statementOf(purpose: WalletPurpose, username = ''): string {
  switch (purpose.kind) {
    case 'login':
      return `Log in to Candor. ${HARMLESS}`;
    case 'link':
      return `Link this wallet to the Candor account ${username}. ${HARMLESS}`;
    case 'authorize':
      return `Candor account ${username}: my withdrawals of USDT may go to this wallet. ${MESSAGE_ONLY}`;
    case 'step-up':
      return `Candor account ${username}: ${ACTS[purpose.action]}. ${HARMLESS}`;
  }
}

/**
 * The message a wallet is asked to sign.
 *
 * @units issuedAt: Unix ms · it ends after `NONCE_MS`
 */
export function messageFor(params: {
  readonly chain: WalletChain;
  /** As its chain spells it. */
  readonly address: string;
  readonly statement: string;
  /** Of the page that asks, "https://candor.example". */
  readonly origin: string;
  readonly nonce: string;
  readonly issuedAt: UnixMs;
}): SignInMessage {
  const { chain, address, statement, origin, nonce, issuedAt } = params;
  return {
    chain,
    scheme: null,
    domain: new URL(origin).host,
    address,
    statement,
    uri: origin,
    network: NETWORKS[chain],
    nonce,
    issuedAt: isoText(issuedAt),
    expirationTime: isoText(plusMs(issuedAt, NONCE_MS)),
    notBefore: null,
    requestId: null,
    resources: null,
  };
}

/** Why a message is not believed; `over` is a matter of time, everything else of content. */
export type MessageFault =
  | 'wrong-domain'
  | 'wrong-uri'
  | 'wrong-network'
  | 'not-yet'
  | 'over'
  | 'without-end';

const originOf = (uri: string): string | null => {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  // User names in an address are how one host is made to look like another.
  return url === null || url.username !== '' || url.password !== '' ? null : url.origin;
};

/**
 * Whether a message was made for these pages, this chain and this moment.
 *
 * @units now: Unix ms
 * @failure wrong-domain — made for another site, or for one of ours under another scheme
 * @failure wrong-uri — names a place outside the site it was made for
 * @failure wrong-network — a test network, or another chain
 * @failure not-yet — dated ahead of us by more than half a minute, or not valid before later
 * @failure over — older than five minutes, or ended
 * @failure without-end — says no end, or one later than ours ever are
 */
export function decideMessage(
  message: SignInMessage,
  expected: { readonly origins: readonly string[]; readonly now: UnixMs },
): Result<null, MessageFault> {
  const { origins, now } = expected;
  const { domain, scheme, uri } = message;
  const own = origins.filter((origin) => new URL(origin).host === domain);
  const meant = own.filter((origin) => scheme === null || origin === `${scheme}://${domain}`);
  if (meant.length === 0) return fail('wrong-domain');
  if (!meant.some((origin) => originOf(uri) === origin)) return fail('wrong-uri');
  if (message.network !== NETWORKS[message.chain]) return fail('wrong-network');
  const issuedAt = momentOf(message.issuedAt);
  const notBefore = message.notBefore === null ? null : momentOf(message.notBefore);
  const end = message.expirationTime === null ? null : momentOf(message.expirationTime);
  if (issuedAt === null || end === null) return fail('without-end');
  if (issuedAt > now + SKEW_MS || (notBefore ?? 0) > now) return fail('not-yet');
  if (end <= now || issuedAt + NONCE_MS <= now) return fail('over');
  return end - issuedAt > NONCE_MS ? fail('without-end') : ok(null);
}
