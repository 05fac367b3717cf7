// Promise: a user with a camera says who they are; staff reject each document once, the user sends what
// was rejected alone again, and is verified once nothing is wrong any more. A reload loses nothing.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Visitor, journey, openBrowser, visit } from '../support/browser.ts';
import { type Member, furtherMember } from '../support/desk.ts';
import { expectSoon } from '../support/eventually.ts';
import type { SharedProduct } from '../support/product.ts';
import { leaveProduct, sharedProduct } from '../support/shared.ts';
import { type Say, branchOf, wordsOf } from '../support/words.ts';

const ADDRESS = '/loan/identity';
const NAME = 'Anna Specimen';
/** What is sent, by the field its picture goes in. */
type Sent = Readonly<Record<string, string>>;

let product: SharedProduct;
let browser: Browser;
let member: Member;

beforeAll(async () => {
  product = await sharedProduct('simulated');
  browser = await openBrowser(inject('chromium'), { hasCamera: true });
  const who = { name: 'Kaja', email: 'kaja@candor.example' };
  member = await furtherMember(product, who, 'kyc');
});
afterAll(async () => {
  await browser.close();
  await leaveProduct('simulated');
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Nothing lies over it where it stands, before a user scrolls. */
async function standsFree(one: Locator): Promise<void> {
  await one.waitFor();
  const isHit = () =>
    one.evaluate((element) => {
      const { left, width, top, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height - 4);
      // Below the window is nothing: a note of a rejection stands above it there.
      return hit === null || element.contains(hit);
    });
  await expectSoon(isHit).toBe(true);
}

/** Takes a picture; the camera's own is plain, so it may be called hard to read. */
async function takes(page: Page, say: Say): Promise<void> {
  await standsFree(button(page, say('identity.open-camera')));
  await button(page, say('identity.open-camera')).click();
  await standsFree(button(page, say('identity.take')));
  await button(page, say('identity.take')).click();
  const kept = page.getByText(say('upload.kept'), { exact: true });
  const anyway = button(page, say('identity.use-anyway'));
  await kept.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await kept.waitFor();
}

/** Draws a line on the pad. */
async function signs(page: Page): Promise<void> {
  const pad = page.locator('svg[role="img"]');
  const box = await pad.boundingBox();
  if (box === null) throw new Error('no pad');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.7));
  await page.mouse.down();
  await page.mouse.move(...at(0.4, 0.3), { steps: 4 });
  await page.mouse.move(...at(0.7, 0.6), { steps: 4 });
  await page.mouse.up();
}

/** Sends what is in review; answers what the request named. */
async function sends({ page }: Visitor, say: Say): Promise<Sent> {
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/user/identification'),
  );
  await button(page, say('identity.send')).click();
  const body = (await asked).postDataJSON() as Sent;
  await page.getByRole('heading', { name: say('identity.now-pending') }).waitFor();
  return body;
}

/** Staff claim the user's case and decide each picture: rejected with a reason, or approved. */
async function decides(userId: string, rejected: Readonly<Record<string, string>>): Promise<void> {
  const query = { kind: 'identity', q: userId } as const;
  const { records } = await member.ask('cases.list', { query });
  const params = { id: records[0]?.id ?? '' };
  await member.ask('cases.claim', { params });
  const { rowHash, parts } = await member.ask('cases.get', { params });
  const isYes = Object.keys(rejected).length === 0;
  // Nobody is approved whose number was not read.
  if (isYes) {
    const body = { documentNumber: `E${userId.slice(-12)}` };
    await member.ask('identity.check', { params, body });
  }
  await member.ask('cases.decide', {
    params,
    body: {
      verdict: isYes ? 'approved' : 'rejected',
      reason: isYes ? 'documents-verified' : 'documents-rejected',
      rowHash,
      parts: (parts?.records ?? []).map(({ id }) => ({ id, reason: rejected[id] ?? null })),
      ...(isYes ? {} : { message: 'Please send this one again.' }),
    },
  });
}

async function fillsIn(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say('identity.firstName')).fill('Anna');
  await page.getByLabel(say('identity.lastName')).fill('Specimen');
  await page.getByLabel(say('identity.born')).fill('1974-08-12');
  await page.getByLabel(say('identity.lives-in')).selectOption('DE');
  await page.getByLabel(say('identity.own-sex-female')).check();
  await page.getByLabel(say('identity.home')).fill('Hauptstraße 1, 10115 Berlin');
  await page.getByLabel(say('identity.own-phone')).fill('+49 30 1234567');
  await page.getByLabel(say('identity.shows-idCard')).check();
}

const nextPhoto = (say: Say, photo: string): string =>
  say('identity.next-photo', { photo: say(`identity.photo-${photo}`) });

test('rejected once for each document, sent again, then verified', async () => {
  const say = wordsOf('en');
  const visitor = await visit(browser, {
    ...{ url: product.url, device: 'mobile' },
    signedUpAs: 'anna.identity',
  });
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open(ADDRESS);
    await fillsIn(page, say);
    await button(page, say('identity.continue')).click();
    await takes(page, say);
    await button(page, nextPhoto(say, 'back')).click();
    await takes(page, say);

    // A reload goes on where something is missing; what was taken is there, and not in this window.
    await page.reload();
    await page
      .getByRole('heading', { name: branchOf(say, 'identity.title-holding', 'other') })
      .waitFor();
    await expectSoon(() => page.getByText(say('identity.is-there')).count()).toBe(2);
    await takes(page, say);
    await button(page, say('identity.continue')).click();
    await signs(page);
    await button(page, say('identity.continue')).click();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('Specimen');
    const userId = (await page.evaluate(() => localStorage.getItem('sessionUser'))) ?? '';
    let sent = await sends(visitor, say);
    expect(Object.keys(sent).filter((key) => key.endsWith('Id'))).toEqual([
      ...['frontId', 'backId', 'holdingId', 'signatureId'],
    ]);

    const reasons = {
      front: 'unreadable',
      back: 'cut-off',
      holding: 'face-differs',
      signature: 'not-accepted',
    } as const;
    await decides(
      userId,
      Object.fromEntries(
        Object.entries(reasons).map(([kind, reason]) => [sent[`${kind}Id`] ?? '', reason]),
      ),
    );
    await page.reload();
    for (const reason of Object.values(reasons)) {
      await page.getByText(say(`identity.reason-${reason}`)).waitFor();
    }
    await page.getByText('Please send this one again.').waitFor();
    await button(page, say('identity.send-again')).click();
    await takes(page, say);
    await button(page, nextPhoto(say, 'back')).click();
    await takes(page, say);
    await button(page, nextPhoto(say, 'holding')).click();
    await takes(page, say);
    await button(page, say('identity.continue')).click();
    await signs(page);
    await button(page, say('identity.continue')).click();
    sent = await sends(visitor, say);

    await decides(userId, { [sent['backId'] ?? '']: 'unreadable' });
    await page.reload();
    await page.getByText(say('identity.reason-unreadable')).waitFor();
    await expectSoon(() => page.getByText(say('identity.state-verified')).count()).toBe(3);
    await button(page, say('identity.send-again')).click();
    await takes(page, say);
    await button(page, say('identity.continue')).click();
    expect(Object.keys(await sends(visitor, say))).toEqual(['backId']);

    await decides(userId, {});
    await page.reload();
    await page.getByRole('heading', { name: say('identity.now-verified') }).waitFor();
    await expectSoon(() => page.getByText(say('identity.state-verified')).count()).toBe(6);
    await page.getByRole('heading', { name: say('identity.address-title') }).waitFor();
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.externalRequests).toEqual([]);
  });
});

test('a name is typed in place of a signature, and files chosen in place of the camera', async () => {
  const say = wordsOf('ar');
  const visitor = await visit(browser, {
    ...{ url: product.url, language: 'ar', theme: 'dark' },
    signedUpAs: 'amal.identity',
  });
  const { page } = visitor;
  const picture = Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 400;
      const pen = canvas.getContext('2d');
      if (pen !== null) {
        pen.fillStyle = '#ddd';
        pen.fillRect(0, 0, 640, 400);
        pen.fillStyle = '#222';
        for (let at = 0; at < 400; at += 12) pen.fillText('SPECIMEN '.repeat(12), 10, at);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    }),
    'base64',
  );
  const file = { name: 'a.png', mimeType: 'image/png', buffer: picture };
  await journey(visitor, async () => {
    await visitor.open(ADDRESS);
    await fillsIn(page, say);
    await button(page, say('identity.continue')).click();
    for (const next of ['back', 'holding', null]) {
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByText(say('upload.kept'), { exact: true }).waitFor();
      await button(page, next === null ? say('identity.continue') : nextPhoto(say, next)).click();
    }
    await button(page, say('signature.type-instead')).click();
    await page.getByLabel(say('signature.name')).fill(NAME);
    await button(page, say('identity.continue')).click();
    const sent = await sends(visitor, say);
    expect(sent['signatureName']).toBe(NAME);
    expect(visitor.consoleErrors).toEqual([]);
  });
});
