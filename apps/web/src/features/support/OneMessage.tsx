import type { SupportMessage } from '@candor/protocol/light';
import { Button, CheckMark, CopyIcon, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { download } from '../../lib/download.ts';
import { failureText } from '../../lib/failure-text.ts';
import { call } from '../../lib/http.ts';
import { copyText } from '../../lib/copy-text.ts';
import type { Visit } from './visits.ts';

/** A picture of one's own, to be kept: its address is made for this press and soon ends. */
function OnePicture(props: {
  readonly id: string;
  readonly number: number;
  readonly conversationId: string;
  readonly visit: Visit | undefined;
}): ReactElement {
  const { id, number, conversationId, visit } = props;
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const link = await call('support.picture', {
      params: { id: conversationId, fileId: id },
      ...(visit === undefined ? {} : { visitorToken: visit.token }),
    });
    const { searchParams } = new URL(link.ok ? link.value.url : '', location.origin);
    const query = {
      until: Number.parseInt(searchParams.get('until') ?? '', 10),
      seal: searchParams.get('seal') ?? '',
    };
    const kept = link.ok ? await download('files.view', { params: { id }, query }) : link;
    setIsBusy(false);
    toast({
      title: kept.ok ? t('support.saved', { name: kept.value }) : failureText(kept.failure, t),
    });
  };
  return (
    <Button
      size="sm"
      variant="secondary"
      disabled={isBusy}
      className="justify-self-start"
      onClick={() => void save()}
    >
      {t('support.open-picture', { number: String(number) })}
    </Button>
  );
}

/** A name in whatever script keeps its own direction inside the reader's sentence. */
const apart = (name: string): string => `\u2068${name}\u2069`;

/** Whose it is decides its place and its ground; the words say it too. */
const LOOK = {
  asker: 'ms-auto bg-sunken',
  staff: 'me-auto border border-line bg-surface',
} as const;

/**
 * One message. Its text is shown as text: nothing in it becomes a link or a picture. What is ours
 * can be copied with the reference it is verified by.
 */
export function OneMessage({
  message,
  conversationId,
  canOpen,
  visit,
}: {
  readonly message: SupportMessage;
  readonly conversationId: string;
  /** Its pictures can be opened by the account it belongs to, or in a visitor's own window. */
  readonly canOpen: boolean;
  readonly visit?: Visit | undefined;
}): ReactElement {
  const t = useT();
  const byId = useId();
  const { by, name, text, at, files, reference } = message;
  const written = reference === null ? null : t('support.reference', { reference });
  return (
    <article
      aria-labelledby={byId}
      className={`grid w-fit max-w-[min(85%,72ch)] min-w-0 gap-2 rounded-md px-4 py-3 max-desktop:max-w-[94%] ${LOOK[by]}`}
    >
      <p id={byId} className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-3">
        <b className="text-sm font-semibold text-ink">
          {by === 'asker'
            ? t('support.by-you')
            : t('support.by-staff', { name: apart(name ?? '') })}
        </b>
        <bdi>{formatTime(at)}</bdi>
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
      {canOpen &&
        files.map((id, index) => (
          <OnePicture key={id} {...{ id, conversationId, visit }} number={index + 1} />
        ))}
      {written !== null && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
          <CheckMark />
          <span>{written}</span>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('support.copy-message')}
            className="-my-1"
            onClick={() => void copyText(`${text}\n${written}`, t)}
          >
            <CopyIcon size={16} />
          </Button>
        </p>
      )}
    </article>
  );
}
