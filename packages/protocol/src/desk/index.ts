/**
 * desk — what is said between the operator's desk and its own server: calls with the roles that may
 * make them. None of them is a call of the product, and none of the product's is one of these.
 */
import * as audit from './audit.ts';
import * as cases from './cases.ts';
import * as complaints from './complaints.ts';
import * as content from './content.ts';
import * as donations from './donations.ts';
import type { DeskEndpoint } from './endpoint.ts';
import * as ownAccess from './own-access.ts';
import * as reports from './reports.ts';
import * as risk from './risk.ts';
import * as identity from './identity.ts';
import * as instruments from './instruments.ts';
import * as loans from './loans.ts';
import * as countries from './countries.ts';
import * as offers from './offers.ts';
import * as plans from './plans.ts';
import * as payouts from './payouts.ts';
import * as parameters from './parameters.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as support from './support.ts';
import * as tokens from './tokens.ts';
import * as users from './users.ts';

export {
  audit,
  cases,
  complaints,
  content,
  donations,
  identity,
  instruments,
  loans,
  ownAccess,
  countries,
  offers,
  plans,
  payouts,
  parameters,
  reports,
  risk,
  session,
  staff,
  support,
  tokens,
  users,
};
export type { ReportItem } from './reports.ts';
export {
  REPORT_DAYS_MAX,
  REPORT_FORMATS,
  REPORT_KEPT_MS,
  REPORT_KINDS,
  REPORT_READERS,
  type ReportFormat,
  type ReportKind,
} from './report-terms.ts';
export { deskEndpoint, type DeskEndpoint } from './endpoint.ts';
export {
  ADMINISTRATOR_LINK_MS,
  DESK_SESSION_MS,
  INVITATION_MS,
  STAFF_ROLES,
  type StaffRole,
} from './roles.ts';
export type { AuditRow } from './audit.ts';
export type { IdentityFinding, IdentityReview, LinesCheck } from './identity.ts';
export type {
  CaseDecider,
  CaseDetail,
  CaseEntry,
  CaseFact,
  CaseItem,
  CasePerson,
  CaseStepItem,
  CaseUser,
} from './case-view.ts';
export type { HouseDay } from '../transparency.ts';
export type { ExposureRow, HealthView, RiskCheck, RiskOfMode, RiskView } from './risk.ts';
export {
  LADDER_GROUPS,
  LADDER_PERCENTS,
  RISK_ACCOUNTS_SHOWN,
  type LadderGroup,
} from './risk-terms.ts';
export type { Complaint, ComplaintItem } from './complaints.ts';
export type { DeskPage, DeskText } from './content.ts';
export type { DeskInstrument } from './instruments.ts';
export { BOOK_LEVELS, BOOK_ROWS_MAX, STRESS_PERCENTS } from './loan-terms.ts';
export type { DeskLoan, CaseLoan, LoanBook, LoanStress } from './loans.ts';
export type { OptionCountry } from './countries.ts';
export type { DeskOffer } from './offers.ts';
export type {
  CasePlan,
  DeskBacktest,
  DeskPlan,
  DeskPlanFund,
  DeskPlanVersion,
  PlanExposure,
  PlanExposureRow,
  PlanVersionTerms,
} from './plans.ts';
export type { PayoutBatch, PayoutOverview } from './payouts.ts';
export type { DeskParameter } from './parameters.ts';
export type { DeskFactor, DeskSession } from './session.ts';
export type { Invitation, Member } from './staff.ts';
export type { CreatorPayout, DeskCharity, DeskCreator } from './donations.ts';
export type { DeskToken } from './tokens.ts';
export type { InboxConversation, InboxItem, SavedReply, SupportNote } from './support.ts';
export type { UserDetail, UserItem, UserMail, UserMoney } from './users.ts';

/** Every call of the desk, for its server's register, its OpenAPI and the checks. */
export const DESK_ENDPOINTS: readonly DeskEndpoint[] = [
  audit,
  cases,
  complaints,
  content,
  donations,
  identity,
  instruments,
  loans,
  ownAccess,
  countries,
  offers,
  plans,
  payouts,
  parameters,
  reports,
  risk,
  session,
  staff,
  support,
  tokens,
  users,
]
  .flatMap((room) => Object.values(room as Record<string, unknown>).filter(isDeskEndpoint))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

function isDeskEndpoint(value: unknown): value is DeskEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'roles' in value;
}
