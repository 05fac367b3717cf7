import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { expect } from 'vitest';
import { PASSWORD } from '../support/browser.ts';
import { STEP_SECONDS, codeOf } from '../support/codes.ts';
import { confirmCommand } from '../support/confirm.ts';
import { expectSoon } from '../support/eventually.ts';
import { rehearse } from '../support/operator.ts';
import { loginForm } from '../support/pages.ts';
import type { Product } from '../support/product.ts';
import { type Sight, button, looksWhole } from './cashier-sights.ts';

/** An authenticator app of the user, in a rehearsal whose time goes ahead. */
export type CodeApp = {
  /** How far the rehearsal's clock is ahead of this machine's. @units milliseconds */
  aheadMs(): number;
  /** Moves the rehearsal's clock. */
  forward(word: `+${number}${'h' | 'm'}`): Promise<void>;
  /** A code that was not used yet; each counts once, and a minute is passed where none is left. */
  next(): Promise<string>;
};

const UNIT_MS = { h: 3_600_000, m: 60_000 } as const;

/** The app that shows the codes of a secret, of which the one of the step before was used. */
function openCodeApp(product: Product, secret: string): CodeApp {
  let aheadMs = 0;
  const stepNow = (): number => Math.floor((Date.now() + aheadMs) / (STEP_SECONDS * 1_000));
  let usedStep = stepNow() - 1;
  const app: CodeApp = {
    aheadMs: () => aheadMs,
    async forward(word) {
      const [, count = '', unit = ''] = /^\+(\d+)([hm])$/.exec(word) ?? [];
      const byMs = Number.parseInt(count, 10) * UNIT_MS[unit as keyof typeof UNIT_MS];
      const timeThere = async () => (await product.call('market.feeds')).result.marketTime;
      const before = await timeThere();
      expect(await rehearse(product.dataDir, 'clock', word)).toMatchObject({ exitCode: 0 });
      // The product hears of it a moment later, and takes no code ahead of its time.
      await expectSoon(timeThere).toBeGreaterThanOrEqual(before + byMs);
      aheadMs += byMs;
    },
    async next() {
      if (stepNow() <= usedStep) await app.forward('+1m');
      usedStep = stepNow();
      return codeOf(secret, { aheadMs });
    },
  };
  return app;
}

/** Gives the account an authenticator app, in the session of this screen: all others end with it. */
export async function addApp(product: Product, { page, context, open }: Sight): Promise<CodeApp> {
  const asked = page.waitForRequest((request) => 'authorization' in request.headers());
  await open('/profile/balance');
  const token = ((await asked).headers()['authorization'] ?? '').replace('Bearer ', '');
  const act = { token, password: PASSWORD, action: 'totp-add' } as const;
  const stepUp = await confirmCommand(product, act);
  const begun = await product.call('accounts.totp-begin', { token, body: { stepUp } });
  const { secret } = begun.result;
  // With the browser's cookies: the session goes on under new ones.
  const at = new URL(`${BASE_PATH}${CALLS['accounts.totp-confirm'].path}`, product.url).href;
  const done = await context.request.post(at, {
    headers: { authorization: `Bearer ${token}` },
    data: { code: codeOf(secret, { stepsBack: 1 }) },
  });
  expect(done.status()).toBe(200);
  return openCodeApp(product, secret);
}

/** Signs another screen of the user in, by password and a code of the app. */
export async function logInByApp(
  sight: Sight,
  { username, app }: { readonly username: string; readonly app: CodeApp },
): Promise<void> {
  const { page, say, open } = sight;
  await open('/pass/login');
  const form = loginForm(sight);
  await form.name.fill(username);
  await form.password.fill(PASSWORD);
  await form.submit.click();
  await page.locator('input[name="totp"]').fill(await app.next());
  await button(page.getByRole('main'), say('factors.confirm')).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/pass/'));
}

/** Confirms by a code of the app what the page asks to be confirmed. */
export async function confirmByApp({ page, say }: Sight, app: CodeApp): Promise<void> {
  const field = page.locator('input[name="totp"]');
  await field.waitFor();
  await looksWhole({ page });
  await field.fill(await app.next());
  await button(page.getByRole('dialog').filter({ has: field }), say('factors.confirm')).click();
  await field.waitFor({ state: 'detached' });
}
