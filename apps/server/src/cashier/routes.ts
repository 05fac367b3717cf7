import { type Asset, ok } from '@candor/kernel';
import {
  type CashierTerms,
  NETWORKS,
  NETWORK_ASSETS,
  type Network,
  cashier,
} from '@candor/protocol';
import type { Parameters } from '../parameters/index.ts';
import { type Route, route } from '../platform/http/http.ts';
import { MIN_DEPOSIT } from './deposits/index.ts';

type Where = { readonly asset: Asset; readonly network: Network };

/** What rooms say of one asset by one network. */
export type TermsParams = {
  /** Of deposits: whether they are open, and how many blocks one waits. */
  readonly deposits: (where: Where) => Promise<{ isOpen: boolean; confirmations: number | null }>;
  /** Of withdrawals: whether they are open, the least that must arrive, the network's fee, and how long they took. */
  readonly withdrawals: (where: Where) => Promise<{
    isOpen: boolean;
    minReceive: string;
    networkFee: string | null;
    usualWait: number | null;
    longestWait: number | null;
  }>;
  readonly parameters: Parameters;
};

async function termsOf(asked: TermsParams, where: Where): Promise<CashierTerms> {
  const { parameters } = asked;
  const deposit = await asked.deposits(where);
  const { isOpen, ...withdrawal } = await asked.withdrawals(where);
  return {
    ...where,
    depositOpen: deposit.isOpen,
    withdrawOpen: isOpen,
    minDeposit: parameters.text(MIN_DEPOSIT[where.asset]),
    confirmations: deposit.confirmations,
    feeRate: parameters.text('withdrawal.feeRate'),
    ...withdrawal,
  };
}

/** The calls that ask several rooms. */
export function cashierRoutes(asked: TermsParams): Route[] {
  const places = NETWORKS.flatMap((network) =>
    NETWORK_ASSETS[network].map((asset): Where => ({ asset, network })),
  );
  return [
    route(cashier.terms, async () =>
      ok(await Promise.all(places.map((where) => termsOf(asked, where)))),
    ),
  ];
}
