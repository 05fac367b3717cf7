import { TextInput, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { DayText } from './local-days.ts';

/** The days a list is narrowed to; empty text is no limit. */
type Days = { readonly from: DayText; readonly to: DayText };

/** First and last day of a list: neither can be chosen beyond the other. */
export function DayFields(props: {
  readonly days: Days;
  readonly onChange: (change: Partial<Days>) => void;
}): ReactElement {
  const { days, onChange } = props;
  const t = useT();
  return (
    <>
      <TextInput
        type="date"
        label={t('records.from')}
        value={days.from}
        max={days.to}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextInput
        type="date"
        label={t('records.to')}
        value={days.to}
        min={days.from}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}
