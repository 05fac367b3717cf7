import { Button, ErrorNote, useT } from '@candor/ui';
import { useState, type ReactElement } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';
import { SectionCard } from '../forms/SectionCard.tsx';
import { useSecurityOverview } from '../security/api.ts';
import { ContactDialog } from './ContactDialog.tsx';

const CHANNELS = ['email', 'phone'] as const;
type Channel = (typeof CHANNELS)[number];

const LABELS = { email: 'access.contact-email', phone: 'access.contact-phone' } as const;
const ADD = { email: 'contact.add-email', phone: 'contact.add-phone' } as const;
const CHANGE = { email: 'contact.change-email', phone: 'contact.change-phone' } as const;

/** Mail and phone of the account, each with a way to add or change it. */
export function ContactSection(): ReactElement {
  const t = useT();
  const { data, error } = useSecurityOverview();
  const [open, setOpen] = useState<Channel | null>(null);
  const failure = failureOf(error);
  return (
    <SectionCard
      title={t('contact.title')}
      lead={t('contact.lead')}
      action={
        data !== undefined &&
        CHANNELS.map((channel) => (
          <Button key={channel} size="sm" variant="secondary" onClick={() => setOpen(channel)}>
            {t((data[channel] === undefined ? ADD : CHANGE)[channel])}
          </Button>
        ))
      }
    >
      {data === undefined && failure === null && <Waiting rows={2} className="mt-4 grid gap-3" />}
      {data === undefined && failure !== null && (
        <ErrorNote className="mt-3">{failureText(failure, t)}</ErrorNote>
      )}
      {data !== undefined && (
        <ul className="mt-2">
          {CHANNELS.map((channel) => {
            const target = data[channel];
            return (
              <li key={channel} className="border-t border-line py-3 first:border-t-0">
                <p className="text-sm text-ink-3">{t(LABELS[channel])}</p>
                <p className="font-medium break-words">
                  {target === undefined ? t('contact.none') : <bdi dir="ltr">{target}</bdi>}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      {open !== null && (
        <ContactDialog
          channel={open}
          title={t((data?.[open] === undefined ? ADD : CHANGE)[open])}
          onEnd={() => setOpen(null)}
        />
      )}
    </SectionCard>
  );
}
