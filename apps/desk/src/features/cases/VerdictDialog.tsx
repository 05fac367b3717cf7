import type { CaseDetail } from '@candor/protocol/desk-light';
import { Button, Dialog, ErrorNote, Note, SelectField, TextArea } from '@candor/ui';
import { askPasskey } from '@candor/ui/passkey';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/http.ts';
import { failureText } from '../../lib/failure-text.ts';
import { PAGES } from '../../lib/paths.ts';
import { useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';
import { isStale, useCaseCommand } from './case-api.ts';
import { approvalText, messageLabel, reasonText, titleOf } from './words.ts';

/** What a member is about to decide. */
export type Verdict = 'approved' | 'rejected' | 'withdrawn';

type Confirmed = { readonly challenge: string; readonly passkey: unknown };

/** Asks the device to confirm exactly the row that is shown; a sentence where it did not. */
function useConfirmation(
  shown: CaseDetail,
): () => Promise<Confirmed | { readonly said: string; readonly stale: boolean }> {
  const t = useDeskT();
  return async () => {
    const { id, rowHash } = shown;
    const asked = await call('cases.challenge', { params: { id }, body: { rowHash } });
    if (!asked.ok) {
      return { said: failureText(asked.failure, t), stale: isStale(asked.failure.name) };
    }
    const answer = await askPasskey(asked.value.options);
    if (!answer.ok) return { said: t(answer.failure), stale: false };
    return { challenge: asked.value.challenge, passkey: answer.value };
  };
}

/** The last step of a decision: what is decided, why, and where money moves a passkey. */
export function VerdictDialog(props: {
  readonly verdict: Verdict;
  /** As it was shown when the decision was begun: this row is decided on, or none. */
  readonly shown: CaseDetail;
  readonly reason: string;
  /** What is decided of each part; none where the case is decided as a whole. */
  readonly parts: readonly { readonly id: string; readonly reason: string | null }[];
  readonly message: string;
  readonly onDone: (found: CaseDetail) => void;
  /** The case is not as it was shown any more. */
  readonly onStale: (said: string) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { verdict, shown, parts, onDone, onStale, onClose } = props;
  const t = useDeskT();
  const member = useMember();
  const command = useCaseCommand(shown.id);
  const confirm = useConfirmation(shown);
  const reasons = verdict === 'withdrawn' ? [] : shown.reasons[verdict];
  // A rejection is never given a reason that its member did not choose; part by part they chose it.
  const [first = ''] = verdict === 'rejected' && parts.length === 0 ? [] : reasons;
  const [reason, setReason] = useState(reasons.includes(props.reason) ? props.reason : first);
  const lacksReason = reasons.length > 0 && reason === '';
  const [message, setMessage] = useState(props.message);
  const [said, setSaid] = useState<string | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const asksPasskey = shown.needsPasskey && verdict === 'approved';
  const lacksPasskey = asksPasskey && !member.hasPasskey;
  const decide = async (): Promise<void> => {
    if (isConfirming || command.isBusy) return;
    setSaid(null);
    setIsConfirming(true);
    const confirmed = asksPasskey ? await confirm() : null;
    setIsConfirming(false);
    if (confirmed !== null && 'said' in confirmed) {
      if (confirmed.stale) {
        command.readAgain();
        onStale(confirmed.said);
      } else setSaid(confirmed.said);
      return;
    }
    const found = await command.send('cases.decide', {
      verdict,
      rowHash: shown.rowHash,
      ...(reason === '' ? {} : { reason }),
      ...(parts.length === 0 || verdict === 'withdrawn' ? {} : { parts: [...parts] }),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
      ...(confirmed as { challenge: string; passkey: never } | null),
    });
    if (found !== null) onDone(found);
  };
  // Told where the case is shown anew: this dialog is about a row that is no more.
  const isGone = isStale(command.failure?.name);
  // Of what may be missing there is one thing: nobody approves a document whose number was not read.
  const problem =
    command.failure?.name === 'incomplete' ? t('identity.number-first') : command.problem;
  useEffect(() => {
    if (isGone && problem !== null) onStale(problem);
  }, [isGone, problem, onStale]);
  const act = t(asksPasskey ? 'case.confirm-passkey' : `case.confirm-${verdict}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={verdict === 'approved' ? approvalText(shown, t) : t(`case.confirm-${verdict}`)}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('case.not-now')}
          </Button>
          <Button
            data-focus-first=""
            variant={verdict === 'approved' ? 'primary' : 'danger'}
            disabled={lacksPasskey || lacksReason}
            busy={isConfirming || command.isBusy ? t('case.deciding') : undefined}
            onClick={() => void decide()}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        <p>
          <span className="mono text-sm text-ink-3">{shown.number}</span>
          <br />
          <b className="font-semibold break-words">{titleOf(shown, t)}</b>
          <br />
          <span className="break-words text-ink-2">
            <bdi>{shown.subject}</bdi>
          </span>
        </p>
        {parts.length > 0 && verdict !== 'withdrawn' && (
          <p>
            {t('case.parts-said', {
              approved: parts.filter(({ reason: why }) => why === null).length,
              rejected: parts.filter(({ reason: why }) => why !== null).length,
            })}
          </p>
        )}
        {reasons.length > 1 && (
          <SelectField
            label={t('case.reason')}
            value={reason}
            onChange={setReason}
            choices={[
              ...(first === '' ? [{ value: '', label: t('case.reason-choose') }] : []),
              ...reasons.map((one) => ({ value: one, label: reasonText(one, t) })),
            ]}
          />
        )}
        {shown.userId !== null && verdict !== 'withdrawn' && (
          <TextArea
            label={messageLabel(shown, t)}
            help={t('case.message-help')}
            rows={3}
            maxLength={1000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
        {verdict === 'approved' && shown.people === 2 && (
          <p className="text-sm text-ink-2">
            {t(shown.state === 'firstYes' ? 'case.second-means' : 'case.first-means')}
          </p>
        )}
        {lacksPasskey ? (
          <Note tone="warn" action={<Link to={PAGES.account.path}>{t('case.add-passkey')}</Link>}>
            {t('case.lacks-passkey')}
          </Note>
        ) : (
          asksPasskey && <p className="text-sm text-ink-2">{t('case.passkey-means')}</p>
        )}
        {(said ?? problem) !== null && !isGone && <ErrorNote>{said ?? problem}</ErrorNote>}
      </div>
    </Dialog>
  );
}
