import { CaretDownIcon, Field, formatDay, inputClass, useT } from '@candor/ui';
import { type ReactElement, Suspense, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { DayText } from './local-days.ts';

const DayDialog = lazyPart(() => import('./DayDialog.tsx').then((module) => module.DayDialog));

/** The days a list is narrowed to; empty text is no limit. */
type Days = { readonly from: DayText; readonly to: DayText };

/** A day in the words of the page's language, not of the browser's; a press opens the calendar. */
function DayField(props: {
  readonly label: string;
  readonly value: DayText;
  readonly min?: DayText;
  readonly max?: DayText;
  readonly onChange: (day: DayText) => void;
}): ReactElement {
  const { label, value, min = '', max = '', onChange } = props;
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <Field label={label}>
      {({ id }) => (
        <>
          <button
            ref={button}
            type="button"
            id={id}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            // The name of the field, then its day.
            aria-label={`${label}: ${value === '' ? t('records.any-day') : formatDay(value)}`}
            className={`${inputClass} cursor-pointer justify-between text-start`}
          >
            <span className={value === '' ? 'text-ink-3' : ''}>
              {value === '' ? t('records.any-day') : formatDay(value)}
            </span>
            <CaretDownIcon size={16} className="shrink-0" />
          </button>
          {isOpen && (
            <Suspense>
              <DayDialog
                title={label}
                value={value}
                min={min}
                max={max}
                onClose={close}
                onChoose={(day) => {
                  onChange(day);
                  close();
                }}
              />
            </Suspense>
          )}
        </>
      )}
    </Field>
  );
}

/** First and last day of a list: neither can be chosen beyond the other. */
export function DayFields(props: {
  readonly days: Days;
  readonly onChange: (change: Partial<Days>) => void;
}): ReactElement {
  const { days, onChange } = props;
  const t = useT();
  return (
    <>
      <DayField
        label={t('records.from')}
        value={days.from}
        max={days.to}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={t('records.to')}
        value={days.to}
        min={days.from}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}
