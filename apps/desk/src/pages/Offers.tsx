import type { DeskCallResult, DeskOffer } from '@candor/protocol/desk-light';
import {
  Button,
  Empty,
  ErrorNote,
  Note,
  PlusIcon,
  StatusChip,
  formatTime,
  toast,
} from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { OfferForm } from '../features/offers/OfferForm.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import { Waits } from '../lib/Waits.tsx';
import { PAGES } from '../lib/paths.ts';
import { ask } from '../lib/query.ts';
import { hasRole, useMember } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';
import { useCommand } from '../lib/use-command.ts';

const ICONS = { sending: 'hourglass', sent: 'check', over: 'clock', withdrawn: 'x' } as const;

/** One approved offer: how far it came, and its end. */
function Offer(props: { readonly of: DeskOffer; readonly mayEnd: boolean }): ReactElement {
  const { of: offer, mayEnd } = props;
  const { state, texts, caseId, caseNumber, withdrawnBy } = offer;
  const t = useDeskT();
  const command = useCommand();
  const client = useQueryClient();
  const title = texts.find(({ language }) => language === 'en')?.title ?? '';
  const withdraw = async (): Promise<void> => {
    const answer = await command.send('offers.withdraw', { params: { id: offer.id } });
    if (answer === null) return;
    void client.invalidateQueries({ queryKey: ['offers'] });
    toast({ title: t('offers.withdrawn') });
  };
  return (
    <li className="grid gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 text-base tracking-normal [overflow-wrap:anywhere]">{title}</h2>
        <StatusChip icon={ICONS[state]} {...(state === 'sent' ? { tone: 'ok' } : {})}>
          {t(`offers.state-${state}`)}
        </StatusChip>
      </div>
      {command.problem !== null && <ErrorNote>{command.problem}</ErrorNote>}
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-ink-3">{t('offers.told')}</dt>
        <dd>{offer.told}</dd>
        <dt className="text-ink-3">{t('offers.approved')}</dt>
        <dd>{formatTime(offer.approvedAt, 'zone')}</dd>
        <dt className="text-ink-3">{t('offers.until')}</dt>
        <dd>{formatTime(offer.until, 'zone')}</dd>
        <dt className="text-ink-3">{t('offers.by-case')}</dt>
        <dd>
          <Link href={`${PAGES.cases.path}/${caseId}`} className="mono underline">
            {caseNumber}
          </Link>
        </dd>
      </dl>
      {withdrawnBy !== null && <p>{t('offers.withdrawn-by', { name: withdrawnBy })}</p>}
      {mayEnd && (state === 'sending' || state === 'sent') && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          aria-label={t('offers.withdraw-of', { title })}
          onClick={() => void withdraw()}
        >
          {t('offers.withdraw')}
        </Button>
      )}
    </li>
  );
}

function OfferList(props: {
  readonly of: DeskCallResult<'offers.list'>;
  readonly mayEnd: boolean;
}): ReactElement {
  const { of: found, mayEnd } = props;
  const t = useDeskT();
  if (found.offers.length === 0) {
    return (
      <Empty title={t('nav.offers')} className="mt-4">
        {t('offers.none')}
      </Empty>
    );
  }
  return (
    <ul className="mt-2 max-w-[760px]">
      {found.offers.map((one) => (
        <Offer key={one.id} of={one} mayEnd={mayEnd} />
      ))}
    </ul>
  );
}

/** Offers to users who asked for them: what was approved, how far it came, and a new one. */
export function Offers(): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const [isWriting, setIsWriting] = useState(false);
  const list = useQuery({
    queryKey: ['offers'],
    queryFn: ({ signal }) => ask('offers.list', { signal }),
  });
  const aside = isWriting ? (
    <Button size="sm" variant="secondary" onClick={() => setIsWriting(false)}>
      {t('offers.back')}
    </Button>
  ) : hasRole(member, ['content']) ? (
    <Button size="sm" onClick={() => setIsWriting(true)}>
      <PlusIcon size={16} />
      {t('offers.new')}
    </Button>
  ) : null;
  return (
    <PageFrame title={t('nav.offers')} aside={aside}>
      <Note className="mb-3 max-w-[760px]">{t('offers.lead')}</Note>
      <Waits of={list}>
        {(found) => (
          <>
            <p className="mb-3 text-sm">{t('offers.askers', found.askers)}</p>
            {isWriting ? (
              <OfferForm onDone={() => setIsWriting(false)} />
            ) : (
              <OfferList of={found} mayEnd={hasRole(member, ['content', 'risk'])} />
            )}
          </>
        )}
      </Waits>
    </PageFrame>
  );
}
