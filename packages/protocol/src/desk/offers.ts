import { z } from 'zod';
import { LANGUAGES } from '../accounts-preferences.ts';
import { OFFER_PAGES, OFFER_TEXT_MAX, OFFER_TITLE_MAX } from '../offer-terms.ts';
import { Id, UnixMsNumber } from '../scalars.ts';
import { deskEndpoint } from './endpoint.ts';
import { STAFF_ROLES } from './roles.ts';

const none = z.strictObject({});

/** What an offer says in one language: plain text, its paragraphs apart by empty lines. */
const OfferText = z.strictObject({
  language: z.enum(LANGUAGES),
  title: z
    .string()
    .trim()
    .min(1)
    .max(OFFER_TITLE_MAX)
    .regex(/^\P{Cc}*$/u),
  text: z.string().trim().min(1).max(OFFER_TEXT_MAX),
});

const terms = {
  texts: z.array(OfferText).min(1).max(LANGUAGES.length),
  /** The moment from which nobody is told of it any more, and it is shown as over. */
  until: UnixMsNumber,
  /** The page it leads to; null: to none. */
  page: z.enum(OFFER_PAGES).nullable(),
};

/** An offer that was approved. */
export const DeskOffer = z.strictObject({
  id: Id,
  ...terms,
  approvedAt: UnixMsNumber,
  caseId: Id,
  caseNumber: z.string(),
  /** `sent`: every user who asked for offers was told; `over`: its end came. */
  state: z.enum(['sending', 'sent', 'over', 'withdrawn']),
  /** Users who were told. */
  told: z.int().nonnegative(),
  /** A member's name. */
  withdrawnBy: z.string().nullable(),
});
export type DeskOffer = z.infer<typeof DeskOffer>;

/** How many users asked for offers, by channel. */
const Askers = z.strictObject({
  users: z.int().nonnegative(),
  inApp: z.int().nonnegative(),
  mail: z.int().nonnegative(),
});

export const listOffers = deskEndpoint({
  name: 'offers.list',
  summary: 'The newest 100 approved offers, and how many users ask for offers now.',
  method: 'GET',
  path: '/desk/offers',
  access: 'session',
  roles: STAFF_ROLES,
  audits: 'offers.list',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ askers: Askers, offers: z.array(DeskOffer) }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const previewOffer = deskEndpoint({
  name: 'offers.preview',
  summary: 'The mail of an offer as readers of each language would get it. Nothing is kept.',
  method: 'POST',
  path: '/desk/offers/preview',
  access: 'session',
  roles: ['content'],
  audits: 'offers.preview',
  perMinute: 60,
  body: z.strictObject(terms),
  query: none,
  params: none,
  result: z.array(
    z.strictObject({
      language: z.enum(LANGUAGES),
      subject: z.string(),
      text: z.string(),
      /** There is no text of this language: its readers get the English one, and read that it is. */
      isOriginal: z.boolean(),
    }),
  ),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const proposeOffer = deskEndpoint({
  name: 'offers.propose',
  summary: 'Proposes an offer to users who asked for offers; another member approves it.',
  method: 'POST',
  path: '/desk/offers/propose',
  access: 'session',
  roles: ['content'],
  audits: 'offers.propose',
  perMinute: 10,
  body: z.strictObject({
    ...terms,
    /** Why; who decides reads it. */
    note: z.string().trim().min(1).max(400),
  }),
  query: none,
  params: none,
  result: z.strictObject({ id: Id, number: z.string() }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

export const withdrawOffer = deskEndpoint({
  name: 'offers.withdraw',
  summary:
    'Ends an approved offer at once: nobody else is told, and who was reads that it is over.',
  method: 'POST',
  path: '/desk/offers/:id/withdraw',
  access: 'session',
  roles: ['content', 'risk'],
  audits: 'offers.withdraw',
  perMinute: 30,
  body: none,
  query: none,
  params: z.strictObject({ id: Id }),
  result: z.null(),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many', 'not-found'],
});
