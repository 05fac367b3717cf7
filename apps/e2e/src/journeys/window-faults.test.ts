// Promise: the measuring of a window finds each kind of fault it looks for, and nothing where there
// is none.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIT } from '../crawl/fit.ts';
import { WINDOWS, measureIn } from '../crawl/windows.ts';
import { sharedBrowser } from '../support/shared.ts';
import { toldByPage } from '../windows/told.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
});
afterAll(() => page.close());

async function faultsOf(body: string, width = 1200): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const style = `<style>body{margin:0;font:16px/20px sans-serif}
    button{width:100px;height:50px;border:0}</style>`;
  await page.setContent(
    `<!doctype html><html lang="en" dir="ltr"><title>A page</title>${style}<main>${body}</main>`,
  );
  return page.evaluate(FIT);
}

const PLANTED: readonly (readonly [string, string, RegExp])[] = [
  [
    'a button beside its form',
    '<form style="width:300px"><button style="margin-left:250px">Buy</button></form>',
    /^control “Buy”.*out of its form$/,
  ],
  [
    'a button that a pane has scrolled away',
    '<aside style="width:200px;height:300px;overflow:auto"><button style="margin-left:250px">Buy</button></aside>',
    /^control “Buy”.*out of its aside$/,
  ],
  [
    'a button placed beyond the card it is placed in',
    '<section style="position:relative;width:300px;height:80px"><button style="position:absolute;left:250px">Buy</button></section>',
    /^control “Buy”.*out of its section$/,
  ],
  [
    'a button without a ground whose words stand out of their pane',
    '<section style="width:200px;margin-left:40px"><button style="background:none;padding:0 12px;margin-left:-20px">Read</button></section>',
    /^control “Read”.*out of its section$/,
  ],
  [
    'a button of a table that has to be scrolled to',
    `<div style="width:300px;overflow-x:auto"><table><tr><td style="min-width:400px">BTC</td>
     <td><button>Close</button></td></tr></table></div>`,
    /^control “Close”.*out of its div$/,
  ],
  [
    'a text wider than its box',
    '<p style="width:60px;white-space:nowrap">A line that goes on and on</p>',
    /^text “A line that.*: clipped$/,
  ],
  [
    'a text that is short and says the rest nowhere',
    '<p style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">A long name</p>',
    /^text “A long name.*: short without a title$/,
  ],
  [
    'two buttons on one another',
    '<button>Buy</button><br><button style="position:relative;top:-20px">Sell</button>',
    /^“Buy”.*“Sell”.*stand on one another$/,
  ],
  [
    'a button over the words of its form',
    '<form><p style="margin:0">Most you can lose</p><button style="display:block;margin-top:-15px">Buy</button></form>',
    /^“Buy”.*“Most you can lose”.*stand on one another$/,
  ],
  [
    'two links whose lines stand on one another',
    '<form style="width:200px"><a href="#a">The longer pages of text here</a> <a href="#b" style="position:relative;top:-20px">The pages as long</a></form>',
    /^“The longer.*“The pages as long”.*stand on one another$/,
  ],
  [
    'a low target',
    '<button style="height:16px">Buy</button>',
    /^target “Buy”.*100 × 16, under 24$/,
  ],
  ['a narrow target', '<button style="width:16px">B</button>', /^target “B”.*16 × 50, under 24$/],
  [
    'a link that stands alone',
    '<p><a href="#x" style="font-size:12px;line-height:16px">Terms</a></p>',
    /^target “Terms”.*under 24$/,
  ],
];

test.each(PLANTED)('%s is found', async (_name, body, expected) => {
  const found = await faultsOf(body);
  expect(found.filter((fault) => expected.test(fault))).not.toEqual([]);
});

test('a finger needs more room than a pointer', async () => {
  const body = '<button style="height:30px">Buy</button>';
  expect(await faultsOf(body)).toEqual([]);
  expect((await faultsOf(body, 390)).join()).toMatch(/^target “Buy”.*100 × 30, under 44$/);
});

test('what fits, scrolls or is short on purpose is no fault', async () => {
  const around = 'content:"";position:absolute;inset:-10px';
  const found = await faultsOf(`
    <style>.around{position:relative;height:26px}.around::before{${around}}</style>
    <button class="around" style="margin:20px">Around</button>
    <div role="tablist" style="width:150px;overflow-x:auto;white-space:nowrap">
      <button>One</button><button>Two</button></div>
    <div style="width:300px;overflow-x:auto"><table><tr><td style="min-width:400px">BTC</td>
      <td style="position:sticky;right:0"><button>Close</button></td></tr></table></div>
    <p title="A long name" style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">A long name</p>
    <p>Read <a href="#terms">the terms</a> before you trade.</p>
    <button disabled style="height:20px">Later</button>
    <ul style="width:200px;overflow-x:auto;display:flex;scroll-snap-type:x proximity">
      <li style="height:120px"><button style="width:300px">Card</button></li></ul>
    <dl style="position:relative;width:300px;height:60px"><dd style="margin-left:200px">
      <button style="position:absolute;left:0;top:0">All of the tile</button></dd></dl>
    <section style="width:200px;margin-left:40px"><button style="background:none;padding:0 12px;margin-left:-12px">
      Read</button></section>
    <form style="width:200px">One of <a href="#a">the longer pages of text</a> and another of
      <a href="#b">the pages that is as long</a>.</form>
    <a href="#c" aria-hidden="true" tabindex="-1" style="position:absolute">·</a>
    <dialog id="d"><button>Go on</button></dialog>`);
  expect(found).toEqual([]);
});

test('under an open dialog nothing is pressed, and so nothing is measured', async () => {
  const body = '<button style="height:16px">Buy</button><dialog><button>Go on</button></dialog>';
  await faultsOf(body);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  expect(await page.evaluate(FIT)).toEqual([]);
});

test('a fault of one window is found in that one, and told once for all who met it', async () => {
  const narrow = '@media (max-width:320px){button{margin-left:280px}}';
  await faultsOf(`<style>${narrow}</style><form><button>Buy</button></form>`);
  const found = await measureIn(page, () => 0, WINDOWS);
  expect(found.map(({ width }) => width)).toEqual(found.map(() => 320));
  expect(found.map(({ fault }) => fault).join('\n')).toMatch(/^control “Buy”.*out of its form$/m);
  const of = (language: 'en' | 'de', word: string) =>
    found.map(({ width, fault }) => ({
      ...{ who: 'visitor', page: 'ticket', language, width },
      fault: fault.replace('Buy', word),
    }));
  const told = toldByPage([...of('en', 'Buy'), ...of('de', 'Kaufen')]);
  const [head, ...faults] = told;
  expect(head).toBe('ticket');
  expect(faults).toHaveLength(found.length);
  expect(faults.every((line) => line.endsWith('[320 · en de · visitor]'))).toBe(true);
});
