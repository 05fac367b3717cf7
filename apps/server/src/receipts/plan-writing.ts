import { type TickId, type UnixMs, type UserId, type UtcDay, ensure } from '@candor/kernel';
import { type EntrySpan, HOUSE, type NumberedEntry, findEntries } from '../ledger/index.ts';
import {
  type ExitProof,
  type FillProof,
  type FundDayProof,
  type OrderDayProof,
  type PlanFundMoved,
  type PlansChanged,
  type ProvenFund,
  exitNumber,
  fillNumber,
  fundDayNumber,
  orderDayNumber,
} from '../plans/index.ts';
import type { Unhashed } from './canonical.ts';
import {
  type PlanParts,
  planDayReceipt,
  planExitReceipt,
  planFillReceipt,
  planFundReceipt,
} from './plan-receipt.ts';
import type { Ticks } from './parts.ts';
import { type Written, findWritten } from './store.ts';
import type { Terms } from './terms.ts';
import { type NewReceipt, type ReceiptDeps, type WritingDeps, legTerms, take } from './writing.ts';

/** What a kind of receipt of plans is made of. */
type Kind<Proof> = {
  readonly number: (proof: Proof) => string;
  readonly of: (proof: Proof) => { readonly userId: UserId; readonly subject: string };
  readonly fund: (proof: Proof) => ProvenFund;
  readonly at: (proof: Proof) => UnixMs;
  /** The day it is of, where its subject does not say it. */
  readonly day: (proof: Proof) => UtcDay | undefined;
  readonly ticks: (proof: Proof) => TickId[];
  readonly entries: (proof: Proof) => EntrySpan[];
  readonly receipt: (proof: Proof, parts: PlanParts) => Unhashed;
};

const tickIds = (prices: ExitProof['cohort']['prices']): TickId[] =>
  (prices ?? []).flatMap((price) => (price === null ? [] : [price.at as TickId]));

const heldTicks = ({ cohort }: Pick<ExitProof, 'cohort'>): TickId[] =>
  tickIds(cohort.prices?.filter((_, index) => cohort.positions[index]?.quantity !== 0n) ?? null);

const FILL: Kind<FillProof> = {
  number: ({ fill }) => ensure(fillNumber(fill), 'a trade of a strategy has a receipt'),
  of: ({ fill }) => ({ userId: HOUSE, subject: fill.id }),
  fund: ({ fund }) => fund,
  at: ({ fill }) => fill.at,
  day: () => undefined,
  ticks: ({ fill }) => [fill.tickId],
  entries: ({ fund, fill }) => [{ userId: HOUSE, subject: fund.id, from: fill.at, to: fill.at }],
  receipt: planFillReceipt,
};

const FUND: Kind<FundDayProof> = {
  number: ({ day }) => fundDayNumber(day),
  of: ({ fund }) => ({ userId: HOUSE, subject: fund.id }),
  fund: ({ fund }) => fund,
  at: ({ at }) => at,
  day: ({ day }) => day.day,
  ticks: ({ fills, marks }) => [
    ...fills.map(({ tickId }) => tickId),
    ...marks.flatMap(({ tickId }) => tickId ?? []),
  ],
  entries: () => [],
  receipt: planFundReceipt,
};

const DAY: Kind<OrderDayProof> = {
  number: ({ row }) => orderDayNumber(row),
  of: ({ order }) => ({ userId: order.userId, subject: order.id }),
  fund: ({ fund }) => fund,
  at: ({ row }) => ensure(row.at, 'a day that was paid has its time'),
  day: ({ row }) => row.day,
  ticks: ({ joined }) => (joined === null ? [] : heldTicks(joined)),
  entries: ({ order, row }) => spanOf(order, row.at),
  receipt: planDayReceipt,
};

const EXIT: Kind<ExitProof> = {
  number: ({ order }) => exitNumber(order),
  of: ({ order }) => ({ userId: order.userId, subject: order.id }),
  fund: ({ fund }) => fund,
  at: ({ row }) => ensure(row.at, 'who left has a time'),
  day: () => undefined,
  ticks: heldTicks,
  entries: ({ order, row }) => spanOf(order, row.at),
  receipt: planExitReceipt,
};

function spanOf(order: { userId: UserId; id: string }, at: UnixMs | null): EntrySpan[] {
  return at === null ? [] : [{ userId: order.userId, subject: order.id, from: at, to: at }];
}

/** Loads what receipts cite, in two reads for all of them. */
async function citedBy<Proof>(
  deps: ReceiptDeps,
  kind: Kind<Proof>,
  proofs: readonly Proof[],
): Promise<{ readonly ticks: Ticks; readonly entries: ReadonlyMap<string, NumberedEntry[]> }> {
  // Trades of one moment ask for the same entries: each payment comes once.
  const spans = new Map(
    proofs.flatMap(kind.entries).map((span) => [`${span.subject} ${span.from}`, span]),
  );
  const [ticks, entries] = await Promise.all([
    deps.market.ticksById([...new Set(proofs.flatMap(kind.ticks))]),
    findEntries(deps.db, [...spans.values()]),
  ]);
  return { ticks, entries: Map.groupBy(entries, ({ subject }) => subject) };
}

function partsFor<Proof>(
  deps: ReceiptDeps,
  kind: Kind<Proof>,
  cited: Awaited<ReturnType<typeof citedBy>>,
) {
  return (proof: Proof, terms: Terms): PlanParts => {
    const subjects = kind.entries(proof).map(({ subject }) => subject);
    const entries = subjects.flatMap((subject) => cited.entries.get(subject) ?? []);
    return { terms, ticks: cited.ticks, parameters: deps.parameters, entries };
  };
}

/** Writes the receipts of a kind; those there are stay. */
async function write<Proof>(
  deps: WritingDeps,
  kind: Kind<Proof>,
  proofs: readonly Proof[],
): Promise<void> {
  const known = await findWritten(deps.db, proofs.map(kind.number));
  const fresh = proofs.filter((proof) => !known.has(kind.number(proof)));
  if (fresh.length === 0) return;
  const cited = await citedBy(deps, kind, fresh);
  const partsOf = partsFor(deps, kind, cited);
  // Orders of one midnight name the same documents: they are looked up once.
  const named = new Map<string, Promise<Terms>>();
  const termsFor = (proof: Proof): Promise<Terms> => {
    const fund = kind.fund(proof);
    const [tick] = kind.ticks(proof);
    // A fund nobody has money in may have taken up another run of prices since.
    const feed = (tick === undefined ? undefined : cited.ticks.get(tick)?.feedKey) ?? fund.feed;
    const [at, day] = [kind.at(proof), kind.day(proof)];
    const key = `${fund.id} ${feed} ${at} ${day}`;
    const known = named.get(key);
    if (known !== undefined) return known;
    const made = legTerms(deps, { feed, at, codes: fund.plan.codes }).then((terms) => ({
      ...terms,
      feedKey: feed,
      ...(day === undefined ? {} : { day }),
    }));
    named.set(key, made);
    return made;
  };
  const made = fresh.map(async (proof): Promise<NewReceipt> => {
    const terms = await termsFor(proof);
    return { receipt: kind.receipt(proof, partsOf(proof, terms)), terms, ...kind.of(proof) };
  });
  await take(deps, await Promise.all(made));
}

/** Writes the receipts of what a fund traded and of a day of it that was settled. */
export async function writeFundMoved(deps: WritingDeps, moved: PlanFundMoved): Promise<void> {
  const { fundId, fills, day } = moved;
  const { proofs } = deps.plans;
  if (fills.length > 0) await write(deps, FILL, await proofs.fills(fills));
  if (day === null) return;
  const found = await proofs.fundDay({ fundId, day: day as UtcDay });
  await write(deps, FUND, found === null ? [] : [found]);
}

/** Writes the receipts of days and ends of orders. */
export async function writePlans(
  deps: WritingDeps,
  changed: PlansChanged['changed'],
): Promise<void> {
  const { proofs } = deps.plans;
  const days = changed.flatMap(({ userId, orderId, news }) =>
    news.flatMap((one) =>
      one.kind === 'settled' ? [{ userId, orderId, day: one.day as UtcDay }] : [],
    ),
  );
  if (days.length > 0) await write(deps, DAY, await proofs.orderDays(days));
  const ends = changed.flatMap(({ userId, orderId, news }) =>
    news.some(({ kind }) => kind === 'closed') ? [{ userId, id: orderId }] : [],
  );
  if (ends.length > 0) await write(deps, EXIT, await proofs.exits(ends));
}

async function derived<Proof>(
  deps: ReceiptDeps,
  kind: Kind<Proof>,
  found: { readonly proof: Proof | undefined | null; readonly terms: Terms },
): Promise<Unhashed | null> {
  const { proof, terms } = found;
  if (proof === undefined || proof === null) return null;
  const cited = await citedBy(deps, kind, [proof]);
  return kind.receipt(proof, partsFor(deps, kind, cited)(proof, terms));
}

/** A receipt of plans as its rows say it now; null when they are gone, undefined for other kinds. */
export async function derivePlan(
  deps: ReceiptDeps,
  written: Written,
): Promise<Unhashed | null | undefined> {
  const { proofs } = deps.plans;
  const { kind, userId, subject, terms } = written;
  const day = terms.day as UtcDay;
  if (kind === 'planFill') {
    return derived(deps, FILL, { proof: (await proofs.fills([subject]))[0], terms });
  }
  if (kind === 'planFund') {
    return derived(deps, FUND, { proof: await proofs.fundDay({ fundId: subject, day }), terms });
  }
  if (kind === 'planDay') {
    const [proof] = await proofs.orderDays([{ userId, orderId: subject, day }]);
    return derived(deps, DAY, { proof, terms });
  }
  if (kind !== 'planExit') return undefined;
  return derived(deps, EXIT, { proof: (await proofs.exits([{ userId, id: subject }]))[0], terms });
}
