import type { CaseDetail } from '@candor/protocol/desk-light';
import {
  Button,
  ErrorNote,
  Kbd,
  SelectField,
  TextInput,
  UsersIcon,
  toast,
  useLayout,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { KEYS, useKeys } from '../../lib/keys.ts';
import { useDeskT } from '../../lib/texts.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { type Verdict, VerdictDialog } from './VerdictDialog.tsx';
import { type Parts, partIds, partsProblem, saidParts } from './parts.ts';
import { approvalText, messageLabel, reasonText } from './words.ts';

type Begun = { readonly verdict: Verdict; readonly shown: CaseDetail };

/** What a member can do with a case: reason and message, then approve, reject, ask or withdraw. */
export function DecisionBar(props: {
  readonly of: CaseDetail;
  /** What was chosen for each of its parts. */
  readonly parts: Parts;
  /** A decision was refused because the case is not as it was shown. */
  readonly onStale: (said: string) => void;
}): ReactElement | null {
  const { of: one, parts, onStale } = props;
  const t = useDeskT();
  const layout = useLayout();
  const [reason, setReason] = useState('');
  const [message, setMessage] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [lacks, setLacks] = useState<ReturnType<typeof partsProblem>>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const ids = partIds(one);
  const [isWriting, setIsWriting] = useState(false);
  const canDecide = one.hindrance === null && one.state !== 'decided';
  const canWrite = one.state !== 'decided' && one.hindrance !== 'role';
  const begin = (verdict: Verdict): void => {
    const problem = verdict === 'withdrawn' ? null : partsProblem(ids, parts, verdict);
    setLacks(problem);
    if (problem === null) setBegun({ verdict, shown: one });
  };
  const approve = (): void => {
    if (canDecide) begin('approved');
  };
  const reject = (): void => {
    if (!canDecide) return;
    // On phones the reason is chosen with the last step.
    // What is rejected part by part has its reasons there.
    const isMissing = layout === 'desktop' && ids.length === 0 && reason === '';
    setIsReasonMissing(isMissing);
    if (!isMissing) begin('rejected');
  };
  useKeys([
    { key: KEYS.approve, text: 'key.approve', run: approve },
    { key: KEYS.reject, text: 'key.reject', run: reject },
    {
      key: KEYS.ask,
      text: 'key.ask',
      run: () => {
        if (canWrite) setIsWriting(true);
      },
    },
  ]);
  const close = (): void => setBegun(null);
  const done = (found: CaseDetail): void => {
    close();
    setReason('');
    setMessage('');
    const { number } = found;
    const said = found.state === 'decided' ? (found.verdict ?? 'withdrawn') : 'first';
    toast({ title: t(`case.done-${said}`, { number }) });
  };
  if (!canWrite && !one.mayWithdraw) return null;
  return (
    <footer className="border-t border-line bg-canvas px-7 pt-3.5 pb-4 max-desktop:px-4">
      {canDecide && (
        <div className="mb-3 grid grid-cols-2 gap-3 max-desktop:hidden">
          {ids.length === 0 && (
            <SelectField
              label={t('case.reason-reject')}
              value={reason}
              error={isReasonMissing ? t('case.reason-missing') : null}
              onChange={(value) => {
                setReason(value);
                setIsReasonMissing(false);
              }}
              choices={[
                { value: '', label: t('case.reason-choose') },
                ...one.reasons.rejected.map((value) => ({ value, label: reasonText(value, t) })),
              ]}
            />
          )}
          {one.userId !== null && (
            <TextInput
              label={messageLabel(one, t)}
              dir="auto"
              maxLength={1000}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </div>
      )}
      {lacks !== null && <ErrorNote className="mb-3">{t(lacks)}</ErrorNote>}
      <div className="flex flex-wrap items-center justify-end gap-2 max-desktop:[&>button]:flex-1 max-desktop:[&_kbd]:hidden">
        <p className="me-auto flex items-center gap-1.5 text-sm text-ink-3 empty:hidden max-desktop:w-full">
          {one.people === 2 && (
            <>
              <UsersIcon size={16} /> {t('case.two-people')}
            </>
          )}
        </p>
        {canWrite && (
          <Button variant="ghost" onClick={() => setIsWriting(true)}>
            {t(one.userId === null ? 'case.add-note' : 'case.ask')}{' '}
            <Kbd>{KEYS.ask.toUpperCase()}</Kbd>
          </Button>
        )}
        {one.mayWithdraw && (
          <Button variant="secondary" onClick={() => begin('withdrawn')}>
            {t('case.withdraw')}
          </Button>
        )}
        {canDecide && (
          <>
            <Button
              variant="secondary"
              className="text-[var(--color-danger)]! inset-ring-[var(--color-danger)]!"
              onClick={reject}
            >
              {t('case.reject')} <Kbd>{KEYS.reject.toUpperCase()}</Kbd>
            </Button>
            <Button onClick={approve}>
              {approvalText(one, t)} <Kbd>{KEYS.approve.toUpperCase()}</Kbd>
            </Button>
          </>
        )}
      </div>
      {begun !== null && (
        <VerdictDialog
          {...begun}
          parts={saidParts(ids, parts)}
          reason={reason}
          message={message}
          onDone={done}
          onStale={(said) => {
            close();
            onStale(said);
          }}
          onClose={close}
        />
      )}
      {isWriting && (
        <NoteDialog
          of={one}
          onClose={() => setIsWriting(false)}
          onDone={() => {
            setIsWriting(false);
            toast({ title: t('case.written') });
          }}
        />
      )}
    </footer>
  );
}
