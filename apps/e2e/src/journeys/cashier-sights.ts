import { BASE_PATH, CALLS, type Network } from '@candor/protocol/light';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Device, type VisitOptions, type Visitor, visit } from '../support/browser.ts';
import { orderChain } from '../support/chains.ts';
import type { OwnerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import { type Balances, bookOf } from '../support/ledger.ts';
import { textOf } from '../support/pages.ts';
import type { Product } from '../support/product.ts';
import { type Say, wordsOf } from '../support/words.ts';

/** One screen of the user: a browser, and the words of its language. */
export type Sight = Visitor & { readonly say: Say; readonly device: Device };

/** A user with two screens, and the rehearsal their money moves in. */
export type Customer = {
  readonly username: string;
  readonly product: Product;
  readonly database: OwnerDatabase;
  /** A desktop in English. */
  readonly english: Sight;
  /** A phone in Arabic. */
  readonly arabic: Sight;
};

export const PLACE = { asset: 'USDT', network: 'ethereum' } as const;
/** More than Ethereum's payments wait for. */
const BLOCKS = 16;

/** A browser of the user. An account has one language on all its devices; each of these reads its own. */
export async function openSight(
  browser: Browser,
  options: VisitOptions & Required<Pick<VisitOptions, 'device' | 'language'>>,
): Promise<Sight> {
  const { device, language } = options;
  const visitor = await visit(browser, options);
  const path = `**${BASE_PATH}${CALLS['accounts.preferences'].path}`;
  await visitor.context.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const envelope = (await response.json()) as { result: object };
    const result = { ...envelope.result, language };
    return route.fulfill({ response, json: { ...envelope, result } });
  });
  return { ...visitor, device, say: wordsOf(language) };
}

/** What is done, or looked at, on both screens at once. */
export async function onBoth(
  { english, arabic }: Pick<Customer, 'english' | 'arabic'>,
  act: (sight: Sight) => Promise<void>,
): Promise<void> {
  await Promise.all([act(english), act(arabic)]);
}

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

/** What axe finds on the page, or on the dialog over it: nothing. */
export async function looksWhole({ page }: Pick<Sight, 'page'>): Promise<void> {
  expect(await pageFaults(page)).toEqual([]);
}

/** What a part of a page comes to say: every sentence, each a text or a pattern. */
export async function reads(part: Locator, words: readonly (string | RegExp)[]): Promise<void> {
  await eventually(async () => {
    const text = await textOf(part);
    for (const one of words) {
      if (typeof one === 'string') expect(text).toContain(one);
      else expect(text).toMatch(one);
    }
  });
}

/** The user's real account in the books. */
export const booksOf = ({ database, username }: Customer): Promise<Balances> =>
  bookOf(database, username, 'real');

/** The same, once it is as expected: what a timer posts comes a moment later. */
export async function booksSay(customer: Customer, expected: Partial<Balances>): Promise<void> {
  await expectSoon(() => booksOf(customer)).toMatchObject(expected);
}

/** Blocks upon what was paid, so that it counts; answers how high the chain is then. */
export async function mine(
  { product }: Pick<Customer, 'product'>,
  blocks = BLOCKS,
  network: Network = PLACE.network,
): Promise<number> {
  const { height = 0 } = await orderChain(product.dataDir, 'mine', { network, blocks });
  return height;
}
