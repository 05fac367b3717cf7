import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectSoon } from '../support/eventually.ts';
import { type Verifier, newVerifier } from '../support/verifier-program.ts';
import { type Customer, type Sight, looksWhole, onBoth } from './cashier-sights.ts';
import { planDaysOf, planOrderOf } from './plan-books.ts';

/** A receipt of a day: what is changed in it, to a figure no day of the journey brings. */
const FORGED = '1234.567891';

/** Trades whose receipts are recomputed: the newest. */
const TRADES = 3;

/** Numbers of the receipts a table of the page leads to, or of the page outside of its sections, each once. */
async function numbersIn({ page }: Sight, caption: string | null): Promise<string[]> {
  const main = page.getByRole('main');
  const links =
    caption === null
      ? main.locator('xpath=.//a[starts-with(@href, "/receipt/")][not(ancestor::section)]')
      : main.getByRole('table', { name: caption, exact: true }).locator('a[href^="/receipt/"]');
  const paths = await Promise.all(
    (await links.all()).map((link) => link.getAttribute('href', { timeout: 1_000 })),
  );
  return [...new Set(paths.map((path) => path?.split('/').at(-1) ?? ''))];
}

/** Both screens open a receipt and recompute it: its text has its hash, and nothing differs. */
async function isRecomputed(customer: Customer, number: string): Promise<void> {
  await onBoth(customer, async (sight) => {
    const { page, say, open } = sight;
    await open(`/receipt/${number}`);
    await page.getByRole('article', { name: say('receipt.title') }).waitFor();
    await page.getByText(say('receipt.hash-same')).waitFor();
    await page.getByRole('status').getByText(/\d/).first().waitFor();
    expect(await page.getByText(say('receipt.differs'), { exact: true }).count()).toBe(0);
    await looksWhole(sight);
  });
}

/** An outside reader with the verifier alone recomputes a receipt; with another result it differs. */
async function isVerified(
  { product }: Customer,
  { folder, verify }: Verifier,
  number: string,
): Promise<void> {
  const fetched = await verify(number, '--from', product.url, number);
  expect(fetched.said).toContain('nothing differs');
  expect(fetched.code).toBe(0);
  const path = join(folder, number, 'receipt.json');
  const kept = JSON.parse(await readFile(path, 'utf8')) as { result?: Record<string, unknown> };
  if (kept.result === undefined) return;
  const forged = { ...kept, result: { ...kept.result, result: FORGED } };
  await writeFile(path, JSON.stringify(forged));
  const found = await verify(join(number, 'receipt.json'));
  expect(found.said).toContain('DIFFERS');
  expect(found.code).toBe(1);
}

/**
 * Every settled day of the order, how it was left, and the trades of its strategy have a receipt: each is opened on
 * both screens, and recomputed by the verifier of an outside reader.
 */
export async function receiptsVerify(customer: Customer): Promise<void> {
  const { english } = customer;
  const { id } = await planOrderOf(customer);
  const settled = (await planDaysOf(customer)).length;
  const path = `/trading/plans?id=${id}`;
  await english.open(path);
  // They are written behind the midnight and the leaving: each comes soon.
  const days = () => numbersIn(english, english.say('plans.days'));
  await expectSoon(async () => (await days()).length).toBeGreaterThanOrEqual(settled - 1);
  const ofDays = await days();
  const left = () => numbersIn(english, null);
  await expectSoon(async () => (await left()).length).toBe(1);
  const [ofExit = ''] = await left();
  // Trades of the strategy while it was in, and what was sold for it when it left.
  const trades = () => numbersIn(english, english.say('plans.trades'));
  await expectSoon(async () => (await trades()).length).toBeGreaterThan(1);
  const ofTrades = (await trades()).slice(0, TRADES);
  const verifier = await newVerifier();
  for (const number of [...ofDays, ofExit, ...ofTrades])
    await isVerified(customer, verifier, number);
  const [day = ''] = ofDays;
  const [trade = ''] = ofTrades;
  for (const number of [day, ofExit, trade]) await isRecomputed(customer, number);
}
