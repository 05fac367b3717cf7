import { Note, Tabs, buttonClass, tabPanelProps, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { PATHS } from '../lib/paths.ts';
import { AccessFrame } from '../features/accounts/AccessFrame.tsx';
import { ResetForm } from '../features/accounts/contacts/ResetForm.tsx';

const CHANNELS = ['email', 'phone'] as const;
const LABELS = { email: 'access.contact-email', phone: 'access.contact-phone' } as const;

/** A new password for who has lost theirs. */
export function Reset(): ReactElement {
  const t = useT();
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>('email');
  const [isDone, setIsDone] = useState(false);
  return (
    <AccessFrame
      title={t(isDone ? 'reset.done-title' : 'page.reset-title')}
      intro={t(isDone ? 'reset.done' : 'reset.lead')}
      foot={
        <Link
          href={PATHS.login}
          className="target font-medium text-accent underline underline-offset-[3px]"
        >
          {t('access.login-title')}
        </Link>
      }
    >
      {isDone ? (
        <Link href={PATHS.login} className={buttonClass({ size: 'lg', className: 'w-full' })}>
          {t('access.login-title')}
        </Link>
      ) : (
        <>
          <Tabs
            id="reset-way"
            label={t('reset.way')}
            value={channel}
            onChange={setChannel}
            choices={CHANNELS.map((value) => ({ value, label: t(LABELS[value]) }))}
            className="mb-5"
          />
          <div {...tabPanelProps('reset-way', channel)}>
            <ResetForm key={channel} channel={channel} onDone={() => setIsDone(true)} />
          </div>
          <Note className="mt-5">{t('reset.no-contact')}</Note>
        </>
      )}
    </AccessFrame>
  );
}
