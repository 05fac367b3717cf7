import { z } from 'zod';
import { CASE_NOTE_MAX } from '../case-terms.ts';
import { Id, queryInt } from '../scalars.ts';

export const none = z.strictObject({});
export const byId = z.strictObject({ id: Id });
export const note = z.string().trim().min(1).max(CASE_NOTE_MAX);
/** A text of one line that is there, of so many characters at most. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // Signs that steer text are seen by nobody and would make two names look alike.
    .regex(/^[^\p{Cc}\p{Cf}]*$/u);
export const read = ['session-over', 'forbidden', 'unreadable', 'too-many'] as const;
const proposed = z.strictObject({ id: Id, number: z.string() });
export const paged = {
  page: queryInt(1, 10_000).default(1),
  size: queryInt(1, 100).default(50),
};

export const look = {
  method: 'GET',
  access: 'session',
  body: none,
  query: none,
  params: none,
} as const;
export const propose = {
  method: 'POST',
  access: 'session',
  perMinute: 30,
  query: none,
  params: none,
  result: proposed,
} as const;
