import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { CoinMarket } from '../support/coin-market.ts';
import { expectSoon } from '../support/eventually.ts';
import { accountSums, written } from '../support/ledger.ts';
import { figuresIn, textOf } from '../support/pages.ts';
import { hearToasts } from '../support/toasts.ts';
import { differencesIn } from '../support/verifier.ts';
import { branchOf, patternOf } from '../support/words.ts';
import { BORROWED, PLEDGED } from './borrowing.ts';
import { type Customer, type Sight, button, looksWhole, onBoth, reads } from './cashier-sights.ts';
import {
  type StoredSale,
  bothShow,
  loanOf,
  loanState,
  openLoan,
  salesOf,
  sumsSay,
} from './loan-books.ts';

/** 3,600 and little interest are 70.6 % of 0.1 BTC at the first, 83.8 % at the second. @units USDT */
const NOTICE_BID = 51_000;
const SALE_BID = 43_000;
const SATOSHI = 100_000_000n;

const toastsOf = ({ page, say }: Sight) => hearToasts(page, say('ui.toasts'));

/** The share a loan is of its collateral, as the page writes it. @rounding up, two places */
function shareText(owed: bigint, bid: number): string {
  const value = (PLEDGED * BigInt(bid) * 1_000_000n) / SATOSHI;
  const hundredths = (owed * 10_000n + value - 1n) / value;
  return `${written(hundredths, { from: 2, places: 2 })}%`;
}

/** The price falls to the first line: the open page is told and shows it, and so does the phone's list. */
export async function isNoticed(customer: Customer, market: CoinMarket): Promise<void> {
  const { english, arabic } = customer;
  const { number, owed } = await loanOf(customer);
  const before = await accountSums(customer.database, customer.username);
  await arabic.open('/profile/notification');
  const told = ({ say }: Sight): RegExp =>
    patternOf(say, 'notifications.loan-notice', { number, level: '7\\d(\\.\\d+)?%' });
  const toasts = await toastsOf(english);
  market.setBid(NOTICE_BID);
  await toasts.said(told(english));
  const gauge = english.page.getByRole('main').getByRole('figure').first();
  await reads(gauge, [shareText(owed, NOTICE_BID)]);
  await reads(english.page.getByRole('main'), [english.say('loan.line-passed')]);
  const line = arabic.page.getByRole('link', { name: told(arabic) });
  await line.waitFor();
  await onBoth(customer, looksWhole);
  // Its line leads to the user's loans, not to what loans are.
  await line.click();
  await arabic.page.getByRole('link', { name: number, exact: true }).waitFor();
  expect(await loanOf(customer)).toMatchObject({ notices: 1, owed, pledged: PLEDGED });
  expect(await salesOf(customer)).toEqual([]);
  expect(await accountSums(customer.database, customer.username)).toEqual(before);
}

/**
 * The least that restores 65 %: owed − x × p × (1 − 0.2 %) ≤ 65 % × p × (pledged − x), solved for x.
 *
 * @units of BTC: satoshi @rounding up
 */
function leastSold(owed: bigint, bid: bigint): bigint {
  const price = bid * 1_000_000n;
  const excess = owed * 1_000n * SATOSHI - 650n * price * PLEDGED;
  const gained = (998n - 650n) * price;
  return (excess + gained - 1n) / gained;
}

/** The report of the sale on one screen, and the document of it. */
async function readReport(sight: Sight, sale: StoredSale): Promise<void> {
  const { page, say } = sight;
  const heading = page.getByRole('heading', { name: say('loan.sales'), exact: true });
  const report = heading.locator('xpath=..');
  const coins = written(sale.given, { from: 8, places: 8 }).replace(/0+$/, '');
  const price = written(BigInt(SALE_BID), { from: 0, places: 0 }).replace(/\.$/, '');
  await reads(report, [branchOf(say, 'loan.sale-why', 'line'), coins, price, '65.00%']);
  const figures = await figuresIn(report);
  expect(figures[say('loan.sale-paid')]).toBe(`${written(sale.paid)} USDT`);
  expect(await textOf(report)).not.toContain(say('loan.sale-loss'));
  const saved = page.waitForEvent('download');
  await report.getByRole('button', { name: /PDF$/ }).click();
  const bytes = await readFile(await (await saved).path());
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
}

/** The receipt, which the browser of each reader recomputes. */
async function readReceipt({ page, say, open }: Sight, number: string): Promise<void> {
  await open(`/receipt/${number}`);
  await page.getByText(say('receipt.hash-same')).waitFor();
  await page.getByText(say('receipt.trace-found')).first().waitFor();
  expect(await page.getByText(say('receipt.differs'), { exact: true }).count()).toBe(0);
  await looksWhole({ page });
}

/** The price falls to the sale line: the least is sold that restores the loan, told, reported and verified. */
export async function isSold(customer: Customer, market: CoinMarket): Promise<void> {
  const { english, database, username, product } = customer;
  const before = await accountSums(database, username);
  const { number, owed, interest } = await loanOf(customer);
  await openLoan(customer, number);
  const title = patternOf(english.say, 'notifications.loan-sale', { number, amount: '.+' });
  const toasts = await toastsOf(english);
  market.setBid(SALE_BID);
  await toasts.said(title);
  await expectSoon(async () => (await salesOf(customer)).length).toBe(1);
  const [sale] = await salesOf(customer);
  if (sale === undefined) throw new Error('nothing was sold');
  const { given, paid, lost } = sale;
  expect(lost).toBe(0n);
  // Rounding of what it brings and of the spread may ask for one more.
  const least = leastSold(owed, BigInt(SALE_BID));
  expect([least, least + 1n]).toContain(given);
  const left = owed - paid;
  expect(await loanOf(customer)).toMatchObject({
    owed: left,
    interest: 0n,
    pledged: PLEDGED - given,
  });
  await sumsSay(customer, {
    'USDT user:debt': -left,
    'USDT house:lending': BORROWED - (paid - interest),
    'BTC user:cash': before['BTC user:cash'] ?? 0n,
    'BTC user:collateral': PLEDGED - given,
  });
  await bothShow(customer, {
    state: 'repaymentInProgress',
    figures: { 'loan.owed': `${written(left)} USDT` },
  });
  await onBoth(customer, async (sight) => {
    await readReport(sight, sale);
    await looksWhole(sight);
  });
  const link = english.page.getByRole('main').locator('a[href^="/receipt/"]').first();
  const receipt = ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
  await onBoth(customer, (sight) => readReceipt(sight, receipt));
  // And so does a program that shares no code with the product, from the whole tape.
  expect(await differencesIn(product, [receipt])).toMatchObject({ differences: [] });
}

/** What is left is repaid from cash; the rest of the coins is free again. */
export async function repays(customer: Customer): Promise<void> {
  const { english, database, username } = customer;
  const { page, say } = english;
  const before = await accountSums(database, username);
  const { number, owed, pledged } = await loanOf(customer);
  await openLoan(customer, number);
  const shown = `${written(owed)} USDT`;
  await bothShow(customer, { state: 'repaymentInProgress', figures: { 'loan.owed': shown } });
  await button(page, say('loan.repay')).click();
  const dialog = page.getByRole('dialog', { name: say('loan.repay') });
  await reads(dialog, [say('loan.repay-early')]);
  // The sale paid all interest first.
  expect(await figuresIn(dialog)).toMatchObject({
    [say('loan.pays-interest')]: `${written(0n)} USDT`,
    [say('loan.pays-principal')]: shown,
    [say('loan.owed-after')]: `${written(0n)} USDT`,
  });
  await looksWhole(english);
  await button(dialog, say('loan.repay')).click();
  await dialog.waitFor({ state: 'detached' });
  await bothShow(customer, { state: 'repaid' });
  expect(await loanOf(customer)).toMatchObject({ state: 'repaid', owed: 0n, pledged: 0n });
  await sumsSay(customer, {
    'USDT user:cash': (before['USDT user:cash'] ?? 0n) - owed,
    'USDT user:debt': 0n,
    'USDT house:lending': 0n,
    'BTC user:cash': (before['BTC user:cash'] ?? 0n) + pledged,
    'BTC user:collateral': 0n,
  });
  await onBoth(customer, async (sight) => {
    await looksWhole(sight);
    await sight.open('/loan/records');
    await reads(sight.page.getByRole('main'), [number, loanState(sight, 'repaid')]);
  });
}
