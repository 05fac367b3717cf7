import type { SocialIssuer, SocialKey } from '@candor/protocol/light';
import { Button, ErrorNote, formatTime, toast, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { type CallFailure, call } from '../../../lib/http.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { useSocialIssuers, useSocialKeys, useUnlinkSocial } from './api.ts';
import { leaveTo } from '../proofs/leave.ts';

/** Adds a service: the owner confirms, then goes there and comes back. */
function AddService(props: {
  readonly issuer: SocialIssuer;
  readonly onProblem: (failure: CallFailure | null) => void;
}): ReactElement {
  const { issuer, title } = props.issuer;
  const t = useT();
  const stepUp = useStepUp('social-link', issuer);
  const [isLeaving, setIsLeaving] = useState(false);
  const add = async (): Promise<void> => {
    props.onProblem(null);
    const confirmed = await stepUp.confirm();
    if (confirmed === null) return;
    setIsLeaving(true);
    const body = { issuer, stepUp: confirmed, next: PATHS.security };
    const answer = await call('accounts.link-social', { body });
    if (answer.ok) {
      leaveTo(answer.value.url);
      return;
    }
    setIsLeaving(false);
    props.onProblem(answer.failure);
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={isLeaving ? t('social.leaving', { service: title }) : undefined}
        onClick={() => void add()}
      >
        {t('social.add', { service: title })}
      </Button>
      {stepUp.dialog}
    </>
  );
}

function OneKey(props: {
  readonly one: SocialKey;
  readonly onProblem: (failure: CallFailure | null) => void;
}): ReactElement {
  const { id, title, linkedAt } = props.one;
  const t = useT();
  const stepUp = useStepUp('social-unlink', id);
  const unlink = useUnlinkSocial();
  const remove = async (): Promise<void> => {
    props.onProblem(null);
    const confirmed = await stepUp.confirm();
    if (confirmed === null) return;
    unlink.mutate(
      { id, stepUp: confirmed },
      {
        onSuccess: () => toast({ title: t('social.removed', { service: title }) }),
        onError: (error) => props.onProblem(failureOf(error)),
      },
    );
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{title}</bdi>
        </p>
        <p className="text-xs text-ink-3">{t('social.since', { when: formatTime(linkedAt) })}</p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        disabled={unlink.isPending}
        aria-label={t('social.remove-one', { service: title })}
        onClick={() => void remove()}
      >
        {t('social.remove')}
      </Button>
      {stepUp.dialog}
    </li>
  );
}

/** Services that open the account: what is there, and a way to add and to take away. */
export function SocialSection(): ReactElement {
  const t = useT();
  const issuers = useSocialIssuers();
  const keys = useSocialKeys();
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const failure = problem ?? failureOf(keys.error) ?? failureOf(issuers.error);
  const linked = new Set((keys.data ?? []).map(({ issuer }) => issuer));
  const offered = (issuers.data ?? []).filter(({ issuer }) => !linked.has(issuer));
  const isLoaded = keys.data !== undefined && issuers.data !== undefined;
  const isEmpty = keys.data?.length === 0;
  return (
    <SectionCard
      title={t('social.title')}
      lead={t('social.lead')}
      action={
        isLoaded &&
        offered.map((issuer) => (
          <AddService key={issuer.issuer} issuer={issuer} onProblem={setProblem} />
        ))
      }
    >
      {failure !== null && <ErrorNote className="mt-3">{failureText(failure, t)}</ErrorNote>}
      {keys.data === undefined && failure === null && <Waiting rows={1} className="mt-4" />}
      {keys.data !== undefined && !isEmpty && (
        <ul className="mt-2">
          {keys.data.map((one) => (
            <OneKey key={one.id} one={one} onProblem={setProblem} />
          ))}
        </ul>
      )}
      {isEmpty && <p className="mt-3 text-sm text-ink-3">{t('social.empty')}</p>}
      {isLoaded && issuers.data.length === 0 && (
        <p className="mt-3 text-sm text-ink-3">{t('social.none')}</p>
      )}
    </SectionCard>
  );
}
