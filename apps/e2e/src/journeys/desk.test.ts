import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { DESK_CALLS, type DeskCallName, type StaffRole } from '@candor/protocol/desk-light';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, journey, visit } from '../support/browser.ts';
import { ownerDatabase } from '../support/database.ts';
import { type Member, approveShown, enrolByPage, firstMember } from '../support/desk.ts';
import type { SharedProduct } from '../support/product.ts';
import { leaveProduct, linkMailed, sharedBrowser, sharedProduct } from '../support/shared.ts';
import { deskWords, patternOf, wordsOf } from '../support/words.ts';

const say = deskWords();

let product: SharedProduct;
let browser: Browser;
let opener: Member;
/** Two sign-ins at the desk, each in a browser with a passkey of its own. */
let maker: Visitor;
let checker: Visitor;
let origin: string;

/** A member of staff by an invitation. */
async function join(name: string, ...roles: StaffRole[]): Promise<Visitor> {
  const email = `${name}@candor.example`;
  await opener.ask('staff.invite', { body: { email, roles } });
  return enrolByPage(browser, { link: await linkMailed('stairs', email), name });
}

beforeAll(async () => {
  product = await sharedProduct('stairs');
  browser = await sharedBrowser();
  const link = product.deskLink ?? '';
  ({ origin } = new URL(/http\S+/.exec(link)?.[0] ?? ''));
  opener = await firstMember({ link, name: 'Oda' }, 'cashierMaker');
  maker = await join('mats', 'cashierMaker', 'risk');
  checker = await join('chen', 'cashierChecker');
});
afterAll(() => leaveProduct('stairs'));

/** Proposes that the operator brought money in; answers the case's id. */
async function propose(reference: string): Promise<string> {
  const { id } = await opener.ask('cases.open-house-funding', {
    body: { asset: 'USDT', amount: '250', account: 'outside', reference, note: 'By bank' },
  });
  return id;
}

const open = (page: Page, id: string) => page.goto(`${origin}/cases/${id}`);

/** Makes a call of the desk from a page, with the cookies of its browser; how it ended. */
function ask(page: Page, call: DeskCallName, id: string, body: object): Promise<string> {
  const path = DESK_CALLS[call].path.replace(':id', id);
  return page.evaluate(
    async ({ address, text }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'POST', headers, body: text });
      return ((await answer.json()) as { message: string }).message;
    },
    { address: path, text: JSON.stringify(body) },
  );
}

/** Both approve; neither can do it twice. */
async function approveTogether(): Promise<void> {
  const id = await propose('R-0001');
  const { page } = maker;
  await open(page, id);
  await approveShown(page);
  await page.getByText(say('case.hindrance-first-was-yours'), { exact: true }).waitFor();

  // The page offers a second yes to nobody twice; a call that is made all the same is refused.
  const { rowHash } = await opener.ask('cases.get', { params: { id } });
  expect(await page.getByRole('button', { name: say('case.reject') }).count()).toBe(0);
  expect(await ask(page, 'cases.challenge', id, { rowHash })).toBe('case-own');
  const body = { verdict: 'approved', reason: 'received', rowHash };
  expect(await ask(page, 'cases.decide', id, body)).toBe('second-factor-needed');

  await open(checker.page, id);
  await approveShown(checker.page);
  await checker.page.getByText(say('case.step-applied'), { exact: true }).waitFor();
  const title = patternOf(say, 'case.decided-approved', { by: 'chen', when: '.*' });
  await checker.page.getByText(title).waitFor();
  expect((await opener.ask('cases.get', { params: { id } })).appliedAt).not.toBeNull();
}

/** A row that changes after the first yes voids it; a decision on the old one is none. */
async function changeBetween(): Promise<void> {
  const id = await propose('R-0002');
  await open(maker.page, id);
  await approveShown(maker.page);
  await maker.page.getByText(say('case.hindrance-first-was-yours'), { exact: true }).waitFor();
  const { page } = checker;
  await open(page, id);
  await page.getByRole('button', { name: say('case.approve-second') }).waitFor();
  const database = await ownerDatabase(product);
  await database.rows(`update cases.case set subject = 'Changed' where id = $1`, [id]);
  await database.end();
  await approveShown(page);
  await page.getByText(say('case.shown-anew')).waitFor();
  // What is shown now waits for a first yes again.
  await page.getByRole('button', { name: say('case.approve-first') }).waitFor();
  const now = await opener.ask('cases.get', { params: { id } });
  expect([now.state, now.firstBy, now.verdict]).toEqual(['open', null, null]);
}

/** New risk of an account is stopped at the desk; its owner reads of it. */
async function freeze(user: Visitor, username: string): Promise<void> {
  const { page } = maker;
  await page.goto(`${origin}/users`);
  await page.getByRole('searchbox').fill(username);
  await page.getByRole('link', { name: username }).click();
  const act = { name: say('users.act-freeze'), exact: true };
  await page.getByRole('button', act).click();
  await page.getByRole('dialog').getByRole('button', act).click();
  await page.getByText(say('users.done'), { exact: true }).waitFor();
  await user.open('/profile/security');
  await user.page.getByText(wordsOf('en')('security.kind-staff-frozen')).first().waitFor();
}

/** A post from a page to another origin, with the cookies of its browser; how the page heard of it. */
function postAcross(page: Page, address: string, mode: 'cors' | 'no-cors'): Promise<string> {
  return page.evaluate(
    async ([to, how]) => {
      const json = { 'content-type': 'application/json' };
      const headers = how === 'cors' ? json : { 'content-type': 'text/plain' };
      const options = { method: 'POST', credentials: 'include', body: '{}', headers } as const;
      return fetch(to, { ...options, mode: how }).then(
        () => 'answered',
        () => 'refused',
      );
    },
    [address, mode] as const,
  );
}

/**
 * Neither origin takes a post of the other's page, whatever cookies the browser has. Answers what the
 * desk says to the same post from its own page: what was refused was the origin.
 */
async function crossOver(user: Visitor): Promise<string> {
  const id = await propose('R-0003');
  const claim = new URL(DESK_CALLS['cases.claim'].path.replace(':id', id), origin).href;
  // A member of staff who uses the product in the same browser.
  await maker.page.goto(product.url);
  for (const mode of ['cors', 'no-cors'] as const) {
    expect(await postAcross(maker.page, claim, mode)).toBe('refused');
  }
  expect((await opener.ask('cases.get', { params: { id } })).state).toBe('open');

  const refresh = new URL(`${BASE_PATH}${CALLS['accounts.refresh'].path}`, product.url).href;
  const before = await user.context.cookies();
  await user.page.goto(`${origin}/cases`);
  for (const mode of ['cors', 'no-cors'] as const) {
    expect(await postAcross(user.page, refresh, mode)).toBe('refused');
  }
  expect(await user.context.cookies()).toEqual(before);
  await open(maker.page, id);
  return ask(maker.page, 'cases.claim', id, {});
}

test('two members decide by clicking, a user reads of it, and two origins stay two', async () => {
  const username = 'frozen.user';
  const user = await visit(browser, { url: product.url, signedUpAs: username });
  await journey(user, () =>
    journey(maker, () =>
      journey(checker, async () => {
        await approveTogether();
        await changeBetween();
        await freeze(user, username);
        expect(await crossOver(user)).toBe('ok');
      }),
    ),
  );
});
