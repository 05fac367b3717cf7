/**
 * The account itself: its row, the names it is found by, who invited whom, what it can be entered by.
 * Lowest of the rooms: it imports none of the others.
 */
export {
  type AccountRow,
  type AccountStatus,
  createAccountCount,
  findById,
  holdOpen,
  findByName,
  findUserCards,
  lockAccount,
  markDemoReset,
} from './account-store.ts';
export {
  type Client,
  type ClientOrigin,
  type SignedInOwner,
  placeOf,
  signedInOwner,
} from './client-origin.ts';
export { findInviter, insertInvitation } from './invitation-store.ts';
export { createInvitations, type Invitations } from './invitations.ts';
export { freeUsername, openAccount, sessionUserOf } from './open-account.ts';
export {
  type Contact,
  contactOfLogin,
  foldUsername,
  readContact,
  type TypedContact,
} from './rules.ts';
export { lockSignInMethods } from './sign-in-method-store.ts';
export { hasAnotherSignInMethod, type SignInMethod } from './sign-in-methods.ts';
