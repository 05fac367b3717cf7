import { DAY_MS, type UnixMs, unixMs } from '@candor/kernel';
import { CASE_REASONS } from '@candor/protocol';
import type { KindTerms } from '../../cases/index.ts';
import { holdNewest, insertDecision } from './country-store.ts';

/** When a decision counts: as proposed, and never before it was carried out. */
function sinceOf(facts: Readonly<Record<string, string>>, at: UnixMs): UnixMs {
  const { from = '' } = facts;
  const proposed = from === '' ? at : unixMs(Number.parseInt(from, 10));
  return proposed > at ? proposed : at;
}

const apply =
  (isEnabled: boolean): KindTerms['apply'] =>
  async (tx, { id: caseId, number, facts }, at) => {
    const { country = '', after = '' } = facts;
    const newest = await holdNewest(tx, country);
    // Who agreed to enable it spoke of what was known then, not of an end that came after.
    if (isEnabled && (newest?.case_number ?? '') !== after) return 'overtaken';
    await insertDecision(tx, { country, isEnabled, since: sinceOf(facts, at), at, caseId, number });
    return 'done';
  };

const described: KindTerms['describe'] = ({ country = '', from = '', reason = '', evidence }) => [
  { key: 'country', as: 'country', value: country },
  // Without a date it counts once it is decided.
  ...(from === '' ? [] : [{ key: 'from', as: 'time', value: from } as const]),
  { key: 'reason', as: 'text', value: reason },
  ...(evidence === undefined ? [] : [{ key: 'legal-basis', as: 'text', value: evidence } as const]),
];

/** Options on real accounts are enabled for a country, by two people. @source PRODUCT 5 */
export const optionsEnabling: KindTerms = {
  name: 'optionsEnabling',
  letter: 'O',
  deadlineMs: 7 * DAY_MS,
  people: 2,
  roles: { opener: ['risk'], maker: ['risk', 'kyc'], checker: ['risk', 'kyc'] },
  reasons: CASE_REASONS.optionsEnabling,
  passkey: true,
  describe: described,
  apply: apply(true),
};

/** They are ended for new options in a country; what runs is settled by its terms. */
export const optionsEnding: KindTerms = {
  name: 'optionsEnding',
  letter: 'O',
  deadlineMs: DAY_MS,
  people: 1,
  roles: { opener: ['risk', 'kyc'], maker: ['risk', 'kyc'], checker: ['risk', 'kyc'] },
  reasons: CASE_REASONS.optionsEnding,
  passkey: false,
  describe: described,
  apply: apply(false),
};
