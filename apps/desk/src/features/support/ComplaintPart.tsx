import {
  COMPLAINT_ANSWER_DAYS,
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  type Complaint,
  type InboxConversation,
  SUPPORT_TEXT_MAX,
} from '@candor/protocol/desk-light';
import {
  Button,
  Dialog,
  ErrorNote,
  Note,
  SelectField,
  TextArea,
  TextInput,
  formatTime,
  toast,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { languageName } from '../../lib/language-name.ts';
import { momentText, readMoment } from '../../lib/moment-field.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useInboxCommand } from './inbox.ts';

type Category = Complaint['category'];
type Sorted = Exclude<Category, 'unsorted'>;
type Outcome = NonNullable<Complaint['outcome']>;

const SORTED = COMPLAINT_CATEGORIES.filter((one): one is Sorted => one !== 'unsorted');

/** Enters a conversation into the register, or sorts it there. */
function MarkDialog(props: {
  readonly of: InboxConversation;
  readonly onClose: () => void;
}): ReactElement {
  const { of: one, onClose } = props;
  const t = useDeskT();
  const command = useInboxCommand();
  const before = one.complaint;
  const known = before === null || before.category === 'unsorted' ? 'orders' : before.category;
  const [category, setCategory] = useState<Sorted>(known);
  const shown = momentText(before?.receivedAt ?? one.createdAt);
  const [received, setReceived] = useState(shown);
  const keep = async (): Promise<void> => {
    const receivedAt = received === shown ? {} : { receivedAt: readMoment(received) };
    const body = { category, ...receivedAt };
    const kept = await command.send('complaints.mark', { params: { id: one.id }, body });
    if (kept !== null) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(before === null ? 'complaints.mark' : 'complaints.change')}
      actions={
        <Button
          disabled={Number.isNaN(readMoment(received))}
          busy={command.isBusy ? t('case.writing') : undefined}
          onClick={() => void keep()}
        >
          {t('complaints.keep')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-3">
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <p className="text-sm text-ink-2">
          {t('complaints.mark-help', { days: COMPLAINT_ANSWER_DAYS })}
        </p>
        <SelectField
          label={t('complaints.category')}
          value={category}
          onChange={setCategory}
          choices={SORTED.map((value) => ({ value, label: t(`complaints.category-${value}`) }))}
        />
        <TextInput
          type="datetime-local"
          label={t('complaints.received')}
          help={t('complaints.received-help')}
          value={received}
          onChange={(event) => setReceived(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Writes the final answer, with what came of the complaint. */
function AnswerDialog(props: {
  readonly of: InboxConversation;
  readonly onClose: () => void;
}): ReactElement {
  const { of: one, onClose } = props;
  const t = useDeskT();
  const command = useInboxCommand();
  /** Messages there were when the answer was begun. */
  const [after] = useState(one.messages);
  const [outcome, setOutcome] = useState<Outcome>('upheld');
  const [text, setText] = useState('');
  const [redress, setRedress] = useState('');
  const mayPay = one.userId !== null && (outcome === 'upheld' || outcome === 'partly');
  const send = async (): Promise<void> => {
    const number = redress.trim().toUpperCase();
    const body = {
      text,
      after,
      outcome,
      ...(mayPay && number !== '' ? { redress: number } : {}),
    };
    const sent = await command.send('complaints.answer', { params: { id: one.id }, body });
    if (sent === null) return;
    toast({ title: t('complaints.sent') });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('complaints.answer')}
      actions={
        <Button
          disabled={text.trim() === ''}
          busy={command.isBusy ? t('inbox.sending') : undefined}
          onClick={() => void send()}
        >
          {t('complaints.answer-send')}
        </Button>
      }
    >
      <div className="mt-3 grid gap-3">
        {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
        <SelectField
          label={t('complaints.outcome')}
          value={outcome}
          onChange={setOutcome}
          choices={COMPLAINT_OUTCOMES.map((value) => ({
            value,
            label: t(`complaints.outcome-${value}`),
          }))}
        />
        <TextArea
          label={t('complaints.answer-text', { language: languageName(one.language) })}
          help={t('complaints.answer-help')}
          rows={8}
          maxLength={SUPPORT_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {mayPay && (
          <TextInput
            label={t('complaints.redress')}
            help={t('complaints.redress-help')}
            value={redress}
            autoComplete="off"
            onChange={(event) => setRedress(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What the register says of a conversation; nothing for one that is no complaint. */
export function ComplaintNote({
  of: one,
}: {
  readonly of: InboxConversation;
}): ReactElement | null {
  const t = useDeskT();
  const { complaint } = one;
  if (complaint === null) return null;
  return (
    <Note
      tone={complaint.outcome === null ? 'warn' : 'info'}
      title={t('complaints.one')}
      className="mt-2"
    >
      {complaint.outcome === null || complaint.answeredAt === null
        ? t('complaints.due-on', {
            category: t(`complaints.category-${complaint.category}`),
            received: formatTime(complaint.receivedAt),
            deadline: formatTime(complaint.deadline),
          })
        : t('complaints.answered-on', {
            outcome: t(`complaints.outcome-${complaint.outcome}`),
            when: formatTime(complaint.answeredAt),
          })}
      {complaint.redress !== null && (
        <span className="block">{t('complaints.redress-of', { ...complaint.redress })}</span>
      )}
    </Note>
  );
}

/** What a member of support does with a conversation in the register. */
export function ComplaintButtons(props: {
  readonly of: InboxConversation;
  readonly mayAct: boolean;
}): ReactElement | null {
  const { of: one, mayAct } = props;
  const t = useDeskT();
  const [open, setOpen] = useState<'mark' | 'answer' | null>(null);
  const { complaint } = one;
  const close = (): void => setOpen(null);
  const isOpen = complaint !== null && complaint.outcome === null;
  if (!mayAct) return null;
  return (
    <>
      {(complaint === null || isOpen) && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('mark')}>
          {t(complaint === null ? 'complaints.mark' : 'complaints.change')}
        </Button>
      )}
      {isOpen && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('answer')}>
          {t('complaints.answer')}
        </Button>
      )}
      {open === 'mark' && <MarkDialog of={one} onClose={close} />}
      {open === 'answer' && <AnswerDialog of={one} onClose={close} />}
    </>
  );
}
