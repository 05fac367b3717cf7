import { Card, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { PaperButton } from '../../lib/PaperButton.tsx';
import { hashWords } from './words.ts';

/** The agreement: its PDF to take away, and the hash of what is signed. */
export function AgreementCard(props: { readonly id: string; readonly hash: string }): ReactElement {
  const { id, hash } = props;
  const t = useT();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 max-desktop:px-4">
      <div className="min-w-0">
        <b className="block font-medium">{t('loan.agreement')}</b>
        <bdi dir="ltr" className="mono text-xs text-ink-3" title={hash}>
          {hashWords(hash)}
        </bdi>
      </div>
      <PaperButton call="loans.agreement" id={id} label={t('loan.agreement')} />
    </Card>
  );
}
