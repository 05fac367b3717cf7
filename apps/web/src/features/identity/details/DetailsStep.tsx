import { unixMs, utcDayOf } from '@candor/kernel';
import { DOCUMENT_TYPES, SEXES } from '@candor/protocol/light';
import {
  ActionBar,
  Button,
  ErrorNote,
  SelectField,
  TextArea,
  TextInput,
  type TextInputProps,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { wallNow } from '../../../lib/clock.ts';
import { countriesIn } from '../../../lib/countries.ts';

import { RadioRows } from './RadioRows.tsx';
import { type DetailField, type Details, type Wrongs, detailWrongs, wrongText } from './details.ts';

/** What the browser may fill in, and how a field is written. */
const LINES: Partial<Readonly<Record<DetailField, Partial<TextInputProps>>>> = {
  firstName: { autoComplete: 'given-name', dir: 'auto' },
  lastName: { autoComplete: 'family-name', dir: 'auto' },
  birthdate: { autoComplete: 'bday', type: 'date' },
  phone: { autoComplete: 'tel', type: 'tel', dir: 'ltr' },
  documentNumber: { autoComplete: 'off', autoCapitalize: 'characters', dir: 'ltr' },
};

/** Who the user is, as it stands in the document, and which document that is. */
export function DetailsStep(props: {
  readonly details: Details;
  /** What the server said of a field, until it is changed. */
  readonly refused: Wrongs;
  readonly onChange: (change: Partial<Details>) => void;
  readonly onDone: () => void;
}): ReactElement {
  const { details, refused, onChange, onDone } = props;
  const t = useT();
  const { htmlLang } = useLocale();
  const box = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const countries = useMemo(() => countriesIn(htmlLang), [htmlLang]);
  const today = utcDayOf(unixMs(wallNow()));
  const own = isTried ? detailWrongs(details, today) : {};
  const wrongs: Wrongs = { ...refused, ...own };
  const isIncomplete = Object.values(own).some((one) => one?.why === 'missing');
  const errorAt = (field: DetailField): string | null => wrongText(wrongs[field], t);

  const goOn = (): void => {
    setTried(true);
    if (Object.keys(detailWrongs(details, today)).length === 0) return onDone();
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
    );
    return undefined;
  };
  const line = (field: DetailField, label: string, help?: string): ReactElement => (
    <TextInput
      {...LINES[field]}
      name={field}
      label={label}
      help={help}
      // Longer than any may be, so that the field says so instead of cutting a name.
      maxLength={120}
      value={details[field]}
      error={errorAt(field)}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
  return (
    <form
      ref={box}
      noValidate
      className="flex flex-1 flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <p className="text-sm text-ink-2">{t('identity.details-lead')}</p>
      {isIncomplete && <ErrorNote>{t('message.entered-incomplete')}</ErrorNote>}
      <div className="grid gap-5 desktop:grid-cols-2">
        {line('firstName', t('identity.firstName'))}
        {line('lastName', t('identity.lastName'))}
        {line('birthdate', t('identity.born'))}
        <SelectField
          label={t('identity.lives-in')}
          value={details.country}
          choices={[{ value: '', label: t('identity.choose') }, ...countries]}
          error={errorAt('country')}
          onChange={(country) => onChange({ country })}
        />
      </div>
      <RadioRows
        label={t('identity.own-sex')}
        value={details.sex}
        choices={SEXES.map((value) => ({ value, label: t(`identity.own-sex-${value}`) }))}
        error={errorAt('sex')}
        onChange={(sex) => onChange({ sex })}
      />
      <TextArea
        name="address"
        rows={3}
        autoComplete="street-address"
        label={t('identity.home')}
        help={t('identity.address-help')}
        maxLength={400}
        value={details.address}
        error={errorAt('address')}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      {line('phone', t('identity.own-phone'), t('identity.phone-help'))}
      <RadioRows
        label={t('identity.documentType')}
        value={details.documentType}
        choices={DOCUMENT_TYPES.map((value) => ({ value, label: t(`identity.shows-${value}`) }))}
        error={errorAt('documentType')}
        onChange={(documentType) => onChange({ documentType })}
      />
      <details
        open={details.documentNumber !== '' || details.mrz !== '' || undefined}
        className="group"
      >
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium underline underline-offset-2">
          {t('identity.optional')}
        </summary>
        <div className="mt-2 grid gap-5">
          {line('documentNumber', t('identity.documentNumber'), t('identity.number-help'))}
          <TextArea
            name="mrz"
            rows={3}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            label={t('identity.mrz')}
            help={t('identity.mrz-help')}
            maxLength={100}
            value={details.mrz}
            error={errorAt('mrz')}
            onChange={(event) => onChange({ mrz: event.target.value })}
          />
        </div>
      </details>
      <ActionBar>
        <Button type="submit" size="lg" wide>
          {t('identity.continue')}
        </Button>
      </ActionBar>
    </form>
  );
}
