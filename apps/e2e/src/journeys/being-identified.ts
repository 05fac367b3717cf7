import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from '../support/browser.ts';
import type { Member } from '../support/desk.ts';
import { expectSoon } from '../support/eventually.ts';
import type { Say } from '../support/words.ts';
import { button } from './cashier-sights.ts';

export const IDENTITY_PAGE = '/loan/identity';

/** What is sent, by the field its picture goes in. */
type SentIdentity = Readonly<Record<string, string>>;

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
export async function takes(page: Page, say: Say): Promise<void> {
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
export async function signs(page: Page): Promise<void> {
  const pad = page.locator('svg[role="img"]');
  await pad.scrollIntoViewIfNeeded();
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
export async function sends({ page }: Visitor, say: Say): Promise<SentIdentity> {
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/user/identification'),
  );
  await button(page, say('identity.send')).click();
  const body = (await asked).postDataJSON() as SentIdentity;
  await page.getByRole('heading', { name: say('identity.now-pending') }).waitFor();
  return body;
}

/** Staff claim the user's case and decide each picture: rejected with a reason, or approved. */
export async function decides(
  member: Member,
  userId: string,
  rejected: Readonly<Record<string, string>>,
): Promise<void> {
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

/** Answers the questions of the first step, with an ID card. */
export async function fillsIn(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say('identity.firstName')).fill('Anna');
  await page.getByLabel(say('identity.lastName')).fill('Specimen');
  await page.getByLabel(say('identity.born')).fill('1974-08-12');
  await page.getByLabel(say('identity.lives-in')).selectOption('DE');
  await page.getByLabel(say('identity.own-sex-female')).check();
  await page.getByLabel(say('identity.home')).fill('Hauptstraße 1, 10115 Berlin');
  await page.getByLabel(say('identity.own-phone')).fill('+49 30 1234567');
  await page.getByLabel(say('identity.shows-idCard')).check();
}

/** What leads on to the next picture. */
export const nextPhoto = (say: Say, photo: string): string =>
  say('identity.next-photo', { photo: say(`identity.photo-${photo}`) });

/** The user whose session the page has. */
export const userIdOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('sessionUser'))) ?? '';

/** All steps at once, nothing rejected: fields, three pictures by the camera, a signature, the yes of staff. */
export async function isIdentified(
  visitor: Visitor & { readonly say: Say },
  member: Member,
): Promise<void> {
  const { page, say } = visitor;
  await visitor.open(IDENTITY_PAGE);
  await fillsIn(page, say);
  await button(page, say('identity.continue')).click();
  for (const next of ['back', 'holding', null]) {
    await takes(page, say);
    await button(page, next === null ? say('identity.continue') : nextPhoto(say, next)).click();
  }
  await signs(page);
  await button(page, say('identity.continue')).click();
  const sent = await sends(visitor, say);
  expect(Object.keys(sent).filter((key) => key.endsWith('Id'))).toHaveLength(4);
  await decides(member, await userIdOf(page), {});
  await page.reload();
  await page.getByRole('heading', { name: say('identity.now-verified') }).waitFor();
}
