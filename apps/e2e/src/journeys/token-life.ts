import { readFile } from 'node:fs/promises';
import { MINUTE_MS } from '@candor/kernel';
import type { CallResult } from '@candor/protocol/light';
import { expect } from 'vitest';
import type { OwnerDatabase } from '../support/database.ts';
import { expectSoon } from '../support/eventually.ts';
import { accountSums, moneyFrom, written } from '../support/ledger.ts';
import { figuresIn, textOf } from '../support/pages.ts';
import type { Product } from '../support/product.ts';
import type { TestClock } from '../support/test-clock.ts';
import { branchOf, patternOf } from '../support/words.ts';
import { type Sight, button, looksWhole, reads } from './cashier-sights.ts';
import { CHARITY, type Offered, type Paid } from './token-desk.ts';

/** Two users who bid against one another, each on a screen of their own. */
export type Bidders = {
  readonly product: Product;
  readonly database: OwnerDatabase;
  readonly clock: TestClock;
  /** A desktop in English. */
  readonly english: Sight;
  /** A phone in Arabic. */
  readonly arabic: Sight;
  readonly names: { readonly english: string; readonly arabic: string };
};

type Token = CallResult<'nft.list'>['records'][number];

/** A token as anyone is told of it. */
async function tokenOf({ product }: Pick<Bidders, 'product'>, title: string): Promise<Token> {
  const answers = await Promise.all(
    (['open', 'sold'] as const).map((status) =>
      product.call('nft.list', { query: { status, page: '1', size: '50' } }),
    ),
  );
  const found = answers
    .flatMap(({ result }) => result.records)
    .find((token) => token.title === title);
  if (found === undefined) throw new Error(`there is no token ${title}`);
  return found;
}

const pathOf = ({ id }: Token): string => `/nfts?id=${id}`;
const mainOf = ({ page }: Pick<Sight, 'page'>) => page.getByRole('main');
const bidState = ({ say }: Sight, state: string): string => branchOf(say, 'nft.bid-state', state);

/** What a user's real account comes to hold. @units USDT units */
async function holds(
  { database }: Bidders,
  username: string,
  expected: { readonly cash: bigint; readonly bid: bigint },
): Promise<void> {
  await expectSoon(async () => {
    const sums = await accountSums(database, username);
    return { cash: sums['USDT user:cash'] ?? 0n, bid: sums['USDT user:bid'] ?? 0n };
  }).toEqual(expected);
}

/** A visitor reads what is on sale, and what of it reaches the charity. */
export async function readsOffers(
  visitor: Pick<Sight, 'page' | 'open' | 'say'>,
  { auction }: Offered,
): Promise<void> {
  const { say, open } = visitor;
  await open('/nfts');
  await reads(mainOf(visitor), [auction, '43.75 USDT', say('nft.no-payouts')]);
  await looksWhole(visitor);
}

/** A practice account reads that it needs a real one. */
export async function isRefusedOnPractice(sight: Sight, { auction }: Offered): Promise<void> {
  await sight.open('/nfts');
  await mainOf(sight).getByRole('link', { name: auction, exact: true }).click();
  await reads(mainOf(sight), [sight.say('message.switch-to-real')]);
  await looksWhole(sight);
}

/** Types an amount, reads what it does, and sends it. */
async function bids(sight: Sight, amount: string): Promise<void> {
  const { say } = sight;
  const main = mainOf(sight);
  const field = main.getByRole('textbox', { name: say('nft.your-bid'), exact: true });
  await field.fill(amount);
  await button(main, say('nft.review')).click();
  await reads(main, [say('nft.binding'), say('nft.outbid-text')]);
  await looksWhole(sight);
  const hole = '[\\d,.]+.USDT';
  const confirm = patternOf(say, 'nft.confirm-bid', { amount: hole, part: hole });
  await main.getByRole('button', { name: confirm }).click();
  await reads(main, [patternOf(say, 'nft.bid-done', { amount: `${amount}[.0]*.USDT` })]);
}

/** What is told who was outbid: the highest, the least next one, and what is free again. */
async function readsOutbid(
  sight: Sight,
  told: { readonly highest: string; readonly least: string; readonly amount: string },
): Promise<void> {
  const holes = Object.fromEntries(
    Object.entries(told).map(([name, text]) => [name, `${text}[.0]*.USDT`]),
  );
  await reads(mainOf(sight), [
    bidState(sight, 'outbid'),
    patternOf(sight.say, 'nft.outbid-now', holes),
  ]);
}

/** The statement has what was held, and what came back of it. */
async function readsRefund(sight: Sight, amount: bigint): Promise<void> {
  const { page, say, open } = sight;
  await open('/profile/records');
  await page.getByLabel(say('records.kind'), { exact: true }).selectOption('bid');
  await reads(mainOf(sight), [`−${written(amount)}`, `+${written(amount)}`]);
  await looksWhole(sight);
}

/** One bids, the other bids more, and in the last minutes the first again: the end moves. */
export async function bidsAgainst(bidders: Bidders, offered: Offered): Promise<void> {
  const { english, arabic, names, clock } = bidders;
  const token = await tokenOf(bidders, offered.auction);
  await Promise.all([english.open(pathOf(token)), arabic.open(pathOf(token))]);
  await bids(english, '50');
  await holds(bidders, names.english, { cash: 350_000_000n, bid: 50_000_000n });
  await bids(arabic, '60');
  await holds(bidders, names.arabic, { cash: 340_000_000n, bid: 60_000_000n });
  // The page of who was outbid hears of it, and everything is back.
  await readsOutbid(english, { highest: '60', least: '65', amount: '50' });
  await looksWhole(english);
  await holds(bidders, names.english, { cash: 400_000_000n, bid: 0n });
  await readsRefund(english, 50_000_000n);

  // In the last five minutes.
  const left = Math.floor((offered.endsAt - clock.now()) / MINUTE_MS);
  await clock.forward(`+${left - 3}m`);
  await english.open(pathOf(token));
  await reads(mainOf(english), [english.say('nft.last-minutes')]);
  await bids(english, '72');
  await reads(mainOf(english), [
    english.say('nft.moved-end'),
    patternOf(english.say, 'nft.extension', { minutes: '5', most: '10', used: '1' }),
  ]);
  await readsOutbid(arabic, { highest: '72', least: '77', amount: '60' });
  await looksWhole(arabic);
  await holds(bidders, names.arabic, { cash: 400_000_000n, bid: 0n });
  const { endsAt, extension } = await tokenOf(bidders, offered.auction);
  expect(endsAt).toBeGreaterThan(offered.endsAt);
  expect(extension).toMatchObject({ used: 1 });
}

/** The end comes: who leads owns it, with a certificate, and each part of the price is where it belongs. */
export async function isWon(bidders: Bidders, offered: Offered): Promise<void> {
  const { english, arabic, clock, names } = bidders;
  await clock.forward('+9m');
  await expectSoon(async () => (await tokenOf(bidders, offered.auction)).state).toBe('sold');
  await holds(bidders, names.english, { cash: 328_000_000n, bid: 0n });
  await english.open('/nfts?view=mine');
  const main = mainOf(english);
  const { sale } = (
    await bidders.product.call('nft.get', {
      params: { id: (await tokenOf(bidders, offered.auction)).id },
    })
  ).result;
  if (sale === null) throw new Error('it was not sold');
  expect(sale.shares).toEqual({
    ...{ price: '72', charity: '63', creator: '5.4', house: '3.6' },
  });
  await reads(main, [offered.auction, bidState(english, 'won'), sale.number, sale.entryId]);
  await looksWhole(english);
  await opensCertificate(english);
  await arabic.open('/nfts?view=mine');
  const outbid = branchOf(arabic.say, 'nft.role', 'other');
  await mainOf(arabic).getByRole('tab', { name: outbid }).click();
  await reads(mainOf(arabic), [offered.auction, bidState(arabic, 'outbid')]);
  await looksWhole(arabic);
}

/** The certificate is opened as a picture, and taken away as a PDF. */
async function opensCertificate(sight: Sight): Promise<void> {
  const { page, say } = sight;
  const main = mainOf(sight);
  await button(main, say('nft.open-certificate')).click();
  const dialog = page.getByRole('dialog');
  const width = async () => (await dialog.getByRole('img').boundingBox())?.width ?? 0;
  await expectSoon(width).toBeGreaterThan(200);
  await looksWhole(sight);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: /PDF$/ }).click(),
  ]);
  const bytes = await readFile(await paper.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
}

/** The other token is bought at its price. */
export async function buysAtPrice(bidders: Bidders, offered: Offered): Promise<void> {
  const { arabic, names } = bidders;
  const { say } = arabic;
  const token = await tokenOf(bidders, offered.fixed);
  await arabic.open(pathOf(token));
  const main = mainOf(arabic);
  await button(main, say('nft.review')).click();
  await reads(main, [say('nft.final')]);
  await looksWhole(arabic);
  const hole = '[\\d,.]+.USDT';
  const confirm = patternOf(say, 'nft.confirm-buy', { amount: hole, part: hole });
  await main.getByRole('button', { name: confirm }).click();
  await expectSoon(async () => (await tokenOf(bidders, offered.fixed)).state).toBe('sold');
  await holds(bidders, names.arabic, { cash: 366_640_000n, bid: 0n });
  await reads(main, [branchOf(say, 'nft.state', 'sold')]);
  await looksWhole(arabic);
}

const RAISED = `
  select coalesce(sum(case when to_class = 'house:charity' then amount else -amount end)
      filter (where kind = 'nft-sale'), 0)::text as raised,
    coalesce(sum(amount) filter (where kind = 'charity-payout'), 0)::text as paid
  from ledger.posting where 'house:charity' in (to_class, from_class)`;

/** What was raised, is held and was paid out, on the public page as in the books. */
export async function readsLedger(
  bidders: Bidders & { readonly visitor: Pick<Sight, 'page' | 'open' | 'say'> },
  { reference, receipt }: Paid,
): Promise<void> {
  const { visitor, product, database } = bidders;
  const { say, open } = visitor;
  const { result } = await product.call('nft.donations', { query: {} });
  // 63 of the auction and 29.19 of the fixed price.
  expect(result).toMatchObject({ raised: '92.19', paidOut: '92.19', held: '0' });
  const [booked] = await database.rows<{ raised: string; paid: string }>(RAISED);
  expect(booked).toEqual({ raised: '92190000', paid: '92190000' });
  await open('/nfts');
  const ledger = visitor.page.getByRole('region', { name: say('nft.ledger') });
  await reads(ledger, [
    CHARITY,
    patternOf(say, 'nft.payout-proof', { reference, receipt }),
    '63.00 USDT',
    '29.19 USDT',
  ]);
  const { [CHARITY]: raised = '' } = await figuresIn(ledger);
  expect(moneyFrom(raised)).toBe(92_190_000n);
  expect(await textOf(ledger)).not.toContain(say('nft.no-payouts'));
  await looksWhole(visitor);
}
