import { ASSETS } from '@candor/kernel';
import { z } from 'zod';
import { Id, UnixMsNumber, queryInt } from '../scalars.ts';
import { COMPLAINT_CATEGORIES, COMPLAINT_OUTCOMES, SUPPORT_TEXT_MAX } from '../support-terms.ts';
import { ConversationNumber } from '../support.ts';
import { deskEndpoint } from './endpoint.ts';

const byId = z.strictObject({ id: Id });
const READERS = ['support', 'auditor'] as const;
const WRITERS = ['support'] as const;
const CHANGES_PER_MINUTE = 60;

const count = z.int().nonnegative();
const complaint = {
  saidBy: z.enum(['asker', 'staff']),
  category: z.enum(COMPLAINT_CATEGORIES),
  receivedAt: UnixMsNumber,
  /** Until when its final answer is due; passing it decides nothing. */
  deadline: UnixMsNumber,
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  answeredAt: UnixMsNumber.nullable(),
  /** The adjustment that puts it right; its amount counts once it is carried out. */
  redress: z
    .strictObject({
      caseId: Id,
      number: z.string(),
      amount: z.string(),
      asset: z.enum(ASSETS),
      state: z.enum(['waiting', 'done', 'refused']),
    })
    .nullable(),
};

/** What the register says of a conversation that is a complaint. */
export const Complaint = z.strictObject(complaint);
export type Complaint = z.infer<typeof Complaint>;

/** A line of the register. */
export const ComplaintItem = z.strictObject({
  /** The conversation's. */
  id: Id,
  number: ConversationNumber,
  subject: z.string(),
  /** Null for a visitor's. */
  userId: Id.nullable(),
  ...complaint,
});
export type ComplaintItem = z.infer<typeof ComplaintItem>;

export const listComplaints = deskEndpoint({
  name: 'complaints.list',
  summary:
    'The register of complaints: those without a final answer by their deadline, others by when they were received.',
  method: 'GET',
  path: '/desk/complaints',
  access: 'session',
  roles: READERS,
  audits: 'complaints.list',
  readsPersonalData: true,
  body: z.strictObject({}),
  query: z.strictObject({
    state: z.enum(['waiting', 'overdue', 'answered', 'all']).default('waiting'),
    category: z.enum(COMPLAINT_CATEGORIES).optional(),
    /** Part of a number or subject, a whole user name, or the whole id of a user. */
    q: z.string().trim().max(80).optional(),
    cursor: z.string().max(80).optional(),
    size: queryInt(1, 100).default(50),
  }),
  params: z.strictObject({}),
  result: z.strictObject({
    records: z.array(ComplaintItem),
    next: z.string().nullable(),
    /** In the whole register: without a final answer, and of these past their deadline. */
    waiting: count,
    overdue: count,
  }),
  failures: ['session-over', 'forbidden', 'unreadable', 'too-many'],
});

const changing = {
  method: 'POST',
  access: 'session',
  roles: WRITERS,
  perMinute: CHANGES_PER_MINUTE,
  query: z.strictObject({}),
  params: byId,
  result: Complaint,
} as const;
const refused = [
  'session-over',
  'forbidden',
  'unreadable',
  'too-many',
  'not-found',
  'support-changed',
] as const;

export const markComplaint = deskEndpoint({
  ...changing,
  name: 'complaints.mark',
  summary:
    'Enters a conversation into the register of complaints, or sorts it there; when it was received can only become earlier.',
  path: '/desk/support/:id/complaint',
  audits: 'complaints.mark',
  body: z.strictObject({
    category: z.enum(COMPLAINT_CATEGORIES).exclude(['unsorted']),
    /** None: when the conversation began, or as the register has it. */
    receivedAt: UnixMsNumber.optional(),
  }),
  failures: refused,
});

export const answerComplaint = deskEndpoint({
  ...changing,
  perHour: 300,
  name: 'complaints.answer',
  summary:
    'Writes the final answer to a complaint, with its outcome; refused where a message came since the history was shown.',
  path: '/desk/support/:id/final-answer',
  audits: 'complaints.answer',
  body: z.strictObject({
    text: z.string().max(SUPPORT_TEXT_MAX).regex(/\S/),
    /** Messages in the history that was shown. */
    after: count,
    outcome: z.enum(COMPLAINT_OUTCOMES),
    /** Number of an adjustment of this user, where it is upheld. */
    redress: z
      .string()
      .regex(/^[A-Z]-\d{6,9}$/)
      .optional(),
  }),
  failures: [...refused, 'incomplete'],
  fieldFailures: { text: 'incomplete' },
});
