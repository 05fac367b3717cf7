import { expect } from 'vitest';
import { type Device, type Visitor } from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import type { OwnerDatabase } from '../support/database.ts';
import { contractsOf } from '../support/ledger.ts';
import {
  type Screen,
  errorAt,
  logIn,
  loginForm,
  register,
  registerForm,
  textOf,
} from '../support/pages.ts';
import { patternOf } from '../support/words.ts';

/** A newcomer on the way through the product, and the books to compare with. */
export type Traveller = Screen & {
  readonly visitor: Visitor;
  readonly device: Device;
  readonly user: { readonly name: string; readonly password: string };
  /** A user name that another user has. */
  readonly takenName: string;
  /** Who says the prices. */
  readonly source: string;
  /** Prices further away than any of the recording. */
  readonly stop: string;
  readonly target: string;
  readonly database: OwnerDatabase;
};

/** The first page, in the language of the visitor's choice. */
export async function arrive(
  { visitor, page, say, device }: Traveller,
  native: string,
): Promise<void> {
  await visitor.open('/');
  if (device === 'mobile') {
    await page.getByRole('button', { name: native, exact: true }).click();
    await page.getByRole('link', { name: say('onboarding.continue') }).click();
  } else {
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('button', { name: native, exact: true }).click();
    await page.getByRole('link', { name: say('nav.sign-up') }).click();
  }
  await page.waitForURL('**/pass/register');
}

/** Every refusal stands in words at its field; then the account opens. */
export async function openAccount(who: Traveller): Promise<void> {
  const { page, say, user } = who;
  const screen = { page, say };
  const form = registerForm(screen);
  await form.submit.click();
  await eventually(async () => expect(await errorAt(form.name)).toBe(say('error.name-missing')));
  await expectSoon(() => errorAt(form.password)).toBe(say('message.enter-password'));

  await form.name.fill(user.name);
  await form.password.fill('short');
  await form.submit.click();
  await eventually(async () =>
    expect(await errorAt(form.password)).toBe(say('error.password-weak', { min: 10 })),
  );

  await form.name.fill(who.takenName);
  await form.password.fill(user.password);
  await form.submit.click();
  await eventually(async () => expect(await errorAt(form.name)).toBe(say('error.username-taken')));
  await expectSoon(() => form.name.evaluate((input) => input === document.activeElement)).toBe(
    true,
  );

  await register(screen, user);
  await page.waitForURL('**/market');
}

/** The price of BTC/USDT with its source and age, and the market's own page. */
export async function findMarket({ page, say, device, source }: Traveller): Promise<void> {
  const row = page.getByRole('list', { name: say('market.list-label') }).getByRole('link', {
    name: /BTC\/USDT/,
  });
  await eventually(async () => expect(await textOf(row)).toMatch(/\d\d,\d{3}\.\d\d/));
  await row.click();
  await page.waitForURL('**/cruuency?code=BTC%2FUSDT*');
  const heading = page.getByRole('heading', { level: 1, name: 'BTC/USDT' });
  await heading.waitFor();
  const ages = ['ms', 's'].map((unit) =>
    patternOf(say, `market.age-${unit}`, { count: '[\\d.]+' }),
  );
  const age = ages.map((one) => one.source).join('|');
  await page
    .getByText(new RegExp(`${source} · (${age})`))
    .first()
    .waitFor();
  const band = page.getByRole('complementary', { name: say('band.demo-spoken') });
  await expectSoon(() => textOf(band)).toContain(`(${source.split(',')[0]})`);
  await expectSoon(() => page.title()).toContain(say('band.demo-spoken'));
  if (device === 'mobile') await expectSoon(() => page.getByRole('form').count()).toBe(0);
}

/**
 * A reload keeps the session by a cookie, which scripts cannot read, and by nothing else; no
 * command is left open.
 */
export async function keepsSession({ visitor, page, say, user, device }: Traveller): Promise<void> {
  const signedIn = page.getByText(patternOf(say, 'account.name', { name: user.name }));
  await page.reload();
  await signedIn.waitFor();
  const stored = await page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
  }));
  const board = device === 'mobile' ? ['showBoard'] : [];
  // First steps last until they are done. Tastes arrive from the account a moment later, and stay; so do checkpoints once one is signed.
  const kept = Object.keys(stored.local).filter(
    (key) => !['checkpoints', 'closesUnasked', 'firstSteps', 'theme', 'upDown'].includes(key),
  );
  expect(kept.toSorted()).toEqual(
    [
      'currentLanguage',
      'isLogin',
      'recentMarkets',
      'sessionUser',
      'virtualStatus',
      ...board,
    ].toSorted(),
  );
  expect(stored.local).toMatchObject({ isLogin: '1', virtualStatus: '1' });
  expect([stored.session, stored.cookies]).toEqual([{}, '']);
  expect(await cookiesOf(visitor)).toEqual([DEVICE_COOKIE, SESSION_COOKIE]);
}

const SESSION_COOKIE = { name: 'candor_refresh', httpOnly: true, sameSite: 'Strict' };
const DEVICE_COOKIE = { ...SESSION_COOKIE, name: 'candor_device' };

async function cookiesOf(visitor: Visitor): Promise<(typeof SESSION_COOKIE)[]> {
  const cookies = await visitor.context.cookies();
  return cookies
    .map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Out, refused with a wrong password, in again, and everything is still there. */
export async function leaveAndReturn(who: Traveller): Promise<void> {
  const { visitor, page, say, user } = who;
  await page
    .getByRole('main')
    .getByRole('button', { name: say('account.log-out') })
    .click();
  await page.waitForURL('**/pass/login*');
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left).not.toContain('isLogin');
  // The browser stays known, so that failed sign-ins by others cannot lock its owner out; it opens
  // nothing.
  expect(await cookiesOf(visitor)).toEqual([DEVICE_COOKIE]);

  const form = loginForm(who);
  await form.name.fill(user.name);
  await form.password.fill('not this one at all');
  await form.submit.click();
  await eventually(async () =>
    expect(await errorAt(form.password)).toBe(say('error.credentials-wrong')),
  );
  await logIn(who, user);
  await page.waitForURL('**/profile');
  const [contract] = await contractsOf(who.database, user.name);
  await page
    .getByText(contract?.orderNo ?? '')
    .filter({ visible: true })
    .waitFor();
}
