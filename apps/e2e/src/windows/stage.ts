import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@candor/protocol/desk-light';
import { isIdentified } from '../journeys/being-identified.ts';
import { asksFor, draws, isGranted, signsFor } from '../journeys/borrowing.ts';
import { type Customer, openSight } from '../journeys/cashier-sights.ts';
import { addApp, logInByApp } from '../journeys/code-app.ts';
import { turnReal } from '../journeys/first-real-order.ts';
import { BTC_BY_BITCOIN, USDT_BY_ETHEREUM, payInCoin } from '../journeys/paying-in.ts';
import { hearPlans, dayIsSettled, invests, isTurnedOn, joins } from '../journeys/plan-life.ts';
import { joinBy } from '../journeys/staff.ts';
import type { Visitor } from '../support/browser.ts';
import { ownerDatabase } from '../support/database.ts';
import { type Member, firstLinkIn, furtherMember } from '../support/desk.ts';
import { rehearse } from '../support/operator.ts';
import type { Product } from '../support/product.ts';
import type { Rehearsal } from '../support/rehearsal.ts';

const USER = 'did.everything';
/** What the bid is when the plan's first day ends, of 60,000 before. @units USDT */
const BID_LATER = 61_200;
/** What comes in by the chains. @units satoshi, USDT units */
const COINS = 20_000_000n;
const CASH = 2_000_000_000n;

/** Who is looked at, in a rehearsal: a user who did everything, and a member of staff with every role. */
export type Stage = {
  readonly holder: Visitor;
  readonly staff: Visitor;
  /** Another one, who asks by calls. */
  readonly opener: Member;
};

/** The session that a page calls with. */
async function tokenOn({ page, open }: Visitor): Promise<string> {
  const asked = page.waitForRequest((request) => 'authorization' in request.headers());
  await open('/profile/balance');
  return ((await asked).headers()['authorization'] ?? '').replace('Bearer ', '');
}

/** Real orders: one filled, one that waits, one closed; a bid on a token and one bought; a talk with support. */
async function actsByCalls(product: Product, token: string): Promise<void> {
  const request = () => ({ requestId: randomUUID() });
  const own = { token, mode: 'real' } as const;
  const order = { code: 'BTC/USDT', direction: 'buy', lots: '0.005', leverage: 2 } as const;
  const said = (answer: { readonly code: string; readonly text: string }): void => {
    if (!['200', '20005'].includes(answer.code)) throw new Error(answer.text);
  };
  const open = async (more: { orderType: 'market' } | { orderType: 'limit'; price: string }) => {
    const answer = await product.call('contracts.open', {
      ...own,
      body: { ...order, ...more, ...request() },
    });
    said(answer);
    return answer.result.id;
  };
  await open({ orderType: 'limit', price: '50000' });
  await open({ orderType: 'market' });
  const params = { id: await open({ orderType: 'market' }) };
  said(await product.call('contracts.close', { ...own, params, body: request() }));

  const { result } = await product.call('nft.list', { query: { page: '1', size: '50' } });
  for (const kind of ['auction', 'fixed'] as const) {
    const token = result.records.find((one) => one.kind === kind && one.chain === null);
    if (token === undefined) throw new Error(`no token by ${kind}`);
    const amount = token.minNextBid ?? token.price;
    const body = { id: token.id, kind: kind === 'auction' ? 'bid' : 'buy', amount } as const;
    said(await product.call('nft.buy', { ...own, body: { ...body, ...request() } }));
  }
  const talk = {
    subject: 'Which fee?',
    text: 'I paid 1.35 USDT.\nFor what?',
    language: 'en',
  } as const;
  said(await product.call('support.open', { token, body: { ...talk, ...request() } }));
}

/** Lets a user do all there is in a rehearsal that has just begun, by the pages and calls any user has. */
export async function stageAll({ product, browser, market }: Rehearsal): Promise<Stage> {
  const { url } = product;
  const english = await openSight(browser, {
    ...{ url, device: 'desktop', language: 'en', signedUpAs: USER },
  });
  const arabic = await openSight(browser, { url, device: 'mobile', language: 'ar' });
  const frames = hearPlans(english);
  const database = await ownerDatabase(product);
  const customer: Customer = { username: USER, product, database, english, arabic };
  const app = await addApp(product, english);
  await logInByApp(arabic, { username: USER, app });
  // A session at the desk is over when the clock goes a day ahead: each day has its members.
  const dayAtDesk = async (day: string, ...roles: StaffRole[]) => {
    const at = { dataDir: product.dataDir, deskLink: firstLinkIn(product.said()) };
    const who = { name: `oda.${day}`, email: `oda.${day}@candor.example` };
    const opener = await furtherMember(at, { ...who, aheadMs: app.aheadMs() }, ...roles);
    const join = (name: string, ...own: StaffRole[]): Promise<Visitor> =>
      joinBy({ product, browser, opener }, { name: `${name}.${day}`, roles: own });
    return { opener, join };
  };
  const first = await dayAtDesk('first', 'risk');
  const both = [await first.join('mats', 'risk'), await first.join('chen', 'risk')] as const;
  const [maker, checker] = both;
  await isTurnedOn({ opener: first.opener, staff: { maker, checker } }, Date.now() + app.aheadMs());
  await turnReal(customer);
  await app.forwardToMorning(25);
  await product.untilOpen('BTC/USDT');
  await rehearse(product.dataDir, 'tokens');
  await payInCoin(customer, { units: COINS, place: BTC_BY_BITCOIN, sight: english });
  await payInCoin(customer, { units: CASH, place: USDT_BY_ETHEREUM, sight: arabic });
  await asksFor(customer);
  const second = await dayAtDesk('second', 'kyc');
  await isIdentified(arabic, second.opener);
  const loan = await signsFor(customer);
  const staffOfLoan = {
    maker: await second.join('mats', 'kyc'),
    checker: await second.join('chen', 'risk'),
  };
  await isGranted(customer, { staff: staffOfLoan, loan });
  await draws(customer, app);
  await invests(customer);
  await joins(customer, app);
  await dayIsSettled(customer, app, { market, frames, bid: BID_LATER, brings: 'gain' });
  await actsByCalls(product, await tokenOn(english));
  const last = await dayAtDesk('last', 'support', 'kyc', 'risk', 'cashierMaker');
  await last.opener.ask('cases.open-house-funding', {
    body: {
      asset: 'USDT',
      amount: '250',
      account: 'outside',
      reference: 'R-0001',
      note: 'By bank',
    },
  });
  const staff = await last.join(
    'saw',
    ...(['support', 'kyc', 'cashierMaker', 'risk', 'content', 'auditor', 'admin'] as const),
  );
  for (const one of [arabic, ...both, staffOfLoan.maker, staffOfLoan.checker]) await one.close();
  await database.end();
  return { holder: english, staff, opener: last.opener };
}
