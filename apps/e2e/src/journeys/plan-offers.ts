import { type CallResult } from '@candor/protocol/light';
import { expect } from 'vitest';
import { expectSoon } from '../support/eventually.ts';
import { written } from '../support/ledger.ts';
import { figuresIn, rowsOf, textOf } from '../support/pages.ts';
import { type Customer, type Sight, button, looksWhole, onBoth, reads } from './cashier-sights.ts';

type Offered = CallResult<'plans.list'>[number];

/** Decimal text of the wire in units of this many places. */
export function unitsFrom(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return text.startsWith('-') ? -size : size;
}

const SHARE_PLACES = 18;

/** A share of one as pages write it in percent, signed; to who hears a page it also says up or down. */
const percentShown = (text: string): unknown =>
  expect.stringContaining(
    `${written(unitsFrom(text, SHARE_PLACES) * 100n, { from: SHARE_PLACES, signed: true })}%`,
  );

/** The plan the journey is about, as anyone is told of it. */
async function offeredGrid({ product }: Pick<Customer, 'product'>): Promise<Offered> {
  const { result } = await product.call('plans.list');
  const grid = result.find(({ strategy }) => strategy === 'grid');
  if (grid === undefined) throw new Error('no grid is offered');
  return grid;
}

/** What a plan is called on a page. */
const titleOf = ({ say }: Pick<Sight, 'say'>, { strategy, instruments }: Offered): string =>
  `${say(`plans.strategy-${strategy}`)} · ${instruments.map(({ code }) => code).join(', ')}`;

/** Titles of the plans that are offered, in the order they stand in. */
async function titlesShown({ page }: Sight, names: ReadonlySet<string>): Promise<string[]> {
  const heads = await page.getByRole('main').getByRole('heading', { level: 2 }).all();
  const texts = await Promise.all(heads.map(textOf));
  return texts.filter((text) => names.has(text));
}

/** Opens the plans, in the order of the deepest fall, and from there the grid, by its name. */
export async function openGrid(customer: Customer): Promise<Offered> {
  const { result: offered } = await customer.product.call('plans.list');
  const grid = await offeredGrid(customer);
  // What happened comes before what only a backtest says, and before what nothing is known of.
  const rank = ({ realised, backtest }: Offered): number =>
    realised !== null ? 0 : backtest !== null ? 1 : 2;
  const fall = ({ realised, backtest }: Offered): bigint =>
    unitsFrom((realised ?? backtest?.summary)?.deepestFall ?? '0', SHARE_PLACES);
  const sorted = offered.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return fall(a) === fall(b) ? 0 : fall(a) > fall(b) ? -1 : 1;
  });
  await onBoth(customer, async (sight) => {
    const { page, say, open } = sight;
    await open('/trading');
    const order = page.getByRole('combobox', { name: say('plans.sort'), exact: true });
    await order.selectOption('total');
    await order.selectOption('fall');
    const names = sorted.map((plan) => titleOf(sight, plan));
    await expectSoon(() => titlesShown(sight, new Set(names))).toEqual(names);
    await looksWhole(sight);
    // What it trades is kept apart in the name by signs nobody sees.
    const strategy = new RegExp(`^${say(`plans.strategy-${grid.strategy}`)}`, 'u');
    await page.getByRole('heading', { level: 2 }).getByRole('link', { name: strategy }).click();
    const title = titleOf(sight, grid);
    await expectSoon(() => textOf(page.getByRole('heading', { level: 1 }))).toBe(title);
  });
  return grid;
}

/** With practice money the specification's refusal stands in the way, and beside it the way on paper. */
export async function isRefusedOnPractice(customer: Customer): Promise<void> {
  await openGrid(customer);
  await onBoth(customer, async (sight) => {
    const { page, say } = sight;
    const main = page.getByRole('main');
    await reads(main, [say('plans.none-yet')]);
    await looksWhole(sight);
    await button(main, say('plans.set-amount')).click();
    const dialog = page.getByRole('dialog');
    await reads(dialog, [say('message.demo-no-plans'), say('plans.use-real')]);
    await looksWhole(sight);
    await button(dialog, say('plans.try-paper')).click();
    await reads(dialog, [say('plans.paper-text')]);
    await dialog.getByRole('textbox', { name: say('plans.amount'), exact: true }).waitFor();
    await looksWhole(sight);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}

/** The days of the fund stand on both screens as the call says them, the losing ones among them. */
export async function readsLosingDays(customer: Customer): Promise<void> {
  const { id } = await openGrid(customer);
  const { result: plan } = await customer.product.call('plans.get', { params: { id } });
  const { realised, settled, daily } = plan;
  if (realised === null) throw new Error('nothing has happened in the fund');
  const { losingDays, days, deepestFall, worst, best, median, total } = realised;
  expect([losingDays, days]).toEqual([1, 3]);
  expect(daily.filter(({ result }) => result.startsWith('-'))).toHaveLength(1);
  // Its fund has one owner: amounts of a day would be theirs.
  expect(settled.map(({ result }) => result)).toEqual(daily.map(() => null));
  await onBoth(customer, async (sight) => {
    const { page, say, device } = sight;
    const happened = page.getByRole('region', { name: say('plans.happened') });
    await expectSoon(() => figuresIn(happened)).toMatchObject({
      [say('plans.fall')]: percentShown(`-${deepestFall}`),
      [say('plans.losing')]: say('plans.losing-of', { losing: losingDays, days }),
      [say('plans.worst')]: percentShown(worst),
      [say('plans.best')]: percentShown(best),
      [say('plans.median')]: percentShown(median),
      [say('plans.total')]: percentShown(total),
    });
    // Newest first, in the table of a desktop and on the cards of a phone.
    const told = daily.toReversed();
    const list = page.getByRole('region', { name: say('plans.days'), exact: true });
    if (device === 'desktop') {
      const rows = await rowsOf(list.getByRole('table'));
      expect(rows.map((row) => row[say('plans.result')])).toEqual(
        told.map(({ result }) => percentShown(result)),
      );
    } else {
      const cards = await list.getByRole('listitem').all();
      const shown = await Promise.all(cards.map((card) => figuresIn(card)));
      expect(shown.map((figures) => figures[say('plans.result')])).toEqual(
        told.map(({ result }) => percentShown(result)),
      );
    }
    await looksWhole(sight);
  });
}
