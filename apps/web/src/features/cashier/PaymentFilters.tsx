import { Button, SelectField, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { DayFields } from '../../lib/DayFields.tsx';
import { type DayText, dayEnd, dayStart } from '../../lib/local-days.ts';
import { PLACES, placeText } from './place-text.ts';

/** Filters of deposits or withdrawals as they stand in the form; empty text is no filter. */
export type PaymentFilter<State extends string> = {
  readonly state: State | '';
  readonly place: string;
  readonly from: DayText;
  readonly to: DayText;
};

/** No filter at all. */
export const NO_PAYMENT_FILTER = { state: '', place: '', from: '', to: '' } as const;

/** Whether anything is filtered. */
export const isNarrowed = (filter: PaymentFilter<string>): boolean =>
  Object.values(filter).some((value) => value !== '');

type Place = (typeof PLACES)[number];

/** The filters as the calls take them; both days are included, in the reader's zone. */
export function narrowedBy<State extends string>(
  filter: PaymentFilter<State>,
): {
  readonly state?: State;
  readonly asset?: Place['asset'];
  readonly network?: Place['network'];
  readonly from?: number;
  readonly to?: number;
} {
  const { state } = filter;
  const place = PLACES.find(({ key }) => key === filter.place);
  const from = dayStart(filter.from);
  const to = dayEnd(filter.to);
  return {
    ...(state === '' ? {} : { state }),
    ...(place === undefined ? {} : { asset: place.asset, network: place.network }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** State, asset with its network, and days of deposits or withdrawals. */
export function PaymentFilters<State extends string>(props: {
  readonly filter: PaymentFilter<State>;
  readonly onChange: (filter: PaymentFilter<State>) => void;
  readonly states: readonly State[];
  readonly stateText: (state: State) => string;
}): ReactElement {
  const { filter, onChange, states, stateText } = props;
  const t = useT();
  const set = (part: Partial<PaymentFilter<State>>): void => onChange({ ...filter, ...part });
  return (
    <fieldset className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-end gap-3">
      <legend className="sr-only">{t('records.filters')}</legend>
      <SelectField<State | ''>
        label={t('records.status')}
        value={filter.state}
        onChange={(state) => set({ state })}
        choices={[
          { value: '', label: t('records.all-states') },
          ...states.map((value) => ({ value, label: stateText(value) })),
        ]}
      />
      <SelectField
        label={t('book.place')}
        value={filter.place}
        onChange={(place) => set({ place })}
        choices={[
          { value: '', label: t('records.all-places') },
          ...PLACES.map((place) => ({ value: place.key, label: placeText(place, t) })),
        ]}
      />
      <DayFields days={filter} onChange={set} />
      {isNarrowed(filter) && (
        <Button variant="ghost" onClick={() => onChange(NO_PAYMENT_FILTER)}>
          {t('records.clear')}
        </Button>
      )}
    </fieldset>
  );
}
