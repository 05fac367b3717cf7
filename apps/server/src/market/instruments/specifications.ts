import { type InstrumentCode, type UnixMs, ensure } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import type { Database } from '../../platform/postgres/db.ts';
import { CATALOGUE, idOf } from '../catalogue/catalogue.ts';
import { type SpecificationTerms, compiledOf, instrumentBy } from '../catalogue/specification.ts';
import { listSpecifications } from './specification-store.ts';

/** A version of an instrument that two members decided. */
export type SpecificationVersion = {
  readonly code: InstrumentCode;
  readonly number: number;
  readonly from: UnixMs;
  /** Of the case that decided it. */
  readonly caseNumber: string;
  readonly instrument: Instrument;
};

/** Every instrument as it is at a moment. */
export type Catalogue = {
  readonly list: readonly Instrument[];
  find(code: string): Instrument | undefined;
  findById(id: string): Instrument | undefined;
};

/** What can be traded: the lists that come with the product, and what was decided since. */
export type Specifications = {
  /** Reads what was decided again; at start, and when it was announced. */
  reload(): Promise<void>;
  /** As it is at a moment; the same object for as long as nothing changes. */
  catalogue(now: UnixMs): Catalogue;
  /** An instrument as it was at a moment. */
  at(code: string, moment: UnixMs): Instrument | undefined;
  /** What was decided of all instruments, of each the oldest first; another list once it changed. */
  versions(): readonly SpecificationVersion[];
};

function catalogueOf(list: readonly Instrument[]): Catalogue {
  const byCode = new Map<string, Instrument>(list.map((one) => [one.code, one]));
  const byId = new Map<string, Instrument>(list.map((one) => [idOf(one.code), one]));
  return { list, find: (code) => byCode.get(code), findById: (id) => byId.get(id) };
}

const COMPILED = catalogueOf(CATALOGUE);

/** Opens what can be traded; the lists of the product alone before the first `reload`. */
export function createSpecifications(db: Database): Specifications {
  let versions: readonly SpecificationVersion[] = [];
  let decided = new Map<string, SpecificationVersion[]>();
  let known = COMPILED;
  let from = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;

  // Of two that begin together the newer counts; one that is added later may begin sooner.
  const inForce = (code: string, at: UnixMs): Instrument | undefined => {
    let found: SpecificationVersion | undefined;
    for (const one of decided.get(code) ?? []) {
      if (one.from <= at && (found === undefined || one.from >= found.from)) found = one;
    }
    return found?.instrument ?? compiledOf(code) ?? undefined;
  };

  return {
    async reload() {
      const rows = await listSpecifications(db);
      const first = new Map<string, Instrument>();
      versions = rows.map((row) => {
        const terms = JSON.parse(row.terms) as SpecificationTerms;
        const instrument = instrumentBy(terms, first.get(row.code) ?? compiledOf(row.code));
        if (!first.has(row.code)) first.set(row.code, compiledOf(row.code) ?? instrument);
        const { number, case_number: caseNumber } = row;
        return {
          code: instrument.code,
          number,
          from: row.from_at as UnixMs,
          caseNumber,
          instrument,
        };
      });
      decided = Map.groupBy(versions, ({ code }) => code);
      until = from;
    },
    catalogue(now) {
      if (now >= from && now < until) return known;
      if (versions.length === 0) {
        [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
        known = COMPILED;
        return known;
      }
      const added = [...decided.keys()].filter((code) => compiledOf(code) === null);
      known = catalogueOf([
        ...CATALOGUE.map((one) => ensure(inForce(one.code, now), 'the lists name it')),
        ...added.flatMap((code) => inForce(code, now) ?? []),
      ]);
      from = now;
      until = Math.min(
        Number.POSITIVE_INFINITY,
        ...versions.flatMap((one) => (one.from > now ? [one.from] : [])),
      );
      return known;
    },
    at: inForce,
    versions: () => versions,
  };
}
