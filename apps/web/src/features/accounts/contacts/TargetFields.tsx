import { AREA_CODES } from '@candor/protocol/light';
import { Field, TextInput, bareInputClass, inputClass, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import type { Contact } from '../forms/access-rules.ts';

/** A mail address, or a phone with its area code. */
export function TargetFields(props: {
  readonly contact: Pick<Contact, 'channel' | 'target' | 'areaCode'>;
  readonly error: string | null;
  readonly onChange: (change: Partial<Contact>) => void;
}): ReactElement {
  const { contact, error, onChange } = props;
  const t = useT();
  const { channel } = contact;
  return (
    <>
      {channel === 'phone' && (
        <Field label={t('access.area-code')}>
          {(control) => (
            <span className={inputClass}>
              <select
                {...control}
                dir="ltr"
                value={contact.areaCode}
                onChange={(event) =>
                  onChange({ areaCode: event.target.value as Contact['areaCode'] })
                }
                className={bareInputClass}
              >
                {AREA_CODES.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            </span>
          )}
        </Field>
      )}
      <TextInput
        label={t(channel === 'email' ? 'access.contact-email' : 'access.contact-phone')}
        name={channel}
        type={channel === 'email' ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel-national'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
        value={contact.target}
        error={error}
        onChange={(event) => onChange({ target: event.target.value })}
      />
    </>
  );
}
