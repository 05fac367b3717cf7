import {
  COMPLAINT_ANSWER_DAYS,
  SUPPORT_SUBJECT_MAX,
  SUPPORT_TEXT_MAX,
} from '@candor/protocol/light';
import { Button, Card, ErrorNote, TextArea, TextInput, toast, useLocale, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { NO_PICTURES, Pictures, type PicturesState } from './Pictures.tsx';
import { useOpen } from './api.ts';
import { useDraft } from './drafts.ts';
import { isAtForm, problemAt, textProblem } from './writing.ts';

const FIELDS = ['subject', 'text'];

/** Where a conversation begins. */
export function NewConversation(props: { readonly onOpened: (id: string) => void }): ReactElement {
  const t = useT();
  const titleId = useId();
  const complaintId = useId();
  const { value: language } = useLocale();
  const draft = useDraft(null);
  const open = useOpen();
  const [pictures, setPictures] = useState<PicturesState>(NO_PICTURES);
  const [isTried, setIsTried] = useState(false);
  const failure = failureOf(open.error);
  const subject = textProblem(draft.subject, SUPPORT_SUBJECT_MAX, t);
  const text = textProblem(draft.text, SUPPORT_TEXT_MAX, t);
  const at = (field: string, seen: string | null): string | null =>
    problemAt(field, isTried ? seen : null, { failure, t });

  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (subject !== null || text !== null || pictures.isWaiting || open.isPending) return;
    const body = {
      subject: draft.subject,
      text: draft.text,
      language,
      ...(draft.isComplaint ? { isComplaint: true as const } : {}),
      ...(pictures.fileIds.length === 0 ? {} : { files: [...pictures.fileIds] }),
    };
    open.mutate(
      { ...body, requestId: draft.requestFor(JSON.stringify(body)) },
      {
        onSuccess({ id }) {
          draft.clear();
          toast({ title: t('support.arrived') });
          props.onOpened(id);
        },
      },
    );
  };
  return (
    <Card className="p-6 max-desktop:p-4">
      <form aria-labelledby={titleId} noValidate onSubmit={send} className="grid gap-5">
        <h2 id={titleId} className="text-xl max-desktop:text-lg">
          {t('support.new')}
        </h2>
        <TextInput
          label={t('support.subject')}
          value={draft.subject}
          error={at('subject', subject)}
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => draft.write({ subject: currentTarget.value })}
        />
        <TextArea
          label={t('support.text')}
          help={t('support.secrets')}
          rows={8}
          value={draft.text}
          error={at('text', text)}
          onChange={({ currentTarget }) => draft.write({ text: currentTarget.value })}
        />
        <div>
          <label className="flex min-h-10 cursor-pointer items-center gap-3 text-sm font-medium max-desktop:min-h-11">
            <input
              type="checkbox"
              aria-describedby={complaintId}
              className="size-4 shrink-0 accent-accent"
              checked={draft.isComplaint}
              onChange={({ currentTarget }) => draft.write({ isComplaint: currentTarget.checked })}
            />
            {t('support.complaint')}
          </label>
          <p id={complaintId} className="text-sm text-ink-2">
            {t('support.complaint-help', { days: COMPLAINT_ANSWER_DAYS })}
          </p>
        </div>
        <Pictures onChange={setPictures} />
        {isTried && pictures.isWaiting && <ErrorNote>{t('support.upload-waits')}</ErrorNote>}
        {failure !== null && isAtForm(failure, FIELDS) && (
          <ErrorNote title={t('support.not-sent')}>{failureText(failure, t)}</ErrorNote>
        )}
        <Button
          type="submit"
          className="justify-self-start max-desktop:w-full max-desktop:min-h-12"
          busy={open.isPending ? t('support.sending') : undefined}
        >
          {t('support.send')}
        </Button>
      </form>
    </Card>
  );
}
