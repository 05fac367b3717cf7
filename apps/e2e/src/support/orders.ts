import { randomUUID } from 'node:crypto';
import { signedIn } from '@candor/testkit';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from './browser.ts';
import type { OwnerDatabase } from './database.ts';
import { type Screen, rowsOf, textOf } from './pages.ts';
import type { RunningProduct } from './product.ts';

/** An order as the database has it. @units prices and lots: decimal text · money: USDT units */
export type StoredOrder = {
  readonly id: string;
  readonly status: 'pending' | 'running' | 'closed';
  readonly reason: string | null;
  readonly side: 'long' | 'short';
  readonly asked: string | null;
  readonly stop: string | null;
  readonly stopLoss: string | null;
  readonly openPrice: string | null;
  readonly lots: string;
  readonly lotsLeft: string;
  readonly profit: string | null;
};

const ORDERS = `
  select id, contract.status, reason, side, trim_scale(asked_price)::text as asked,
    trim_scale(stop_price)::text as stop, trim_scale(stop_loss)::text as "stopLoss",
    trim_scale(open_price)::text as "openPrice", trim_scale(lots)::text as lots,
    trim_scale(case when contract.status = 'closed' then 0 else coalesce(lots_left, lots) end)::text
      as "lotsLeft", profit::text as profit
  from contracts.contract join accounts.account using (user_id)
  where username = $1 and mode = 'demo' order by contract.created_at, id`;

/** Every demo order of a user, waiting ones too, oldest first. */
export function ordersOf(database: OwnerDatabase, username: string): Promise<StoredOrder[]> {
  return database.rows<StoredOrder>(ORDERS, [username]);
}

export type StoredClosing = {
  readonly lots: string;
  readonly price: string;
  readonly fee: string;
  readonly openFee: string;
  readonly realized: string;
  readonly profit: string;
  readonly receiptNo: string;
};

const CLOSINGS = `
  select trim_scale(closing.lots)::text as lots, trim_scale(closing.price)::text as price,
    closing.fee::text as fee, closing.open_fee::text as "openFee",
    closing.realized::text as realized, closing.profit::text as profit,
    platform.plain_hex(receipt_no) as "receiptNo"
  from contracts.closing join accounts.account using (user_id)
  where username = $1 order by closing.at, closing.place`;

/** Every closing of a user, of parts too, oldest first. */
export function closingsOf(database: OwnerDatabase, username: string): Promise<StoredClosing[]> {
  return database.rows<StoredClosing>(CLOSINGS, [username]);
}

type Device = 'desktop' | 'mobile';

/** Opens the rows of a phone's list once they are there. */
async function openRows(list: Locator): Promise<void> {
  const closed = list.locator('details:not([open]) > summary');
  await list.locator('details').first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
}

/** The list of orders that wait: a table on the desk, rows on a phone, which are opened here. */
export async function pendingList({ page, say }: Screen, device: Device): Promise<Locator> {
  if (device === 'desktop') {
    await page.getByRole('tab', { name: new RegExp(`^${say('orders.status-pending')}`) }).click();
  }
  const name = say('orders.status-pending');
  if (device === 'desktop') return page.getByRole('table', { name });
  const list = page.getByRole('list', { name });
  await openRows(list);
  return list;
}

/** The figures of the only order that waits, by their names. */
export async function pendingShown(
  list: Locator,
  device: Device,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (device === 'desktop') return (await rowsOf(list))[0];
  // In one look: a card that was just seen may be gone with the next.
  const cards = await list
    .getByRole('listitem')
    .evaluateAll((elements) =>
      elements.map((element) =>
        [...element.querySelectorAll('dt')].map((label) => [
          label.innerText.trim(),
          (label.nextElementSibling as HTMLElement | null)?.innerText
            .replaceAll(/[\u2066-\u2069]/g, '')
            .trim() ?? '',
        ]),
      ),
    );
  return cards[0] === undefined ? undefined : Object.fromEntries(cards[0]);
}

/** Opens what can be done with the only position or waiting order. */
export async function manage(
  { page, say }: Screen,
  order: { readonly key: string; readonly side: 'long' | 'short' },
): Promise<Locator> {
  const name = say(order.key, { side: say(`orders.${order.side}`), code: 'BTC/USDT' });
  await page.getByRole('button', { name }).filter({ visible: true }).click();
  const dialog = page.locator('dialog[open]').last();
  await dialog.waitFor();
  return dialog;
}

/** Chooses a panel of the dialog. */
export async function panel(dialog: Locator, name: string): Promise<void> {
  const tab = dialog.getByRole('tab', { name, exact: true });
  await tab.click();
  await dialog.getByRole('tabpanel', { name }).waitFor();
}

/** What the messages over the page say. */
export function messages({ page, say }: Screen): Promise<string> {
  return textOf(page.getByRole('status', { name: say('ui.toasts') }));
}

/** A user's long with a stop, a target and a trailing stop: the widest row there is. */
export async function openLong(
  product: Pick<RunningProduct, 'call'>,
  username: string,
): Promise<void> {
  const { result } = await product.call('accounts.login', {
    body: { username, password: PASSWORD, client: 'api' },
  });
  const { code, text } = await product.call('contracts.open', {
    token: signedIn(result).token,
    body: {
      code: 'BTC/USDT',
      direction: 'buy',
      orderType: 'market',
      lots: '0.05',
      leverage: 2,
      stopLoss: '40000',
      takeProfit: '80000',
      trailingDistance: '19000',
      requestId: randomUUID(),
    },
  });
  expect(code, text).toBe('200');
}
