import { Button, SelectField, TextInput } from '@candor/ui';
import type { ReactElement } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { CALENDARS, type TypedTerms } from './terms.ts';

/** As the rules have it. */
const SOURCES_MAX = 4;
const NUMBERS = ['leverageCap', 'lotsMax', 'accountLotsMax', 'totalLotsMax'] as const;

function SourceRows(props: {
  readonly of: TypedTerms;
  readonly venues: readonly string[];
  readonly error: string | null;
  readonly onChange: (sources: TypedTerms['sources']) => void;
}): ReactElement {
  const { of: typed, venues, error, onChange } = props;
  const { sources } = typed;
  const t = useDeskT();
  const free = venues.find((venue) => sources.every((one) => one.venue !== venue));
  const put = (place: number, change: Partial<TypedTerms['sources'][number]>): void =>
    onChange(sources.map((one, at) => (at === place ? { ...one, ...change } : one)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('instruments.sources')}</legend>
      {sources.map(({ venue, symbol }, place) => (
        // Sources have no name of their own but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className="grid grid-cols-2 items-start gap-3">
          <SelectField
            label={t('instruments.venue-of', { number: place + 1 })}
            value={venue}
            choices={venues.map((value) => ({ value, label: value }))}
            onChange={(value) => put(place, { venue: value })}
          />
          <TextInput
            label={t('instruments.symbol-of', { number: place + 1 })}
            name={`symbol-${place}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={24}
            value={symbol}
            error={place === sources.length - 1 ? error : null}
            onChange={(event) => put(place, { symbol: event.target.value })}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
        {sources.length < SOURCES_MAX && free !== undefined && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() =>
              onChange([...sources, { venue: free, symbol: sources[0]?.symbol ?? '' }])
            }
          >
            {t('instruments.add-source')}
          </Button>
        )}
        {sources.length > 1 && (
          <Button size="sm" variant="secondary" onClick={() => onChange(sources.slice(0, -1))}>
            {t('instruments.drop-source')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** Caps, hours and sources, for a new instrument and for one there is. */
export function TermsFields(props: {
  readonly of: TypedTerms;
  readonly venues: readonly string[];
  readonly faultAt: (field: string) => string | null;
  readonly onChange: (typed: TypedTerms) => void;
}): ReactElement {
  const { of: typed, venues, faultAt, onChange } = props;
  const t = useDeskT();
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        {NUMBERS.map((field) => (
          <TextInput
            key={field}
            label={t(`instruments.${field}`)}
            name={field}
            autoComplete="off"
            inputMode="decimal"
            help={field === 'lotsMax' ? undefined : t('instruments.empty-none')}
            value={typed[field]}
            error={faultAt(field)}
            onChange={(event) => onChange({ ...typed, [field]: event.target.value.trim() })}
          />
        ))}
      </div>
      <SelectField
        label={t('instruments.hours')}
        value={typed.calendar}
        choices={CALENDARS.map((value) => ({ value, label: t(`instruments.calendar-${value}`) }))}
        help={t('instruments.hours-help')}
        error={faultAt('calendar')}
        onChange={(calendar) => onChange({ ...typed, calendar })}
      />
      <SourceRows
        of={typed}
        venues={venues}
        error={faultAt('sources')}
        onChange={(sources) => onChange({ ...typed, sources })}
      />
    </>
  );
}
