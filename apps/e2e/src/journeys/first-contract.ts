import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  type BookedContract,
  bookOf,
  chargesAt,
  contractsOf,
  moneyFrom,
  priceFrom,
  resultAt,
  written,
  writtenPrice,
} from '../support/ledger.ts';
import {
  type PositionShown,
  closeConfirm,
  figuresIn,
  goToSection,
  openTicket,
  positionShown,
  rowsOf,
  sendTicket,
  textOf,
  ticketOf,
} from '../support/pages.ts';
import { patternOf } from '../support/words.ts';
import type { Traveller } from './newcomer.ts';

/** A price of whole dollars times this has two places, so what is shown of a result is all of it. */
const LOTS = '0.3';
const QUANTITY = priceFrom(LOTS);

/** Fills the ticket in, compares what it says with the price it names, and sends it. */
export async function openLong(who: Traveller): Promise<BookedContract> {
  const { page, say, device, user } = who;
  const screen = { page, say };
  await openTicket(screen, device);
  const ticket = ticketOf(screen);
  await ticket.lots.fill(LOTS);
  await ticket.leverage.selectOption('2');
  await ticket.stopLoss.fill(who.stop);
  await ticket.takeProfit.fill(who.target);
  // The price moves between two looks; what belongs to one price is the same at some look.
  await eventually(async () => {
    const price = priceFrom(/[\d,]+\.\d+/.exec(await textOf(ticket.side('long')))?.[0] ?? '0');
    const shown = await figuresIn(ticket.form);
    const { notional, margin, fee } = chargesAt(price, { quantity: QUANTITY, leverage: 2n });
    const expected = [notional, margin, fee, margin + fee];
    const names = [
      say('ticket.position-value'),
      say('ticket.margin-needed'),
      say('ticket.fee-open', { rate: '0.10%' }),
      say('ticket.margin-and-fee'),
    ];
    expect(names.map((name) => shown[name])).toEqual(
      expected.map((units) => `${written(units)} USDT`),
    );
  });
  await sendTicket(screen);
  await page
    .getByText(patternOf(say, 'ticket.filled', { price: '\\d\\d,\\d{3}\\.\\d+' }))
    .waitFor();
  await eventually(async () => expect(await positionShown(screen, device)).not.toBeNull());
  const [contract, ...others] = await contractsOf(who.database, user.name);
  expect(others).toEqual([]);
  return contract as BookedContract;
}

/** The result follows the price, to the last digit, and the fixed figures are those stored. */
export async function watchResult(who: Traveller, contract: BookedContract): Promise<void> {
  const account = await bookOf(who.database, who.user.name);
  // Where the whole account reaches half of the margin; said toward the market, never too late.
  const room = (account.cash + contract.margin / 2n) * 10n ** 30n;
  const forced = contract.openPrice - room / contract.quantity;
  expect(forced).toBeGreaterThan(0n);
  const step = 10n ** 16n;
  const seen = new Map<string, PositionShown>();
  await eventually(async () => {
    const shown = await positionShown(who, who.device);
    // An order is shown as soon as it is told; its forced close comes with the next list.
    const isWhole = shown !== null && shown.mark !== '' && shown.forced !== '—';
    if (isWhole) seen.set(shown.mark, shown);
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
  for (const shown of seen.values()) {
    const result = resultAt(contract, priceFrom(shown.mark));
    const percent = (result * 10n ** 18n * 100n) / contract.margin;
    expect(shown).toEqual({
      entry: writtenPrice(contract.openPrice),
      mark: shown.mark,
      pnl: written(result, { signed: true }),
      percent: `${written(percent, { from: 18, signed: true })}%`,
      forced: writtenPrice(((forced + step - 1n) / step) * step),
      stop: writtenPrice(priceFrom(who.stop)),
      target: writtenPrice(priceFrom(who.target)),
    });
  }
  expect(contract).toMatchObject({ side: 'long', status: 'running', leverage: 2 });
  expect(contract.stopLoss).toBe(priceFrom(who.stop));
  expect(contract.takeProfit).toBe(priceFrom(who.target));
  const { quantity, openPrice } = contract;
  expect(quantity).toBe(QUANTITY);
  const { margin, fee } = chargesAt(openPrice, { quantity, leverage: 2n });
  expect([contract.margin, contract.openFee]).toEqual([margin, fee]);
}

/** The account page while the contract runs: every figure from the books and one mark. */
export async function compareAccount(who: Traveller, contract: BookedContract): Promise<void> {
  const { page, say, user } = who;
  await goToSection(who, 'nav.account');
  const { cash, margin } = await bookOf(who.database, user.name);
  expect(margin).toBe(contract.margin);
  const label = (key: string): string => say(`account.${key}`);
  await page.getByRole('main').getByText(label('margin-level'), { exact: true }).waitFor();
  const shown = await eventually(async () => {
    const figures = await figuresIn(page.getByRole('main'));
    expect(figures[label('bond')]).toBe(`${written(margin)} USDT`);
    return figures;
  });
  const floating = moneyFrom(shown[label('floating')] ?? '');
  const equity = cash + margin + floating;
  const free = floating < 0n ? cash + floating : cash;
  const level = (equity * 10n ** 6n * 100n) / margin;
  expect(shown).toMatchObject({
    [label('amount')]: `${written(cash)} USDT`,
    [label('equity')]: `${written(equity)} USDT`,
    [label('total')]: `${written(equity)} USDT`,
    [label('free-margin')]: `${written(free)} USDT`,
    [label('margin-level')]: `${written(level, { places: 1 })}%`,
    [label('loan')]: '0.00 USDT',
  });
}

/** Closes from the market's page; the message says price and result as they were posted. */
export async function closeContract(who: Traveller): Promise<void> {
  const { page, say, user } = who;
  await goToSection(who, 'nav.market');
  const row = page.getByRole('list', { name: say('market.list-label') });
  await row.getByRole('link', { name: /BTC\/USDT/ }).click();
  const name = say('orders.close-order', { side: say('orders.long'), code: 'BTC/USDT' });
  await page.getByRole('button', { name }).click();
  await closeConfirm(who).click();
  const closed = patternOf(say, 'message.close-done', {
    price: '([\\d,.]+\\d)',
    profit: '([+−][\\d,.]+\\d)',
  });
  const said = await textOf(page.getByText(closed).first());
  const [, price = '', profit = ''] = closed.exec(said) ?? [];
  const [contract] = await contractsOf(who.database, user.name);
  expect(contract?.status).toBe('closed');
  expect(priceFrom(price)).toBe(contract?.closePrice);
  expect(profit).toBe(written(contract?.profit ?? 0n, { signed: true }));
  await eventually(async () => expect(await positionShown(who, who.device)).toBeNull());
}

/** The list of orders shows the closed one as the books have it. */
export async function compareOrders(who: Traveller): Promise<void> {
  const { page, say, device, user } = who;
  await goToSection(who, 'nav.account');
  await page
    .getByRole('main')
    .getByRole('link', { name: say('orders.show-all') })
    .click();
  await page.waitForURL('**/profile/orders');
  const [contract] = await contractsOf(who.database, user.name);
  const list =
    device === 'desktop'
      ? page.getByRole('table', { name: say('orders.title') })
      : page.getByRole('list', { name: say('orders.title') });
  await list.waitFor();
  const [shown] = device === 'desktop' ? await rowsOf(list) : [await figuresIn(list)];
  expect(shown).toMatchObject({
    [say('orders.col-side')]: say('orders.long'),
    [say('orders.col-size')]: LOTS,
    [say('orders.col-entry')]: writtenPrice(contract?.openPrice ?? 0n),
    [say('orders.col-exit')]: writtenPrice(contract?.closePrice ?? 0n),
    [say('orders.fee')]: written(contract?.fees ?? 0n),
    [say('orders.col-result')]: written(contract?.profit ?? 0n, { signed: true }),
    [say('orders.col-status')]: `${say('orders.status-closed')} · ${say('orders.reason-user')}`,
    [say('orders.col-number')]: contract?.orderNo,
  });
}

/** After the close all money is free again, less the result. */
export async function compareBalance(who: Traveller): Promise<void> {
  const { page, say, user } = who;
  await goToSection(who, 'nav.account');
  const [contract] = await contractsOf(who.database, user.name);
  const { cash, margin } = await bookOf(who.database, user.name);
  expect(margin).toBe(0n);
  expect(cash).toBe(10_000_000_000n + (contract?.profit ?? 0n));
  const money = `${written(cash)} USDT`;
  await eventually(async () => {
    const shown = await figuresIn(page.getByRole('main'));
    const keys = ['amount', 'total', 'equity', 'free-margin', 'bond', 'floating', 'profit'];
    expect(keys.map((key) => shown[say(`account.${key}`)])).toEqual([
      ...[money, money, money, money],
      ...['0.00 USDT', '0.00 USDT', `${written(contract?.profit ?? 0n, { signed: true })} USDT`],
    ]);
  });
}
