import { WITHDRAWAL_CLOCK_DAYS } from '@candor/protocol/light';
import { Card, Note, buttonClass, useT } from '@candor/ui';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useFeeds } from '../lib/feeds.ts';
import { href } from '../lib/paths.ts';
import { FigureList } from '../features/statistics/FigureList.tsx';
import { Checkpoints } from '../features/transparency/Checkpoints.tsx';
import { FeeTable } from '../features/transparency/FeeTable.tsx';
import { HouseResult } from '../features/transparency/HouseResult.tsx';
import { LosingShare } from '../features/transparency/LosingShare.tsx';
import { WithdrawalTimes } from '../features/transparency/WithdrawalTimes.tsx';
import { Cached } from '../live/Cached.tsx';

/** The published table as the server answers it. */
const FEES_JSON = '/swx/customer/index/fees';

/** A part of the page with an address of its own; it comes into view when that was asked for. */
function Section(props: {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const { id, title, lead, beside, children } = props;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${id}`) ref.current?.scrollIntoView();
  }, [id]);
  return (
    <section ref={ref} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          {lead !== undefined && <p className="mt-1 max-w-[72ch] text-ink-2">{lead}</p>}
        </div>
        {beside}
      </div>
      {children}
    </section>
  );
}

function Body(): ReactElement {
  const t = useT();
  const feeds = useFeeds();
  return (
    <div className="mx-auto grid max-w-[1264px] grid-cols-[minmax(0,1fr)] gap-10 px-8 pt-10 pb-12 max-desktop:gap-8 max-desktop:px-4 max-desktop:pt-6">
      <div>
        <h1 className="text-3xl tracking-[-0.03em] break-words max-desktop:text-2xl rtl:tracking-normal">
          {t('page.trust-title')}
        </h1>
        <p className="mt-2 max-w-[72ch] text-ink-2">{t('trust.lead')}</p>
      </div>
      {feeds?.rehearsal === true && (
        <Note tone="warn" title={t('rehearsal.title')}>
          {t('rehearsal.text')}
        </Note>
      )}
      <Section id="risk" title={t('trust.risk')}>
        <Card>
          <LosingShare />
        </Card>
      </Section>
      <Section
        id="withdrawals"
        title={t('trust.withdrawals')}
        lead={t('trust.withdrawals-lead', { days: WITHDRAWAL_CLOCK_DAYS })}
      >
        <Card>
          <WithdrawalTimes />
        </Card>
      </Section>
      <Section id="house" title={t('trust.house')} lead={t('trust.house-lead')}>
        <Card className="overflow-x-auto">
          <HouseResult />
        </Card>
      </Section>
      <Section id="reserves" title={t('trust.reserves')}>
        <Card className="grid gap-2 p-5">
          <p className="text-3xl font-semibold max-desktop:text-2xl">{t('trust.reserves-none')}</p>
          <p className="max-w-[72ch] text-sm text-ink-2">{t('trust.reserves-text')}</p>
        </Card>
      </Section>
      <Section id="figures" title={t('trust.figures')} lead={t('trust.figures-lead')}>
        <Card className="p-5">
          <FigureList />
        </Card>
      </Section>
      <Section
        id="receipts"
        title={t('receipt.checker-title')}
        lead={t('receipt.checker-text')}
        beside={
          <Link
            href={href('receipt')}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {t('receipt.checker-action')}
          </Link>
        }
      >
        <Note>{t('receipt.yourself-text')}</Note>
      </Section>
      <Section id="signed" title={t('trust.signed')} lead={t('trust.signed-lead')}>
        <Card>
          <Checkpoints />
        </Card>
      </Section>
      <Section
        id="fees"
        title={t('trust.fees')}
        lead={t('trust.fees-lead')}
        beside={
          <a
            href={FEES_JSON}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {t('trust.json')}
          </a>
        }
      >
        <Card className="overflow-x-auto max-desktop:border-0 max-desktop:bg-transparent">
          <FeeTable />
        </Card>
      </Section>
      <Note title={t('trust.coming')}>{t('trust.coming-text')}</Note>
    </div>
  );
}

/**
 * Figures anyone may check: the share of accounts that lost, those of the home page, and every
 * number there is.
 */
export function Trust(): ReactElement {
  return (
    <Cached>
      <Body />
    </Cached>
  );
}
