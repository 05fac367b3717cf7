import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@candor/kernel';
import { type CallName, RISK_VERSION, type StepUpAction } from '@candor/protocol/light';
import {
  OPENED,
  OPTION,
  ORDER,
  OWN_PLAN,
  TRIED,
  type Person,
  type Things,
} from './access-people.ts';
import { PASSWORD } from './factors.ts';
import { PICTURE, type TestForm } from './form.ts';
import { ethereumSigner } from './signers.ts';
import { papersOf } from './identity.ts';
import type { TestApp } from './start-app.ts';

/** What is sent: parameters, query, body. */
export type Sent = {
  /** The practice account unless it says the real one. */
  readonly mode?: 'real';
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | number>;
  readonly odd?: object;
  readonly form?: TestForm;
};
/** Who asks, about which things, and whose they are when they belong to a user. */
type Asking = {
  readonly by: Person;
  readonly of: Things;
  readonly owner?: Person;
  readonly product: TestApp;
};

/** One call of the matrix that needs a session. */
export type Cell = {
  readonly ask: (asking: Asking) => Sent | Promise<Sent>;
  /** It names something of a user: another's must look like nobody's. */
  readonly owned?: true;
  /** New risk: refused while the account is frozen or its owner is excluded. */
  readonly risk?: true;
  /** What its owner gets in this test where that is no success. */
  readonly code?: string;
  /** Only a success when nothing of the account has been used up: tried by a new user. */
  readonly once?: true;
};

const plain: Cell = { ask: () => ({}) };
const listed: Cell = { ask: () => ({ query: { page: 1, size: 20 } }) };
const about = (thing: keyof Things, more: () => object = () => ({})): Cell => ({
  owned: true,
  ask: ({ of }) => ({ params: { id: String(of[thing]) }, odd: more() }),
});
const request = () => ({ requestId: randomUUID() });

/** An action that its owner confirms; `subject` names what it is about. */
const confirmed = (
  action: StepUpAction,
  more: { body?: object; thing?: keyof Things; has?: (owner: Person) => Promise<void> } = {},
): Cell => ({
  ...(more.thing === undefined ? {} : { owned: true }),
  async ask({ by, of, owner }) {
    const subject = more.thing === undefined ? undefined : String(of[more.thing]);
    const stepUp = await by.confirm(action, subject === undefined ? {} : { subject });
    if (owner !== undefined) await more.has?.(owner);
    const odd = { ...more.body, stepUp };
    return subject === undefined ? { odd } : { params: { id: subject }, odd };
  },
});

const linkWallet: Cell = {
  async ask({ by, product }) {
    const signer = ethereumSigner();
    const { chain, address } = signer;
    const body = { chain, address, purpose: 'link' } as const;
    const { token } = by;
    const { message } = (await product.call('accounts.wallet-message', { token, body })).result;
    const signature = await signer.sign(message);
    const stepUp = await by.confirm('wallet-link');
    return { odd: { chain, message, signature, stepUp } };
  },
};

const until = ({ product }: Asking): Sent => ({ odd: { until: product.clock.now() + 2 * DAY_MS } });
const exclusion = ({ product }: Asking): Sent => ({
  odd: { until: product.clock.now() + 366 * DAY_MS },
});

const ANSWERS = {
  country: 'DE',
  experience: 'some',
  background: 'no',
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
  riskAccepted: true,
};

/** Every call that needs a session; a route that is missing here does not compile. */
export type SessionCells<Open extends CallName> = Readonly<Record<Exclude<CallName, Open>, Cell>>;

/** What any caller may ask; a call is opened by writing it here. */
export const OPEN_TO_ALL = [
  'accounts.check-user-name',
  'accounts.login',
  'accounts.login-by-social',
  'accounts.login-by-wallet',
  'accounts.not-me',
  'accounts.refresh',
  'accounts.register',
  'accounts.reset-password',
  'accounts.second',
  'accounts.send-code',
  'accounts.social-issuers',
  'accounts.social-start',
  'accounts.wallet-nonce',
  'content.get',
  'content.list',
  'content.parameter',
  'files.view',
  'invites.inviter',
  'market.bars',
  'market.checkpoint',
  'market.checkpointOfSize',
  'market.consistency',
  'market.feeds',
  'market.inclusion',
  'market.info',
  'market.keys',
  'market.list',
  'market.tapeDay',
  'market.tapeRoots',
  'market.ticks',
  'nft.donations',
  'nft.donations-file',
  'nft.get',
  'nft.list',
  'nft.picture',
  'notifications.unsubscribe',
  'options.periods',
  'plans.get',
  'plans.list',
  'receipts.document',
  'receipts.get',
  'receipts.paper',
  'receipts.published',
  'support.prove-mail',
  'support.request-mail',
  'support.upload',
  'transparency.fees',
  'transparency.house',
  'transparency.risk',
  'transparency.statistics',
  'transparency.withdrawals',
] as const satisfies readonly CallName[];

const WITHDRAWAL = {
  asset: 'USDT',
  network: 'tron',
  addressId: '00000000-0000-4000-8000-000000000001',
  amount: '100',
};

const PLAN = { amount: '100', days: 30, maxLoss: '50' };
const LOAN = { amount: '1000', days: 7, collateral: [{ asset: 'BTC', amount: '1' }] };

/** Every call that needs a session, with what its owner sends. */
export const CELLS: SessionCells<(typeof OPEN_TO_ALL)[number]> = {
  'accounts.access-log': listed,
  'accounts.answer-appropriateness': {
    ask: () => ({ odd: { answers: ANSWERS, riskVersion: RISK_VERSION } }),
  },
  'accounts.appropriateness': plain,
  'accounts.begin-contact': {
    async ask({ by }) {
      const target = `${randomUUID()}@example.org`;
      const stepUp = await by.confirm('contact', { subject: 'email' });
      return { odd: { channel: 'email', target, stepUp } };
    },
  },
  'accounts.change-password': {
    ...confirmed('password', { body: { oldPassword: PASSWORD, newPassword: 'a longer way home' } }),
    once: true,
  },
  // Contracts are open: nobody leaves them behind.
  'accounts.close-account': { ...confirmed('close-account'), code: '11035' },
  'accounts.confirm-contact': { ask: () => ({ odd: { code: '000000' } }), code: '10091' },
  'accounts.export-data': { ...plain, once: true },
  'accounts.exported-data': {
    owned: true,
    ask: ({ of }) => ({ params: { id: of.exportId }, query: { as: 'state' } }),
  },
  'accounts.finish-link-social': {
    // Only a page of ours may finish what it began.
    ask: () => ({ odd: { code: 'x', state: 'x'.repeat(43) } }),
    code: '403',
  },
  'accounts.freeze': { ...plain, once: true },
  'accounts.limits': plain,
  'accounts.link-social': {
    ...confirmed('social-link', { body: { issuer: 'google' } }),
    // Here too, only a page of ours may begin it.
    code: '403',
  },
  'accounts.link-wallet': linkWallet,
  'accounts.list-logins': listed,
  'accounts.list-sessions': plain,
  'accounts.logout': { ...plain, once: true },
  'accounts.passkey-begin': confirmed('passkey-add'),
  'accounts.passkey-finish': {
    owned: true,
    once: true,
    ask: ({ by, of }) => ({
      odd: {
        challenge: of.passkeyChallenge,
        name: 'a phone',
        passkey: by.device.make(of.passkeyOptions),
      },
    }),
  },
  'accounts.passkey-remove': {
    ...confirmed('passkey-remove', { thing: 'passkeyId', has: (owner) => owner.keepsPasskey() }),
    once: true,
  },
  'accounts.pauses': plain,
  'accounts.preferences': plain,
  'accounts.recovery-codes': { ...confirmed('recovery-codes'), code: '404' },
  'accounts.revoke-session': {
    owned: true,
    async ask({ by, of }) {
      const stepUp = await by.confirm('sessions', { subject: of.sessionId });
      return { odd: { id: of.sessionId, stepUp } };
    },
  },
  'accounts.security': plain,
  'accounts.self-exclude': { ask: exclusion, once: true },
  'accounts.set-anti-phishing': confirmed('anti-phishing', { body: { text: 'a blue door' } }),
  'accounts.set-limit': { ask: () => ({ odd: { kind: 'loss', period: 'day', amount: '1000' } }) },
  'accounts.set-preferences': {
    ask: () => ({
      odd: { language: 'en', theme: 'dark', upDown: null, asksBeforeClose: true },
    }),
  },
  'accounts.social-keys': plain,
  'accounts.step-up': { ask: () => ({ odd: { action: 'password' } }) },
  'accounts.step-up-proof': {
    owned: true,
    ask: ({ of }) => ({ odd: { challenge: of.confirmChallenge, password: PASSWORD } }),
  },
  'accounts.timeout': { ask: until, once: true },
  'accounts.totp-begin': confirmed('totp-add'),
  'accounts.totp-confirm': { ask: () => ({ odd: { code: '000000' } }), code: '11036', once: true },
  'accounts.totp-remove': { ...confirmed('totp-remove'), code: '404' },
  'accounts.unfreeze': { ...confirmed('unfreeze'), once: true },
  'accounts.unlink-social': confirmed('social-unlink', { thing: 'socialId' }),
  'accounts.unlink-wallet': confirmed('wallet-unlink', { thing: 'walletId' }),
  'accounts.wallet-message': {
    ask: () => ({
      odd: { chain: 'ethereum', address: ethereumSigner().address, purpose: 'link' },
    }),
  },
  // Nobody's chains are read here: whichever user asks, real business with them is not open.
  'cashier.cancel-withdrawal': {
    ask: () => ({ params: { id: randomUUID() }, odd: request() }),
    code: '11001',
  },
  'cashier.get-withdrawal': { ask: () => ({ params: { id: randomUUID() } }), code: '404' },
  'cashier.list-withdrawals': listed,
  'cashier.quote-withdrawal': { ask: () => ({ odd: WITHDRAWAL }), code: '11001' },
  'cashier.withdraw': {
    ask: () => ({ odd: { ...WITHDRAWAL, quoteId: randomUUID(), ...request() } }),
    code: '11001',
  },
  'cases.mine': listed,
  'cashier.deposit': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  // The accounts of this test are practice accounts: addresses are of real ones.
  'cashier.deposit-address': {
    ask: () => ({ query: { asset: 'USDT', network: 'tron' } }),
    code: '11001',
  },
  'cashier.claim-deposit': {
    ask: () => ({
      odd: {
        asset: 'USDT',
        network: 'tron',
        amount: '200',
        txHashTail: 'a1b2c3',
        proofId: randomUUID(),
        ...request(),
      },
    }),
    code: '11001',
  },
  'cashier.list-deposit-claims': listed,
  'cashier.deposits': { ...listed, code: '11001' },
  'cashier.add-address': {
    ask: () => ({
      mode: 'real',
      odd: { asset: 'ETH', network: 'ethereum', address: ethereumSigner().address, label: '' },
    }),
    // Who has a password alone adds none.
    code: '11020',
  },
  'cashier.address-delay': { ask: () => ({ mode: 'real' }) },
  'cashier.list-addresses': { ask: () => ({ mode: 'real' }) },
  'cashier.remove-address': {
    owned: true,
    once: true,
    ask: ({ of }) => ({ mode: 'real', params: { id: of.addressId } }),
  },
  'cashier.revoke-usdt-auth': { ask: () => ({ odd: {} }), code: '404' },
  'cashier.set-address-delay': { ask: () => ({ mode: 'real', odd: { hours: 72 } }), code: '11020' },
  'cashier.terms': plain,
  'cashier.update-usdt-auth': {
    ask: () => ({ odd: { chain: 'ethereum', message: 'x', signature: '00' } }),
    code: '11025',
  },
  'cashier.usdt-auth-message': {
    ask: () => ({ query: { chain: 'ethereum', address: ethereumSigner().address } }),
  },
  'cashier.withdrawal-auth': plain,
  'contracts.amend': about('contractId', () => ({ takeProfit: '90000', ...request() })),
  'contracts.annul': { ask: () => ({ params: request() }) },
  'contracts.cancel': { ...about('pendingId', request), once: true },
  'contracts.close': { ...about('contractId', request), once: true },
  'contracts.close-all': { ask: () => ({ odd: request() }), once: true },
  'contracts.get': about('contractId'),
  'contracts.list': listed,
  'contracts.open': {
    owned: true,
    risk: true,
    ask: ({ of }) => ({ odd: { ...OPENED, quoteId: of.quoteId, ...request() } }),
  },
  'contracts.outcome': { owned: true, ask: ({ of }) => ({ params: { requestId: of.openedBy } }) },
  'contracts.quote': {
    owned: true,
    ask: ({ of }) => ({ odd: { ...ORDER, direction: 'sell', reverseOf: of.otherContractId } }),
  },
  'contracts.reverse': {
    owned: true,
    risk: true,
    once: true,
    ask: ({ of }) => ({
      params: { id: of.otherContractId },
      odd: { quoteId: of.reverseQuoteId, ...request() },
    }),
  },
  // The accounts of the matrix are practice ones, which convert nothing.
  'exchange.convert': {
    ask: ({ of }) => ({ odd: { quoteId: of.quoteId, ...request() } }),
    code: '11001',
  },
  'exchange.convertible': { ...plain, code: '11001' },
  'exchange.quote': {
    ask: () => ({ odd: { from: 'USDT', to: 'BTC', amount: '10' } }),
    code: '11001',
  },
  'files.link': about('pictureId'),
  'files.remove': { ...about('pictureId'), once: true },
  'files.upload': { ask: () => ({ form: { purpose: 'support', file: PICTURE } }) },
  'identity.get': plain,
  'identity.prove-address': { ask: () => ({ odd: {} }), code: '10022' },
  'identity.submit': {
    ask: async ({ by, product }) => ({ odd: await papersOf(product, by) }),
    once: true,
  },
  // Practice money is not lent.
  'loans.add-collateral': {
    ask: () => ({ params: { id: randomUUID() }, odd: { asset: 'BTC', amount: '1', ...request() } }),
    code: '11001',
  },
  'loans.agreement': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  'loans.apply': {
    ask: () => ({
      odd: {
        ...LOAN,
        offerId: randomUUID(),
        agreementId: randomUUID(),
        signatureId: randomUUID(),
        ...request(),
      },
    }),
    code: '11001',
  },
  'loans.cancel': { ask: () => ({ params: { id: randomUUID() }, odd: {} }), code: '11001' },
  'loans.draw': { ask: () => ({ params: { id: randomUUID() }, odd: request() }), code: '11001' },
  'loans.get': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  'loans.list': { ...listed, code: '11001' },
  'loans.offer': { ask: () => ({ odd: LOAN }), code: '11001' },
  'loans.quote-repayment': {
    ask: () => ({ params: { id: randomUUID() }, odd: { all: true } }),
    code: '11001',
  },
  'loans.repay': {
    ask: () => ({
      params: { id: randomUUID() },
      odd: { all: true, source: 'cash', ...request() },
    }),
    code: '11001',
  },
  'loans.sale-report': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  'loans.terms': { ...plain, code: '11001' },
  'invites.get': plain,
  'invites.list': listed,
  'live.ticket': plain,
  'market.favourites': plain,
  'market.set-favourite': { ask: () => ({ odd: { code: 'BTC/USDT', on: true } }) },
  'notifications.list': listed,
  'notifications.preferences': plain,
  'notifications.read': { ask: () => ({ odd: { all: true } }) },
  'notifications.set-preferences': {
    ask: () => ({ odd: { category: 'orders', inApp: true, mail: true, push: false } }),
  },
  'notifications.unread': plain,
  'options.buy': {
    owned: true,
    risk: true,
    ask: ({ of }) => ({ odd: { ...OPTION, quoteId: of.optionQuoteId, ...request() } }),
  },
  'nft.buy': {
    ask: () => ({ odd: { id: randomUUID(), kind: 'bid', amount: '10', ...request() } }),
    code: '11001',
  },
  'nft.certificate': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  'nft.certificate-picture': { ask: () => ({ params: { id: randomUUID() } }), code: '11001' },
  'nft.mine': { ...listed, code: '11001' },
  'options.get': about('optionId'),
  'options.list': listed,
  'options.opening': plain,
  'options.quote': { ask: () => ({ odd: OPTION }) },
  'options.record': plain,
  'plans.backtest': {
    once: true,
    ask: ({ product }) => ({
      odd: { ...TRIED, from: product.clock.now() - 30 * DAY_MS, to: product.clock.now() },
    }),
  },
  'plans.backtestResult': about('backtestId'),
  'plans.buy': {
    ask: () => ({ odd: { productId: randomUUID(), ...PLAN, ...request() } }),
    code: '11002',
  },
  'plans.cancel': { ...about('planOrderId', request), once: true },
  'plans.exit': {
    owned: true,
    ask: ({ of }) => ({
      params: { id: of.planOrderId },
      odd: { quoteId: randomUUID(), ...request() },
    }),
    code: '11017',
  },
  'plans.order': about('planOrderId'),
  'plans.orders': listed,
  'plans.paper': {
    risk: true,
    once: true,
    ask: () => ({ odd: { ...OWN_PLAN, ...request() } }),
  },
  'plans.quoteExit': { ...about('planOrderId'), code: '11017' },
  'portfolio.assets': plain,
  'portfolio.demo-reset': { ask: () => ({ odd: request() }), once: true },
  'portfolio.export-orders': plain,
  'portfolio.history': plain,
  'portfolio.info': plain,
  'portfolio.transactions': listed,
  // By its token alone, whichever caller brings it.
  'receipts.of-order': {
    owned: true,
    ask: ({ of }) => ({ params: { orderNo: of.orderNo } }),
  },
  'support.claim': {
    ask: ({ of }) => ({
      params: { id: of.conversationId },
      odd: { visitorToken: 'x'.repeat(43) },
    }),
  },
  'support.get': about('conversationId'),
  'support.list': listed,
  'support.open': {
    ask: () => ({ odd: { ...request(), subject: 'A fee', text: 'Which one?', language: 'en' } }),
  },
  'support.picture': {
    owned: true,
    ask: ({ of }) => ({ params: { id: of.conversationId, fileId: of.pictureId } }),
  },
  'support.reply': about('conversationId', () => ({ text: 'And another.', ...request() })),
  'support.transcript': about('conversationId'),
  'support.verify': { ask: () => ({ odd: { text: 'Is this from you?' } }) },
};

/** What one's own session asks without a trading account. */
export const WITHOUT_BOOK =
  /^(accounts|cases|files|identity|invites|market|notifications|support)\.|^portfolio\.demo-reset$|^cashier\.(terms$|get-withdrawal$|list-withdrawals$|list-deposit-claims$|.*-auth)/;
