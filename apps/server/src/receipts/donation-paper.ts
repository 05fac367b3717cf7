import type { DonationReceipt } from '@candor/protocol';
import type { PaperWords } from '../messaging/index.ts';
import { type PdfPart, type PdfRow, leftToRight } from '../platform/formats/pdf/pdf.ts';

const USDT = 'USDT';

/** Where a share comes from: its ten-thousandths of the price. */
const basisOf = (basis: number): string => leftToRight(`${basis} / 10000`);

function auctionRows(
  { say, amount, moment }: PaperWords,
  { auction, endsAt, price }: DonationReceipt,
): PdfRow[] {
  if (auction === null) return [];
  const { step, minutes, most } = auction;
  return [
    { label: say('nft.start-price'), value: amount(price, USDT) },
    { label: say('receipt.donation-step'), value: amount(step, USDT) },
    {
      label: say('receipt.donation-offered-end'),
      value: moment(auction.endsAt),
      note: leftToRight(`${minutes} min × ${most}`),
    },
    ...(endsAt === null ? [] : [{ label: say('receipt.donation-end'), value: moment(endsAt) }]),
  ];
}

function bidsPart(words: PaperWords, { bids, earlier }: DonationReceipt): PdfPart {
  const { say, amount, moment } = words;
  const first =
    earlier === null
      ? []
      : [
          [
            say('receipt.donation-earlier', { count: String(earlier.bids) }),
            say('nft.bidder', { number: leftToRight(String(earlier.bidder)) }),
            amount(earlier.amount, USDT),
            moment(earlier.at),
            '',
          ],
        ];
  return {
    title: say('nft.bids'),
    columns: [
      { head: say('receipt.number'), share: 2 },
      { head: say('nft.bids'), share: 3 },
      { head: say('records.amount'), share: 4, isFigure: true },
      { head: say('receipt.time'), share: 4 },
      { head: '', share: 3 },
    ],
    lines: [
      ...first,
      ...bids.map((bid) => [
        leftToRight(String(bid.place)),
        say('nft.bidder', { number: leftToRight(String(bid.bidder)) }),
        amount(bid.amount, USDT),
        moment(bid.at),
        bid.extended ? say('nft.moved-end') : '',
      ]),
    ],
  };
}

/** What the receipt of a donation says, part by part. */
export function donationParts(words: PaperWords, receipt: DonationReceipt): PdfPart[] {
  const { say, amount, moment } = words;
  const { token, charity, shares, split } = receipt;
  const { place } = token;
  const chain: PdfRow[] =
    place === null
      ? []
      : [
          { label: say('nft.chain'), value: leftToRight(place.chain) },
          { label: say('nft.address'), value: leftToRight(place.address) },
          { label: say('nft.number'), value: leftToRight(place.number) },
        ];
  return [
    {
      title: say('receipt.deal'),
      rows: [
        { label: say('nft.certificate-number'), value: leftToRight(receipt.orderNo) },
        { label: say('nft.creator'), value: token.creator.name },
        ...chain,
        {
          label: say('receipt.donation-charity'),
          value: charity.name,
          note: say('nft.register', { register: charity.register, number: charity.registerNumber }),
        },
        ...auctionRows(words, receipt),
        { label: say('receipt.donation-version'), value: leftToRight(String(token.version)) },
        { label: say('receipt.time'), value: moment(receipt.at) },
        {
          label: say('nft.sold-for'),
          value: amount(shares.price, USDT),
          note: say('nft.bidder', { number: leftToRight(String(receipt.winner)) }),
        },
        {
          label: say('receipt.donation-charity'),
          value: amount(shares.charity, USDT),
          note: basisOf(split.charity),
        },
        {
          label: say('nft.creator'),
          value: amount(shares.creator, USDT),
          note: basisOf(split.creator),
        },
        { label: say('nft.house'), value: amount(shares.house, USDT), note: basisOf(split.house) },
      ],
    },
    bidsPart(words, receipt),
  ];
}
