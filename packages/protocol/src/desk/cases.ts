import { z } from 'zod';
import { PasskeyAnswer } from '../accounts-factors.ts';
import {
  CASE_KINDS,
  CASE_MESSAGE_MAX,
  CASE_NOTE_MAX,
  CASE_STATES,
  CASE_VERDICTS,
} from '../case-terms.ts';
import { HashText, Id, UnixMsNumber, queryInt } from '../scalars.ts';
import { UPLOAD_PURPOSES } from '../upload-rules.ts';
import { CaseDetail, CaseItem, SaidParts } from './case-view.ts';
import { deskEndpoint } from './endpoint.ts';
import { DOCUMENT_READERS, STAFF_ROLES } from './roles.ts';

export {
  openAdjustment,
  openExchangeCover,
  openHouseFunding,
  openParameterChange,
  openTakeOut,
  previewEntry,
} from './case-proposals.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** Everyone may look at the queue; each role sees the kinds that are for it. */
const READERS = STAFF_ROLES;
const DECIDERS = ['support', 'kyc', 'cashierMaker', 'cashierChecker', 'risk', 'content'] as const;

const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;
const readOne = [...read, 'not-found'] as const;
const change = [...readOne, 'case-decided', 'case-claimed'] as const;
/** Keys pressed one after another are not more than this. */
const CHANGES_PER_MINUTE = 120;

export const listCases = deskEndpoint({
  name: 'cases.list',
  summary:
    'Cases the caller may see: those that wait by their deadline, decided ones newest first.',
  method: 'GET',
  path: '/desk/cases',
  access: 'session',
  roles: READERS,
  audits: 'cases.list',
  readsPersonalData: true,
  body: none,
  query: z.strictObject({
    /** `waiting` unless said: every state but decided. */
    state: z.enum(['waiting', 'mine', 'overdue', ...CASE_STATES]).default('waiting'),
    kind: z.enum(CASE_KINDS).optional(),
    /** Part of a number or subject, or the whole id of a user. */
    q: z.string().trim().max(80).optional(),
    cursor: z.string().max(80).optional(),
    size: queryInt(1, 100).default(50),
  }),
  params: none,
  result: z.strictObject({ records: z.array(CaseItem), next: z.string().nullable() }),
  failures: read,
});

export const countCases = deskEndpoint({
  name: 'cases.counts',
  summary: 'How many cases wait, by kind, and how many of them are past their deadline.',
  method: 'GET',
  path: '/desk/cases/counts',
  access: 'session',
  roles: READERS,
  audits: 'cases.counts',
  body: none,
  query: none,
  params: none,
  result: z.strictObject({
    kinds: z.array(
      z.strictObject({
        kind: z.enum(CASE_KINDS),
        waiting: z.int().nonnegative(),
        overdue: z.int().nonnegative(),
        /** Those that wait for the second of two. */
        firstYes: z.int().nonnegative(),
      }),
    ),
    mine: z.int().nonnegative(),
  }),
  failures: ['session-over', 'forbidden', 'too-many'],
});

export const getCase = deskEndpoint({
  name: 'cases.get',
  summary: 'A case with what is decided on, its timeline and whether the caller may decide it.',
  method: 'GET',
  path: '/desk/cases/:id',
  access: 'session',
  roles: READERS,
  audits: 'cases.get',
  readsPersonalData: true,
  body: none,
  query: none,
  params: byId,
  result: CaseDetail,
  failures: readOne,
});

export const listDocuments = deskEndpoint({
  name: 'cases.documents',
  summary:
    'Documents put to a case, without what is in them, and how many views the caller has left.',
  method: 'GET',
  path: '/desk/cases/:id/documents',
  access: 'session',
  roles: DOCUMENT_READERS,
  audits: 'cases.documents',
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({
    records: z.array(
      z.strictObject({
        id: Id,
        purpose: z.enum(UPLOAD_PURPOSES),
        at: UnixMsNumber,
        bytes: z.int().nonnegative(),
        isGone: z.boolean(),
      }),
    ),
    views: z.strictObject({
      left: z.int().nonnegative(),
      max: z.int().positive(),
      nextAt: UnixMsNumber.nullable(),
    }),
  }),
  failures: readOne,
});

export const showDocument = deskEndpoint({
  name: 'cases.document',
  summary:
    'A document of a case the caller claimed, with name, time and case all over it. Each view is counted, written down and read by its user.',
  method: 'GET',
  path: '/desk/cases/:id/documents/:fileId',
  access: 'session',
  roles: DOCUMENT_READERS,
  audits: 'files.view-document',
  body: none,
  query: none,
  params: z.strictObject({ id: Id, fileId: Id }),
  result: none,
  file: ['image/png', 'image/jpeg'],
  failures: [...readOne, 'case-claimed', 'limit-reached', 'upload-failed'],
});

export const claimCase = deskEndpoint({
  name: 'cases.claim',
  summary:
    'Says that the caller works on a case; ends by itself after half an hour without a move.',
  method: 'POST',
  path: '/desk/cases/:id/claim',
  access: 'session',
  roles: DECIDERS,
  audits: 'cases.claim',
  perMinute: CHANGES_PER_MINUTE,
  body: none,
  query: none,
  params: byId,
  result: CaseDetail,
  failures: [...change, 'case-own'],
});

export const releaseCase = deskEndpoint({
  name: 'cases.release',
  summary: 'Gives a claimed case back to the queue.',
  method: 'POST',
  path: '/desk/cases/:id/release',
  access: 'session',
  roles: DECIDERS,
  audits: 'cases.release',
  perMinute: CHANGES_PER_MINUTE,
  body: none,
  query: none,
  params: byId,
  result: CaseDetail,
  failures: change,
});

export const noteCase = deskEndpoint({
  name: 'cases.note',
  summary: 'Writes a note into the timeline, for staff alone or for the user too.',
  method: 'POST',
  path: '/desk/cases/:id/note',
  access: 'session',
  roles: DECIDERS,
  audits: 'cases.note',
  perMinute: CHANGES_PER_MINUTE,
  // Some of them go to users.
  perHour: 240,
  body: z.strictObject({
    text: z.string().trim().min(1).max(CASE_NOTE_MAX),
    isForUser: z.boolean().default(false),
  }),
  query: none,
  params: byId,
  result: CaseDetail,
  failures: readOne,
});

export const challengeCase = deskEndpoint({
  name: 'cases.challenge',
  summary: 'Options for the passkey an approval needs; its challenge is made from the row hash.',
  method: 'POST',
  path: '/desk/cases/:id/challenge',
  access: 'session',
  roles: DECIDERS,
  audits: 'cases.challenge',
  perMinute: CHANGES_PER_MINUTE,
  body: z.strictObject({ rowHash: HashText }),
  query: none,
  params: byId,
  result: z.strictObject({
    challenge: z.string(),
    /** WebAuthn's JSON of options, as the browser takes it. */
    options: z.record(z.string(), z.unknown()),
    expiresAt: UnixMsNumber,
  }),
  failures: [...change, 'case-changed', 'case-own', 'second-factor-needed'],
});

export const decideCase = deskEndpoint({
  name: 'cases.decide',
  summary:
    'Approves, rejects or withdraws a case as it was shown: the first yes of two, or the decision.',
  method: 'POST',
  path: '/desk/cases/:id/decide',
  access: 'session',
  roles: DECIDERS,
  audits: 'cases.decide',
  perMinute: CHANGES_PER_MINUTE,
  body: z.strictObject({
    verdict: z.enum(CASE_VERDICTS),
    /** One of the case's `reasons`; a withdrawal has none. */
    reason: z.string().max(60).optional(),
    /** Of a case with parts: all of them, approved or with one of the reasons they may be rejected for. */
    parts: SaidParts.optional(),
    /** To the user, in the user's language, beside the reason's own text. */
    message: z.string().trim().max(CASE_MESSAGE_MAX).optional(),
    rowHash: HashText,
    /** The answer to the challenge; approving a case with `needsPasskey` needs it. */
    challenge: z.string().max(64).optional(),
    passkey: PasskeyAnswer.optional(),
  }),
  query: none,
  params: byId,
  result: CaseDetail,
  failures: [
    ...change,
    'case-changed',
    'case-own',
    'incomplete',
    'second-factor-needed',
    'second-factor-wrong',
  ],
});
