import { Button, ErrorNote, TextArea, toast } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useDeskT } from './texts.ts';
import { type Command, useCommand } from './use-command.ts';

/** A proposal that is written: its call, whether it was tried to send it, and at which field it was refused. */
export type Proposal = {
  readonly command: Command;
  readonly isTried: boolean;
  readonly refused: string | undefined;
  readonly onTry: () => void;
};

/** A proposal of a dialog. */
export function useProposal(): Proposal {
  const command = useCommand();
  const [isTried, setIsTried] = useState(false);
  // "auction.endsAt" is the field "endsAt".
  const refused = command.failure?.field?.split('.').at(-1);
  return { command, isTried, refused, onTry: () => setIsTried(true) };
}

/** Brings who sent a form to the first thing that has to be mended. */
function showFirstFault(form: HTMLFormElement): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // Who went on typing meanwhile stays there.
    if (document.activeElement !== before) return;
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();
  });
}

/** What is put before other members: the fields of its kind, the reason for it, and the button that sends it. */
export function ProposalForm(props: {
  readonly of: Proposal;
  /** Whether the fields can be sent as they are. */
  readonly isReady: boolean;
  /** What the reason is called, and how long it may be. */
  readonly reason: { readonly label: string; readonly max: number };
  /** The words of a refusal; null where it stands at its field. */
  readonly problem: string | null;
  /** How many have to approve it. */
  readonly people?: 1 | 2;
  readonly send: (
    reason: string,
  ) => Promise<{ readonly value: { readonly number: string } } | null>;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}): ReactElement {
  const { of, isReady, reason, problem, people = 2, send, onDone, children } = props;
  const { command, isTried, onTry } = of;
  const t = useDeskT();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const said = text.trim();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    onTry();
    if (!isReady || said === '') {
      showFirstFault(event.currentTarget);
      return;
    }
    const answer = await send(said);
    if (answer === null) return;
    void client.invalidateQueries();
    const { number } = answer.value;
    toast({ title: t(people === 1 ? 'proposal.proposed-one' : 'proposal.proposed', { number }) });
    onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {children}
      <TextArea
        label={reason.label}
        name="reason"
        maxLength={reason.max}
        value={text}
        error={isTried && said === '' ? t('sign-in.missing') : null}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={command.isBusy ? t('parameters.proposing') : undefined}>
        {t('proposal.submit')}
      </Button>
    </form>
  );
}
