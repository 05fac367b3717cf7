import type { CaseDetail } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, Segments, TextArea } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCaseCommand } from './case-api.ts';

/** Writes into the timeline: to the customer, who is asked for more, or for staff alone. */
export function NoteDialog(props: {
  readonly of: CaseDetail;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const { of: one, onDone, onClose } = props;
  const t = useDeskT();
  const command = useCaseCommand(one.id);
  const hasCustomer = one.userId !== null;
  const [reader, setReader] = useState<'customer' | 'staff'>(hasCustomer ? 'customer' : 'staff');
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    const body = { text: text.trim(), isForUser: reader === 'customer' };
    if ((await command.send('cases.note', body)) !== null) onDone();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(hasCustomer ? 'case.ask' : 'case.add-note')}
      actions={
        <Button
          disabled={text.trim() === ''}
          busy={command.isBusy ? t('case.writing') : undefined}
          onClick={() => void send()}
        >
          {t(reader === 'customer' ? 'case.send-customer' : 'case.keep-note')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-4">
        {hasCustomer && (
          <Segments
            label={t('case.note-reader')}
            wide
            value={reader}
            onChange={setReader}
            choices={[
              { value: 'customer', label: t('case.reader-customer') },
              { value: 'staff', label: t('case.reader-staff') },
            ]}
          />
        )}
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <TextArea
          label={t('case.note')}
          help={t(reader === 'customer' ? 'case.note-customer' : 'case.note-staff')}
          rows={5}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
