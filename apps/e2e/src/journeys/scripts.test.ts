import { BASE_PATH, CALLS } from '@candor/protocol/light';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, journey, visit } from '../support/browser.ts';
import { BTC_PAGE } from '../support/pages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';

let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
});
/** Each would leave its mark if a browser took it for more than text. */
const PAYLOADS = [
  '<script>window.ran=1</script>',
  '"><script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '"><img src=x onerror=window.ran=1>',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<body onload=window.ran=1>',
  '<details open ontoggle=window.ran=1>',
  '<input autofocus onfocus=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
  'javascript:window.ran=1',
  'data:text/html,<script>opener.ran=1</script>',
  '<math><mi//xlink:href="data:x,<script>window.ran=1</script>">',
  '<template><img src=x onerror=window.ran=1></template>',
  '</title><script>window.ran=1</script>',
  '{{constructor.constructor("window.ran=1")()}}',
  '${window.ran=1}',
  "';window.ran=1;//",
  '\u2028<ScRiPt>window.ran=1</ScRiPt>',
] as const;

const hasRun = (page: Page): Promise<boolean> => page.evaluate(() => 'ran' in window);

const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=file]):visible, textarea:visible';

/**
 * Puts a payload into every field that takes one, as `fill` does, and leaves the caret in another
 * of them each turn; answers how many took it.
 */
function fillAll(fields: Locator, payload: string, turn: number): Promise<number> {
  return fields.evaluateAll(
    (all, [text, at]) => {
      const taken = (all as HTMLInputElement[]).filter(
        (field) => !field.disabled && !field.readOnly,
      );
      for (const field of taken) {
        // React looks at what is set behind its back: the setter of the element itself is asked.
        const { prototype } =
          field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
        field.focus();
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
      taken[at % taken.length]?.focus();
      return taken.length;
    },
    [payload, turn] as const,
  );
}

/** Puts each payload into every field there is, sends what a field sends by itself, and looks. */
async function typeEverywhere(page: Page): Promise<number> {
  const fields = page.locator(FIELDS);
  let typed = 0;
  for (const [turn, payload] of PAYLOADS.entries()) {
    // Another field sends each time: with twenty payloads each of them does so more than once.
    typed += await fillAll(fields, payload, turn);
    // To where the caret is: what an earlier field sent may have led to another page.
    await page.keyboard.press('Enter');
    expect(await hasRun(page), payload).toBe(false);
  }
  // What the last one sent is drawn by now, or soon.
  await page.locator('#root > *').first().waitFor();
  expect(await hasRun(page)).toBe(false);
  return typed;
}

const SUPPORT = ['/service.html?lang=en', '/support/verify'];
const OPEN = ['/pass/register', '/pass/login', '/pass/reset', '/market', '/receipt', ...SUPPORT];
const OWN = ['/profile', '/profile/security', '/profile/limits', BTC_PAGE, ...SUPPORT];

test.concurrent('whatever is typed into whatever field stays text', async () => {
  const visitor = await visit(browser, { url: product.url });
  const own = await visit(browser, { url: product.url, signedUpAs: 'types.all' });
  await journey(own, async () => {
    await journey(visitor, async () => {
      const kinds: { who: typeof visitor; paths: readonly string[] }[] = [
        { who: visitor, paths: OPEN },
        { who: own, paths: OWN },
      ];
      let typed = 0;
      for (const { who, paths } of kinds) {
        for (const path of paths) {
          await who.open(path);
          await who.page.getByRole('heading', { level: 1 }).first().waitFor();
          typed += await typeEverywhere(who.page);
        }
        const stopped = who.consoleErrors.filter((line) => /Trusted|Content Security/i.test(line));
        expect(stopped).toEqual([]);
        expect(who.externalRequests).toEqual([]);
      }
      // Fields were there, and took what was typed.
      expect(typed).toBeGreaterThan(10 * PAYLOADS.length);
    });
  });
});

test.concurrent('nor does what an address or the name of a device carries become more', async () => {
  const visitor = await visit(browser, { url: product.url, signedUpAs: 'odd.device' });
  const { page } = visitor;
  await journey(visitor, async () => {
    const addressesOf = (carried: string): string[] => {
      const text = encodeURIComponent(carried);
      return [
        `/cruuency?code=${text}&type=${text}&id=${text}`,
        `/detail?id=${text}&title=${text}`,
        `/receipt/${text}`,
        `/pass/login?next=${text}`,
      ];
    };
    const look = async (path: string): Promise<void> => {
      await page.locator('#root > *').first().waitFor();
      expect(await hasRun(page), path).toBe(false);
      expect(new URL(page.url()).origin).toBe(product.url);
    };
    // The server answers all of them alike, so each page is loaded once, with all payloads at once.
    for (const path of addressesOf(PAYLOADS.join(' '))) {
      await visitor.open(path);
      await look(path);
    }
    // What reads an address is the page: it is shown each payload in each of them.
    for (const path of PAYLOADS.flatMap(addressesOf)) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      // The page it led to is drawn.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await look(path);
    }
    // What the last of them still drew would be seen here: it is the same document.
    await page.evaluate(() => history.pushState(null, '', '/help'));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await look('/help');
    // One device says it is markup; the list of devices says what it said.
    for (const device of PAYLOADS.slice(0, 3)) {
      const entered = await fetch(`${product.url}${BASE_PATH}${CALLS['accounts.login'].path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': device },
        body: JSON.stringify({ username: 'odd.device', password: PASSWORD, client: 'api' }),
      });
      expect(entered.status).toBe(200);
    }
    await visitor.open('/profile/security');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await hasRun(page)).toBe(false);
  });
});

/** Does by hand what a mistake in the page would do. */
async function plant(context: BrowserContext): Promise<{ thrown: string[]; ran: boolean }> {
  const page = await context.newPage();
  await page.goto(product.url);
  const thrown = await page.evaluate(() => {
    const errors: string[] = [];
    const attempt = (act: () => void): void => {
      try {
        act();
      } catch (error) {
        errors.push((error as Error).name);
      }
    };
    attempt(() => {
      const box = document.body.appendChild(document.createElement('div'));
      box.innerHTML = '<img src=x onerror="window.ran=1">';
    });
    attempt(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran=1';
      document.body.append(script);
    });
    attempt(() => {
      const script = document.createElement('script');
      script.src = 'data:text/javascript,window.ran=1';
      document.body.append(script);
    });
    // The mistake that is planted.
    // oxlint-disable-next-line no-implied-eval
    attempt(() => setTimeout('window.ran=1', 0));
    return errors;
  });
  await page.waitForTimeout(500);
  return { thrown, ran: await hasRun(page) };
}

test.concurrent('a mistake that would make text a script is stopped by the browser', async () => {
  const guarded = await browser.newContext();
  expect(await plant(guarded)).toEqual({ thrown: Array(4).fill('TypeError'), ran: false });
  await guarded.close();
  // The same mistake runs where the policy is switched off: the test can fail.
  const open = await browser.newContext({ bypassCSP: true });
  expect((await plant(open)).ran).toBe(true);
  await open.close();
});
