import type { CaseDetail } from '@candor/protocol/desk-light';
import { ArrowLeftIcon, Button, ErrorNote, IconButton, Note, formatTime, toast } from '@candor/ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Waits } from '../../lib/Waits.tsx';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { languageName } from '../../lib/language-name.ts';
import { PAGES } from '../../lib/paths.ts';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { CaseDocuments } from './CaseDocuments.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { CaseLoanPart } from './CaseLoan.tsx';
import { CaseLog } from './CaseLog.tsx';
import { CaseNotes } from './CaseNotes.tsx';
import { CasePlanPart } from './CasePlan.tsx';
import { CaseState } from './CaseState.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { Deciders, EntryTable } from './EntryTable.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { useCase, useCaseCommand } from './case-api.ts';
import type { Parts } from './parts.ts';
import { amountText, personText, titleOf } from './words.ts';

/** Takes the case, or gives it back. */
function ClaimButton({ of: one }: { readonly of: CaseDetail }): ReactElement | null {
  const t = useDeskT();
  const { memberId } = useMember();
  const command = useCaseCommand(one.id);
  const isOwn = one.claimedBy?.id === memberId;
  const isHidden = one.state === 'decided' || (one.hindrance !== null && !isOwn);
  const toggle = async (): Promise<void> => {
    if (isHidden) return;
    const found = await command.send(isOwn ? 'cases.release' : 'cases.claim');
    if (found !== null) {
      toast({ title: t(isOwn ? 'case.released' : 'case.claimed', { number: found.number }) });
    }
  };
  useKeys([{ key: KEYS.claim, text: 'key.claim', run: () => void toggle() }]);
  if (isHidden) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={command.isBusy ? t('case.claiming') : undefined}
        onClick={() => void toggle()}
      >
        {t(isOwn ? 'case.release' : 'case.claim')}
      </Button>
      {command.problem !== null && <ErrorNote className="w-full">{command.problem}</ErrorNote>}
    </>
  );
}

/** Whom the case is about: name, language, since when. */
function About(props: {
  readonly of: CaseDetail;
  readonly user: NonNullable<CaseDetail['user']>;
}): ReactElement {
  const { of: one, user } = props;
  const t = useDeskT();
  const maySee = hasRole(useMember(), PAGES.users.roles);
  const name = <bdi>{user.username}</bdi>;
  return (
    <p className="mt-1 text-sm break-words text-ink-2">
      {maySee ? (
        <Link to={`${PAGES.users.path}/${one.userId ?? ''}`} className="underline">
          {name}
        </Link>
      ) : (
        name
      )}
      {'. '}
      {t('case.about', {
        language: languageName(user.language),
        when: formatTime(user.createdAt, 'short'),
      })}
    </p>
  );
}

function Shown(props: {
  readonly of: CaseDetail;
  readonly evidence: (one: CaseDetail) => ReactNode;
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { of: one, evidence, onBack } = props;
  const t = useDeskT();
  const [stale, setStale] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Parts>({});
  const choose = (id: string, said: string): void => {
    const { [id]: _before, ...rest } = chosen;
    setChosen(said === '' ? rest : { ...rest, [id]: said });
  };
  return (
    <>
      <header className="border-b border-line px-7 py-4 max-desktop:px-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {onBack !== null && (
            <IconButton label={t('case.back')} onClick={onBack} className="-ms-2.5">
              <ArrowLeftIcon />
            </IconButton>
          )}
          <h2 className="min-w-0 text-[20px] leading-7 break-words max-desktop:flex-1 max-desktop:basis-[calc(100%-60px)]">
            {titleOf(one, t)}
          </h2>
          <CaseState of={one} />
          <span className="ms-auto flex flex-wrap items-center gap-3">
            <span className="mono text-sm text-ink-3">{one.number}</span>
            <ClaimButton of={one} />
          </span>
        </div>
        {one.user !== null && <About of={one} user={one.user} />}
        <p className="mt-1 text-sm break-words text-ink-3">
          {amountText(one) !== null && (
            <>
              <bdi>{one.subject}</bdi>
              <br />
            </>
          )}
          {t('case.opened', {
            by: personText(one.openedBy, t),
            when: formatTime(one.openedAt),
            deadline: formatTime(one.deadline),
          })}
        </p>
      </header>
      {/* Scrolled by keys too, where nothing in it has the focus. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        data-padded
        aria-label={titleOf(one, t)}
        className="min-h-0 flex-1 overflow-y-auto px-7 py-4 -outline-offset-2 max-desktop:px-4"
      >
        {stale !== null && (
          <Note tone="warn" title={stale} className="mb-2">
            {t('case.shown-anew')}
          </Note>
        )}
        <CaseNotes of={one} />
        <div className="mt-3">
          <CaseFacts of={one} />
        </div>
        {one.entry !== null && (
          <div className="mt-5">
            <EntryTable of={one.entry} />
          </div>
        )}
        {one.state !== 'decided' && (
          <div className="mt-5">
            <Deciders of={one.deciders} needsPasskey={one.needsPasskey} />
          </div>
        )}
        <IdentityPanel of={one} />
        <CaseLoanPart of={one} />
        <CasePlanPart of={one} />
        {evidence(one)}
        <CaseDocuments of={one} chosen={chosen} onChoose={choose} />
        <CaseLog of={one} />
      </div>
      <DecisionBar of={one} parts={chosen} onStale={setStale} />
    </>
  );
}

/** One case: what is decided on, its timeline, and the decision. */
export function CaseView(props: {
  readonly id: string;
  /** What another part of the desk knows of what a case is about. */
  readonly evidence: (one: CaseDetail) => ReactNode;
  /** Back to the queue, where that is another page. */
  readonly onBack: (() => void) | null;
}): ReactElement {
  const { id, evidence, onBack } = props;
  const t = useDeskT();
  const found = useCase(id);
  return (
    <section aria-label={t('case.label')} className="flex h-full min-h-0 flex-col bg-surface">
      {/* On a phone the queue with its own heading is another page. */}
      {onBack !== null && <h1 className="sr-only">{t('queue.title')}</h1>}
      <Waits of={found} lines={8}>
        {(one) => <Shown key={one.id} of={one} evidence={evidence} onBack={onBack} />}
      </Waits>
    </section>
  );
}
