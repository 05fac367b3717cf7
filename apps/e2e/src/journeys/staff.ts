import type { StaffRole } from '@candor/protocol/desk-light';
import type { Browser } from 'playwright-core';
import type { Visitor } from '../support/browser.ts';
import {
  type Member,
  approveShown,
  enrolByPage,
  firstLinkIn,
  furtherMember,
} from '../support/desk.ts';
import type { Product } from '../support/product.ts';
import { until } from '../support/until.ts';
import { deskWords } from '../support/words.ts';
import { type Customer, looksWhole, reads } from './cashier-sights.ts';

const desk = deskWords();

/** Who says the first yes of a case and who the second, each in a browser with a passkey. */
export type Staff = { readonly maker: Visitor; readonly checker: Visitor };

/** The first administrator of a rehearsal, with these roles besides; the link a start says is over after a day. */
export async function openDesk(
  product: Product,
  { aheadMs = 0 }: { readonly aheadMs?: number },
  ...roles: StaffRole[]
): Promise<Member> {
  const linkSaid = (): string | null => firstLinkIn(product.said());
  // The desk is opened after the pages.
  await until('the link of the desk', () => linkSaid() !== null);
  const at = { dataDir: product.dataDir, deskLink: linkSaid() };
  return furtherMember(at, { name: 'Oda', aheadMs }, ...roles);
}

/** A member of staff by an invitation of an administrator, in a browser with a passkey. */
export async function joinBy(
  told: { readonly product: Product; readonly browser: Browser; readonly opener: Member },
  { name, roles }: { readonly name: string; readonly roles: readonly StaffRole[] },
): Promise<Visitor> {
  const { product, browser, opener } = told;
  const email = `${name}@candor.example`;
  await opener.ask('staff.invite', { body: { email, roles: [...roles] } });
  const linkMailed = (): string | undefined =>
    /http\S+#\S+/.exec(product.said().split(`Letter to ${email}:`)[1] ?? '')?.[0];
  await until('the letter of an invitation', () => linkMailed() !== undefined);
  return enrolByPage(browser, { link: linkMailed() ?? '', name });
}

/** Two members of staff by invitations of an administrator. */
export async function hire(
  { product }: Pick<Customer, 'product'>,
  told: {
    readonly browser: Browser;
    readonly opener: Member;
    readonly roles: readonly [maker: StaffRole, checker: StaffRole];
  },
): Promise<Staff> {
  const by = { product, ...told };
  const [maker, checker] = await Promise.all([
    joinBy(by, { name: 'mats', roles: [told.roles[0]] }),
    joinBy(by, { name: 'chen', roles: [told.roles[1]] }),
  ]);
  return { maker, checker };
}

/** The case on top of the desk's queue, as a member finds, reads and approves it. */
async function approveAtDesk(
  { page }: Visitor,
  shows: readonly (string | RegExp)[],
): Promise<void> {
  await page.goto(new URL('/cases', page.url()).href);
  await page.getByRole('table', { name: desk('queue.title') }).waitFor();
  await page.keyboard.press('j');
  const shown = page.getByRole('region', { name: desk('case.label') });
  await reads(shown, shows);
  await looksWhole({ page });
  await approveShown(page, () => looksWhole({ page }));
}

/** Both yeses of a case: who said the first cannot say the second. */
export async function approveByTwo(
  { maker, checker }: Staff,
  shows: readonly (string | RegExp)[],
): Promise<void> {
  await approveAtDesk(maker, shows);
  const isFirst = maker.page.getByText(desk('case.hindrance-first-was-yours'), { exact: true });
  await isFirst.waitFor();
  await approveAtDesk(checker, shows);
  await checker.page.getByText(desk('case.step-applied'), { exact: true }).waitFor();
}
