import { type UserId, ensure } from '@candor/kernel';
import { LOCALES } from '@candor/locales';
import { SECURITY_KINDS, type SecurityKind, preferences } from '@candor/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USER_NOTIFIED, type UserNotified } from '../src/notifications/index.ts';
import { mailWord } from '../src/messaging/index.ts';
import {
  type Reader,
  STORED,
  type StoredNotice,
  letPagesOpen,
  newReader,
} from './notice-reader.ts';
import { CHANGE_ROWS } from './notice-table.ts';
import { startForger } from './oidc-service.ts';
import { HERE, does } from './security-commands.ts';
import { SECURITY_FLOWS, inOrder, keepsPage, phraseOf } from './security-flows.ts';
import { type SentMessage, type TestApp, startTestApp } from './start-app.ts';

let product: TestApp;
let service: Awaited<ReturnType<typeof startForger>>;
const announced: UserNotified[] = [];

beforeAll(async () => {
  service = await startForger('google');
  product = await startTestApp({ publicUrl: HERE, socialServices: [service.setup] });
  await letPagesOpen(product);
  product.app.bus.subscribe(USER_NOTIFIED, (fact: UserNotified) => {
    announced.push(fact);
  });
});
afterAll(async () => {
  await product.stop();
  await service.stop();
});

const announcedTo = (userId: UserId) =>
  announced.filter((fact) => fact.userId === userId).map(({ notice }) => notice);

/** Messages about a change, by the subject they have in the reader's language. */
function messagesAbout(
  change: SecurityKind,
  { language }: Reader,
  messages: readonly SentMessage[],
) {
  const what = mailWord(language, `security.kind-${change}`);
  const subjects = (['security-alarm', 'security-codes', 'security-change'] as const).map(
    (template) => mailWord(language, `mail.${template}-subject`, { what }),
  );
  return messages.filter(({ subject }) => subjects.includes(subject));
}

const languageAt = (index: number) =>
  ensure(preferences.LANGUAGES[index % preferences.LANGUAGES.length], 'a language of ours');

const driven = new Map<SecurityKind, Reader>();
const failures = new Map<SecurityKind, unknown>();

/** Drives one change with a page open and everything muted that can be. */
async function drive(change: SecurityKind, language: Reader['language']): Promise<void> {
  const flow = ensure(SECURITY_FLOWS[change], `a flow of ${change}`);
  const reader = await newReader(product, language, (await flow.begins?.(product)) ?? {});
  driven.set(change, reader);
  await reader.mutes();
  await reader.opensPage();
  await (
    await flow.prepare({ product, reader, service })
  )();
}

describe('each change of an account’s safety, by the act that makes it, everything muted', () => {
  const rows = CHANGE_ROWS.map((row, at) => ({ ...row, language: languageAt(at) }));

  // All are driven before any is looked at: what tells of them is batched, and is waited for once.
  beforeAll(async () => {
    const languages = new Map(rows.map(({ change, language }) => [change, language]));
    for (const change of inOrder([...languages.keys()]))
      await drive(change, languages.get(change) ?? 'en').catch((error: unknown) =>
        failures.set(change, error),
      );
    await driven.get('frozen')?.stored();
  }, 60_000);

  test('stands in the table, and has a flow', () => {
    expect(CHANGE_ROWS.map(({ change }) => change)).toEqual([...SECURITY_KINDS]);
    expect(Object.keys(SECURITY_FLOWS)).toEqual([...SECURITY_KINDS]);
  });

  test.each(rows)('$change, read in $language', async ({ change, message, language }) => {
    const flow = SECURITY_FLOWS[change];
    expect(failures.get(change)).toBeUndefined();
    const reader = ensure(driven.get(change), `${change} was driven`);

    // Stored once, in its category, in the list though everything that can be muted is.
    const stored = await product.db.query<StoredNotice & Record<string, unknown>>(STORED, [
      reader.userId,
    ]);
    const told = stored.filter(({ facts }) => facts['change'] === change);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ kind: 'security', category: 'security', mode: null });
    for (const row of stored) expect(row.in_app).toBe(true);

    // Said at once to users who have a page open.
    const notices = announcedTo(reader.userId);
    expect(notices.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    const heard = await reader.heard(stored.length);
    expect([change, heard.isOpen]).toEqual([change, keepsPage(change)]);
    if (heard.isOpen) expect(heard.notices).toEqual(notices);
    reader.leaves();
    expect(await product.app.notifications.unread(reader.userId)).toBe(stored.length);
    if (flow.endsSession !== true) {
      const { records, count } = await reader.bell();
      expect(records.map(({ id }) => id)).toContain(told[0]?.id);
      expect([records.length, count]).toEqual([stored.length, stored.length]);
    }

    // Written of as the table says, in the reader's language, with the reader's own words.
    const places = flow.alsoTo === undefined ? [reader.email] : [reader.email, flow.alsoTo(reader)];
    for (const place of places) {
      const isKnown = place !== reader.email || change !== 'contact-added';
      const messages = messagesAbout(change, reader, await reader.messages(place));
      expect([place, messages.length]).toEqual([place, message === 'none' || !isKnown ? 0 : 1]);
      for (const { text } of messages) checkMessage(text, { change, message, language });
    }
  });

  function checkMessage(
    text: string,
    { change, message, language }: { change: SecurityKind; message: string; language: string },
  ): void {
    expect(text).toContain(phraseOf(SECURITY_FLOWS[change]));
    expect(text).toContain(mailWord(language, `security.kind-${change}`));
    expect(text.includes(`${HERE}/pass/not-me#`)).toBe(message === 'link');
    // Figures are Western in every language.
    expect(text).not.toMatch(/[\u0660-\u0669\u06F0-\u06F9\u0E50-\u0E59]/);
    expect(text).not.toMatch(/[{}]/);
    const locale = LOCALES.find(({ value }) => value === language);
    if (locale?.dir === 'rtl') expect(text).toMatch(/\u2068\d{4}-\d\d-\d\d \d\d:\d\d UTC\u2069/);
  }
});

test('a limit that loosens has a letter with the link that freezes', async () => {
  const reader = await newReader(product, 'th');
  const stage = { product, reader };
  const limit = { kind: 'loss', period: 'day' } as const;
  await does(stage, 'accounts.set-limit', { body: { ...limit, amount: '1000' } });
  expect(await reader.stored()).toHaveLength(1);
  expect(await reader.messages()).toEqual([]);
  await does(stage, 'accounts.set-limit', { body: { ...limit, amount: null } });
  const stored = await reader.stored();
  expect(stored).toHaveLength(2);
  // Which limit, from what to what, and from when on.
  const limits = stored.map(({ facts }) => facts['limit']);
  const at = expect.anything() as number;
  expect(limits).toEqual(
    expect.arrayContaining([
      { ...limit, from: null, to: '1000', effectiveAt: at },
      { ...limit, from: '1000', to: null, effectiveAt: at },
    ]),
  );
  const messages = messagesAbout('limit-changed', reader, await reader.messages());
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toContain(`${HERE}/pass/not-me#`);
  expect(messages[0]?.text).toContain('a blue door 7');
});

test('letters follow the language that was chosen last', async () => {
  const reader = await newReader(product, 'th');
  const stage = { product, reader };
  await does(stage, 'accounts.export-data', {});
  expect(await reader.stored()).toHaveLength(1);
  const [thai] = await reader.messages();
  expect(thai?.subject).toMatch(/[\u0E00-\u0E7F]/);
  const body = { language: 'ar', theme: null, upDown: null, asksBeforeClose: true } as const;
  await does(stage, 'accounts.set-preferences', { body });
  await does(stage, 'accounts.freeze', {});
  expect(await reader.stored()).toHaveLength(2);
  expect((await reader.messages()).at(-1)?.subject).toMatch(/[\u0600-\u06FF]/);
});
