/** Writes a moment as `datetime-local` does, in UTC. */
const FIELD = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A moment as the field of a form shows it, in UTC. */
export const momentText = (at: number): string => FIELD.format(at).replace(' ', 'T');

/** The moment a field says, in UTC; NaN for none. */
export const readMoment = (text: string): number => Date.parse(`${text}Z`);
