import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, journey, visit } from '../support/browser.ts';
import { confirmCommand } from '../support/confirm.ts';
import { eventually, expectSoon } from '../support/eventually.ts';
import { ownerDatabase } from '../support/database.ts';
import { contractsOf } from '../support/ledger.ts';
import {
  BTC_PAGE,
  figuresIn,
  logIn,
  positionShown,
  sendTicket,
  textOf,
  ticketOf,
} from '../support/pages.ts';
import { type PricePath, writePricePath } from '../support/price-path.ts';
import { type RunningProduct, cleanUp, startProduct } from '../support/product.ts';
import { sharedBrowser, sharedProduct } from '../support/shared.ts';
import { wordsOf } from '../support/words.ts';

/** Of those that stop nothing. */
let shared: RunningProduct;
let path: PricePath;
let browser: Browser;

beforeAll(async () => {
  path = await writePricePath();
  shared = await sharedProduct('stairs');
  browser = await sharedBrowser();
});

afterAll(async () => {
  await cleanUp();
  await path.remove();
});

const say = wordsOf('en');

test.concurrent('while the server is gone prices are called old and orders pause; all comes back by itself', async () => {
  const first = await startProduct({ feed: path.feed });
  const visitor = await visit(browser, { url: first.url, signedUpAs: 'stays.here' });
  const { page } = visitor;
  const screen = { page, say };
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    const ticket = ticketOf(screen);
    await ticket.lots.fill('0.1');
    await sendTicket(screen);
    await eventually(async () => expect(await positionShown(screen, 'desktop')).not.toBeNull());
    await ticket.lots.fill('0.02');

    await first.stop();
    await eventually(async () => expect(await textOf(ticket.act)).toBe(say('ticket.paused')));
    await expectSoon(() => ticket.act.isDisabled()).toBe(true);
    await ticket.form.getByText(say('market.book-closed')).waitFor();
    await page
      .getByText(/Rehearsal, recorded quotes, last price .+ ago, orders paused/)
      .first()
      .waitFor();
    const before = await positionShown(screen, 'desktop');

    const { port } = new URL(first.url);
    const { feed } = path;
    const second = await startProduct({ feed, dataDir: first.dataDir, env: { PORT: port } });
    // What the server takes to open its prices again is not the page's.
    await second.untilOpen('BTC/USDT');
    await eventually(async () => expect(await textOf(ticket.act)).toBe(say('ticket.review')));
    // What was typed is still there, and what was open moves again.
    await expectSoon(() => ticket.lots.inputValue()).toBe('0.02');
    await eventually(async () => {
      const now = await positionShown(screen, 'desktop');
      expect(now?.entry).toBe(before?.entry);
      expect(now?.mark).not.toBe(before?.mark);
    });
    await sendTicket(screen);
    const database = await ownerDatabase(second);
    await eventually(async () => expect(await contractsOf(database, 'stays.here')).toHaveLength(2));
    expect(await database.faults()).toEqual([]);
    await database.end();
    expect(visitor.externalRequests).toEqual([]);
  });
});

test.concurrent('a page killed before its answer came is told of by the next, and nothing is doubled', async () => {
  const visitor = await visit(browser, { url: shared.url, signedUpAs: 'was.killed' });
  const { context } = visitor;
  const database = await ownerDatabase(shared);
  await journey(visitor, async () => {
    await visitor.open(BTC_PAGE);
    // The server takes the order; its answer never reaches the page.
    const taken = new Promise<void>((resolve) => {
      void context.route('**/order/buyContracts', async (route) => {
        await route.fetch();
        resolve();
      });
    });
    const { page } = visitor;
    await ticketOf({ page, say }).lots.fill('0.1');
    // Its press ends with the page; one that ended before it was taken is told.
    const sending = sendTicket({ page, say });
    sending.catch(() => undefined);
    await Promise.race([taken, sending]);
    await page.close();
    await context.unroute('**/order/buyContracts');

    const next = await context.newPage();
    await next.goto(`${shared.url}${BTC_PAGE}`);
    await next.getByText(say('act.open', { code: 'BTC/USDT' })).waitFor();
    await next.getByText(/it went through\./).waitFor();
    await eventually(async () =>
      expect(await positionShown({ page: next, say }, 'desktop')).not.toBeNull(),
    );
    expect(await contractsOf(database, 'was.killed')).toHaveLength(1);
    const acts = (): Promise<string[]> =>
      next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('act:')));
    await expectSoon(acts).toEqual([]);
  });
  await database.end();
});

test.concurrent('a session that ended leads to log in, and on to where one was', async () => {
  const user = { name: 'comes.back', password: PASSWORD };
  const visitor = await visit(browser, { url: shared.url, signedUpAs: user.name });
  const { page } = visitor;
  const screen = { page, say };
  await journey(visitor, async () => {
    // The cookie is gone, as after a long time away.
    await visitor.open('/profile/orders?from=mail');
    await page.getByText(say('orders.empty')).waitFor();
    await visitor.context.clearCookies();
    await page.reload();
    await page.waitForURL('**/pass/login?next=*');
    await logIn(screen, user);
    await page.getByText(say('orders.empty')).waitFor();
    expect(page.url()).toBe(`${shared.url}/profile/orders?from=mail`);

    // Another device ends all others, while the page is open and nobody touches it.
    await visitor.open('/profile');
    const amount = say('account.amount');
    await eventually(async () =>
      expect((await figuresIn(page.getByRole('main')))[amount]).toBe('10,000.00 USDT'),
    );
    const other = await shared.call('accounts.login', {
      body: { username: user.name, password: PASSWORD, client: 'api' },
    });
    const { token } = other.result as { token: string };
    const act = { token, password: PASSWORD, action: 'sessions' } as const;
    const body = { others: true, stepUp: await confirmCommand(shared, act) } as const;
    const ended = await shared.call('accounts.revoke-session', { token, body });
    expect(ended.code).toBe('200');
    await page.waitForURL('**/pass/login?*');
    await page.getByText(say('access.session-ended')).waitFor();
    await logIn(screen, user);
    await page.getByRole('heading', { level: 1, name: say('account.title') }).waitFor();
    expect(page.url()).toBe(`${shared.url}/profile`);
    expect(visitor.externalRequests).toEqual([]);
    expect(visitor.consoleErrors.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});

test.concurrent('on the balance page a session that ended asks first, in both languages', async () => {
  for (const language of ['en', 'ar'] as const) {
    const words = wordsOf(language);
    const user = { name: `asked.${language}`, password: PASSWORD };
    const visitor = await visit(browser, { url: shared.url, signedUpAs: user.name, language });
    const { page } = visitor;
    await journey(visitor, async () => {
      await visitor.open('/profile/balance');
      const title = page.getByRole('heading', { level: 1, name: words('balance.title') });
      await title.waitFor();
      const other = await shared.call('accounts.login', {
        body: { username: user.name, password: PASSWORD, client: 'api' },
      });
      const { token } = other.result as { token: string };
      const act = { token, password: PASSWORD, action: 'sessions' } as const;
      const body = { others: true, stepUp: await confirmCommand(shared, act) } as const;
      await shared.call('accounts.revoke-session', { token, body });
      const question = page.getByRole('dialog', { name: words('message.session-over-balance') });
      await question.waitFor();
      await title.waitFor();
      // Session keys are gone already; how a user reads stays.
      const kept = page.evaluate(() => ({ ...localStorage }));
      expect(await kept).toMatchObject({ currentLanguage: language, showBoard: '1' });
      expect(Object.keys(await kept)).not.toContain('isLogin');

      await question.getByRole('button', { name: words('access.stay-here') }).click();
      await page.getByText(words('access.signed-out-here')).waitFor();
      expect(page.url()).toBe(`${shared.url}/profile/balance`);
      await page.getByRole('link', { name: words('access.log-in-again') }).click();
      await page.waitForURL('**/pass/login?*');
      await logIn({ page, say: words }, user);
      await title.waitFor();
      expect(page.url()).toBe(`${shared.url}/profile/balance`);
      expect(visitor.externalRequests).toEqual([]);
      expect(visitor.consoleErrors.filter((line) => !/status of 401/.test(line))).toEqual([]);
    });
  }
});
