/**
 * The part of the desk's protocol its page needs: names, roles and calls as plain values, shapes as
 * types only. It loads no schema library; `index.ts` does.
 */
export {
  CASE_CLAIM_MS,
  CASE_KINDS,
  CASE_NOTE_MAX,
  CASE_REASONS,
  CASE_STATES,
  type CaseKind,
  type CaseState,
  type CaseStep,
  type CaseVerdict,
} from '../case-terms.ts';
export {
  COMPLAINT_ANSWER_DAYS,
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  SAVED_TITLE_MAX,
  SUPPORT_NOTE_MAX,
  SUPPORT_STATES,
  SUPPORT_TEXT_MAX,
  filledSaved,
  isSavedText,
} from '../support-terms.ts';
export { STAFF_FREEZE_REASONS, type StaffFreezeReason } from '../account-limit-terms.ts';
export { DESK_CALLS, type DeskCall, type DeskCallName } from './calls.ts';
export {
  ADMINISTRATOR_LINK_MS,
  DESK_SESSION_MS,
  INVITATION_MS,
  STAFF_ROLES,
  type StaffRole,
} from './roles.ts';
export {
  REPORT_DAYS_MAX,
  REPORT_FORMATS,
  REPORT_KINDS,
  REPORT_READERS,
  type ReportFormat,
  type ReportKind,
} from './report-terms.ts';
export {
  OFFER_DAYS_MAX,
  OFFER_PAGES,
  OFFER_TEXT_MAX,
  OFFER_TITLE_MAX,
  type OfferPage,
} from '../offer-terms.ts';
export { PLAN_CHOICES } from '../plan-numbers.ts';
export type { PlanStrategy } from '../plans-view.ts';
export {
  NFT_ADDRESS_MAX,
  NFT_ADDRESS_MIN,
  NFT_AUCTION_DAYS_MAX,
  NFT_CALENDAR_MAX,
  NFT_CHAINS,
  NFT_CREATOR_MAX,
  NFT_EXTENSIONS_MAX,
  NFT_EXTENSION_MINUTES_MAX,
  NFT_HASH_PATTERN,
  NFT_NUMBER_PATTERN,
  NFT_REASON_MAX,
  NFT_TEXT_MAX,
  NFT_TITLE_MAX,
  type NftChain,
} from '../nft-terms.ts';
export type { CharityPayout, NftDetail, NftShares, NftToken } from '../nft-view.ts';
export { UPLOAD_BYTES_MAX, UPLOAD_TYPES } from '../upload-rules.ts';
export { BOOK_LEVELS, STRESS_PERCENTS } from './loan-terms.ts';
export { LADDER_GROUPS, LADDER_PERCENTS, type LadderGroup } from './risk-terms.ts';
export type { DeskCallInput, DeskCallResult } from './call-types.ts';
export type {
  AuditRow,
  DeskLoan,
  CaseLoan,
  CaseDecider,
  CaseDetail,
  CaseEntry,
  CaseFact,
  CaseItem,
  CasePerson,
  CaseStepItem,
  Complaint,
  ComplaintItem,
  DeskFactor,
  DeskInstrument,
  DeskPage,
  CasePlan,
  CreatorPayout,
  DeskBacktest,
  DeskCharity,
  DeskCreator,
  DeskPlan,
  DeskPlanFund,
  DeskPlanVersion,
  PlanExposure,
  PlanExposureRow,
  PlanVersionTerms,
  DeskParameter,
  DeskSession,
  ExposureRow,
  HealthView,
  HouseDay,
  DeskOffer,
  DeskText,
  DeskToken,
  Invitation,
  LoanBook,
  LoanStress,
  Member,
  OptionCountry,
  PayoutBatch,
  PayoutOverview,
  ReportItem,
  RiskCheck,
  RiskOfMode,
  RiskView,
  InboxConversation,
  InboxItem,
  SavedReply,
  SupportNote,
  UserDetail,
  UserItem,
  UserMail,
  UserMoney,
} from './index.ts';
