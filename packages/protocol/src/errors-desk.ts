/** Refusals of the operator's desk: part of the table in `errors.ts`. */
export const DESK_ERRORS = {
  'staff-link-over': {
    code: '11061',
    capability: 'staff',
    when: 'a link of an administrator or an invitation that is unknown, used, withdrawn or too old',
  },
  'staff-exists': {
    code: '11062',
    capability: 'staff',
    when: 'inviting or enrolling a mail address that a member has',
  },
  'last-administrator': {
    code: '11063',
    capability: 'staff',
    when: 'removing the only administrator, or the role',
  },
  'staff-sign-in-old': {
    code: '11064',
    capability: 'staff',
    when: 'changing a factor later than ten minutes after a sign-in, or after one by a weaker factor',
  },
  'case-changed': {
    code: '11071',
    capability: 'cases',
    when: 'deciding a case that is not any more what was shown',
  },
  'case-decided': {
    code: '11072',
    capability: 'cases',
    when: 'acting on a case that is decided; says by whom and when',
  },
  'case-claimed': {
    code: '11073',
    capability: 'cases',
    when: 'acting on a case another member works on; says who',
  },
  'case-own': {
    code: '11074',
    capability: 'cases',
    when: 'deciding a case one opened, or giving both approvals of it',
  },
  'case-impossible': {
    code: '11075',
    capability: 'cases',
    when: 'proposing what the books cannot take, or a parameter what it cannot be',
  },
  'support-changed': {
    code: '11081',
    capability: 'support',
    when: 'answering, closing or assigning a conversation that is not any more what was shown',
  },
  'complaint-unanswered': {
    code: '11082',
    capability: 'support',
    when: 'closing a complaint that has no final answer yet',
  },
  'content-changed': {
    code: '11076',
    capability: 'content',
    when: 'publishing over another version of a text than the newest',
  },
} as const;
