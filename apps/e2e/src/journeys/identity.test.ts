// Promise: a user with a camera says who they are; staff reject each document once, the user sends what
// was rejected alone again, and is verified once nothing is wrong any more. A reload loses nothing.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { journey, openBrowser, visit } from '../support/browser.ts';
import { type Member, furtherMember } from '../support/desk.ts';
import { expectSoon } from '../support/eventually.ts';
import type { SharedProduct } from '../support/product.ts';
import { leaveProduct, sharedProduct } from '../support/shared.ts';
import { branchOf, wordsOf } from '../support/words.ts';
import {
  IDENTITY_PAGE,
  decides,
  fillsIn,
  nextPhoto,
  sends,
  signs,
  takes,
  userIdOf,
} from './being-identified.ts';
import { button } from './cashier-sights.ts';

const NAME = 'Anna Specimen';

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

test('rejected once for each document, sent again, then verified', async () => {
  const say = wordsOf('en');
  const visitor = await visit(browser, {
    ...{ url: product.url, device: 'mobile' },
    signedUpAs: 'anna.identity',
  });
  const { page } = visitor;
  await journey(visitor, async () => {
    await visitor.open(IDENTITY_PAGE);
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
    const userId = await userIdOf(page);
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
      member,
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

    await decides(member, userId, { [sent['backId'] ?? '']: 'unreadable' });
    await page.reload();
    await page.getByText(say('identity.reason-unreadable')).waitFor();
    await expectSoon(() => page.getByText(say('identity.state-verified')).count()).toBe(3);
    await button(page, say('identity.send-again')).click();
    await takes(page, say);
    await button(page, say('identity.continue')).click();
    expect(Object.keys(await sends(visitor, say))).toEqual(['backId']);

    await decides(member, userId, {});
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
    await visitor.open(IDENTITY_PAGE);
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
