import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type VisitOptions, type Visitor, journey, visit } from '../support/browser.ts';
import { ownerDatabase } from '../support/database.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});
const say = wordsOf('en');
const arabic = wordsOf('ar');

/** A visit in which nothing may be complained of but what it provokes, and nobody else asked. */
async function visiting(
  { provokes, ...options }: Omit<VisitOptions, 'url'> & { readonly provokes?: RegExp },
  act: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await visit(browser, { ...options, url: product.url });
  await journey(visitor, async () => {
    await act(visitor);
    const odd = visitor.consoleErrors.filter((line) => provokes?.test(line) !== true);
    expect(odd).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
}

const title = ({ page }: Visitor): Promise<string> =>
  page.getByRole('heading', { level: 1 }).innerText();

test.concurrent('the footer leads to every text, and each one is there', async () => {
  await visiting({}, async (visitor) => {
    const { page, open } = visitor;
    await open('/');
    const footer = page.getByRole('contentinfo');
    // Below the first screen: it comes when the page has nothing else to do.
    await page.mouse.wheel(0, 20_000);
    await footer.getByRole('link', { name: 'Terms of use' }).waitFor();
    await footer.getByText(/^© 2025–20\d\d Candor$/).waitFor();
    const links = footer.locator('a[href^="/detail?"]');
    const texts = await links.allInnerTexts();
    expect(texts).toEqual(expect.arrayContaining(['Privacy policy', 'Risk statement', 'Contact']));
    for (const text of texts) {
      await footer.getByRole('link', { name: text, exact: true }).click();
      await expectSoon(() => title(visitor)).toBe(text);
      await expectSoon(() => page.getByRole('article').innerText()).toMatch(/\w{3}.{200}/s);
    }
  });
});

test.concurrent('help leads to questions that open, and to what is new', async () => {
  await visiting({ device: 'mobile' }, async (visitor) => {
    const { page, open } = visitor;
    await open('/help');
    await page
      .getByRole('main')
      .getByRole('link', { name: say('page.faq-title') })
      .click();
    const question = page.getByText('What is margin?');
    await question.waitFor();
    const answer = page.getByText('It is not a fee; it comes back');
    expect(await answer.isVisible()).toBe(false);
    await question.click();
    await expectSoon(() => answer.isVisible()).toBe(true);
    await open('/help');
    await page
      .getByRole('main')
      .getByRole('link', { name: say('page.notice-title') })
      .click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Candor is open for practice/ })
      .click();
    await expectSoon(() => title(visitor)).toBe('Candor is open for practice');
    await open('/introduction');
    await expectSoon(() => title(visitor)).toBe('Trading you can check');
    await expectSoon(() => page.getByRole('article').innerText()).toContain('10,000\u00a0USDT');
  });
});

const LONG_ID = 'a'.repeat(61);

test.concurrent('an address that can name no text says so without asking', async () => {
  await visiting({}, async ({ page, open }) => {
    for (const path of ['/detail', '/detail?id=', `/detail?id=${LONG_ID}`]) {
      await open(path);
      await page.getByText(say('content.gone')).waitFor();
    }
    const help = page.getByRole('main').getByRole('link', { name: say('page.help-title') });
    await help.click();
    await expectSoon(async () => new URL(page.url()).pathname).toBe('/help');
  });
});

test.concurrent('a text that is not there says so', async () => {
  await visiting({ provokes: /status of 404/ }, async ({ page, open }) => {
    await open('/detail?id=nothing&title=Send%20money%20to');
    await page.getByText(say('content.gone')).waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('Send money');
  });
});

const HOSTILE = [
  '<p onclick="window.ran=1">Read this</p>',
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"></svg>',
  '<a href="javascript:window.ran=1">a link</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
].join('');

test.concurrent('markup that somebody put into the database runs nowhere', async () => {
  const database = await ownerDatabase({ dataDir: product.dataDir });
  try {
    await database.rows("insert into content.page (id, type, place) values ('hostile', 6, 99)");
    const hash = createHash('sha256').update(HOSTILE).digest();
    await database.rows(
      `insert into content.version (page_id, language, version, title, html, hash, author, at)
       values ('hostile', 'en', 1, '<img src=x onerror=window.ran=1>', $1, $2, 'a test', now())`,
      [HOSTILE, hash],
    );
  } finally {
    await database.end();
  }
  await visiting({ provokes: /Trusted/ }, async ({ page, open }) => {
    await open('/detail?id=hostile');
    const words = page.getByText('Read this');
    await words.click();
    await page.getByText('a link').click();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.locator('article :is(script, img, svg, iframe)').count()).toBe(0);
    expect(await page.locator('article [href], article [onclick]').count()).toBe(0);
    // One policy makes markup of text; nobody else may, and nothing makes it by itself.
    const refused = await page.evaluate(() => {
      const tries = [
        () => void (document.createElement('p').innerHTML = '<b>text</b>'),
        () => {
          const { trustedTypes } = window as unknown as {
            trustedTypes: { createPolicy(name: string, rules: object): void };
          };
          trustedTypes.createPolicy('another', { createHTML: (text: string) => text });
        },
      ];
      return tries.map((act) => {
        try {
          act();
          return 'let through';
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(refused).toEqual(['TypeError', 'TypeError']);
  });
});

test.concurrent('another language reads the texts again', async () => {
  await visiting({}, async (visitor) => {
    const { page, open } = visitor;
    await open('/detail?id=contact');
    await expectSoon(() => title(visitor)).toBe('Contact');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: new RegExp(say('language.label')) }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await page.getByText(arabic('content.ask')).waitFor();
    await eventually(() => {
      expect(asked.some((url) => url.endsWith('getContentsById/contact?language=ar'))).toBe(true);
      expect(asked.some((url) => url.endsWith('listContents/2?language=ar'))).toBe(true);
    });
    // In the reader's language, or marked as the original.
    const note = page.getByText(arabic('content.original'));
    const article = page.getByRole('article');
    await eventually(async () => {
      const lang = await article.getAttribute('lang');
      expect([lang, await note.isVisible()]).toEqual(lang === 'ar' ? ['ar', false] : ['en', true]);
    });
  });
});
