import { QUESTIONS, type QuestionName } from '@candor/protocol/light';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { contractsOf, writtenPrice } from '../support/ledger.ts';
import { BTC_PAGE, openTicket, positionShown, sendTicket, ticketOf } from '../support/pages.ts';
import { patternOf } from '../support/words.ts';
import {
  type Customer,
  type Sight,
  booksOf,
  button,
  looksWhole,
  onBoth,
  reads,
} from './cashier-sights.ts';

const LOTS = '0.01';
const LEVERAGE = '2';

/** Answers that show what the questions are about. */
const RIGHT: Readonly<Record<QuestionName, string>> = {
  experience: 'some',
  background: 'no',
  margin: 'tenth',
  leverage: 'tenfold',
  closeOut: 'closed',
  gap: 'nextPrice',
  ownership: 'notOwned',
};
const dialogOf = ({ page, say }: Sight, key: string) =>
  page.getByRole('dialog', { name: say(key) });

/** The questions on the way to the real account, answered on this screen. */
async function answer(sight: Sight): Promise<void> {
  const { page, say } = sight;
  await button(dialogOf(sight, 'mode.to-real-title'), say('first-real.begin')).click();
  const form = dialogOf(sight, 'first-real.title');
  await form.getByLabel(say('first-real.country'), { exact: true }).selectOption('DE');
  await looksWhole({ page });
  for (const name of Object.keys(QUESTIONS) as QuestionName[]) {
    const question = form.getByRole('group').nth(Object.keys(QUESTIONS).indexOf(name));
    const place = QUESTIONS[name].findIndex((one) => one === RIGHT[name]);
    await question.getByRole('radio').nth(place).check();
  }
  await form.getByRole('checkbox', { name: say('first-real.risk-accept') }).check();
  await button(form, say('first-real.send')).click();
  await form.getByText(say('first-real.done-title'), { exact: true }).waitFor();
  await button(form, say('common.close')).last().click();
}

/** One screen reads that a day is to be waited, and changes over. */
async function changesOver(sight: Sight): Promise<void> {
  const dialog = dialogOf(sight, 'mode.to-real-title');
  await reads(dialog, [patternOf(sight.say, 'first-real.waiting', { when: '.+' })]);
  await looksWhole(sight);
  await button(dialog, sight.say('mode.confirm-real')).click();
  await button(sight.page, sight.say('balance.deposit')).waitFor();
}

/** From practice to the real account by a user of one screen, who answers the questions there. */
export async function turnsReal(sight: Sight): Promise<void> {
  await sight.open('/profile/balance');
  await button(sight.page, sight.say('mode.confirm-real')).click();
  await answer(sight);
  await changesOver(sight);
}

/** From practice to the real account by the page of the balance; the questions are asked once. */
export async function turnReal(customer: Customer): Promise<void> {
  await onBoth(customer, async (sight) => {
    await sight.open('/profile/balance');
    await button(sight.page, sight.say('mode.confirm-real')).click();
    await dialogOf(sight, 'mode.to-real-title').waitFor();
  });
  await answer(customer.english);
  // The other screen reads that a day is to be waited; both change over.
  const { arabic } = customer;
  await arabic.page.reload();
  await button(arabic.page, arabic.say('mode.confirm-real')).click();
  await onBoth(customer, changesOver);
}

/** Before the day is over the ticket says from when, and takes nothing. */
export async function orderTooEarly(customer: Customer): Promise<void> {
  await onBoth(customer, async (sight) => {
    const { page, say, device, open } = sight;
    await open(BTC_PAGE);
    await openTicket(sight, device);
    await reads(ticketOf(sight).form, [patternOf(say, 'first-real.waiting', { when: '.+' })]);
    expect(await ticketOf(sight).act.isDisabled()).toBe(true);
    await looksWhole({ page });
  });
  expect(await contractsOf(customer.database, customer.username, 'real')).toEqual([]);
}

/** After it the order is filled, at a price the books have and both screens show. */
export async function orderFilled(customer: Customer, cash: bigint): Promise<void> {
  const { english, database, username } = customer;
  const { page, say } = english;
  await onBoth(customer, ({ open }) => open(BTC_PAGE));
  await openTicket(english, 'desktop');
  const ticket = ticketOf(english);
  await ticket.lots.fill(LOTS);
  await ticket.leverage.selectOption(LEVERAGE);
  await sendTicket(english);
  await page.getByText(patternOf(say, 'ticket.filled', { price: '[\\d,]+\\.\\d+' })).waitFor();
  const [contract, ...others] = await contractsOf(database, username, 'real');
  expect(others).toEqual([]);
  const { margin = 0n, openFee = 0n, openPrice = 0n } = contract ?? {};
  expect(margin).toBeGreaterThan(0n);
  expect(await booksOf(customer)).toEqual({ cash: cash - margin - openFee, margin, leaving: 0n });
  await onBoth(customer, async (sight) => {
    const entry = async () => (await positionShown(sight, sight.device))?.entry;
    await eventually(async () => expect(await entry()).toBe(writtenPrice(openPrice)));
    await looksWhole(sight);
  });
}
