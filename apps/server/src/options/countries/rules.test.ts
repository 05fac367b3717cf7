// Promise: options on a real account are open in no country that two people did not enable, of what was
// decided the last counts, and a user whose country is not known has none.
import { type UnixMs, fail, ok, unixMs } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { countriesOf } from '../../accounts/index.ts';
import {
  type CountryDecision,
  countryStates,
  decideProposal,
  decideCountryAccess,
} from './rules.ts';

const T = unixMs(1_700_000_000_000);
const at = (ms: number): UnixMs => unixMs(T + ms);
const decided = (change: Partial<CountryDecision> = {}): CountryDecision => ({
  country: 'DE',
  isEnabled: true,
  since: T,
  caseId: 'c',
  caseNumber: 'O-000001',
  ...change,
});

describe('what counts of a country', () => {
  test('nothing, before a first decision counts', () => {
    expect(countryStates([], T)).toEqual([]);
    const announced = decided({ since: at(1) });
    expect(countryStates([announced], T)).toEqual([{ country: 'DE', now: null, next: announced }]);
    expect(countryStates([announced], at(1))).toEqual([
      { country: 'DE', now: announced, next: null },
    ]);
  });

  test('an end is not undone by an enabling that was announced before it', () => {
    const end = decided({ isEnabled: false, since: at(5) });
    const earlier = decided({ since: at(10) });
    expect(countryStates([end, earlier], at(20))[0]?.now).toBe(end);
  });
});

describe('a user', () => {
  const inDe = [decided()];

  test.each([
    ['stated nothing', { stated: [], phone: null }, 'countryUnknown'],
    ['stated nothing, with a phone', { stated: [], phone: '+4915112345678' }, 'countryUnknown'],
    ['has a phone of elsewhere', { stated: ['DE'], phone: '+819012345678' }, 'countryUnclear'],
    ['has a phone we cannot place', { stated: ['DE'], phone: '+15551234567' }, 'countryUnclear'],
    ['lives elsewhere', { stated: ['BR'], phone: null }, 'countryNotEnabled'],
    ['stated another country before', { stated: ['DE', 'BR'], phone: null }, 'countryNotEnabled'],
  ])('who %s has none', (_, residence, why) => {
    expect(decideCountryAccess(countriesOf(residence), inDe)).toMatchObject({ isOpen: false, why });
  });

  test('of an enabled country has them, with its phone and without', () => {
    for (const phone of [null, '+4915112345678']) {
      const access = decideCountryAccess(countriesOf({ stated: ['DE', 'DE'], phone }), inDe);
      expect(access).toEqual({ isOpen: true, country: 'DE', since: T });
    }
    const ended = [decided({ isEnabled: false })];
    expect(decideCountryAccess(ok(['DE']), ended)).toMatchObject({ why: 'countryNotEnabled' });
    expect(decideCountryAccess(fail({ name: 'countryUnknown' }), inDe).isOpen).toBe(false);
  });
});

describe('a proposal', () => {
  const state = countryStates([decided()], T)[0];

  test.each([
    ['enables what is enabled', { act: 'enable', from: null }, state, 'country'],
    ['ends what nobody enabled', { act: 'end', from: null }, undefined, 'country'],
    ['counts from a moment that is over', { act: 'end', from: unixMs(T - 1) }, state, 'from'],
  ] as const)('that %s is refused', (_, said, known, field) => {
    const answer = decideProposal({ country: 'DE', ...said }, known, T);
    expect(answer).toEqual(fail({ name: 'case-impossible', field }));
  });

  test('ends an enabling that is only announced', () => {
    const [announced] = countryStates([decided({ since: at(9) })], T);
    expect(decideProposal({ country: 'DE', act: 'end', from: null }, announced, T).ok).toBe(true);
  });
});
