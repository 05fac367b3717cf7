import { DESK_CALLS, type InboxConversation } from '@candor/protocol/desk-light';
import { Button, ErrorNote, formatTime } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { PictureView } from '../../lib/PictureView.tsx';
import { hasRole, useMember } from '../../lib/session.ts';
import { useDeskT } from '../../lib/texts.ts';

/** The address a picture is shown from: the desk's own, so that each look is written down. */
const pictureAt = (id: string, fileId: string): string =>
  DESK_CALLS['support.picture'].path.replace(':id', id).replace(':fileId', fileId);

/** A picture, brought when a member asks: looking at it is a reading of personal data. */
function Picture(props: {
  readonly id: string;
  readonly fileId: string;
  readonly number: number;
}): ReactElement {
  const { id, fileId, number } = props;
  const t = useDeskT();
  const [state, setState] = useState<'closed' | 'shown' | 'failed'>('closed');
  if (state === 'shown') {
    return (
      <div className="w-full max-w-[560px]">
        <PictureView
          src={pictureAt(id, fileId)}
          label={t('inbox.picture', { number })}
          onError={() => setState('failed')}
        />
      </div>
    );
  }
  return (
    <>
      {state === 'failed' && <ErrorNote className="w-full">{t('inbox.picture-failed')}</ErrorNote>}
      <Button variant="secondary" size="sm" onClick={() => setState('shown')}>
        {t('inbox.show-picture', { number })}
      </Button>
    </>
  );
}

/** Everything that was written, and the notes of staff apart from it. */
export function History({ of: one }: { readonly of: InboxConversation }): ReactElement {
  const t = useDeskT();
  const mayLook = hasRole(useMember(), DESK_CALLS['support.picture'].roles);
  return (
    <>
      <ol aria-label={t('inbox.history')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {one.history.map(({ id, by, name, text, at, files, reference }) => (
          <li
            key={id}
            className={`rounded-md p-3 ${by === 'staff' ? 'ms-8 bg-accent-tint' : 'me-8 bg-sunken'}`}
          >
            <p className="mb-1 flex flex-wrap gap-x-2 text-xs text-ink-2">
              <bdi className="font-semibold">
                {by === 'staff' ? name : (one.username ?? t('inbox.visitor'))}
              </bdi>
              <time title={formatTime(at, 'zone')}>{formatTime(at, 'short')}</time>
              {reference !== null && <span className="mono">{reference}</span>}
            </p>
            <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
              {text}
            </p>
            {files.length > 0 && (
              <div className="mt-2 flex flex-wrap gap-2 max-desktop:gap-y-3">
                {mayLook
                  ? files.map((fileId, place) => (
                      <Picture key={fileId} id={one.id} fileId={fileId} number={place + 1} />
                    ))
                  : t('inbox.pictures', { count: files.length })}
              </div>
            )}
          </li>
        ))}
      </ol>
      {one.notes.length > 0 && (
        <section className="mt-5">
          <h3 className="mb-2 text-base tracking-normal">
            {t('inbox.notes')}{' '}
            <span className="font-medium text-ink-2">{t('inbox.notes-staff')}</span>
          </h3>
          <ul className="grid gap-2">
            {one.notes.map(({ id, by, at, text }) => (
              <li key={id} className="rounded-md border border-line p-3 text-sm">
                <p className="mb-1 text-xs text-ink-2">
                  <bdi className="font-semibold">{by.name}</bdi>{' '}
                  <time title={formatTime(at, 'zone')}>{formatTime(at, 'short')}</time>
                </p>
                <p dir="auto" className="break-words whitespace-pre-wrap">
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
