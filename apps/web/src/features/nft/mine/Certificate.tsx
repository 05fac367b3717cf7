import type { MyNft } from '@candor/protocol/light';
import { KeyValue, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { ReceiptLink } from '../../../lib/ReceiptLink.tsx';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { shortHash } from '../words.ts';
import { CertificateButtons } from './CertificateButtons.tsx';

/** The certificate of a token that is theirs: its number, its entry in the books, where it went. */
export function Certificate(props: {
  readonly part: MyNft;
  readonly className?: string;
}): ReactElement | null {
  const { part, className = '' } = props;
  const t = useT();
  const { bought, receiptNo, delivery, mine, charity } = part;
  if (bought === null) return null;
  const code = 'mono text-xs break-all';
  return (
    <section className={`grid gap-2 ${className}`}>
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t('nft.certificate-number')}>
          <bdi dir="ltr" className={code}>
            {bought.number}
          </bdi>
        </KeyValue>
        <KeyValue label={t('nft.entry')}>
          <bdi dir="ltr" className={code}>
            {bought.entryId}
          </bdi>
        </KeyValue>
        {receiptNo !== undefined && (
          <KeyValue label={t('receipt.title')}>
            <ReceiptLink number={receiptNo} />
          </KeyValue>
        )}
        {delivery !== null && (
          <KeyValue label={t('nft.sent')}>
            <bdi dir="ltr" className={code}>
              {shortHash(delivery.hash)}
            </bdi>
          </KeyValue>
        )}
      </dl>
      {delivery === null && mine.address !== null && (
        <p className="text-xs text-ink-3">
          {t('nft.being-sent', { address: shortHash(mine.address) })}
        </p>
      )}
      <p className="text-xs text-ink-2">
        {t('nft.belongs', {
          price: usdtWords(bought.shares.price),
          amount: usdtWords(bought.shares.charity),
          charity: named(charity.name),
        })}
      </p>
      <CertificateButtons token={part} />
    </section>
  );
}
