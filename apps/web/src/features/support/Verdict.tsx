import type { MessageKey } from '@candor/locales';
import type { VerifiedMessage, VerifyReason } from '@candor/protocol/light';
import {
  Card,
  CheckCircleIcon,
  HeadsetIcon,
  StatusChip,
  WarningIcon,
  XCircleIcon,
  buttonClass,
  formatTime,
  useLocale,
  useT,
} from '@candor/ui';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { href } from '../../lib/paths.ts';

type Tone = 'ours' | 'open' | 'false';

/** How an answer is headed, and how it is to be read. */
const HEADS: Readonly<Record<VerifyReason, { readonly title: MessageKey; readonly tone: Tone }>> = {
  'sent-by-us': { title: 'verify.is-genuine', tone: 'ours' },
  'reference-known': { title: 'verify.is-not-proof', tone: 'open' },
  'text-differs': { title: 'verify.is-forged', tone: 'false' },
  'contact-ours': { title: 'verify.is-ours', tone: 'ours' },
  'contact-not-ours': { title: 'verify.is-strange', tone: 'false' },
  'not-known': { title: 'verify.is-not-known', tone: 'open' },
};

/** Blue is what was checked and holds; a colour never says it alone. */
const MARKS = {
  ours: <CheckCircleIcon size={24} className="mt-0.5 shrink-0 text-accent" />,
  open: <WarningIcon size={24} weight="fill" className="mt-0.5 shrink-0 text-warn" />,
  false: (
    <XCircleIcon size={24} weight="fill" className="mt-0.5 shrink-0 text-[var(--color-danger)]" />
  ),
} as const;

function Sent({ sent }: { readonly sent: NonNullable<VerifiedMessage['sent']> }): ReactElement {
  const t = useT();
  return (
    <p className="mt-2 text-sm text-ink-2">
      {t(`verify.sent-${sent.channel}`, { time: formatTime(sent.at) })} {t(`verify.to-${sent.to}`)}
    </p>
  );
}

function Contacts(props: { readonly contacts: VerifiedMessage['contacts'] }): ReactElement {
  const t = useT();
  return (
    <>
      <h3 className="mt-5 text-sm font-medium text-ink-3">{t('verify.contacts')}</h3>
      <ul className="mt-1">
        {props.contacts.map(({ kind, text, ours }) => (
          <li
            key={`${kind} ${text}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0">
              <bdi dir="ltr" className="mono text-sm break-all">
                {text}
              </bdi>
              <span className="block text-xs text-ink-3">{t(`verify.kind-${kind}`)}</span>
            </span>
            <StatusChip icon={ours ? 'check' : 'x'} tone={ours ? 'running' : 'bad'}>
              {t(ours ? 'verify.address-ours' : 'verify.address-not-ours')}
            </StatusChip>
          </li>
        ))}
      </ul>
    </>
  );
}

function Next({ isOurs }: { readonly isOurs: boolean }): ReactElement {
  const t = useT();
  const { value: lang } = useLocale();
  if (isOurs) return <p className="mt-4 text-sm text-ink-2">{t('verify.next-genuine')}</p>;
  return (
    <>
      <h3 className="mt-5 text-sm font-medium text-ink-3">{t('verify.next')}</h3>
      <ol className="mt-2 grid list-decimal gap-2 ps-5 text-sm marker:text-ink-3">
        <li>{t('verify.next-stop')}</li>
        <li>
          {t('verify.next-danger')}{' '}
          <Link href={href('security')} className="font-semibold underline underline-offset-[3px]">
            {t('page.security-title')}
          </Link>
        </li>
        <li>
          {t('verify.next-tell')}{' '}
          <a
            href={href('support', { lang })}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'secondary', size: 'sm', className: 'mt-1' })}
          >
            <HeadsetIcon size={18} />
            {t('nav.support')}
          </a>
        </li>
      </ol>
    </>
  );
}

/** Whether a text is ours, why that is said, and what to do now. */
export function Verdict({ found }: { readonly found: VerifiedMessage }): ReactElement {
  const t = useT();
  const { why, sent, contacts } = found;
  const { title, tone } = HEADS[why];
  return (
    <Card className="p-6 max-desktop:p-4">
      <div className="flex gap-3">
        {MARKS[tone]}
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">{t(title)}</h2>
          <p className="mt-1 max-w-[72ch]">{t(`support.why-${why}`)}</p>
          {sent !== null && <Sent sent={sent} />}
          {contacts.length > 0 && <Contacts contacts={contacts} />}
          <Next isOurs={tone === 'ours'} />
        </div>
      </div>
    </Card>
  );
}
