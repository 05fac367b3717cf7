import { type Asset, type Money, decimal, fromDecimal } from '@candor/kernel';
import type { WithdrawalTerms } from '@candor/pricing';
import type { Network } from '@candor/protocol';
import type { ParameterKey, Parameters } from '../../parameters/index.ts';
import type { WithdrawalDeps } from './deps.ts';

const NETWORK_FEE: Readonly<Record<string, ParameterKey>> = {
  'tron/USDT': 'withdrawal.networkFeeTronUsdt',
  'ethereum/USDT': 'withdrawal.networkFeeEthereumUsdt',
  'ethereum/ETH': 'withdrawal.networkFeeEthereumEth',
  'bitcoin/BTC': 'withdrawal.networkFeeBitcoinBtc',
};
/** The least that must arrive, by asset: the parameters that hold it. */
export const MIN_RECEIVE: Readonly<Record<Asset, ParameterKey>> = {
  USDT: 'withdrawal.minReceiveUsdt',
  BTC: 'withdrawal.minReceiveBtc',
  ETH: 'withdrawal.minReceiveEth',
};

function amountOf(parameters: Parameters, key: ParameterKey, asset: Asset): Money {
  return fromDecimal(decimal(parameters.text(key)), { asset, rounding: 'up' });
}

/** What a withdrawal of an asset over a network costs now; null where the network does not carry it. */
export function termsNow(
  parameters: Parameters,
  { network, asset }: { readonly network: Network; readonly asset: Asset },
): WithdrawalTerms | null {
  const key = NETWORK_FEE[`${network}/${asset}`];
  if (key === undefined) return null;
  return {
    feeRate: parameters.share('withdrawal.feeRate'),
    networkFee: amountOf(parameters, key, asset),
    minReceive: amountOf(parameters, MIN_RECEIVE[asset], asset),
  };
}

/** Whether withdrawals leave by a network: its chain is read, and a wallet is named that pays. */
export function isPaid(
  { chains, payoutSource }: Pick<WithdrawalDeps, 'chains' | 'payoutSource'>,
  network: Network,
): boolean {
  return chains[network] !== undefined && payoutSource[network] !== undefined;
}
