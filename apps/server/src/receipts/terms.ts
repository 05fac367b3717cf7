import { type Decimal, type UnixMs, parseDecimal } from '@candor/kernel';
import type { Market } from '../market/index.ts';
import type { ParameterKey, Parameters } from '../parameters/index.ts';
import type { NamedDocuments } from './published.ts';

/** What no row keeps forever, taken down when a receipt is first written. */
export type Terms = {
  /** Of an installation in which nothing is money. */
  readonly rehearsal?: true;
  readonly feed: { readonly mode: 'live' | 'replay' | 'simulated'; readonly label: string };
  readonly instrument: {
    readonly name: string;
    readonly class: string;
    readonly quoteCurrency: string;
    readonly tickSize: string;
  } | null;
  /** Hashes of the documents it names; left out where none was published yet. */
  readonly documents?: { readonly specification: string; readonly schedule: string };
  /** Of a plan: its run of prices, and the day. */
  readonly feedKey?: string;
  readonly day?: string;
  /** Of a conversion: what each of its legs was priced by. */
  readonly legs?: readonly {
    readonly specification: string;
    readonly instrument: {
      readonly code: string;
      readonly name: string;
      readonly class: string;
      readonly tickSize: string;
    };
  }[];
  /** Version of `contract.feeRate` a contract was accepted under; 0 for other receipts. */
  readonly feeVersion: number;
};

/** Where terms come from. */
export type TermsSource = {
  readonly market: Pick<Market, 'feed' | 'describe'>;
  readonly parameters: Pick<Parameters, 'history'>;
  readonly isRehearsal: boolean;
};

const KEY = /^(live|replay|simulated)\b/;

function feedOf(market: TermsSource['market'], key: string): Terms['feed'] {
  const running = market.feed();
  if (key === running.key) return { mode: running.mode, label: market.describe().label };
  // A run of prices that is over: its key begins with what it was.
  const mode = (KEY.exec(key)?.[1] ?? running.mode) as Terms['feed']['mode'];
  return { mode, label: key };
}

/**
 * The version of the fee an order was accepted under: the one in force then, or, while a new one
 * was on its way to this process, the one before it that had the rate.
 */
export function feeVersionOf(
  parameters: TermsSource['parameters'],
  facts: { rate: Decimal; at: UnixMs },
): number {
  return rateVersionOf(parameters, 'contract.feeRate', facts);
}

/** The same of any rate. */
export function rateVersionOf(
  parameters: TermsSource['parameters'],
  key: ParameterKey,
  facts: { rate: Decimal; at: UnixMs },
): number {
  const begun = parameters
    .history(key)
    .filter((version) => version.from <= facts.at)
    .toSorted((one, other) => other.from - one.from || other.version - one.version);
  const same = begun.find(({ value }) => parseDecimal(value) === facts.rate);
  return (same ?? begun[0])?.version ?? 0;
}

/** Takes down what a receipt says besides what its rows keep. */
export function termsOf(
  source: TermsSource,
  facts: {
    readonly feed: string;
    readonly documents: NamedDocuments | null;
    readonly feeVersion: number;
  },
): Terms {
  const { documents, feeVersion } = facts;
  const feed = feedOf(source.market, facts.feed);
  const rehearsal = source.isRehearsal ? ({ rehearsal: true } as const) : {};
  if (documents === null) return { ...rehearsal, feed, instrument: null, feeVersion };
  const { specification, schedule, instrument } = documents;
  const { name, quoteCurrency, tickSize } = instrument;
  return {
    ...rehearsal,
    feed,
    documents: { specification, schedule },
    instrument: { name, class: instrument.class, quoteCurrency, tickSize },
    feeVersion,
  };
}
