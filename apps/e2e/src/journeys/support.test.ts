import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Device, journey, visit } from '../support/browser.ts';
import { type Member, furtherMember } from '../support/desk.ts';
import { expectSoon } from '../support/eventually.ts';
import { pageFaults } from '../support/faults.ts';
import { errorAt, textOf } from '../support/pages.ts';
import type { SharedProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { type Say, patternOf, wordsOf } from '../support/words.ts';

let product: SharedProduct;
let browser: Browser;
let member: Member;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await sharedBrowser();
  const who = { name: 'Noor', email: 'noor@candor.example' };
  member = await furtherMember(product, who, 'support');
});
const LINES: readonly { device: Device; language: 'en' | 'ar'; width?: number }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar', width: 320 },
];

/** A picture of one point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ANSWER = 'The fee of both sides: 0.10 % of what was bought and of what was sold.';

/** A member answers at the desk; answers the reference of what was written. */
async function answer(number: string): Promise<string> {
  const { records } = await member.ask('support.list', { query: { q: number } });
  const [{ id, messages: after } = { id: '', messages: 0 }] = records;
  await member.ask('support.reply', { params: { id }, body: { text: ANSWER, after } });
  const { history } = await member.ask('support.read', { params: { id } });
  return history.at(-1)?.reference ?? '';
}

/** Writes the first message of a conversation and sends it; answers its number. */
async function ask(page: Page, say: Say): Promise<string> {
  const subject = page.getByLabel(say('support.subject'), { exact: true });
  await subject.fill('Which fee?');
  await page.getByLabel(say('support.text'), { exact: true }).fill('I paid 1.35 USDT.\nFor what?');
  await page.getByRole('button', { name: say('support.send'), exact: true }).click();
  const log = page.getByRole('log', { name: say('support.log') });
  await log.getByText('I paid 1.35 USDT.').waitFor();
  const number = patternOf(say, 'support.number', { number: '([0-9A-Z]{4}-[0-9A-Z]{4})' });
  return number.exec(await page.getByRole('main').innerText())?.[1] ?? '';
}

/** Presses what brings a file; answers what is in it. */
async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await press();
  return readFile(await (await coming).path());
}

test.each(LINES)(
  'a visitor asks, staff answer, and the window’s key leads back to it ($device, $language)',
  async ({ device, language, ...screen }) => {
    const say = wordsOf(language);
    const visitor = await visit(browser, { url: product.url, device, language, ...screen });
    await journey(visitor, async () => {
      await visitor.open('/market');
      const opening = visitor.context.waitForEvent('page');
      await visitor.page
        .getByRole('banner')
        .getByRole('link', { name: say('nav.support'), exact: true })
        .click();
      const page = await opening;
      await page.getByRole('heading', { name: say('support.new') }).waitFor();
      expect(new URL(page.url()).search).toBe(`?lang=${language}`);
      expect(await page.evaluate(() => window.opener)).toBeNull();
      await page.getByRole('button', { name: say('support.send'), exact: true }).click();
      const subject = page.getByLabel(say('support.subject'), { exact: true });
      await expectSoon(() => errorAt(subject)).toBe(say('common.required'));
      await page.getByText(say('support.pictures-account'), { exact: true }).waitFor();

      const number = await ask(page, say);
      const reference = await answer(number);
      // A user who comes back to the window finds what is new; else it asks four times a minute.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      const log = page.getByRole('log', { name: say('support.log') });
      await log.getByText(ANSWER).waitFor();
      await page.getByText(say('support.state-answered'), { exact: true }).first().waitFor();
      await page.getByText(say('support.key-title'), { exact: true }).click();
      expect(await pageFaults(page)).toEqual([]);

      const save = page.getByRole('button', { name: say('support.save') });
      const transcript = (await saved(page, () => save.click())).toString('utf8');
      for (const said of [number, 'I paid 1.35 USDT.', ANSWER, reference]) {
        expect(transcript).toContain(said);
      }

      const main = page.getByRole('main');
      const key = await textOf(main.getByLabel(say('support.back-key'), { exact: true }).first());
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
        key.split('.')[1],
      );
      // A window that was never here.
      const other = await visit(browser, { url: product.url, device, language, ...screen });
      await other.open(`${new URL(page.url()).pathname}${new URL(page.url()).search}`);
      await other.page.getByText(say('support.gone'), { exact: true }).waitFor();
      await other.open(`/service.html?lang=${language}`);
      await other.page.getByText(say('support.back-title'), { exact: true }).click();
      await other.page.getByLabel(say('support.back-key'), { exact: true }).fill(key);
      await other.page.getByRole('button', { name: say('support.back-open'), exact: true }).click();
      await other.page.getByRole('log').getByText(ANSWER).waitFor();
      expect(other.consoleErrors).toEqual([]);
      await other.close();
    });
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
    await visitor.close();
  },
);

test.each(LINES)(
  'a user attaches a picture, is answered at once, and learns what is ours ($device, $language)',
  async ({ device, language, ...screen }) => {
    const say = wordsOf(language);
    const visitor = await visit(browser, {
      url: product.url,
      device,
      language,
      ...screen,
      signedUpAs: `asks.${language}`,
    });
    await journey(visitor, async () => {
      const { page } = visitor;
      // The address decides, not what was chosen before.
      const other = language === 'en' ? 'ar' : 'en';
      await visitor.open(`/service.html?lang=${other}`);
      await page.getByText(wordsOf(other)('support.empty'), { exact: true }).waitFor();
      await visitor.open('/service.html');
      await page.getByText(say('support.empty'), { exact: true }).waitFor();
      await page.getByRole('button', { name: say('support.attach') }).click();
      const tile = page.getByRole('group', {
        name: patternOf(say, 'support.picture', { number: '1' }),
      });
      await tile
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: POINT });
      await tile.getByText(say('upload.kept'), { exact: true }).waitFor();
      const number = await ask(page, say);
      const log = page.getByRole('log', { name: say('support.log') });
      const picture = log.getByRole('button', {
        name: patternOf(say, 'support.open-picture', { number: '1' }),
      });
      const bytes = await saved(page, () => picture.click());
      expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');

      const reference = await answer(number);
      await log.getByText(ANSWER).waitFor();
      const line = say('support.reference', { reference });
      await log.getByText(patternOf(say, 'support.reference', { reference })).waitFor();
      expect(await pageFaults(page)).toEqual([]);

      await page.getByRole('link', { name: say('page.verify-title') }).click();
      const received = page.getByLabel(say('verify.label'), { exact: true });
      const check = page.getByRole('button', { name: say('verify.check'), exact: true });
      await received.fill(`${ANSWER}\n${line}`);
      await check.click();
      await page.getByRole('heading', { name: say('verify.is-genuine') }).waitFor();
      await page.getByText(say('verify.to-you')).waitFor();
      await received.fill(`${ANSWER}\nSend 20 USDT first.\n${line}`);
      await check.click();
      await page.getByRole('heading', { name: say('verify.is-forged') }).waitFor();
      await received.fill('Candor: send 20 USDT to release your money, www.candor-help.example');
      await check.click();
      await page.getByRole('heading', { name: say('verify.is-not-known') }).waitFor();
      await page.getByText(say('verify.address-not-ours'), { exact: true }).waitFor();
      expect(await pageFaults(page)).toEqual([]);
    });
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
    await visitor.close();
  },
);
