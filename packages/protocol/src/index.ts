/**
 * protocol — what is said between server and clients: endpoints, shapes, codes, frames.
 * Owns no state; server and web meet only here and in pricing, locales and kernel.
 */
import * as contacts from './accounts-contacts.ts';
import * as factors from './accounts-factors.ts';
import * as selfLimits from './accounts-limits.ts';
import * as preferences from './accounts-preferences.ts';
import * as security from './accounts-security.ts';
import * as social from './accounts-social.ts';
import * as wallets from './accounts-wallets.ts';
import * as accounts from './accounts.ts';
import * as cases from './cases.ts';
import * as cashier from './cashier.ts';
import * as payIn from './cashier-addresses.ts';
import * as payments from './cashier-deposits.ts';
import * as claims from './cashier-claims.ts';
import * as cashierBook from './cashier-book.ts';
import * as withdrawals from './cashier-withdrawals.ts';
import * as checkpoints from './checkpoints.ts';
import * as content from './content.ts';
import * as contracts from './contracts.ts';
import * as exchange from './exchange.ts';
import * as files from './files.ts';
import * as identity from './identity.ts';
import * as invites from './invites.ts';
import * as live from './live.ts';
import * as loans from './loans.ts';
import * as market from './market.ts';
import * as nft from './nft.ts';
import * as notifications from './notifications.ts';
import * as options from './options.ts';
import * as plans from './plans.ts';
import * as portfolio from './portfolio.ts';
import * as receipts from './receipts.ts';
import * as scalars from './scalars.ts';
import * as support from './support.ts';
import * as transparency from './transparency.ts';

export {
  accounts,
  cases,
  cashier,
  cashierBook,
  claims,
  checkpoints,
  contacts,
  content,
  contracts,
  exchange,
  factors,
  files,
  identity,
  invites,
  live,
  loans,
  market,
  nft,
  notifications,
  options,
  payIn,
  payments,
  plans,
  portfolio,
  preferences,
  receipts,
  scalars,
  security,
  selfLimits,
  social,
  support,
  transparency,
  wallets,
  withdrawals,
};
export { ENDPOINTS } from './endpoints.ts';
export { endpoint, type Endpoint, type InputOf, type ResultOf } from './endpoint.ts';
export {
  FailureResult,
  OK_CODE,
  RefusalEnvelope,
  asking,
  envelopeOf,
  refusal,
  success,
  type Envelope,
  unavailable,
} from './envelope.ts';
export {
  ERRORS,
  ERROR_NAMES,
  SUCCESS,
  errorOfCode,
  httpStatusOf,
  type ErrorName,
  type Failure,
  type SuccessName,
} from './errors.ts';
export { MESSAGES, MESSAGE_NAMES, type MessageName } from './messages.ts';
export { BASE_PATH, PATHS } from './wire/paths.ts';
export {
  CLOSE_CODES,
  PUSH_THRESHOLD,
  RECONNECT_AFTER_MS,
  RECONNECT_AFTER_NAVIGATION_MS,
  SOCKET_CHECK_MS,
  SOCKET_PATH,
} from './wire/socket.ts';
export { SPARKLINE_POINTS_MAX, WIRE_FIELDS } from './wire/fields.ts';
export {
  CHECKPOINT_HEADER,
  IDEMPOTENCY_HEADER,
  MODE_HEADER,
  REHEARSAL_HEADER,
  VISITOR_HEADER,
  modeHeaderOf,
  modeOfHeader,
} from './wire/headers.ts';
export { QUESTIONS, RISK_VERSION, type QuestionName } from './appropriateness-questions.ts';
export { TRANSACTION_KINDS, type TransactionKind } from './transaction-kinds.ts';
export {
  DELAY_HOURS,
  NETWORKS,
  NETWORK_ASSETS,
  isCarried,
  type AddressProof,
  type DelayHours,
  type Network,
} from './cashier-terms.ts';
export type { CashierTerms } from './cashier.ts';
export type { ClaimBody, DepositClaim } from './cashier-claims.ts';
export type { BookAddress } from './cashier-book.ts';
export type { WithdrawBody, Withdrawal, WithdrawalQuote } from './cashier-withdrawals.ts';
export {
  HOLD_HOLDERS,
  HOLD_REASONS,
  REJECT_REASONS,
  WITHDRAWAL_CLOCK_DAYS,
  WITHDRAWAL_ENDS,
  WITHDRAWAL_PARTS,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATES,
  type HoldHolder,
  type HoldReason,
  type RejectReason,
  type WithdrawalPart,
  type WithdrawalReason,
  type WithdrawalState,
} from './withdrawal-terms.ts';
export {
  CASE_CLAIM_MS,
  CASE_KINDS,
  CASE_REASONS,
  CASE_STATES,
  CASE_VERDICTS,
  type CaseKind,
  type CaseState,
  type CaseStep,
  type CaseVerdict,
  type UserCaseReason,
} from './case-terms.ts';
export type { UserCase } from './cases.ts';
export type { DepositAddress } from './cashier-addresses.ts';
export type { Deposit } from './cashier-deposits.ts';
export type { PublishedKeys, SignedCheckpoint } from './checkpoints.ts';
export type { Bar, FeedsResult, MarketInfo, MarketItem } from './market.ts';
export type {
  AmendContractBody,
  OpenContractBody,
  Order,
  OrderDetail,
  OrderEvent,
  OrderQuote,
  QuoteOrderBody,
} from './contracts.ts';
export type { Pause, SelfLimit } from './accounts-limits.ts';
export {
  DISABLED_MAX_MS,
  STAFF_FREEZE_MAX_MS,
  STAFF_FREEZE_REASONS,
  type StaffFreezeReason,
} from './account-limit-terms.ts';
export {
  SECOND_METHODS,
  STEP_UP_ACTIONS,
  type PasskeyAnswer,
  type PasskeyOffer,
  type ProofMethod,
  type SecondMethod,
  type SecondStep,
  type StepUpAction,
} from './accounts-factors.ts';
export { AREA_CODES, PASSWORD_LENGTH_MIN, PHRASE_LENGTH, foldMail } from './account-rules.ts';
export type { Channel, CodePurpose } from './accounts-contacts.ts';
export { SECURITY_KINDS, type SecurityKind, type StaffAccessKind } from './accounts-security.ts';
export type { SocialIssuer, SocialKey, SocialSignInResult } from './accounts-social.ts';
export {
  WALLET_CHAINS,
  type LinkedWallet,
  type WalletChain,
  type WalletProof,
} from './accounts-wallets.ts';
export type { Preferences } from './accounts-preferences.ts';
export { CONTENT_TYPES, type ContentItem, type ContentText } from './content.ts';
export type { UploadedFile } from './files.ts';
export {
  UPLOAD_BYTES_CAP,
  UPLOAD_BYTES_MAX,
  UPLOAD_PIXELS_MAX,
  UPLOAD_PURPOSES,
  UPLOAD_TYPES,
  type UploadPurpose,
} from './upload-rules.ts';
export { COUNTRY_CODES } from './countries.ts';
export type { Identification, IdentificationBody } from './identity.ts';
export {
  IDENTITY_LIMITS,
  IDENTITY_REJECT_REASONS,
  type AddressProofKind,
  type DocumentType,
  type IdentityDocument,
  type IdentityDocumentState,
  type IdentityRejectReason,
  type IdentityState,
} from './identity-terms.ts';
export type { AssetHolding, EquityHistory, Transaction } from './portfolio.ts';
export type {
  Appropriateness,
  AppropriatenessAnswers,
  SessionResult,
  SessionUser,
  SignInResult,
  UserInfo,
} from './accounts.ts';
export type {
  BalanceItem,
  CashierItem,
  ClientFrame,
  NotificationItem,
  PnlItem,
  QuoteItem,
  ServerFrame,
  SupportNews,
} from './live.ts';
export {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_KINDS,
  type NotificationCategory,
  type NotificationKind,
  CASHIER_NOTICES,
  type CashierNotice,
  IDENTITY_NOTICES,
  LOAN_NOTICES,
  type IdentityNotice,
  type LoanNotice,
  PLAN_NOTICES,
  type PlanNotice,
  TOKEN_NOTICES,
  type TokenNotice,
} from './notification-kinds.ts';
export { OFFER_DAYS_MAX, OFFER_PAGES, type OfferPage } from './offer-terms.ts';
export type { Notification, NotificationFacts, NotificationPreference } from './notifications.ts';
export type {
  SupportConversation,
  SupportItem,
  SupportMessage,
  VerifiedMessage,
} from './support.ts';
export {
  COMPLAINT_ANSWER_DAYS,
  type ComplaintCategory,
  type ComplaintOutcome,
  SUPPORT_ASK_MS,
  SUPPORT_FILES_MAX,
  SUPPORT_MESSAGES_MAX,
  SUPPORT_STATES,
  SUPPORT_SUBJECT_MAX,
  SUPPORT_TEXT_MAX,
  SUPPORT_VISITOR_MS,
  VERIFY_CONTACT_KINDS,
  VERIFY_REASONS,
  VERIFY_TEXT_MAX,
  type SupportState,
  type VerifyContactKind,
  type TranscriptFormat,
  type VerifyReason,
} from './support-terms.ts';
export type {
  FeeSchedule,
  HouseDay,
  HouseResult,
  Parameter,
  RiskFigure,
  Statistic,
  WithdrawalClock,
} from './transparency.ts';

export type {
  BuyOptionBody,
  OptionOpening,
  OptionOrder,
  OptionPeriod,
  OptionQuote,
  OptionRecord,
  OptionsHindrance,
} from './options.ts';
export type { BuyNftBody, NftNews } from './nft.ts';
export type { ConversionDone, ConversionQuote, ConvertQuoteBody, Convertible } from './exchange.ts';
export { OLD_RECEIPT_SCHEMA, RECEIPT_BIDS_MAX, RECEIPT_SCHEMA } from './receipts.ts';
export type {
  CollateralSaleReceipt,
  DonationReceipt,
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
  ContractReceipt,
  ConversionReceipt,
  CoverReceipt,
  OptionReceipt,
  OrderTerms,
  Receipt,
  ReceiptFill,
  TapeTick,
} from './receipts.ts';

export { OPERATOR_NOT_SET, readSocial, type SocialAddress } from './operator-terms.ts';
