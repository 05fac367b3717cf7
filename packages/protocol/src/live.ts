import { z } from 'zod';
import { Deposit } from './cashier-deposits.ts';
import { Withdrawal } from './cashier-withdrawals.ts';
import { endpoint } from './endpoint.ts';
import { Loan } from './loans-view.ts';
import { MARKET_STATUSES, MarketTypeNumber } from './market.ts';
import { Order } from './contracts.ts';
import { NFT_WATCHED_MAX } from './nft-terms.ts';
import { MyNft, NftNews } from './nft-view.ts';
import { Notification } from './notifications.ts';
import { OptionOrder } from './options.ts';
import { PlanOrder } from './plans-view.ts';
import { CodeText, DecimalText, Id, ModeText, UnixMsNumber } from './scalars.ts';
import { SupportMessage } from './support.ts';
import { SUPPORT_STATES } from './support-terms.ts';
import { WIRE_FIELDS } from './wire/fields.ts';

const none = z.strictObject({});

export const wsTicket = endpoint({
  name: 'live.ticket',
  summary: 'A ticket for USER_AUTH: single use, 30 s, for the mode of the header.',
  origin: 'candor',
  method: 'POST',
  path: '/user/wsTicket',
  access: 'session',
  mode: 'bound',
  money: false,
  body: none,
  query: none,
  params: none,
  result: z.strictObject({ ticket: z.string(), expiresAt: UnixMsNumber }),
  failures: ['session-over', 'unreadable'],
});

/** What a client may say. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('USER_AUTH'), userId: Id, ticket: z.string().max(128) }),
  z.strictObject({ type: z.literal('SUBSCRIBE'), codes: z.array(CodeText).max(500) }),
  /** Tokens that are looked at from now on, and no others. */
  z.strictObject({ type: z.literal('WATCH_NFT'), ids: z.array(Id).max(NFT_WATCHED_MAX) }),
  z.strictObject({ type: z.literal('PING') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** One quote of the bare array. */
export const QuoteItem = z.strictObject({
  id: z.string(),
  code: CodeText,
  type: MarketTypeNumber,
  price: DecimalText,
  bid: DecimalText,
  ask: DecimalText,
  [WIRE_FIELDS.changePercent]: DecimalText.nullable(),
  source: z.string(),
  sourceTime: UnixMsNumber,
  /** When it reached the server: of two quotes of one instrument the later one counts. */
  receivedAt: UnixMsNumber,
  tickId: z.string(),
  status: z.enum(MARKET_STATUSES),
  seq: z.int(),
});
export type QuoteItem = z.infer<typeof QuoteItem>;

export const PnlItem = z.strictObject({
  orderId: Id,
  unrealizedPnL: DecimalText,
  unrealizedPnLPercentage: DecimalText,
  currentPrice: DecimalText,
  lastUpdateTime: UnixMsNumber,
});
export type PnlItem = z.infer<typeof PnlItem>;

export const BalanceItem = z.strictObject({
  userId: Id,
  baseBalance: DecimalText,
  /** Null while a contract is open that has no price. */
  floatingPnL: DecimalText.nullable(),
  /** Null while something is owned, or a contract open, that has no price. */
  totalAssets: DecimalText.nullable(),
  /** Instruments of open contracts that have no price: the account cannot be judged. */
  unmarked: z.array(z.string()),
  loanAmount: DecimalText,
  bondAmount: DecimalText,
  profit: DecimalText,
  timestamp: UnixMsNumber,
});
export type BalanceItem = z.infer<typeof BalanceItem>;

/** Margin levels a trader is told of when the account falls through them, as shares of one. */
export const MARGIN_NOTICE_LEVELS = ['1', '0.75', '0.6', '0.5'] as const;

/** Something a trader is told at once. */
export const NotificationItem = z.discriminatedUnion('kind', [
  z.strictObject({
    id: Id,
    kind: z.literal('marginLevel'),
    /** The level the account fell through; at 0.5 contracts are closed, worst loser first. */
    level: z.enum(MARGIN_NOTICE_LEVELS),
    /** Trading equity ÷ margin held as it was found. */
    marginLevel: DecimalText,
    tradingEquity: DecimalText,
    bondAmount: DecimalText,
    at: UnixMsNumber,
  }),
  /** Something that is kept in the list as well, of either mode. */
  z.strictObject({ kind: z.literal('notice'), notice: Notification }),
]);
export type NotificationItem = z.infer<typeof NotificationItem>;

/** A message of ours in a conversation of the user. */
export const SupportNews = z.strictObject({
  /** The conversation. */
  id: Id,
  state: z.enum(SUPPORT_STATES),
  message: SupportMessage,
});
export type SupportNews = z.infer<typeof SupportNews>;

/** A record of real money in or out, whole, as it stands now; of an address only which one. */
export const CashierItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdrawal'), record: Withdrawal }),
  z.strictObject({ kind: z.literal('deposit'), record: Deposit }),
  z.strictObject({ kind: z.literal('address'), id: Id }),
]);
export type CashierItem = z.infer<typeof CashierItem>;

const seq = z.int();
const mode = ModeText;

/** What the server says, besides the bare array of quotes. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('AUTH_SUCCESS'), userId: Id, mode, seq }),
  z.strictObject({ type: z.literal('REAL_TIME_PNL'), seq, mode, data: PnlItem }),
  z.strictObject({ type: z.literal('BATCH_REAL_TIME_PNL'), seq, mode, data: z.array(PnlItem) }),
  z.strictObject({ type: z.literal('USER_BALANCE_UPDATE'), seq, mode, data: BalanceItem }),
  z.strictObject({
    type: z.literal('BATCH_USER_BALANCE_UPDATE'),
    seq,
    mode,
    data: z.array(BalanceItem),
  }),
  z.strictObject({ type: z.literal('ORDER_UPDATE'), seq, mode, data: Order }),
  z.strictObject({ type: z.literal('OPTION_UPDATE'), seq, mode, data: OptionOrder }),
  z.strictObject({ type: z.literal('CASHIER_UPDATE'), seq, mode, data: CashierItem }),
  z.strictObject({ type: z.literal('LOAN_UPDATE'), seq, mode, data: Loan }),
  z.strictObject({ type: z.literal('PLAN_UPDATE'), seq, mode, data: PlanOrder }),
  z.strictObject({ type: z.literal('NFT_UPDATE'), seq, mode, data: MyNft }),
  /** To those who look at the token; it has no number, and a newer one takes its place. */
  z.strictObject({ type: z.literal('NFT_BID'), data: NftNews }),
  z.strictObject({ type: z.literal('NOTIFICATION'), seq, mode, data: NotificationItem }),
  z.strictObject({ type: z.literal('SUPPORT_MESSAGE'), seq, mode, data: SupportNews }),
  z.strictObject({ type: z.literal('SNAPSHOT_NEEDED'), from: seq }),
  z.strictObject({ type: z.literal('PONG') }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** The bare array of quotes. */
export const QuotesFrame = z.array(QuoteItem);
