import { TextInput } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { readDay, readMoment } from './moment-field.ts';
import { useDeskT } from './texts.ts';

/** As every time of the desk is written: the browser's own field would follow its region. */
const EXAMPLES = { day: '2026-11-25', moment: '2026-11-25 14:30' } as const;

/** A UTC day or moment in a form, typed as ISO 8601 has it. */
export function TimeField(props: {
  readonly of: 'day' | 'moment';
  readonly label: string;
  readonly name: string;
  readonly help?: ReactNode;
  readonly value: string;
  readonly error?: string | null;
  readonly onChange: (typed: string) => void;
}): ReactElement {
  const { of, label, name, help, value, error = null, onChange } = props;
  const t = useDeskT();
  const [isLeft, setIsLeft] = useState(false);
  const isRead = !Number.isNaN(of === 'day' ? readDay(value) : readMoment(value));
  const unread =
    isLeft && value !== '' && !isRead ? t('time.refused', { example: EXAMPLES[of] }) : null;
  return (
    <TextInput
      label={label}
      name={name}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={EXAMPLES[of].length}
      placeholder={t(`time.${of}`)}
      help={help}
      value={value}
      error={unread ?? error}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setIsLeft(true)}
      onFocus={() => setIsLeft(false)}
    />
  );
}
