import { Button, ErrorNote, Note, toast } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { exactAmount } from '../../lib/amounts.ts';
import { languageName } from '../../lib/language-name.ts';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Deciders, EntryTable } from './EntryTable.tsx';
import type { Filled, Preview } from './money-form.ts';

/** Maker and checker are two, and neither of them is who proposes. */
const NEEDED = 2;

const WHAT = {
  adjustment: ({ direction }: Filled) => direction,
  houseFunding: () => 'houseFunding' as const,
  takeOut: () => 'takeOut' as const,
  exchangeCover: ({ cover }: Filled) => cover,
} as const;

function Said(props: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="text-sm">
      <h3 className="mb-1 text-base tracking-normal">{props.title}</h3>
      <div className="text-ink-2">{props.children}</div>
    </section>
  );
}

/** Sends the proposal as it was looked at. */
function useProposal(filled: Filled, preview: Preview) {
  const command = useCommand();
  const client = useQueryClient();
  const { kind, asset, mode, direction, account } = filled;
  const [note, reference] = [filled.note.trim(), filled.reference.trim()];
  const amount = filled.amount ?? '';
  const send = async (): Promise<{ id: string; number: string } | null> => {
    const userId = preview.user?.id ?? '';
    const answer = await (kind === 'adjustment'
      ? command.send('cases.open-adjustment', {
          body: { userId, mode, asset, direction, amount, note },
        })
      : kind === 'exchangeCover'
        ? command.send('cases.open-exchange-cover', {
            body: { asset, amount, direction: filled.cover, note },
          })
        : command.send(kind === 'takeOut' ? 'cases.open-take-out' : 'cases.open-house-funding', {
            body: { asset, amount, account, reference, note },
          }));
    if (answer === null) return null;
    void client.invalidateQueries({ queryKey: ['cases'] });
    return answer.value;
  };
  return { ...command, send };
}

/** The last look before a money case is proposed: its entry, who must approve, what the user reads. */
export function ProposeCheck(props: {
  readonly filled: Filled;
  readonly preview: Preview;
  readonly onBack: () => void;
}): ReactElement {
  const { filled, preview, onBack } = props;
  const t = useDeskT();
  const [, navigate] = useLocation();
  const command = useProposal(filled, preview);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const { user, entry, deciders } = preview;
  const amount = exactAmount(filled.amount ?? '', filled.asset);
  const propose = async (): Promise<void> => {
    const opened = await command.send();
    if (opened === null) return;
    toast({ title: t('propose.done', { number: opened.number }) });
    navigate(`${PAGES.cases.path}/${opened.id}`);
  };
  return (
    <div className="grid gap-5">
      <h2 ref={head} tabIndex={-1} className="text-[18px] leading-6 break-words outline-none">
        {t(`propose.what-${WHAT[filled.kind](filled)}`, {
          amount,
          user: user?.username ?? '',
        })}
      </h2>
      <EntryTable of={entry} />
      {deciders.length < NEEDED && (
        <Note tone="warn">{t('propose.too-few', { count: deciders.length })}</Note>
      )}
      <div>
        <p className="mb-2 text-sm text-ink-2">{t('propose.two')}</p>
        <Deciders of={deciders} needsPasskey />
      </div>
      <Said title={t('propose.reads')}>
        {user === null
          ? t('propose.reads-nobody')
          : t('propose.reads-user', { user: user.username, language: languageName(user.language) })}
      </Said>
      <Said title={t('propose.note')}>
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {filled.note.trim()}
        </p>
      </Said>
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <div className="flex flex-wrap justify-end gap-2 max-desktop:[&>button]:flex-1">
        <Button variant="secondary" onClick={onBack}>
          {t('propose.change')}
        </Button>
        <Button
          busy={command.isBusy ? t('parameters.proposing') : undefined}
          onClick={() => void propose()}
        >
          {t('propose.send')}
        </Button>
      </div>
    </div>
  );
}
