import { type Asset, type UnixMs, formatMoney } from '@candor/kernel';
import { type Deposit, type Network, payments } from '@candor/protocol';

/** The least the form of a deposit takes, by asset: the parameters that hold it. @source PRODUCT 9 */
export const MIN_DEPOSIT = {
  USDT: 'deposit.minUsdt',
  BTC: 'deposit.minBtc',
  ETH: 'deposit.minEth',
} as const;

/** A state a deposit is kept in. */
type KeptState = 'seen' | 'credited' | 'reversed';

/** One way from a state to another; `books` is what it writes there. */
type DepositEdge = {
  readonly from: KeptState | null;
  readonly to: KeptState;
  readonly by: 'chain';
  readonly books: 'deposit' | 'deposit-reversal' | null;
};

/**
 * Every way a deposit goes; the database knows the same ones and no other. What stays where it is was in a
 * block that left the chain, and is in another one.
 *
 * @invariant the chain alone sets them off; nothing is paid in for what was paid in
 * @source WIRE 7
 */
export const DEPOSIT_EDGES: readonly DepositEdge[] = [
  { from: null, to: 'seen', by: 'chain', books: null },
  { from: 'seen', to: 'seen', by: 'chain', books: null },
  { from: 'seen', to: 'credited', by: 'chain', books: 'deposit' },
  { from: 'seen', to: 'reversed', by: 'chain', books: null },
  { from: 'credited', to: 'credited', by: 'chain', books: null },
  { from: 'credited', to: 'reversed', by: 'chain', books: 'deposit-reversal' },
  { from: 'reversed', to: 'seen', by: 'chain', books: null },
];

/** How many blocks a payment needs: of what was set before its limits were asked, the nearest. @source PRODUCT 9 */
export function confirmationsNeeded(said: number): number {
  return Math.min(Math.max(said, payments.CONFIRMATIONS_MIN), payments.CONFIRMATIONS_MAX);
}

/** A deposit as it is kept. */
export type DepositFacts = {
  readonly id: string;
  readonly asset: Asset;
  readonly network: Network;
  readonly units: bigint;
  readonly address: string;
  readonly txHash: string;
  readonly height: number;
  readonly state: KeptState;
  readonly isOrphan: boolean;
  readonly needed: number | null;
  readonly seenAt: UnixMs;
  /** Every state it came to, the first one first; confirmations are counted, not kept. */
  readonly steps: Deposit['steps'];
};

const ENDS = 6;

/** An address by its ends: enough to know it again, too little to pay to. */
function endsOf(address: string): string {
  return `${address.slice(0, ENDS)}…${address.slice(-ENDS)}`;
}

/**
 * A deposit as its owner sees it; `lastHeight` is the last block that was read. While its owner may not be
 * asked to pay in, the address is said by its ends alone.
 *
 * @source WIRE 7
 */
export function depositView(
  facts: DepositFacts,
  known: {
    readonly lastHeight: number | null;
    readonly needed: number;
    readonly isPayable: boolean;
  },
): Deposit {
  const { id, asset, network, units, txHash, state } = facts;
  const { lastHeight, needed } = known;
  const address = known.isPayable ? facts.address : endsOf(facts.address);
  const goal = facts.needed ?? needed;
  const above = lastHeight === null ? 0 : lastHeight - facts.height + 1;
  const isInBlock = state === 'seen' && !facts.isOrphan;
  const waited = isInBlock ? Math.min(Math.max(above, 0), goal) : 0;
  const shown = state === 'seen' && waited > 0 ? 'confirming' : state;
  return {
    id,
    asset,
    network,
    amount: formatMoney({ asset, units }),
    address,
    txHash,
    state: shown,
    confirmations: state === 'credited' ? goal : waited,
    confirmationsNeeded: goal,
    createdTime: facts.seenAt,
    steps: facts.steps,
  };
}
