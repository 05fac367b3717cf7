import type { NftToken } from '@candor/protocol/light';
import { Button, KeyValue, Note, RiskFacts, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { AftermathNote } from '../../../lib/AftermathNote.tsx';
import { named, usdtWords } from '../../../lib/figure-words.ts';
import { charityPartOf } from '../words.ts';
import type { Bid } from './use-bid.ts';

/** Under the action: that nobody knows yet what became of it, and where to look. */
function BidAftermath({ aftermath }: Pick<Bid, 'aftermath'>): ReactElement {
  const t = useT();
  const isOpen = aftermath === 'unknown' || (typeof aftermath === 'object' && aftermath !== null);
  if (isOpen) return <Note tone="warn">{t('nft.late')}</Note>;
  return <AftermathNote aftermath={aftermath} refusal={undefined} />;
}

/** What is sent: what reaches the charity, and what happens when one is outbid; right above the button. */
export function BidReview(props: {
  readonly token: NftToken;
  readonly amount: string;
  /** Where a token on a chain is sent to; null for one on none. */
  readonly address: string | null;
  readonly bid: Bid;
  readonly onSend: () => void;
  readonly onBack: () => void;
}): ReactElement {
  const { token, amount, address, bid, onSend, onBack } = props;
  const t = useT();
  const part = usdtWords(charityPartOf(amount, token) ?? amount);
  const isAuction = token.kind === 'auction';
  return (
    <div className="grid gap-4">
      <dl className="grid gap-1.5 text-sm">
        <KeyValue label={t(isAuction ? 'nft.your-bid' : 'nft.price')}>
          <span className="text-base font-semibold">{usdtWords(amount)}</span>
        </KeyValue>
        <KeyValue label={named(token.charity.name)}>{part}</KeyValue>
        {address !== null && (
          <KeyValue label={t('nft.send-to')}>
            <bdi dir="ltr" className="mono text-xs break-all">
              {address}
            </bdi>
          </KeyValue>
        )}
      </dl>
      <RiskFacts isText level={2} title={t('home.what-can-go-wrong')}>
        {isAuction && <p>{t('nft.outbid-text')}</p>}
        <p>{t(isAuction ? 'nft.binding' : 'nft.final')}</p>
        <p>{t('home.card-nfts-risk')}</p>
      </RiskFacts>
      <div className="grid gap-2">
        <Button
          size="lg"
          wide
          busy={bid.isSending ? t('ticket.sending') : undefined}
          onClick={onSend}
        >
          {t(isAuction ? 'nft.confirm-bid' : 'nft.confirm-buy', {
            amount: usdtWords(amount),
            part,
          })}
        </Button>
        <Button variant="ghost" disabled={bid.isSending} onClick={onBack}>
          {t('common.back')}
        </Button>
        <BidAftermath aftermath={bid.aftermath} />
      </div>
    </div>
  );
}
