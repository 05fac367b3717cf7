import { TRANSACTION_KINDS } from '@candor/protocol/light';
import { Button, SelectField, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { DayFields } from '../../lib/DayFields.tsx';
import { ASSETS, KIND_LABELS, NO_FILTER, type RecordFilter, isFiltered } from './filter.ts';

/** Kind, asset and days of the payments. */
export function RecordFilters(props: {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}): ReactElement {
  const { filter, onChange } = props;
  const t = useT();
  const set = (part: Partial<RecordFilter>): void => onChange({ ...filter, ...part });
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-end gap-3">
      <legend className="sr-only">{t('records.filters')}</legend>
      <SelectField
        label={t('records.kind')}
        value={filter.kind}
        onChange={(kind) => set({ kind })}
        choices={[
          { value: '', label: t('records.all-kinds') },
          ...TRANSACTION_KINDS.map((kind) => ({ value: kind, label: t(KIND_LABELS[kind]) })),
        ]}
      />
      <SelectField
        label={t('records.asset')}
        value={filter.asset}
        onChange={(asset) => set({ asset })}
        choices={[
          { value: '', label: t('records.all-assets') },
          ...ASSETS.map((asset) => ({ value: asset, label: asset })),
        ]}
      />
      <DayFields days={filter} onChange={set} />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(NO_FILTER)}>
          {t('records.clear')}
        </Button>
      )}
    </fieldset>
  );
}
