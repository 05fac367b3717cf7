import { Card, Empty, Skeleton, useT } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { Paged } from '../../lib/Paged.tsx';
import { PAGE_SIZE, useInvited } from './api.ts';

function List(): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useInvited(page);
  return (
    <Paged
      found={found}
      label={t('invite.joined')}
      page={page}
      size={PAGE_SIZE}
      onPage={setPage}
      waiting={<Skeleton className="mt-4" />}
      failed={{ title: t('invite.failed'), className: 'mt-3' }}
      empty={<Empty className="mt-2 px-0" title={t('invite.empty')} />}
      pagerClass="mt-3"
    >
      {({ records, total }) => (
        <>
          <p className="mt-1 text-ink-2">{t('invite.joined-count', { count: total })}</p>
          <ul className="mt-3">
            {records.map(({ name }, at) => (
              // Masked names repeat: only the place in the list tells them apart.
              <li key={at} className="border-t border-line py-2.5 first:border-t-0">
                <bdi dir="ltr" className="mono">
                  {name}
                </bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </Paged>
  );
}

/** Who came by one's own link, by the start of the name. */
export function InvitedSection(): ReactElement {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Card className="h-full p-5 max-desktop:p-4">
        <h2 id={titleId} className="text-lg">
          {t('invite.joined')}
        </h2>
        <List />
      </Card>
    </section>
  );
}
