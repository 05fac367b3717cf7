/** What stands on everything that leaves a rehearsal, where its reader's language is not known. */
export const REHEARSAL = 'Rehearsal: nothing here is money';

/** The field by which an answer says that it is of a rehearsal; elsewhere there is none. */
export function rehearsalMark(isRehearsal: boolean): { rehearsal?: true } {
  return isRehearsal ? { rehearsal: true } : {};
}
