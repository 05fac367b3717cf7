import { shareOfBasis } from '@candor/pricing';
import type { CaseFact } from '@candor/protocol/desk';
import type { KindTerms } from '../../cases/index.ts';
import type { CaseTexts } from './terms.ts';

type Row = readonly [key: string, as: CaseFact['as'], source: string];

/** A value of a case as its page writes it. */
function valueOf(facts: CaseTexts, as: CaseFact['as'], source: string): string {
  if (source === 'sale') return (facts['step'] ?? '') === '' ? 'fixed' : 'auction';
  const value = facts[source] ?? '';
  const isBasis = as === 'share' && value !== '';
  return isBasis ? shareOfBasis(Number.parseInt(value, 10)) : value;
}

/** What stands where a change takes something away, or brings what was not there. */
const NONE = '–';

/**
 * The rows of a case's page; what is empty is left out, and of a change each says what it is until then, also where it
 * is empty on one side: who decides sees what is taken away.
 */
export const shown =
  (rows: readonly Row[]): KindTerms['describe'] =>
  (facts) => {
    const text = facts['before'] ?? '';
    const was = text === '' ? null : (JSON.parse(text) as CaseTexts);
    return rows.flatMap(([key, as, source]) => {
      const value = valueOf(facts, as, source);
      const isKnown = was !== null && (source in was || source === 'sale');
      const before = isKnown ? valueOf(was, as, source) : value;
      if (before !== value) return [{ key, as, value: value || NONE, before: before || NONE }];
      return value === '' ? [] : [{ key, as, value }];
    });
  };

/** What a token is offered on, row by row. */
export const TOKEN_ROWS: readonly Row[] = [
  ['title', 'text', 'title'],
  ['token-text', 'text', 'text'],
  ['creator', 'text', 'creator'],
  ['charity', 'text', 'charity'],
  ['charity-id', 'text', 'beneficiaryId'],
  ['picture', 'text', 'picture'],
  ['chain', 'text', 'chain'],
  ['contract', 'text', 'address'],
  ['token-number', 'text', 'number'],
  ['sale', 'text', 'sale'],
  ['price', 'amount', 'price'],
  ['step', 'amount', 'step'],
  ['charity-share', 'share', 'charityBasis'],
  ['creator-share', 'share', 'creatorBasis'],
  ['house-share', 'share', 'houseBasis'],
  ['sale-from', 'time', 'startsAt'],
  ['sale-until', 'time', 'endsAt'],
  ['extend-minutes', 'text', 'extendMinutes'],
  ['extensions-max', 'text', 'extensionsMax'],
  ['note', 'text', 'note'],
];
