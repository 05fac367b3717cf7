import type { UserDetail } from '@candor/protocol/desk-light';
import { formatTime } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';
import { Waits } from '../../lib/Waits.tsx';
import { exactAmount } from '../../lib/amounts.ts';
import { PAGES } from '../../lib/paths.ts';
import { useDeskT } from '../../lib/texts.ts';
import { useCasesOf } from './users-api.ts';

/** A part of the page under a heading of its own. */
export function Part(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  const { title, children } = props;
  return (
    <section className="mt-6">
      <h3 className="mb-1 text-base tracking-normal">{title}</h3>
      {children}
    </section>
  );
}

function Lines(props: {
  readonly lines: readonly {
    readonly key: string;
    readonly text: ReactNode;
    readonly aside?: ReactNode;
  }[];
}): ReactElement {
  const t = useDeskT();
  if (props.lines.length === 0) return <p className="text-sm text-ink-3">{t('users.none')}</p>;
  return (
    <ul className="text-sm">
      {props.lines.map(({ key, text, aside }) => (
        <li
          key={key}
          className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-line py-[7px]"
        >
          <span className="min-w-0 break-words">{text}</span>
          <span className="text-ink-3">{aside}</span>
        </li>
      ))}
    </ul>
  );
}

function CasesPart({ id }: { readonly id: string }): ReactElement {
  const t = useDeskT();
  return (
    <Waits of={useCasesOf(id)} lines={1}>
      {({ records }) =>
        records.length === 0 ? (
          <p className="text-sm text-ink-3">{t('users.cases-none')}</p>
        ) : (
          <Lines
            lines={records.map((one) => ({
              key: one.id,
              text: (
                <Link to={`${PAGES.cases.path}/${one.id}`} className="underline">
                  <span className="mono">{one.number}</span> {t(`case.kind-${one.kind}`)}
                </Link>
              ),
              aside: formatTime(one.openedAt, 'short'),
            }))}
          />
        )
      }
    </Waits>
  );
}

/** Where a session or a log-in came from: "Firefox on Windows, 203.0.113.0/24". */
function placeText(
  place: { readonly device: string; readonly address: string },
  t: ReturnType<typeof useDeskT>,
): string {
  const device = place.device === '' ? t('users.device-unknown') : place.device;
  return place.address === '' ? device : `${device}, ${place.address}`;
}

/** Who a user is to the desk: contacts, protection, devices, log-ins, limits, cases, notes. */
export function ProfilePart({ of: user }: { readonly of: UserDetail }): ReactElement {
  const t = useDeskT();
  const { factors } = user;
  const limits = user.limits.map(({ kind, period, amount }) => ({
    key: `${kind}-${period}`,
    text: t('users.limit', {
      kind: t(`limits.kind-${kind}`),
      period: t(`limits.period-${period}`),
      amount: exactAmount(amount, 'USDT'),
    }),
  }));
  const pauses = user.pauses.map(({ kind, until }) => ({
    key: kind,
    text: t('users.pause', {
      kind,
      until: until === null ? t('users.pause-open') : formatTime(until),
    }),
  }));
  const holds = user.holds.map(({ until }, at) => ({
    key: `hold-${at}`,
    text: t('users.holds', { when: formatTime(until) }),
  }));
  return (
    <>
      <Part title={t('users.contacts')}>
        <Lines
          lines={user.contacts.map(({ channel, target, isMasked, confirmedAt }) => ({
            key: channel,
            text: (
              <>
                <bdi>{target}</bdi>
                {isMasked && <span className="ms-2 text-xs text-ink-3">{t('users.masked')}</span>}
              </>
            ),
            aside: formatTime(confirmedAt, 'short'),
          }))}
        />
      </Part>
      <Part title={t('users.factors')}>
        <Lines
          lines={[
            { key: 'password', text: t('users.password', { is: String(factors.password) }) },
            { key: 'totp', text: t('users.security-codes', { is: String(factors.totp) }) },
            { key: 'keys', text: t('users.security-passkeys', { count: factors.passkeys }) },
            { key: 'rest', text: t('users.security-recovery', { count: factors.recoveryLeft }) },
            {
              key: 'wallets',
              text: t('users.security-wallets', { count: factors.wallets.length }),
            },
            { key: 'social', text: t('users.security-social', { count: factors.social.length }) },
          ]}
        />
      </Part>
      <Part title={t('users.limits')}>
        <Lines lines={[...pauses, ...limits, ...holds]} />
      </Part>
      <Part title={t('users.cases')}>
        <CasesPart id={user.id} />
      </Part>
      <Part title={t('users.notes')}>
        <Lines
          lines={user.notes.map(({ id, at, byName, text }) => ({
            key: id,
            text: <bdi className="whitespace-pre-wrap">{text}</bdi>,
            aside: `${byName}, ${formatTime(at, 'short')}`,
          }))}
        />
      </Part>
      <Part title={t('users.sessions')}>
        <Lines
          lines={user.sessions.map(({ id, device, address, lastAt }) => ({
            key: id,
            text: placeText({ device, address }, t),
            aside: formatTime(lastAt, 'short'),
          }))}
        />
      </Part>
      <Part title={t('users.logins')}>
        <Lines
          lines={user.logins.map(({ id, at, outcome, device, address, tries }) => ({
            key: id,
            text: `${placeText({ device, address }, t)}: ${outcome === 'in' ? t('users.welcome-in') : t('users.tries', { count: tries })}`,
            aside: formatTime(at, 'short'),
          }))}
        />
      </Part>
    </>
  );
}
