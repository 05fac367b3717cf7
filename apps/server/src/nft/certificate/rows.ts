import { formatMoney } from '@candor/kernel';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { shareOfBasis } from '@candor/pricing';
import type { PaperWords } from '../../messaging/index.ts';
import { leftToRight } from '../../platform/formats/pdf/pdf.ts';
import type { CertificateFacts } from './certificate.ts';

/** A line of a certificate: what it is, and what it comes to. */
export type CertificateRow = { readonly label: string; readonly value: string };

/** Where the token is: its chain, address and number there, or that it is on none; and how it was sent. */
export function placeRows({ say }: PaperWords, facts: CertificateFacts): CertificateRow[] {
  const { token, delivery } = facts;
  if (token.place === null) return [{ label: say('nft.delivery'), value: say('nft.certificate') }];
  const { chain, address, number } = token.place;
  return [
    { label: say('nft.chain'), value: leftToRight(NETWORK_NAMES[chain]) },
    { label: say('nft.address'), value: leftToRight(address) },
    { label: say('nft.number'), value: leftToRight(number) },
    ...(delivery === null ? [] : [{ label: say('nft.sent'), value: leftToRight(delivery.hash) }]),
  ];
}

/** The three parts of the price, each with its share: together they are the price, to the unit. */
export function shareRows(words: PaperWords, facts: CertificateFacts): CertificateRow[] {
  const { say, amount, share } = words;
  const { token, charity, sale } = facts;
  const row = (label: string, part: 'charity' | 'creator' | 'house'): CertificateRow => ({
    label,
    value: `${amount(formatMoney(sale[part]), 'USDT')} · ${share(shareOfBasis(token.split[part]))}`,
  });
  return [
    row(charity.name, 'charity'),
    row(say('nft.creator'), 'creator'),
    row(say('nft.house'), 'house'),
  ];
}

/** The sale where it is written down. */
export function bookRows(
  { say, moment }: PaperWords,
  { sale }: CertificateFacts,
): CertificateRow[] {
  return [
    { label: say('nft.certificate-number'), value: leftToRight(sale.number) },
    { label: say('nft.sold-on'), value: moment(sale.at) },
    { label: say('nft.entry'), value: leftToRight(sale.entryId) },
  ];
}

/** The charity's register with its number there, and what was agreed with it. */
export function charityLines({ say }: PaperWords, { charity }: CertificateFacts): string[] {
  const { register, registerNumber: number, agreement: reference, agreedOn: day } = charity;
  return [say('nft.register', { register, number }), say('nft.agreement', { reference, day })];
}

/** That picture and charity are samples, where they are. */
export function sampleLines({ say }: PaperWords, { charity, token }: CertificateFacts): string[] {
  const { seed } = token;
  return [
    ...(charity.isSample ? [say('nft.samples')] : []),
    ...(seed === null ? [] : [say('nft.drawn', { seed })]),
  ];
}
