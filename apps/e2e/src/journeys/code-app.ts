import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/kernel';
import { BASE_PATH, CALLS } from '@candor/protocol/light';
import { expect } from 'vitest';
import { PASSWORD } from '../support/browser.ts';
import { STEP_SECONDS, codeOf } from '../support/codes.ts';
import { confirmCommand } from '../support/confirm.ts';
import { loginForm } from '../support/pages.ts';
import type { Product } from '../support/product.ts';
import { type TestClock, openTestClock } from '../support/test-clock.ts';
import { type Sight, button, looksWhole } from './cashier-sights.ts';

/** An authenticator app of the user, in a rehearsal whose time goes ahead. */
export type CodeApp = Pick<TestClock, 'aheadMs' | 'forward'> & {
  /** Moves it so many hours at least, to one o'clock in the morning: no midnight passes behind it. */
  forwardToMorning(hoursMin: number): Promise<void>;
  /** A code that was not used yet; each counts once, and a minute is passed where none is left. */
  next(): Promise<string>;
};

/** The app that shows the codes of a secret, of which the one of the step before was used. */
function openCodeApp(product: Product, secret: string): CodeApp {
  const clock = openTestClock(product);
  const stepNow = (): number => Math.floor(clock.now() / (STEP_SECONDS * 1_000));
  let usedStep = stepNow() - 1;
  const app: CodeApp = {
    ...clock,
    async forwardToMorning(hoursMin) {
      const now = clock.now();
      const least = now + hoursMin * HOUR_MS;
      const morning = Math.ceil((least - HOUR_MS) / DAY_MS) * DAY_MS + HOUR_MS;
      await app.forward(`+${Math.ceil((morning - now) / MINUTE_MS)}m`);
    },
    async next() {
      if (stepNow() <= usedStep) await app.forward('+1m');
      usedStep = stepNow();
      return codeOf(secret, { aheadMs: clock.aheadMs() });
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
