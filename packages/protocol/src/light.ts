/**
 * The part of protocol a browser needs before it is idle: names, codes and paths as plain values,
 * shapes as types only. It loads no schema library; `index.ts` does.
 */
export {
  AREA_CODES,
  PASSWORD_LENGTH_MIN,
  PHRASE_LENGTH,
  USERNAME_LENGTH,
  USERNAME_PATTERN,
} from './account-rules.ts';
export {
  EXCLUSION_MAX_MS,
  EXCLUSION_MIN_MS,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  STAFF_FREEZE_REASONS,
  TIMEOUT_MAX_MS,
} from './account-limit-terms.ts';
export { CALLS, type Call, type CallName } from './calls.ts';
export {
  ERRORS,
  ERROR_NAMES,
  SUCCESS,
  errorOfCode,
  type ErrorName,
  type Failure,
  type SuccessName,
} from './errors.ts';
export { MESSAGES, MESSAGE_NAMES, type MessageName } from './messages.ts';
export { BASE_PATH } from './wire/paths.ts';
export { SPARKLINE_POINTS_MAX, changePercentOf, sparklineOf } from './wire/fields.ts';
export { CHECKPOINT_HEADER, MODE_HEADER, VISITOR_HEADER, modeHeaderOf } from './wire/headers.ts';
export { QUESTIONS, RISK_VERSION, type QuestionName } from './appropriateness-questions.ts';
export type { Withdrawal, WithdrawalQuote } from './cashier-withdrawals.ts';
export {
  WITHDRAWAL_CLOCK_DAYS,
  WITHDRAWAL_ENDS,
  WITHDRAWAL_FILTERS,
  type HoldHolder,
  type WithdrawalFilter,
  type WithdrawalPart,
  type WithdrawalReason,
  type WithdrawalState,
} from './withdrawal-terms.ts';
export type { BookAddress, WithdrawalAuth } from './cashier-book.ts';
export type { CashierTerms } from './cashier.ts';
export type { DepositClaim } from './cashier-claims.ts';
export {
  DELAY_HOURS,
  DEPOSIT_FILTERS,
  HASH_TAIL_LENGTH,
  NETWORKS,
  NETWORK_ASSETS,
  type DelayHours,
  type Network,
  type DepositFilter,
} from './cashier-terms.ts';
export { COUNTRY_CODES } from './countries.ts';
export {
  ADDRESS_PROOFS,
  DOCUMENT_TYPES,
  IDENTITY_DOCUMENTS,
  IDENTITY_LIMITS,
  IDENTITY_REJECT_REASONS,
  SEXES,
  type AddressProofKind,
  type DocumentType,
  type IdentityDocument,
  type IdentityDocumentState,
  type IdentityRejectReason,
  type IdentityState,
} from './identity-terms.ts';
export type {
  Loan,
  LoanCollateral,
  LoanDay,
  LoanDetail,
  LoanLine,
  LoanOffer,
  LoanSale,
  LoanSaleQuote,
  LoanTerms,
} from './loans.ts';
export type { LoanState } from './loan-terms.ts';
export {
  LEDGER_LINES_MAX,
  NFT_BIDS_SHOWN,
  NFT_WATCHED_MAX,
  offerVersion,
  type NftChain,
  type NftRole,
} from './nft-terms.ts';
export type {
  CharityFigures,
  CharityPayout,
  MyNft,
  NftBid,
  NftDetail,
  NftNews,
  NftSale,
  NftShares,
  NftToken,
} from './nft-view.ts';
export { PLAN_CHOICES, type PlanChoices, type PlanNumber } from './plan-numbers.ts';
export type {
  PlanBacktest,
  PlanDay,
  PlanDetail,
  PlanExitQuote,
  PlanFill,
  PlanOrder,
  PlanOrderDetail,
  PlanOrderState,
  PlanProduct,
  PlanRange,
  PlanStrategy,
  PlanSummary,
} from './plans.ts';
export type { AssetHolding, EquityHistory } from './portfolio.ts';
export {
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
  NOTIFICATION_CATEGORIES,
} from './notification-kinds.ts';
export type { UserCaseReason } from './case-terms.ts';
export {
  COMPLAINT_ANSWER_DAYS,
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
  type VerifyReason,
} from './support-terms.ts';
export { TRANSACTION_KINDS, type TransactionKind } from './transaction-kinds.ts';
export {
  CLOSE_CODES,
  RECONNECT_AFTER_MS,
  RECONNECT_AFTER_NAVIGATION_MS,
  SOCKET_CHECK_MS,
  SOCKET_PATH,
} from './wire/socket.ts';
export {
  UPLOAD_BYTES_MAX,
  UPLOAD_PIXELS_MAX,
  UPLOAD_PURPOSES,
  UPLOAD_TYPES,
  type UploadPurpose,
} from './upload-rules.ts';
export type { Envelope, FailureResult } from './envelope.ts';
export type {
  AmendContractBody,
  Appropriateness,
  AppropriatenessAnswers,
  BalanceItem,
  CashierItem,
  Bar,
  ClientFrame,
  ContentItem,
  ContentText,
  ContractReceipt,
  ConversionDone,
  ConversionQuote,
  CollateralSaleReceipt,
  DonationReceipt,
  PlanDayReceipt,
  PlanExitReceipt,
  PlanFillReceipt,
  PlanFundReceipt,
  ConversionReceipt,
  FeeSchedule,
  FeedsResult,
  Identification,
  IdentificationBody,
  MarketInfo,
  MarketItem,
  Notification,
  NotificationCategory,
  NotificationItem,
  NotificationPreference,
  OpenContractBody,
  OptionOpening,
  OptionOrder,
  OptionPeriod,
  OptionQuote,
  OptionRecord,
  OptionReceipt,
  OrderTerms,
  Order,
  OrderDetail,
  OrderEvent,
  OrderQuote,
  Parameter,
  Pause,
  PasskeyAnswer,
  PasskeyOffer,
  PnlItem,
  Preferences,
  ProofMethod,
  QuoteOrderBody,
  Receipt,
  ReceiptFill,
  QuoteItem,
  HouseDay,
  HouseResult,
  RiskFigure,
  WithdrawalClock,
  ServerFrame,
  SecondMethod,
  SecondStep,
  SecurityKind,
  SelfLimit,
  SessionResult,
  SessionUser,
  SignInResult,
  SocialIssuer,
  SocialKey,
  SocialSignInResult,
  StepUpAction,
  LinkedWallet,
  WalletChain,
  WalletProof,
  Statistic,
  SupportConversation,
  SupportItem,
  SupportMessage,
  SupportNews,
  TapeTick,
  Transaction,
  UploadedFile,
  UserInfo,
  VerifiedMessage,
} from './index.ts';
export type { CallInput, CallResult } from './call-types.ts';
export { OPERATOR_NOT_SET, readSocial, type SocialAddress } from './operator-terms.ts';
