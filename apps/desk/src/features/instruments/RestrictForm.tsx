import type { DeskCallInput, DeskInstrument } from '@candor/protocol/desk-light';
import { Button, ErrorNote, SelectField, TextArea, toast } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useInstrumentsChanged } from './instruments-api.ts';

type Status = NonNullable<DeskCallInput<'instruments.restrict'>['body']>['status'];
const STATUSES: readonly Status[] = ['suspended', 'closeOnly', 'open'];

/** Takes an instrument out of trading at once, or proposes that it is traded again. */
export function RestrictForm(props: {
  readonly of: DeskInstrument;
  readonly onDone: () => void;
}): ReactElement {
  const { of: instrument, onDone } = props;
  const { code, restriction } = instrument;
  const t = useDeskT();
  const command = useCommand();
  const changed = useInstrumentsChanged();
  const [status, setStatus] = useState<Status>(restriction === null ? 'suspended' : 'open');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  // What leaves users more than now is another member's to agree to.
  const waits =
    status === 'open' || (status === 'closeOnly' && restriction?.status === 'suspended');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (reason.trim() === '') return;
    const answer = await command.send('instruments.restrict', { body: { code, status, reason } });
    if (answer === null) return;
    changed();
    toast({ title: t('instruments.done', { number: answer.value.number }) });
    onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <SelectField
        label={t('instruments.change')}
        value={status}
        onChange={setStatus}
        choices={STATUSES.map((value) => ({ value, label: t(`instruments.to-${value}`) }))}
        help={t(waits ? 'instruments.by-case' : 'instruments.at-once')}
      />
      <TextArea
        label={t('instruments.reason')}
        name="reason"
        maxLength={400}
        help={t('instruments.reason-help')}
        value={reason}
        error={isTried && reason.trim() === '' ? t('sign-in.missing') : null}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
        {t('instruments.submit')}
      </Button>
    </form>
  );
}
