import { Button, CopyIcon, ErrorNote, Note, TextInput, formatTime, toast, useT } from '@candor/ui';
import { type FormEvent, type ReactElement, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { useClaim, useComeBack } from './api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { type Visit, forgetVisit, keyOf, readKey } from './visits.ts';

/** The key of a visitor's conversation, to be kept by the visitor: what it does and until when. */
export function KeyPart(props: {
  readonly visit: Visit;
  readonly expiresAt: number | null;
  readonly onLeft: () => void;
}): ReactElement {
  const { visit, expiresAt, onLeft } = props;
  const t = useT();
  return (
    <details className="rounded-md border border-line px-4 py-3">
      <summary className="target -my-2 cursor-pointer py-2 text-sm font-semibold">
        {t('support.key-title')}
      </summary>
      <div className="mt-2 grid gap-3 text-sm">
        <p className="text-ink-2">{t('support.key-about')}</p>
        <output
          aria-label={t('support.back-key')}
          dir="ltr"
          className="mono block rounded-sm bg-sunken px-3 py-2 text-xs break-all select-all"
        >
          {keyOf(visit)}
        </output>
        {expiresAt !== null && (
          <p className="text-ink-3">{t('support.key-until', { time: formatTime(expiresAt) })}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => void copyText(keyOf(visit), t)}>
            <CopyIcon size={16} />
            {t('support.copy-key')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              forgetVisit(visit.id);
              onLeft();
            }}
          >
            {t('support.leave')}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Offers to make a visitor's conversation one of the account that is logged in now. */
export function ClaimPart({ visit }: { readonly visit: Visit }): ReactElement {
  const t = useT();
  const claim = useClaim();
  const failure = failureOf(claim.error);
  return (
    <div className="grid gap-2">
      <Note
        action={
          <Button
            variant="secondary"
            size="sm"
            disabled={claim.isPending}
            onClick={() => claim.mutate(visit)}
          >
            {t('support.claim')}
          </Button>
        }
      >
        {t('support.claim-text')}
      </Note>
      {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
    </div>
  );
}

/** The way back into a conversation for who kept its key. */
export function ComeBack({ onOpened }: { readonly onOpened: (id: string) => void }): ReactElement {
  const t = useT();
  const back = useComeBack();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const failure = failureOf(back.error);
  const isRefused = failure?.name === 'not-found' || failure?.name === 'unreadable';
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const key = readKey(text);
    setIsWrong(key === null);
    if (key === null || back.isPending) return;
    back.mutate(key, {
      onSuccess({ id, number }) {
        setText('');
        toast({ title: t('support.number', { number }) });
        onOpened(id);
      },
    });
  };
  const problem =
    failure !== null && !isRefused && !isWrong ? failureText(failure, t) : t('support.back-wrong');
  return (
    <details className="mt-4 border-t border-line pt-4">
      <summary className="target -my-2 cursor-pointer py-2 text-sm font-semibold">
        {t('support.back-title')}
      </summary>
      <form noValidate onSubmit={open} className="mt-3 grid gap-3">
        <TextInput
          label={t('support.back-key')}
          value={text}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={isWrong || failure !== null ? problem : null}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setIsWrong(false);
            back.reset();
          }}
        />
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          className="justify-self-start"
          disabled={back.isPending}
        >
          {t('support.back-open')}
        </Button>
      </form>
    </details>
  );
}
