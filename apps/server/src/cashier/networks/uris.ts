import type { Asset } from '@candor/kernel';
import type { Network } from '@candor/protocol';

/** Ethereum's main chain, and the local one of a rehearsal. @source EIP-155 */
export const ETHEREUM_CHAINS = { real: 1, rehearsal: 31_337 } as const;

/** USDT on Ethereum's main chain. @source Tether, supported protocols */
export const ETHEREUM_USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/**
 * What a wallet reads of a QR code: whom to pay, on which chain, by which token; never how much.
 *
 * @source EIP-681, BIP-21; Tron's wallets read `tron:` and the address
 */
export function payInUri(
  paid: { readonly network: Network; readonly asset: Asset; readonly address: string },
  ethereum: { readonly chainId: number; readonly usdt: string },
): string {
  const { network, asset, address } = paid;
  if (network !== 'ethereum') return `${network}:${address}`;
  return asset === 'ETH'
    ? `ethereum:${address}@${ethereum.chainId}`
    : `ethereum:${ethereum.usdt}@${ethereum.chainId}/transfer?address=${address}`;
}
