import {
  DESK_CALLS,
  type DeskCallInput,
  type DeskCallName,
  type DeskCallResult,
  type StaffRole,
} from '@candor/protocol/desk-light';
import type { Browser, Page } from 'playwright-core';
import { addDeviceKey } from './authenticator.ts';
import { type Visitor, visit } from './browser.ts';
import { codeOf } from './codes.ts';
import { operate } from './operator.ts';
import { until } from './until.ts';
import { deskWords } from './words.ts';

/** A member of staff with a session at the desk of a product that runs. */
export type Member = {
  readonly name: string;
  /** Makes a call of the desk, as its page does. */
  ask<Name extends DeskCallName>(
    name: Name,
    input?: DeskCallInput<Name>,
  ): Promise<DeskCallResult<Name>>;
};

const PASSWORD = 'a quiet harbour at nine';
const EMAIL = 'first@candor.example';

const FIRST_LINK = /The first administrator: (http:\/\/\S+)\/welcome#(\S+)/;
const ANY_LINK = /(http:\/\/\S+)\/welcome#(\S+)/;

/** The link for the first administrator, as a start says it; null before it was said. */
export const firstLinkIn = (said: string): string | null => FIRST_LINK.exec(said)?.[0] ?? null;

/** Becomes an administrator by a link, the first or a further one, with these roles besides. */
export async function firstMember(
  said: {
    readonly link: string;
    readonly name: string;
    readonly email?: string;
    /** How far the clock of a rehearsal is ahead of this machine's. @units milliseconds */
    readonly aheadMs?: number;
  },
  ...roles: StaffRole[]
): Promise<Member> {
  const { link, name, email = EMAIL, aheadMs = 0 } = said;
  const [, origin = '', secret = ''] = ANY_LINK.exec(link) ?? [];
  let cookie = '';

  async function ask<Name extends DeskCallName>(
    call: Name,
    input: DeskCallInput<Name> = {},
    triesLeft = 5,
  ): Promise<DeskCallResult<Name>> {
    const { method, path } = DESK_CALLS[call];
    const { params = {}, query = {}, body = {} } = input as Record<string, Record<string, string>>;
    const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    );
    const response = await fetch(`${origin}${filled}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        origin,
        cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    const text = await response.text();
    const { message, result } = (text === '' ? {} : JSON.parse(text)) as {
      message?: string;
      result?: DeskCallResult<Name>;
    };
    // A busy start answers that it cannot yet; nothing was done then.
    if (message === 'unavailable' && triesLeft > 1) return ask(call, input, triesLeft - 1);
    if (message !== 'ok') throw new Error(`${call}: ${response.status} ${text}`);
    return result as DeskCallResult<Name>;
  }

  const begun = await ask('staff.begin-enrolment', {
    body: { link: secret, name, email, password: PASSWORD },
  });
  // Each code counts once: the member enrols with the one before, and signs in with the one shown.
  const codeNow = (stepsBack: number): string => codeOf(begun.totp.secret, { aheadMs, stepsBack });
  const { challenge } = begun;
  const { memberId: id } = await ask('staff.finish-enrolment', {
    body: { challenge, totp: codeNow(1) },
  });
  await ask('staff.set-roles', { params: { id }, body: { roles: ['admin', ...roles] } });
  const second = await ask('staff.sign-in', { body: { email, password: PASSWORD } });
  await ask('staff.second', { body: { challenge: second.challenge, totp: codeNow(0) } });
  return { name, ask };
}

/** Accepts an invitation by its page, in a browser with a passkey; answers it at the desk's queue. */
export async function enrolByPage(
  browser: Browser,
  { link, name }: { readonly link: string; readonly name: string },
): Promise<Visitor> {
  const say = deskWords();
  const member = await visit(browser, { url: link });
  const { page } = member;
  await addDeviceKey(page);
  await page.goto(link);
  await page.getByLabel(say('enrol.name'), { exact: true }).fill(name);
  await page.getByLabel(say('enrol.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(say('enrol.repeat'), { exact: true }).fill(PASSWORD);
  const go = page.getByRole('button', { name: say('sign-in.continue'), exact: true });
  const make = page.getByRole('button', { name: say('factors.passkey-make'), exact: true });
  await go.click();
  // A busy start says that it cannot yet, and nothing was done: who reads that presses again.
  const refused = page.getByText(say('error.unavailable'), { exact: true });
  await until('the offer of a passkey', async () => {
    if ((await refused.isVisible()) && (await go.isEnabled())) await go.click();
    return make.isVisible();
  });
  await make.click();
  await page.getByText(say('case.none-chosen'), { exact: true }).waitFor();
  return member;
}

/** Approves the case that is shown, by key, with the passkey; `look` is at the dialog before. */
export async function approveShown(page: Page, look?: () => Promise<void>): Promise<void> {
  const say = deskWords();
  await page.getByRole('button', { name: say('case.reject') }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: say('case.confirm-passkey'), exact: true });
  await act.waitFor();
  await look?.();
  await act.click();
}

/** Links of one product that are made at once end one another; each member of a test needs one. */
const LINKS_MAX = 6;

/**
 * Becomes one more administrator of a product that others use as well, by a link of the terminal: a
 * link is good for one file alone, and a newer one takes its place.
 */
export async function furtherMember(
  product: { readonly dataDir: string; readonly deskLink: string | null },
  who: { readonly name: string; readonly email?: string; readonly aheadMs?: number },
  ...roles: StaffRole[]
): Promise<Member> {
  const [, origin = ''] = ANY_LINK.exec(product.deskLink ?? '') ?? [];
  const at = { dataDir: product.dataDir, deskPort: new URL(origin).port };
  for (let made = 1; ; made += 1) {
    const { said: link } = await operate(at, 'staff', 'link');
    try {
      return await firstMember({ link, ...who }, ...roles);
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('staff-link-over');
      if (!isTaken || made === LINKS_MAX) throw error;
    }
  }
}
