import { Button, Card, Empty, ErrorNote, Skeleton, useT, Pager } from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { failureOf } from '../../lib/query.ts';
import { PAGE_SIZE, useInvited } from './api.ts';

function List(): ReactElement {
  const t = useT();
  const [page, setPage] = useState(1);
  const found = useInvited(page);
  const failure = failureOf(found.error);
  if (found.data === undefined && failure === null) return <Skeleton className="mt-4" />;
  if (found.data === undefined) {
    return (
      <ErrorNote
        className="mt-3"
        title={t('invite.failed')}
        action={
          <Button variant="secondary" size="sm" onClick={() => void found.refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        {failure !== null && failureText(failure, t)}
      </ErrorNote>
    );
  }
  const { records, total } = found.data;
  if (total === 0) return <Empty className="mt-2 px-0" title={t('invite.empty')} />;
  return (
    <div aria-busy={found.isPlaceholderData}>
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
      <Pager
        label={t('invite.joined')}
        isOnItsWay={found.isPlaceholderData}
        page={page}
        total={total}
        size={PAGE_SIZE}
        onPage={setPage}
        className="mt-3"
      />
    </div>
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
