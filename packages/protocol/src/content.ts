import { z } from 'zod';
import { LANGUAGES } from './accounts-preferences.ts';
import { endpoint } from './endpoint.ts';
import { UnixMsNumber } from './scalars.ts';
import { PATHS } from './wire/paths.ts';

const none = z.strictObject({});

/** What a text is for, by the number on the wire. @source PRODUCT 15 "Content types" */
export const CONTENT_TYPES = {
  company: 1,
  policy: 2,
  statements: 3,
  contact: 4,
  faq: 5,
  notices: 6,
  introduction: 7,
} as const;

const ContentType = z.int().min(1).max(7);
const ContentId = z.string().regex(/^[a-z0-9-]{1,60}$/);

/** In which language: the specification knows Chinese (1) and not Chinese (2); a code says which. */
const asked = z.strictObject({
  languageType: z.enum(['1', '2']).optional(),
  language: z.enum(LANGUAGES).optional(),
});

/** A line of a list of texts. */
export const ContentItem = z.strictObject({
  id: ContentId,
  title: z.string(),
  type: ContentType,
  updatedAt: UnixMsNumber,
  /** The language it is written in. */
  language: z.enum(LANGUAGES),
  /** The English original, because there is none in the language that was asked for. */
  original: z.boolean(),
});
export type ContentItem = z.infer<typeof ContentItem>;

/** A text: markup of few kinds, its figures those of the parameter table in force now. */
export const ContentText = ContentItem.extend({ html: z.string(), version: z.int().positive() });
export type ContentText = z.infer<typeof ContentText>;

export const listContents = endpoint({
  name: 'content.list',
  summary: 'Texts of a type: 1–4 of the footer, 5 questions, 6 notices, 7 introduction.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.listContents,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: asked,
  params: z.strictObject({ id: z.enum(['1', '2', '3', '4', '5', '6', '7']) }),
  result: z.array(ContentItem),
  failures: ['unreadable'],
});

export const getContent = endpoint({
  name: 'content.get',
  summary: 'One text, in the language asked for or in English.',
  origin: 'seed',
  method: 'GET',
  path: PATHS.getContent,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: asked,
  params: z.strictObject({ id: z.string().min(1).max(60) }),
  result: ContentText,
  failures: ['unreadable', 'not-found'],
});

export const parameterByKey = endpoint({
  name: 'content.parameter',
  summary: 'A published parameter, or the address pay-outs come from (`auth_address`).',
  origin: 'seed',
  method: 'GET',
  path: PATHS.parameterByKey,
  access: 'public',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: z.strictObject({ key: z.string().min(1).max(80) }),
  result: z.strictObject({
    key: z.string(),
    /** Empty text for an address nobody set up. */
    value: z.string(),
    /** When the value came into force; null for one that was never set. */
    since: UnixMsNumber.nullable(),
  }),
  failures: ['unreadable', 'parameter-unknown'],
});
