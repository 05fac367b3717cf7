import type { DeskInstrument } from '@candor/protocol/desk-light';
import { Button, ErrorNote, Note, TextArea, toast } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { TimeField } from '../../lib/TimeField.tsx';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { TermsFields } from './TermsFields.tsx';
import { useInstrumentsChanged } from './instruments-api.ts';
import { faultAt, readTerms, typedOf, wrongIn } from './terms.ts';

/** A change proposed without another moment counts so long after now. */
const AHEAD_MS = 49 * 3_600_000;
const FIELDS = ['leverageCap', 'lotsMax', 'accountLotsMax', 'totalLotsMax', 'sources', 'from'];

/** Proposes other caps, hours or sources of an instrument. */
export function ChangeForm(props: {
  readonly of: DeskInstrument;
  readonly venues: readonly string[];
  readonly asOf: number;
  readonly onDone: () => void;
}): ReactElement {
  const { of: instrument, venues, asOf, onDone } = props;
  const t = useDeskT();
  const command = useCommand();
  const changed = useInstrumentsChanged();
  const [typed, setTyped] = useState(() => typedOf(instrument.terms));
  const [from, setFrom] = useState(() => momentText(asOf + AHEAD_MS));
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { failure } = command;
  const at = readMoment(from);
  const wrong = isTried ? wrongIn(typed) : new Set<string>();
  const fault = (field: string): string | null =>
    faultAt(field, { isWrong: wrong.has(field), failure }, t);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (wrongIn(typed).size > 0 || Number.isNaN(at) || note.trim() === '') return;
    const body = { code: instrument.code, ...readTerms(typed), from: at, note: note.trim() };
    const answer = await command.send('instruments.change', { body });
    if (answer === null) return;
    changed();
    toast({ title: t('parameters.proposed', { number: answer.value.number }) });
    onDone();
  };
  const isSame = failure?.name === 'case-impossible' && failure.field === 'code';
  const isAtField = failure?.field !== undefined && FIELDS.includes(failure.field);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
      <Note>{t('instruments.change-lead')}</Note>
      {command.problem !== null && !isAtField && (
        <ErrorNote>{isSame ? t('instruments.refused-same') : command.problem}</ErrorNote>
      )}
      <TermsFields of={typed} venues={venues} faultAt={fault} onChange={setTyped} />
      <TimeField
        of="moment"
        label={t('parameters.from')}
        name="from"
        help={t('parameters.from-help')}
        value={from}
        error={isTried && Number.isNaN(at) ? t('parameters.refused-from') : fault('from')}
        onChange={setFrom}
      />
      <TextArea
        label={t('parameters.note')}
        name="note"
        maxLength={400}
        value={note}
        error={isTried && note.trim() === '' ? t('sign-in.missing') : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
        {t('parameters.propose')}
      </Button>
    </form>
  );
}
