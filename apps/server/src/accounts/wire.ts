import type { FastifyRequest } from 'fastify';
import { NOT_SET, type Parameters } from '../parameters/index.ts';
import type { Host } from '../platform/host.ts';
import {
  type IsWanted,
  type LeftMessage,
  type Mailer,
  type MessageTransport,
  createMailer,
} from '../messaging/index.ts';
import { type Sessions, createTokenMarks } from '../platform/secrets/session.ts';
import { REHEARSAL } from '../platform/process/rehearsal.ts';
import type { Hashing } from '../platform/credentials/hashing.ts';
import { createSealing } from '../platform/credentials/sealing.ts';
import { createPasswords } from './credentials/password/index.ts';
import { passwordRoutes } from './credentials/password/routes.ts';
import { contactRoutes } from './credentials/contacts/routes.ts';
import { type HandOutRules, countedApart } from './sessions/index.ts';
import { factorRoutes } from './credentials/factors/routes.ts';
import {
  type AccountSecurity,
  createAccountSecurity,
  type ClosingDeps,
  type ExportDeps,
} from './security/index.ts';
import { type Accounts, createAccounts, endDisablings } from './index.ts';
import { type Contacts, createContacts, readAntiPhishing } from './credentials/contacts/index.ts';
import { type IssuerSetup, createSocial, spendFreshSocial } from './credentials/social/index.ts';
import type { RealUse } from './safeguards/index.ts';
import {
  createContractWallets,
  createWallets,
  noContractWallets,
  type Wallets,
} from './credentials/wallets/index.ts';
import { createFactors } from './credentials/factors/index.ts';
import { createPreferences } from './preferences/index.ts';
import { limitRoutes } from './safeguards/routes.ts';
import { preferencesRoutes } from './preferences/routes.ts';
import { listenAccounts } from './reactions.ts';
import { accountRoutes } from './routes.ts';
import { securityRoutes } from './security/routes.ts';
import { socialRoutes } from './credentials/social/routes.ts';
import { walletRoutes } from './credentials/wallets/routes.ts';

const SWEEP_MS = 3_600_000;
const TIDY_MS = 60_000;

/** Calls that sign in: all their refusals are told to the operator. */
export const SIGN_IN_CALLS: ReadonlySet<string> = new Set([
  'accounts.login',
  'accounts.login-by-social',
  'accounts.login-by-wallet',
  'accounts.refresh',
  'accounts.second',
  'accounts.step-up-proof',
]);

/** Opens the mailer of a process. It begins to send with `start`. */
export function wireMailer(
  host: Host,
  deps: {
    /** How messages leave the house, each kind; null where they do not. */
    readonly transports: {
      readonly email: MessageTransport | null;
      readonly phone: MessageTransport | null;
    };
    readonly parameters: Parameters;
    /** Whether its reader still wants a message that is about to leave. */
    readonly isWanted: IsWanted;
    /** Hears of each message that left. */
    readonly onSent: (message: LeftMessage) => Promise<void>;
  },
): Mailer {
  const { parameters, transports, isWanted, onSent } = deps;
  const mailer = createMailer({
    ...host,
    transports,
    isWanted,
    onSent,
    frameOf: async (userId) => ({
      phrase: userId === null ? null : await readAntiPhishing(host.db, userId),
      isCustomer: userId !== null,
      operator: parameters.text('operator.name'),
    }),
  });
  host.onStop('messages', () => mailer.stop());
  return mailer;
}

/** What a process gives accounts. */
export type AccountSetup = {
  readonly parameters: Parameters;
  readonly mailer: Mailer;
  /** One queue for every password of the process. */
  readonly hashing: Hashing;
  /** Services people may sign in with. */
  readonly socialServices: readonly IssuerSetup[];
  /** Secret of the installation: secrets of code apps are sealed, tokens marked under keys of it. */
  readonly sealingKey: string;
  /** A node of Ethereum's main network; without one no contract can sign in. */
  readonly ethereumRpc: string | null;
};

/** Accounts in a process, and what the web server needs of them. */
export type AccountParts = {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly wallets: Wallets;
  /** Finds sessions by the token as its owner got it. */
  readonly sessions: Sessions;
  readonly rules: HandOutRules;
  /** Who is counted apart from unknown callers that ask about the same. */
  readonly apartOf: (request: FastifyRequest) => Promise<string>;
};

/** Opens accounts in a process: sessions, ways in, contacts, preferences. */
export function wireAccounts(host: Host, setup: AccountSetup): AccountParts {
  const { db, clock, log, metrics, limitScale } = host;
  const { parameters, mailer, hashing, ethereumRpc } = setup;
  const tokensReused = metrics.counter(
    'candor_refresh_tokens_reused',
    'Sessions ended because their refresh token came twice',
  );
  const textsStopped = metrics.counter(
    'candor_texts_stopped',
    'Text messages a daily limit kept back',
  );
  const codesStopped = metrics.counter(
    'candor_codes_stopped',
    'Codes the daily limit of a host or network kept back',
  );
  const marks = createTokenMarks(setup.sealingKey, 'tokens');
  const accounts = createAccounts({
    // Guesses are told from tokens before anything is looked up.
    readToken: marks.read,
    db,
    clock,
    parameters,
    hashing,
    throttleScale: limitScale,
    onTokenReused(sessions) {
      tokensReused.inc();
      log.warn(sessions, 'a refresh token came twice: its session was ended');
    },
  });
  const contacts = createContacts({
    db,
    clock,
    mailer,
    parameters,
    codesScale: limitScale,
    forget: accounts.forget,
    onTextsStopped(stopped) {
      textsStopped.inc();
      log.warn(stopped, 'a text message was not written: the most of a day is reached');
    },
    onCodesStopped(stopped) {
      codesStopped.inc();
      log.warn(stopped, 'a code was not written: a host or network reached the most of a day');
    },
  });
  const passwords = createPasswords({ db, clock, hashing, forget: accounts.forget });
  const wallets = createWallets({
    db,
    clock,
    parameters,
    origins: host.origins,
    contractWallets:
      ethereumRpc === null
        ? noContractWallets
        : createContractWallets({ rpcUrl: ethereumRpc, log }),
  });
  const social = createSocial({ db, clock, log, parameters, services: setup.socialServices });
  const factors = createFactors({
    db,
    clock,
    sealing: createSealing(setup.sealingKey, 'accounts.factors'),
    pages: { origins: host.origins },
    forget: (ids) => ids.forEach(accounts.forget),
    others: {
      checkPassword: passwords.isRight,
      checkWallet: wallets.checkStepUp,
      takeFreshSocial: spendFreshSocial,
    },
  });
  const rules: HandOutRules = {
    secureCookies: host.isSecure,
    origins: host.origins,
    markToken: marks.mark,
  };
  listenAccounts(host.bus, accounts);
  host.addRoutes([
    ...accountRoutes(accounts, rules),
    ...contactRoutes(contacts, rules),
    ...passwordRoutes(passwords, rules),
    ...socialRoutes(social, rules),
    ...factorRoutes(factors, rules, accounts.devices),
    ...walletRoutes(wallets, rules),
    ...preferencesRoutes(createPreferences(host)),
  ]);
  host.every(SWEEP_MS, () => contacts.sweep());
  host.every(SWEEP_MS, () => accounts.sweep());
  return {
    accounts,
    contacts,
    wallets,
    rules,
    sessions: accounts.sessions,
    apartOf: (request) => countedApart(request, rules, accounts.devices),
  };
}

/**
 * Opens what looks after an account: limits, history, freezing, the copy of one's data, closing. It
 * needs what stands above accounts, as functions.
 */
export function wireAccountSecurity(
  host: Host,
  deps: Pick<AccountParts, 'accounts' | 'rules'> & {
    readonly parameters: Parameters;
    readonly mailer: Mailer;
    readonly realUse: RealUse;
    readonly openOrders: ClosingDeps['openOrders'];
    readonly onClosed: ClosingDeps['onClosed'];
    readonly filesOf: ExportDeps['filesOf'];
  },
): AccountSecurity {
  const { accounts, rules, parameters, mailer, openOrders, onClosed, filesOf } = deps;
  const isRehearsal = host.installation === 'rehearsal';
  const marks = isRehearsal ? [{ name: 'REHEARSAL.txt', content: `${REHEARSAL}\n` }] : [];
  const security = createAccountSecurity({
    ...host,
    mailer,
    bus: host.busOf('an owner could not be told, and is told again'),
    forget: accounts.forget,
    operator() {
      const contacts = parameters.text('operator.contacts');
      return {
        name: parameters.text('operator.name'),
        contacts: contacts === NOT_SET ? null : contacts,
      };
    },
    openOrders,
    onClosed,
    filesOf: async (userId) => [...marks, ...(await filesOf(userId))],
  });
  host.addRoutes([
    ...securityRoutes(security, rules),
    ...limitRoutes(accounts.limits, deps.realUse),
  ]);
  host.every(TIDY_MS, () => security.tidy());
  host.every(TIDY_MS, () => endDisablings(host));
  host.onStart(() => security.start());
  host.onStop('readers', () => security.stop());
  return security;
}
