import { createHash } from 'node:crypto';
import { type Clock, DAY_MS, type Result, type UnixMs, fail, newUuid, ok } from '@candor/kernel';
import { CASE_REASONS, CONTENT_TYPES, type Failure, preferences } from '@candor/protocol';
import type { StaffRole } from '@candor/protocol/desk';
import { writeAudit } from '../audit/index.ts';
import type { Actor, Cases, KindTerms } from '../cases/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Database, Tx } from '../platform/postgres/db.ts';
import { PLACEHOLDERS, fillPlaces, unknownPlaces } from './fill.ts';
import { LEGAL_TYPES, ORIGINAL } from './rules.ts';
import { sanitise } from './sanitise.ts';
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

function pageOf(rows: readonly EditionRow[]): EditedPage | null {
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
    missing: preferences.LANGUAGES.filter(
      (one) => !newest.some(({ language }) => language === one),
    ),
  };
}

/** Adds versions to the newest of their languages; `isOver`: only where those are what was written over. */
async function addTexts(
  tx: Tx,
  id: string,
  texts: readonly NewText[],
  by: { readonly author: string; readonly at: UnixMs; readonly isOver: boolean },
): Promise<boolean> {
  await lockTexts(tx);
  const rows = await listEditions(tx, { id, perLanguage: 1 });
  const newestOf = (language: string): number =>
    rows.find((row) => row.language === language)?.version ?? 0;
  if (by.isOver && texts.some(({ language, over }) => newestOf(language) !== over)) return false;
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
    await addTexts(tx, pageId, [text], { author, at, isOver: false });
    return 'done';
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

  return {
    places: PLACEHOLDERS,
    async list() {
      const rows = await listEditions(db, { id: null, perLanguage: 1 });
      const pages = Map.groupBy(rows, ({ id }) => id).values();
      return [...pages].flatMap((page) => pageOf(page) ?? []);
    },
    async page(id) {
      const found = pageOf(await listEditions(db, { id, perLanguage: 2 }));
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
    async publish(by, { id: asked, texts: said, note, action }) {
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
      const id = asked ?? `notice-${newUuid(at)}`;
      const page = isNew ? null : pageOf(await listEditions(db, { id, perLanguage: 1 }));
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
        const done = await addTexts(tx, id, texts, { author: by.id, at, isOver: true });
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
