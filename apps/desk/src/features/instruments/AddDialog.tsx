import type { DeskCallInput } from '@candor/protocol/desk-light';
import {
  Button,
  Dialog,
  ErrorNote,
  Note,
  SelectField,
  TextArea,
  TextInput,
  toast,
} from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { TermsFields } from './TermsFields.tsx';
import { useInstrumentsChanged } from './instruments-api.ts';
import { CLASSES, type TypedTerms, faultAt, isPositive, readTerms, wrongIn } from './terms.ts';

type Body = NonNullable<DeskCallInput<'instruments.add'>['body']>;
type Named = Pick<Body, 'code' | 'name' | 'class' | 'contractSize' | 'tickSize' | 'lotStep'>;

const SIZES = ['contractSize', 'tickSize', 'lotStep'] as const;
const EMPTY: Named = {
  ...{ code: '', name: '', class: 'crypto', contractSize: '1', tickSize: '', lotStep: '' },
};

/** Proposes an instrument that is not there yet. */
export function AddDialog(props: {
  readonly venues: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const { venues, onClose } = props;
  const t = useDeskT();
  const command = useCommand();
  const changed = useInstrumentsChanged();
  const [named, setNamed] = useState(EMPTY);
  const [typed, setTyped] = useState<TypedTerms>(() => ({
    ...{ leverageCap: '', lotsMax: '', accountLotsMax: '', totalLotsMax: '' },
    ...{ calendar: 'always', sources: [{ venue: venues[0] ?? '', symbol: '' }] },
  }));
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { failure } = command;
  const missing = t('sign-in.missing');
  const isEmpty = (text: string): boolean => text.trim() === '';
  const wrongSizes = SIZES.filter((field) => !isPositive(named[field]));
  const wrong = new Set([...wrongIn(typed), ...wrongSizes]);
  const fault = (field: string): string | null =>
    faultAt(field, { isWrong: isTried && wrong.has(field), failure }, t);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (wrong.size > 0 || [named.code, named.name, note].some(isEmpty)) return;
    const body = { ...named, ...readTerms(typed), note: note.trim() };
    const answer = await command.send('instruments.add', { body });
    if (answer === null) return;
    changed();
    toast({ title: t('parameters.proposed', { number: answer.value.number }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('instruments.add')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
        <Note>{t('instruments.add-lead')}</Note>
        {command.problem !== null && failure?.field === undefined && (
          <ErrorNote>{command.problem}</ErrorNote>
        )}
        <TextInput
          label={t('instruments.code')}
          name="code"
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          help={t('instruments.code-help')}
          value={named.code}
          error={isTried && isEmpty(named.code) ? missing : fault('code')}
          onChange={(event) => setNamed({ ...named, code: event.target.value.trim() })}
        />
        <TextInput
          label={t('instruments.name')}
          name="name"
          autoComplete="off"
          maxLength={80}
          value={named.name}
          error={isTried && isEmpty(named.name) ? missing : fault('name')}
          onChange={(event) => setNamed({ ...named, name: event.target.value })}
        />
        <SelectField
          label={t('instruments.class')}
          value={named.class}
          choices={CLASSES.map((value) => ({ value, label: t(`instruments.class-${value}`) }))}
          help={t('instruments.class-help')}
          onChange={(value) => setNamed({ ...named, class: value })}
        />
        <div className="grid grid-cols-3 items-start gap-3 max-desktop:grid-cols-1">
          {SIZES.map((field) => (
            <TextInput
              key={field}
              label={t(`instruments.${field}`)}
              name={field}
              autoComplete="off"
              inputMode="decimal"
              value={named[field]}
              error={fault(field)}
              onChange={(event) => setNamed({ ...named, [field]: event.target.value.trim() })}
            />
          ))}
        </div>
        <TermsFields of={typed} venues={venues} faultAt={fault} onChange={setTyped} />
        <TextArea
          label={t('parameters.note')}
          name="note"
          maxLength={400}
          value={note}
          error={isTried && isEmpty(note) ? missing : null}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
          {t('instruments.propose-add')}
        </Button>
      </form>
    </Dialog>
  );
}
