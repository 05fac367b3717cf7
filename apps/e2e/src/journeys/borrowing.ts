import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { expectSoon } from '../support/eventually.ts';
import { runHelper } from '../support/helper-process.ts';
import { accountSums, written } from '../support/ledger.ts';
import { textOf } from '../support/pages.ts';
import { patternOf } from '../support/words.ts';
import { signs } from './being-identified.ts';
import { type Customer, type Sight, button, looksWhole, onBoth, reads } from './cashier-sights.ts';
import { type CodeApp, confirmByApp } from './code-app.ts';
import {
  type StoredLoan,
  bothShow,
  loanFigures,
  loanOf,
  loanState,
  openLoan,
  sumsSay,
} from './loan-books.ts';
import { type Staff, approveByTwo } from './staff.ts';

/** What is borrowed and pledged: 3,600 on 0.1 BTC, which is 60 % while a BTC is bought at 60,000. */
export const BORROWED = 3_600_000_000n;
export const PLEDGED = 10_000_000n;
/** @units USDT units */
const INTEREST_A_NIGHT = 720_000n;

/** Moves the slider of a page and reads what the product itself would then do. */
async function falls(
  { page, say }: Sight,
  fall: number,
  words: readonly (string | RegExp)[],
): Promise<void> {
  const slider = page.getByRole('slider', { name: say('loan.what-if-slider') });
  await slider.fill(String(fall));
  await reads(page.locator('section').filter({ has: slider }).getByRole('status'), words);
}

/** The public page on both screens; from it the form is filled in, up to the question who one is. */
export async function asksFor(customer: Customer): Promise<void> {
  const { english } = customer;
  await onBoth(customer, async (sight) => {
    const { page, say, open } = sight;
    await open('/loan');
    await page.getByRole('slider', { name: say('loan.what-if-slider') }).waitFor();
    await looksWhole(sight);
  });
  const { page, say } = english;
  const main = page.getByRole('main');
  await main.getByRole('link', { name: say('loan.apply'), exact: true }).click();
  const amount = main.getByRole('textbox', { name: say('loan.amount'), exact: true });
  await amount.fill('3600');
  const pledge = say('loan.pledge-asset', { asset: 'BTC' });
  await main.getByRole('textbox', { name: pledge, exact: true }).fill('0.1');
  // 60 % of what it is worth: 66.67 % after a fall of 10 %, 70.59 % after 15 %, 85.72 % after 30 %.
  const after = (ltv: string): RegExp => patternOf(say, 'loan.what-if-ltv', { ltv });
  await falls(english, 10, [after('66\\.67%'), say('loan.what-if-calm')]);
  const notice = patternOf(say, 'loan.what-if-notice', { line: '70%' });
  await falls(english, 15, [after('70\\.59%'), notice]);
  const holes = { sold: '0\\.\\d+ BTC', paid: '.+', left: '0\\.\\d+ BTC', owed: '.+' };
  await falls(english, 30, [after('85\\.72%'), patternOf(say, 'loan.what-if-sale', holes)]);
  await looksWhole(english);
  await button(page, say('onboarding.continue')).click();
  await main.getByText(say('message.identity-first'), { exact: true }).waitFor();
  await looksWhole(english);
  // The way to say who one is.
  await main.getByRole('link', { name: say('loan.identity-go') }).click();
  await page.getByRole('heading', { name: say('page.identity-title'), level: 1 }).waitFor();
}

/** Saves the agreement of the page and answers the files it carries. */
async function agreementOn({ page, say }: Sight): Promise<Readonly<Record<string, string>>> {
  const saved = page.waitForEvent('download');
  await button(page, `${say('loan.agreement')} PDF`).click();
  const carried = await runHelper('pdf-attachments-child.ts', [await (await saved).path()]);
  return JSON.parse(carried) as Readonly<Record<string, string>>;
}

/** The agreement a page shows: the hash under its name is that of the text the document carries. */
async function readAgreement(sight: Sight): Promise<string> {
  const { page } = sight;
  const shown = page.getByRole('main').locator('bdi[title]').filter({ hasText: 'sha-256' });
  const hash = (await shown.getAttribute('title')) ?? '';
  expect(await textOf(shown)).toBe(`sha-256 ${hash.slice(0, 4)}…${hash.slice(-4)}`);
  const { 'agreement.json': text = '' } = await agreementOn(sight);
  expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
  return hash;
}

/** From the identification back to what was filled in, which is still there: the offer is read, its agreement compared, signed and sent. */
export async function signsFor(customer: Customer): Promise<StoredLoan> {
  const { english } = customer;
  const { page, say } = english;
  const main = page.getByRole('main');
  await page.reload();
  await main.getByRole('link', { name: say('loan.apply'), exact: true }).click();
  await button(page, say('loan.sign-send')).waitFor();
  await expectSoon(() => loanFigures(english)).toMatchObject({
    [say('loan.borrow')]: `${written(BORROWED)} USDT`,
    [say('loan.collateral-held')]: '0.1 BTC',
    // 27 nights of the 30 cost 0.72 each.
    [say('loan.interest-total')]: `${written(27n * INTEREST_A_NIGHT)} USDT`,
  });
  const hash = await readAgreement(english);
  await looksWhole(english);
  // Without a signature nothing is sent.
  await button(page, say('loan.sign-send')).click();
  await main.getByText(say('message.not-signed'), { exact: true }).first().waitFor();
  await signs(page);
  await button(page, say('loan.sign-send')).click();
  await main.getByText(say('loan.sent'), { exact: true }).waitFor();
  await looksWhole(english);
  await main.getByRole('link', { name: say('loan.mine'), exact: true }).click();
  const loan = await loanOf(customer);
  expect(loan).toMatchObject({ state: 'pendingReview', principal: BORROWED, owed: 0n, hash });
  expect(createHash('sha256').update(loan.agreement).digest('hex')).toBe(hash);
  await reads(main, [loan.number, loanState(english, 'pendingReview')]);
  await looksWhole(english);
  return loan;
}

/** Two members grant it in the desk; both screens hear of it. */
export async function isGranted(
  customer: Customer,
  { staff, loan }: { readonly staff: Staff; readonly loan: StoredLoan },
): Promise<void> {
  const before = await accountSums(customer.database, customer.username);
  await openLoan(customer, loan.number);
  await bothShow(customer, { state: 'pendingReview' });
  await approveByTwo(staff, [loan.number, loan.hash, customer.username]);
  await bothShow(customer, { state: 'approved' });
  expect(await loanOf(customer)).toMatchObject({ state: 'approved', owed: 0n, pledged: 0n });
  // Nothing is pledged or paid by a yes.
  expect(await accountSums(customer.database, customer.username)).toEqual(before);
  await onBoth(customer, looksWhole);
}

/** Drawn on the phone, after a code of the app: the coins are pledged and the money is there. */
export async function draws(customer: Customer, app: CodeApp): Promise<void> {
  const { arabic, database, username } = customer;
  const { page, say } = arabic;
  const before = await accountSums(database, username);
  const cash = (asset: string): bigint => before[`${asset} user:cash`] ?? 0n;
  await page.getByRole('button', { name: patternOf(say, 'loan.draw', { amount: '.+' }) }).click();
  await confirmByApp(arabic, app);
  await bothShow(customer, {
    state: 'repaymentInProgress',
    figures: {
      'loan.owed': `${written(BORROWED)} USDT`,
      'loan.principal': `${written(BORROWED)} USDT`,
      'loan.collateral-held': '0.1 BTC',
    },
  });
  await sumsSay(customer, {
    'USDT user:cash': cash('USDT') + BORROWED,
    'USDT user:debt': -BORROWED,
    'USDT house:lending': BORROWED,
    'BTC user:cash': cash('BTC') - PLEDGED,
    'BTC user:collateral': PLEDGED,
  });
  expect(await loanOf(customer)).toMatchObject({ owed: BORROWED, pledged: PLEDGED, notices: 0 });
  await onBoth(customer, looksWhole);
}

/** Five midnights go by, of which three cost nothing. */
export async function nightsPass(customer: Customer, app: CodeApp): Promise<void> {
  await app.forward('+120h');
  const twoNights = [INTEREST_A_NIGHT, INTEREST_A_NIGHT];
  await expectSoon(async () => (await loanOf(customer)).charges).toEqual(twoNights);
  const { number, interest, owed } = await loanOf(customer);
  expect(interest).toBe(2n * INTEREST_A_NIGHT);
  expect(owed).toBe(BORROWED + interest);
  await sumsSay(customer, { 'USDT user:debt': -owed, 'USDT house:loan-interest': interest });
  await customer.product.untilOpen('BTC/USDT');
  await openLoan(customer, number);
  await bothShow(customer, {
    state: 'repaymentInProgress',
    figures: {
      'loan.owed': `${written(owed)} USDT`,
      'loan.interest-owed': `${written(interest)} USDT`,
    },
  });
}
