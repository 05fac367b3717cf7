import { DAY_MS, type Result, type UnixMs, fail, ok, plusMs, unixMs } from '@candor/kernel';
import { CASE_REASONS, type Failure } from '@candor/protocol';
import type { CaseFact } from '@candor/protocol/desk';
import { idOf } from '../catalogue/catalogue.ts';
import type { KindTerms, Proposal } from '../../cases/index.ts';
import { appendFacts } from '../../platform/commit/outbox.ts';
import { canonicalJson } from '../../platform/formats/canonical-json.ts';
import {
  type ChangeableTerms,
  type SourceTerms,
  type SpecificationTerms,
  checkNewCode,
  checkTerms,
  isCompiledId,
  termsOf,
} from '../catalogue/specification.ts';
import { INSTRUMENT_SPECIFIED, type InstrumentSpecified } from './events.ts';
import { addSpecification, holdVersions, isIdSpecified } from './specification-store.ts';
import type { Specifications } from './specifications.ts';

/** How long a change is announced before it is in force, as one of a parameter is. */
const ANNOUNCED_MS = DAY_MS;

const sourcesText = (sources: readonly SourceTerms[]): string =>
  sources.map(({ venue, symbol }) => `${venue} ${symbol}`).join(', ');

/** How what is no number is written. */
const WRITTEN_AS: Readonly<Record<string, CaseFact['as']>> = {
  name: 'text',
  class: 'class',
  calendar: 'calendar',
  sources: 'text',
};

/** The rows of a case: all of a new instrument; of one there is, what becomes another. */
function rowsOf(after: SpecificationTerms, before: SpecificationTerms | null): CaseFact[] {
  const shown = (terms: SpecificationTerms): Record<string, string> => ({
    name: terms.name,
    class: terms.class,
    'contract-size': terms.contractSize,
    'tick-size': terms.tickSize,
    'lot-step': terms.lotStep,
    'leverage-cap': terms.leverageCap === null ? '–' : String(terms.leverageCap),
    'lots-max': terms.lotsMax,
    'account-lots-max': terms.accountLotsMax ?? '–',
    'total-lots-max': terms.totalLotsMax ?? '–',
    calendar: terms.calendar,
    sources: sourcesText(terms.sources),
  });
  const was = before === null ? null : shown(before);
  return Object.entries(shown(after)).flatMap(([key, value]): CaseFact[] => {
    const as = WRITTEN_AS[key] ?? 'number';
    if (was === null) return [{ key, as, value }];
    return was[key] === value ? [] : [{ key, as, value, before: was[key] ?? '–' }];
  });
}

const termsIn = (text: string | undefined): SpecificationTerms | null =>
  text === undefined || text === '' ? null : (JSON.parse(text) as SpecificationTerms);

/**
 * A new instrument, or other caps, hours and sources of one there is. There is no price among its
 * terms. @source PRODUCT 11
 */
export const specificationCase: KindTerms = {
  name: 'specification',
  letter: 'S',
  deadlineMs: 3 * DAY_MS,
  people: 2,
  roles: { opener: ['risk'], maker: ['risk'], checker: ['risk', 'cashierChecker'] },
  reasons: CASE_REASONS.specification,
  passkey: true,
  describe({ code = '', terms, before, from = '', note = '' }) {
    const after = termsIn(terms);
    if (after === null) return [];
    const old = termsIn(before);
    return [
      { key: 'instrument', as: 'parameter', value: code },
      ...rowsOf(after, old),
      ...(old === null ? [] : [{ key: 'from', as: 'time', value: from } as const]),
      { key: 'note', as: 'text', value: note },
    ];
  },
  async apply(tx, { facts, number }, at) {
    const terms = termsIn(facts['terms']);
    if (terms === null) return 'waits';
    const isNew = (facts['before'] ?? '') === '';
    const versions = await holdVersions(tx, terms.code);
    const id = idOf(terms.code);
    // Of two cases that add one instrument the first one does. A change was compared with what stood then:
    // carried out over a newer decision it would take that one back, and nobody agreed to it.
    const isOvertaken = isNew
      ? isCompiledId(id) || (await isIdSpecified(tx, id))
      : (versions.at(-1)?.case_number ?? '') !== (facts['after'] ?? '');
    if (isOvertaken) return 'overtaken';
    const asked = unixMs(Number.parseInt(facts['from'] ?? '0', 10));
    // From when it is carried out, not decided: nothing that was held up counts sooner.
    const earliest = isNew ? at : plusMs(at, ANNOUNCED_MS);
    let from = asked > earliest ? asked : earliest;
    // Receipts name what is in force by its moment: no two versions begin at one.
    while (versions.some(({ from_at: taken }) => taken === from)) from = plusMs(from, 1);
    await addSpecification(tx, terms, { from, number, at });
    const payload: InstrumentSpecified = { code: terms.code as InstrumentSpecified['code'], from };
    await appendFacts(tx, [{ topic: INSTRUMENT_SPECIFIED, payload }], at);
    return 'done';
  },
};

/** What a member says of an instrument. */
export type SpecificationProposal =
  | { readonly kind: 'add'; readonly terms: SpecificationTerms; readonly note: string }
  | {
      readonly kind: 'change';
      readonly code: string;
      readonly terms: ChangeableTerms;
      readonly from: UnixMs;
      readonly note: string;
    };

/**
 * The proposal of an instrument; what refuses it names its field.
 *
 * @failure not-found — nothing of this code is there to be changed
 * @failure unreadable — a value that cannot be read
 * @failure case-impossible — one that cannot be, a source nobody can ask, nothing that is different,
 *   or less than a day ahead
 */
export function specificationProposal(
  said: SpecificationProposal,
  place: {
    readonly specifications: Specifications;
    readonly serves: (source: SourceTerms) => boolean;
    readonly now: UnixMs;
  },
): Result<Proposal, Failure<'not-found' | 'unreadable' | 'case-impossible'>> {
  const { specifications, serves, now } = place;
  const note = said.note.slice(0, 400);
  const none = { userId: null, amount: null, asset: null };
  const catalogue = specifications.catalogue(now);
  if (said.kind === 'add') {
    const isTaken = (id: string): boolean =>
      isCompiledId(id) || catalogue.findById(id) !== undefined;
    const code = checkNewCode(said.terms, isTaken);
    if (!code.ok) return code;
    const checked = checkTerms(said.terms, serves);
    if (!checked.ok) return checked;
    const facts = { code: said.terms.code, terms: canonicalJson(said.terms), before: '' };
    const subject = `${said.terms.code}: added`;
    return ok({ ...none, subject, facts: { ...facts, from: String(now), note } });
  }
  // Compared is what would be in force then: what was announced is not taken back unseen.
  const found =
    catalogue.find(said.code) === undefined ? undefined : specifications.at(said.code, said.from);
  if (found === undefined) return fail({ name: 'not-found' });
  if (said.from < plusMs(now, ANNOUNCED_MS))
    return fail({ name: 'case-impossible', field: 'from' });
  const before = termsOf(found);
  const terms = { ...before, ...said.terms };
  // What is already served is not asked for again: a source that is away now stays what it was.
  const isKept = (source: SourceTerms): boolean =>
    before.sources.some((one) => one.venue === source.venue && one.symbol === source.symbol);
  const checked = checkTerms(terms, (source) => isKept(source) || serves(source));
  if (!checked.ok) return checked;
  const [written, was] = [canonicalJson(terms), canonicalJson(before)];
  if (written === was) return fail({ name: 'case-impossible', field: 'code' });
  const newest = specifications.versions().findLast(({ code }) => code === said.code);
  const after = newest?.caseNumber ?? '';
  const from = String(said.from);
  const facts = { code: said.code, terms: written, before: was, after, from, note };
  return ok({ ...none, subject: `${said.code}: caps, hours, sources`, facts });
}
