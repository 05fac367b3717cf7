import type { Locator, Page } from 'playwright-core';
import { expectSoon } from './eventually.ts';
import type { Say } from './words.ts';

/** A page and the words it should use. */
export type Screen = { readonly page: Page; readonly say: Say };

/** The page of BTC/USDT, as a row of the market list leads to it. */
export const BTC_PAGE = '/cruuency?code=BTC%2FUSDT&type=2&id=BTCUSDT';

/** Labelled figures, as one moment showed them. */
export type Figures = Readonly<Record<string, string>>;

// Isolates of direction are not part of what a person reads.
const ISOLATES = /[\u2066-\u2069]/g;

/** What stands in an element, as a person reads it. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(ISOLATES, '').replaceAll(/\s+/g, ' ').trim();
}

/** The sentence at a field that says what is wrong; null when nothing is. */
export async function errorAt(field: Locator): Promise<string | null> {
  return field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return null;
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const notes = ids.map((id) => document.getElementById(id));
    const alert = notes.find((note) => note?.getAttribute('role') === 'alert');
    return alert?.textContent.replaceAll(/[\u2066-\u2069]/g, '') ?? null;
  });
}

/** Every label and figure inside, read at one moment, so that they belong to one price. */
export async function figuresIn(scope: Locator): Promise<Figures> {
  const pairs = await scope.evaluate((element) =>
    [...element.querySelectorAll('dt')].map((label) => [
      label.innerText,
      (label.nextElementSibling as HTMLElement | null)?.innerText ?? '',
    ]),
  );
  // Between a figure and its unit is a distance, not a character.
  const clean = (text = ''): string =>
    text
      .replaceAll(ISOLATES, '')
      .replaceAll(/\s+/g, ' ')
      .replace(/(?<=\d) ?USDT$/, ' USDT')
      .trim();
  // Under a name may stand a note; the name is the first line.
  return Object.fromEntries(
    pairs.map(([label, figure]) => [clean(label?.split('\n')[0]), clean(figure)]),
  );
}

/** The rows of a table, by the heads of its columns, read at one moment; none without a table. */
export async function rowsOf(table: Locator): Promise<Figures[]> {
  return table.evaluateAll((tables) => {
    const read = (cell: Element): string =>
      (cell as HTMLElement).innerText
        .replaceAll(/[\u2066-\u2069]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
    const heads = [...(tables[0]?.querySelectorAll('thead th') ?? [])].map(read);
    return [...(tables[0]?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      Object.fromEntries([...row.children].map((cell, at) => [heads[at], read(cell)])),
    );
  });
}

/** The input a label belongs to; other parts may carry the same name. */
function inputOf(scope: Page | Locator, label: string): Locator {
  return scope.locator('input').and(scope.getByLabel(label, { exact: true }));
}

/** The form that opens an account. */
export function registerForm({ page, say }: Screen) {
  return {
    name: inputOf(page, say('access.account-label')),
    password: inputOf(page, say('access.password-label')),
    submit: page.getByRole('button', { name: say('access.register-submit') }),
  };
}

/** The form that logs in. */
export function loginForm({ page, say }: Screen) {
  const main = page.getByRole('main');
  return {
    name: inputOf(page, say('access.login-name-label')),
    password: inputOf(page, say('access.password-label')),
    submit: main.getByRole('button', { name: say('access.login-title'), exact: true }),
  };
}

/** Opens an account through the page and waits until it is signed in. */
export async function register(
  screen: Screen,
  user: { readonly name: string; readonly password: string },
): Promise<void> {
  const form = registerForm(screen);
  await form.name.fill(user.name);
  await form.password.fill(user.password);
  await form.submit.click();
  await screen.page.waitForURL((url) => !url.pathname.startsWith('/pass/'));
}

/** Logs in through the page and waits until it is signed in. */
export async function logIn(
  screen: Screen,
  user: { readonly name: string; readonly password: string },
): Promise<void> {
  const form = loginForm(screen);
  await form.name.fill(user.name);
  await form.password.fill(user.password);
  await form.submit.click();
  await screen.page.waitForURL((url) => !url.pathname.startsWith('/pass/'));
}

/** The order ticket, on the desk or on a phone's sheet. */
export function ticketOf({ page, say }: Screen) {
  const form = page.getByRole('form', { name: say('ticket.title') });
  // Looked for inside the form: a filter asks from what it filters, not from the page.
  const backButton = page.getByRole('button', { name: say('ticket.back') });
  const field = (key: string): Locator => form.getByLabel(say(key), { exact: true });
  return {
    form,
    lots: field('ticket.amount'),
    leverage: field('ticket.leverage'),
    stopLoss: field('ticket.stop-loss'),
    takeProfit: field('ticket.take-profit'),
    side: (side: 'long' | 'short') =>
      form.getByRole('radio', { name: say(side === 'long' ? 'ticket.buy' : 'ticket.sell') }),
    /** The one button of the ticket: the last button of the form. */
    act: form.locator('button').last(),
    /** Leaves a held price; it is there as long as one is. */
    back: form.locator(backButton),
    /** The button while a price is held, and nothing without one. */
    held: form.filter({ has: backButton }).locator('button').last(),
  };
}

/**
 * Presses at a price the server holds, until what asked for the press is gone. A price lives for
 * five seconds, and a busy machine may be longer over one press: whatever stands there then, the
 * next price or the button at it, is pressed inside the page, as soon as it can be.
 *
 * @shape held: the buttons that act at a held price; there are none without one
 */
export async function pressHeld(press: () => Promise<void>, held: Locator): Promise<void> {
  await press();
  const pressAgain = (): Promise<number> =>
    held.evaluateAll((buttons) => {
      for (const button of buttons as HTMLButtonElement[]) {
        if (!button.disabled && button.ariaBusy !== 'true') button.click();
      }
      return buttons.length;
    });
  await expectSoon(pressAgain).toBe(0);
}

/** Presses the ticket's button, and then the button at the price the server holds. */
export async function sendTicket(screen: Screen): Promise<void> {
  const { act, held, back } = ticketOf(screen);
  await act.click();
  await back.waitFor();
  await pressHeld(() => act.click(), held);
}

/**
 * What opens the ticket of a phone. In some languages a position is closed by a button that names its
 * side, too, and in German the word for selling ends in the word for buying.
 */
export function ticketOpener({ page, say }: Screen): Locator {
  const opener = page.locator('button[aria-haspopup="dialog"]');
  return opener.filter({ hasText: new RegExp(`^${say('ticket.buy')}`, 'u') });
}

/** On a phone the ticket is on a sheet behind the bar's buttons; on the desk it is there. */
export async function openTicket(screen: Screen, device: 'desktop' | 'mobile'): Promise<void> {
  if (device === 'mobile') await ticketOpener(screen).click();
  await ticketOf(screen).lots.waitFor();
}

/** One open contract as the page shows it at one moment. */
export type PositionShown = {
  readonly entry: string;
  readonly mark: string;
  readonly pnl: string;
  readonly percent: string;
  readonly forced: string;
  readonly stop: string;
  readonly target: string;
};

const MONEY = /[+−]?[\d,]+\.\d\d/;
const PERCENT = /[+−]?[\d,]+\.\d\d%/;

const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? '';

/** The only open contract, in the desk's table or on a phone's card; null without one. */
export async function positionShown(
  screen: Screen,
  device: 'desktop' | 'mobile',
): Promise<PositionShown | null> {
  return device === 'desktop' ? positionOfTable(screen) : positionOfCard(screen);
}

/** What answers the question before a position closes. */
export const closeConfirm = ({ page, say }: Screen): Locator =>
  page
    .getByRole('dialog', { name: say('orders.close-one-title') })
    .getByRole('button', { name: say('orders.close-one-confirm') });

async function positionOfTable({ page, say }: Screen): Promise<PositionShown | null> {
  const table = page.getByRole('table', { name: say('orders.positions') });
  // What closed keeps its row while the list is looked at.
  const closed = `${say('orders.status-closed')} · `;
  const rows = await rowsOf(table);
  const row = rows.find((one) => !(one[say('orders.action')] ?? '').includes(closed));
  if (row === undefined) return null;
  const at = (key: string): string => row[say(key)] ?? '';
  const [stop = '', target = ''] = at('orders.col-stops').split(' / ');
  return {
    entry: at('orders.col-entry'),
    mark: at('orders.col-mark'),
    pnl: found(at('orders.col-pnl'), MONEY),
    percent: found(at('orders.col-pnl'), PERCENT),
    forced: at('orders.col-forced'),
    stop,
    target,
  };
}

async function positionOfCard({ page, say }: Screen): Promise<PositionShown | null> {
  const heading = page.getByRole('heading', { name: say('orders.your-position') });
  // The row that opens, and what it opens.
  const card = heading.locator('xpath=ancestor::details');
  // All there are, which does not wait: the card may go while it is looked for.
  const [read] = await card.evaluateAll((cards) =>
    cards.map((element) => ({
      text: (element as HTMLElement).innerText.replaceAll(/\s+/g, ' '),
      figures: [...element.querySelectorAll('dt')].map((label) => [
        label.innerText,
        (label.nextElementSibling as HTMLElement | null)?.innerText ?? '',
      ]),
    })),
  );
  if (read === undefined) return null;
  const figures = new Map(read.figures.map(([name = '', value = '']) => [name, value]));
  const at = (key: string): string => figures.get(say(key)) ?? '';
  const [, mark = ''] = new RegExp(`${say('orders.now')} ([\\d,.]+)`).exec(read.text) ?? [];
  return {
    entry: at('orders.col-entry'),
    mark,
    pnl: /([+−]?[\d,]+\.\d\d) ?USDT/.exec(read.text)?.[1] ?? '',
    percent: found(read.text, PERCENT),
    forced: at('orders.col-forced'),
    stop: at('ticket.stop-loss'),
    target: at('ticket.take-profit'),
  };
}

/** Goes to one of the six sections by the frame's own links. */
export async function goToSection({ page, say }: Screen, key: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: say('nav.main') })
    .getByRole('link', { name: say(key), exact: true });
  // One market on a phone has a bar of its own; the logo leads back to the sections.
  if ((await link.count()) === 0) {
    await page.getByRole('banner').getByRole('link', { name: 'Candor' }).click();
  }
  await link.click();
}
