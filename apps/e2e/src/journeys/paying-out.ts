import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { written } from '../support/ledger.ts';
import { figuresIn } from '../support/pages.ts';
import { type Sent, signBatch } from '../support/signer.ts';
import type { TestWallet } from '../support/wallets.ts';
import { branchOf, deskWords, patternOf } from '../support/words.ts';
import {
  type Customer,
  type Sight,
  booksOf,
  booksSay,
  button,
  looksWhole,
  mine,
  onBoth,
  reads,
} from './cashier-sights.ts';
import { type CodeApp, confirmByApp } from './code-app.ts';
import { type Staff, approveByTwo } from './staff.ts';

const LABEL = 'harbour';
const PLACE_KEY = 'USDT ethereum';
/** Sum that leaves without staff, and one that two of them look at. @units USDT units */
const SMALL = 300_000_000n;
const LARGE = 25_000_000_000n;
const desk = deskWords();

const dialogOf = ({ page, say }: Sight, key: string): Locator =>
  page.getByRole('dialog', { name: say(key) });

/** Both dialogs of the address on one screen: whose it is, and from when money may leave to it. */
async function readBook(sight: Sight, wallet: TestWallet): Promise<void> {
  const { page, say } = sight;
  await button(page, say('authorization.title')).click();
  const proof = dialogOf(sight, 'authorization.title');
  await reads(proof, [
    say('authorization.message-only'),
    wallet.address,
    patternOf(say, 'authorization.authorized', { network: 'Ethereum', when: '.+' }),
  ]);
  await looksWhole(sight);
  await button(proof, say('common.close')).click();
  await button(page, say('book.title')).click();
  const book = dialogOf(sight, 'book.title');
  const waits = patternOf(say, 'book.waits', { when: '.+' });
  await reads(book, [wallet.address, LABEL, say('book.signed'), waits]);
  await looksWhole(sight);
  await button(book, say('common.close')).click();
}

/** Proves a wallet by a signature, saves its address, and reads both on both screens. */
export async function addAddress(
  customer: Customer,
  { app, wallet }: { readonly app: CodeApp; readonly wallet: TestWallet },
): Promise<void> {
  const { english } = customer;
  const { page, say } = english;
  await onBoth(customer, ({ open }) => open('/profile/balance'));
  await button(page, say('authorization.title')).click();
  const proof = dialogOf(english, 'authorization.title');
  await proof.getByRole('button', { name: 'Harbour Wallet' }).click();
  await proof.getByText(wallet.address).waitFor();
  await button(proof, say('common.close')).click();

  await button(page, say('book.title')).click();
  const book = dialogOf(english, 'book.title');
  await button(book, say('book.add')).click();
  const form = book.locator('form');
  await form.getByLabel(say('book.address'), { exact: true }).fill(wallet.address);
  await form.getByLabel(say('book.label'), { exact: true }).fill(LABEL);
  // USDT by Ethereum is what the form begins with on no network in particular.
  const place = say('book.place-of', { asset: 'USDT', network: 'Ethereum' });
  const places = form.getByLabel(say('book.place'), { exact: true });
  await places.selectOption({ label: place });
  await button(form, say('book.add')).click();
  await confirmByApp(english, app);
  await book.getByText(wallet.address).waitFor();
  await button(book, say('common.close')).click();
  await onBoth(customer, (sight) => readBook(sight, wallet));
}

type Requested = {
  readonly number: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly receive: bigint;
};

const ASKED = `
  select number, amount::text, fee::text, network_fee::text as "networkFee", receive::text
  from cashier.withdrawal join accounts.account using (user_id)
  where username = $1 order by ordinal desc limit 1`;

/** The withdrawal that was asked for last, as the database has it. */
async function lastAsked({ database, username }: Customer): Promise<Requested> {
  type Row = Readonly<Record<keyof Requested, string>>;
  const [row] = await database.rows<Row>(ASKED, [username]);
  if (row === undefined) throw new Error('no withdrawal was asked for');
  const { number, amount, fee, networkFee, receive } = row;
  return {
    number,
    amount: BigInt(amount),
    fee: BigInt(fee),
    networkFee: BigInt(networkFee),
    receive: BigInt(receive),
  };
}

/** Fills the form in, reads fees and address, and confirms; what was shown is what was booked. */
async function ask(
  customer: Customer,
  told: { readonly app: CodeApp; readonly wallet: TestWallet; readonly amount: bigint },
): Promise<Requested> {
  const { english } = customer;
  const { page, say } = english;
  const { app, wallet, amount } = told;
  const main = page.getByRole('main');
  const form = main.locator('form').filter({ hasText: say('withdraw.review') });
  const field = (key: string): Locator => form.getByLabel(say(key), { exact: true });
  await field('book.place').selectOption(PLACE_KEY);
  await field('book.address').selectOption({ index: 1 });
  await field('withdraw.amount').fill(String(amount / 1_000_000n));
  await button(form, say('withdraw.review')).click();
  const review = main.getByRole('region', { name: say('withdraw.review') });
  await reads(review, [wallet.address, LABEL, say('withdraw.check')]);
  await looksWhole(english);
  const shown = await figuresIn(review);
  await button(review, say('withdraw.confirm')).click();
  await confirmByApp(english, app);
  const done = new RegExp(`^${say('records.kind-withdrawal')} P-`);
  await main.getByRole('heading', { level: 2, name: done }).waitFor();
  const asked = await lastAsked(customer);
  expect(asked.amount).toBe(amount);
  expect(asked.receive + asked.fee + asked.networkFee).toBe(amount);
  expect(shown).toEqual({
    [say('withdraw.leaves')]: `${written(asked.amount)} USDT`,
    [say('balance.our-fee')]: `${written(asked.fee)} USDT`,
    [say('balance.network-fee')]: `${written(asked.networkFee)} USDT`,
    [say('exchange.receive')]: `${written(asked.receive)} USDT`,
  });
  await button(page, say('common.back')).first().click();
  return asked;
}

/** The withdrawal among the newest ones, opened. */
async function rowOf({ page }: Sight, { number }: Requested): Promise<Locator> {
  const row = page.getByRole('main').locator('details').filter({ hasText: number }).first();
  await row.waitFor({ state: 'attached' });
  if (!(await row.evaluate((element) => (element as HTMLDetailsElement).open))) {
    await row.locator('summary').click();
  }
  return row;
}

/** A withdrawal as both screens come to show it: its figures, where it stands, and what is said of that. */
async function bothShow(
  customer: Customer,
  asked: Requested,
  said: (sight: Sight) => readonly (string | RegExp)[],
): Promise<void> {
  await onBoth(customer, async (sight) => {
    const { say } = sight;
    const row = await rowOf(sight, asked);
    await reads(row, [`${written(asked.amount)} USDT`, ...said(sight)]);
    expect(await figuresIn(row)).toEqual({
      [say('withdraw.number')]: asked.number,
      [say('balance.our-fee')]: `${written(asked.fee)} USDT`,
      [say('balance.network-fee')]: `${written(asked.networkFee)} USDT`,
      [say('exchange.receive')]: `${written(asked.receive)} USDT`,
    });
  });
}

const stateOf = ({ say }: Sight, state: string): string => branchOf(say, 'withdraw.state', state);

/** One is taken back on the phone before it is sent: the whole amount is free again. */
export async function takeBack(
  customer: Customer,
  told: { readonly app: CodeApp; readonly wallet: TestWallet },
): Promise<void> {
  const { cash } = await booksOf(customer);
  await onBoth(customer, async ({ page, say, open }) => {
    await open('/profile/balance');
    await button(page, say('balance.withdraw')).click();
  });
  const asked = await ask(customer, { ...told, amount: SMALL });
  await booksSay(customer, { cash: cash - SMALL, leaving: SMALL });
  await bothShow(customer, asked, (sight) => [stateOf(sight, 'approved')]);
  const { arabic } = customer;
  const row = await rowOf(arabic, asked);
  await button(row, arabic.say('withdraw.cancel')).click();
  await bothShow(customer, asked, (sight) => [stateOf(sight, 'cancelled')]);
  await booksSay(customer, { cash, leaving: 0n });
}

/** A batch is made and exported by one, signed outside of the server, and its hashes handed in by the other. */
async function payOut(customer: Customer, { maker, checker }: Staff): Promise<Sent> {
  const { page } = maker;
  await page.goto(new URL('/pay-outs', page.url()).href);
  await page
    .getByRole('button', { name: `${desk('payouts.make')} (${desk('case.network-ethereum')})` })
    .click();
  const saved = page.waitForEvent('download');
  await button(page, desk('payouts.export')).click();
  const exported = await readFile(await (await saved).path(), 'utf8');
  await looksWhole({ page });
  const sent = await signBatch(customer.product.dataDir, exported);
  await checker.page.goto(new URL('/pay-outs', checker.page.url()).href);
  await checker.page.getByLabel(desk('payouts.hashes')).fill(sent.document);
  await looksWhole(checker);
  await button(checker.page, desk('payouts.send')).click();
  await checker.page.getByText(desk('payouts.state-sent'), { exact: true }).waitFor();
  return sent;
}

/** One above the limit: looked at by two, signed elsewhere, sent, mined and there. */
export async function withdraw(
  customer: Customer,
  told: { readonly app: CodeApp; readonly wallet: TestWallet; readonly staff: Staff },
): Promise<void> {
  const { wallet, staff } = told;
  const { cash } = await booksOf(customer);
  const asked = await ask(customer, { ...told, amount: LARGE });
  await bothShow(customer, asked, (sight) => [
    stateOf(sight, 'held'),
    branchOf(sight.say, 'withdraw.reason', 'review'),
    branchOf(sight.say, 'withdraw.holder', 'operator'),
    patternOf(sight.say, 'withdraw.until', { when: '.+' }),
  ]);
  await onBoth(customer, looksWhole);
  await booksSay(customer, { cash: cash - LARGE, leaving: LARGE });

  await approveByTwo(staff, [written(asked.amount), asked.number]);
  await bothShow(customer, asked, (sight) => [stateOf(sight, 'approved')]);

  const { hashes, holdingOf } = await payOut(customer, staff);
  await bothShow(customer, asked, (sight) => [stateOf(sight, 'broadcast'), ...hashes]);
  await booksSay(customer, { cash: cash - LARGE, leaving: LARGE });
  await mine(customer);
  await bothShow(customer, asked, (sight) => [stateOf(sight, 'confirmed'), ...hashes]);
  await onBoth(customer, looksWhole);
  await booksSay(customer, { cash: cash - LARGE, leaving: 0n });
  // Its owner has on the chain what the page said they would receive.
  expect(await holdingOf(wallet.address)).toBe(asked.receive);
}
