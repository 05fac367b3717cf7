import type { DonationReceipt } from '@candor/protocol/light';
import { Num, useT } from '@candor/ui';
import type { ReactElement } from 'react';
import { Moment, Part, Row, UsdtRow } from './Row.tsx';
import { exactUsdt } from './view.ts';

const kept = (text: string): string => `\u2068${text}\u2069`;
const figure = (text: string): string => `\u2066${text}\u2069`;

/** How it was sold: the rule that says when a late bid moves the end, and what the end came to. */
function Auction({ receipt }: { readonly receipt: DonationReceipt }): ReactElement | null {
  const t = useT();
  const { auction, price, endsAt, bids, earlier } = receipt;
  if (auction === null) return null;
  const { step, minutes, most } = auction;
  const used = bids.filter(({ extended }) => extended).length + (earlier?.extended ?? 0);
  const rule =
    most === 0
      ? t('nft.no-extension')
      : t('nft.extension', { minutes: String(minutes), most: String(most), used: String(used) });
  return (
    <Part title={t('nft.sale')}>
      <UsdtRow label={t('nft.start-price')} amount={price} />
      <UsdtRow label={t('receipt.donation-step')} amount={step} />
      <Row label={t('receipt.donation-offered-end')} note={rule}>
        <Moment at={auction.endsAt} />
      </Row>
      {endsAt !== null && (
        <Row label={t('receipt.donation-end')}>
          <Moment at={endsAt} />
        </Row>
      )}
    </Part>
  );
}

/** The bids in their order: from them the winner and the end are recomputed. */
function Bids({ receipt }: { readonly receipt: DonationReceipt }): ReactElement {
  const t = useT();
  const { bids, earlier } = receipt;
  return (
    <Part title={t('nft.bids')}>
      {earlier !== null && (
        <UsdtRow
          label={t('receipt.donation-earlier', { count: figure(String(earlier.bids)) })}
          note={<Moment at={earlier.at} />}
          amount={earlier.amount}
        />
      )}
      {bids.map(({ place, bidder, amount, at, extended }) => (
        <UsdtRow
          key={place}
          label={`${figure(`${place}.`)} ${t('nft.bidder', { number: figure(String(bidder)) })}`}
          note={
            <>
              <Moment at={at} />
              {extended && ` · ${t('nft.moved-end')}`}
            </>
          }
          amount={amount}
        />
      ))}
    </Part>
  );
}

/** What the receipt of a donation says. */
export function DonationParts({ receipt }: { readonly receipt: DonationReceipt }): ReactElement {
  const t = useT();
  const { token, charity, shares, orderNo, winner } = receipt;
  const { place } = token;
  const code = 'mono text-xs break-all';
  return (
    <>
      <Part title={t('receipt.deal')}>
        <Row label={t('nft.certificate-number')}>
          <bdi dir="ltr" className={code}>
            {orderNo}
          </bdi>
        </Row>
        <Row label={t('nft.creator')}>
          <bdi>{token.creator.name}</bdi>
        </Row>
        {place !== null && (
          <Row label={t('nft.address')} note={`${t('nft.number')} ${figure(place.number)}`}>
            <bdi dir="ltr" className={code}>{`${place.chain} ${place.address}`}</bdi>
          </Row>
        )}
        <Row
          label={t('receipt.donation-charity')}
          note={t('nft.register', {
            register: kept(charity.register),
            number: figure(charity.registerNumber),
          })}
        >
          <bdi>{charity.name}</bdi>
        </Row>
        <Row label={t('receipt.donation-version')}>
          <Num>{String(token.version)}</Num>
        </Row>
        <UsdtRow
          label={t('nft.sold-for')}
          note={t('nft.bidder', { number: figure(String(winner)) })}
          amount={shares.price}
        />
        <Row label={t('receipt.time')}>
          <Moment at={receipt.at} />
        </Row>
      </Part>
      <Part title={t('nft.shares', { amount: figure(exactUsdt(shares.price)) })}>
        <UsdtRow label={t('receipt.donation-charity')} amount={shares.charity} />
        <UsdtRow label={t('nft.creator')} amount={shares.creator} />
        <UsdtRow label={t('nft.house')} amount={shares.house} />
      </Part>
      <Auction receipt={receipt} />
      <Bids receipt={receipt} />
    </>
  );
}
