import { MINUTE_MS } from '@candor/kernel';
import type { StaffRole } from '@candor/protocol/desk-light';
import type { Browser, Locator } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import type { Visitor } from '../support/browser.ts';
import type { Member } from '../support/desk.ts';
import { figuresIn } from '../support/pages.ts';
import type { Product } from '../support/product.ts';
import type { TestClock } from '../support/test-clock.ts';
import { deskWords } from '../support/words.ts';
import { button, looksWhole, reads } from './cashier-sights.ts';
import { type Staff, approveByTwo, joinBy } from './staff.ts';

const desk = deskWords();

/** Who proposes, and the two who decide. */
type TokenStaff = Staff & { readonly writer: Visitor };

/** What is on sale. */
export type Offered = {
  readonly charity: string;
  readonly auction: string;
  readonly fixed: string;
  /** @units Unix milliseconds */
  readonly endsAt: number;
};

/** What was paid out. */
export type Paid = { readonly reference: string; readonly receipt: string };

export const CHARITY = 'Open Window school';
const PICTURE = fileURLToPath(new URL('../../../../docs/home.png', import.meta.url));

/** Three members by invitations of an administrator: one proposes, two decide. */
export async function joinStaff(told: {
  readonly product: Product;
  readonly browser: Browser;
  readonly opener: Member;
}): Promise<TokenStaff> {
  const join = (name: string, roles: StaffRole[]) => joinBy(told, { name, roles });
  const [writer, maker, checker] = await Promise.all([
    join('wilma', ['content', 'cashierMaker']),
    join('mats', ['risk']),
    join('chen', ['cashierChecker']),
  ]);
  return { writer, maker, checker };
}

/** Fields of the dialog by their labels. */
async function fill(dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Puts a proposal before the others, once it looks whole. */
async function put({ page }: Visitor, dialog: Locator): Promise<void> {
  await looksWhole({ page });
  await button(dialog, desk('proposal.submit')).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Goes to a page of the desk. */
async function openAt({ page }: Visitor, path: string, title: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function offersCharity(staff: TokenStaff): Promise<void> {
  const { writer } = staff;
  await openAt(writer, '/charities', desk('nav.charities'));
  await button(writer.page, desk('charities.new')).click();
  const dialog = writer.page.getByRole('dialog');
  await dialog.getByLabel(desk('charities.field-country'), { exact: true }).selectOption('GB');
  await fill(dialog, {
    [desk('charities.field-name')]: CHARITY,
    [desk('charities.field-register')]: 'Charity Commission',
    [desk('charities.field-registerNumber')]: '1234567',
    [desk('charities.field-registerUrl')]: 'https://register.example/1234567',
    [desk('charities.field-agreement')]: 'A-7',
    [desk('charities.field-agreedOn')]: '2026-11-01',
    [desk('tokens.note')]: 'Looked up in the register',
  });
  await put(writer, dialog);
  await approveByTwo(staff, [CHARITY, '1234567', desk('charities.none-alike')]);
}

async function offersToken(
  staff: TokenStaff,
  token: {
    readonly title: string;
    readonly price: string;
    readonly charity: string;
    /** Null: at a fixed price. */
    readonly endsAt: string | null;
  },
): Promise<void> {
  const { writer } = staff;
  const { title, price, endsAt } = token;
  await openAt(writer, '/tokens', desk('nav.tokens'));
  await button(writer.page, desk('tokens.new')).click();
  const dialog = writer.page.getByRole('dialog');
  await dialog.getByLabel(desk('tokens.field-charityId'), { exact: true }).selectOption(CHARITY);
  const kind = endsAt === null ? 'fixed' : 'auction';
  await dialog.getByLabel(desk('tokens.field-kind'), { exact: true }).selectOption(kind);
  await dialog.locator('input[type="file"]').setInputFiles(PICTURE);
  await fill(dialog, {
    [desk('tokens.field-title')]: title,
    [desk('tokens.field-creator')]: 'Leila',
    [desk('tokens.field-text')]: 'A boat at night.',
    [desk(endsAt === null ? 'tokens.field-price' : 'tokens.field-first')]: price,
    ...(endsAt === null
      ? {}
      : { [desk('tokens.field-endsAt')]: endsAt, [desk('tokens.field-step')]: '5' }),
    [desk('tokens.field-charity')]: '87.5',
    [desk('tokens.field-creatorShare')]: '7.5',
    [desk('tokens.field-house')]: '5',
    [desk('tokens.note')]: 'Leila gave it',
  });
  // What the charity gets of the price stands there before anyone is asked.
  await reads(dialog, [`${token.charity} USDT`]);
  await dialog
    .getByRole('status')
    .filter({ hasText: desk('upload.kept') })
    .waitFor();
  await put(writer, dialog);
  await approveByTwo(staff, [title, CHARITY, '87.5%', `${token.charity} USDT`]);
}

/** A charity, a token on a short auction and one at a fixed price, each decided by two. */
export async function offersTokens(staff: TokenStaff, clock: TestClock): Promise<Offered> {
  await offersCharity(staff);
  const endsAt = Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS + 90 * MINUTE_MS;
  const typed = new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ');
  const auction = { title: 'Night boat', price: '50', charity: '43.75', endsAt: typed };
  await offersToken(staff, auction);
  const fixed = { title: 'Day boat', price: '33.36', charity: '29.19', endsAt: null };
  await offersToken(staff, fixed);
  // The calendar has the one that ends.
  const { page } = staff.writer;
  await openAt(staff.writer, '/tokens', desk('nav.tokens'));
  await page.getByRole('radio', { name: desk('tokens.calendar') }).click();
  await reads(page.getByRole('main'), [auction.title]);
  await looksWhole({ page });
  return { charity: CHARITY, auction: auction.title, fixed: fixed.title, endsAt };
}

/** All that is held for the charity is paid out, decided by two. */
export async function paysOut(staff: TokenStaff): Promise<Paid> {
  const { writer } = staff;
  const paid = { reference: 'SEPA 7741', receipt: 'R-2026-11' };
  await openAt(writer, '/charities', desk('nav.charities'));
  const card = writer.page.getByRole('region', { name: CHARITY, exact: true });
  const { [desk('charities.held')]: shown = '' } = await figuresIn(card);
  const [held = ''] = /[\d,.]+/.exec(shown) ?? [];
  await card.getByRole('button').click();
  const dialog = writer.page.getByRole('dialog');
  await fill(dialog, {
    [desk('charities.field-amount')]: held,
    [desk('charities.field-reference')]: paid.reference,
    [desk('charities.field-receipt')]: paid.receipt,
    [desk('charities.field-receiptSha256')]: 'ab'.repeat(32),
    [desk('tokens.note')]: 'Paid by bank',
  });
  await put(writer, dialog);
  await approveByTwo(staff, [CHARITY, `${held} USDT`, paid.reference, paid.receipt]);
  await openAt(writer, '/charities', desk('nav.charities'));
  const rows = writer.page.getByRole('region', { name: desk('charities.payouts'), exact: true });
  await reads(rows, [paid.reference, paid.receipt]);
  return paid;
}
