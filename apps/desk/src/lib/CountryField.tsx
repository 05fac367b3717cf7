import { SelectField } from '@candor/ui';
import { type ReactElement, useMemo } from 'react';
import { countryChoices } from './countries.ts';
import { useDeskT } from './texts.ts';

/** A country chosen by its name; empty text is none yet. */
export function CountryField(props: {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (code: string) => void;
}): ReactElement {
  const t = useDeskT();
  const choices = useMemo(
    () => [{ value: '', label: t('countries.choose') }, ...countryChoices(t)],
    [t],
  );
  return <SelectField {...props} choices={choices} />;
}
