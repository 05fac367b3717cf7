// Promise: the crawl finds each kind of fault it looks for, and nothing where there is none.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOK, type Seen } from '../crawl/in-page.ts';
import { pseudoCatalogue, pseudoText } from '../crawl/pseudo.ts';
import { WANTED, routesOf } from '../crawl/routes.ts';
import { faultsOfPseudo, faultsOfTexts } from '../crawl/texts.ts';
import { axeFaults } from '../support/faults.ts';
import { sharedBrowser } from '../support/shared.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 800 } });
});
afterAll(() => page.close());

async function see(body: string): Promise<Seen> {
  const style = '<style>body{margin:0;font:16px/20px sans-serif}</style>';
  await page.setContent(
    `<!doctype html><html lang="en" dir="ltr"><title>A page</title>${style}<main>${body}</main>`,
  );
  return page.evaluate(LOOK);
}

const PLANTED: readonly (readonly [string, string, RegExp])[] = [
  [
    'a button cut by its box',
    '<div style="width:60px;overflow:hidden"><button style="width:120px">Buy</button></div>',
    /^control “Buy”.*cut by/,
  ],
  [
    'a text cut by its own box',
    '<p style="width:60px;overflow:hidden;white-space:nowrap">A line that goes on and on</p>',
    /^text “A line that.*cut by/,
  ],
  [
    'a text cut at its foot',
    '<p style="height:22px;width:200px;overflow:hidden">Words that need more than one line here</p>',
    /^text “Words that need.*cut by/,
  ],
  [
    'a control beyond the window',
    '<div style="width:100%;overflow:clip"><button style="position:relative;left:350px;width:120px">Sell</button></div>',
    /^control “Sell”/,
  ],
  [
    'a bar that stands beyond the window',
    '<div style="position:fixed;left:300px;width:200px;white-space:nowrap">A fixed bar with a long text</div>',
    /beyond the window/,
  ],
  ['a page that scrolls sideways', '<div style="width:500px">wide</div>', /^500 wide in a window/],
  [
    'a text out of its button',
    '<button style="width:60px;height:40px;white-space:nowrap">Continue with the order</button>',
    /out of its button/,
  ],
  [
    'a hint wider than its field',
    '<input aria-label="n" style="width:60px" placeholder="Search by name or by code">',
    /^field “Search by name/,
  ],
  [
    'two texts on one another',
    '<p style="margin:0">The first of the two</p><p style="margin:-18px 0 0">The second one</p>',
    /overlap/,
  ],
  [
    'a control without a name',
    '<button style="width:40px;height:40px"></button>',
    /without a name/,
  ],
];

test.each(PLANTED)('%s is found', async (_name, body, expected) => {
  const { faults } = await see(body);
  expect(faults.filter((fault) => expected.test(fault))).not.toEqual([]);
});

test('what is short, scrolled, hidden or covered on purpose is no fault', async () => {
  const { faults } = await see(`
    <p style="width:80px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">A long name here</p>
    <div style="width:80px;overflow-x:auto"><button style="width:300px">Scrolled</button></div>
    <span style="position:absolute;width:1px;height:1px;overflow:hidden">for ears alone</span>
    <details><summary>More</summary><p style="width:9px;overflow:hidden">inside</p></details>
    <div style="position:fixed;top:0;left:0;background:white">A bar over the page</div>
    <button>Buy</button><input aria-label="a" placeholder="ok"><p>Plain words</p>`);
  expect(faults).toEqual([]);
});

test('axe is asked, and answers', async () => {
  await see('<img src="data:," style="width:9px;height:9px">');
  expect((await axeFaults(page, 'all')).join('\n')).toContain('image-alt');
});

const texts = (body: string, language: 'en' | 'ar' | 'de', english: readonly string[] = []) =>
  see(body).then(({ said }) =>
    faultsOfTexts(
      said.filter(({ where }) => where !== 'page'),
      { language, names: ['Bitcoin', 'BTC/USDT'], english: new Set(english) },
    ),
  );

test('the key of a text and a hole in one are found', async () => {
  expect(await texts('<p>ticket.buy</p>', 'en')).toEqual([
    'text: the key ticket.buy instead of its text',
  ]);
  expect(await texts('<p>Fee of {rate}</p><button aria-label="NaN">x</button>', 'en')).toHaveLength(
    2,
  );
});

test('English on a page of another language is found, names and codes are not', async () => {
  const english = ['Your position', 'Bitcoin', 'BTC/USDT'];
  const german = '<p>Your position</p><p>Bitcoin</p><p>BTC/USDT</p><p>Ihre Position</p>';
  expect(await texts(german, 'de', english)).toEqual(['text: “Your position” is English']);
  const arabic = '<p>السعر الحالي في السوق BTC/USDT 0.05 USDT</p>';
  expect(await texts(arabic, 'ar')).toEqual([]);
  expect((await texts(`${arabic}<p>hello</p>`, 'ar')).join()).toMatch(/% Latin letters: hello/);
});

test('a route that is missing is found', () => {
  const paths = routesOf().map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect([...WANTED, '/not/there'].filter((path) => !paths.includes(path))).toContain('/not/there');
});

test('pseudo texts are longer, accented and in brackets, and what is not is found', async () => {
  expect(pseudoText(['Buy']).join('')).toBe('⟦Ɓúý~ẽẽ⟧');
  expect(pseudoText(['Close ', ['count', 'plural', { other: ['all'] }]])).toContainEqual([
    'count',
    'plural',
    { other: ['àĺĺ'] },
  ]);
  const script = 'var e=JSON.parse(`{"ticket.buy":["Buy \\\\"now\\\\""]}`);export{e as messages};';
  expect(pseudoCatalogue(script)).toContain('Ɓúý');
  const { said } = await see('<p>⟦Ɓúýẽẽ⟧ 0.05 BTC</p><p>Sell now</p>');
  expect(faultsOfPseudo(said, [])).toEqual([
    'page: “A page” is hard-coded',
    'text: “Sell now” is hard-coded',
  ]);
});
