import {
  type ContractId,
  type Price,
  type TickId,
  type UnixMs,
  type UserId,
  isLaterTick,
  price,
} from '@candor/kernel';
import type { Sql } from '../../platform/postgres/db.ts';
import { CONTRACTS, type ContractKey } from '../store/contract-key.ts';

/** What an order said from a moment on. */
export type TermsFrom = {
  readonly at: UnixMs;
  /** The newest tick of that moment: only later ones count. Null for what it was accepted with. */
  readonly since: TickId | null;
  readonly limit: Price | null;
  readonly stop: Price | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailing: Price | null;
};

type Fields = Omit<TermsFrom, 'at' | 'since'>;

/** One amendment: what it changed, and the newest tick when it was made. */
export type Amendment = {
  readonly at: UnixMs;
  readonly tick: TickId | null;
  readonly changes: readonly {
    readonly field: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
};

const FIELDS: Readonly<Record<string, keyof Fields>> = {
  price: 'limit',
  stopPrice: 'stop',
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  trailingDistance: 'trailing',
};

function changed(fields: Fields, amendment: Amendment, to: 'from' | 'to'): Fields {
  const after: Record<string, Price | null> = { ...fields };
  for (const change of amendment.changes) {
    const key = FIELDS[change.field];
    const text = change[to];
    if (key !== undefined) after[key] = text === null ? null : price(text);
  }
  return after as Fields;
}

/**
 * Whether an amendment was made before a closing. Two of one moment are told apart by their ticks:
 * what was set before it counts for the tick that closed it, what was set after it does not.
 */
function isBefore(
  { at, tick }: Amendment,
  closing: { readonly at: UnixMs; readonly tick: TickId | null },
): boolean {
  if (at !== closing.at) return at < closing.at;
  return tick !== null && closing.tick !== null && isLaterTick(closing.tick, tick);
}

/**
 * What an order said from its acceptance to a closing, oldest first: its fields as they are now,
 * with every amendment taken back, and then each as it was made.
 */
export function termsUntil(
  now: Fields & { readonly acceptedAt: UnixMs },
  amendments: readonly Amendment[],
  closing: { readonly at: UnixMs; readonly tick: TickId | null },
): TermsFrom[] {
  const { acceptedAt, ...fields } = now;
  const first = amendments.reduceRight((after, one) => changed(after, one, 'from'), fields);
  const terms: TermsFrom[] = [{ at: acceptedAt, since: null, ...first }];
  let last: Fields = first;
  for (const one of amendments) {
    if (!isBefore(one, closing)) break;
    last = changed(last, one, 'to');
    terms.push({ at: one.at, since: one.tick, ...last });
  }
  return terms;
}

type Row = {
  user_id: UserId;
  contract_id: ContractId;
  tick: TickId | null;
  changes: Amendment['changes'];
  at: UnixMs;
};

const AMENDED = `
  select e.user_id, e.contract_id, e.tick, e.changes, e.at
  from ${CONTRACTS.rows('wanted')}
  join contracts.event e
    on e.user_id = wanted.user_id and e.contract_id = wanted.contract_id and e.kind = 'amended'
  order by e.user_id, e.contract_id, e.seq`;

/** Amendments of some contracts, oldest first, by user and contract. */
export async function findAmendments(
  sql: Sql,
  wanted: readonly ContractKey[],
): Promise<ReadonlyMap<string, readonly Amendment[]>> {
  const rows = await sql.query<Row>(AMENDED, CONTRACTS.values(wanted));
  return Map.groupBy(
    rows.map(({ user_id, contract_id, tick, changes, at }) => ({
      key: `${user_id}/${contract_id}`,
      at,
      tick,
      changes,
    })),
    ({ key }) => key,
  );
}
