import { Button, Calendar, Dialog, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { wallNow } from './clock.ts';
import { type DayText, localDayOf } from './local-days.ts';

/** A day chosen from the calendar, or none. */
export function DayDialog(props: {
  readonly title: string;
  readonly value: DayText;
  readonly min: DayText;
  readonly max: DayText;
  readonly onChoose: (day: DayText) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { title, value, min, max, onChoose, onClose } = props;
  const t = useT();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button variant="secondary" disabled={value === ''} onClick={() => onChoose('')}>
          {t('records.any-day')}
        </Button>
      }
    >
      <div className="mt-3">
        <Calendar
          value={value === '' ? null : value}
          today={localDayOf(wallNow())}
          min={min === '' ? undefined : min}
          max={max === '' ? undefined : max}
          onChoose={onChoose}
        />
      </div>
    </Dialog>
  );
}
