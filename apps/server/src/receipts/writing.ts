import {
  type Clock,
  type ContractId,
  type InstrumentCode,
  type OptionId,
  type TickId,
  type UnixMs,
  type UserId,
  ensure,
} from '@candor/kernel';
import type { ClosingFacts, Contracts } from '../contracts/index.ts';
import { type ConversionId, type Converted, type Exchange, codeOf } from '../exchange/index.ts';
import { type NumberedEntry, findEntries } from '../ledger/index.ts';
import { type Loans, type SoldCollateral, saleNumber } from '../loans/index.ts';
import type { Nft } from '../nft/index.ts';
import type { Market, Specifications } from '../market/index.ts';
import type { Options } from '../options/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Plans } from '../plans/index.ts';
import type { Database } from '../platform/postgres/db.ts';
import type { Signer } from '../platform/secrets/signing.ts';
import { canonicalJson } from '../platform/formats/canonical-json.ts';
import { type Unhashed, receiptHash, receiptText } from './canonical.ts';
import { type ClosingParts, contractReceipt, coverReceipt, ticksOf } from './contract-receipt.ts';
import {
  conversionCodes,
  conversionNumber,
  conversionReceipt,
  conversionTicks,
} from './conversion-receipt.ts';
import {
  type SettledOption,
  isSettled,
  optionNumber,
  optionReceipt,
  optionTicks,
} from './option-receipt.ts';
import type { Ticks } from './parts.ts';
import { saleCodes, saleReceipt, saleTicks } from './sale-receipt.ts';
import { type Written, findWritten, insertWritten } from './store.ts';
import type { Documents } from './published.ts';
import { type Terms, feeVersionOf, termsOf } from './terms.ts';

/** What receipts stand on. */
export type ReceiptDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether nothing here is money. */
  readonly isRehearsal: boolean;
  readonly market: Pick<Market, 'feed' | 'describe' | 'list' | 'ticksById'>;
  readonly specifications: Pick<Specifications, 'versions'>;
  readonly parameters: Pick<Parameters, 'history'>;
  readonly contracts: Pick<
    Contracts,
    'closings' | 'closingNumbers' | 'closingByReceipt' | 'receiptsOf'
  >;
  readonly exchange: Pick<Exchange, 'byIds' | 'byNumber'>;
  readonly options: Pick<Options, 'byIds' | 'byNumber'>;
  readonly loans: Pick<Loans, 'sales'>;
  readonly nft: Pick<Nft, 'receiptsOf' | 'sold'>;
  readonly plans: Pick<Plans, 'isSettling' | 'proofs' | 'receiptsOf'>;
  readonly signer: Pick<Signer, 'name' | 'sign' | 'noteOf'>;
};

/** What writing a receipt stands on besides: the documents that are published. */
export type WritingDeps = ReceiptDeps & { readonly documents: Pick<Documents, 'named'> };

/** A receipt to be written. */
export type NewReceipt = {
  readonly receipt: Unhashed;
  readonly terms: Terms;
  readonly userId: UserId;
  readonly subject: string;
};

const entryKey = (userId: string, subject: string): string => `${userId}/${subject}`;

/** Loads what several closings cite, in two reads for all of them. */
async function partsOf(
  deps: ReceiptDeps,
  closings: readonly { readonly facts: ClosingFacts; readonly terms: Terms }[],
): Promise<ClosingParts[]> {
  const spans = new Map(
    closings.map(({ facts }) => [
      entryKey(facts.userId, facts.contractId),
      { userId: facts.userId, subject: facts.contractId, from: facts.open.at, to: facts.at },
    ]),
  );
  for (const { facts } of closings) {
    const span = spans.get(entryKey(facts.userId, facts.contractId));
    if (span !== undefined && facts.at > span.to) span.to = facts.at;
  }
  const [ticks, entries] = await Promise.all([
    deps.market.ticksById(closings.flatMap(({ facts }) => ticksOf(facts))),
    findEntries(deps.db, [...spans.values()]),
  ]);
  const bySubject = Map.groupBy(entries, ({ userId, subject }) => entryKey(userId, subject));
  return closings.map(({ facts, terms }) => ({
    facts,
    terms,
    ticks,
    entries: bySubject.get(entryKey(facts.userId, facts.contractId)) ?? [],
  }));
}

/** Loads what a settled option cites. */
async function optionPartsOf(
  deps: ReceiptDeps,
  options: readonly SettledOption[],
): Promise<{ ticks: Ticks; entriesOf: (option: SettledOption) => readonly NumberedEntry[] }> {
  const [ticks, entries] = await Promise.all([
    deps.market.ticksById(options.flatMap(optionTicks) satisfies TickId[]),
    findEntries(
      deps.db,
      options.map(({ userId, id, boughtAt, settlement }) => ({
        userId,
        subject: id,
        from: boughtAt,
        to: settlement.at,
      })),
    ),
  ]);
  const bySubject = Map.groupBy(entries, ({ userId, subject }) => entryKey(userId, subject));
  return { ticks, entriesOf: (option) => bySubject.get(entryKey(option.userId, option.id)) ?? [] };
}

/** Writes receipts down, each hashed and signed. */
export async function take(deps: ReceiptDeps, made: readonly NewReceipt[]): Promise<void> {
  const rows = await Promise.all(
    made.map(async ({ receipt, terms, userId, subject }) => {
      const hash = receiptHash(receipt);
      const { number, kind } = receipt;
      const signed = await deps.signer.sign(receiptText(deps.signer.name(), { number, hash }));
      return { number, kind, userId, subject, terms: canonicalJson(terms), hash, signed };
    }),
  );
  await insertWritten(deps.db, rows, deps.clock.now());
}

function closingReceipts(parts: ClosingParts): NewReceipt[] {
  const { facts, terms } = parts;
  const own = { terms, userId: facts.userId, subject: facts.contractId };
  const cover = coverReceipt(parts);
  const closing = { ...own, receipt: contractReceipt(parts) };
  return cover === null ? [closing] : [closing, { ...own, receipt: cover }];
}

async function newTerms(deps: WritingDeps, facts: ClosingFacts): Promise<Terms> {
  const asked = { rate: facts.feeRate, at: facts.acceptedAt };
  const feeVersion = feeVersionOf(deps.parameters, asked);
  const documents = await deps.documents.named(facts.code, facts.acceptedAt);
  return termsOf(deps, { feed: facts.feed, documents, feeVersion });
}

/** Writes the receipts of contracts closed, whole or in part; those there are stay. */
export async function writeClosings(
  deps: WritingDeps,
  contracts: readonly { readonly userId: UserId; readonly id: ContractId }[],
): Promise<void> {
  const numbers = await deps.contracts.closingNumbers(contracts);
  const known = await findWritten(deps.db, numbers);
  const missing = new Set(numbers.filter((number) => !known.has(number)));
  if (missing.size === 0) return;
  const fresh = await deps.contracts.closings(contracts, missing);
  const parts = await partsOf(
    deps,
    await Promise.all(fresh.map(async (facts) => ({ facts, terms: await newTerms(deps, facts) }))),
  );
  await take(deps, parts.flatMap(closingReceipts));
}

/** Writes the receipts of options that came to their end; those there are stay. */
export async function writeOptions(
  deps: WritingDeps,
  ids: readonly { readonly userId: UserId; readonly id: OptionId }[],
): Promise<void> {
  const settled = (await deps.options.byIds(ids)).filter(isSettled);
  const known = await findWritten(deps.db, settled.map(optionNumber));
  const fresh = settled.filter((option) => !known.has(optionNumber(option)));
  if (fresh.length === 0) return;
  const { ticks, entriesOf } = await optionPartsOf(deps, fresh);
  const made = fresh.map(async (option): Promise<NewReceipt> => {
    const documents = await deps.documents.named(option.code, option.boughtAt);
    const terms = termsOf(deps, { feed: option.feed, documents, feeVersion: 0 });
    const receipt = optionReceipt({ option, terms, ticks, entries: entriesOf(option) });
    return { receipt, terms, userId: option.userId, subject: option.id };
  });
  await take(deps, await Promise.all(made));
}

/** Loads what a conversion cites. */
async function conversionParts(deps: ReceiptDeps, converted: Converted) {
  const { userId, id, at } = converted;
  const [ticks, entries] = await Promise.all([
    deps.market.ticksById(conversionTicks(converted)),
    findEntries(deps.db, [{ userId, subject: id, from: at, to: at }]),
  ]);
  return { converted, ticks, entries };
}

/** What coins were priced by; the first of them stands for the schedule as well. */
export async function legTerms(
  deps: WritingDeps,
  of: { readonly feed: string; readonly at: UnixMs; readonly codes: readonly InstrumentCode[] },
): Promise<Terms> {
  const { feed, at, codes } = of;
  const named = await Promise.all(
    codes.map(async (code) => {
      const documents = await deps.documents.named(code, at);
      return { code, documents: ensure(documents, 'a coin that is priced has a specification') };
    }),
  );
  const first = named[0]?.documents ?? (await deps.documents.named(codeOf('BTC'), at));
  return {
    ...termsOf(deps, { feed, documents: first, feeVersion: 0 }),
    legs: named.map(({ code, documents: { specification, instrument } }) => ({
      specification,
      instrument: {
        code,
        name: instrument.name,
        class: instrument.class,
        tickSize: instrument.tickSize,
      },
    })),
  };
}

/** Writes the receipts of conversions; those there are stay. */
export async function writeConversions(
  deps: WritingDeps,
  ids: readonly { readonly userId: UserId; readonly id: ConversionId }[],
): Promise<void> {
  const done = await deps.exchange.byIds(ids);
  const known = await findWritten(deps.db, done.map(conversionNumber));
  const fresh = done.filter((converted) => !known.has(conversionNumber(converted)));
  const made = fresh.map(async (converted): Promise<NewReceipt> => {
    const { feed, at } = converted;
    const terms = await legTerms(deps, { feed, at, codes: conversionCodes(converted) });
    const receipt = conversionReceipt({ ...(await conversionParts(deps, converted)), terms });
    return { receipt, terms, userId: converted.userId, subject: converted.id };
  });
  await take(deps, await Promise.all(made));
}

async function conversionReceiptOf(deps: ReceiptDeps, written: Written): Promise<Unhashed | null> {
  const { userId, subject, terms } = written;
  const [converted] = await deps.exchange.byIds([{ userId, id: subject as ConversionId }]);
  if (converted === undefined) return null;
  return conversionReceipt({ ...(await conversionParts(deps, converted)), terms });
}

/** Loads what a sale of collateral cites. */
async function saleParts(deps: ReceiptDeps, sold: SoldCollateral) {
  const { userId, id, at } = sold.sale;
  const [ticks, entries] = await Promise.all([
    deps.market.ticksById(saleTicks(sold)),
    findEntries(deps.db, [{ userId, subject: id, from: at, to: at }]),
  ]);
  return { sold, ticks, entries };
}

/** Writes the receipts of sales of collateral; those there are stay. */
export async function writeSales(
  deps: WritingDeps,
  ids: readonly { readonly userId: UserId; readonly id: string }[],
): Promise<void> {
  const done = await deps.loans.sales(ids);
  const known = await findWritten(
    deps.db,
    done.map(({ sale }) => saleNumber(sale)),
  );
  const fresh = done.filter(({ sale }) => !known.has(saleNumber(sale)));
  const made = fresh.map(async (sold): Promise<NewReceipt> => {
    const { feed, at, userId, id } = sold.sale;
    const terms = await legTerms(deps, { feed, at, codes: saleCodes(sold) });
    const receipt = saleReceipt({ ...(await saleParts(deps, sold)), terms });
    return { receipt, terms, userId, subject: id };
  });
  await take(deps, await Promise.all(made));
}

async function saleReceiptOf(deps: ReceiptDeps, written: Written): Promise<Unhashed | null> {
  const { userId, subject, terms } = written;
  const [sold] = await deps.loans.sales([{ userId, id: subject }]);
  if (sold === undefined) return null;
  return saleReceipt({ ...(await saleParts(deps, sold)), terms });
}

async function closingReceiptOf(deps: ReceiptDeps, written: Written): Promise<Unhashed | null> {
  const { kind, number, terms, userId, subject } = written;
  // A cover has a number of its own; whose closing left the deficit is found among all.
  const wanted = kind === 'cover' ? undefined : new Set([number]);
  const of = [{ userId, id: subject as ContractId }];
  const closings = await deps.contracts.closings(of, wanted);
  const all = await partsOf(
    deps,
    closings.map((facts) => ({ facts, terms })),
  );
  const receipts = all.map((one) => (kind === 'cover' ? coverReceipt(one) : contractReceipt(one)));
  return receipts.find((receipt) => receipt?.number === number) ?? null;
}

async function optionReceiptOf(deps: ReceiptDeps, written: Written): Promise<Unhashed | null> {
  const { userId, subject, terms } = written;
  const [option] = await deps.options.byIds([{ userId, id: subject as OptionId }]);
  if (option === undefined || !isSettled(option)) return null;
  const { ticks, entriesOf } = await optionPartsOf(deps, [option]);
  return optionReceipt({ option, terms, ticks, entries: entriesOf(option) });
}

/** A receipt as its rows say it now; null when they are gone. */
export function derive(deps: ReceiptDeps, written: Written): Promise<Unhashed | null> {
  if (written.kind === 'conversion') return conversionReceiptOf(deps, written);
  if (written.kind === 'collateralSale') return saleReceiptOf(deps, written);
  return written.kind === 'option'
    ? optionReceiptOf(deps, written)
    : closingReceiptOf(deps, written);
}
