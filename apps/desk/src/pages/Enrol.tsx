import { Button, ErrorNote } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { AccessFrame } from '../features/access/AccessFrame.tsx';
import { EnrolForm, type OpenedLink } from '../features/access/EnrolForm.tsx';
import { Waits } from '../lib/Waits.tsx';
import { HOME } from '../lib/paths.ts';
import { ask } from '../lib/query.ts';
import { useDeskT } from '../lib/texts.ts';

/** What stands behind "#"; it is taken out of the address, which a history would keep. */
function takeLink(): string {
  const link = location.hash.slice(1);
  if (link !== '') history.replaceState(history.state, '', location.pathname);
  return link;
}

/** Opens a one-time link: of the first administrator, of an invitation, of a member who lost a way in. */
export function Enrol(): ReactElement {
  const t = useDeskT();
  const [, navigate] = useLocation();
  const [link] = useState(takeLink);
  const opened = useQuery({
    queryKey: ['link', link],
    queryFn: ({ signal }) => ask('staff.open-link', { body: { link }, signal }),
    enabled: link !== '',
    staleTime: Infinity,
  });
  const kind: OpenedLink['kind'] = opened.data?.kind ?? 'invitation';
  const title = t(`enrol.title-${kind}`);
  useEffect(() => {
    document.title = t('app.title', { page: title });
  }, [t, title]);
  const toSignIn = (
    <Button size="sm" variant="secondary" onClick={() => navigate(HOME)}>
      {t('sign-in.title')}
    </Button>
  );
  return (
    <AccessFrame title={title} lead={opened.data === undefined ? null : t(`enrol.lead-${kind}`)}>
      {link === '' ? (
        <ErrorNote action={toSignIn}>{t('enrol.no-link')}</ErrorNote>
      ) : (
        <Waits of={opened}>
          {(found) => <EnrolForm link={link} opened={found} onDone={() => navigate(HOME)} />}
        </Waits>
      )}
    </AccessFrame>
  );
}
