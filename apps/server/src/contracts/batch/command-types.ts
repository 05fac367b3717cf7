import type { ContractId, Mode, Price, TickId, UnixMs, UserId } from '@candor/kernel';
import type { Quote } from '@candor/pricing';
import type { AmendContractBody, OpenContractBody } from '@candor/protocol';
import type { IdempotencyKey } from '../../platform/commit/idempotency.ts';
import type { CloseReason, UnfilledReason } from '../order/contract.ts';
import type { LotsTaken } from '../store/lots-store.ts';

type OfAccount = { readonly userId: UserId; readonly mode: Mode };
type RequestParams = OfAccount & { readonly request: IdempotencyKey };
type OfOrder = { readonly contractId: ContractId };

/** What brings new business: from when it is taken of this user in the real mode. */
type NewBusiness = {
  /** Absent in the demo; null before the risk was acknowledged. */
  readonly realFrom?: UnixMs | null;
};

/** Opening a contract or placing an order that waits, as the user asked for it. */
export type OpenCommand = RequestParams &
  NewBusiness & {
    readonly kind: 'open';
    readonly body: OpenContractBody;
    /** What is open and waits of an instrument that has a cap; absent for any other. */
    readonly taken?: LotsTaken;
  };

/** Closing a contract or some of its lots, as the user asked for it. */
export type CloseCommand = RequestParams &
  OfOrder & { readonly kind: 'close'; readonly lots: string | undefined };

/** Closing every running contract, or those of one instrument. */
export type CloseAllCommand = RequestParams & {
  readonly kind: 'closeAll';
  readonly code: string | undefined;
};

/** Closing a contract and opening its opposite, both or neither. */
export type ReverseCommand = RequestParams &
  NewBusiness &
  OfOrder & { readonly kind: 'reverse'; readonly quoteId: string | undefined };

/** Changing stops, or the prices of an order that waits. */
export type AmendCommand = RequestParams &
  OfOrder & { readonly kind: 'amend'; readonly body: AmendContractBody };

/** Cancelling an order that waits. */
export type CancelCommand = RequestParams & OfOrder & { readonly kind: 'cancel' };

/** Closing a running contract because a tick set off its stop, or its account is closed out. */
export type TriggerCommand = OfAccount &
  OfOrder & {
    readonly kind: 'trigger';
    readonly reason: Exclude<CloseReason, 'user' | UnfilledReason>;
    /** The tick that set it off. */
    readonly quote: Quote;
    /** The level a trailing stop had reached, and the tick that took it there. */
    readonly asked?: Price;
    readonly askedBy?: TickId | null;
  };

/** What a tick does to an order that waits: fills it, rejects it for want of margin, or arms it. */
export type FillCommand = OfAccount &
  OfOrder & {
    readonly kind: 'fill';
    /** The tick that set it off. */
    readonly quote: Quote;
  };

/** What a user asks for; answered once, whatever is repeated. */
export type UserCommand =
  | OpenCommand
  | CloseCommand
  | CloseAllCommand
  | ReverseCommand
  | AmendCommand
  | CancelCommand;
