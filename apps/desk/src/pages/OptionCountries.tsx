import type { OptionCountry } from '@candor/protocol/desk-light';
import { Button, Empty, Note, StatusChip, formatTime } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { CountryDialog } from '../features/countries/CountryDialog.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { useCaseCounts } from '../lib/case-counts.ts';
import { countryText } from '../lib/countries.ts';
import { PAGES } from '../lib/paths.ts';
import { ask } from '../lib/query.ts';
import { useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';

function CaseLink({ of: { caseId, caseNumber } }: { of: { caseId: string; caseNumber: string } }) {
  return (
    <Link href={`${PAGES.cases.path}/${caseId}`} className="mono underline">
      {caseNumber}
    </Link>
  );
}

function Country(props: {
  readonly of: OptionCountry;
  readonly onEnd: (() => void) | null;
}): ReactElement {
  const { of, onEnd } = props;
  const { country, now, next } = of;
  const t = useDeskT();
  const isEnabled = now?.isEnabled === true;
  return (
    <li className="grid gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base tracking-normal">{countryText(country, t)}</h2>
        <StatusChip icon={isEnabled ? 'check' : 'x'} {...(isEnabled ? { tone: 'ok' } : {})}>
          {t(isEnabled ? 'countries.enabled' : 'countries.ended')}
        </StatusChip>
      </div>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1">
        {now !== null && (
          <>
            <dt className="text-ink-3">{t('countries.since')}</dt>
            <dd>{formatTime(now.since, 'zone')}</dd>
            <dt className="text-ink-3">{t('countries.by')}</dt>
            <dd>
              <CaseLink of={now} />
            </dd>
          </>
        )}
        {next !== null && (
          <>
            <dt className="text-ink-3">{t('countries.next')}</dt>
            <dd>
              {t(next.isEnabled ? 'countries.next-enabled' : 'countries.next-ended', {
                when: formatTime(next.since, 'zone'),
              })}{' '}
              · <CaseLink of={next} />
            </dd>
          </>
        )}
      </dl>
      {onEnd !== null && (next ?? now)?.isEnabled === true && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          aria-label={t('countries.end-title', { country: countryText(country, t) })}
          onClick={onEnd}
        >
          {t('countries.end')}
        </Button>
      )}
    </li>
  );
}

/** Where options on real accounts are enabled, since when and by which case. */
export function OptionCountries(): ReactElement {
  const t = useDeskT();
  const { roles } = useMember();
  const mayEnable = roles.includes('risk');
  const mayEnd = mayEnable || roles.includes('kyc');
  const [opened, setOpened] = useState<{ readonly ends: string | null } | null>(null);
  const { data: counts } = useCaseCounts();
  const waiting = (counts?.kinds ?? []).flatMap(({ kind, waiting }) =>
    waiting > 0 && (kind === 'optionsEnabling' || kind === 'optionsEnding')
      ? [{ kind, waiting }]
      : [],
  );
  const list = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => ask('countries.list', { signal }),
  });
  return (
    <PageFrame
      title={t('nav.option-countries')}
      aside={
        mayEnable && (
          <Button size="sm" onClick={() => setOpened({ ends: null })}>
            {t('countries.enable')}
          </Button>
        )
      }
    >
      <Note className="max-w-[760px]">{t('countries.lead')}</Note>
      {waiting.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {waiting.map(({ kind, waiting: count }) => (
            <li key={kind}>
              <Link href={`${PAGES.cases.path}?kind=${kind}`} className="underline">
                {t(`countries.${kind}`, { count })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Waits of={list}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t('countries.none')} className="px-0">
              {t('countries.none-text')}
            </Empty>
          ) : (
            <ul className="mt-2 max-w-[760px]">
              {all.map((one) => (
                <Country
                  key={one.country}
                  of={one}
                  onEnd={mayEnd ? () => setOpened({ ends: one.country }) : null}
                />
              ))}
            </ul>
          )
        }
      </Waits>
      {opened !== null && <CountryDialog ends={opened.ends} onClose={() => setOpened(null)} />}
    </PageFrame>
  );
}
