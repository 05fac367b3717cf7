/** What an account can hold. */
export const ASSETS = ['USDT', 'BTC', 'ETH'] as const;

/** One of the assets an account can hold. */
export type Asset = (typeof ASSETS)[number];

/**
 * Decimal places of one unit of each asset, forever: changing one would change every amount in
 * the journal. The chains' own scales (USDT 6, BTC 8, ETH 18).
 */
export const ASSET_SCALE: Readonly<Record<Asset, number>> = { USDT: 6, BTC: 8, ETH: 18 };

/** Whether a text names an asset we hold. */
export function isAsset(text: string): text is Asset {
  return (ASSETS as readonly string[]).includes(text);
}
