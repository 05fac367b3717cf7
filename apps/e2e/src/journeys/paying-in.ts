import type { Asset } from '@candor/kernel';
import type { Network } from '@candor/protocol/light';
import { expect } from 'vitest';
import { orderChain } from '../support/chains.ts';
import { written } from '../support/ledger.ts';
import { textOf } from '../support/pages.ts';
import { patternOf } from '../support/words.ts';
import {
  type Customer,
  PLACE,
  type Sight,
  booksSay,
  button,
  looksWhole,
  mine,
  onBoth,
  reads,
} from './cashier-sights.ts';

/** A coin and the network it comes by, as the deposit names them. */
type PayInPlace = {
  readonly asset: Asset;
  readonly network: Network;
  readonly title: string;
};
export const USDT_BY_ETHEREUM: PayInPlace = { ...PLACE, title: 'Ethereum' };
export const BTC_BY_BITCOIN: PayInPlace = { asset: 'BTC', network: 'bitcoin', title: 'Bitcoin' };

/** How an address of each network begins. */
const ADDRESS = /^(?:0x|bc1|tb1|bcrt1)/;

/** Opens the deposit and answers the address it shows. */
async function openDeposit(
  { page, say, open }: Sight,
  { asset, title }: PayInPlace,
): Promise<string> {
  await open('/profile/balance');
  await button(page, say('balance.deposit')).click();
  await page.getByRole('radio', { name: asset, exact: true }).click();
  await page.getByRole('radio', { name: title, exact: true }).click();
  await button(page, say('deposit.show')).click();
  const code = page.getByRole('img', { name: say('deposit.qr') });
  await code.waitFor();
  const shown = page.getByRole('main').locator('bdi').filter({ hasText: ADDRESS }).first();
  return (await textOf(shown)).replaceAll(' ', '');
}

/** A payment to an address; answers its hash. */
async function pay(
  { product }: Customer,
  { to, units, place = USDT_BY_ETHEREUM }: { to: string; units: bigint; place?: PayInPlace },
): Promise<string> {
  const { asset, network } = place;
  const payment = { asset, network, to, units: String(units) };
  const { hash = '' } = await orderChain(product.dataDir, 'fund', payment);
  return hash;
}

/** The chain forgets every block from this height on, and goes on without what was in them. */
async function forget(customer: Customer, height: number): Promise<void> {
  // Its own blocks may come between two orders.
  const depth = (await mine(customer, 1)) - height + 2;
  const reorg = { network: PLACE.network, depth, keeps: false };
  await orderChain(customer.product.dataDir, 'reorg', reorg);
  // A chain is believed to be another one once it is longer.
  await mine(customer, depth + 1);
}

/** A payment as both screens come to show it: its amount, and what is said of it. */
async function bothShow(
  customer: Customer,
  paid: { readonly hash: string; readonly units: bigint },
  said: (sight: Sight) => readonly (string | RegExp)[],
): Promise<void> {
  await onBoth(customer, async (sight) => {
    const row = sight.page.getByRole('main').getByRole('listitem').filter({ hasText: paid.hash });
    await reads(row.first(), [`${written(paid.units)} USDT`, ...said(sight)]);
  });
}

/** Seen, credited once, taken back by the chain, and made again: read on both screens each time. */
export async function payIn(customer: Customer, units: bigint): Promise<void> {
  const addresses = new Set<string>();
  await onBoth(customer, async (sight) => {
    addresses.add(await openDeposit(sight, USDT_BY_ETHEREUM));
  });
  // Both screens name the one address, and it is paid to as it is read.
  expect(addresses.size).toBe(1);
  const [address = ''] = addresses;
  const before = await mine(customer, 1);
  const first = {
    units: 300_000_000n,
    hash: await pay(customer, { to: address, units: 300_000_000n }),
  };
  await bothShow(customer, first, ({ say }) => [
    say('deposit.confirming'),
    patternOf(say, 'deposit.confirmed', { done: '\\d+', needed: '\\d+' }),
  ]);
  await booksSay(customer, { cash: 0n });
  await mine(customer);
  await bothShow(customer, first, ({ say }) => [say('deposit.credited-note')]);
  await booksSay(customer, { cash: first.units });
  await onBoth(customer, looksWhole);

  // The chain forgets it: the credit is taken back, and both screens say so.
  await forget(customer, before);
  await bothShow(customer, first, ({ say }) => [say('deposit.reversed-note')]);
  await booksSay(customer, { cash: 0n });

  const again = { units, hash: await pay(customer, { to: address, units }) };
  await mine(customer);
  await bothShow(customer, again, ({ say }) => [say('deposit.credited-note')]);
  await booksSay(customer, { cash: units });
}

/** A payment of any coin, to the address one screen shows, which says when it is credited. */
export async function payInCoin(
  customer: Customer,
  { units, place, sight }: { units: bigint; place: PayInPlace; sight: Sight },
): Promise<void> {
  const { page, say } = sight;
  const to = await openDeposit(sight, place);
  const hash = await pay(customer, { to, units, place });
  await mine(customer, undefined, place.network);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: hash });
  await reads(row.first(), [say('deposit.credited-note')]);
}
