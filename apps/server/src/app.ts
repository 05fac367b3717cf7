import { BASE_PATH, ENDPOINTS } from '@candor/protocol';
import {
  type AccountSetup,
  SIGN_IN_CALLS,
  wireAccountSecurity,
  wireAccounts,
  wireMailer,
} from './accounts/wire.ts';
import { createDeskUsers, findUserNamed, findUsername, hasMailbox } from './accounts/index.ts';
import { wireAudit } from './audit/wire.ts';
import type { DeskSetup } from './backoffice/index.ts';
import { wireBackoffice } from './backoffice/wire.ts';
import { wireCases } from './cases/wire.ts';
import { NO_KEYS } from './cashier/index.ts';
import { type CashierDeps, NO_PAYOUTS, wireCashier } from './cashier/wire.ts';
import { adjustedBy, kindsAbove } from './case-kinds.ts';
import { createEditor } from './content/index.ts';
import { createHalts } from './market/index.ts';
import { wireContent } from './content/wire.ts';
import { wireContracts } from './contracts/wire.ts';
import { wireEngine } from './engine/wire.ts';
import { wireExchange } from './exchange/wire.ts';
import { wireFiles } from './files/wire.ts';
import { wireIdentity } from './identity/wire.ts';
import { wireInvites } from './invites/wire.ts';
import { wireHouse } from './ledger/wire.ts';
import { wireLive } from './live/wire.ts';
import { wireLoans } from './loans/wire.ts';
import type { Feed } from './market/index.ts';
import { wireMarket } from './market/wire.ts';
import { wireNft } from './nft/wire.ts';
import { wireNotifications } from './notifications/wire.ts';
import { wireOffers } from './offers/wire.ts';
import { createOptionCountries } from './options/index.ts';
import { wireOptions } from './options/wire.ts';
import { wireParameters } from './parameters/wire.ts';
import { type HashingCost, createHashing } from './platform/credentials/hashing.ts';
import { createPdfs } from './platform/formats/pdf/pdf.ts';
import {
  type Host,
  type HostOptions,
  createHost,
  handFactsOn,
  tidyFacts,
} from './platform/host.ts';
import { type MessageTransport, mailWord, rehearsalMarks } from './messaging/index.ts';
import { createServing } from './platform/serve.ts';
import { admitByToken } from './platform/http/admission.ts';
import { createOwnOrigins } from './platform/http/own-origins.ts';
import type { RecordKeys } from './platform/secrets/record-keys.ts';
import type { KeySecrets } from './platform/secrets/signing.ts';
import { wirePlans } from './plans/wire.ts';
import { wirePortfolio } from './portfolio/wire.ts';
import { wireReceipts } from './receipts/wire.ts';
import { wireStaff } from './staff/wire.ts';
import { tellOfAnswers, wireSupport } from './support/wire.ts';
import { wireTransparency } from './transparency/wire.ts';

/** What a process of Candor is put together from. */
export type AppOptions = HostOptions &
  Omit<AccountSetup, 'parameters' | 'mailer' | 'hashing'> & {
    /** What hashing a password costs, where many are hashed for nobody; no setting leads here. */
    readonly hashingCost?: HashingCost;
    readonly feed: Feed;
    readonly metricsToken: string | null;
    /** Secret of the installation under which pictures are sealed. */
    readonly fileKey: string;
    /** Pictures were sealed under it before one key covered all secrets; they open with it still. */
    readonly formerFileKey?: string | null;
    /** Keys of documents and of who users are, each a file outside the database. */
    readonly recordKeys: RecordKeys;
    /** Secret of the installation for tokens of visitors, for telling our messages from others, and for links in them. */
    readonly supportKey: string;
    /** Where the keys are kept that checkpoints and receipts are signed with. */
    readonly signingSecrets: KeySecrets;
    /** What mails and text messages come from, where they leave the house. */
    readonly senders?: { readonly mail: string | null; readonly phone: string | null };
    /** How messages leave the house, each kind; null where they do not. */
    readonly transports: {
      readonly email: MessageTransport | null;
      readonly phone: MessageTransport | null;
    };
    readonly pages: URL;
    /** What the cashier stands on; without chains and keys nothing leaves and nothing comes. */
    readonly cashier?: Partial<
      Pick<
        CashierDeps,
        'book' | 'chains' | 'payInKeys' | 'payouts' | 'testUsdt' | 'payoutSource' | 'screening'
      >
    >;
    /** Opens the operator's desk beside the product; without it there is none. */
    readonly desk?: DeskSetup;
  };

/** Readers that keep their place; facts stay until each has read them. */
const READERS = ['receipts', 'plan-receipts', 'notifications', 'accounts-notices'] as const;

/** What a document names while nothing listens yet. */
const LOCAL = 'http://localhost';

type DeskParts = Omit<Parameters<typeof wireBackoffice>[1], 'setup' | 'own' | 'staff'> &
  Omit<Parameters<typeof wireStaff>[1], 'db' | 'origins'>;

/** Opens the desk of a process, where one was asked for. */
async function openDesk(host: Host, setup: DeskSetup | undefined, parts: DeskParts) {
  if (setup === undefined) return null;
  const own = createOwnOrigins(setup.publicUrl);
  const staff = wireStaff(host, { ...parts, db: setup.db, origins: own.origins });
  return wireBackoffice(host, { ...parts, setup, own, staff });
}

/** Puts a process together, in the order in which it starts; nothing runs before `start`. */
export async function createApp(given: AppOptions) {
  const host = createHost(given);
  const parameters = wireParameters(host);
  const payouts = given.cashier?.payouts ?? NO_PAYOUTS;
  wireContent(host, parameters, payouts.ethereum ?? payouts.tron);
  const house = wireHouse(host);
  handFactsOn(host);
  const { market, specifications, checkpoints, signer } = wireMarket(host, {
    ...given,
    parameters,
  });
  const audit = wireAudit(host, { signer });
  const isRehearsal = host.installation === 'rehearsal';
  const pdfs = createPdfs({
    markOf: (language) => (isRehearsal ? mailWord(language, 'rehearsal.mark') : null),
  });
  host.onStop('calls', () => pdfs.stop());
  // Without a desk nobody decides; what was decided is carried out all the same.
  const cases = wireCases(host, {
    parameters,
    kinds: kindsAbove(() => loans),
    adjusted: adjustedBy(() => contracts),
    deskDb: given.desk?.db ?? host.db,
    hasMailbox: (userId, mailbox) => hasMailbox(host.db, userId, mailbox),
  });
  const keys = {
    key: given.fileKey,
    formerKey: given.formerFileKey ?? null,
    recordKeys: given.recordKeys,
  };
  const files = wireFiles(host, { ...keys, parameters, pdfs });
  const { recordKeys, fileKey, transports } = given;
  const identity = wireIdentity(host, { cases, files, parameters, recordKeys, secret: fileKey });
  const mailer = wireMailer(host, {
    parameters,
    transports,
    isWanted: (message) => notifications.isWanted(message),
    onSent: (left) => support.remember(left),
  });
  const hashing = createHashing(given.hashingCost);
  const waiting = ['candor_passwords_waiting', 'Passwords that wait to be hashed'] as const;
  host.metrics.gauge(...waiting, hashing.waiting);
  const entrance = wireAccounts(host, { ...given, parameters, mailer, hashing });
  const { accounts, contacts, wallets } = entrance;
  const origin = (): string => host.pagesAt() ?? LOCAL;
  const { supportKey: secret, senders = { mail: null, phone: null } } = given;
  const deskDb = given.desk?.db ?? host.db;
  const asked = { files, parameters, contacts, mailer, pdfs, origin, deskDb, secret, senders };
  const { support, inbox, register } = wireSupport(host, asked);
  wireInvites(host);
  const contracts = wireContracts(host, { accounts, house, market, parameters });
  const exchange = wireExchange(host, { contracts, market, parameters });
  const traded = { contracts, market, parameters };
  const [options, plans] = [wireOptions(host, traded), wirePlans(host, traded)];
  const loans = wireLoans(host, {
    cases,
    contracts,
    exchange,
    files,
    market,
    parameters,
    // Portfolio is opened behind loans, and adds up what they stand on.
    netAssets: (sql, account) => portfolio.netAssets(sql, account),
    usernameOf: (sql, userId) => findUsername(sql, userId),
    pdfs,
    origin,
  });
  const nft = wireNft(host, { cases, files, pdfs, origin, ...traded, book: () => cashier.book });
  const trading = { accounts, market, parameters, contracts, options, plans, nft } as const;
  const receipts = wireReceipts(host, {
    ...trading,
    loans,
    exchange,
    specifications,
    signer,
    pdfs,
    origin,
  });
  const portfolio = wirePortfolio(host, { ...trading, pdfs, origin });
  const cashier = wireCashier(host, {
    cases,
    files,
    contracts,
    exchange,
    parameters,
    wallets,
    chains: {},
    payInKeys: NO_KEYS,
    payouts,
    payoutSource: {},
    screening: null,
    ...given.cashier,
  });
  const security = wireAccountSecurity(host, {
    ...entrance,
    parameters,
    mailer,
    realUse: { ...contracts.realRisk, deposited: cashier.deposits.ownLimit.deposited },
    openOrders: portfolio.openOrders,
    onClosed: async (tx, userId, at) => {
      await identity.endRelation(tx, userId, at);
      await files.endRelation(tx, userId, at);
    },
    filesOf: async (userId) => [
      ...(await portfolio.wholeFiles(userId)),
      await notifications.wholeFile(userId),
      await files.wholeFile(userId),
      await identity.wholeFile(userId),
      ...(await Promise.all([loans, nft, plans].map((one) => one.wholeFile(userId)))),
      await support.wholeFile(userId),
    ],
  });
  const { notifications, bus: told } = wireNotifications(host, {
    ...trading,
    exchange,
    loans,
    cashier,
    mailer,
    secret,
  });
  tellOfAnswers(told, { support, notifications });
  const offers = wireOffers(host, { cases, mailer, notifications, parameters });
  const { sealingKey } = given;
  const live = wireLive(host, {
    sessions: accounts,
    options,
    support,
    withdrawals: cashier.withdrawals,
    deposits: cashier.deposits,
    loans,
    plans,
    nft,
    sealingKey,
  });
  const engine = wireEngine(host, { ...trading, loans, portfolio, live });
  wireTransparency(host, {
    ...trading,
    withdrawals: cashier.withdrawals,
    quotedMarkets: () => market.quotedMarkets(),
  });
  tidyFacts(host, READERS);
  const serving = createServing(host, { marks: isRehearsal ? rehearsalMarks() : null });
  const http = await serving.open({
    pages: given.pages,
    isSecure: host.isSecure,
    figures: { token: given.metricsToken },
    document: { title: 'Candor', token: { in: 'header', name: 'Authorization' } },
    endpoints: ENDPOINTS,
    below: BASE_PATH,
    callsAt: BASE_PATH,
    routes: host.routes(),
    admit: admitByToken(entrance.sessions),
    apartOf: entrance.apartOf,
    signInCalls: SIGN_IN_CALLS,
    evidence: () => checkpoints.latest()?.header ?? null,
  });
  host.listensAt(http);
  const desk = await openDesk(host, given.desk, {
    serving,
    audit,
    cases,
    mailer,
    hashing,
    sealingKey,
    parameters,
    market,
    specifications,
    engine,
    pdfs,
    files,
    identity,
    inbox,
    register,
    contracts,
    options,
    receipts,
    portfolio,
    payouts: cashier.withdrawals.payouts,
    loans,
    plans,
    nft,
    users: createDeskUsers({ ...host, deskDb: given.desk?.db ?? host.db }),
    offers,
    countries: createOptionCountries(host),
    halts: createHalts({ ...host, cases, committed: () => host.committed() }),
    editor: createEditor({ ...host, cases, parameters }),
    usernameOf: (userId) => findUsername(host.db, userId),
    userNamed: (username) => findUserNamed(host.db, username),
  });
  live.attach(http.server);
  const { bus, relay } = host;
  return {
    http,
    bus,
    relay,
    parameters,
    audit,
    cases,
    house,
    market,
    checkpoints,
    files,
    identity,
    support,
    inbox,
    register,
    mailer,
    accounts,
    contacts,
    security,
    contracts,
    exchange,
    options,
    loans,
    nft,
    plans,
    receipts,
    portfolio,
    cashier,
    notifications,
    offers,
    live,
    engine,
    /** The operator's desk; null where none was asked for. */
    desk,
    async start(): Promise<void> {
      await host.start();
      if (given.turns === 'byTimer') mailer.start();
      await Promise.all([http.ready(), desk?.http.ready()]);
    },
    /** Lets running commands end, stores what came, closes sockets. The database stays open. */
    stop: (): Promise<void> => host.stop(),
  };
}

/** A process of Candor, every capability in its place. */
export type App = Awaited<ReturnType<typeof createApp>>;
