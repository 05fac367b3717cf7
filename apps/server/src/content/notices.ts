import { createHash } from 'node:crypto';
import { type UnixMs, isoText } from '@candor/kernel';
import { CONTENT_TYPES, preferences } from '@candor/protocol';
import { mailWord } from '../messaging/index.ts';
import type { Tx } from '../platform/postgres/db.ts';
import { escapeHtml } from './sanitise.ts';
import { addPages, addVersions, hasPage, lockTexts } from './store.ts';

/** A change of a parameter that was decided and does not hold yet. */
export type AnnouncedChange = {
  /** Of the case that decided it; the notice is named by it. */
  readonly number: string;
  readonly key: string;
  readonly before: string;
  readonly value: string;
  readonly from: UnixMs;
  /** It takes an announced value back: `before` does not come. */
  readonly isWithdrawn: boolean;
};

/** "2026-11-21 23:05": whole minutes of UTC, read the same everywhere. */
const momentText = (at: UnixMs): string => isoText(at).slice(0, 16).replace('T', ' ');

/** Writes the notice of a change in every language; once, however often it is heard of. */
export async function writeNotice(
  tx: Tx,
  change: AnnouncedChange,
  by: { readonly author: string; readonly at: UnixMs },
): Promise<void> {
  const pageId = `notice-${change.number.toLowerCase()}`;
  await lockTexts(tx);
  if (await hasPage(tx, pageId)) return;
  const values = {
    key: `\u2066${change.key}\u2069`,
    before: `\u2068${change.before}\u2069`,
    value: `\u2068${change.value}\u2069`,
    when: `\u2066${momentText(change.from)}\u2069`,
  };
  const kind = change.isWithdrawn ? 'withdrawn' : 'parameter';
  const texts = preferences.LANGUAGES.map((language) => {
    const title = mailWord(language, `notice.${kind}-title`, values);
    const html = `<p>${escapeHtml(mailWord(language, `notice.${kind}-text`, values))}</p>`;
    const hash = createHash('sha256').update(`${title}\n${html}`).digest('hex');
    return { pageId, language, version: 1, title, html, hash };
  });
  await addPages(tx, [{ id: pageId, type: CONTENT_TYPES.notices }]);
  await addVersions(tx, texts, by);
}
