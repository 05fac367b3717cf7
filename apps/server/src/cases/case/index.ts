/** A case from its proposal to its end: rules, rows, moves, and how what was decided is done. */
export { createAlarm, type LateCase, type TellLate } from './alarm.ts';
export { createCarrying, decidedOf, triedUntil } from './carrying.ts';
export {
  amendInCase,
  takeBackCase,
  kindOf,
  moveInCase,
  openCase,
  proposeCase,
  type CaseOpening,
  type Kinds,
  type Moved,
  type Opened,
} from './commands.ts';
export { findFailure } from './failure-store.ts';
export { CASE_CLOSED, type CaseClosed } from './events.ts';
export type { Applied, CaseTerms, DecidedCase, EntryPlan, KindTerms, Proposal } from './kind.ts';
export { countMine, countQueue, listQueue, readFigures } from './queue-store.ts';
export { claimHolder, type Actor, type CaseRefusal } from './rules.ts';
export { type Redress, findRedress, holdRedress } from './redress.ts';
export {
  type CaseRow,
  findCase,
  findUserOfCase,
  isFunded,
  listNumbers,
  listOfUser,
  listSteps,
} from './store.ts';
export {
  deciderOf,
  detailOf,
  idsOf,
  itemOf,
  userCaseOf,
  type Names,
  type UnnamedCase,
  type UnnamedItem,
} from './view.ts';
