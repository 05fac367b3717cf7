import type { SecondStep } from '@candor/protocol/light';
import { ErrorNote, Logo, Skeleton, buttonClass, toast, useT } from '@candor/ui';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useSession } from '../../../lib/session.ts';
import { type Callback, type CallbackEnd, finishCallback, purposeOf } from './callback.ts';

/** Nothing to finish: the address was opened by hand, or again after it was used. */
const isEmpty = ({ code, state }: Callback): boolean => code === undefined || state === undefined;

/** The end of coming back; null while it is being asked, or waits for the session to stand. */
function useCallbackEnd(callback: Callback): CallbackEnd | null {
  const { state } = useSession();
  const [end, setEnd] = useState<CallbackEnd | null>(null);
  const isWaiting = purposeOf(callback) === 'link' && state === 'restoring';
  const asks = !isEmpty(callback) && callback.error === undefined && !isWaiting;
  useEffect(() => {
    if (!asks) return;
    void finishCallback(callback).then(setEnd);
  }, [asks, callback]);
  return end;
}

/** What the page is called while it goes on, and when it cannot. */
const TITLES = {
  login: { on: 'page.login-callback-title', failed: 'social.failed-title' },
  link: { on: 'social.linking-title', failed: 'social.not-added-title' },
} as const;

/** A page without a frame of its own: the logo, a title, and what goes on. */
export function CallbackFrame(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-[440px] gap-6">
        <Link href={PATHS.home} className="target justify-self-start text-ink" aria-label="Candor">
          <Logo />
        </Link>
        <h1 className="text-2xl tracking-title">{props.title}</h1>
        {props.children}
      </div>
    </div>
  );
}

/** The page a service sends the browser back to: full screen, and soon gone. */
export function CallbackView(props: {
  readonly callback: Callback;
  readonly onDone: (next: string | undefined) => void;
  readonly onSecond: (step: SecondStep, next: string | undefined) => void;
}): ReactElement {
  const { callback, onDone, onSecond } = props;
  const t = useT();
  const end = useCallbackEnd(callback);
  useEffect(() => {
    if (end?.kind === 'linked') toast({ title: t('social.linked') });
    if (end?.kind === 'in' || end?.kind === 'linked') onDone(end.next);
    if (end?.kind === 'second') onSecond(end.step, end.next);
  }, [end, onDone, onSecond, t]);

  const isLink = purposeOf(callback) === 'link';
  const problem =
    callback.error !== undefined
      ? t(callback.error === 'access_denied' ? 'social.denied' : 'error.sign-in-unconfirmed')
      : isEmpty(callback)
        ? t('social.nothing-to-finish')
        : end?.kind === 'refused'
          ? failureText(end.failure, t)
          : null;
  return (
    <CallbackFrame title={t(TITLES[isLink ? 'link' : 'login'][problem === null ? 'on' : 'failed'])}>
      {problem === null ? (
        <div role="status" className="grid gap-3">
          <p className="text-ink-2">{t(isLink ? 'social.linking' : 'social.signing-in')}</p>
          <Skeleton className="h-2 w-full" />
        </div>
      ) : (
        <>
          <ErrorNote>{problem}</ErrorNote>
          <Link
            href={isLink ? PATHS.security : PATHS.login}
            className={buttonClass({ size: 'lg', wide: true })}
          >
            {t(isLink ? 'social.back-to-security' : 'social.back-to-login')}
          </Link>
        </>
      )}
    </CallbackFrame>
  );
}
