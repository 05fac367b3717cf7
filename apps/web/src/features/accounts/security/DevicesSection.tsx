import { Button, ErrorNote, StatusChip, formatTime, toast, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import type { CallResult } from '@candor/protocol/light';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { useStepUp } from '../proofs/use-step-up.tsx';
import { SectionCard } from '../forms/SectionCard.tsx';
import { deviceText } from './device-text.ts';
import { useRevokeSession, useSessions } from './api.ts';

type Device = CallResult<'accounts.list-sessions'>[number];

/** Where the account is signed in, and a way to end each. */
export function DevicesSection(): ReactElement {
  const t = useT();
  const sessions = useSessions();
  const revoke = useRevokeSession();
  const [problem, setProblem] = useState<string | null>(null);
  const failure = failureOf(sessions.error);
  const others = (sessions.data ?? []).filter((device) => !device.current);

  const { confirm, dialog } = useStepUp('sessions');
  const end = async (which: { id: string } | { others: true }, done: string): Promise<void> => {
    setProblem(null);
    const stepUp = await confirm('id' in which ? which.id : undefined);
    if (stepUp === null) return;
    revoke.mutate(
      { ...which, stepUp },
      {
        onSuccess: () => toast({ title: done }),
        onError: (error) => {
          const why = failureOf(error);
          setProblem(why === null ? t('message.unknown-error') : failureText(why, t));
        },
      },
    );
  };

  return (
    <SectionCard
      title={t('account.devices')}
      lead={t('security.devices-lead')}
      action={
        others.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            disabled={revoke.isPending}
            onClick={() => void end({ others: true }, t('account.device-others-ended'))}
          >
            {t('account.device-others')}
          </Button>
        )
      }
    >
      {dialog}
      {problem !== null && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      {sessions.data === undefined ? (
        failure === null ? (
          <Waiting rows={2} className="mt-4 grid gap-3" />
        ) : (
          <ErrorNote className="mt-3" title={t('account.devices-failed')}>
            {failureText(failure, t)}
          </ErrorNote>
        )
      ) : (
        <ul className="mt-2">
          {sessions.data.map((device) => (
            <OneDevice
              key={device.id}
              device={device}
              isBusy={revoke.isPending}
              onEnd={() => void end({ id: device.id }, t('account.device-ended'))}
            />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function OneDevice(props: {
  readonly device: Device;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}): ReactElement {
  const { device, isBusy, onEnd } = props;
  const t = useT();
  // A browser that does not say what it is.
  const name = deviceText(device.device, t);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-xs text-ink-3">
          <bdi dir="ltr">{device.address}</bdi> ·{' '}
          {t('account.device-last', { when: formatTime(device.lastAt) })}
        </p>
      </div>
      {device.current ? (
        <StatusChip tone="running" icon="check">
          {t('account.device-this')}
        </StatusChip>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="max-desktop:-ms-3"
          disabled={isBusy}
          aria-label={t('account.device-sign-out-of', { device: name })}
          onClick={onEnd}
        >
          {t('account.device-sign-out')}
        </Button>
      )}
    </li>
  );
}
