import { z } from 'zod';
import { LANGUAGES } from '../accounts-preferences.ts';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});
const PageId = z.string().regex(/^[a-z0-9-]{1,60}$/);
/** Characters of a text's title and of its markup. */
const TITLE_MAX = 120;
const HTML_MAX = 40_000;

const Edition = z.strictObject({
  language: z.enum(LANGUAGES),
  version: z.int().positive(),
  title: z.string(),
  at: UnixMsNumber,
  /** A member's name, or what wrote it: `default` came with the product. */
  author: z.string(),
  /** Another language of this text was written later: this one still says what it said before. */
  isBehind: z.boolean(),
});

/** When a notice is shown, and to readers of which languages. */
export const NoticeSchedule = z.strictObject({
  from: UnixMsNumber,
  /** Null: without an end. */
  until: UnixMsNumber.nullable(),
  /** Null: readers of all languages. */
  languages: z.array(z.enum(LANGUAGES)).min(1).max(LANGUAGES.length).nullable(),
});
export type NoticeSchedule = z.infer<typeof NoticeSchedule>;

/** A text in all its languages, without what it says. */
export const DeskPage = z.strictObject({
  id: PageId,
  type: z.int().min(1).max(7),
  /** Two people decide about a change of it. */
  isLegal: z.boolean(),
  editions: z.array(Edition),
  /** Languages that have none: their readers get the English one. */
  missing: z.array(z.enum(LANGUAGES)),
  /** Of a notice; null for one that is shown always, and for any other text. */
  schedule: NoticeSchedule.nullable(),
});
export type DeskPage = z.infer<typeof DeskPage>;

const Written = z.strictObject({
  language: z.enum(LANGUAGES),
  title: z.string().trim().min(1).max(TITLE_MAX),
  html: z.string().trim().min(1).max(HTML_MAX),
});

/** A text with what it says now and what it said before, in each language. */
export const DeskText = DeskPage.extend({
  editions: z.array(
    Edition.extend({
      html: z.string(),
      /** The version before; null for the first. */
      before: z.strictObject({ version: z.int().positive(), html: z.string() }).nullable(),
    }),
  ),
  /** What may stand between "{{" and "}}". */
  places: z.array(z.string()),
});
export type DeskText = z.infer<typeof DeskText>;

const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;

export const listPages = deskEndpoint({
  name: 'content.list',
  summary: 'Every text, with the version of each language and which of them are behind.',
  method: 'GET',
  path: '/desk/content',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'content.list',
  body: none,
  query: none,
  params: none,
  result: z.array(DeskPage),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const getPage = deskEndpoint({
  name: 'content.page',
  summary: 'One text in all its languages, with the version before.',
  method: 'GET',
  path: '/desk/content/:id',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'content.page',
  body: none,
  query: none,
  params: z.strictObject({ id: z.string().min(1).max(60) }),
  result: DeskText,
  failures: [...read, 'not-found'],
});

export const previewText = deskEndpoint({
  name: 'content.preview',
  summary: 'A text as the product would answer it: cleaned, its places filled. Nothing is kept.',
  method: 'POST',
  path: '/desk/content/preview',
  access: 'session',
  roles: ['content'],
  audits: 'content.preview',
  perMinute: 120,
  body: Written,
  query: none,
  params: none,
  result: z.strictObject({
    html: z.string(),
    /** Something in it was left out, because texts have few kinds of markup. */
    isCleaned: z.boolean(),
    /** Names between "{{" and "}}" that nobody knows; with one of them it is not published. */
    unknownPlaces: z.array(z.string()),
  }),
  failures: read,
});

export const publishText = deskEndpoint({
  name: 'content.publish',
  summary:
    'Publishes a new version of a text in some languages, or a new notice; of a legal text, opens a case.',
  method: 'POST',
  path: '/desk/content/publish',
  access: 'session',
  roles: ['content'],
  audits: 'content.publish',
  perMinute: 30,
  body: z.strictObject({
    /** Null for a new notice. */
    id: PageId.nullable(),
    texts: z
      .array(
        Written.extend({
          /** The version it was written over; 0 where there is none. */
          over: z.int().nonnegative(),
        }),
      )
      .min(1)
      .max(LANGUAGES.length),
    /** When a new notice is shown; absent: at once, without an end. */
    schedule: NoticeSchedule.optional(),
    /** Why; those who decide about a legal text read it. */
    note: z.string().trim().max(CASE_NOTE_MAX),
  }),
  query: none,
  params: none,
  result: z.strictObject({
    id: PageId,
    /** Numbers of the cases that decide; empty where it is published. */
    cases: z.array(z.string()),
  }),
  failures: [...read, 'not-found', 'content-changed'],
});

export const scheduleNotice = deskEndpoint({
  name: 'content.schedule',
  summary: 'Says when a notice is shown from now on and to whom, or ends it at once.',
  method: 'POST',
  path: '/desk/content/schedule',
  access: 'session',
  roles: ['content'],
  audits: 'content.schedule',
  perMinute: 30,
  body: NoticeSchedule.extend({
    id: PageId,
    /** It ends at this moment, whenever it was to begin and end. */
    isOver: z.boolean().default(false),
  }),
  query: none,
  params: none,
  result: z.null(),
  failures: [...read, 'not-found'],
});
