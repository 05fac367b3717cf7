import { SUPPORT_TEXT_MAX } from '@candor/protocol/light';
import { Button, ErrorNote, TextArea, toast, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { NO_PICTURES, Pictures, type PicturesState } from './Pictures.tsx';
import { useReply, useVisit } from './api.ts';
import { useDraft } from './drafts.ts';
import { isAtForm, problemAt, textProblem } from './writing.ts';

const FIELDS = ['text'];

/** Where one answers in a conversation. */
export function ReplyForm({ id }: { readonly id: string }): ReactElement {
  const t = useT();
  const draft = useDraft(id);
  const reply = useReply(id);
  const visit = useVisit(id);
  const [pictures, setPictures] = useState<PicturesState>(NO_PICTURES);
  // Another number makes the places of the pictures new.
  const [sentCount, setSentCount] = useState(0);
  const [isTried, setIsTried] = useState(false);
  const failure = failureOf(reply.error);
  const text = textProblem(draft.text, SUPPORT_TEXT_MAX, t);

  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (text !== null || pictures.isWaiting || reply.isPending) return;
    const body = {
      text: draft.text,
      ...(pictures.fileIds.length === 0 ? {} : { files: [...pictures.fileIds] }),
    };
    reply.mutate(
      { ...body, requestId: draft.requestFor(JSON.stringify(body)) },
      {
        onSuccess() {
          draft.clear();
          setIsTried(false);
          setSentCount(sentCount + 1);
          toast({ title: t('support.arrived') });
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <TextArea
        label={t('support.answer')}
        help={t('support.secrets')}
        rows={4}
        value={draft.text}
        error={problemAt('text', isTried ? text : null, { failure, t })}
        onChange={({ currentTarget }) => draft.write({ text: currentTarget.value })}
      />
      <Pictures key={sentCount} visit={visit} onChange={setPictures} />
      {isTried && pictures.isWaiting && <ErrorNote>{t('support.upload-waits')}</ErrorNote>}
      {failure !== null && isAtForm(failure, FIELDS) && (
        <ErrorNote title={t('support.not-sent')}>{failureText(failure, t)}</ErrorNote>
      )}
      <Button
        type="submit"
        className="justify-self-start max-desktop:w-full max-desktop:min-h-12"
        busy={reply.isPending ? t('support.sending') : undefined}
      >
        {t('support.answer-send')}
      </Button>
    </form>
  );
}
