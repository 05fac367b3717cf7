import { signedIn } from '@candor/testkit';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, PASSWORD, type Visitor, journey, visit } from '../support/browser.ts';
import { type OwnerDatabase, ownerDatabase } from '../support/database.ts';
import { furtherMember } from '../support/desk.ts';
import { expectSoon } from '../support/eventually.ts';
import type { SharedProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { patternOf, wordsOf } from '../support/words.ts';

const CODE = 'BTC/USDT';

let product: SharedProduct;
let database: OwnerDatabase;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  database = await ownerDatabase(product);
  browser = await sharedBrowser();
});

afterAll(() => database.end());

const LINES: readonly { device: Device; language: 'en' | 'ar' }[] = [
  { device: 'desktop', language: 'en' },
  { device: 'mobile', language: 'ar' },
];

/** The token of an account that a visit opened. */
async function tokenOf(username: string): Promise<{ token: string }> {
  const answer = await product.call('accounts.login', {
    body: { username, password: PASSWORD, client: 'api' },
  });
  return { token: signedIn(answer.result).token };
}

function order(token: string, mode: 'demo' | 'real' = 'demo') {
  return product.call('contracts.open', {
    token,
    mode,
    body: {
      code: CODE,
      direction: 'buy',
      orderType: 'market',
      lots: '0.01',
      leverage: 2,
      requestId: randomUUID(),
    },
  });
}

/** What a press puts into the downloads: its name and its text. */
async function downloaded(visitor: Visitor, button: Locator): Promise<[string, string]> {
  const coming = visitor.page.waitForEvent('download');
  await button.click();
  const file = await coming;
  return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
}

test.each(LINES)(
  'every payment is on the page, can be filtered and taken away ($device, $language)',
  async ({ device, language }) => {
    const username = `records.${device}.${language}`;
    const visitor = await visit(browser, {
      url: product.url,
      device,
      language,
      signedUpAs: username,
    });
    const say = wordsOf(language);
    const { page } = visitor;
    await journey(visitor, async () => {
      const { token } = await tokenOf(username);
      const { result: opened } = await order(token);
      await visitor.open('/profile/records');
      const rows = page
        .locator(device === 'desktop' ? 'tbody tr' : 'main ul[aria-label] > li')
        .filter({ visible: true });
      await expectSoon(() => rows.count()).toBe(3);
      await expectSoon(() => rows.filter({ hasText: opened.orderNo }).count()).toBe(2);

      await page.getByLabel(say('records.kind'), { exact: true }).selectOption('fee');
      await expectSoon(() => rows.count()).toBe(1);
      const [name, fees] = await downloaded(
        visitor,
        page.getByRole('button', { name: say('records.download') }),
      );
      expect(name).toBe('candor-demo-transactions.csv');
      const lines = fees.trimEnd().split('\r\n');
      expect(lines.length).toBe(2);
      expect(lines[0]?.startsWith('\uFEFFid,time_utc,time_local,time_zone,mode,kind')).toBe(true);
      expect(lines[1]).toContain(`,demo,fee,USDT,-${opened.fee},`);

      await page.getByLabel(say('records.asset'), { exact: true }).selectOption('BTC');
      await page.getByText(say('records.none-found')).waitFor();
      await page
        .getByRole('button', { name: say('records.clear') })
        .first()
        .click();
      await expectSoon(() => rows.count()).toBe(3);

      await visitor.open('/profile/orders');
      await page.getByRole('button', { name: say('records.orders-file') }).click();
      const [orders, text] = await downloaded(
        visitor,
        page.getByRole('dialog').getByRole('button', { name: say('records.download') }),
      );
      expect(orders).toBe('candor-demo-orders.csv');
      const [names = '', row = ''] = text.replace('\uFEFF', '').split('\r\n');
      expect(names.split(',')).toContain('opening_fee');
      expect(row.split(',').slice(0, 4)).toEqual([opened.orderNo, opened.id, 'demo', CODE]);
      expect(visitor.consoleErrors).toEqual([]);
    });
  },
);

/** Chooses the answer at a place of each question, in the order in which they stand. */
async function answer(dialog: Locator, places: readonly number[]): Promise<void> {
  const questions = dialog.locator('fieldset');
  for (const [index, place] of places.entries()) {
    await questions.nth(index).getByRole('radio').nth(place).check();
  }
}

test('real money asks first: questions, a warning, an acknowledgement and a day', async () => {
  const username = 'first.real';
  const visitor = await visit(browser, { url: product.url, signedUpAs: username });
  const say = wordsOf('en');
  const { page } = visitor;
  await journey(visitor, async () => {
    const { token } = await tokenOf(username);
    // Prices that no market said price no real order, whichever user was admitted: that is said
    // first.
    const notForReal = ['10015', { why: 'feedNotForReal' }];
    const before = await order(token, 'real');
    expect([before.code, before.refused.facts]).toEqual(notForReal);

    await visitor.open('/profile');
    await page
      .getByRole('radio', { name: say('mode.real') })
      .first()
      .click();
    await page.getByRole('button', { name: say('first-real.begin') }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: say('first-real.title') });
    await dialog.getByRole('button', { name: say('first-real.send') }).click();
    // Seven questions, the country and the acknowledgement are missing.
    await expectSoon(() => dialog.getByRole('alert').count()).toBe(9);

    await dialog.getByLabel(say('first-real.country')).selectOption('DE');
    await answer(dialog, [0, 0, 1, 0, 2, 0, 0]);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: say('first-real.send') }).click();
    await dialog.getByText(say('first-real.warned-title')).waitFor();
    await dialog.getByRole('button', { name: say('first-real.warned-accept') }).click();
    const waits = patternOf(say, 'first-real.waiting', { when: '.+' });
    // The question of the account mode, under this one, says it too.
    await dialog.getByText(waits).last().waitFor();

    const { result } = await product.call('accounts.appropriateness', { token });
    expect(result.status).toBe('coolingOff');

    // Nor when the day is over.
    const patient = await product.register();
    await database.rows(
      `insert into accounts.appropriateness (user_id, number, at, country, answers, is_enough,
         warning_accepted, risk_version, real_from)
       values ($1, 1, now() - interval '1 day', 'DE', '{}', true, false, 1, now())
       returning user_id`,
      [patient.userId],
    );
    const simulated = await order(patient.token, 'real');
    expect([simulated.code, simulated.refused.facts]).toEqual(notForReal);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

test('fees and losing accounts are open to everybody, from the foot of every page', async () => {
  const visitor = await visit(browser, { url: product.url });
  const say = wordsOf('en');
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open('/market');
    await visitor.open('/');
    await page.getByRole('link', { name: say('footer.losing-share'), exact: true }).click();
    await page.getByRole('heading', { name: say('trust.fees') }).waitFor();
    const rate = page.locator('tbody tr').filter({ hasText: say('parameter.contract-feeRateCap') });
    await expectSoon(async () => (await rate.innerText()).includes('0.3%')).toBe(true);
    const level = page
      .locator('tbody tr')
      .filter({ hasText: say('parameter.contract-closeOutLevel') });
    await expectSoon(async () => (await level.innerText()).includes(say('trust.use-fixed'))).toBe(
      true,
    );
    await page.getByText(say('trust.risk-none'), { exact: true }).waitFor();
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
});

test('a suspended market says so on the page, with the operator’s reason', async () => {
  const visitor = await visit(browser, { url: product.url });
  const say = wordsOf('en');
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open('/cruuency?code=ETH%2FUSDT&type=2');
    await page.getByRole('form', { name: say('ticket.title') }).waitFor();
    const member = await furtherMember(
      product,
      { name: 'Risa', email: 'risa@candor.example' },
      'risk',
    );
    const body = {
      code: 'ETH/USDT',
      status: 'suspended',
      reason: 'A split is announced.',
    } as const;
    const { id } = await member.ask('instruments.restrict', { body });
    await page.getByText(say('market.suspended')).first().waitFor();
    await page
      .getByText(/“A split is announced\.”/)
      .first()
      .waitFor();
    const other = await furtherMember(
      product,
      { name: 'Rik', email: 'rik@candor.example' },
      'risk',
    );
    const params = { id };
    const { rowHash } = await other.ask('cases.get', { params });
    const verdict = { verdict: 'rejected', reason: 'not-justified', rowHash } as const;
    await other.ask('cases.decide', { params, body: verdict });
    await expectSoon(() => page.getByText(say('market.suspended')).count()).toBe(0);
  });
});
