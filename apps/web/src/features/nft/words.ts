import { parseMoney, formatMoney } from '@candor/kernel';
import type { MessageKey, Translate } from '@candor/locales';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { shareOfBasis, sharesOf } from '@candor/pricing';
import type { MyNft, NftToken } from '@candor/protocol/light';
import { type StatusIcon, type StatusTone, formatNumber, shiftDecimal } from '@candor/ui';
import { isolated } from '../../lib/figure-words.ts';

/** Ten-thousandths as percent. */
export const partText = (basis: number): string =>
  `${formatNumber(shiftDecimal(shareOfBasis(basis), 2))}%`;

/** Start and end of an address or a hash. */
export const shortHash = (text: string): string =>
  isolated(`${text.slice(0, 6)}…${text.slice(-4)}`);

type Place = Pick<NftToken, 'chain' | 'address'>;

/** Where a token is: its chain and address, or that it is on none. */
export function placeWords({ chain, address }: Place, t: Translate): string {
  if (chain === null || address === null) return t('nft.certificate');
  return `${isolated(NETWORK_NAMES[chain])} · ${shortHash(address)}`;
}

/** What reaches the charity of an amount, to the unit; null for what is no amount. */
export function charityPartOf(amount: string | null, { split }: Pick<NftToken, 'split'>) {
  const price = amount === null ? null : parseMoney(amount, 'USDT');
  return price === null ? null : formatMoney(sharesOf(price, split).charity);
}

type Figured = Pick<NftToken, 'kind' | 'state' | 'currentBid'>;

/** What the figure of a token is: what is asked, what is bid, or what it was sold for. */
export function figureLabel({ kind, state, currentBid }: Figured): MessageKey {
  if (state === 'sold' || state === 'delivered') return 'nft.sold-for';
  if (kind === 'fixed') return 'nft.price';
  if (state === 'open') return currentBid === null ? 'nft.first-bid' : 'nft.current-bid';
  return currentBid === null ? 'nft.start-price' : 'nft.highest-bid';
}

const MINUTE_S = 60;

/** Whether a bid would move the end now. */
export function isInLastMinutes(
  secondsLeft: number,
  { extension }: Pick<NftToken, 'extension'>,
): boolean {
  if (extension === null || secondsLeft <= 0 || extension.used >= extension.most) return false;
  return secondsLeft <= extension.minutes * MINUTE_S;
}

type Look = { readonly tone: StatusTone; readonly icon: StatusIcon };

/** How each state of a token is shown. @source DESIGN 9 "Status chip" */
export const STATE_LOOKS: Readonly<Record<NftToken['state'], Look>> = {
  open: { tone: 'running', icon: 'play' },
  sold: { tone: 'ok', icon: 'check' },
  delivered: { tone: 'ok', icon: 'check' },
  closed: { tone: 'neutral', icon: 'lock' },
  cancelled: { tone: 'neutral', icon: 'x' },
};

/** How what became of one's own bid is shown. */
export const BID_LOOKS: Readonly<Record<MyNft['mine']['state'], Look>> = {
  leading: { tone: 'running', icon: 'play' },
  outbid: { tone: 'warn', icon: 'warning' },
  won: { tone: 'ok', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'x' },
};
