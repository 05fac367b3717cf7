import {
  type Asset,
  type Clock,
  type Mode,
  type Money,
  type Result,
  type UnixMs,
  type UserId,
  decimal,
  fail,
  ok,
} from '@candor/kernel';
import {
  type Deposit,
  type Failure,
  NETWORKS,
  type Network,
  type payments,
} from '@candor/protocol';
import type { Cases } from '../../cases/index.ts';
import type { Parameters } from '../../parameters/index.ts';
import type { Database } from '../../platform/postgres/db.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BlockRef, Chain } from '../chain/port.ts';
import type { Keys } from '../keys/index.ts';
import { createCrediting } from './crediting.ts';
import { type OwnLimit, createOwnLimit } from './own-limit.ts';
import { type DepositFacts, MIN_DEPOSIT, confirmationsNeeded, depositView } from './rules.ts';
import {
  findDeposit,
  listOfUser,
  listSteps,
  listWatchers,
  type DepositRow,
  type StepRow,
} from './store.ts';
import { type Watcher, type WatcherHealth, createWatcher } from './watcher.ts';

export { depositReversal } from './kind.ts';
export { MIN_DEPOSIT } from './rules.ts';
export type { WatcherHealth } from './watcher.ts';

const CONFIRMATIONS = {
  ethereum: 'deposit.confirmationsEthereum',
  tron: 'deposit.confirmationsTron',
  bitcoin: 'deposit.confirmationsBitcoin',
} as const;

/** Payments in. */
export type Deposits = {
  list(
    asked: payments.DepositsParams & { readonly userId: UserId; readonly mode: Mode },
  ): Promise<Result<{ records: Deposit[]; total: number }, Failure<'real-account-needed'>>>;
  get(asked: {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly id: string;
  }): Promise<Result<Deposit, Failure<'real-account-needed' | 'not-found'>>>;
  /** One payment of a user, for what is told of it; null where there is none. */
  find(userId: UserId, id: string): Promise<Deposit | null>;
  /** Whether one is below what the form asks for; it is credited in full all the same. */
  isSmall(deposit: Pick<Deposit, 'asset' | 'amount'>): boolean;
  /** Whether payments on a network are seen: from the first block that was read. */
  isWatching(network: Network): boolean;
  confirmations(network: Network): number;
  health(): WatcherHealth[];
  /** What their own limits of deposits leave users. */
  readonly ownLimit: Pick<OwnLimit, 'deposited' | 'left'>;
  /** Reads up to where each network was read. */
  load(): Promise<void>;
  /**
   * Reads what is new on a network, or on each; a turn that runs is waited for. A network waits for no
   * other one.
   */
  turn(network?: Network): Promise<void>;
  /** Values what was credited while there was no price. */
  value(): Promise<void>;
};

/** Lets one run and one wait behind it: who asks meanwhile gets the one that waits. */
function oneBehind(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const turned = async (): Promise<void> => {
    await running?.catch(() => undefined);
    next = null;
    running = run();
    await running;
  };
  return () => (next ??= turned());
}

function factsOf(row: DepositRow, steps: readonly StepRow[]): DepositFacts {
  return {
    id: row.id,
    asset: row.asset as Asset,
    network: row.network as Network,
    units: BigInt(row.units),
    address: row.address,
    txHash: row.tx_hash,
    height: Number.parseInt(row.height, 10),
    state: row.state,
    isOrphan: row.is_orphan,
    needed: row.needed,
    seenAt: row.seen_at as UnixMs,
    steps: steps.map(({ state, at }) => ({ state, at })),
  };
}

/** Opens deposits in a process. */
export function createDeposits(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly parameters: Pick<Parameters, 'count' | 'text'>;
  readonly cases: Pick<Cases, 'open'>;
  readonly chains: Readonly<Partial<Record<Network, Chain>>>;
  readonly keys: Pick<Keys, 'watched' | 'owners'>;
  readonly committed: () => void;
  /** What an amount is worth in USDT; null while no price says it. */
  readonly valueOf: (amount: Money) => Money | null;
}): Deposits {
  const { db, parameters } = deps;
  const ownLimit = createOwnLimit(deps);
  const crediting = createCrediting(deps);
  const confirmations = (network: Network): number =>
    confirmationsNeeded(parameters.count(CONFIRMATIONS[network]));
  const watcherOf = (chain: Chain, from: BlockRef | null): Watcher =>
    createWatcher({
      ...deps,
      chain,
      crediting,
      from,
      confirmations: () => confirmations(chain.network),
    });
  let watchers = new Map<Network, Watcher>();
  const turns = new Map(
    NETWORKS.map((network) => [network, oneBehind(async () => watchers.get(network)?.turn())]),
  );

  function view(row: DepositRow, steps: readonly StepRow[], isPayable: boolean): Deposit {
    const facts = factsOf(row, steps);
    const lastHeight = watchers.get(facts.network)?.last()?.height ?? null;
    return depositView(facts, { lastHeight, needed: confirmations(facts.network), isPayable });
  }

  async function value(): Promise<void> {
    if (watchers.size > 0) await ownLimit.value();
  }

  /** Whether a user may be shown where to pay, as the call for an address would answer. */
  const mayPay = async (userId: UserId): Promise<boolean> => (await ownLimit.left(userId)).ok;

  async function find(userId: UserId, id: string): Promise<Deposit | null> {
    const row = await findDeposit(db, { userId, id });
    if (row === null) return null;
    const steps = await listSteps(db, { userId, ids: [id] });
    return view(row, steps.get(id) ?? [], await mayPay(userId));
  }

  return {
    async list({ mode, ...asked }) {
      if (mode === 'demo') return fail({ name: 'real-account-needed' });
      const { userId } = asked;
      const { rows, total } = await listOfUser(db, asked);
      const isPayable = rows.length > 0 && (await mayPay(userId));
      const steps = await listSteps(db, { userId, ids: rows.map(({ id }) => id) });
      const records = rows.map((row) => view(row, steps.get(row.id) ?? [], isPayable));
      return ok({ records, total });
    },
    async get({ userId, mode, id }) {
      if (mode === 'demo') return fail({ name: 'real-account-needed' });
      const found = await find(userId, id);
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    },
    find,
    ownLimit,
    isSmall: ({ asset, amount }) => decimal(amount) < decimal(parameters.text(MIN_DEPOSIT[asset])),
    isWatching: (network) => (watchers.get(network)?.last() ?? null) !== null,
    confirmations,
    health: () => [...watchers.values()].map((watcher) => watcher.health()),
    async load() {
      const rows = await listWatchers(db);
      watchers = new Map(
        NETWORKS.flatMap((network) => {
          const chain = deps.chains[network];
          if (chain === undefined) return [];
          const row = rows.find((one) => one.network === network);
          const from = row && { height: Number.parseInt(row.height, 10), hash: row.hash };
          return [[network, watcherOf(chain, from ?? null)] as const];
        }),
      );
    },
    async turn(network) {
      if (network !== undefined) return turns.get(network)?.();
      await Promise.all([...turns.values()].map((turn) => turn()));
      await value();
    },
    value,
  };
}
