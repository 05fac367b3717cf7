import { type Asset, type UnixMs, type UserId, formatMoney } from '@candor/kernel';
import type {
  HoldHolder,
  Network,
  Withdrawal as WithdrawalView,
  WithdrawalPart,
  WithdrawalReason,
  WithdrawalState,
} from '@candor/protocol';
import { type ReviewCause, type Screening, UNSIGNED } from './rules.ts';

/** A withdrawal; what it takes and where to never changes. @units units of the asset */
export type Withdrawal = {
  readonly userId: UserId;
  readonly id: string;
  readonly number: string;
  readonly asset: Asset;
  readonly network: Network;
  readonly addressId: string;
  readonly address: string;
  readonly label: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  readonly receive: bigint;
  /** What it was worth when it was asked for, in USDT units; null: no price said it. */
  readonly value: bigint | null;
  readonly requestedAt: UnixMs;
  readonly state: WithdrawalState;
  readonly reason: WithdrawalReason | null;
  readonly holder: HoldHolder | null;
  readonly deadline: UnixMs | null;
  readonly at: UnixMs;
  readonly causes: readonly ReviewCause[];
  readonly screening: Screening;
  readonly caseId: string | null;
  readonly approvedCase: string | null;
  readonly batchId: string | null;
  /** Its batch left the server: it may be signed at any moment. */
  readonly isExported: boolean;
  readonly txHash: string | null;
  readonly problem: string | null;
  /** What its owner owed of deposits that were taken back when staff were last told, e.g. 'USDT:5000000'. */
  readonly owed: string;
  /** When staff began to look at it; null: they did not, or from when it was asked for. */
  readonly reviewSince: UnixMs | null;
};

/** A state a withdrawal came to. */
export type Step = {
  readonly state: WithdrawalState;
  readonly at: UnixMs;
  readonly by: WithdrawalPart;
  readonly reason: WithdrawalReason | null;
  readonly holder: HoldHolder | null;
  readonly deadline: UnixMs | null;
};

/** Whether its owner can take it back: until it may be signed. */
export function canCancel({
  state,
  isExported,
}: Pick<Withdrawal, 'state' | 'isExported'>): boolean {
  return UNSIGNED.includes(state) && !isExported;
}

/** A withdrawal as its owner sees it. */
export function viewOf(one: Withdrawal, steps: readonly Step[]): WithdrawalView {
  const { id, number, asset, network, address, label, state, reason, holder, deadline } = one;
  const text = (units: bigint): string => formatMoney({ asset, units });
  return {
    id,
    number,
    asset,
    network,
    address,
    label,
    amount: text(one.amount),
    fee: text(one.fee),
    networkFee: text(one.networkFee),
    receive: text(one.receive),
    state,
    reason,
    holder,
    deadline,
    canCancel: canCancel(one),
    txHash: one.txHash,
    createdTime: one.requestedAt,
    updatedTime: one.at,
    steps: steps.map((step) => ({
      state: step.state,
      at: step.at,
      by: step.by,
      ...(step.reason !== null && { reason: step.reason }),
      ...(step.holder !== null && { holder: step.holder }),
      ...(step.deadline !== null && { deadline: step.deadline }),
    })),
  };
}
