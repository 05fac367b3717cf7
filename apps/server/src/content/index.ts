/**
 * content — what the product says about itself, in versions per language.
 * Owns: pages, their versions and drafts; the texts that come with the product; the kind legal text.
 * Announces: nothing.
 * Needs: parameters, for the figures in the texts; cases, for the changes it gives notice of.
 * Refuses: markup beyond its few kinds, a change of a version, a parameter outside the list.
 */
import { type Clock, type Result, type UnixMs, fail, ok } from '@candor/kernel';
import { CONTENT_TYPES, type ContentItem, type ContentText } from '@candor/protocol';
import type { Parameters } from '../parameters/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import { defaultTexts } from './defaults.ts';
import { fillPlaces } from './fill.ts';
import {
  BY_DEFAULT,
  DEFAULT_PAGES,
  ORIGINAL,
  PAYOUT_ADDRESS_KEY,
  defaultsToAdd,
  isPublished,
  isShown,
  versionFor,
} from './rules.ts';
import { type AnnouncedChange, writeNotice } from './notices.ts';
import { sanitise } from './sanitise.ts';
import { listSchedules } from './schedule-store.ts';
import {
  type VersionRow,
  addPages,
  addVersions,
  listNewest,
  listOfPage,
  listOfType,
  lockTexts,
} from './store.ts';

export type { Schedule } from './schedule-store.ts';
export { createEditor, legalText, type Edition, type Editor, type NewText } from './editor.ts';

/** A published value and since when it is in force. */
export type PublishedValue = {
  readonly key: string;
  readonly value: string;
  readonly since: UnixMs | null;
};

/** What content offers. */
export type Content = {
  /** Adds the texts that come with the product where they are new or changed. */
  start(): Promise<void>;
  /** The texts of a type, in a language or in English. */
  list(type: number, language: string): Promise<ContentItem[]>;
  /** Gives notice of a change that was decided, in every language; once. */
  announce(change: AnnouncedChange): Promise<void>;
  /** One text with the figures in force now. @failure not-found — no text of this id */
  find(id: string, language: string): Promise<Result<ContentText, { name: 'not-found' }>>;
  /** A published value. @failure parameter-unknown — a key outside the list */
  parameter(key: string): Result<PublishedValue, { name: 'parameter-unknown' }>;
};

type Language = ContentItem['language'];

function itemOf(row: VersionRow, isOriginal: boolean): ContentItem {
  const { id, title, type, at: updatedAt, language } = row;
  return { id, title, type, updatedAt, language: language as Language, original: isOriginal };
}

/** Opens the capability; `start` before the first read. */
export function createContent(deps: {
  db: Database;
  clock: Clock;
  parameters: Pick<Parameters, 'text' | 'at'>;
  /** The address withdrawals are paid from; null where none is named. */
  payoutAddress: string | null;
}): Content {
  const { db, clock, parameters } = deps;
  return {
    async start() {
      await db.transaction(async (tx) => {
        await lockTexts(tx);
        await addPages(tx, DEFAULT_PAGES);
        const newest = (await listNewest(tx)).map(({ page_id: pageId, ...row }) => ({
          pageId,
          ...row,
        }));
        const added = defaultsToAdd(defaultTexts(), newest);
        if (added.length > 0) {
          await addVersions(tx, added, { author: BY_DEFAULT, at: clock.now() });
        }
      });
    },
    announce: (change) =>
      db.transaction((tx) => writeNotice(tx, change, { author: change.number, at: clock.now() })),
    async list(type, language) {
      const rows = await listOfType(db, type, [language, ORIGINAL]);
      const ids = [...new Set(rows.map(({ id }) => id))];
      const items = ids.flatMap((id) => {
        const found = versionFor(
          rows.filter((row) => row.id === id),
          language,
        );
        return found === null ? [] : [itemOf(found.version, found.isOriginal)];
      });
      // What is new stands first; everything else in the order of its places.
      if (type !== CONTENT_TYPES.notices) return items;
      const schedules = await listSchedules(db, null);
      const at = clock.now();
      return items
        .filter(({ id }) => isShown(schedules.get(id), { language, at }))
        .map((item) => {
          const from = schedules.get(item.id)?.from ?? item.updatedAt;
          return { ...item, updatedAt: Math.max(item.updatedAt, from) };
        })
        .toSorted((a, b) => b.updatedAt - a.updatedAt);
    },
    async find(id, language) {
      const found = versionFor(await listOfPage(db, id, [language, ORIGINAL]), language);
      if (found === null) return fail({ name: 'not-found' });
      const { version: row, isOriginal } = found;
      if (row.type === CONTENT_TYPES.notices) {
        const schedule = (await listSchedules(db, id)).get(id);
        if (!isShown(schedule, { language, at: clock.now() })) return fail({ name: 'not-found' });
      }
      // What comes out of the database is cleaned again: a page shows what this lets through.
      const html = sanitise(fillPlaces(row.html, row.language, parameters));
      return ok({ ...itemOf(row, isOriginal), html, version: row.version });
    },
    parameter(key) {
      if (key === PAYOUT_ADDRESS_KEY) {
        return ok({ key, value: deps.payoutAddress ?? '', since: null });
      }
      if (!isPublished(key)) return fail({ name: 'parameter-unknown' });
      const { value, from } = parameters.at(key, clock.now());
      return ok({ key, value, since: from });
    },
  };
}
