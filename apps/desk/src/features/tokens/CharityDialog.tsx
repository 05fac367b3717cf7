import { CASE_NOTE_MAX } from '@candor/protocol/desk-light';
import { Dialog, Note, TextInput } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { CountryField } from '../../lib/CountryField.tsx';
import { ProposalForm, useProposal } from '../../lib/ProposalForm.tsx';
import { TimeField } from '../../lib/TimeField.tsx';
import { readDay } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';

/** Longest text of each line. */
const LINES = {
  name: 120,
  register: 120,
  registerNumber: 60,
  registerUrl: 300,
  agreement: 120,
} as const;
type Field = keyof typeof LINES | 'agreedOn' | 'country';

const EMPTY = {
  ...{ name: '', country: '', register: '', registerNumber: '' },
  ...{ registerUrl: '', agreement: '', agreedOn: '' },
} as const satisfies Record<Field, string>;
type Typed = Readonly<Record<Field, string>>;

const NAME_MIN = 2;

/** An address of a page, by https. */
function isPage(text: string): boolean {
  try {
    return new URL(text).protocol === 'https:';
  } catch {
    return false;
  }
}

/** Fields that cannot be put before anyone. */
function faultsOf(typed: Typed): ReadonlySet<Field> {
  const is: Record<Field, boolean> = {
    name: typed.name.trim().length >= NAME_MIN,
    country: typed.country !== '',
    register: typed.register.trim().length >= NAME_MIN,
    registerNumber: typed.registerNumber.trim() !== '',
    registerUrl: typed.registerUrl === '' || isPage(typed.registerUrl),
    agreement: typed.agreement.trim() !== '',
    agreedOn: !Number.isNaN(readDay(typed.agreedOn)),
  };
  return new Set((Object.keys(is) as Field[]).filter((field) => !is[field]));
}

/** Proposes a registered charity as a beneficiary. */
export function CharityDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useDeskT();
  const proposal = useProposal();
  const { command, isTried, refused } = proposal;
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const faults = faultsOf(typed);
  const change = (field: Field, text: string): void => {
    command.clear();
    setTyped({ ...typed, [field]: text });
  };
  const faultAt = (field: Field): string | null => {
    if (refused === field) return t(`charities.refused-${field}`);
    return isTried && faults.has(field) ? t(`charities.fault-${field}`) : null;
  };
  return (
    <Dialog open onClose={onClose} title={t('charities.new')}>
      <Note className="mt-3">{t('charities.rule-new')}</Note>
      <ProposalForm
        of={proposal}
        isReady={faults.size === 0}
        reason={{ label: t('tokens.note'), max: CASE_NOTE_MAX }}
        problem={refused !== undefined && refused in EMPTY ? null : command.problem}
        send={(note) => {
          const { country, agreedOn, registerUrl } = typed;
          const body = {
            ...{ country, agreedOn, note },
            name: typed.name.trim(),
            register: typed.register.trim(),
            registerNumber: typed.registerNumber.trim(),
            registerUrl: registerUrl === '' ? null : registerUrl,
            agreement: typed.agreement.trim(),
          };
          return command.send('tokens.propose-charity', { body });
        }}
        onDone={onClose}
      >
        {(Object.keys(LINES) as (keyof typeof LINES)[]).map((field) => (
          <TextInput
            key={field}
            label={t(`charities.field-${field}`)}
            name={field}
            autoComplete="off"
            spellCheck={field === 'name'}
            maxLength={LINES[field]}
            value={typed[field]}
            error={faultAt(field)}
            onChange={({ target }) =>
              change(field, field === 'registerUrl' ? target.value.trim() : target.value)
            }
          />
        ))}
        <CountryField
          label={t('charities.field-country')}
          value={typed.country}
          error={faultAt('country')}
          onChange={(code) => change('country', code)}
        />
        <TimeField
          of="day"
          label={t('charities.field-agreedOn')}
          name="agreedOn"
          value={typed.agreedOn}
          error={faultAt('agreedOn')}
          onChange={(text) => change('agreedOn', text)}
        />
      </ProposalForm>
    </Dialog>
  );
}
