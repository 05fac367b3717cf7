import { Card, QrCode, Skeleton, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReadFailed } from '../../lib/ReadFailed.tsx';
import { failureOf } from '../../lib/query.ts';
import { CopyRow } from './CopyRow.tsx';
import { useInvite } from './api.ts';

/** One's own link and code, to send, to read out and to be scanned. */
export function InviteSection(): ReactElement {
  const t = useT();
  const found = useInvite();
  const failure = failureOf(found.error);
  if (found.data === undefined && failure === null) {
    return (
      <Card className="grid gap-3 p-5 max-desktop:p-4" aria-busy="true">
        <Skeleton />
        <Skeleton />
      </Card>
    );
  }
  if (found.data === undefined) {
    return (
      <ReadFailed
        title={t('invite.failed')}
        failure={failure}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const { code, link } = found.data;
  // As the browser knows us: a server behind a proxy may know itself by another address.
  const address = new URL(link, document.baseURI).href;
  return (
    <Card className="grid items-start gap-6 p-5 max-desktop:p-4 desktop:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-5">
        <CopyRow label={t('invite.link')} text={address} action={t('invite.copy-link')} />
        <CopyRow label={t('invite.code')} text={code} action={t('invite.copy-code')} />
      </div>
      <div className="grid justify-items-center gap-2">
        <QrCode text={address} label={t('invite.qr')} />
        <p className="max-w-44 text-center text-sm text-ink-3">{t('invite.qr-lead')}</p>
      </div>
    </Card>
  );
}
