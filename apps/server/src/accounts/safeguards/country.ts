import { type Result, fail, ok } from '@candor/kernel';
import { AREA_CODES } from '@candor/protocol';

/** Countries whose phones begin with an area code that users can register. */
const COUNTRIES_OF: Readonly<Record<(typeof AREA_CODES)[number], readonly string[]>> = {
  '+49': ['DE'],
  '+55': ['BR'],
  '+60': ['MY'],
  '+61': ['AU', 'CC', 'CX'],
  '+64': ['NZ'],
  '+65': ['SG'],
  '+66': ['TH'],
  '+81': ['JP'],
  '+91': ['IN'],
  '+852': ['HK'],
  '+886': ['TW'],
};

/** What is known of where a user lives: what the user said, and the phone that was proven. */
export type Residence = {
  /** Every country the user ever stated before real orders, the newest first. */
  readonly stated: readonly string[];
  readonly phone: string | null;
};

/**
 * The countries a user may live in, the one stated last first. What depends on it has to hold in each
 * of them: nobody gets out of a country by stating another one.
 *
 * @failure countryUnknown — the user stated none
 * @failure countryUnclear — the proven phone is of none of the countries stated
 */
export function countriesOf(
  residence: Residence,
): Result<readonly [string, ...string[]], { readonly name: 'countryUnknown' | 'countryUnclear' }> {
  const { phone } = residence;
  const [newest, ...others] = [...new Set(residence.stated)];
  if (newest === undefined) return fail({ name: 'countryUnknown' });
  if (phone !== null) {
    const area = AREA_CODES.find((code) => phone.startsWith(code));
    const possible = area === undefined ? [] : COUNTRIES_OF[area];
    if (![newest, ...others].some((country) => possible.includes(country))) {
      return fail({ name: 'countryUnclear' });
    }
  }
  return ok([newest, ...others]);
}
