import {
  Button,
  Card,
  CaretLeftIcon,
  Empty,
  Note,
  Skeleton,
  buttonClass,
  formatTime,
  toast,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { href } from '../../lib/paths.ts';
import { download } from '../../lib/download.ts';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { OneMessage } from './OneMessage.tsx';
import { MailPart } from './MailPart.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { ClaimPart, KeyPart } from './VisitCards.tsx';
import { type Conversation, useConversation, useVisit } from './api.ts';
import { StateChip } from './states.tsx';

function Waiting(): ReactElement {
  return (
    <div aria-busy="true" className="grid gap-4">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-20 w-3/4" />
      <Skeleton className="ms-auto h-16 w-2/3" />
    </div>
  );
}

/** The conversation as a file, in its language. */
function SaveButton(props: {
  readonly id: string;
  readonly token: string | undefined;
  readonly format: 'txt' | 'pdf';
}): ReactElement {
  const { id, token, format } = props;
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const kept = await download('support.transcript', {
      params: { id },
      query: { format },
      ...(token === undefined ? {} : { visitorToken: token }),
    });
    setIsBusy(false);
    toast({
      title: kept.ok ? t('support.saved', { name: kept.value }) : failureText(kept.failure, t),
    });
  };
  return (
    <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void save()}>
      {t(format === 'pdf' ? 'receipt.save-pdf' : 'support.save')}
    </Button>
  );
}

/** What was said, the first message first. New ones are read out as they come. */
function Messages({ conversation }: { readonly conversation: Conversation }): ReactElement {
  const t = useT();
  const { user } = useSession();
  const end = useRef<HTMLDivElement>(null);
  const { id, messages, of } = conversation;
  const visit = useVisit(id);
  const { length } = messages;
  useEffect(() => {
    // Only as far as needed: a reader further up is not moved when nothing came.
    if (length > 1) end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [length]);
  return (
    <div role="log" aria-label={t('support.log')} className="grid gap-3">
      {messages.map((message) => (
        <OneMessage
          key={message.id}
          message={message}
          conversationId={id}
          canOpen={of === 'account' ? user !== null : visit !== undefined}
          visit={visit}
        />
      ))}
      <div ref={end} />
    </div>
  );
}

function Head({ conversation }: { readonly conversation: Conversation }): ReactElement {
  const t = useT();
  const titleId = useId();
  const { id, subject, number, state, createdAt } = conversation;
  const visit = useVisit(id);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line pb-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2
          id={titleId}
          dir="auto"
          className="text-start text-xl [overflow-wrap:anywhere] max-desktop:text-lg"
        >
          {subject}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <StateChip state={state} />
          <span>{t('support.number', { number })}</span>
          <bdi>{formatTime(createdAt)}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-desktop:gap-y-3">
        <SaveButton id={id} token={visit?.token} format="txt" />
        <SaveButton id={id} token={visit?.token} format="pdf" />
      </div>
    </header>
  );
}

/** Since when it is a complaint, until when it is answered, and what came of it. */
function ComplaintNote({
  conversation,
}: {
  readonly conversation: Conversation;
}): ReactElement | null {
  const t = useT();
  const { complaint } = conversation;
  if (complaint === null) return null;
  const { receivedAt, deadline, outcome, answeredAt } = complaint;
  if (outcome === null || answeredAt === null) {
    return (
      <Note>
        {t('support.complaint-due', {
          received: formatTime(receivedAt),
          deadline: formatTime(deadline),
        })}
      </Note>
    );
  }
  return <Note>{t('support.complaint-answered', { when: formatTime(answeredAt), outcome })}</Note>;
}

/** What a conversation cannot be shown for. */
function Missing(props: {
  readonly id: string;
  readonly conversation: ReturnType<typeof useConversation>;
}): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  const { state } = useSession();
  const failure = failureOf(props.conversation.error);
  if (failure === null || failure.name === 'not-found' || failure.name === 'unreadable') {
    // Whose account it belongs to may not be logged in here.
    const login = state === 'out' && (
      <Link
        href={href('login', { next: href('support', { lang, id: props.id }) })}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        {t('nav.log-in')}
      </Link>
    );
    return <Empty title={t('support.gone')} action={login || undefined} className="!p-0" />;
  }
  return (
    <ReadFailed
      title={t('support.failed')}
      failure={failure}
      onRetry={() => void props.conversation.refetch()}
    />
  );
}

function Shown(props: {
  readonly conversation: Conversation;
  readonly isBehind: boolean;
  readonly onLeft: () => void;
}): ReactElement {
  const { conversation, isBehind, onLeft } = props;
  const t = useT();
  const { user } = useSession();
  const visit = useVisit(conversation.id);
  return (
    <div className="grid gap-5">
      <Head conversation={conversation} />
      <ComplaintNote conversation={conversation} />
      <Messages conversation={conversation} />
      {isBehind && <Note tone="warn">{t('support.no-news')}</Note>}
      {conversation.state === 'closed' && <Note>{t('support.closed')}</Note>}
      {visit !== undefined && user !== null && <ClaimPart visit={visit} />}
      <ReplyForm key={conversation.id} id={conversation.id} />
      {visit !== undefined && user === null && (
        <>
          <MailPart key={visit.id} visit={visit} mail={conversation.mail} />
          <KeyPart visit={visit} expiresAt={conversation.expiresAt} onLeft={onLeft} />
        </>
      )}
    </div>
  );
}

/** One conversation: what was said, and where one answers. */
export function Thread(props: { readonly id: string; readonly onLeft: () => void }): ReactElement {
  const { id, onLeft } = props;
  const t = useT();
  const { value: lang } = useLocale();
  const { state } = useSession();
  const found = useConversation(id);
  const visit = useVisit(id);
  const canRead = visit !== undefined || state !== 'out';
  const isWaiting = found.data === undefined && found.error === null && canRead;
  return (
    <div className="grid gap-3">
      <Link
        href={href('support', { lang })}
        className={buttonClass({
          variant: 'ghost',
          size: 'sm',
          className: '-ms-3 justify-self-start desktop:hidden',
        })}
      >
        <CaretLeftIcon size={16} />
        {t('support.all')}
      </Link>
      <Card className="p-6 max-desktop:p-4">
        {isWaiting && <Waiting />}
        {!isWaiting && found.data === undefined && <Missing id={id} conversation={found} />}
        {found.data !== undefined && (
          <Shown conversation={found.data} isBehind={found.error !== null} onLeft={onLeft} />
        )}
      </Card>
    </div>
  );
}
