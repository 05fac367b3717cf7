import type { DeskLoan } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, TextArea, toast } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { exactAmount } from '../../lib/amounts.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

const NOTE_MAX = 2_000;

/** Proposes that nothing is left to collect of an overdue loan. */
export function WriteOffDialog(props: {
  readonly of: DeskLoan;
  readonly onClose: () => void;
}): ReactElement {
  const { of: loan, onClose } = props;
  const { id, number, userId, owed } = loan;
  const t = useDeskT();
  const command = useCommand();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const note = text.trim();
  const propose = async (): Promise<void> => {
    const answer = await command.send('loans.write-off', {
      params: { id },
      body: { userId, note },
    });
    if (answer === null) return;
    toast({ title: t('loan-book.proposed', { number: answer.value.number }) });
    void client.invalidateQueries({ queryKey: ['cases'] });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('loan-book.write-off-of', { number })}
      actions={
        <Button
          disabled={note === ''}
          busy={command.isBusy ? t('loan-book.proposing') : undefined}
          onClick={() => void propose()}
        >
          {t('loan-book.propose')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-4">
        <p className="text-sm text-ink-2">
          {t('loan-book.write-off-text', { number, amount: exactAmount(owed, 'USDT') })}
        </p>
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <TextArea
          label={t('loan-book.note')}
          rows={3}
          maxLength={NOTE_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
