import { createHash } from 'node:crypto';
import {
  type Clock,
  DAY_MS,
  type Result,
  type UnixMs,
  fail,
  newUuid,
  ok,
  unixMs,
} from '@candor/kernel';
import { CASE_REASONS, CONTENT_TYPES, type Failure, preferences } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import { writeAudit } from '../audit/index.ts';
import type { Actor, Cases, KindTerms } from '../cases/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { PLACEHOLDERS, fillPlaces, unknownPlaces } from './fill.ts';
import { LEGAL_TYPES, ORIGINAL } from './rules.ts';
import { sanitise } from './sanitise.ts';
import { type Schedule, addSchedule, listSchedules } from './schedule-store.ts';
import {
  type EditionRow,
  addPages,
  addVersions,
  findDraft,
  insertDraft,
  listEditions,
  lockTexts,
} from './store.ts';

type Language = (typeof preferences.LANGUAGES)[number];

/** A text as a member writes it. */
export type NewText = {
  readonly language: Language;
  readonly title: string;
  readonly html: string;
  /** The version it was written over; 0 where there is none. */
  readonly over: number;
};

/** A text in one language, and what it said before. */
export type Edition = {
  readonly language: Language;
  readonly version: number;
  readonly title: string;
  readonly html: string;
  readonly at: number;
  readonly author: string;
  readonly isBehind: boolean;
  readonly before: { readonly version: number; readonly html: string } | null;
};

/** A text in all its languages. */
type EditedPage = {
  readonly id: string;
  readonly type: number;
  readonly isLegal: boolean;
  readonly editions: readonly Edition[];
  readonly missing: readonly Language[];
  /** When a notice is shown; null for one that always is, and for any other text. */
  readonly schedule: Schedule | null;
};

type Preview = {
  readonly html: string;
  readonly isCleaned: boolean;
  readonly unknownPlaces: readonly string[];
};

/** How the operator's people change texts. */
export type Editor = {
  /** What may stand between the braces of a place. */
  readonly places: readonly string[];
  list(): Promise<readonly EditedPage[]>;
  /** One text. @failure not-found — no text of this id */
  page(id: string): Promise<Result<EditedPage, Failure<'not-found'>>>;
  /** A text as the product would answer it. */
  preview(text: Pick<NewText, 'language' | 'html'>): Preview;
  /**
   * Says when a notice is shown from now on, and to whom, or ends it at once.
   *
   * @failure not-found — no notice of this id
   * @failure unreadable — it would end before it begins, or before now
   */
  schedule(
    by: Actor & { readonly role: StaffRole },
    said: {
      readonly id: string;
      readonly schedule: Schedule;
      /** It ends at this moment, whenever it was to begin and end. */
      readonly isOver: boolean;
      readonly action: string;
    },
  ): Promise<Result<null, Failure<'not-found' | 'unreadable'>>>;
  /**
   * Publishes a text, or puts a legal one before two others.
   *
   * @failure unreadable — a place nobody knows, nothing left of it, a notice without English
   * @failure content-changed — a newer version is there than the one it was written over
   */
  publish(
    by: Actor & { readonly role: StaffRole },
    said: {
      readonly id: string | null;
      readonly texts: readonly NewText[];
      /** When a new notice is shown; absent: at once, without an end. */
      readonly schedule?: Schedule | undefined;
      readonly note: string;
      readonly action: string;
    },
  ): Promise<
    Result<
      { readonly id: string; readonly cases: readonly string[] },
      Failure<
        | 'not-found'
        | 'unreadable'
        | 'content-changed'
        | 'forbidden'
        | 'case-changed'
        | 'case-decided'
        | 'case-claimed'
        | 'case-own'
      >
    >
  >;
};

const hashOf = (title: string, html: string): string =>
  createHash('sha256').update(`${title}\n${html}`).digest('hex');

function pageOf(
  rows: readonly EditionRow[],
  schedules: ReadonlyMap<string, Schedule>,
): EditedPage | null {
  const [first] = rows;
  if (first === undefined) return null;
  const newest = rows.filter(
    (row, place) => rows.findIndex(({ language }) => language === row.language) === place,
  );
  const last = Math.max(...newest.map(({ at }) => at));
  const editions = newest.map((row): Edition => {
    const { version, title, html, at, author } = row;
    const old = rows.find((one) => one.language === row.language && one.version < version);
    const before = old === undefined ? null : { version: old.version, html: old.html };
    const language = row.language as Language;
    return { language, version, title, html, at, author, isBehind: at < last, before };
  });
  return {
    id: first.id,
    type: first.type,
    isLegal: LEGAL_TYPES.includes(first.type),
    editions,
    schedule: schedules.get(first.id) ?? null,
    missing: preferences.LANGUAGES.filter(
      (one) => !newest.some(({ language }) => language === one),
    ),
  };
}

/** What is wrong with when a notice is to be shown: it ends before it begins, or before now. */
function wrongIn({ from, until }: Schedule, at: UnixMs): Failure<'unreadable'> | null {
  if (until === null || (until > from && until >= at)) return null;
  return { name: 'unreadable', field: 'until' };
}

/** Adds versions to the newest of their languages, only where those are what was written over. */
async function addTexts(
  tx: Tx,
  id: string,
  texts: readonly NewText[],
  by: { readonly author: string; readonly at: UnixMs },
): Promise<boolean> {
  await lockTexts(tx);
  const rows = await listEditions(tx, { id, perLanguage: 1 });
  const newestOf = (language: string): number =>
    rows.find((row) => row.language === language)?.version ?? 0;
  if (texts.some(({ language, over }) => newestOf(language) !== over)) return false;
  const added = texts.map(({ language, title, html }) => {
    const hash = hashOf(title, html);
    return { pageId: id, language, title, html, hash, version: newestOf(language) + 1 };
  });
  await addVersions(tx, added, by);
  return true;
}

/** A new version of a text users agree to; what was decided on is a draft that never changes. */
export const legalText: KindTerms = {
  name: 'legalText',
  letter: 'E',
  deadlineMs: 3 * DAY_MS,
  people: 2,
  roles: { opener: ['content'], maker: ['content', 'risk'], checker: ['content', 'risk'] },
  reasons: CASE_REASONS.legalText,
  passkey: true,
  describe: ({ page = '', language = '', title = '', over = '', text = '', note = '' }) => [
    { key: 'page', as: 'text', value: `${page} · ${language}` },
    { key: 'title', as: 'text', value: title },
    { key: 'over', as: 'text', value: over },
    { key: 'text', as: 'text', value: text },
    { key: 'note', as: 'text', value: note },
  ],
  async apply(tx, decided, at) {
    const { draft: id = '', hash = '' } = decided.facts;
    const draft = await findDraft(tx, id);
    if (draft === null || draft.hash !== hash) return 'waits';
    const { page_id: pageId, title, html, over_version: over, author } = draft;
    const text = { language: draft.language as Language, title, html, over };
    // Two decided on this text in the place of that version; a newer one is nobody's to write over.
    return (await addTexts(tx, pageId, [text], { author, at })) ? 'done' : 'overtaken';
  },
};

/** Opens the editor. */
export function createEditor(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: Pick<Cases, 'proposeAs'>;
  readonly parameters: Pick<Parameters, 'text'>;
}): Editor {
  const { db, clock, cases, parameters } = deps;

  /** Keeps what is decided on, and puts it before the others. */
  async function propose(
    by: Actor,
    page: EditedPage,
    text: NewText,
    said: { readonly note: string; readonly action: string },
  ) {
    const at = clock.now();
    const { language, title, html, over } = text;
    const id = newUuid(at);
    const hash = hashOf(title, html);
    const draft = { id, page_id: page.id, language, over_version: over, title, html, hash };
    await db.transaction((tx) => insertDraft(tx, { ...draft, author: by.id }, at));
    const facts = { page: page.id, language, title, over: String(over), draft: id, hash };
    const shown = { text: html, note: said.note.slice(0, 400) };
    const subject = `${page.id} ${language}: ${title}`.slice(0, 200);
    const none = { userId: null, amount: null, asset: null };
    const proposal = { ...none, subject, facts: { ...facts, ...shown } };
    return cases.proposeAs('legalText', { actor: by, proposal, ...said });
  }

  async function findPage(id: string, perLanguage: number): Promise<EditedPage | null> {
    const rows = await listEditions(db, { id, perLanguage });
    return pageOf(rows, await listSchedules(db, id));
  }

  return {
    places: PLACEHOLDERS,
    async list() {
      const [rows, schedules] = await Promise.all([
        listEditions(db, { id: null, perLanguage: 1 }),
        listSchedules(db, null),
      ]);
      const pages = Map.groupBy(rows, ({ id }) => id).values();
      return [...pages].flatMap((page) => pageOf(page, schedules) ?? []);
    },
    async page(id) {
      const found = await findPage(id, 2);
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    },
    preview({ language, html }) {
      const clean = sanitise(html);
      return {
        html: sanitise(fillPlaces(clean, language, parameters)),
        isCleaned: clean !== html,
        unknownPlaces: unknownPlaces(html),
      };
    },
    async schedule(by, { id, schedule: asked, isOver, action }) {
      const at = clock.now();
      const before = unixMs(Math.min(asked.from, at - 1));
      const schedule = isOver ? { ...asked, from: before, until: at } : asked;
      const page = await findPage(id, 1);
      if (page?.type !== CONTENT_TYPES.notices) return fail({ name: 'not-found' });
      const problem = wrongIn(schedule, at);
      if (problem !== null) return fail(problem);
      await db.transaction(async (tx) => {
        await lockTexts(tx);
        await addSchedule(tx, id, { ...schedule, author: by.id, at });
        const actor = { kind: 'staff', id: by.id, role: by.role } as const;
        await writeAudit(tx, { at, actor, action, subject: id, details: { ...schedule } });
      });
      return ok(null);
    },
    async publish(by, { id: asked, texts: said, schedule, note, action }) {
      const texts = said.map((text) => ({ ...text, html: sanitise(text.html).trim() }));
      if (texts.some(({ html }) => html === '' || unknownPlaces(html).length > 0)) {
        return fail({ name: 'unreadable', field: 'html' });
      }
      const languages = texts.map(({ language }) => language);
      const isTwice = new Set(languages).size < languages.length;
      const isNew = asked === null;
      if (isTwice || (isNew && !languages.includes(ORIGINAL))) {
        return fail({ name: 'unreadable', field: 'language' });
      }
      const at = clock.now();
      const problem = schedule === undefined ? null : wrongIn(schedule, at);
      if (problem !== null) return fail(problem);
      const id = asked ?? `notice-${newUuid(at)}`;
      const page = isNew ? null : await findPage(id, 1);
      if (!isNew && page === null) return fail({ name: 'not-found' });
      if (page !== null && page.isLegal) {
        const numbers: string[] = [];
        for (const text of texts) {
          const now = page.editions.find(({ language }) => language === text.language);
          if ((now?.version ?? 0) !== text.over) return fail({ name: 'content-changed' });
        }
        for (const text of texts) {
          const opened = await propose(by, page, text, { note, action });
          if (!opened.ok) return opened;
          numbers.push(opened.value.number);
        }
        return ok({ id, cases: numbers });
      }
      return db.transaction(async (tx) => {
        if (isNew) await addPages(tx, [{ id, type: CONTENT_TYPES.notices }]);
        if (isNew && schedule !== undefined) {
          await addSchedule(tx, id, { ...schedule, author: by.id, at });
        }
        const done = await addTexts(tx, id, texts, { author: by.id, at });
        if (!done) return fail({ name: 'content-changed' });
        await writeAudit(tx, {
          at,
          actor: { kind: 'staff', id: by.id, role: by.role },
          action,
          subject: id,
          details: { languages, hashes: texts.map(({ title, html }) => hashOf(title, html)) },
        });
        return ok({ id, cases: [] });
      });
    },
  };
}
