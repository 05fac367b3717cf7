import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Device,
  PASSWORD,
  type VisitOptions,
  type Visitor,
  journey,
  visit,
} from '../support/browser.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { type Product, cleanUp, startProduct } from '../support/product.ts';
import { type SignInService, startService } from '../support/service.ts';
import { sharedBrowser } from '../support/shared.ts';
import { type Say, patternOf, wordsOf } from '../support/words.ts';

let service: SignInService;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  product = await startProduct({ feed: 'simulated', env: service.env });
  service.knows(product.url);
  browser = await sharedBrowser();
});

afterAll(async () => {
  await cleanUp();
  await service.stop();
});

type Sight = { readonly visitor: Visitor; readonly page: Page; readonly say: Say };
type As = { readonly device: Device; readonly language: 'en' | 'ar' };

const BOTH: readonly As[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

/** A visit in which nothing is complained of, and nobody but the service is asked. */
async function visiting(
  options: Omit<VisitOptions, 'url'> & As,
  act: (sight: Sight) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { ...options, url: product.url });
  await journey(visitor, async () => {
    await act({ visitor, page: visitor.page, say: wordsOf(options.language) });
    expect(visitor.consoleErrors).toEqual([]);
    expect(
      visitor.externalRequests.filter((address) => !address.startsWith(service.origin)),
    ).toEqual([]);
  });
}

const goOn = ({ page, say }: Sight): Locator =>
  page.getByRole('button', { name: say('social.continue', { service: 'Harbour' }) });

/** Back in the product, and past the pages one only passes through. */
const isIn = ({ origin, pathname }: URL): boolean =>
  origin === product.url && !/^\/(pass|api)\//.test(pathname);

/** What a person does at the service. */
async function answerAt(page: Page, who: string, answer: 'Log in at Harbour' | 'Cancel') {
  await page.getByLabel('Who').fill(who);
  await page.getByRole('button', { name: answer }).click();
}

async function logOut({ visitor, page, say }: Sight): Promise<void> {
  await visitor.open('/profile');
  // What is still being asked for would be refused, and the browser would complain of it.
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('account.log-out') })
    .click();
  await page.waitForURL('**/pass/login*');
}

const nameShown = async ({ page, say }: Sight): Promise<string> => {
  const line = page.getByText(patternOf(say, 'account.name', { name: '(harbour-[a-z0-9]{8})' }));
  const [, name = ''] = /(harbour-[a-z0-9]{8})/.exec(await line.innerText()) ?? [];
  return name;
};

describe.each(BOTH)('on $device in $language', (as) => {
  test.concurrent('a service opens an account, and the same one the next time', async () => {
    await visiting(as, async (sight) => {
      const { visitor, page } = sight;
      await visitor.open('/profile?tab=orders');
      await page.waitForURL('**/pass/login?next=*');
      await goOn(sight).click();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, `newcomer-${as.device}`, 'Log in at Harbour');
      await page.waitForURL(`${product.url}/profile?tab=orders`);
      const name = await nameShown(sight);
      expect(name).not.toBe('');

      // What came back with the browser stands nowhere, and scripts can read no secret.
      const left = await page.evaluate(() => ({
        kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        cookies: document.cookie,
      }));
      expect(left.cookies).toBe('');
      expect(left.kept).not.toMatch(/[\w-]{43}/);
      const cookies = await visitor.context.cookies(product.url);
      for (const { httpOnly, sameSite } of cookies) {
        expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Strict' });
      }
      await page.goBack();
      await eventually(() => expect(page.url()).not.toMatch(/[?&](code|state)=/));

      await logOut(sight);
      await goOn(sight).click();
      // The service remembers who it is, and asks nothing.
      await page.waitForURL(isIn);
      await visitor.open('/profile');
      await expectSoon(() => nameShown(sight)).toBe(name);
    });
  });

  test.concurrent('a "no" at the service is told in words, and the way back is there', async () => {
    await visiting(as, async (sight) => {
      const { visitor, page, say } = sight;
      await visitor.open('/pass/login');
      await goOn(sight).click();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, 'undecided', 'Cancel');
      await page
        .getByRole('alert')
        .filter({ hasText: say('social.denied') })
        .waitFor();
      expect(new URL(page.url()).search).toBe('');
      // Full screen: neither bar nor tabs around it. @source seed §2
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await page.getByRole('navigation').count()).toBe(0);
      await page.getByRole('link', { name: say('social.back-to-login') }).click();
      await page.waitForURL('**/pass/login');
    });
  });

  test.concurrent('an address that came back once opens nothing a second time', async () => {
    const addresses: string[] = [];
    await visiting(as, async (sight) => {
      const { visitor, page } = sight;
      page.on('request', (request) => {
        if (request.url().includes('/api/loginCallback/google?')) addresses.push(request.url());
      });
      await visitor.open('/pass/login');
      await goOn(sight).click();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, `once-${as.device}`, 'Log in at Harbour');
      await page.waitForURL('**/market');
    });
    expect(addresses).toHaveLength(1);
    await visiting(as, async ({ visitor, page, say }) => {
      await visitor.open(new URL(addresses[0] ?? '').href.slice(product.url.length));
      await page
        .getByRole('alert')
        .filter({ hasText: say('error.sign-in-unconfirmed') })
        .waitFor();
    });
  });

  test.concurrent('a service is added to an account with a password, opens it, and is taken away', async () => {
    const user = `adds.${as.device}.${as.language}`;
    await visiting({ ...as, signedUpAs: user }, async (sight) => {
      const { visitor, page, say } = sight;
      const section = page.getByRole('region', { name: say('social.title') });
      const confirm = async (): Promise<void> => {
        const dialog = page.getByRole('dialog');
        await dialog.locator('input[type=password]').fill(PASSWORD);
        await dialog.getByRole('button', { name: say('factors.confirm') }).click();
      };
      await visitor.open('/profile/security');
      await section.getByText(say('social.empty')).waitFor();
      await section
        .getByRole('button', { name: say('social.add', { service: 'Harbour' }) })
        .click();
      await confirm();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, `adds-${as.device}`, 'Log in at Harbour');
      await page.waitForURL('**/profile/security');
      const remove = section.getByRole('button', {
        name: say('social.remove-one', { service: 'Harbour' }),
      });
      await remove.waitFor();

      await logOut(sight);
      await goOn(sight).click();
      await page.waitForURL(isIn);
      await visitor.open('/profile/security');
      await remove.click();
      await confirm();
      await section.getByText(say('social.empty')).waitFor();
      await expectSoon(() => remove.count()).toBe(0);
    });
  });

  test.concurrent('an account nothing else opens confirms by a new log-in, and keeps its last way in', async () => {
    await visiting(as, async (sight) => {
      const { visitor, page, say } = sight;
      await visitor.open('/pass/login?next=%2Fprofile%2Fsecurity');
      await goOn(sight).click();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, `only-${as.device}`, 'Log in at Harbour');
      await page.waitForURL(`${product.url}/profile/security`);
      const section = page.getByRole('region', { name: say('social.title') });
      const remove = section.getByRole('button', {
        name: say('social.remove-one', { service: 'Harbour' }),
      });
      const dialog = page.getByRole('dialog');
      const again = dialog.getByRole('button', { name: say('factors.social-use') });
      await remove.click();
      // The log-in that brought one here is not enough.
      await again.click();
      await dialog.getByRole('alert').waitFor();
      await dialog
        .getByRole('button', { name: say('factors.social-go', { service: 'Harbour' }) })
        .click();
      await page.waitForURL(`${service.origin}/**`);
      await answerAt(page, `only-${as.device}`, 'Log in at Harbour');
      await page.waitForURL(`${product.url}/profile/security`);
      await remove.click();
      await again.click();
      await section
        .getByRole('alert')
        .filter({ hasText: say('error.last-way-in') })
        .waitFor();
      await expectSoon(() => remove.count()).toBe(1);
    });
  });
});
