import type { Translate } from '@candor/locales';
import { NETWORK_NAMES } from '@candor/locales/cashier-words';
import { NETWORKS, NETWORK_ASSETS, type Network } from '@candor/protocol/light';

/** A place by one word, as choices and drafts name it. */
export const placeKey = (place: { readonly asset: string; readonly network: Network }): string =>
  `${place.asset} ${place.network}`;

/** An asset and its network, "USDT on Tron". */
export function placeText(
  place: { readonly asset: string; readonly network: Network },
  t: Translate,
): string {
  return t('book.place-of', { asset: place.asset, network: NETWORK_NAMES[place.network] });
}

const ALL = NETWORKS.flatMap((network) =>
  NETWORK_ASSETS[network].map((asset) => ({ key: `${asset} ${network}`, asset, network })),
);

/** Every asset by every network that carries it, the most used asset first. */
export const PLACES = [
  ...ALL.filter(({ asset }) => asset === 'USDT'),
  ...ALL.filter(({ asset }) => asset !== 'USDT'),
];
